"""The tree page."""

from __future__ import annotations

from outwit.web.room import Room


def build(room: Room) -> None:
    """Put the page where browsers find it."""
