"""The board at a step of a game: after the move, before it, and after the move that was better."""

from __future__ import annotations

from copy import copy

from nicegui import ui

from outwit.analysis.review import ReviewedMove, ReviewedStep
from outwit.play import Sitting
from outwit.views import find_view
from outwit.web.position_html import shown

LOOKS = {"after": "After the move", "before": "Before it", "better": "After the better move"}


class Position:
    """The board, and which of the positions around the step it shows."""

    def __init__(self, sitting: Sitting) -> None:
        self.sitting = sitting
        self.view = find_view(sitting.game)
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
        sitting, count = self.sitting, self.at - (look == "before")
        if look == "better":
            sitting = so_far(self.sitting, self.at - 1)
            sitting.play(sitting.meant(self.better))
        self.place.set_content(shown(self.view, sitting, count))


def so_far(sitting: Sitting, count: int) -> Sitting:
    """The first steps of a sitting, so many, as a sitting of their own."""
    part = copy(sitting)
    part.steps, part.states = sitting.steps[:count], sitting.states[: count + 1]
    return part
