"""Plans: how they are written, and what verifying them finds wrong."""

from __future__ import annotations

from dataclasses import replace

from outwit import AndOr, Plan, find_game, verify
from outwit.game import Game
from outwit.plan import Do, If, More, While


def planned(spec: str) -> tuple[Game, Plan]:
    """A game and the plan that is found in it."""
    game = find_game(spec)
    found = AndOr().plan(game, game.initial()).plan
    assert found is not None
    return game, found


def test_a_plan_is_a_tree_of_moves_with_branches() -> None:
    _, plan = planned("vacuum")
    assert plan.outline() == (
        Do("Suck"),
        If("state 5", (Do("Right"), Do("Suck"))),
        If("state 7", ()),
    )


def test_a_loop_is_a_while_where_nothing_else_may_happen() -> None:
    _, plan = planned("vacuum:slippery=on,erratic=off")
    assert While("state 5", "Right") in plan.outline()
    assert Do("Right", "L1") in plan.outline(labels=True)


def test_a_plan_that_is_too_long_to_write_is_broken_off() -> None:
    _, plan = planned("vacuum:width=3,height=3")
    short = plan.outline(most=5)
    assert More() in (short[-1], *(item for each in short if isinstance(each, If) for item in each.then))
    assert "…" in plan.brackets(most=5)


def test_a_step_that_is_missing_is_found() -> None:
    game, plan = planned("vacuum")
    short = replace(plan, steps={plan.start: plan.steps[plan.start]})
    assert verify(game, short) == [
        "It says nothing for state 5: v*.",
        "The goal cannot be reached any more in state 5: v*.",
    ]


def test_a_plan_that_ends_short_of_the_goal_is_found() -> None:
    game, plan = planned("vacuum:sight=none,erratic=off")
    stop = game.parse(game.initial(), "Stop")
    hasty = replace(plan, steps=dict.fromkeys(plan.steps, stop))
    assert any("ends short of the goal" in fault for fault in verify(game, hasty))


def test_a_move_that_is_not_legal_is_found() -> None:
    game, plan = planned("vacuum")
    wrong = replace(plan, steps=dict.fromkeys(plan.steps, 99))
    assert any("is not legal" in fault for fault in verify(game, wrong))


def test_a_loop_in_a_plan_that_has_none_is_found() -> None:
    game, plan = planned("vacuum:slippery=on")
    assert verify(game, plan) == []
    assert "It may come back to a state, and is said not to." in verify(game, replace(plan, cyclic=False))


def test_a_circle_without_a_way_out_is_found() -> None:
    game, plan = planned("vacuum")
    left = game.parse(game.initial(), "Left")
    circle = replace(plan, steps=dict.fromkeys(plan.steps, left), cyclic=True)
    assert any("cannot be reached any more" in fault for fault in verify(game, circle))
