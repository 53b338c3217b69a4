"""The first page: the games, and the sittings of late."""

from __future__ import annotations

from datetime import datetime
from html import escape

from nicegui import ui

from outwit.faults import broken_rules
from outwit.game import Game
from outwit.games import summary, title
from outwit.play.result import ending, told
from outwit.store import Summary
from outwit.views import find_view
from outwit.web.pages.frame import framed, heading, words
from outwit.web.room import Room


def build(room: Room) -> None:
    """Put the page where browsers find it."""

    @ui.page("/")
    def home() -> None:
        with framed("Play a game"):
            with ui.element("ul").classes("ow-gallery"):
                for spelling, game in room.games().items():
                    card(game, f"/play/{spelling}")
            heading("Sittings of late")
            recent = room.store.recent(12)
            if not recent:
                words("Nobody has played here yet.", "ow-soft")
            with ui.element("ul").classes("ow-list"):
                for each in recent:
                    listed(room, each)


def card(game: Game, target: str, about: str = "") -> None:
    """A game in the gallery, and where it leads."""
    with ui.element("li"), ui.link(target=target).classes("ow-card"):
        ui.html(glimpse(game), sanitize=False).props("aria-hidden=true")
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


def listed(room: Room, each: Summary) -> None:
    """A sitting in the list."""
    when = datetime.fromtimestamp(each.changed).strftime("%d %B %Y, %H:%M")
    end = "given up" if each.resigned is not None else ""
    if each.result is not None:
        end = room.said(each.game, lambda game: ended(room, game, each))
    state = end or f"{each.steps} moves so far"
    with ui.element("li"):
        name = room.said(each.game, lambda game: title(type(game))) or each.game
        ui.link(f"{name}: {' against '.join(each.players)}", f"/sitting/{each.id}")
        ui.html(f" · {escape(state)} · {when}", tag="span", sanitize=False).classes("ow-soft")


def ended(room: Room, game: Game, each: Summary) -> str:
    """How a sitting ended; where a repeated position may have ended it, only its steps tell."""
    if game.repetition:
        return ending(room.store.find(each.id, room.find).sitting)
    return told(game, each.result or ())
