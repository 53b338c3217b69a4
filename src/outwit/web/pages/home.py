"""The first page: the games, and the sessions of late."""

from __future__ import annotations

import asyncio
from concurrent.futures import ThreadPoolExecutor
from datetime import datetime
from html import escape

from nicegui import ui

from outwit.faults import broken_rules
from outwit.game import Game
from outwit.games import summary, title
from outwit.isolated import IsolatedGame
from outwit.play import Session
from outwit.play.picture import picture_of
from outwit.play.result import ending, result_text
from outwit.store import Summary
from outwit.tree.record.node import quantity
from outwit.views import find_view, without_memory
from outwit.web.pages.frame import heading, page_frame, words
from outwit.web.state import AppState

LONGEST = 60.0
"""Seconds that a page may wait for the rules of all games."""

AT_ONCE = 8
"""How many games are drawn at the same time."""


def build(app_state: AppState) -> None:
    """Put the page where browsers find it."""

    @ui.page("/", response_timeout=LONGEST)
    async def home() -> None:
        recent = await app_state.registry.run_in_store(of_late, app_state)
        games = await asyncio.to_thread(gallery, app_state)
        with page_frame("Play a game"):
            with ui.element("ul").classes("ow-gallery"):
                for spec, game, picture in games:
                    card(game, f"/play/{spec}", picture)
            heading("Recent games")
            if not recent:
                words("Nobody has played here yet.", "ow-soft")
            with ui.element("ul").classes("ow-list"):
                for each, name, state in recent:
                    show_entry(each, name, state)
            ui.link("The API, for programs", "/api/docs")


def gallery(app_state: AppState) -> list[tuple[str, Game, str]]:
    """The games that can be played, each with its spec and how it begins; rules may take long."""
    games = app_state.games().items()
    with ThreadPoolExecutor(AT_ONCE) as threads:
        return [
            (spec, game, picture)
            for (spec, game), picture in zip(
                games, threads.map(glimpse, (game for _, game in games)), strict=True
            )
        ]


def card(game: Game, target: str, picture: str, about: str = "") -> None:
    """A game in the gallery, how it begins, and where it leads."""
    with ui.element("li"), ui.link(target=target).classes("ow-card"):
        ui.html(picture, sanitize=False).props("aria-hidden=true")
        ui.html(f"<b>{escape(title(type(game)))}</b>", tag="span", sanitize=False)
        ui.html(escape(about or summary(type(game))), tag="span", sanitize=False).classes("ow-soft")


def glimpse(game: Game) -> str:
    """How a game begins, for the first seat where something is hidden, as a picture or as text.

    It is what is wrong with the game if its rules break.
    """
    try:
        view, session, seat = find_view(game), Session(game), 0 if game.hidden else None
        picture = picture_of(view, session, seat=seat).still()
        text = view.written(without_memory(session.shown_to(seat)), seat)
    except Exception as error:  # rules may raise anything; what is not theirs is raised again
        broken = broken_rules(error)
        if broken is None:
            raise
        return f"<p>{escape(str(broken))}</p>"
    return picture.svg() if text is None else f"<pre>{escape(text)}</pre>"


def of_late(app_state: AppState) -> list[tuple[Summary, str, str]]:
    """The sessions of late, each with the name of its game and how it stands."""
    return [
        (each, name_of(app_state, each), state_of(app_state, each)) for each in app_state.store.recent(12)
    ]


def name_of(app_state: AppState, each: Summary) -> str:
    """The name of a session's game."""
    return app_state.game_text(each.game, lambda game: title(type(game))) or each.game


def state_of(app_state: AppState, each: Summary) -> str:
    """How a session stands."""
    end = "given up" if each.resigned is not None else ""
    if each.result is not None:
        end = app_state.game_text(each.game, lambda game: ending_text(app_state, game, each))
    return end or f"{quantity(each.steps, 'move')} so far"


def show_entry(each: Summary, name: str, state: str) -> None:
    """A session in the list."""
    when = datetime.fromtimestamp(each.changed).strftime("%d %B %Y, %H:%M")
    with ui.element("li"):
        ui.link(f"{name}: {' against '.join(each.players)}", f"/session/{each.id}")
        ui.html(f" · {escape(state)} · {when}", tag="span", sanitize=False).classes("ow-soft")


def ending_text(app_state: AppState, game: Game, each: Summary) -> str:
    """How a session ended; where a repeated position may have ended it, only its steps tell."""
    if game.repetition or isinstance(game, IsolatedGame):  # which counts repetitions by itself
        return ending(app_state.store.find(each.id, app_state.find).session)
    return result_text(game, each.result or ())
