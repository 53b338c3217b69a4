"""What a drawn tree is made of: an outline for each kind of node, the lines between nodes, and words."""

from __future__ import annotations

import math

from outwit.draw import svg
from outwit.draw.svg import Point, clean

CORNERS = {
    "max": ((0, -13), (15, 13), (-15, 13)),
    "min": ((-15, -13), (15, -13), (0, 13)),
    "or": ((-13, -13), (13, -13), (13, 13), (-13, 13)),
    "player": ((-7.5, -13), (7.5, -13), (15, 0), (7.5, 13), (-7.5, 13), (-15, 0)),
}
"""Outlines with corners, around their middle."""

BOXED = ("end", "estimate")
"""Outlines that hold their text; beside the others, it stands on the right."""


def outline(kind: str, x: float, y: float, width: float = 0.0) -> str:
    """The outline of a kind of node around its middle; boxes are as wide as they are told."""
    if kind in BOXED:
        return svg.rect("ow-shape", x - width / 2, y - 11, width, 22, 7)
    if kind in ("chance", "and"):
        return svg.circle("ow-shape", x, y, 13)
    return svg.polygon("ow-shape", ((x + dx, y + dy) for dx, dy in CORNERS[kind]))


def label(words: str, x: float, y: float, style: str, after: str = "", after_style: str = "") -> str:
    """Words on a line whose foot is at `y`, and more words after them; nothing if there are none."""
    if not words and not after:
        return ""
    more = f'<tspan class="{after_style}" dx="4">{clean(after)}</tspan>' if after else ""
    return svg.text(style, x, y, words, inside=more)


def strike(x: float, y: float, dx: float, dy: float) -> str:
    """Two short bars across a line that runs through a point in this direction."""
    length = math.hypot(dx, dy) or 1.0
    dx, dy = dx / length, dy / length

    def bar(along: float) -> tuple[Point, Point]:
        middle_x, middle_y = x + along * dx, y + along * dy
        return (middle_x - 6 * dy, middle_y + 6 * dx), (middle_x + 6 * dy, middle_y - 6 * dx)

    return svg.lines("ow-strike", bar(-2), bar(2))
