"""The shapes and the style of a drawn tree, in SVG."""

from __future__ import annotations

import math
import re
from collections.abc import Sequence

from outwit.draw.svg import clean, figure

CORNERS = {
    "max": ((0, -13), (15, 13), (-15, 13)),
    "min": ((-15, -13), (15, -13), (0, 13)),
    "player": ((-7.5, -13), (7.5, -13), (15, 0), (7.5, 13), (-7.5, 13), (-15, 0)),
}
"""Shapes with corners, around their middle."""

BOXED = ("end", "estimate")
"""Shapes that hold their text; beside the others, it stands on the right."""

LIGHT = """
.ow-tree{font-family:system-ui,-apple-system,"Segoe UI",Roboto,Arial,"DejaVu Sans",sans-serif}
.ow-back{fill:#fff}
.ow-tree text{fill:#1f2933;font-size:13px}
.ow-middle{text-anchor:middle}
.ow-right{text-anchor:end}
.ow-tree .ow-value{font-weight:600}
.ow-tree .ow-small,.ow-tree .ow-legend{font-size:10px;font-weight:400;fill:#5b6673}
.ow-tree .ow-move{font-size:11px;fill:#3b4652}
.ow-tree .ow-odds{fill:#15703a}
.ow-edge{fill:none;stroke:#7b8694;stroke-width:1.2}
.ow-off{stroke:#b4bcc6}
.ow-dotted{stroke-dasharray:1.5 3}
.ow-on{stroke:#1f2933;stroke-width:3.2}
.ow-shape{stroke-width:1.4;stroke-linejoin:round}
.ow-max .ow-shape{fill:#d9e7ff;stroke:#1f5fbf}
.ow-min .ow-shape{fill:#ffe1d3;stroke:#c2410c}
.ow-chance .ow-shape{fill:#daf3e1;stroke:#15803d}
.ow-player .ow-shape{fill:#ebe2fb;stroke:#6d3fc0}
.ow-end .ow-shape{fill:#f1f3f5;stroke:#55606e}
.ow-estimate .ow-shape{fill:#fff6d8;stroke:#96690a;stroke-dasharray:4 2.5}
.ow-unvisited .ow-shape{fill:none;stroke:#98a2ae;stroke-dasharray:2 2.5}
.ow-tree .ow-unvisited text{fill:#6b7582;font-weight:400}
.ow-strike{fill:none;stroke:#6b7582;stroke-width:1.6;stroke-linecap:round}
.ow-chosen .ow-shape{stroke-width:3}
.ow-tree .ow-chosen .ow-value,.ow-tree .ow-chosen .ow-move{font-weight:800}
"""

DARK = """
.ow-back{fill:#15181d}
.ow-tree text{fill:#e6e9ee}
.ow-tree .ow-small,.ow-tree .ow-legend{fill:#a7b0bd}
.ow-tree .ow-move{fill:#cfd5dd}
.ow-tree .ow-odds{fill:#7fdca2}
.ow-edge{stroke:#8792a0}
.ow-off{stroke:#535d69}
.ow-on{stroke:#e6e9ee}
.ow-max .ow-shape{fill:#1d3a66;stroke:#86b4ff}
.ow-min .ow-shape{fill:#592b16;stroke:#ff9f70}
.ow-chance .ow-shape{fill:#17452a;stroke:#6fdc97}
.ow-player .ow-shape{fill:#3c2b63;stroke:#c5aaff}
.ow-end .ow-shape{fill:#272c34;stroke:#a7b0bd}
.ow-estimate .ow-shape{fill:#43370f;stroke:#efc75f}
.ow-unvisited .ow-shape{fill:none;stroke:#6f7a88}
.ow-tree .ow-unvisited text{fill:#929daa}
.ow-strike{stroke:#929daa}
"""

STYLE = f"{LIGHT}@media (prefers-color-scheme:dark){{{DARK}}}\n"
"""A picture that stands alone is as dark as whatever shows it."""

ON_A_PAGE = LIGHT + re.sub(r"(?m)^(?=\.)", ".body--dark ", DARK).replace(",.", ",.body--dark .")
"""On a page, it is as dark as the page."""


def shape(kind: str, x: float, y: float, width: float = 0.0) -> str:
    """The outline of a kind of node around its middle; boxes are as wide as they are told."""
    if kind in BOXED:
        return (
            f'<rect class="ow-shape" x="{figure(x - width / 2)}" y="{figure(y - 11)}" '
            f'width="{figure(width)}" height="22" rx="7"/>'
        )
    if kind == "chance":
        return f'<circle class="ow-shape" cx="{figure(x)}" cy="{figure(y)}" r="13"/>'
    points = " ".join(f"{figure(x + dx)},{figure(y + dy)}" for dx, dy in CORNERS[kind])
    return f'<polygon class="ow-shape" points="{points}"/>'


def text(words: str, x: float, y: float, style: str, after: str = "", after_style: str = "") -> str:
    """Words on a line whose foot is at `y`, and more words after them; nothing if there are none."""
    if not words and not after:
        return ""
    more = f'<tspan class="{after_style}" dx="4">{clean(after)}</tspan>' if after else ""
    return f'<text class="{style}" x="{figure(x)}" y="{figure(y)}">{clean(words)}{more}</text>'


def edge(points: Sequence[tuple[float, float]], style: str) -> str:
    """A branch through some points."""
    path = "L".join(f"{figure(x)} {figure(y)}" for x, y in points)
    return f'<path class="{style}" d="M{path}"/>'


def strike(x: float, y: float, dx: float, dy: float) -> str:
    """Two short bars across a branch that runs through a point in this direction."""
    length = math.hypot(dx, dy) or 1.0
    dx, dy = dx / length, dy / length
    bars = (
        f"M{figure(x + along * dx - 6 * dy)} {figure(y + along * dy + 6 * dx)}"
        f"L{figure(x + along * dx + 6 * dy)} {figure(y + along * dy - 6 * dx)}"
        for along in (-2, 2)
    )
    return f'<path class="ow-strike" d="{"".join(bars)}"/>'
