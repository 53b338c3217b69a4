"""Moves that somebody proposes, drawn over a position: arrows and rings with the numbers of who does."""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace

from outwit.draw.picture import Picture
from outwit.draw.shapes import Box, Disc, Polygon, Shape, Stroke, Words
from outwit.draw.svg import text_width

Point = tuple[float, float]

RADIUS = 25.0
"""How far from its middle a ring goes around a square that is played on."""

HEAD = 15.0
"""How long the head of an arrow is."""

SIZE = 13.0
"""How large a badge's figures are."""


@dataclass(frozen=True)
class Arrow:
    """A move over a picture: from the first of its points to the last, or around its only one."""

    points: tuple[Point, ...]
    mark: str
    """Whose it is, in the badge at its end."""
    reply: bool = False
    """Is it the answer to a move that is drawn too? It is thinner, and its badge hollow."""


def with_arrows(picture: Picture, arrows: Iterable[Arrow]) -> Picture:
    """The picture with moves over its shapes, below what is clicked; those that are the same share a badge.

    >>> two = [Arrow(((10, 10),), "1"), Arrow(((10, 10),), "2")]
    >>> [shape.text for shape in with_arrows(Picture(20, 20, (), ""), two).shapes if isinstance(shape, Words)]
    ['1 2']
    """
    marks: dict[tuple[bool, tuple[Point, ...]], list[str]] = {}
    for arrow in arrows:
        if arrow.points:
            marks.setdefault((arrow.reply, arrow.points), []).append(arrow.mark)
    drawn: list[Shape] = []
    badges: list[Shape] = []
    for (reply, points), named in sorted(marks.items(), key=lambda entry: not entry[0][0]):
        drawn += shaft(points, reply)
        badges += badge(points[-1], " ".join(named), reply)
    return replace(picture, shapes=(*picture.shapes, *drawn, *badges))


def shaft(points: tuple[Point, ...], thin: bool) -> Iterator[Shape]:
    """An arrow with an edge that sets it off from the board; a ring where there is only one point."""
    width = 3.0 if thin else 5.5
    if len(points) == 1:
        radius = RADIUS - 2 if thin else RADIUS
        yield Disc(*points[0], radius, "cell", width + 3)
        yield Disc(*points[0], radius, "arrow", width)
        return
    (x0, y0), (x1, y1) = points[-2:]
    length = math.hypot(x1 - x0, y1 - y0) or 1.0
    dx, dy = (x1 - x0) / length, (y1 - y0) / length
    head = HEAD * (0.75 if thin else 1.0)
    tip = (x1 - 0.35 * head * dx, y1 - 0.35 * head * dy)
    neck = (tip[0] - head * dx, tip[1] - head * dy)
    side = 0.62 * head
    wings = ((neck[0] - side * dy, neck[1] + side * dx), (neck[0] + side * dy, neck[1] - side * dx))
    line = (*points[:-1], neck)
    yield Stroke(line, "cell", width + 3)
    yield Polygon((tip, *wings), "cell", 3)
    yield Stroke(line, "arrow", width)
    yield Polygon((tip, *wings), "arrow")


def badge(point: Point, words: str, hollow: bool) -> Iterator[Shape]:
    """The numbers of those who propose a move, above and to the right of where it ends."""
    x, y = point[0] + 0.75 * RADIUS, point[1] - 0.75 * RADIUS
    width, height = max(text_width(words, SIZE) + 8, SIZE + 6), SIZE + 6
    left, top, rounding = x - width / 2, y - height / 2, height / 2
    yield Box(left - 1.5, top - 1.5, width + 3, height + 3, "cell", rounding + 1.5)
    if hollow:
        yield Box(left + 1, top + 1, width - 2, height - 2, "arrow", rounding - 1, 2)
    else:
        yield Box(left, top, width, height, "arrow", rounding)
    yield Words(x, y, words, "arrow" if hollow else "mark", SIZE)
