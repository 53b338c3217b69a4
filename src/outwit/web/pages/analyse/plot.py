"""The value by depth, drawn: a line with its own dashes and marks for each agent."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from html import escape
from typing import NamedTuple

from outwit.decision import value_text
from outwit.draw.picture import Picture
from outwit.draw.plot import Axis, Plot, marker, series_colour, series_line, ticks_around
from outwit.draw.shapes import Box, Shape, Words
from outwit.errors import shorten

WIDTH, TALL = 460.0, 190.0
LEFT, RIGHT, TOP, BOTTOM = 58.0, 34.0, 34.0, 46.0
"""The room around the lines."""

LINE = 22.0
"""How much room an agent takes in the legend."""

TEXT, MARK, THICK = 13.0, 4.5, 2.2
"""The size of letters, how large a mark is from its middle, and how thick lines are."""


class Curve(NamedTuple):
    """What an agent found the position to be worth, depth by depth."""

    number: int
    """The agent's number on the page, from 1."""
    name: str
    values: Mapping[int, float]


def picture(curves: Sequence[Curve], whose: str) -> Picture:
    """The values that agents found, by depth, for a player.

    >>> picture([Curve(1, "minimax", {1: 0.5, 2: -1.0})], "X").label
    'The value for X by depth. 1, minimax: depth 1: 0.5, depth 2: -1.'
    """
    found = [value for curve in curves for value in curve.values.values()]
    marks = ticks_around(min(found), max(found), 5)
    deepest = max(max(curve.values) for curve in curves)
    plot = Plot(Axis(1, max(deepest, 2), LEFT, WIDTH - RIGHT), Axis(marks[0], marks[-1], TOP + TALL, TOP))
    height = TOP + TALL + BOTTOM + LINE * len(curves)
    depths = range(1, deepest + 1, -(-deepest // 12))
    shapes: list[Shape] = [
        Box(0, 0, WIDTH, height, "cell", 12),
        *plot.rows(((value, value_text(value)) for value in marks), TEXT, zero=2.5),
        *plot.columns(((depth, str(depth)) for depth in depths), TEXT),
        Words(14, 15, f"value for {shorten(whose, 30)}", "name", TEXT, "start"),
        Words(WIDTH - 14, TOP + TALL + 30, "depth", "name", TEXT, "end"),
    ]
    for curve in curves:
        shapes += line(plot, curve)
    for row, curve in enumerate(curves):
        shapes += entry(curve, TOP + TALL + BOTTOM + LINE * row + 2)
    return Picture(WIDTH, height, tuple(shapes), label(curves, whose))


def line(plot: Plot, curve: Curve) -> Iterator[Shape]:
    """An agent's values, and its number after the last of them."""
    series = curve.number - 1
    points = plot.points(sorted(curve.values.items()))
    if len(points) > 1:
        yield series_line(series, points, THICK)
    for x, y in points:
        yield from marker(series, x, y, MARK)
    x, y = points[-1]
    yield Words(x + 14, y, str(curve.number), series_colour(series), TEXT + 1)


def entry(curve: Curve, y: float) -> Iterator[Shape]:
    """An agent in the legend."""
    series = curve.number - 1
    yield Words(20, y, str(curve.number), series_colour(series), TEXT + 1)
    yield series_line(series, ((34, y), (78, y)), THICK)
    yield from marker(series, 56, y, MARK)
    yield Words(90, y, shorten(curve.name, 46), "name", TEXT, "start")


def label(curves: Sequence[Curve], whose: str) -> str:
    """All figures of the picture in words."""
    said = []
    for curve in curves:
        figures = ", ".join(f"depth {depth}: {value_text(v)}" for depth, v in sorted(curve.values.items()))
        said.append(f"{curve.number}, {curve.name}: {figures}.")
    return f"The value for {whose} by depth. {' '.join(said)}"


def table(curves: Sequence[Curve]) -> str:
    """The same figures as a table."""
    depths = sorted({depth for curve in curves for depth in curve.values})
    heads = "".join(f'<th scope="col">{curve.number}. {escape(curve.name)}</th>' for curve in curves)
    rows = "".join(
        f'<tr><th scope="row">{depth}</th>'
        + "".join(f"<td>{value_text(c.values[depth]) if depth in c.values else '–'}</td>" for c in curves)
        + "</tr>"
        for depth in depths
    )
    return (
        '<details><summary>The figures</summary><div class="ow-sideways" tabindex="0" role="region" '
        'aria-label="The value by depth as a table"><table class="ow-found"><thead><tr>'
        f'<th scope="col">Depth</th>{heads}</tr></thead><tbody>{rows}</tbody></table></div></details>'
    )
