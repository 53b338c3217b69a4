"""The tree lab: a search of any position gone through step by step, with what it cut and why."""

from __future__ import annotations

from fastapi import Request
from nicegui import ui

from outwit.errors import OutwitError
from outwit.web.pages.address import Spot
from outwit.web.pages.frame import page_frame, words
from outwit.web.pages.tree.lab import Lab
from outwit.web.read_limiter import refusal_status
from outwit.web.state import AppState

EXAMPLE = "tree:((3 12 8)(2 4 6)(14 5 2))"
"""What is shown first: the tree that most textbooks draw."""


def build(app_state: AppState) -> None:
    """Put the page where browsers find it."""

    @ui.page("/tree")
    async def tree(request: Request) -> None:
        asked = request.query_params
        spot = Spot(asked.get("game", EXAMPLE), tuple(asked.getlist("move")), asked.get("start"))
        with page_frame("Tree lab"):
            words(
                "A search, step by step: where it is, what it knows there, what it cuts and why.", "ow-soft"
            )
            try:
                lab = await app_state.readings.read(
                    Lab, app_state, spot, asked.get("agent"), "predict" in asked
                )
            except OutwitError as error:
                ui.context.client.status_code = refusal_status(error)
                words(str(error)).props("role=alert")
                lab = Lab(app_state, Spot(EXAMPLE), None, False)
            lab.read_folds(asked.getlist("open"), asked.getlist("fold"))
            step = asked.get("step", "0")
            lab.step = int(step) if step.isdecimal() and len(step) < 9 else 0
            lab.show()
