"""How a position is set up: in the game's notation, by moves, or square by square."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from html import escape

from nicegui import ui

from outwit.draw.shapes import Square
from outwit.errors import OutwitError
from outwit.game import State, defines
from outwit.views import Picture, View, without_memory
from outwit.web.pages.analyse.study import Study
from outwit.web.pages.board import ClickedBoard
from outwit.web.pages.frame import heading, words
from outwit.web.pages.part import Part


class SettingUp:
    """The panel with which a position is set up."""

    def __init__(self, study: Study, board: ClickedBoard, changed: Callable[[], None]) -> None:
        self.study = study
        self.board = board
        self.changed = changed
        """What to do when another position is looked at."""
        self.edited: State = None
        """The state while it is put together square by square; None while none is."""
        self.piece = ""
        """What the next click puts on a square."""
        with ui.element("section").classes("ow-panel").props('aria-label="Set up a position"'):
            heading("Set up a position")
            self.moves = self.field("Moves to play from here", "Play", self.follow)
            if defines(study.game, "position"):
                self.position = self.field("Position", "Set up", self.set_up, study.notation())
            self.pieces = Part(self.show_pieces, lambda: (self.edited, self.piece))
            self.trouble = words("", "ow-trouble").props("role=alert")

    def field(self, label: str, name: str, what: Callable[[], None], value: str = "") -> ui.input:
        """An input with its button.

        It is made with its value: one that is set while the page is built arrives once the page is there,
        over what somebody may have written by then.
        """
        with ui.element("div").classes("ow-entry"):
            made = ui.input(label, value=value).props("outlined dense spellcheck=false autocapitalize=off")
            made.on("keydown.enter", what)
            ui.button(name, on_click=what).props("no-caps outline color=none")
        return made

    def refresh(self) -> None:
        """Show the notation of the position that is looked at; what was complained of is over."""
        self.edited = None
        self.trouble.set_content("")
        if defines(self.study.game, "position"):
            self.position.set_value(self.study.notation())
        self.pieces.refresh()

    def attempt(self, what: Callable[[], None]) -> None:
        """Look at another position, unless that is refused with a sentence."""
        try:
            what()
        except OutwitError as error:
            self.trouble.set_content(escape(str(error)))
        else:
            self.changed()

    def follow(self) -> None:
        """Play the moves that somebody wrote."""

        def play_moves() -> None:
            self.study.follow(str(self.moves.value or ""))
            self.moves.set_value("")

        self.attempt(play_moves)

    def set_up(self) -> None:
        """Begin from the position that somebody wrote."""
        self.attempt(lambda: self.study.set_up(str(self.position.value or "")))

    # Square by square

    def show_pieces(self) -> None:
        """The pieces to choose from while a position is put together, and the ways in and out."""
        view = self.board.view
        if not view.pieces:
            return
        with ui.element("div").classes("ow-buttons"):
            if self.edited is None:
                self.button("Place pieces by clicking", lambda: self.edit(view))
                return
            for piece in view.pieces:
                chosen = piece == self.piece
                made = self.button(piece_text(view, piece), partial(self.choose, view, piece), chosen)
                made.props(f"aria-pressed={'true' if chosen else 'false'}")
            self.button("Done", lambda: self.attempt(lambda: self.study.put_together(self.edited)))
            self.button("Cancel", self.changed)
        words("Click a square to put there what is chosen.", "ow-soft")

    def button(self, name: str, what: Callable[[], None], chosen: bool = False) -> ui.button:
        """A button of this panel; what is chosen is filled."""
        look = "unelevated" if chosen else "outline color=none"
        return ui.button(name, on_click=what).props(f"no-caps dense {look}")

    def edit(self, view: View) -> None:
        """Begin to put a position together from the one that is looked at."""
        self.edited = without_memory(self.study.state)
        self.choose(view, view.pieces[0])

    def choose(self, view: View, piece: str) -> None:
        """Choose what the next click puts on a square."""
        self.piece = piece
        self.show(view)
        self.pieces.refresh()

    def show(self, view: View) -> None:
        """Show the position as far as it is put together."""

        def put(square: str) -> None:
            if square in actions:
                self.edited = view.placed(self.edited, square, self.piece)
                self.show(view)

        picture: Picture = view.picture(self.edited).still()
        what = piece_text(view, self.piece)
        actions = {
            shape.name: f"{what} on {shape.name}" for shape in picture.shapes if isinstance(shape, Square)
        }
        self.board.edit(picture, actions, put)


def piece_text(view: View, piece: str) -> str:
    """What putting a piece does, in words."""
    return "take away" if piece == view.pieces[-1] else f"put {piece}"
