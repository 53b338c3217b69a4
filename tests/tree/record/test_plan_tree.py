"""A plan as a tree: OR nodes with one move, AND nodes with every answer."""

from __future__ import annotations

from outwit import AndOr, Plan, find_game
from outwit.tree.record.plan_tree import plan_tree


def planned(spec: str) -> Plan:
    game = find_game(spec)
    found = AndOr().plan(game, game.initial()).plan
    assert found is not None
    return found


def test_every_answer_is_a_branch_and_every_way_ends_at_the_goal() -> None:
    tree = plan_tree(planned("vacuum"))
    assert [node.role for node in tree.root.walk()] == ["or", "and", "or", "or", "and", "end", "end"]
    assert {node.value for node in tree.root.walk()} == {1.0}
    assert tree.root.size == 7


def test_a_way_that_comes_back_ends_there() -> None:
    tree = plan_tree(planned("vacuum:slippery=on,erratic=off"))
    loops = [node for node in tree.root.walk() if node.cut is not None]
    assert [node.move for node in loops] == ["state 5"]


def test_a_large_plan_is_broken_off() -> None:
    tree = plan_tree(planned("vacuum:width=3,height=3"), most=50)
    assert tree.root.size == 50
    assert tree.root.unrecorded > 0
    assert tree.svg(50).startswith("<svg")
