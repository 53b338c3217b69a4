"""The arena's first page: the tournaments in the store, and the form for another."""

from __future__ import annotations

import asyncio
from html import escape

from nicegui import events, ui

from outwit.arena.report.html import occasion
from outwit.arena.report.tables import breakable
from outwit.errors import OutwitError
from outwit.games import title
from outwit.store import StoreError
from outwit.store.tournaments import Entry
from outwit.web.pages.arena.form import ChallengeForm
from outwit.web.pages.arena.wording import leader, moment, versus
from outwit.web.pages.frame import heading, page_frame, words
from outwit.web.pages.live import Live
from outwit.web.state import AppState
from outwit.web.table import capital
from outwit.web.tournament_request import Challenge

POLL = 2.0
"""Seconds between two looks into the store."""

MOST = 30
"""How many tournaments are listed at once."""

PRESSED = """(event) => {
  const button = event.target.closest("button[data-key]");
  if (button) emit(button.dataset.key);
}"""
"""Tells which tournament's button was pressed."""


class Lobby:
    """The page."""

    def __init__(self, app_state: AppState) -> None:
        self.app_state = app_state
        self.most = MOST

    def show(self) -> None:
        """The page."""
        with page_frame("Arena"):
            words(
                "Who is stronger, by how much, and how sure can one be? Agents play each other from both "
                "sides of every opening; what the command line plays is here too.",
                "ow-soft",
            )
            with ui.element("section").classes("ow-panel"):
                heading("A new match or tournament")
                ChallengeForm(self.app_state, self.begin).show()
            heading("Tournaments")
            self.list = Live('<p class="ow-soft">Looking into the store …</p>')
            self.list.on("click", self.go_on, js_handler=PRESSED)
            self.older = ui.button("Show older ones", on_click=self.reach_back)
            self.older.props("no-caps outline color=none").classes("self-start")
        ui.timer(POLL, self.look)

    async def begin(self, challenge: Challenge) -> None:
        """Start a tournament, and go there."""
        watched = await self.app_state.tournaments.begin(challenge)
        ui.navigate.to(f"/arena/{watched.key}")

    async def go_on(self, event: events.GenericEventArguments) -> None:
        """Go on with a tournament that was broken off, and go there."""
        key = str(event.args)
        try:
            await self.app_state.tournaments.go_on(key)
        except OutwitError as error:
            ui.notify(str(error), type="warning", multi_line=True)
            return
        ui.navigate.to(f"/arena/{key}")

    async def reach_back(self) -> None:
        """List more of them."""
        self.most += MOST
        await self.look()

    async def look(self) -> None:
        """See what is in the store now."""
        entries, damaged = await asyncio.to_thread(
            self.app_state.tournaments.store.list_entries, self.most + 1
        )
        self.older.visible = len(entries) + len(damaged) > self.most
        self.list.show(await asyncio.to_thread(self.list_html, entries[: self.most], damaged))

    def list_html(self, entries: list[Entry], damaged: list[str]) -> str:
        """What cannot be read, and the list, the newest first."""
        if not entries and not damaged:
            return '<p class="ow-soft">None has been played yet.</p>'
        unread = "".join(f'<p class="ow-soft">{escape(sentence)}</p>' for sentence in damaged)
        return f'{unread}<ul class="ow-tournaments">{"".join(self.item(entry) for entry in entries)}</ul>'

    def item(self, entry: Entry) -> str:
        """A tournament in the list."""
        tournament, planned = entry.tournament, len(entry.tournament.fixtures())
        running = self.app_state.tournaments.is_running(entry.id)
        try:
            brief = self.app_state.tournaments.brief(entry)
        except StoreError:
            return ""  # it has been deleted meanwhile
        game = self.app_state.game_text(tournament.game, lambda game: title(type(game))) or tournament.game
        state = "playing now" if running else "" if brief.finished else "not finished"
        facts = (
            capital(occasion(tournament)),
            f"{entry.played:,} of {planned:,} games",
            state,
            moment(entry.changed),
        )
        button = (
            ""
            if running or brief.finished
            else f'<button type="button" class="ow-small" data-key="{escape(entry.id)}" '
            f'aria-label="Go on with {escape(game)}, {escape(versus(tournament))}">Go on</button>'
        )
        return (
            f'<li class="ow-panel"><a href="/arena/{escape(entry.id)}"><b>{escape(game)}</b>: '
            f"{breakable(versus(tournament))}</a>"
            f'<div class="ow-bar" aria-hidden="true"><div style="width:{100 * entry.played / planned:.1f}%">'
            f'</div></div><p><span>{escape(leader(brief))}</span> <span class="ow-soft">'
            f"{escape(' · '.join(filter(None, facts)))}</span></p>{button}</li>"
        )
