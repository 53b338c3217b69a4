"""Games for three made up by a seed that the state carries: one compilation serves thousands of trees."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from outwit.game import CHANCE, FORBIDDEN, Game

ENDS = ((2, -1, -1), (-1, 2, -1), (-1, -1, 2), (1, 0, -1), (0, -1, 1), (-1, 1, 0), (0, 0, 0))
"""What the end of a game pays the players: always nothing in all."""


class Spot(NamedTuple):
    seed: int
    level: int
    place: int


class Crowd(Game):
    """Six levels of four places, up to three ways from each, turns in no order; estimates do not cancel."""

    players = 3

    def drawn(self, state: Spot, purpose: int, item: int, below: int) -> int:
        """A number that depends on the state and the purpose alone."""
        word = state.seed
        for each in (state.level, state.place, purpose, item):
            word = ((word ^ (each + 1) * 40503) * 1103515245 + 12345) & 0x7FFFFFFF
            word ^= word >> 13
        return (word >> 4) % below

    def initial(self) -> Spot:
        return Spot(1, 0, 0)

    def turn(self, state: Spot) -> int:
        return self.drawn(state, 1, 0, 3)

    def moves(self, state: Spot) -> Iterator[int]:
        if not self.over(state):
            yield from range(1 + self.drawn(state, 2, 0, 3))

    def play(self, state: Spot, move: int) -> Spot:
        return Spot(state.seed, state.level + 1, self.drawn(state, 3, move, 4))

    def over(self, state: Spot) -> bool:
        return state.level >= 6 or (state.level > 1 and self.drawn(state, 4, 0, 8) == 0)

    def payoff(self, state: Spot, player: int) -> float:
        return float(ENDS[self.drawn(state, 5, 0, 7)][player])

    def bounds(self, state: Spot, player: int) -> tuple[float, float]:
        return -1.0, 2.0

    def evaluate(self, state: Spot, player: int) -> float:
        """Half points, now and then beyond the bounds."""
        return self.drawn(state, 6, player, 10) / 2 - 2

    def order(self, state: Spot, move: int) -> float:
        return float(self.drawn(state, 7, move, 3))


class DicedCrowd(Crowd):
    """The same with chance at one place in four."""

    def turn(self, state: Spot) -> int:
        acting = self.drawn(state, 1, 0, 4)
        return CHANCE if acting == 3 else acting

    def chances(self, state: Spot) -> Iterator[tuple[int, float]]:
        if self.drawn(state, 8, 0, 2) == 0:
            yield 0, 0.25
            yield 1, 0.75
        else:
            yield 0, 0.5
            yield 1, 0.5


class UnevenCrowd(Crowd):
    """The same with payoffs that do not cancel, features in place of an estimate, and no order."""

    zero_sum = False
    weights = (0.5, -0.25)
    feature_names = ("more", "less")
    evaluate = Game.evaluate
    order = Game.order

    def payoff(self, state: Spot, player: int) -> float:
        return float(self.drawn(state, 5, player, 4) - 1)

    def features(self, state: Spot, player: int) -> tuple[float, ...]:
        return float(self.drawn(state, 9, player, 4)), float(self.drawn(state, 10, player, 3))


class LoopingCrowd(Crowd):
    """The same without levels: positions come again, and the second time is a draw."""

    repetition = 2

    def play(self, state: Spot, move: int) -> Spot:
        return Spot(state.seed, 1 + self.drawn(state, 11, move, 2), self.drawn(state, 3, move, 4))

    def over(self, state: Spot) -> bool:
        return state.level > 0 and self.drawn(state, 4, 0, 5) == 0


class OnwardCrowd(LoopingCrowd):
    """The same, but no position may come again, and who cannot move has lost to the others."""

    repetition = FORBIDDEN

    def stalemate(self, state: Spot, player: int) -> float:
        return -1.0 if player == self.turn(state) else 0.5
