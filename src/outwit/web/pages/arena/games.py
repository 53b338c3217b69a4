"""The games of a tournament that have ended, a page at a time."""

from __future__ import annotations

from html import escape
from time import monotonic
from typing import Any

from nicegui import ui

from outwit.arena.report.sheets import opening_text
from outwit.arena.report.tables import breakable, figure, table
from outwit.errors import shorten
from outwit.web.pages.arena.wording import ending
from outwit.web.pages.frame import heading
from outwit.web.pages.live import Live
from outwit.web.tournament import WatchedTournament

A_PAGE = 50
"""How many games are listed at once."""

PAUSE = 1.5
"""Seconds between two changes of the list while games are played."""

EVERYBODY = -1


class GameList:
    """The list, the last first; while somebody points into it or walks through it, it stays as it is."""

    def __init__(self, watched: WatchedTournament) -> None:
        self.watched = watched
        self.page = 0
        self.held = False
        self.shown: Any = None
        self.drawn = 0.0
        names = dict(enumerate(watched.tournament.names))
        with ui.element("section").classes("ow-side ow-report") as section:
            heading("Games that have ended")
            with ui.element("div").classes("ow-filters"):
                self.agent = ui.select({EVERYBODY: "All agents", **names}, value=EVERYBODY, label="Played by")
                self.agent.props("outlined dense behavior=menu").on_value_change(self.choose)
                self.faults = ui.checkbox("Only games that ended by a fault", on_change=self.choose)
            self.list = Live()
            with ui.element("div").classes("ow-buttons items-center") as self.pager:
                self.newer = ui.button("Newer", on_click=lambda: self.turn(-1))
                self.older = ui.button("Older", on_click=lambda: self.turn(1))
                for button in (self.newer, self.older):
                    button.props("no-caps outline dense color=none")
                self.where = ui.label()
        section.on("focusin", lambda: self.hold(True))
        section.on("mouseenter", lambda: self.hold(True))
        section.on("focusout", lambda: self.hold(False))
        section.on("mouseleave", lambda: self.hold(False))

    def hold(self, held: bool) -> None:
        """Keep the list as it is, or let it change again."""
        self.held = held

    def choose(self) -> None:
        """Another choice of games."""
        self.page = 0
        self.draw()

    def turn(self, pages: int) -> None:
        """Another page."""
        self.page += pages
        self.draw()

    def refresh(self) -> None:
        """Show what has changed, unless somebody is reading."""
        state = (len(self.watched.played), self.watched.running)
        busy = self.watched.running and (self.held or monotonic() - self.drawn < PAUSE)
        if state != self.shown and not (busy and self.shown is not None):
            self.draw()

    def draw(self) -> None:
        """The games that were asked for, on this page."""
        watched = self.watched
        self.shown, self.drawn = (len(watched.played), watched.running), monotonic()
        played = watched.games()
        chosen = [number for number in sorted(played, reverse=True) if self.is_wanted(number)]
        pages = max(1, -(-len(chosen) // A_PAGE))
        self.page = min(self.page, pages - 1)
        rows = [self.row(number) for number in chosen[self.page * A_PAGE : (self.page + 1) * A_PAGE]]
        seats = [f"seat {seat}" for seat in range(1, watched.tournament.seats + 1)]
        headings = ["game#", *seats, "result", "opening", "moves#", "seconds#"]
        made = table("Moves and seconds are counted after the opening", headings, rows)
        self.list.show(made if rows else '<p class="ow-soft">There is none.</p>')
        self.pager.visible = pages > 1
        self.newer.set_enabled(self.page > 0)
        self.older.set_enabled(self.page < pages - 1)
        self.where.text = f"Page {self.page + 1} of {pages}"

    def is_wanted(self, number: int) -> bool:
        """Is this one of the games that were asked for?"""
        with_agent = self.agent.value in (EVERYBODY, *self.watched.fixtures[number].seats)
        return with_agent and (not self.faults.value or self.watched.played[number].fault is not None)

    def row(self, number: int) -> str:
        """A game."""
        tournament, fixture = self.watched.tournament, self.watched.fixtures[number]
        game = self.watched.played[number]
        agents = "".join(f'<td class="agent">{breakable(tournament.names[a])}</td>' for a in fixture.seats)
        opening = shorten(opening_text(tournament.openings[fixture.opening])) or "usual"
        return (
            f'<tr><th scope="row" class="figure"><a href="/arena/{escape(self.watched.key)}/{number + 1}" '
            f'aria-label="Game {number + 1}">{number + 1:,}</a></th>{agents}'
            f'<td class="words">{escape(ending(tournament, fixture, game))}</td>'
            f'<td class="line">{escape(opening)}</td>'
            f"{figure(f'{sum(game.moves):,}')}{figure(f'{sum(game.seconds):.2f}')}</tr>\n"
        )
