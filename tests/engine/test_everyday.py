"""Everyday Python compiles as it is written, and means the same."""

from __future__ import annotations

from typing import Any

import pytest

from outwit.engine.link import sampled
from outwit.engine.rules import Rules, compile_rules
from tests.engine.everyday import HABITS, Everyday, State


def asking_all(habits: tuple[Any, ...]) -> Everyday:
    """A game whose features are what each of these functions answers."""
    names = {function.__name__: function for function in habits}
    asked = ", ".join(f"float({name}(s, player))" for name in names)
    space: dict[str, Any] = dict(names)
    exec(f"def features(self, s, player):\n    return ({asked},)", space)
    kind = type("Asked", (Everyday,), {"features": space["features"], "weights": (1.0,) * len(habits)})
    game: Everyday = kind()
    return game


@pytest.fixture(scope="module")
def rules() -> Rules:
    """All habits, compiled together."""
    return compile_rules(asking_all(HABITS))


def states() -> list[State]:
    return sampled(Everyday())[0]


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


@pytest.mark.parametrize("habit", HABITS, ids=lambda function: function.__name__)
def test_a_habit_means_the_same_compiled_and_interpreted(habit: Any, rules: Rules) -> None:
    place = HABITS.index(habit)
    answers = set()
    for state in states():
        for player in (0, 1):
            expected = float(habit(state, player))
            answers.add(expected)
            assert rules.features(state, player)[place] == expected, state
    assert answers
