"""A game for one, as long as it is asked to be."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from outwit import Game


@dataclass(frozen=True)
class Walk(Game):
    """Walk to the end, a step at a time: further than any recursion goes."""

    length: int = 1000
    blocked: bool = False
    """Does the way end before the goal?"""
    players = 1
    zero_sum = False

    def initial(self) -> int:
        return 0

    def turn(self, place: int) -> int:
        return 0

    def moves(self, place: int) -> Iterator[str]:
        yield "on"

    def play(self, place: int, move: str) -> int:
        return place + 1

    def over(self, place: int) -> bool:
        return place >= self.length

    def payoff(self, place: int, player: int) -> float:
        return -1.0 if self.blocked else 1.0
