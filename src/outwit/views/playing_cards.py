"""Playing cards and chips as shapes."""

from __future__ import annotations

from collections.abc import Iterator

from outwit.draw.shapes import Box, Disc, Polygon, Shape, Stroke, Words
from outwit.draw.svg import Point
from outwit.draw.theme import Kind, player_kind

TALL = 1.4
"""How high a card is for each unit of its width."""

CROWNS = {"J": 1, "Q": 2, "K": 3}
"""How many points the crown of a court card has."""


def card_face(x: float, y: float, width: float, name: str, kind: Kind = "last") -> Iterator[Shape]:
    """A card face up, by its top left corner: its rank large, with a crown or the suit below it.

    The name is a rank like `10` or `K`, or a rank and a suit, `Kh` for hearts and `Ks` for spades.
    """
    height = TALL * width
    rank, suit = (name[:-1], name[-1]) if name[-1:] in ("h", "s") else (name, "")
    yield Box(x, y, width, height, "cell", width * 0.12)
    yield Box(x, y, width, height, "wall", width * 0.12, max(1.5, width * 0.025))
    crowned = rank in CROWNS
    middle = y + height * (0.4 if suit or crowned else 0.52)
    yield Words(x + width / 2, middle, rank, kind, width * (0.56 if len(rank) == 1 else 0.46))
    if suit:
        yield from suit_mark(x + width / 2, y + height * 0.77, width * 0.16, suit)
    elif crowned:
        yield from crown(x + width / 2, y + height * 0.78, width * 0.24, CROWNS[rank], kind)


def card_back(x: float, y: float, width: float, owner: int) -> Iterator[Shape]:
    """A card face down, in the colour of whoever holds it, with a lattice."""
    height, kind, inset = TALL * width, player_kind(owner), width * 0.1
    yield Box(x, y, width, height, kind, width * 0.12)
    left, top, across, down = x + inset, y + inset, width - 2 * inset, height - 2 * inset
    yield Box(left, top, across, down, "mark", width * 0.06, width * 0.025)
    wide, high = across / 3, down / 5
    for number in range(15):
        middle = (left + (number % 3 + 0.5) * wide, top + (number // 3 + 0.5) * high)
        yield Polygon(diamond(middle, wide * 0.36, high * 0.36), "mark", opacity=0.8)


def card_place(x: float, y: float, width: float) -> Iterator[Shape]:
    """Where a card will lie: a dashed outline."""
    height = TALL * width
    corners = ((x, y), (x + width, y), (x + width, y + height), (x, y + height), (x, y))
    yield Stroke(corners, "wall", 2, "7 6")


def chips(x: float, y: float, many: int, owner: int) -> Iterator[Shape]:
    """Chips in a row, each over the one before, the first around this point."""
    for number in range(many):
        middle = x + 11 * number
        yield Disc(middle, y, 10, "cell")
        yield Disc(middle, y, 8.5, player_kind(owner))
    if many:
        yield Disc(x + 11 * (many - 1), y, 4.5, "mark", 1.5)


def diamond(middle: Point, across: float, down: float) -> tuple[Point, ...]:
    """The corners of a square on its corner."""
    x, y = middle
    return ((x, y - down), (x + across, y), (x, y + down), (x - across, y))


def crown(x: float, y: float, half: float, points: int, kind: Kind) -> Iterator[Shape]:
    """A crown around a point: a band, and so many points, each with a ball."""
    yield Box(x - half, y + half * 0.3, 2 * half, half * 0.36, kind, half * 0.1)
    wide = min(2 * half / points, half * 0.9)
    for number in range(points):
        middle = x + (number - (points - 1) / 2) * 2 * half / points
        left, right = (middle - wide / 2, y + half * 0.4), (middle + wide / 2, y + half * 0.4)
        yield Polygon((left, (middle, y - half * 0.6), right), kind)
        yield Disc(middle, y - half * 0.62, half * 0.17, kind)


def suit_mark(x: float, y: float, half: float, suit: str) -> Iterator[Shape]:
    """A heart, or a spade, which is one turned round, on a stem."""
    kind: Kind = "second" if suit == "h" else "last"
    turn = 1 if suit == "h" else -1
    for side in (-1, 1):
        yield Disc(x + side * half * 0.48, y - turn * half * 0.3, half * 0.55, kind)
    tip = (x, y + turn * half)
    wide = half * 0.98
    yield Polygon(((x - wide, y - turn * half * 0.1), (x + wide, y - turn * half * 0.1), tip), kind)
    if suit == "s":
        yield Polygon(((x, y), (x + half * 0.45, y + half * 1.15), (x - half * 0.45, y + half * 1.15)), kind)
