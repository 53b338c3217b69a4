"""AND-OR search: the textbook's plans, and on random worlds exactly those plans that exist."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import NamedTuple

import pytest

from outwit import AndOr, Expectiminimax, Limit, Memory, OutwitError, UnsuitableError, find_game, verify
from outwit.game import CHANCE, Game
from outwit.random import Generator
from outwit.search.andor import Planning

WORLDS = 1000


def plan(spec: str, *outcomes: str, agent: AndOr | None = None) -> Planning:
    """What is found in a game, after these moves and outcomes of chance."""
    game = find_game(spec)
    states = [game.initial()]
    for outcome in outcomes:
        states.append(game.play(states[-1], game.parse(states[-1], outcome)))
    found = (agent or AndOr()).plan(game, states[-1], history=states[:-1])
    if found.plan is not None:
        assert verify(game, found.plan) == []
    return found


def written(spec: str, *outcomes: str) -> str:
    """The plan that is found, in the textbook's notation."""
    found = plan(spec, *outcomes).plan
    assert found is not None
    return found.brackets()


def test_the_erratic_vacuum_is_planned_as_in_the_textbook() -> None:
    found = plan("vacuum")
    assert found.plan is not None
    assert found.proved
    assert not found.plan.cyclic
    assert found.plan.brackets() == "[Suck, if state 5: [Right, Suck], if state 7: []]"
    assert found.plan.text().splitlines() == [
        "Suck",
        "if state 5:",
        "  Right",
        "  Suck",
        "if state 7: done",
    ]


def test_a_slippery_floor_takes_a_cyclic_plan() -> None:
    found = plan("vacuum:slippery=on,erratic=off").plan
    assert found is not None
    assert found.cyclic
    assert found.brackets() == "[Suck, while state 5: Right, Suck]"
    assert found.brackets(labels=True) == "[Suck, L1: Right, if state 6: [Suck], if state 5: L1]"
    assert found.text().splitlines()[1] == "Right, and again while state 5"


def test_without_cyclic_plans_a_slippery_floor_has_none() -> None:
    found = plan("vacuum:slippery=on", agent=AndOr(cyclic=False))
    assert (found.plan, found.proved) == (None, True)


def test_an_impossible_world_is_said_to_be_so() -> None:
    for spec in ("vacuum:steps=2", "vacuum:sight=none,start=none", "vacuum:slippery=on,steps=9"):
        found = plan(spec)
        assert (found.plan, found.proved) == (None, True), spec
        assert found.sentence().startswith("There is no plan, which is proved: ")


def test_without_sight_a_plan_cleans_both_squares_from_any_of_the_eight_states() -> None:
    game = find_game("vacuum:sight=none,start=none,erratic=off")
    found = AndOr().plan(game, game.initial()).plan
    assert found is not None
    assert found.brackets() == "[Suck, Left, Suck, Right, Suck, Stop]"
    for outcome, _ in game.chances(game.initial()):
        state = game.play(game.initial(), outcome)
        for name in found.brackets().strip("[]").split(", "):
            state = game.play(state, game.parse(state, name))
        assert game.over(state)
        assert game.payoff(state, 0) == 1


def test_a_robot_that_sees_its_own_square_is_planned_as_in_the_textbook() -> None:
    spec = "vacuum:sight=local,start=none,erratic=off"
    expected = "[Suck, Right, if right dirty: [Suck, Stop], if right clean: [Stop]]"
    assert written(spec, "state 1") == expected
    assert written(spec, "state 3") == expected, "it cannot tell the two states apart"


def test_what_is_seen_narrows_down_the_states() -> None:
    spec = "vacuum:sight=local,start=none,erratic=off"
    assert written(spec, "state 1", "Suck", "Right") == "[Suck, Stop]"
    assert written(spec, "state 3", "Suck", "Right") == "[Stop]"


def test_without_a_history_what_may_be_the_case_is_looked_for() -> None:
    game = find_game("vacuum:sight=local,start=none,erratic=off")
    state = game.play(game.initial(), 0)
    state = game.play(state, game.parse(state, "Suck"))
    found = AndOr().plan(game, state).plan
    assert found is not None
    assert found.brackets() == "[Right, if right dirty: [Suck, Stop], if right clean: [Stop]]"


def test_where_the_goal_is_reached_already_the_plan_is_empty() -> None:
    ended = {
        "vacuum": ["Suck", "state 7"],
        "vacuum:sight=none,erratic=off": ["Suck", "Right", "Suck", "Stop"],
    }
    for spec, names in ended.items():
        found = plan(spec, *names)
        assert found.plan is not None
        assert (found.plan.brackets(), found.proved, dict(found.plan.steps)) == ("[]", True, {})


def test_where_the_game_has_ended_short_of_the_goal_there_is_no_plan() -> None:
    for spec, names in {"vacuum:steps=1,erratic=off": ["Right"], "vacuum:sight=none": ["Stop"]}.items():
        found = plan(spec, *names)
        assert (found.plan, found.proved) == (None, True)


@pytest.mark.parametrize("history", ["itself", "twice", "both", "another game", "nothing", "text"])
def test_a_history_that_does_not_lead_to_the_state_is_refused_in_a_sentence(history: str) -> None:
    game = find_game("vacuum:sight=local,start=none,erratic=off")
    start = game.initial()
    state = game.play(start, game.parse(start, "state 1"))
    histories = {
        "itself": [state],
        "twice": [start, start],
        "both": [start, state],
        "another game": [find_game("vacuum").initial()],
        "nothing": [None],
        "text": ["state 1"],
    }
    with pytest.raises(OutwitError, match="The states before this one do not lead to it"):
        AndOr().plan(game, state, history=histories[history])
    assert AndOr().plan(game, state, history=[start]).plan is not None


@pytest.mark.parametrize("spec", ["vacuum:width=2,height=2", "vacuum:width=2,height=2,slippery=on"])
def test_the_cache_saves_nodes_and_changes_no_answer(spec: str) -> None:
    cached, plain = (plan(spec, agent=AndOr(cache=cache)) for cache in (True, False))
    assert cached.proved
    assert plain.proved
    assert cached.plan is not None
    assert plain.plan is not None
    assert cached.plan.kind == plain.plan.kind
    assert cached.nodes < plain.nodes


class Node(NamedTuple):
    number: int
    move: int
    """The move that the world is about to answer, or -1."""
    log: tuple[int, ...] = ()
    """What a player who does not see everything has done and seen."""


@dataclass(frozen=True)
class Graph(Game):
    """A small world drawn at random: each move has answers, and some states are goals or traps."""

    players = 1
    zero_sum = False
    table: tuple[tuple[tuple[int, ...], ...], ...] = ()
    """For each state the answers to each move; no move at an end, the last state is the goal."""

    def initial(self) -> Node:
        return Node(0, -1)

    def turn(self, state: Node) -> int:
        return 0 if state.move < 0 else CHANCE

    def moves(self, state: Node) -> Iterator[int]:
        yield from range(len(self.table[state.number]))

    def chances(self, state: Node) -> Iterator[tuple[int, float]]:
        answers = self.table[state.number][state.move]
        for number in range(len(answers)):
            yield number, 1 / len(answers)
        yield len(answers), 0.0

    def play(self, state: Node, move: int) -> Node:
        if state.move < 0:
            answers = self.table[state.number][move]
            return Node(state.number, move) if len(answers) > 1 else Node(answers[0], -1)
        return Node(self.table[state.number][state.move][move], -1)

    def over(self, state: Node) -> bool:
        return state.move < 0 and not self.table[state.number]

    def payoff(self, state: Node, player: int) -> float:
        return 1.0 if state.number == len(self.table) - 1 else -1.0


def test_a_way_longer_than_python_can_call_is_planned_by_the_fixed_point() -> None:
    long = 3000
    game = Graph(table=(*(((number + 1, number + 2),) for number in range(long)), ((long + 1,),), ()))
    found = AndOr().plan(game, game.initial())
    assert found.plan is not None
    assert not found.plan.cyclic
    assert len(found.plan.steps) == long + 1
    assert verify(game, found.plan) == []


def drawn(seed: int) -> Graph:
    """A world of two to fourteen states."""
    random = Generator(seed)
    many = 2 + random.below(13)
    table = []
    for _ in range(many - 1):
        moves = random.below(4)
        table.append(
            tuple(
                tuple(dict.fromkeys(random.below(many) for _ in range(1 + random.below(3))))
                for _ in range(moves)
            )
        )
    if not table[0]:
        table[0] = ((random.below(many),),)
    return Graph(table=(*table, ()))


def strong_states(table: tuple[tuple[tuple[int, ...], ...], ...]) -> set[int]:
    """The states with a strong plan: the least fixed point, computed as it is defined."""
    good = {len(table) - 1}
    while True:
        more = {s for s, moves in enumerate(table) if any(set(answers) <= good for answers in moves)} | good
        if more == good:
            return good
        good = more


def cyclic_states(table: tuple[tuple[tuple[int, ...], ...], ...]) -> set[int]:
    """The states with a strong cyclic plan: a least fixed point within a greatest, as it is defined."""
    safe = set(range(len(table)))
    while True:
        near = {len(table) - 1}
        while True:
            more = near | {
                s
                for s, moves in enumerate(table)
                if s in safe and any(set(answers) <= safe and set(answers) & near for answers in moves)
            }
            if more == near:
                break
            near = more
        if near == safe:
            return safe
        safe = near


@pytest.mark.parametrize("part", range(4))
def test_on_random_worlds_plans_exist_where_the_fixed_points_say_so_and_verify(part: int) -> None:
    kinds = {"strong": 0, "strong cyclic": 0, "none": 0}
    for seed in range(part, WORLDS, 4):
        game = drawn(seed)
        strong, cyclic = 0 in strong_states(game.table), 0 in cyclic_states(game.table)
        for agent in (AndOr(), AndOr(cache=False)):
            found = agent.plan(game, game.initial())
            kind = "none" if found.plan is None else found.plan.kind
            assert kind == ("strong" if strong else "strong cyclic" if cyclic else "none"), seed
            assert found.proved
            if found.plan is not None:
                assert verify(game, found.plan) == [], seed
        kinds[kind] += 1
    assert min(kinds.values()) >= 10, kinds


def test_a_state_that_failed_on_a_loop_may_have_a_plan_from_elsewhere() -> None:
    """From 0 by way of 1 and 2, state 2 fails on the loop to 1; on its own it has a plan by way of 1."""
    table = (((1, 2),), ((2,), (3,)), ((1,),), ())
    game = Graph(table=table)
    found = AndOr().plan(game, game.initial()).plan
    assert found is not None
    assert not found.cyclic
    assert verify(game, found) == []


def test_the_decision_is_like_any_other() -> None:
    game = find_game("vacuum")
    decision = AndOr().decide(game, game.initial())
    assert (decision.named(decision.move), decision.value, decision.exact) == ("Suck", 1.0, True)
    assert decision.described() == ["Suck"]
    assert [decision.named(each.move) for each in decision.candidates] == ["Suck", "Left", "Right"]
    assert decision.to_json()["agent"] == "andor"


def test_where_no_plan_exists_the_value_is_the_lowest_and_proved() -> None:
    game = find_game("vacuum:steps=2")
    decision = AndOr().decide(game, game.initial())
    assert (decision.value, decision.exact) == (-1.0, True)


def test_a_limit_that_runs_out_is_no_proof() -> None:
    game = find_game("vacuum:width=4,height=4")
    found = AndOr().plan(game, game.initial(), Limit(nodes=100))
    assert (found.plan, found.proved) == (None, False)
    assert found.nodes <= 100
    decision = AndOr().decide(game, game.initial(), Limit(nodes=100))
    assert (decision.value, decision.exact) == (None, False)
    assert decision.move in list(game.moves(game.initial()))


def test_a_plan_that_is_proved_is_worth_what_expectiminimax_says() -> None:
    game = find_game("vacuum:steps=3")
    decision = Expectiminimax(compiled=False).decide(game, game.initial())
    assert decision.value == AndOr().decide(game, game.initial()).value == 1.0


@pytest.mark.parametrize(
    ("spec", "words"),
    [
        ("nim", "andor cannot play Nim: it has 2 players, and a plan is for one; alphabeta plays it."),
        ("pig", "andor cannot play Pig: it has 2 players, and a plan is for one; expectiminimax plays it."),
        ("battleship", "it has 2 players, and a plan is for one; ismcts and pimc play it"),
    ],
)
def test_games_of_several_players_are_refused_by_name(spec: str, words: str) -> None:
    game = find_game(spec)
    with pytest.raises(UnsuitableError) as refused:
        AndOr().decide(game, game.initial())
    assert words in str(refused.value)


def test_a_depth_is_refused() -> None:
    game = find_game("vacuum")
    with pytest.raises(OutwitError, match="has no depth; give seconds or nodes"):
        AndOr().decide(game, game.initial(), Limit(depth=3))


def test_the_root_may_be_an_answer_of_the_world() -> None:
    found = plan("vacuum:start=none").plan
    assert found is not None
    assert found.brackets().startswith("[if state 1: [Suck, if state 5: [Right, Suck], if state 7: []], ")


def test_with_a_memory_the_plan_is_followed_to_its_end() -> None:
    """On a ring, whoever plans anew at every state may go back and forth."""
    for spec in ("vacuum:width=3,height=2", "vacuum:slippery=on", "vacuum:sight=local,start=none"):
        game, agent = find_game(spec), AndOr(order=False)
        for seed in range(10):
            random, memory, state, kept = Generator(seed), Memory(), game.initial(), 0
            states = [state]
            for _ in range(200):
                if game.over(state):
                    break
                if game.turn(state) == CHANCE:
                    state = game.play(state, random.weighted(list(game.chances(state))))
                else:
                    decision = agent.decide(game, state, history=states[:-1], memory=memory)
                    kept += "kept" in decision.stats
                    state = game.play(state, decision.move)
                states.append(state)
            assert game.over(state)
            assert game.payoff(state, 0) == 1
            assert kept > 0 or len(states) < 5
