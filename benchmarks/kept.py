"""Matches that take too long for a benchmark run: played once, and kept, a line for each game.

A line is the number of the game and what it paid each seat. Games repeat themselves exactly, so a benchmark
run plays some of them again and says whether they still end as is kept. Once they do not, after a change to
the rules, the evaluation or the search, delete the file and play anew; `Kept.play` may be broken off.
"""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from threading import Event

from benchmarks.figure import Figure, SkippedError
from outwit.arena.plan import Fixture, Tournament
from outwit.arena.played import Played
from outwit.arena.referee import Scoresheet, referee
from outwit.arena.run import Watcher, run
from outwit.arena.standings import Standings

DATA = Path(__file__).with_name("data")


class Kept(Watcher):
    """A match and the file of its games, as a keeper of tournaments: of a game no more than what it paid."""

    def __init__(self, tournament: Tournament, file: str) -> None:
        self.tournament = tournament
        self.file = DATA / file
        self.fixtures = tournament.fixtures()
        self.left: int | None = None
        """How many games are still to be played, where not all are."""
        self.enough = Event()

    def games(self) -> dict[int, Played]:
        """The games that are kept, by number."""
        played: dict[int, Played] = {}
        if self.find_last(self.tournament):
            for line in self.file.read_text("utf-8").splitlines()[1:]:
                number, *paid = line.split()
                none = (0,) * len(paid)
                payoffs = tuple(map(float, paid))
                played[int(number)] = Played(int(number), (), payoffs, "", none, none, (0.0,) * len(paid))
        return played

    def played_again(self, games: int) -> Figure:
        """How many of so many games end otherwise when they are played here and now."""
        played = list(self.games().values())
        if len(played) < 2:
            raise SkippedError(f"No games are kept in {self.file.name}; see benchmarks/kept.py.")
        again = played[:: max(1, len(played) // games)]
        differing = sum(self.ending(game.number) != game.payoffs for game in again)
        what = f"{self.tournament.game}: {len(again)} games played again, ending otherwise than kept"
        return Figure(what, differing, "games", at_most=0)

    def ending(self, number: int) -> tuple[float, ...]:
        """What a game pays when it is played here and now, as it would be kept."""
        sheet = Scoresheet(self.fixtures[number], self.tournament.names)
        referee(self.tournament, self.fixtures[number], sheet.take)
        return tuple(float(f"{paid:g}") for paid in sheet.payoffs or ())

    def play(self, workers: int | None = None, most: int | None = None) -> None:
        """Play what is missing, or so many of it, by all processors or so many, telling of each game."""
        self.left = most
        self.enough.clear()
        run(self.tournament, self, workers=workers, resume=True, watcher=self, stop=self.enough)

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
        return self.tournament, self.games()

    def keep_game(self, key: str, played: Played) -> None:
        """Add a game to the file."""
        if played.payoffs is None:
            raise AssertionError(f"A game came to nothing: {played.fault}")
        with self.file.open("a", encoding="utf-8") as file:
            file.write(f"{played.number} {' '.join(f'{paid:g}' for paid in played.payoffs)}\n")

    def on_end(self, fixture: Fixture, played: Played, standings: Callable[[], Standings]) -> None:
        print(f"game {fixture.number + 1:,} of {len(self.fixtures):,}", flush=True)
        if self.left is not None:
            self.left -= 1
            if self.left <= 0:
                self.enough.set()
