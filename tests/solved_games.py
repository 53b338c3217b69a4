"""Small games with something hidden whose best play is known: by enumeration, or from the literature."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, NamedTuple

from outwit.game import CHANCE, Game
from outwit.random import Generator


class Cup(NamedTuple):
    coin: int
    """1 or 2, and 0 before it is tossed."""
    acts: tuple[int, ...]


class Guess(Game):
    """A coin lies under a cup: leave with 0.6, or stay and call it, for one or nothing.

    Who looks under the cup in every world thinks that staying pays 1; it pays 0.5.
    """

    players = 1
    zero_sum = False
    LEAVE, STAY = 0, 3

    def initial(self) -> Cup:
        return Cup(0, ())

    def turn(self, cup: Cup) -> int:
        return 0 if cup.coin else CHANCE

    def chances(self, cup: Cup) -> Iterator[tuple[int, float]]:
        yield 1, 0.5
        yield 2, 0.5

    def moves(self, cup: Cup) -> Iterator[int]:
        if not cup.acts:
            yield from (self.STAY, self.LEAVE)
        elif cup.acts == (self.STAY,):
            yield from (1, 2)

    def play(self, cup: Cup, move: int) -> Cup:
        return cup._replace(acts=(*cup.acts, move)) if cup.coin else Cup(move, ())

    def over(self, cup: Cup) -> bool:
        return len(cup.acts) == 2 or cup.acts == (self.LEAVE,)

    def payoff(self, cup: Cup, player: int) -> float:
        return 0.6 if cup.acts == (self.LEAVE,) else float(cup.acts[-1] == cup.coin)

    def observation(self, cup: Cup, player: int) -> Any:
        return cup.coin > 0, cup.acts

    def determinize(self, cup: Cup, player: int, random: Generator) -> Cup:
        return cup._replace(coin=1 + random.below(2)) if cup.coin else cup


class Prize(NamedTuple):
    door: int
    """1 to 3, and 0 before it is hidden."""
    seen: int
    """What a look behind the first door has shown: 0 nobody looked, 1 nothing, 2 the prize."""
    opened: int


class Doors(Game):
    """A prize lies behind one of three doors; a look behind the first costs 0.1, and one may be opened.

    It gives no `determinize`: its worlds are found by playing at random.
    """

    players = 1
    zero_sum = False
    LOOK = 0
    ODDS = (0.5, 0.3, 0.2)
    COST = 0.1

    def initial(self) -> Prize:
        return Prize(0, 0, 0)

    def turn(self, prize: Prize) -> int:
        return 0 if prize.door else CHANCE

    def chances(self, prize: Prize) -> Iterator[tuple[int, float]]:
        yield from enumerate(self.ODDS, 1)

    def moves(self, prize: Prize) -> Iterator[int]:
        if not prize.opened:
            yield from (1, 2, 3) if prize.seen else (1, 2, 3, self.LOOK)

    def play(self, prize: Prize, move: int) -> Prize:
        if not prize.door:
            return Prize(move, 0, 0)
        if move == self.LOOK:
            return prize._replace(seen=2 if prize.door == 1 else 1)
        return prize._replace(opened=move)

    def over(self, prize: Prize) -> bool:
        return prize.opened > 0

    def payoff(self, prize: Prize, player: int) -> float:
        return float(prize.opened == prize.door) - (self.COST if prize.seen else 0.0)

    def observation(self, prize: Prize, player: int) -> Any:
        return prize.door > 0, prize.seen, prize.opened
