"""What can be taken from a review: a position to analyse or to play on from, and the review as a file."""

from __future__ import annotations

import json

from nicegui import ui

from outwit.analysis.review import Review
from outwit.analysis.review.picture import picture
from outwit.errors import OutwitError
from outwit.game import CHANCE
from outwit.play import Session
from outwit.web.pages.address import Spot
from outwit.web.pages.frame import heading
from outwit.web.pages.review.position import so_far
from outwit.web.state import AppState
from outwit.web.table import HUMAN

LIKE_OTHERS = "no-caps outline dense color=none"


class Taking:
    """The ways out of a review, from the position before the step that is shown."""

    def __init__(self, app_state: AppState, session: Session, key: str, browser: str) -> None:
        self.app_state = app_state
        self.session = session
        self.browser = browser
        self.noun = "step" if any(step.by == CHANCE for step in session.steps) else "move"
        """What a step is called: where chance acts too, not every step is a move."""
        self.count = 0
        """How many steps were played in that position."""
        self.found: Review | None = None
        with ui.element("section").classes("ow-panel"):
            self.heading = ui.html("", tag="h2", sanitize=False)
            with ui.element("div").classes("ow-buttons"):
                self.analysis = ui.button("Analyse this position").props(LIKE_OTHERS)
                self.lab = ui.button("Search tree").props(LIKE_OTHERS)
                ui.button("Play on from here", on_click=self.play_on).props(LIKE_OTHERS)
            heading("The whole game")
            with ui.element("div").classes("ow-buttons"):
                ui.button("Back to the table").props(LIKE_OTHERS).props["href"] = f"/session/{key}"
                self.files = [
                    ui.button("Download as JSON", on_click=self.as_json).props(LIKE_OTHERS),
                    ui.button("Download the graph as SVG", on_click=self.as_svg).props(LIKE_OTHERS),
                ]

    def show(self, at: int) -> None:
        """Lead on from the position before a step, or from the start."""
        self.count = max(at - 1, 0)
        where = f"before {self.noun} {at}" if at else "at the start"
        self.heading.set_content(f"The position {where}")
        spot = Spot.of(self.session, self.count)
        for button, address in ((self.analysis, spot.analysis()), (self.lab, spot.lab())):
            button.props["href"] = address
            button.update()
        for button in self.files:
            button.set_enabled(self.found is not None)

    async def play_on(self) -> None:
        """A new session from there; where only agents played, whoever is to move becomes a person."""
        session = so_far(self.session, self.count)
        players = list(session.players)
        if HUMAN not in players:
            players[max(session.turn, 0)] = HUMAN
        session.players = tuple(players)
        try:
            table = await self.app_state.registry.begin(session, self.browser)
        except OutwitError as error:
            ui.notify(str(error), type="warning", multi_line=True)
            return
        ui.navigate.to(f"/session/{table.key}")

    @property
    def name(self) -> str:
        """What a file is called, but for its ending."""
        return f"{type(self.session.game).__name__.lower()}-review"

    def as_json(self) -> None:
        """The review as a file."""
        if self.found is not None:
            text = json.dumps(self.found.to_json(), indent=1, ensure_ascii=False) + "\n"
            ui.download(text.encode(), f"{self.name}.json")

    def as_svg(self) -> None:
        """The graph as a file."""
        if self.found is not None:
            ui.download((picture(self.found).svg() + "\n").encode(), f"{self.name}.svg")
