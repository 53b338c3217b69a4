"""The arena: tournaments set up, watched while they are played, and looked at again game by game."""

from __future__ import annotations

from nicegui import ui

from outwit.errors import OutwitError
from outwit.web.pages.arena.lobby import Lobby
from outwit.web.pages.arena.replay import open_replay
from outwit.web.pages.arena.tournament import TournamentPage
from outwit.web.pages.frame import refuse
from outwit.web.state import AppState

PATIENCE = 60.0
"""Seconds that a page may take: one with very many games is not drawn at once."""


def build(app_state: AppState) -> None:
    """Put the pages where browsers find them."""

    @ui.page("/arena")
    def arena() -> None:
        Lobby(app_state).show()

    @ui.page("/arena/{key}", response_timeout=PATIENCE)
    async def tournament(key: str) -> None:
        try:
            found = await app_state.tournaments.open(key)
        except OutwitError as error:
            refuse("No such tournament", str(error), "All tournaments", "/arena")
        else:
            TournamentPage(app_state, found).show()

    @ui.page("/arena/{key}/{number}", response_timeout=PATIENCE)
    async def replay(key: str, number: str) -> None:
        try:
            page = await open_replay(app_state, key, number)
        except OutwitError as error:
            refuse("No such game", str(error), "All tournaments", "/arena")
        else:
            page.show()
