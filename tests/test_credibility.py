"""Answers that only broken rules can lead to: not given, but the broken promise told."""

from __future__ import annotations

import math
from collections.abc import Iterator

import pytest

from outwit import CHANCE, Game
from outwit.agents import find_agent
from outwit.credibility import LINES, credible, followed
from outwit.decision import Decision
from outwit.errors import BrokenRulesError
from outwit.games import find_game
from outwit.games.nim import Nim, Pile


class NotANumber(Nim):
    def payoff(self, state: Pile, player: int) -> float:
        return math.nan


class Endless(Nim):
    def payoff(self, state: Pile, player: int) -> float:
        return math.inf if player else -math.inf


class Stuck(Nim):
    def moves(self, state: Pile) -> Iterator[int]:
        if state.coins > 4:
            yield 1


class Stranger(Nim):
    def turn(self, state: Pile) -> int:
        return 7


class Unfair(Nim):
    def turn(self, state: Pile) -> int:
        return CHANCE if state.coins == 5 else state.turn

    def chances(self, state: Pile) -> Iterator[tuple[int, float]]:
        yield 1, 0.5
        yield 2, 0.6


CASES = [
    (NotANumber, "minimax", "`payoff` gives player 0 nan"),
    (NotANumber, "alphabeta:compiled=off", "`payoff` gives player 0 nan"),
    (NotANumber, "mcts:simulations=50,compiled=off", "`payoff` gives player 0 nan"),
    (Endless, "minimax", "`payoff` gives player 0 -inf"),
    (Stuck, "minimax", "`moves\\(state\\)` yields nothing"),
    (Stranger, "minimax", "`turn` says 7"),
    (Stranger, "alphabeta:compiled=off", "`turn` says 7"),
    (Unfair, "expectiminimax:compiled=off", "add up to 1.1"),
]


@pytest.mark.parametrize(("kind", "agent", "promise"), CASES)
def test_a_decision_that_broken_rules_lead_to_is_not_given(kind: type[Nim], agent: str, promise: str) -> None:
    game, followed[kind] = kind(coins=9), 0
    with pytest.raises(
        BrokenRulesError, match=f"The rules of {kind.__name__} are broken: .*{promise}.*check"
    ):
        find_agent(agent).decide(game, game.initial())


def test_decisions_of_sound_rules_are_given_as_they_are_and_soon_trusted() -> None:
    game = find_game("nim:coins=9")
    followed[Nim] = 0
    for _ in range(LINES + 2):
        assert find_agent("minimax").decide(game, game.initial()).move == 1
    assert followed[Nim] == LINES


def test_the_value_of_a_chance_event_needs_no_move() -> None:
    game: Game = find_game("tree:[1/2:1 1/2:2]")
    decision = Decision(None, 1.5, game=game, state=game.initial())
    assert credible(decision) is decision
