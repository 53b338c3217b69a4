"""The small things on a battlefield: tokens of units, bars, badges, walls, dice and arrows."""

from __future__ import annotations

from collections.abc import Iterator
from math import cos, hypot, pi, sin

from outwit.draw.shapes import Box, Disc, Polygon, Shape, Stroke, Words
from outwit.draw.theme import Kind

FORMS = ("disc", "square", "triangle", "diamond", "hexagon", "pentagon")
"""The shape of each army's tokens."""

CORNERS = {"triangle": 3, "pentagon": 5, "hexagon": 6}

LARGER = {"square": 0.87, "triangle": 1.32, "diamond": 1.22, "hexagon": 1.08, "pentagon": 1.12}
"""How far the corners of a shape lie from its middle, beside a disc that looks as large."""


def token(x: float, y: float, radius: float, army: int, kind: Kind, line: float = 0.0) -> Shape:
    """The shape of an army around a point, filled or as an outline."""
    form = FORMS[army % len(FORMS)]
    if form == "disc":
        return Disc(x, y, radius, kind, line)
    half = LARGER[form] * radius
    if form == "square":
        return Box(x - half, y - half, 2 * half, 2 * half, kind, 0.2 * radius, line)
    if form == "diamond":
        return Polygon(((x, y - half), (x + half, y), (x, y + half), (x - half, y)), kind, line)
    if form == "triangle":
        y += 0.22 * radius
    many = CORNERS[form]
    angles = [2 * pi * number / many - pi / 2 for number in range(many)]
    return Polygon(tuple((x + half * cos(a), y + half * sin(a)) for a in angles), kind, line)


def id_label(x: float, y: float, text: str, army: int, kind: Kind, radius: float) -> Words:
    """An id in the middle of a token, as large as there is room for it."""
    form = FORMS[army % len(FORMS)]
    room = {"triangle": 1.25, "diamond": 1.35}.get(form, 1.6) * radius
    down = 0.4 * radius if form == "triangle" else 0.0
    return Words(x, y + down, text, kind, font_size(text, 0.92 * radius, room))


def font_size(text: str, size: float, room: float) -> float:
    """The size of letters in which a text has room, judged by which of its letters are wide and narrow."""
    wide = sum(0.95 if sign in "mwMW%" else 0.35 if sign in "il.,:;-() " else 0.61 for sign in text)
    return min(size, room / max(wide, 0.35))


def bar(x: float, y: float, width: float, share: float, kind: Kind) -> Iterator[Shape]:
    """How much is left of something: a frame, filled so far from its left."""
    yield Box(x, y, width, 8, "cell", 2)
    if share > 0:
        yield Box(x, y, max(1.5, share * width), 8, kind, 2)
    yield Box(x, y, width, 8, "last", 2, 1.2)


def badge(x: float, y: float, text: str) -> Iterator[Shape]:
    """A few letters on a dark ground, around a point."""
    width = 7.2 * len(text) + 5
    yield Box(x - width / 2, y - 7.5, width, 15, "last", 4)
    yield Words(x, y, text, "cell", 11.5)


def tick(x: float, y: float) -> Iterator[Shape]:
    """A tick around a point: what was to be done is done."""
    yield Disc(x, y, 8, "last")
    yield Stroke(((x - 3.6, y + 0.2), (x - 1, y + 3), (x + 3.8, y - 3)), "cell", 2.2)


def height(x: float, y: float, level: int) -> Iterator[Shape]:
    """A small slope and how many levels it climbs, by its top left corner."""
    yield Stroke(((x, y + 9), (x + 4.5, y + 1), (x + 9, y + 9)), "last", 1.8)
    yield Words(x + 16, y + 5.5, str(level), "last", 13)


def bricks(x: float, y: float, size: float) -> Iterator[Shape]:
    """A wall: the joints between its bricks."""
    for row in range(1, 4):
        level = y + row * size / 4
        yield Stroke(((x + 1, level), (x + size - 1, level)), "cell", 2)
    for row in range(4):
        for across in (0.5,) if row % 2 else (0.25, 0.75):
            top = y + row * size / 4
            yield Stroke(((x + across * size, top + 1), (x + across * size, top + size / 4 - 1)), "cell", 2)


def dashes(start: tuple[float, float], end: tuple[float, float], kind: Kind, width: float) -> Iterator[Shape]:
    """A broken line."""
    (x, y), (across, down) = start, (end[0] - start[0], end[1] - start[1])
    many = max(2, round(hypot(across, down) / 19))
    for number in range(many):
        near, far = (number + 0.22) / many, (number + 0.78) / many
        yield Stroke(((x + near * across, y + near * down), (x + far * across, y + far * down)), kind, width)


def crosshair(x: float, y: float, radius: float, kind: Kind) -> Iterator[Shape]:
    """A ring around a point, and four strokes through it: what is there can be attacked."""
    yield Disc(x, y, radius, kind, 2)
    for dx, dy in ((1, 0), (-1, 0), (0, 1), (0, -1)):
        near, far = radius - 4, radius + 4
        yield Stroke(((x + near * dx, y + near * dy), (x + far * dx, y + far * dy)), kind, 3)


def arrow(start: tuple[float, float], end: tuple[float, float], gap: float) -> Iterator[Shape]:
    """An arrow from one point to another that keeps so far away from both."""
    across, down = end[0] - start[0], end[1] - start[1]
    far = hypot(across, down)
    dx, dy = across / far, down / far
    tail = (start[0] + gap * dx, start[1] + gap * dy)
    tip = (end[0] - gap * dx, end[1] - gap * dy)
    wings = [(tip[0] - 8 * dx + side * dy, tip[1] - 8 * dy - side * dx) for side in (6, -6)]
    for kind, width in (("cell", 7.0), ("last", 3.0)):
        yield Stroke((tail, tip), kind, width)  # type: ignore[arg-type]
        yield Stroke((wings[0], tip, wings[1]), kind, width)  # type: ignore[arg-type]


def die(x: float, y: float) -> Iterator[Shape]:
    """A die around a point."""
    yield Box(x - 10, y - 10, 20, 20, "cell", 5)
    yield Box(x - 9, y - 9, 18, 18, "last", 4, 2)
    for across, down in ((-4, -4), (4, 4), (0, 0), (-4, 4), (4, -4)):
        yield Disc(x + across, y + down, 1.7, "last")


def cross(x: float, y: float, size: float, kind: Kind) -> Iterator[Shape]:
    """A cross around a point: whoever stood there has fallen."""
    for down in (-size, size):
        yield Stroke(((x - size, y - down), (x + size, y + down)), kind, 0.4 * size)
