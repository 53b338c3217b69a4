"""Two plies of expectiminimax against one at backgammon, with the same evaluation: does looking further win?

Some thousand games take half an hour and more; `python -m benchmarks.plies` plays what is missing of them.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping
from statistics import fmean, stdev

from benchmarks.figure import Figure
from benchmarks.kept import Kept
from outwit.arena.plan import Fixture
from outwit.arena.planner import plan
from outwit.arena.played import Played
from outwit.arena.standings import Standings

GAMES = 5000
"""Half as many pairs: the same dice, the sides changed."""

NORMAL = 1.959964
"""Within so many standard errors lies the mean of ninety-five samples in a hundred."""


def match() -> Kept:
    """The match."""
    return Kept(
        plan("backgammon", ["expectiminimax:depth=2", "expectiminimax:depth=1"], GAMES, seed=1), "plies.txt"
    )


def run(quick: bool) -> Iterator[Figure]:
    """What the games that are kept say, once some of them have been played again."""
    kept = match()
    yield kept.played_again(4 if quick else 40)
    played = kept.games()
    title = "Backgammon, 2 plies against 1"
    yield Figure(f"{title}: games played", len(played), "games", at_least=GAMES)
    found = Standings(kept.tournament, played.values()).meetings[0, 1].estimate
    yield Figure(f"{title}: Elo", found.elo, "Elo")
    yield Figure(f"{title}: Elo, at least, with 95 %", found.elo_low, "Elo", at_least=0)
    points = by_pairs(kept.fixtures, played)
    yield Figure(f"{title}: points a game", fmean(points), "points")
    least = fmean(points) - NORMAL * stdev(points) / math.sqrt(len(points))
    yield Figure(f"{title}: points a game, at least, with 95 %", least, "points", at_least=0)


def by_pairs(fixtures: list[Fixture], played: Mapping[int, Played]) -> list[float]:
    """What two plies won a game in each pair of games that are both played."""
    won: dict[int, list[float]] = {}
    for number, game in played.items():
        fixture = fixtures[number]
        assert game.payoffs is not None
        won.setdefault(fixture.pair, []).append(game.payoffs[fixture.seats.index(0)])
    return [fmean(both) for both in won.values() if len(both) == 2]


if __name__ == "__main__":
    match().play()
