"""The page on which a game is looked at again: its value over time, its blunders, luck apart from skill."""

from __future__ import annotations

from nicegui import app, ui

from outwit.errors import OutwitError
from outwit.review import require_reviewable
from outwit.web.pages.frame import framed, words
from outwit.web.pages.review.asked import Asked
from outwit.web.pages.review.page import ReviewPage
from outwit.web.reviews import Reviews
from outwit.web.room import Room


def build(room: Room) -> None:
    """Put the page where browsers find it."""
    reviews = Reviews(room)

    @ui.page("/review/{key}")
    def review(key: str, step: str = "", agent: str = "", seconds: str = "") -> None:
        try:
            table = room.hall.open(key)
        except OutwitError as error:
            with framed("No such sitting"):
                words(str(error))
                ui.link("All games", "/")
            return
        try:
            require_reviewable(table.sitting)
        except OutwitError as error:
            with framed("Nothing to review"):
                words(str(error))
                ui.link("Back to the table", f"/sitting/{key}")
            return
        asked = Asked(agent, seconds, step)
        ReviewPage(room, reviews, table, str(app.storage.browser["id"]), asked).show()
