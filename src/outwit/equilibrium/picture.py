"""How exploitability falls, drawn as lines over the iterations, both on logarithmic scales."""

from __future__ import annotations

import math
from collections.abc import Sequence

from outwit.draw.picture import Picture
from outwit.draw.plot import Axis, Mark, Plot, decades, dot, series_colour, series_line
from outwit.draw.shapes import Box, Shape, Stroke, Words

Series = tuple[str, Sequence[tuple[float, float]]]
"""The name of a line, and its points: what was spent, and the exploitability then."""

WIDTH, HEIGHT = 480.0, 320.0
LEFT, RIGHT, TOP, BOTTOM = 66.0, 26.0, 34.0, 44.0
"""How much of the picture is around the field that is plotted on."""

TEXT, NAME = 12.0, 13.0
"""The sizes of letters: of figures, and of names."""

LEAST = 1e-12
"""What is less is drawn there, since zero has no logarithm."""

ROW = 18.0
"""How much room the name of a line takes."""


def exploitability_picture(lines: Sequence[Series], title: str, spent: str = "iterations") -> Picture:
    """The exploitability of one or several algorithms, by what was `spent`."""
    places = [
        (math.log10(x), math.log10(max(y, LEAST))) for _, points in lines for x, y in points if x > 0
    ] or [(0.0, 0.0)]
    across = marks([x for x, _ in places])
    up = marks([y for _, y in places])
    names = ROW * len(lines) if len(lines) > 1 else 0.0
    height = HEIGHT + names
    plot = Plot(
        Axis(across[0][0], across[-1][0], LEFT, WIDTH - RIGHT),
        Axis(up[0][0], up[-1][0], height - BOTTOM, TOP + names),
    )
    shapes: list[Shape] = [
        Box(0, 0, WIDTH, height, "cell"),
        Words(12, 18, title, "last", NAME, "start"),
        *plot.rows(up, TEXT, thin=True),
        *plot.columns(across, TEXT, thin=True),
        Stroke(((plot.left, plot.y.start), (plot.x.end, plot.y.start)), "name", 1),
        Words((LEFT + WIDTH - RIGHT) / 2, height - 8, spent, "name", TEXT, thin=True),
    ]
    for number, (name, points) in enumerate(lines):
        drawn = plot.points((math.log10(x), math.log10(max(y, LEAST))) for x, y in points if x > 0)
        if len(drawn) > 1:
            shapes.append(series_line(number, drawn))
        if drawn:
            shapes += dot(*drawn[-1], 4, series_colour(number))
        if names:
            y = TOP + ROW * number
            shapes.append(series_line(number, ((LEFT, y), (LEFT + 30, y))))
            shapes.append(Words(LEFT + 38, y, name, "last", NAME, "start", thin=True))
    told = ", ".join(f"{name} {points[-1][1]:.2g}" for name, points in lines if points)
    return Picture(WIDTH, height, tuple(shapes), f"{title}: the exploitability at the end is {told}")


def marks(values: Sequence[float]) -> list[Mark]:
    """Powers of ten around some logarithms, at least two."""
    low, high = min(values), max(values)
    return decades(low, high if high > low else low + 1)
