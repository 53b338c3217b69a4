"""What pages of the arena say of tournaments and games."""

from __future__ import annotations

from datetime import datetime

from outwit.arena.plan import Fixture, Tournament
from outwit.arena.played import Played
from outwit.arena.report.style import PARTS, colours
from outwit.decision import value_text
from outwit.errors import join_names
from outwit.play.result import because
from outwit.web.tournament import WatchedTournament
from outwit.web.tournaments import Brief

STYLE = f".ow-report{{{colours('light')}{PARTS}}}.body--dark .ow-report{{{colours('dark')}}}"
"""The looks of a report, for the parts of a page that are of the class `ow-report`."""


def versus(tournament: Tournament) -> str:
    """Who plays, in one line."""
    if len(tournament.names) == 2:
        return " against ".join(tournament.names)
    return join_names(tournament.names, last="and")


def moment(seconds: float) -> str:
    """A moment as people read it."""
    return datetime.fromtimestamp(seconds).strftime("%-d %B %Y, %H:%M")


def duration_text(seconds: float) -> str:
    """A time to come, roughly.

    >>> duration_text(20), duration_text(95), duration_text(7_000)
    ('less than a minute', 'about 2 minutes', 'about 1.9 hours')
    """
    if seconds < 50:
        return "less than a minute"
    minutes = max(1, round(seconds / 60))
    if minutes < 90:
        return f"about {minutes} minute{'' if minutes == 1 else 's'}"
    return f"about {seconds / 3600:.1f} hours"


def progress(watched: WatchedTournament) -> str:
    """How far a tournament has come, in a sentence."""
    count, planned = len(watched.played), len(watched.fixtures)
    said = f"{count:,} of {planned:,} games"
    if watched.running:
        if watched.halt.is_set():
            return f"{said}; it is being stopped."
        left = watched.seconds_left
        most = "at most " if watched.tournament.sprt else ""
        return f"{said}." if left is None else f"{said}, {most}{duration_text(left)} left."
    standings = watched.scene.standings
    if watched.finished and standings is not None and standings.verdict is not None:
        return f"{said}: the test has decided."
    if watched.finished:
        return f"{said}: all have been played."
    return f"{said}; it is not being played here."


def leader(brief: Brief) -> str:
    """Who is ahead, in a sentence; nothing before a game has been played."""
    first, second = brief.lines
    if not first.games:
        return ""
    if first.score == second.score:
        return f"{first.name} and {second.name} are even at {100 * first.score:.1f} %."
    return f"{first.name} {'won' if brief.finished else 'leads'} with {100 * first.score:.1f} %."


def ending(tournament: Tournament, fixture: Fixture, game: Played) -> str:
    """How a game ended, in a sentence: who won it, or what broke it off."""
    if game.fault is not None:
        return game.fault
    payoffs = game.payoffs or ()
    best = max(payoffs)
    winners = [
        tournament.names[agent] for agent, paid in zip(fixture.seats, payoffs, strict=True) if paid == best
    ]
    figures = (
        "" if set(payoffs) <= {-1.0, 0.0, 1.0} else f", {' : '.join(value_text(paid) for paid in payoffs)}"
    )
    if len(winners) == len(payoffs):
        return because("A draw", figures, game.cause)
    won = f"{join_names(winners, last='and')} {'wins' if len(winners) == 1 else 'win'}"
    return because(won, figures, game.cause)
