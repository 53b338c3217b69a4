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
from outwit.web.state import Room


def build(room: Room) -> None:
    """Put the page where browsers find it."""
    reviews = Reviews(room)

    @ui.page("/review/{key}", response_timeout=PATIENCE)
    async def review(key: str, step: str = "", agent: str = "", seconds: str = "") -> None:
        try:
            table = await room.hall.open(key)
        except OutwitError as error:
            refuse("No such sitting", str(error), "All games", "/")
            return
        try:
            require_reviewable(table.sitting)
        except OutwitError as error:
            refuse("Nothing to review", str(error), "Back to the table", f"/sitting/{key}", 400)
            return
        asked = Asked(agent, seconds, step)
        ReviewPage(room, reviews, table, str(app.storage.browser["id"]), asked).show()
