"""A slider over the steps of a game: the browser's own, as keys and screen readers expect it."""

from __future__ import annotations

from collections.abc import Callable

from nicegui import events, ui


class StepSlider:
    """A slider from 0, the start, to the last step."""

    def __init__(self, label: str, last: int, go: Callable[[int], object]) -> None:
        self.go = go
        """What to do when it is moved."""
        self.made = ui.element("input").classes("ow-slider")
        self.made.props(f'type=range min=0 max={last} step=1 aria-label="{label}"')
        self.made.on("input", self.on_slide, js_handler="(event) => emit(event.target.value)")

    def on_slide(self, event: events.GenericEventArguments) -> None:
        """The slider was moved."""
        text = str(event.args)
        if text.isascii() and text.isdigit():
            self.go(int(text))

    def show(self, step: int) -> None:
        """Let it stand at a step."""
        self.made.props(f"value={step}")
