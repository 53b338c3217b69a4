"""Everyday Python compiles as it is written, and means the same."""

from __future__ import annotations

from typing import Any

import pytest

from outwit.engine.compiler.linker import sample_states
from outwit.engine.compiler.rules import Rules, compile_rules
from tests.engine.everyday import HABITS, Everyday, State, Way, found_with_its_place

QUICK = HABITS[::12]
"""Some of the habits; they take a third of a second each to compile."""


def asking_all(habits: tuple[Any, ...]) -> Everyday:
    """A game whose features are what each of these functions answers, and whose moves ask what raises."""
    names = {function.__name__: function for function in (*habits, *RAISING)}
    asked = ", ".join(f"float({function.__name__}(s, player))" for function in habits)
    cases = "".join(
        f"    if move == {i}:\n        return float({function.__name__}(s, 0))\n"
        for i, function in enumerate(RAISING)
    )
    space: dict[str, Any] = dict(names)
    exec(f"def features(self, s, player):\n    return ({asked},)", space)
    exec(f"def order(self, s, move):\n{cases}    return 0.0", space)
    rules = {"features": space["features"], "order": space["order"], "weights": (1.0,) * len(habits)}
    game: Everyday = type("Asked", (Everyday,), rules)()
    return game


@pytest.fixture(scope="module")
def rules() -> Rules:
    """Some habits, compiled together."""
    return compile_rules(asking_all(QUICK))


@pytest.fixture(scope="module")
def every() -> Rules:
    """All habits, compiled together."""
    return compile_rules(asking_all(HABITS))


def states() -> list[State]:
    return sample_states(Everyday())[0]


def test_there_are_fifty_and_more() -> None:
    assert len(HABITS) >= 50


def test_moves_and_states_are_the_same_compiled_and_interpreted(rules: Rules) -> None:
    game = Everyday()
    for state in states():
        moves = list(game.moves(state))
        assert rules.moves(state) == moves
        assert rules.over(state) == game.over(state)
        for move in moves[:3]:
            assert rules.play(state, move) == game.play(state, move)


@pytest.mark.parametrize("habit", QUICK, ids=lambda function: function.__name__)
def test_a_habit_means_the_same_compiled_and_interpreted(habit: Any, rules: Rules) -> None:
    compare(habit, rules, QUICK.index(habit))


@pytest.mark.slow
@pytest.mark.parametrize("habit", HABITS, ids=lambda function: function.__name__)
def test_every_habit_means_the_same_compiled_and_interpreted(habit: Any, every: Rules) -> None:
    compare(habit, every, HABITS.index(habit))


def compare(habit: Any, rules: Rules, place: int) -> None:
    """Hold what a habit answers, as a feature, against what Python says."""
    answers = set()
    for state in states():
        for player in (0, 1):
            expected = float(habit(state, player))
            answers.add(expected)
            assert rules.features(state, player)[place] == expected, state
    assert answers


def grows_while_looked_through(s: State, player: int) -> float:
    seen = {1: 2}
    for key in seen:
        seen[key + 1] = 1
    return len(seen)


def too_many_to_unpack(s: State, player: int) -> float:
    first, second = s.cells
    return first + second


def too_few_to_unpack(s: State, player: int) -> float:
    first, second, third = s.hand.cards[:1]
    return first + second + third


def whole_number_to_a_negative_power(s: State, player: int) -> float:
    return float(2 ** (s.steps - 100))


def nothing_to_pop(s: State, player: int) -> float:
    rows = [s.cells]
    return rows.pop(s.steps + 5)[0]


def nothing_left_to_pop(s: State, player: int) -> float:
    cards = [card for card in s.hand.cards if card > 99]
    return cards.pop()


def nothing_to_remove(s: State, player: int) -> float:
    rows = [s.cells]
    rows.remove(s.cells[1:])
    return len(rows)


def no_such_key(s: State, player: int) -> float:
    return {1: 2}[s.steps + 5]


def no_such_member(s: State, player: int) -> float:
    return Way(s.steps + 5)


def nothing_to_take_apart(s: State, player: int) -> float:
    place, cell = found_with_its_place(s.cells, 99)  # type: ignore[misc]
    return place + cell


RAISING = {
    grows_while_looked_through: RuntimeError,
    too_many_to_unpack: ValueError,
    too_few_to_unpack: ValueError,
    whole_number_to_a_negative_power: ValueError,
    nothing_to_pop: IndexError,
    nothing_left_to_pop: IndexError,
    nothing_to_remove: ValueError,
    no_such_key: KeyError,
    no_such_member: ValueError,
    nothing_to_take_apart: TypeError,
}
"""What goes wrong in these, compiled; in Python too, but for the power, which is no whole number there.

Which one is asked is the number of a move.
"""


@pytest.mark.parametrize("function", RAISING, ids=lambda function: function.__name__)
def test_what_python_refuses_is_refused_compiled(function: Any, rules: Rules) -> None:
    state, error = Everyday().initial(), RAISING[function]
    if function is not whole_number_to_a_negative_power:
        with pytest.raises(error):
            function(state, 0)
    with pytest.raises(error):
        rules.order(state, list(RAISING).index(function))
