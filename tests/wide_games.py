"""Games that are as wide, or as long, as their options say: what no search may stumble over.

The options are floats, so that all widths and lengths are compiled at once.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import NamedTuple

from outwit import CHANCE, SIMULTANEOUS, Game


class Sums(NamedTuple):
    """What the two players have added up, and how many numbers have been named."""

    first: int
    second: int
    named: int


@dataclass(frozen=True)
class Wide(Game):
    """The players name numbers below `width` in turn, `length` in all; the larger sum wins."""

    width: float = 10.0
    length: float = 4.0

    def initial(self) -> Sums:
        return Sums(0, 0, 0)

    def turn(self, sums: Sums) -> int:
        return sums.named % 2

    def moves(self, sums: Sums) -> Iterator[int]:
        if sums.named < self.length:
            for number in range(int(self.width)):  # noqa: UP028 - `yield from` does not compile
                yield number

    def play(self, sums: Sums, number: int) -> Sums:
        if sums.named % 2 == 0:
            return Sums(sums.first + number, sums.second, sums.named + 1)
        return Sums(sums.first, sums.second + number, sums.named + 1)

    def over(self, sums: Sums) -> bool:
        return sums.named >= self.length

    def payoff(self, sums: Sums, player: int) -> float:
        lead = sums.first - sums.second
        won = 1.0 if lead > 0 else -1.0 if lead < 0 else 0.0
        return won if player == 0 else -won


@dataclass(frozen=True)
class Lottery(Wide):
    """After each number, which is 0 or 1, one below `width` is drawn; an even sum of all is the first's."""

    def turn(self, sums: Sums) -> int:
        return CHANCE if sums.named % 2 == 1 else sums.named // 2 % 2

    def moves(self, sums: Sums) -> Iterator[int]:
        if sums.named < self.length:
            yield 0
            yield 1

    def chances(self, sums: Sums) -> Iterator[tuple[int, float]]:
        for number in range(int(self.width)):
            yield number, 1.0 / self.width

    def payoff(self, sums: Sums, player: int) -> float:
        won = 1.0 if (sums.first + sums.second) % 2 == 0 else -1.0
        return won if player == 0 else -won


@dataclass(frozen=True)
class Widening(Wide):
    """Two numbers to begin with, `width` from then on: the root does not tell how wide it will be."""

    def moves(self, sums: Sums) -> Iterator[int]:
        if sums.named < self.length:
            for number in range(2 if sums.named == 0 else int(self.width)):  # noqa: UP028
                yield number


@dataclass(frozen=True)
class Three(Wide):
    """Three players, each for itself: the largest sum, counted modulo `width`, takes all."""

    players = 3
    zero_sum = False

    def turn(self, sums: Sums) -> int:
        return sums.named % 3

    def payoff(self, sums: Sums, player: int) -> float:
        return 1.0 if (sums.first + 2 * sums.second) % 3 == player else 0.0


@dataclass(frozen=True)
class WideAtOnce(Wide):
    """The same, but both name a number at once."""

    def turn(self, sums: Sums) -> int:
        return SIMULTANEOUS

    def moves_for(self, sums: Sums, player: int) -> Iterator[int]:
        if sums.named < self.length:
            for number in range(int(self.width)):  # noqa: UP028 - `yield from` does not compile
                yield number

    def play_joint(self, sums: Sums, numbers: tuple[int, ...]) -> Sums:
        return Sums(sums.first + numbers[0], sums.second + numbers[1], sums.named + 2)
