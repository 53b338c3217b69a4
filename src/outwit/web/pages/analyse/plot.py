"""The value by depth, drawn: a line with its own dashes and marks for each agent."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from html import escape
from typing import NamedTuple

from outwit.analysis.review.picture import colour, marker, ticks
from outwit.decision import valued
from outwit.errors import shortened
from outwit.views.shapes import Box, Picture, Shape, Stroke, Words

WIDTH, TALL = 460.0, 190.0
LEFT, RIGHT, TOP, BOTTOM = 58.0, 34.0, 34.0, 46.0
"""The room around the lines."""

LINE = 22.0
"""How much room an agent takes in the legend."""

TEXT, MARK = 13.0, 4.5
"""The size of letters, and how large a mark is from its middle."""

DASHES = ("", "9 6", "2 6", "12 5 2 5", "5 5", "14 4 5 4")
"""The patterns of the agents' lines."""


class Curve(NamedTuple):
    """What an agent found the position to be worth, depth by depth."""

    number: int
    """The agent's number on the page, from 1."""
    name: str
    values: Mapping[int, float]


class Field(NamedTuple):
    """Where depths and values are in the picture."""

    deepest: int
    ticks: Sequence[float]

    def x(self, depth: int) -> float:
        """How far to the right a depth is."""
        return LEFT + (WIDTH - LEFT - RIGHT) * (depth - 1) / max(self.deepest - 1, 1)

    def y(self, value: float) -> float:
        """How far down a value is."""
        low, high = self.ticks[0], self.ticks[-1]
        return TOP + TALL * (high - value) / (high - low)


def picture(curves: Sequence[Curve], whose: str) -> Picture:
    """The values that agents found, by depth, for a player.

    >>> picture([Curve(1, "minimax", {1: 0.5, 2: -1.0})], "X").label
    'The value for X by depth. 1, minimax: depth 1: 0.5, depth 2: -1.'
    """
    found = [value for curve in curves for value in curve.values.values()]
    place = Field(max(max(curve.values) for curve in curves), ticks(min(found), max(found), 5))
    height = TOP + TALL + BOTTOM + LINE * len(curves)
    shapes: list[Shape] = [Box(0, 0, WIDTH, height, "cell", 12), *axes(place, whose)]
    for curve in curves:
        shapes += line(place, curve)
    for row, curve in enumerate(curves):
        shapes += entry(curve, TOP + TALL + BOTTOM + LINE * row + 2)
    return Picture(WIDTH, height, tuple(shapes), label(curves, whose))


def axes(place: Field, whose: str) -> Iterator[Shape]:
    """The lines behind the values, figures beside and below them, and what both mean."""
    for value in place.ticks:
        y = place.y(value)
        yield Stroke(((LEFT, y), (WIDTH - RIGHT, y)), "ground", 2.5 if value == 0 else 1.0)
        yield Words(LEFT - 10, y, valued(value), "name", TEXT, "end")
    every = -(-place.deepest // 12)
    for depth in range(1, place.deepest + 1, every):
        yield Words(place.x(depth), TOP + TALL + 14, str(depth), "name", TEXT)
    yield Words(14, 15, f"value for {shortened(whose, 30)}", "name", TEXT, "start")
    yield Words(WIDTH - 14, TOP + TALL + 30, "depth", "name", TEXT, "end")


def line(place: Field, curve: Curve) -> Iterator[Shape]:
    """An agent's values, and its number after the last of them."""
    style = curve.number - 1
    points = tuple((place.x(depth), place.y(value)) for depth, value in sorted(curve.values.items()))
    if len(points) > 1:
        yield Stroke(points, colour(style), 2.2, DASHES[style % len(DASHES)])
    for x, y in points:
        yield from marker(style, x, y, MARK)
    x, y = points[-1]
    yield Words(x + 14, y, str(curve.number), colour(style), TEXT + 1)


def entry(curve: Curve, y: float) -> Iterator[Shape]:
    """An agent in the legend."""
    style = curve.number - 1
    yield Words(20, y, str(curve.number), colour(style), TEXT + 1)
    yield Stroke(((34, y), (78, y)), colour(style), 2.2, DASHES[style % len(DASHES)])
    yield from marker(style, 56, y, MARK)
    yield Words(90, y, shortened(curve.name, 46), "name", TEXT, "start")


def label(curves: Sequence[Curve], whose: str) -> str:
    """All figures of the picture in words."""
    said = []
    for curve in curves:
        figures = ", ".join(f"depth {depth}: {valued(v)}" for depth, v in sorted(curve.values.items()))
        said.append(f"{curve.number}, {curve.name}: {figures}.")
    return f"The value for {whose} by depth. {' '.join(said)}"


def table(curves: Sequence[Curve]) -> str:
    """The same figures as a table."""
    depths = sorted({depth for curve in curves for depth in curve.values})
    heads = "".join(f'<th scope="col">{curve.number}. {escape(curve.name)}</th>' for curve in curves)
    rows = "".join(
        f'<tr><th scope="row">{depth}</th>'
        + "".join(f"<td>{valued(c.values[depth]) if depth in c.values else '–'}</td>" for c in curves)
        + "</tr>"
        for depth in depths
    )
    return (
        '<details><summary>The figures</summary><div class="ow-sideways" tabindex="0" role="region" '
        'aria-label="The value by depth as a table"><table class="ow-found"><thead><tr>'
        f'<th scope="col">Depth</th>{heads}</tr></thead><tbody>{rows}</tbody></table></div></details>'
    )
