"""The board at a step of a game: after the move, before it, and after the move that was better."""

from __future__ import annotations

from copy import copy

from nicegui import ui

from outwit.analysis.review import ReviewedMove, ReviewedStep
from outwit.play import Session
from outwit.views import find_view
from outwit.web.position_html import session_html

LOOKS = {"after": "After the move", "before": "Before it", "better": "After the better move"}


class Position:
    """The board, and which of the positions around the step it shows."""

    def __init__(self, session: Session) -> None:
        self.session = session
        self.view = find_view(session.game)
        self.at = 0
        self.better = ""
        """The move that was better, as people write it; nothing where none was."""
        with ui.element("div").classes("ow-buttons").props('role=group aria-label="The board"'):
            self.buttons = {
                look: ui.button(name, on_click=lambda look=look: self.draw(look)).props("no-caps dense")
                for look, name in LOOKS.items()
            }
        self.place = ui.html("", sanitize=False).classes("ow-place")

    def show(self, at: int, step: ReviewedStep | None) -> None:
        """Show the position after so many steps; what is known of the last of them says what was better."""
        known = isinstance(step, ReviewedMove) and step.text != step.best and step.loss > 0
        self.at, self.better = at, step.best if isinstance(step, ReviewedMove) and known else ""
        self.buttons["after"].visible = self.buttons["before"].visible = at > 0
        self.buttons["better"].visible = bool(self.better)
        self.draw("after")

    def draw(self, look: str) -> None:
        """Show one of the positions around the step."""
        for name, button in self.buttons.items():
            pressed, other = ("unelevated color=primary", "outline"), ("outline color=none", "unelevated")
            add, remove = pressed if name == look else other
            button.props(f"{add} aria-pressed={'true' if name == look else 'false'}", remove=remove)
        session, count = self.session, self.at - (look == "before")
        if look == "better":
            session = so_far(self.session, self.at - 1)
            session.play(session.find_move(self.better))
        self.place.set_content(session_html(self.view, session, count))


def so_far(session: Session, count: int) -> Session:
    """The first steps of a session, so many, as a session of their own."""
    part = copy(session)
    part.steps, part.states = session.steps[:count], session.states[: count + 1]
    return part
