"""The first page: the games, and the sittings of late."""

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
from outwit.play.result import ending, told
from outwit.store import Summary
from outwit.tree.record.node import counted
from outwit.views import find_view
from outwit.web.pages.frame import framed, heading, words
from outwit.web.state import Room

LONGEST = 60.0
"""Seconds that a page may wait for the rules of all games."""

AT_ONCE = 8
"""How many games are drawn at the same time."""


def build(room: Room) -> None:
    """Put the page where browsers find it."""

    @ui.page("/", response_timeout=LONGEST)
    async def home() -> None:
        recent = await room.hall.stored(of_late, room)
        games = await asyncio.to_thread(gallery, room)
        with framed("Play a game"):
            with ui.element("ul").classes("ow-gallery"):
                for spelling, game, picture in games:
                    card(game, f"/play/{spelling}", picture)
            heading("Sittings of late")
            if not recent:
                words("Nobody has played here yet.", "ow-soft")
            with ui.element("ul").classes("ow-list"):
                for each, name, state in recent:
                    listed(each, name, state)
            ui.link("The API, for programs", "/api/docs")


def gallery(room: Room) -> list[tuple[str, Game, str]]:
    """The games that can be played, each with its spelling and how it begins; rules may take long."""
    games = room.games().items()
    with ThreadPoolExecutor(AT_ONCE) as threads:
        return [
            (spelling, game, picture)
            for (spelling, game), picture in zip(
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
    """How a game begins, as a picture or as text; what is wrong with it if its rules break."""
    try:
        view, start = find_view(game), game.initial()
        picture = view.picture(start).still()
        text = view.written(start)
    except Exception as error:
        broken = broken_rules(error)
        if broken is None:
            raise
        return f"<p>{escape(str(broken))}</p>"
    return picture.svg() if text is None else f"<pre>{escape(text)}</pre>"


def of_late(room: Room) -> list[tuple[Summary, str, str]]:
    """The sittings of late, each with the name of its game and how it stands."""
    return [(each, name_of(room, each), state_of(room, each)) for each in room.store.recent(12)]


def name_of(room: Room, each: Summary) -> str:
    """The name of a sitting's game."""
    return room.said(each.game, lambda game: title(type(game))) or each.game


def state_of(room: Room, each: Summary) -> str:
    """How a sitting stands."""
    end = "given up" if each.resigned is not None else ""
    if each.result is not None:
        end = room.said(each.game, lambda game: ended(room, game, each))
    return end or f"{counted(each.steps, 'move')} so far"


def listed(each: Summary, name: str, state: str) -> None:
    """A sitting in the list."""
    when = datetime.fromtimestamp(each.changed).strftime("%d %B %Y, %H:%M")
    with ui.element("li"):
        ui.link(f"{name}: {' against '.join(each.players)}", f"/sitting/{each.id}")
        ui.html(f" · {escape(state)} · {when}", tag="span", sanitize=False).classes("ow-soft")


def ended(room: Room, game: Game, each: Summary) -> str:
    """How a sitting ended; where a repeated position may have ended it, only its steps tell."""
    if game.repetition or isinstance(game, IsolatedGame):  # which counts repetitions by itself
        return ending(room.store.find(each.id, room.find).sitting)
    return told(game, each.result or ())
