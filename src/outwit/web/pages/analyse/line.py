"""The line under study, to be walked along: what was played, what chance can bring, where to go from here."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from secrets import randbelow
from urllib.parse import quote

from nicegui import ui

from outwit.errors import OutwitError
from outwit.play import Session
from outwit.web.pages.address import way
from outwit.web.pages.analyse.study import Study
from outwit.web.pages.frame import heading, words
from outwit.web.pages.part import Part
from outwit.web.pages.step_list import StepList
from outwit.web.state import AppState
from outwit.web.table import HUMAN


class Line:
    """The panels below the board."""

    def __init__(
        self, app_state: AppState, study: Study, browser: str, attempt: Callable[[Callable[[], object]], None]
    ) -> None:
        self.app_state = app_state
        self.study = study
        self.browser = browser
        self.attempt = attempt
        """How another position comes to be looked at."""
        self.parts = (
            Part(self.chances, study.outcomes),
            Part(self.moves, lambda: (study.session.start, study.session.described(), study.count)),
        )

    def refresh(self) -> None:
        """Show where in the line one looks."""
        for part in self.parts:
            part.refresh()

    def go(self, count: int) -> None:
        """Look at the position after so many steps."""
        self.attempt(lambda: self.study.go(count))

    def happen(self, outcome: str) -> None:
        """Let chance bring something."""
        self.attempt(lambda: self.study.play(outcome))

    def chances(self) -> None:
        """A button for each thing that chance can bring."""
        outcomes = self.study.outcomes()
        if not outcomes:
            return
        with ui.element("section").classes("ow-panel").props('aria-label="What chance can bring"'):
            heading("What chance can bring")
            with ui.element("div").classes("ow-buttons"):
                for name, odds in outcomes:
                    made = ui.button(f"{name} · {100 * odds:.3g} %", on_click=partial(self.happen, name))
                    made.props("no-caps unelevated")

    def moves(self) -> None:
        """What was played, step by step, and where to go from here."""
        study = self.study
        texts, count = study.session.described(), study.count
        with ui.element("section").classes("ow-panel").props('aria-label="The line"'):
            heading("The line")
            with ui.element("div").classes("ow-buttons"):
                self.step("first_page", "First", 0)
                self.step("chevron_left", "Back", count - 1)
                self.step("chevron_right", "Forward", count + 1)
                self.step("last_page", "Last", len(texts))
            if study.session.start is not None:
                words("From a position that was set up.", "ow-soft")
            if not texts:
                words("No move yet; play one on the board.", "ow-soft")
            else:
                StepList(study.session, texts, count, self.go)
            with ui.element("div").classes("ow-buttons"):
                begin = ui.button("New game from here", on_click=self.sit_down)
                begin.props("no-caps outline dense color=none")
                way("Search tree", study.spot.lab())

    def step(self, icon: str, name: str, where: int) -> None:
        """A button that goes along the line."""
        made = ui.button(icon=icon, on_click=partial(self.go, where))
        made.props(f'outline dense color=none aria-label="{name}"').classes("ow-walk")
        made.set_enabled(0 <= where <= len(self.study.session.steps) and where != self.study.count)

    async def sit_down(self) -> None:
        """Begin a session of people at this position."""
        game, here = self.study.game, self.study.until(self.study.count)
        session = Session(game, (HUMAN,) * game.players, randbelow(1 << 32), here.start)
        for step in here.steps:
            session.play(step.move)
        try:
            table = await self.app_state.registry.begin(session, self.browser)
        except OutwitError as error:
            ui.notify(str(error), type="warning", multi_line=True)
            return
        ui.navigate.to(f"/session/{quote(table.key)}")
