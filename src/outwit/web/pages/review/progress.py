"""How a review stands that is not there yet: its place in the queue, and how many positions are done."""

from __future__ import annotations

from collections.abc import Callable
from html import escape

from nicegui import ui

from outwit.analysis.review.words import limit_text
from outwit.decision import Limit
from outwit.web.pages.frame import words
from outwit.web.workers import Job


class Waiting:
    """A panel that is there while a review is under way."""

    def __init__(self, positions: int, stop: Callable[[], None]) -> None:
        self.positions = positions
        self.panel = ui.element("section").classes("ow-panel").props('aria-label="The review is under way"')
        with self.panel:
            self.done = words("")
            self.how = words("", "ow-soft")
            self.bar = ui.html("", sanitize=False)
            ui.button("Stop", on_click=stop).props("no-caps outline color=none").classes("self-start")
        self.panel.visible = False

    def show(self, job: Job | None) -> None:
        """Show how what was asked for stands; None if nothing is under way."""
        self.panel.visible = job is not None
        if job is None:
            return
        progress, total = job.progress, self.positions
        many = progress["done"] if progress else 0
        said = f"{many} of {total} positions"
        if job.place:
            said = f"Waiting for its turn; number {job.place} in the queue."
        elif not many:
            said = f"The agent makes itself ready to look at {total} positions."
        limit = Limit(**job.request["limit"])
        self.done.set_content(said)
        self.how.set_content(escape(f"{job.request['agent']}{limit_text(limit)}"))
        self.bar.set_content(
            '<div class="ow-bar" role="progressbar" aria-label="Positions reviewed" aria-valuemin="0" '
            f'aria-valuemax="{total}" aria-valuenow="{many}" aria-valuetext="{said}">'
            f'<div style="width:{100 * many / total:.0f}%"></div></div>'
        )
