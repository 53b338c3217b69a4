"""The style sheets of a drawn tree: alone as dark as the reader's system, on a page as dark as the page."""

from __future__ import annotations

from outwit.draw.svg import FONT
from outwit.draw.theme import Theme, colour

LINES = f"""
.ow-tree{{font-family:{FONT}}}
.ow-tree text{{font-size:13px}}
.ow-middle{{text-anchor:middle}}
.ow-right{{text-anchor:end}}
.ow-tree .ow-value{{font-weight:600}}
.ow-tree .ow-small,.ow-tree .ow-legend{{font-size:10px;font-weight:400}}
.ow-tree .ow-move{{font-size:11px}}
.ow-edge{{fill:none;stroke-width:1.2}}
.ow-dotted{{stroke-dasharray:1.5 3}}
.ow-on{{stroke-width:3.2}}
.ow-shape{{stroke-width:1.4;stroke-linejoin:round}}
.ow-estimate .ow-shape{{stroke-dasharray:4 2.5}}
.ow-unvisited .ow-shape{{stroke-dasharray:2 2.5}}
.ow-tree .ow-unvisited text{{font-weight:400}}
.ow-strike{{fill:none;stroke-width:1.6;stroke-linecap:round}}
.ow-chosen .ow-shape{{stroke-width:3}}
.ow-tree .ow-chosen .ow-value,.ow-tree .ow-chosen .ow-move{{font-weight:800}}
"""
"""How thick lines and letters are, in every theme."""

FILLS = {
    "max": ("first pale", "first"),
    "min": ("second pale", "second"),
    "chance": ("third pale", "third"),
    "or": ("first pale", "first"),
    "and": ("third pale", "third"),
    "player": ("choice pale", "choice"),
    "end": ("ground pale", "name"),
    "estimate": ("estimate pale", "estimate"),
}
"""The colours of each kind of node: of its area and of its outline."""


def colours(theme: Theme) -> str:
    """The colours of a theme."""
    nodes = "\n".join(
        f".ow-{kind} .ow-shape{{fill:{colour(area, theme)};stroke:{colour(line, theme)}}}"
        for kind, (area, line) in FILLS.items()
    )
    return f"""
.ow-back{{fill:{colour("cell", theme)}}}
.ow-tree text{{fill:{colour("last", theme)}}}
.ow-tree .ow-small,.ow-tree .ow-legend,.ow-tree .ow-move{{fill:{colour("name", theme)}}}
.ow-tree .ow-odds{{fill:{colour("third", theme)}}}
.ow-edge{{stroke:{colour("edge", theme)}}}
.ow-off{{stroke:{colour("faint edge", theme)}}}
.ow-on{{stroke:{colour("last", theme)}}}
{nodes}
.ow-unvisited .ow-shape{{fill:none;stroke:{colour("unvisited", theme)}}}
.ow-tree .ow-unvisited text{{fill:{colour("unvisited text", theme)}}}
.ow-strike{{stroke:{colour("unvisited text", theme)}}}
"""


STYLE = f"{LINES}{colours('light')}@media (prefers-color-scheme:dark){{{colours('dark')}}}\n"
"""For a picture that stands alone."""

PAGE_STYLE = f"{LINES}{colours('light')}.body--dark{{{colours('dark')}}}\n"
"""For a picture on a page."""
