"""How an agent's search stands, beside the table: time, depth, the line it expects, and what it hopes for."""

from __future__ import annotations

from html import escape
from time import monotonic

from nicegui import ui

from outwit.decision import valued
from outwit.web.hall import Table
from outwit.web.pages.frame import heading, words


class Thinking:
    """A panel that is there while an agent thinks.

    It is made once and only its words change, so that the button is never gone from under the finger.
    """

    def __init__(self, table: Table) -> None:
        self.table = table
        self.panel = ui.element("section").classes("ow-panel").props('aria-label="The agent is thinking"')
        with self.panel:
            heading("Thinking")
            self.clock = words("")
            self.line = words("", "ow-soft")
            self.worth = words("", "ow-soft")
            self.bar = ui.html("", sanitize=False).props("aria-hidden=true")
            ui.button("Move now", on_click=table.stop).props("no-caps outline color=none")
        self.panel.visible = False

    def refresh(self) -> None:
        """Show how the search stands now."""
        asking = self.table.asking
        self.panel.visible = asking is not None
        if asking is None:
            return
        progress = None if self.table.secret else asking.progress
        said = f"{monotonic() - self.table.since:.1f} s"
        if asking.place:
            said = f"Waiting for its turn to think; number {asking.place} in the queue."
        elif progress is not None:
            said += f" · depth {progress['depth']} · {progress['nodes']:,} positions"
            said += " · the game is being compiled" if progress.get("compiling") else ""
        self.clock.set_content(said)
        line = progress["line"][:8] if progress else ()
        self.line.set_content(f"expects {escape(' '.join(line))}" if line else "")
        value = progress["value"] if progress else None
        self.worth.set_content("" if value is None else f"takes its position to be worth {valued(value)}")
        self.bar.set_content("" if value is None else self.measured(value))

    def measured(self, value: float) -> str:
        """A value as a bar between the worst and the best that can come."""
        low, high = self.table.sitting.rules.bounds(self.table.sitting.state, 0)
        widest = max(abs(low), abs(high), 1e-9)
        share = min(max((value / widest + 1) / 2, 0), 1)
        return f'<div class="ow-bar"><div style="width:{100 * share:.0f}%"></div></div>'
