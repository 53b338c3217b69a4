"""Two plies of expectiminimax against one at backgammon, with the same evaluation: does looking further win?

Some thousand games take half an hour and more, so how they ended is kept in `data/plies.txt`, a line each:
its number and what it paid the first seat. `python -m benchmarks.plies` plays what is missing, by all
processors, and may be broken off. The games repeat themselves exactly, so a benchmark run plays some of them
again and says whether they still end as is kept. Once they do not, after a change to the rules, the
evaluation or the search, delete the file and play anew.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator, Mapping
from pathlib import Path
from statistics import fmean, stdev

from benchmarks.figure import Figure, SkippedError
from outwit.arena.plan import Fixture, Tournament
from outwit.arena.planner import plan
from outwit.arena.played import Played
from outwit.arena.referee import Scoresheet, referee
from outwit.arena.run import Watcher
from outwit.arena.run import run as play
from outwit.arena.standings import Standings

GAMES = 5000
"""Half as many pairs: the same dice, the sides changed."""

FILE = Path(__file__).with_name("data") / "plies.txt"
TWO, ONE = "expectiminimax:depth=2", "expectiminimax:depth=1"
NORMAL = 1.959964
"""Within so many standard errors lies the mean of ninety-five samples in a hundred."""


def run(quick: bool) -> Iterator[Figure]:
    """What the games that are kept say, once some of them have been played again."""
    tournament = planned()
    played = Sheet().find(tournament.digest)[1]
    if len(played) < 2:
        raise SkippedError(f"No games are kept in {FILE.name}; python -m benchmarks.plies plays them.")
    again = list(played.values())[:: max(1, len(played) // (4 if quick else 40))]
    fixtures = tournament.fixtures()
    differing = sum(ending(tournament, fixtures[game.number]) != game.payoffs for game in again)
    yield Figure(f"{len(again)} of these games played again, ending otherwise", differing, "games", at_most=0)
    title = "Backgammon, 2 plies against 1"
    yield Figure(f"{title}: games played", len(played), "games", at_least=GAMES)
    found = Standings(tournament, played.values()).meetings[0, 1].estimate
    yield Figure(f"{title}: Elo", found.elo, "Elo")
    yield Figure(f"{title}: Elo, at least, with 95 %", found.elo_low, "Elo", at_least=0)
    points = by_pairs(fixtures, played)
    yield Figure(f"{title}: points a game", fmean(points), "points")
    least = fmean(points) - NORMAL * stdev(points) / math.sqrt(len(points))
    yield Figure(f"{title}: points a game, at least, with 95 %", least, "points", at_least=0)


def planned() -> Tournament:
    """The match."""
    return plan("backgammon", [TWO, ONE], GAMES, seed=1)


def ending(tournament: Tournament, fixture: Fixture) -> tuple[float, ...] | None:
    """What a game pays when it is played here and now."""
    sheet = Scoresheet(fixture, tournament.names)
    referee(tournament, fixture, sheet.take)
    return sheet.payoffs


def by_pairs(fixtures: list[Fixture], played: Mapping[int, Played]) -> list[float]:
    """What two plies won a game in each pair of games that are both played."""
    won: dict[int, list[float]] = {}
    for number, game in played.items():
        fixture = fixtures[number]
        assert game.payoffs is not None
        won.setdefault(fixture.pair, []).append(game.payoffs[fixture.seats.index(0)])
    return [fmean(both) for both in won.values() if len(both) == 2]


class Sheet:
    """The file as a keeper of tournaments: of each game no more than what it paid."""

    def __init__(self, file: Path = FILE) -> None:
        self.file = file

    def begin(self, tournament: Tournament) -> str:
        """Begin the file anew with the digest of the plan."""
        heading = f"# {tournament.game}, {' against '.join(tournament.agents)}, seed {tournament.seed}"
        self.file.write_text(f"{heading}, plan {tournament.digest}\n", "utf-8")
        return tournament.digest

    def find_last(self, tournament: Tournament) -> str | None:
        """The digest, if the file is of this plan."""
        if not self.file.exists() or tournament.digest not in self.file.read_text("utf-8").partition("\n")[0]:
            return None
        return tournament.digest

    def find(self, key: str) -> tuple[Tournament, dict[int, Played]]:
        """The match, and the games of it that are in the file."""
        tournament, played = planned(), {}
        if self.find_last(tournament) == key:
            for line in self.file.read_text("utf-8").splitlines()[1:]:
                number, paid = int(line.split()[0]), float(line.split()[1])
                played[number] = Played(number, (), (paid, -paid), "", (0, 0), (0, 0), (0.0, 0.0))
        return tournament, played

    def keep_game(self, key: str, played: Played) -> None:
        """Add a game to the file."""
        if played.payoffs is None:
            raise AssertionError(f"A game came to nothing: {played.fault}")
        with self.file.open("a", encoding="utf-8") as file:
            file.write(f"{played.number} {played.payoffs[0]:g}\n")


class Ticker(Watcher):
    """Tells now and then how many games have been played."""

    def on_end(self, fixture: Fixture, played: Played, standings: Callable[[], Standings]) -> None:
        if fixture.number % 100 == 99:
            print(f"game {fixture.number + 1:,} of {GAMES:,}", flush=True)


def main() -> None:
    """Play what is missing."""
    play(planned(), Sheet(), resume=True, watcher=Ticker())


if __name__ == "__main__":
    main()
