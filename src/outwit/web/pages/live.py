"""HTML that changes before people's eyes."""

from __future__ import annotations

from nicegui import ui


class Live(ui.element, component="live.js"):
    """HTML of which, when it changes, only what differs is touched.

    Whoever has scrolled a table, or stands with the keyboard on a link in it, stays where they are.
    """

    def __init__(self, content: str = "") -> None:
        super().__init__()
        self._props["content"] = content

    def show(self, content: str) -> None:
        """Show this from now on."""
        if content != self._props["content"]:
            self._props["content"] = content
            self.update()
