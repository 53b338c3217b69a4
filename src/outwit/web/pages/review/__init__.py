"""The page on which a game is looked at again: its value over time, its blunders, luck apart from skill."""

from __future__ import annotations

from nicegui import app, ui

from outwit.analysis.review import require_reviewable
from outwit.errors import OutwitError
from outwit.web.pages.frame import refuse
from outwit.web.pages.review.page import ReviewPage
from outwit.web.pages.review.request import Asked
from outwit.web.reviews import Reviews
from outwit.web.sessions import PATIENCE
from outwit.web.state import AppState


def build(app_state: AppState) -> None:
    """Put the page where browsers find it."""
    reviews = Reviews(app_state)

    @ui.page("/review/{key}", response_timeout=PATIENCE)
    async def review(key: str, step: str = "", agent: str = "", seconds: str = "") -> None:
        try:
            table = await app_state.registry.open(key)
        except OutwitError as error:
            refuse("No such game", str(error), "All games", "/")
            return
        try:
            require_reviewable(table.session)
        except OutwitError as error:
            refuse("Nothing to review", str(error), "Back to the table", f"/session/{key}", 400)
            return
        asked = Asked(agent, seconds, step)
        ReviewPage(app_state, reviews, table, str(app.storage.browser["id"]), asked).show()
