"""Small games of chance that declare what a search may use: orders, features, bounds.

The options are floats, so that games of any length are compiled at once.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import NamedTuple

from outwit.game import CHANCE, Game

STRIKE, GUARD, FEINT = range(3)


class Fight(NamedTuple):
    first: int
    second: int
    turn: int
    act: int
    """What is being tried, or -1."""
    left: int


@dataclass(frozen=True)
class Duel(Game):
    """Strike, guard or feint: each may fail, by its own odds, until somebody falls or the time is up."""

    health: float = 4.0
    rounds: float = 12.0
    odds: tuple[float, float, float] = (0.6, 0.9, 0.35)

    feature_names = ("health", "guard")
    weights = (0.1, 0.02)

    def initial(self) -> Fight:
        return Fight(int(self.health), int(self.health), 0, -1, int(self.rounds))

    def turn(self, state: Fight) -> int:
        return CHANCE if state.act >= 0 else state.turn

    def moves(self, state: Fight) -> Iterator[int]:
        yield GUARD
        yield STRIKE
        yield FEINT

    def chances(self, state: Fight) -> Iterator[tuple[int, float]]:
        hit = self.odds[state.act]
        yield 0, 1 - hit
        yield 1, hit * 0.75
        yield 2, hit * 0.25

    def play(self, state: Fight, move: int) -> Fight:
        if state.act < 0:
            return Fight(state.first, state.second, state.turn, move, state.left)
        harm = move * (2 if state.act == FEINT else 1) if state.act != GUARD else 0
        heal = 1 if state.act == GUARD and move > 0 else 0
        first, second = state.first, state.second
        if state.turn == 0:
            first, second = min(first + heal, int(self.health)), second - harm
        else:
            first, second = first - harm, min(second + heal, int(self.health))
        return Fight(first, second, 1 - state.turn, -1, state.left - 1)

    def over(self, state: Fight) -> bool:
        return state.first <= 0 or state.second <= 0 or state.left == 0

    def payoff(self, state: Fight, player: int) -> float:
        if state.first > 0 and state.second > 0:
            return 0.0
        won = 0 if state.first > 0 else 1
        return 1.0 if won == player else -1.0

    def bounds(self, state: Fight, player: int) -> tuple[float, float]:
        if not self.over(state):
            return -1.0, 1.0
        return self.payoff(state, player), self.payoff(state, player)

    def features(self, state: Fight, player: int) -> tuple[float, float]:
        own = state.first if player == 0 else state.second
        return float(own), 1.0 if own == self.health else 0.0

    def order(self, state: Fight, move: int) -> float:
        return self.odds[move]


class Height(NamedTuple):
    height: int
    steps: int
    trying: int


@dataclass(frozen=True)
class Climb(Game):
    """One alone: a small safe step or a large risky one, and so many of them."""

    steps: float = 9.0

    players = 1
    zero_sum = False

    def initial(self) -> Height:
        return Height(0, int(self.steps), 0)

    def turn(self, state: Height) -> int:
        return CHANCE if state.trying else 0

    def moves(self, state: Height) -> Iterator[int]:
        yield 1
        yield 3

    def chances(self, state: Height) -> Iterator[tuple[int, float]]:
        for fall in range(3):
            yield fall * state.trying, (0.5, 0.25, 0.25)[fall]

    def play(self, state: Height, move: int) -> Height:
        if state.trying == 0:
            return Height(state.height, state.steps, move)
        return Height(max(state.height + state.trying - move, 0), state.steps - 1, 0)

    def over(self, state: Height) -> bool:
        return state.steps == 0

    def payoff(self, state: Height, player: int) -> float:
        return float(state.height)

    def bounds(self, state: Height, player: int) -> tuple[float, float]:
        return 0.0, float(state.height + 3 * state.steps)

    def evaluate(self, state: Height, player: int) -> float:
        return state.height + 0.5 * state.steps
