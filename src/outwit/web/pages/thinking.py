"""How an agent's search stands, beside the table: time, depth, the line it expects, and what it hopes for."""

from __future__ import annotations

from html import escape
from time import monotonic
from typing import Any

from nicegui import ui

from outwit.decision import value_text
from outwit.tree.record.node import quantity
from outwit.web.pages.frame import heading, words
from outwit.web.table import HUMAN, Table
from outwit.web.workers import Job

TICK = 0.5
"""Seconds between two looks at the clock while nothing is heard from a search."""


class Thinking:
    """A panel that says what the agents at a table are doing.

    It is made once and only its words change, so that the button is never gone from under the finger and
    nothing below it moves. Where only people play, it is not there.
    """

    def __init__(self, table: Table) -> None:
        self.table = table
        self.panel = ui.element("section").classes("ow-panel ow-thinking").props('aria-label="Thinking"')
        with self.panel:
            heading("Thinking")
            self.clock = words("")
            self.line = words("", "ow-soft")
            self.worth = words("", "ow-soft")
            self.bar = ui.html("", sanitize=False).classes("ow-worth").props("aria-hidden=true")
            self.now = ui.button("Move now", on_click=table.stop).props("no-caps outline color=none")
        self.timer = ui.timer(TICK, self.refresh, active=False)

    def refresh(self) -> None:
        """Show how the search stands now."""
        job = self.table.job
        self.panel.visible = any(player != HUMAN for player in self.table.session.players)
        self.timer.active = job is not None
        self.now.set_enabled(job is not None)
        if job is None:
            self.clock.set_content("The game is over." if self.table.over else "It is not an agent's turn.")
            for each in (self.line, self.worth, self.bar):
                each.set_content("")
            return
        progress = self.visible_progress(job)
        self.clock.set_content(self.status_text(job))
        line = progress["line"][:8] if progress else ()
        expects = f"expects {escape(' '.join(line))}" if line else ""
        self.line.set_content(escape(preparation_text(job.progress)) or expects)
        value = progress["value"] if progress else None
        self.worth.set_content("" if value is None else f"takes its position to be worth {value_text(value)}")
        self.bar.set_content("" if value is None else self.value_bar(value))

    def visible_progress(self, job: Job) -> dict[str, Any] | None:
        """What a search has found, unless it would tell of what is hidden or chosen at the same time."""
        return None if self.table.secret or self.table.sealed else job.progress

    def status_text(self, job: Job) -> str:
        """How long it has thought, and how far it has come."""
        if job.place:
            return f"Waiting for its turn to think; number {job.place} in the queue."
        seconds = f"{monotonic() - self.table.since:.1f} s"
        progress = self.visible_progress(job)
        if progress is None or not progress["nodes"]:
            return seconds
        return f"{seconds} · depth {progress['depth']} · {quantity(progress['nodes'], 'position')}"

    def value_bar(self, value: float) -> str:
        """A value as a bar between the worst and the best that can come."""
        low, high = self.table.session.rules.bounds(self.table.session.state, 0)
        widest = max(abs(low), abs(high), 1e-9)
        share = min(max((value / widest + 1) / 2, 0), 1)
        return f'<div class="ow-bar"><div style="width:{100 * share:.0f}%"></div></div>'


def preparation_text(progress: dict[str, Any] | None) -> str:
    """What is made ready for a search before it is as fast as it will be; nothing where all is.

    >>> preparation_text({"compiling": True, "preparing": "compiling Nim for alphabeta, step 1 of 2, 3 s"})
    'Getting ready (first time only): compiling Nim for alphabeta, step 1 of 2, 3 s.'
    """
    if not progress or not progress.get("compiling"):
        return ""
    return f"Getting ready (first time only): {progress.get('preparing') or 'the game is being compiled'}."
