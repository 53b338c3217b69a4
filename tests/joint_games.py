"""Games made up by a seed, in which both choose at once, one of them does, or chance: they compile.

The options are floats, so that games of any seed and size are compiled at once.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import NamedTuple

from outwit.game import CHANCE, FORBIDDEN, SIMULTANEOUS, Game

MASK = 0x7FFFFFFF


class Spot(NamedTuple):
    level: int
    place: int


@dataclass(frozen=True)
class JointGraph(Game):
    """Few places and many ways to each; players have moves of their own, and not equally many."""

    seed: float = 0.0
    height: float = 7.0
    width: float = 3.0

    @property
    def stochastic(self) -> bool:
        return True

    def drawn(self, below: int, purpose: int, state: Spot, move: int) -> int:
        """A number that depends on the game, the state, the purpose and a move alone."""
        word = int(self.seed) * 7919 + purpose * 104729 + state.level * 1299709
        word = (word + state.place * 15485863 + move * 32452843) & MASK
        for _ in range(3):
            word = (word * 1103515245 + 12345) & MASK
            word ^= word >> 15
        return word % below

    def initial(self) -> Spot:
        return Spot(0, 0)

    def turn(self, state: Spot) -> int:
        """At every second place both choose; else it is a player or chance."""
        kind = self.drawn(6, 1, state, 0)
        return SIMULTANEOUS if kind > 2 else CHANCE if kind == 2 else kind

    def moves(self, state: Spot) -> Iterator[int]:
        if not self.over(state):
            for move in range(1 + self.drawn(3, 2, state, 0)):
                yield 2 * move

    def moves_for(self, state: Spot, player: int) -> Iterator[int]:
        if not self.over(state):
            turn = self.turn(state)
            if turn == SIMULTANEOUS:
                for move in range(1 + self.drawn(4, 3 + player, state, 0)):
                    yield 10 * player + move
            elif turn == player:
                for move in self.moves(state):
                    yield move

    def chances(self, state: Spot) -> Iterator[tuple[int, float]]:
        """Three outcomes, the first or the second of which may be impossible."""
        first, second = 0.25 * self.drawn(3, 5, state, 1), 0.25 * self.drawn(2, 5, state, 2)
        yield 0, first
        yield 1, second
        yield 2, 1.0 - first - second

    def play(self, state: Spot, move: int) -> Spot:
        leap = 1 + (1 if self.drawn(3, 6, state, move) == 0 else 0)
        return Spot(min(state.level + leap, int(self.height)), self.drawn(int(self.width), 7, state, move))

    def play_joint(self, state: Spot, moves: tuple[int, ...]) -> Spot:
        return self.play(state, 100 * moves[0] + moves[1])

    def over(self, state: Spot) -> bool:
        return state.level == int(self.height) or (state.level > 1 and self.drawn(7, 8, state, 0) == 0)

    def payoff(self, state: Spot, player: int) -> float:
        worth = float(self.drawn(5, 9, state, 0) - 2)
        return worth if player == 0 else 0.0 - worth

    def bounds(self, state: Spot, player: int) -> tuple[float, float]:
        return -2.0, 2.0

    def evaluate(self, state: Spot, player: int) -> float:
        """Half points, now and then beyond the bounds."""
        worth = self.drawn(13, 10, state, 0) / 2 - 3
        return worth if player == 0 else 0.0 - worth

    def order(self, state: Spot, move: int) -> float:
        return float(self.drawn(3, 11, state, move))


@dataclass(frozen=True)
class SelfishGraph(JointGraph):
    """A graph in which both can win."""

    zero_sum = False

    def payoff(self, state: Spot, player: int) -> float:
        return float(self.drawn(5, 20 + player, state, 0) - 2)


@dataclass(frozen=True)
class LoopingJointGraph(JointGraph):
    """A graph without levels, in which a position that comes for the third time ends the game."""

    repetition = 3

    def play(self, state: Spot, move: int) -> Spot:
        return Spot(1 + self.drawn(2, 6, state, move), self.drawn(int(self.width), 7, state, move))

    def over(self, state: Spot) -> bool:
        return state.level > 0 and self.drawn(5, 8, state, 0) == 0


@dataclass(frozen=True)
class NewPlacesGraph(LoopingJointGraph):
    """The same, but where a player moves alone, no position may come again."""

    repetition = FORBIDDEN
