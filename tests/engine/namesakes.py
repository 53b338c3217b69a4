"""Three games whose states use the same names for different things: a field, a method, a property."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, NamedTuple

from outwit import Game


class Said(NamedTuple):
    """What is at a place, and how much is left, are worked out."""

    coins: int
    turn: int

    def at(self, place: int) -> int:
        return self.coins + place

    @property
    def left(self) -> int:
        return 10 * self.coins


class Held(NamedTuple):
    """Both are fields."""

    coins: int
    turn: int
    at: int
    left: int


class SaidOtherwise(NamedTuple):
    """Both are worked out, in another way."""

    coins: int
    turn: int

    def at(self, place: int) -> int:
        return 100 * self.coins + place

    @property
    def left(self) -> int:
        return 1_000 * self.coins


class Coins(Game):
    """Take one or two coins; who takes the last wins."""

    def turn(self, state: Any) -> int:
        return int(state.turn)

    def moves(self, state: Any) -> Iterator[int]:
        yield from range(1, min(2, state.coins) + 1)

    def over(self, state: Any) -> bool:
        return bool(state.coins == 0)

    def payoff(self, state: Any, player: int) -> float:
        return -1.0 if state.turn == player else 1.0


class Saying(Coins):
    """Coins that say what they are."""

    def initial(self) -> Said:
        return Said(5, 0)

    def play(self, state: Said, move: int) -> Said:
        return Said(state.coins - move, 1 - state.turn)

    def evaluate(self, state: Said, player: int) -> float:
        worth = (state.at(3) + state.left) / 100_000
        return worth if player == 0 else -worth


class Holding(Coins):
    """Coins that are written down."""

    def initial(self) -> Held:
        return Held(5, 0, 7, 8)

    def play(self, state: Held, move: int) -> Held:
        return Held(state.coins - move, 1 - state.turn, state.at + 1, state.left)

    def evaluate(self, state: Held, player: int) -> float:
        worth = (state.at + state.left) / 100_000
        return worth if player == 0 else -worth


class SayingOtherwise(Coins):
    """Coins that say something else."""

    def initial(self) -> SaidOtherwise:
        return SaidOtherwise(5, 0)

    def play(self, state: SaidOtherwise, move: int) -> SaidOtherwise:
        return SaidOtherwise(state.coins - move, 1 - state.turn)

    def evaluate(self, state: SaidOtherwise, player: int) -> float:
        worth = (state.at(3) + state.left) / 100_000
        return worth if player == 0 else -worth
