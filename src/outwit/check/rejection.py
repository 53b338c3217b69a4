"""Are worlds found by random play, where a game draws none itself? Without them nobody can play it.

A seat is shown worlds and never the true state. A game that gives no `determinize` has them found by
rejection sampling (`outwit.worlds`), which is hopeless where what a player has seen hardly happens at random.
"""

from __future__ import annotations

from collections.abc import Sequence
from time import perf_counter
from typing import NamedTuple

from outwit.game import Game, State
from outwit.random import Generator
from outwit.worlds import TRIES, try_random_game

PROMISE = "worlds can be found"

ENOUGH = 5
"""So many of the random games that are tried for one world must agree: a search draws thousands of worlds."""

SEARCHING = 5.0
"""Seconds without a single world that are too many, however few random games there was time for."""


class Tally(NamedTuple):
    """How many of the random games that were played agree with what a player has seen."""

    agreed: int
    tried: int
    seconds: float

    @property
    def hopeless(self) -> bool:
        """Are there too few for anybody to play by?"""
        return self.agreed < ENOUGH and (
            self.tried >= TRIES or (not self.agreed and self.seconds >= SEARCHING)
        )

    @property
    def undecided(self) -> bool:
        """Was there too little time to tell?"""
        return self.agreed < ENOUGH and not self.hopeless

    def sentence(self, player: int) -> str:
        """What is wrong where worlds are not found."""
        return (
            f"{self.agreed} of {self.tried:,} random games agree with what player {player} has seen here, "
            "too few to find worlds by; expected a `determinize` that draws them."
        )

    def left_out(self, player: int) -> str:
        """What was not seen, as the time had run out."""
        return (
            "Whether worlds can be found without a `determinize` was not seen: "
            f"{self.agreed} of {self.tried:,} random games agreed with what player {player} has seen in one "
            "state when time was up."
        )


def count_agreeing(
    game: Game, states: Sequence[State], player: int, random: Generator, deadline: float
) -> Tally:
    """Play at random until enough games agree with what a player has seen in these states, or time is up."""
    started = perf_counter()
    seen = [game.observation(state, player) for state in states]
    agreed = tried = 0
    while agreed < ENOUGH and tried < TRIES:
        tried += 1
        agreed += try_random_game(game, states[-1], player, random, seen) is not None
        now = perf_counter()
        if now > deadline or (not agreed and now - started >= SEARCHING):
            break
    return Tally(agreed, tried, perf_counter() - started)
