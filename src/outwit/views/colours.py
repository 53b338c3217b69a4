"""The colours of a board, by what they are for, and the style sheet that each picture carries."""

from __future__ import annotations

from collections.abc import Callable
from typing import Literal, TypeAlias

Kind: TypeAlias = Literal[
    "ground",
    "cell",
    "rise",
    "hill",
    "peak",
    "wall",
    "first",
    "second",
    "third",
    "fourth",
    "mark",
    "last",
    "win",
    "name",
    "choice",
    "arrow",
]
"""What a shape is for."""

Theme: TypeAlias = Literal["light", "dark"]
"""Whether a picture is made for a light page or for a dark one."""

THEMES: tuple[Theme, Theme] = ("light", "dark")
"""The themes, in the order in which each kind's colours are given."""

COLOURS: dict[Kind, tuple[str, str]] = {
    "ground": ("#e3e9f1", "#262e39"),
    "cell": ("#fbfcfe", "#151a21"),
    "rise": ("#f5ecd8", "#29271d"),
    "hill": ("#ecdcba", "#383421"),
    "peak": ("#e0c894", "#4a4326"),
    "wall": ("#8a94a1", "#59636f"),
    "first": ("#2563eb", "#86b4ff"),
    "second": ("#c2410c", "#ff9f70"),
    "third": ("#15803d", "#6fdc97"),
    "fourth": ("#a21caf", "#eb9ff5"),
    "mark": ("#ffffff", "#151a21"),
    "last": ("#1f2933", "#e6e9ee"),
    "win": ("#15803d", "#6fdc97"),
    "name": ("#515c69", "#a7b0bd"),
    "choice": ("#6d3fc0", "#c5aaff"),
    "arrow": ("#a3155f", "#ff9ccf"),
}
"""Each kind's colour on a light page and on a dark one."""


def properties(theme: int) -> str:
    """The colours of the light theme, 0, or of the dark one, 1, as custom properties."""
    return "".join(f"--ow-{kind}:{colours[theme]};" for kind, colours in COLOURS.items())


def rules(colour: Callable[[Kind], str]) -> str:
    """How each kind of shape looks in the colour that is told for it."""
    choice = colour("choice")
    return f"""
{"".join(f".ow-board .ow-{kind}{{color:{colour(kind)}}}" for kind in COLOURS)}
.ow-board text{{font-family:system-ui,-apple-system,"Segoe UI",Roboto,Arial,"DejaVu Sans",sans-serif;
font-weight:600;fill:currentColor;text-anchor:middle;dominant-baseline:central}}
.ow-board .ow-square rect{{fill:transparent;stroke:none}}
.ow-board .ow-square:not(.ow-legal){{pointer-events:none}}
.ow-board.ow-marked .ow-legal rect{{stroke:{choice};stroke-width:2px;stroke-opacity:.55;
vector-effect:non-scaling-stroke}}
.ow-board .ow-legal{{cursor:pointer;outline:none}}
.ow-board.ow-choosing .ow-legal rect,.ow-board .ow-legal:hover rect,
.ow-board .ow-legal:focus-visible rect{{fill:{choice};fill-opacity:.12;
stroke:{choice};stroke-width:3px;stroke-opacity:1;vector-effect:non-scaling-stroke}}
.ow-board .ow-legal:focus-visible rect{{stroke-width:4px}}
.ow-board.ow-choosing .ow-legal.ow-chosen rect{{fill-opacity:.25}}
.ow-board.ow-choosing .ow-legal:hover rect,.ow-board.ow-choosing .ow-legal:focus-visible rect
{{stroke-width:6px}}
"""


STYLE = f"""
.ow-board{{{properties(0)}max-width:100%;height:auto}}
@media (prefers-color-scheme:dark){{.ow-board{{{properties(1)}}}}}
.body--light .ow-board{{{properties(0)}}}
.body--dark .ow-board{{{properties(1)}}}{rules(lambda kind: f"var(--ow-{kind})")}"""
"""Colours follow the reader's system; a page that chooses for itself has the last word."""


def style(theme: Theme | Literal["auto"]) -> str:
    """The style sheet of a picture: one that follows the page, or one with the flat colours of a theme."""
    if theme == "auto":
        return STYLE
    column = THEMES.index(theme)
    return f"\n.ow-board{{max-width:100%;height:auto}}{rules(lambda kind: COLOURS[kind][column])}"
