"""Helpers that may give None, in a file of their own: whoever calls them need not say None at all."""

from __future__ import annotations


def pair_from(cells: tuple[int, ...], wanted: int) -> tuple[int, int] | None:
    """The place of what is wanted, and it."""
    for place, cell in enumerate(cells):
        if cell == wanted:
            return (place, cell)
    return None


def number_from(cells: tuple[int, ...], wanted: int) -> int | None:
    """The place of what is wanted."""
    for place, cell in enumerate(cells):
        if cell == wanted:
            return place
    return None


def row_from(cells: tuple[int, ...], wanted: int) -> tuple[int, ...] | None:
    """All places of what is wanted; no tuple if there are more than three."""
    found = tuple([place for place, cell in enumerate(cells) if cell == wanted])
    return found if len(found) < 4 else None


def list_from(cells: tuple[int, ...], wanted: int) -> list[int] | None:
    """All places of what is wanted; no list if there are more than three."""
    found = [place for place, cell in enumerate(cells) if cell == wanted]
    return found if len(found) < 4 else None
