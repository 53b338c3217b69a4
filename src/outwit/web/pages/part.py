"""A part of a page that is built anew when what it shows has changed."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from nicegui import ui


class Part:
    """A part of a page.

    It is built anew at once. NiceGUI's own `refreshable` is built a moment later, when the page may have been
    sent already, and a click on a button that is about to be replaced is lost.
    """

    def __init__(self, build: Callable[[], None], shows: Callable[[], Any] | None = None) -> None:
        self.build = build
        self.shows = shows
        """What it shows; while that is the same, nothing is built anew. Without it, it always is."""
        self.shown: Any = None
        self.place = ui.element("div").classes("ow-part")
        self.refresh()

    def refresh(self) -> None:
        """Build it anew, if need be."""
        shown = self.shows() if self.shows is not None else object()
        if shown == self.shown:
            return
        self.shown = None  # should building it fail, it is tried again
        self.place.clear()
        with self.place:
            self.build()
        self.shown = shown
