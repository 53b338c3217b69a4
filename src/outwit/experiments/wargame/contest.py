"""Contests of many games on many boards, each opening played from both sides."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator
from concurrent.futures import ProcessPoolExecutor
from contextlib import contextmanager
from dataclasses import dataclass
from functools import partial
from itertools import product
from multiprocessing import get_context
from statistics import mean, stdev

from outwit.experiments.wargame.matches import Chooser, play
from outwit.games.wargame import Front, WarGame
from outwit.games.wargame.boards import BOARDS, LEAST, MOST
from outwit.random import Generator
from outwit.random_positions import random_position

DRAWN_AT_RANDOM = 5
"""How many boards there are beside the report's."""

PLIES = 4
"""How many moves of an opening are played at random."""

Map = Callable[..., Iterator[tuple[float, float]]]
"""Applies a function to many values, perhaps in several processes."""


@dataclass(frozen=True)
class Outcome:
    """How a contest went for the first of its two players, a pair of games from each opening."""

    pairs: tuple[tuple[float, float], ...]
    """For each opening the mean of both games: the score (1 a win, 1/2 a draw), and the lead.

    The lead is a part of all the points of the board.
    """

    @property
    def score(self) -> float:
        """The mean score."""
        return mean(score for score, _ in self.pairs)

    @property
    def margin(self) -> float:
        """How far from the score the true one may lie, with a confidence of 95 %."""
        return 1.96 * stdev(score for score, _ in self.pairs) / math.sqrt(len(self.pairs))

    @property
    def lead(self) -> float:
        """The mean lead."""
        return mean(lead for _, lead in self.pairs)


def contest(
    first: Chooser, second: Chooser, openings: int, over: Map, watch: Callable[[], None] = lambda: None
) -> Outcome:
    """Let two play from so many openings of each board; `watch` hears of each pair of games."""
    pairs = []
    for pair in over(partial(pair_of_games, first, second), product(boards(), range(openings))):
        pairs.append(pair)
        watch()
    return Outcome(tuple(pairs))


def pair_of_games(first: Chooser, second: Chooser, start: tuple[str, int]) -> tuple[float, float]:
    """Two games from an opening, the sides changed: mean score and lead of the first player."""
    board, seed = start
    game = WarGame(board)
    state = opening(game, seed)
    ends = play(game, (first, second), state).end, play(game, (second, first), state).end
    leads = game.payoff(ends[0], 0), game.payoff(ends[1], 1)
    score = mean(1.0 if lead > 0 else 0.5 if lead == 0 else 0.0 for lead in leads)
    return score, mean(leads) / game.total


def opening(game: WarGame, seed: int, plies: int = PLIES) -> Front:
    """A position after some moves at random, the same for the same seed."""
    state: Front = random_position(game, Generator(seed), plies)
    return state


def boards() -> list[str]:
    """The report's boards, and some whose values are drawn at random, always the same."""
    drawn = []
    for seed in range(DRAWN_AT_RANDOM):
        random = Generator(1000 + seed)
        rows = [[str(LEAST + random.below(MOST)) for _ in range(6)] for _ in range(6)]
        drawn.append("/".join(" ".join(row) for row in rows))
    return [*BOARDS, *drawn]


@contextmanager
def processes(workers: int) -> Iterator[Map]:
    """A way to apply a function in several processes."""
    with ProcessPoolExecutor(workers, mp_context=get_context("spawn")) as pool:
        try:
            yield partial(pool.map, chunksize=1)
        finally:
            pool.shutdown(wait=False, cancel_futures=True)
