"""The colours of a board, by what they are for, and the style sheet that each picture carries."""

from __future__ import annotations

from typing import Literal, TypeAlias

Kind: TypeAlias = Literal["ground", "cell", "first", "second", "mark", "last", "win", "name", "choice"]
"""What a shape is for."""

COLOURS: dict[Kind, tuple[str, str]] = {
    "ground": ("#e3e9f1", "#262e39"),
    "cell": ("#fbfcfe", "#151a21"),
    "first": ("#2563eb", "#86b4ff"),
    "second": ("#c2410c", "#ff9f70"),
    "mark": ("#ffffff", "#151a21"),
    "last": ("#1f2933", "#e6e9ee"),
    "win": ("#15803d", "#6fdc97"),
    "name": ("#515c69", "#a7b0bd"),
    "choice": ("#6d3fc0", "#c5aaff"),
}
"""Each kind's colour on a light page and on a dark one."""


def properties(theme: int) -> str:
    """The colours of the light theme, 0, or of the dark one, 1, as custom properties."""
    return "".join(f"--ow-{kind}:{colours[theme]};" for kind, colours in COLOURS.items())


STYLE = f"""
.ow-board{{{properties(0)}max-width:100%;height:auto}}
@media (prefers-color-scheme:dark){{.ow-board{{{properties(1)}}}}}
.body--light .ow-board{{{properties(0)}}}
.body--dark .ow-board{{{properties(1)}}}
{"".join(f".ow-board .ow-{kind}{{color:var(--ow-{kind})}}" for kind in COLOURS)}
.ow-board text{{font-family:system-ui,-apple-system,"Segoe UI",Roboto,Arial,"DejaVu Sans",sans-serif;
font-weight:600;fill:currentColor;text-anchor:middle;dominant-baseline:central}}
.ow-board .ow-square rect{{fill:transparent;stroke:none}}
.ow-board .ow-legal{{cursor:pointer;outline:none}}
.ow-board .ow-legal:hover rect,.ow-board .ow-legal:focus-visible rect{{fill:var(--ow-choice);fill-opacity:.12;
stroke:var(--ow-choice);stroke-width:3px;vector-effect:non-scaling-stroke}}
.ow-board .ow-legal:focus-visible rect{{stroke-width:4px}}
"""
"""Colours follow the reader's system; a page that chooses for itself has the last word."""
