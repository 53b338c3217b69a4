"""The analysis page: a position, what several agents think of it, and why."""

from __future__ import annotations

import asyncio

from fastapi import Request
from nicegui import app, ui

from outwit.errors import OutwitError
from outwit.game import Game
from outwit.games import game_spec, title
from outwit.web.pages.address import Spot
from outwit.web.pages.analyse.analyst import MOST, first_agents
from outwit.web.pages.analyse.page import AnalysisPage
from outwit.web.pages.analyse.study import Study
from outwit.web.pages.frame import page_frame, refuse, words
from outwit.web.pages.home import card, gallery
from outwit.web.read_limiter import refusal_status
from outwit.web.state import AppState

__all__ = ["build"]

LONGEST = 20.0
"""Seconds in which the position of an address must be found: long games are played through move by move."""


def build(app_state: AppState) -> None:
    """Put the pages where browsers find them."""

    @ui.page("/analyse", response_timeout=LONGEST)
    async def choose() -> None:
        games = await asyncio.to_thread(gallery, app_state)
        with page_frame("Analyse a position"):
            words("Of which game?", "ow-soft")
            with ui.element("ul").classes("ow-gallery"):
                for spec, game, picture in games:
                    card(game, Spot(spec).analysis(), picture, objection(game))

    @ui.page("/analyse/{spec:path}", response_timeout=LONGEST)
    async def analyse(request: Request, spec: str) -> None:
        asked = request.query_params
        try:
            game = app_state.find(spec)
        except OutwitError as error:
            refuse("No such game", str(error), "All games", "/analyse")
            return
        refusal = objection(game)
        if refusal:
            refuse(f"Analyse {title(type(game))}", refusal, "Play it instead", f"/play/{spec}", 400)
            return
        spot = Spot(game_spec(game), tuple(asked.getlist("move")), asked.get("start"))
        try:
            study, complaint = await app_state.readings.read(Study.read, game, spot, asked.get("at"))
        except OutwitError as error:
            refuse(f"Analyse {title(type(game))}", str(error), "All games", "/analyse", refusal_status(error))
            return
        agents = asked.getlist("agent") or first_agents(app_state, game)
        if len(agents) > MOST:
            complaint += f" {MOST} agents can be asked at once; the others in the address are left out."
        AnalysisPage(app_state, study, agents, str(app.storage.browser["id"])).show(complaint.strip())


def objection(game: Game) -> str:
    """Why a game's positions cannot be analysed, in a sentence; nothing if they can."""
    name = title(type(game))
    if game.hidden:
        return f"{name} keeps something from each player, and what nobody may see cannot be analysed here."
    if game.simultaneous:
        return f"In {name} the players choose at once, and what no single move answers is not analysed here."
    return ""
