"""What there is to see of a tournament: the parts of its report, and the boards of the games under way."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from functools import cached_property
from html import escape
from typing import Any

from outwit.arena.plan import Fixture, Tournament
from outwit.arena.referee import start_session
from outwit.arena.report.html import course, development, facts, strength, verdicts
from outwit.arena.report.tables import breakable, cross_table, standings_table
from outwit.arena.standings import Standings
from outwit.errors import OutwitError
from outwit.game import Game, player_name
from outwit.play.saved import replay
from outwit.play.session import Session
from outwit.views import find_view
from outwit.web.position_html import session_html


@dataclass(frozen=True)
class Board:
    """A game under way as a card shows it, in HTML."""

    number: int
    players: str
    picture: str
    moves: int
    over: bool


@dataclass(frozen=True)
class Scene:
    """A tournament at one moment."""

    standings: Standings | None = None
    parts: Mapping[str, str] = field(default_factory=dict)
    """The parts of a report, in HTML, by their names."""
    boards: tuple[Board, ...] = ()
    count: int = 0
    """How many games there were."""


def report_parts(standings: Standings) -> dict[str, str]:
    """The parts of a report that a page shows; those that say nothing are empty."""
    said = "".join(f'<p class="verdict">{escape(sentence)}</p>' for sentence in verdicts(standings))
    return {
        "standings": standings_table(standings),
        "verdicts": said,
        "facts": facts(standings),
        "strength": strength(standings),
        "course": course(standings),
        "cross": cross_table(standings) if len(standings.tournament.agents) > 2 else "",
        "development": development(standings),
    }


class Live:
    """A game under way: what has been heard of it, and its board."""

    def __init__(self, tournament: Tournament, fixture: Fixture, find: Callable[[str], Game]) -> None:
        self.tournament = tournament
        self.fixture = fixture
        self.find = find
        self.over = False
        self.notes: list[dict[str, Any]] = []
        """What has happened after the opening."""
        self.replayed = 0
        """How many of these the session has."""
        self.last: Board | None = None

    @cached_property
    def session(self) -> Session:
        """The table as far as it has been drawn."""
        return start_session(self.tournament, self.fixture, self.find)

    def board(self) -> Board:
        """The game as it stands, or what is wrong with its rules; drawn anew only if something happened."""
        count, over = len(self.notes), self.over
        if self.last is None or self.last.moves != count or self.last.over != over:
            try:
                players, picture = self.players(), self.picture(count)
            except OutwitError as error:
                players, picture = "", f'<p class="ow-note" role="note">{escape(str(error))}</p>'
            self.last = Board(self.fixture.number, players, picture, count, over)
        return self.last

    def players(self) -> str:
        """Who plays, each with what the game calls that seat."""
        game, names = self.session.game, self.tournament.names
        return " – ".join(
            f"<b>{breakable(names[agent])}</b> ({escape(player_name(game, seat))})"
            for seat, agent in enumerate(self.fixture.seats)
        )

    def picture(self, count: int) -> str:
        """The board after so many steps, or the position as text where that is no board."""
        while self.replayed < count:
            replay(self.session, self.notes[self.replayed], self.replayed + 1)
            self.replayed += 1
        return session_html(find_view(self.session.game), self.session)
