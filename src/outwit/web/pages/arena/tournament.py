"""A tournament: how far it has come, the standings, the games under way and those that have ended."""

from __future__ import annotations

import asyncio
from html import escape
from time import monotonic

from nicegui import ui

from outwit.arena.report import WRITERS
from outwit.errors import OutwitError
from outwit.games import title
from outwit.tree.record.node import quantity
from outwit.web.pages.arena.games import GameList
from outwit.web.pages.arena.wording import STYLE, progress, versus
from outwit.web.pages.frame import heading, page_frame, words
from outwit.web.pages.live import Live
from outwit.web.state import AppState
from outwit.web.tournament import WatchedTournament
from outwit.web.tournament_html import Board

QUIET = 8.0
"""Seconds between two announcements to those who listen instead of looking."""

PLOTS = ("strength", "course", "cross", "development")
"""The parts of the report below the games under way."""


class TournamentPage:
    """A tournament as a browser sees it."""

    def __init__(self, app_state: AppState, watched: WatchedTournament) -> None:
        self.app_state = app_state
        self.watched = watched
        self.announced = 0.0
        self.state = ""

    def show(self) -> None:
        """The page."""
        tournament = self.watched.tournament
        game = self.app_state.game_text(tournament.game, lambda game: title(type(game))) or tournament.game
        with page_frame(f"{game}: {versus(tournament)}"):
            ui.add_css(STYLE)
            ui.link("All tournaments", "/arena")
            with ui.element("section").classes("ow-panel").props('aria-label="Progress"'):
                self.said = words("", "ow-standing")
                self.bar = Live()
                self.heard = words("", "ow-unseen").props("role=status aria-live=polite")
                self.trouble = words("", "ow-problem").props("role=alert")
                with ui.element("div").classes("ow-buttons"):
                    self.stop = ui.button("Stop", on_click=self.break_off)
                    self.on = ui.button("Go on", on_click=self.resume)
                    self.stop.props("no-caps outline color=none")
                    self.on.props("no-caps unelevated")
                    for ending in WRITERS:
                        self.download(ending)
            self.notices = Live()
            self.standings = Live().classes("ow-report")
            self.boards = Live()
            self.plots = Live().classes("ow-report ow-plots")
            with ui.element("section").classes("ow-panel ow-report"):
                heading("What was agreed")
                self.facts = Live()
                words(f"At the terminal, outwit store show {self.watched.key} tells it too.", "ow-soft")
            self.games = GameList(self.watched)
        self.watched.listen(self.refresh)
        ui.context.client.on_delete(lambda: self.watched.listeners.discard(self.refresh))
        self.refresh()

    def download(self, ending: str) -> None:
        """A button that gives the report as a file."""
        kind = ending.removeprefix(".").upper()

        async def save() -> None:
            await self.watched.look()
            standings = self.watched.scene.standings
            if standings is not None:
                text = await asyncio.to_thread(WRITERS[ending], standings)
                ui.download(
                    text.encode("utf-8", "backslashreplace"), f"tournament-{self.watched.key}{ending}"
                )

        ui.button(f"Save as {kind}", on_click=save).props("no-caps flat color=none")

    # What changes

    def refresh(self) -> None:
        """Show what has changed."""
        watched, scene = self.watched, self.watched.scene
        said = progress(watched)
        self.said.set_content(escape(said))
        self.bar.show(bar(len(watched.played), len(watched.fixtures)))
        self.stop.visible = watched.running
        self.stop.set_enabled(not watched.halt.is_set())
        self.on.visible = not watched.running and not watched.finished
        self.trouble.set_content(escape(watched.trouble))
        self.notices.show("".join(f'<p class="ow-soft">{escape(said)}</p>' for said in watched.notices))
        self.standings.show(scene.parts["standings"] + scene.parts["verdicts"])
        self.boards.show(under_way(scene.boards))
        self.plots.show("".join(scene.parts[name] for name in PLOTS))
        self.facts.show(scene.parts["facts"])
        self.games.refresh()
        self.announce(said)

    def announce(self, said: str) -> None:
        """Let those hear it who do not see it: now and then, and at once when something begins or ends."""
        watched = self.watched
        state = "running" if watched.running else "finished" if watched.finished else "resting"
        if state != self.state or (watched.running and monotonic() - self.announced > QUIET):
            if self.state:  # what a page says when it is opened is read anyway
                self.heard.set_content(escape(said))
            self.state, self.announced = state, monotonic()

    # What people do

    def break_off(self) -> None:
        """Break the tournament off."""
        try:
            self.watched.stop()
        except OutwitError as error:
            ui.notify(str(error), type="warning")
        self.refresh()

    async def resume(self) -> None:
        """Go on with it."""
        try:
            await self.app_state.tournaments.go_on(self.watched.key)
        except OutwitError as error:
            ui.notify(str(error), type="warning", multi_line=True)
        self.refresh()


def bar(count: int, planned: int) -> str:
    """How far it has come, as a bar."""
    return (
        f'<div class="ow-bar" role="progressbar" aria-label="Games played" aria-valuemin="0" '
        f'aria-valuemax="{planned}" aria-valuenow="{count}" aria-valuetext="{count} of {planned} games">'
        f'<div style="width:{100 * count / planned:.1f}%"></div></div>'
    )


def under_way(boards: tuple[Board, ...]) -> str:
    """The games under way, a card for each."""
    if not boards:
        return ""
    cards = "".join(
        f'<li class="ow-panel"><p>{board.players}</p>{board.picture}'
        f'<p class="ow-soft">Game {board.number + 1:,} · {quantity(board.moves, "move")}'
        f"{' · over' if board.over else ''}</p></li>"
        for board in boards
    )
    return f'<h2>Games under way</h2><ul class="ow-boards">{cards}</ul>'
