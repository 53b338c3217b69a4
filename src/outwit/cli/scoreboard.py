"""A tournament at the terminal: the live table while it is played, and the answer at its end."""

from __future__ import annotations

import logging
from collections.abc import Callable, Sequence
from functools import partial
from pathlib import Path
from time import monotonic
from types import TracebackType

from rich.console import Group
from rich.live import Live
from rich.progress import (
    BarColumn,
    MofNCompleteColumn,
    Progress,
    TextColumn,
    TimeElapsedColumn,
    TimeRemainingColumn,
)
from rich.table import Table

from outwit.arena.plan import Fixture, Tournament
from outwit.arena.played import Played
from outwit.arena.report import check_ending, write_report
from outwit.arena.report.words import comparison, payoff_comparison
from outwit.arena.run import Watcher, run
from outwit.arena.standings import Line, Standings
from outwit.cli.console import errors, figure_table, print_json, print_table, say
from outwit.errors import BrokenRulesError
from outwit.games import shown_spec
from outwit.store import Tournaments

REFRESH = 0.5
"""Seconds between two looks at the standings."""

PAUSE = 10.0
"""Seconds between two lines of progress where there is no terminal to draw on."""

FEW = 10
"""After so many games it can be said how long the others will take."""

MOST_FAULTS = 10
"""How many faults are listed; a report lists all."""


def play_tournament(
    tournament: Tournament,
    *,
    workers: int | None = None,
    cluster: str | None = None,
    resume: bool = False,
    store: str | None = None,
    report: Sequence[Path] = (),
) -> tuple[Standings, str]:
    """A tournament played to its end before the eyes of whoever asked, and its name in the store.

    What cannot be written later is refused at once: a report of a kind that there is none of.
    """
    for path in report:
        check_ending(path)
    executor = None
    if cluster is not None:
        from outwit.arena import cluster as dask

        executor = partial(dask.cluster, cluster)
    kept = Tournaments(store)
    with Scoreboard(tournament) as board:
        try:
            standings = run(tournament, kept, executor, workers, resume, board)
        except KeyboardInterrupt:
            board.close()
            if board.key:
                errors.print(f"{board.done:,} games are kept; the same command with --resume goes on.")
            raise
    return standings, board.key


class Scoreboard(Watcher):
    """Shows how a tournament goes: a live table on a terminal, a line now and then elsewhere."""

    def __init__(self, tournament: Tournament) -> None:
        self.tournament = tournament
        self.planned = len(tournament.fixtures())
        self.key = ""
        self.done = 0
        self.begun_with = 0
        self.started = self.shown = monotonic()
        self.live: Live | None = None
        self.progress = Progress(
            TextColumn("games"),
            BarColumn(),
            MofNCompleteColumn(),
            TimeElapsedColumn(),
            TextColumn("left:"),
            TimeRemainingColumn(),
            console=errors,
        )
        self.task = self.progress.add_task("games", total=self.planned)

    def __enter__(self) -> Scoreboard:
        if errors.is_terminal:
            self.live = Live(self.progress, console=errors, refresh_per_second=4, transient=True)
            self.live.start()
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self.close()

    def close(self) -> None:
        """Take the live table away."""
        if self.live is not None:
            self.live.stop()
            self.live = None

    def began(self, key: str, standings: Standings) -> None:
        self.key = key
        self.done = self.begun_with = len(standings.played)
        if self.done:
            errors.print(
                f"Going on with tournament {key}: {self.done:,} of {self.planned:,} games are there."
            )
        self.progress.update(self.task, completed=self.done)

    def on_end(self, fixture: Fixture, played: Played, standings: Callable[[], Standings]) -> None:
        self.done += 1
        self.progress.update(self.task, completed=self.done)
        if self.live is not None:
            if monotonic() - self.shown > REFRESH or self.done == self.planned:
                self.live.update(Group(table(standings()), self.progress))
                self.shown = monotonic()
        elif monotonic() - self.shown > PAUSE:
            self.shown = monotonic()
            spent = self.shown - self.started
            ended = self.done - self.begun_with
            left = clock(spent / ended * (self.planned - self.done))
            guess = f", about {left} left" if ended >= FEW else ""
            errors.print(f"{self.done:,} of {self.planned:,} games, {clock(spent)} gone{guess}.")

    def on_notice(self, notice: str) -> None:
        logging.getLogger("outwit").warning(notice)


def clock(seconds: float) -> str:
    """A time as people read it.

    >>> clock(7.4), clock(125), clock(7384)
    ('7 s', '2:05 min', '2:03 h')
    """
    whole = round(seconds)
    if whole < 60:
        return f"{whole} s"
    unit, rest = ("min", whole) if whole < 3600 else ("h", whole // 60)
    return f"{rest // 60}:{rest % 60:02} {unit}"


HEADINGS = ["agent", "games", "won", "drawn", "lost", "score", "nodes/move", "s/move"]


def headings(standings: Standings) -> list[str]:
    """The headings of the table of standings."""
    rated = ["rating", "95 %"] if len(standings.tournament.agents) > 2 else []
    faults = ["faults"] if any(line.faults for line in standings.lines) else []
    return [*HEADINGS[:6], *rated, *HEADINGS[6:], *faults]


def row(standings: Standings, line: Line) -> list[str]:
    """An agent's row in the table of standings."""
    rating = standings.ratings[line.agent]
    rated = [f"{rating.elo:+.0f}", f"{rating.low:+.0f} to {rating.high:+.0f}"]
    return [
        line.name,
        f"{line.games:,}",
        f"{line.wins:,}",
        f"{line.draws:,}",
        f"{line.losses:,}",
        f"{100 * line.score:.1f} %",
        *(rated if len(standings.tournament.agents) > 2 else []),
        f"{line.nodes_per_move:,.0f}",
        f"{line.seconds_per_move:.4f}",
        *([str(line.faults)] if any(each.faults for each in standings.lines) else []),
    ]


def table(standings: Standings) -> Table:
    """The standings as a table to look at while they change."""
    return figure_table(headings(standings), [row(standings, line) for line in standings.lines])


def print_standings(standings: Standings, key: str, json: bool, report: Sequence[Path] = ()) -> None:
    """Print how a tournament ended, for people or for a program, and write the reports asked for."""
    if json:
        print_json({"tournament": key, **standings.to_json()})
        for path in report:
            write_report(path, standings)
        return
    tournament = standings.tournament
    played = f"{len(standings.played):,} of {len(standings.fixtures):,} games"
    say(f"{shown_spec(tournament.game)}: {played}, seed {tournament.seed}", "bold")
    print_table(headings(standings), [row(standings, line) for line in standings.lines], figures=True)
    for sentence in sentences(standings):
        say(sentence)
    say(f"Kept as tournament {key}; outwit store show {key} tells it again.", "dim")
    for path in report:
        write_report(path, standings)
        say(f"Report written to {path}.", "dim")


def refuse_void(standings: Standings) -> None:
    """End a command with the first fault of the rules, if there was one, after all has been printed."""
    if standings.void:
        raise BrokenRulesError(standings.void[0].fault or "The rules broke down.")


def sentences(standings: Standings) -> list[str]:
    """What else there is to say: the difference in strength, the test's verdict, what went wrong."""
    said = []
    tournament = standings.tournament
    if len(tournament.agents) == 2 and standings.meetings:
        meeting = standings.meetings[0, 1]
        said.append(comparison(meeting.estimate, *tournament.names))
        if meeting.gain is not None:
            said.append(payoff_comparison(meeting.gain, *tournament.names))
    if standings.trial is not None:
        said.append(standings.trial.sprt.sentence(standings.trial.counts))
    faults = [game for game in standings.played.values() if game.fault]
    for game in faults[:MOST_FAULTS]:
        said.append(f"Game {game.number + 1}: {game.fault}")
    if len(faults) > MOST_FAULTS:
        said.append(f"... and {len(faults) - MOST_FAULTS} more games that ended by a fault.")
    if standings.void:
        said.append(f"{len(standings.void)} games do not count, as the rules broke down in them.")
    return said
