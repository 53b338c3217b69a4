"""The colours of everything drawn, by what they are for, on a light page and on a dark one; style sheets."""

from __future__ import annotations

from collections.abc import Callable
from typing import Literal, TypeAlias

from outwit.draw.svg import FONT

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
    "fifth",
    "sixth",
    "mark",
    "last",
    "win",
    "name",
    "choice",
    "arrow",
    "ivory",
    "ebony",
]
"""What a shape is for."""

Theme: TypeAlias = Literal["light", "dark"]
"""Whether a picture is made for a light page or for a dark one."""

Sheet: TypeAlias = Theme | Literal["auto", "page"]
"""Where a picture has its colours from: the flat ones of a theme; those that follow the reader's system and
the page around it; or a style sheet that the page has itself, once for all of its pictures."""

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
    "fifth": ("#7a5200", "#e8c468"),
    "sixth": ("#3f4a59", "#c3cdd9"),
    "mark": ("#ffffff", "#151a21"),
    "last": ("#1f2933", "#e6e9ee"),
    "win": ("#15803d", "#6fdc97"),
    "name": ("#515c69", "#a7b0bd"),
    "choice": ("#6d3fc0", "#c5aaff"),
    "arrow": ("#a3155f", "#ff9ccf"),
    "ivory": ("#fffdf6", "#f3eee2"),
    "ebony": ("#23272e", "#0e1116"),
}
"""Each kind's colour on a light page and on a dark one."""

SHADES: dict[str, tuple[str, str]] = {
    "first pale": ("#d9e7ff", "#1d3a66"),
    "second pale": ("#ffe1d3", "#592b16"),
    "third pale": ("#daf3e1", "#17452a"),
    "choice pale": ("#ebe2fb", "#3c2b63"),
    "ground pale": ("#f1f3f5", "#272c34"),
    "estimate": ("#96690a", "#efc75f"),
    "estimate pale": ("#fff6d8", "#43370f"),
    "edge": ("#7b8694", "#8792a0"),
    "faint edge": ("#b4bcc6", "#535d69"),
    "unvisited": ("#98a2ae", "#6f7a88"),
    "unvisited text": ("#6b7582", "#929daa"),
}
"""Colours that trees have and boards have not: pale areas that words stand on, and lines."""

PLAYERS: tuple[Kind, ...] = ("first", "second", "third", "fourth", "fifth", "sixth")
"""The kinds of the players' pieces."""

ALL_COLOURS: dict[str, tuple[str, str]] = dict(COLOURS.items()) | SHADES


def player_kind(player: int) -> Kind:
    """The kind of a player's pieces; from the seventh player on one that another has, with another letter."""
    return PLAYERS[player % len(PLAYERS)]


def colour(name: str, theme: Theme) -> str:
    """The colour of a kind, or a shade, in a theme."""
    return ALL_COLOURS[name][THEMES.index(theme)]


def channels(kind: Kind, theme: Theme) -> str:
    """Red, green and blue of a kind's colour, as style sheets take them beside an opacity.

    >>> channels("first", "light")
    '37 99 235'
    """
    return " ".join(str(part) for part in bytes.fromhex(colour(kind, theme)[1:]))


def properties(theme: Theme) -> str:
    """The colours of a theme as custom properties."""
    return "".join(f"--ow-{kind}:{colour(kind, theme)};" for kind in COLOURS)


def variable(kind: Kind) -> str:
    """A kind's colour by its custom property."""
    return f"var(--ow-{kind})"


def shape_rules(colour: Callable[[Kind], str]) -> str:
    """How each kind of shape looks in the colour that is told for it."""
    return f"""
{"".join(f".ow-board .ow-{kind}{{color:{colour(kind)}}}" for kind in COLOURS)}
.ow-board text{{font-family:{FONT};
font-weight:600;fill:currentColor;text-anchor:middle;dominant-baseline:central}}
.ow-board .ow-thin{{font-weight:400}}
.ow-board .ow-halo{{paint-order:stroke;stroke:{colour("cell")};stroke-width:4px;stroke-linejoin:round}}
"""


def square_rules(colour: Callable[[Kind], str]) -> str:
    """How squares look that can be clicked."""
    choice = colour("choice")
    return f"""\
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
.ow-board{{{properties("light")}max-width:100%;height:auto}}
@media (prefers-color-scheme:dark){{.ow-board{{{properties("dark")}}}}}
.body--light .ow-board{{{properties("light")}}}
.body--dark .ow-board{{{properties("dark")}}}{shape_rules(variable)}{square_rules(variable)}"""
"""Colours follow the reader's system; a page that chooses for itself has the last word."""

PAGE_STYLE = shape_rules(variable)
"""What a page has in its style sheet for pictures without one, beside the `properties` of its theme."""


def style(theme: Theme | Literal["auto"]) -> str:
    """The style sheet of a picture: one that follows the page, or one with the flat colours of a theme."""
    if theme == "auto":
        return STYLE

    def flat(kind: Kind) -> str:
        return colour(kind, theme)

    return f"\n.ow-board{{max-width:100%;height:auto}}{shape_rules(flat)}{square_rules(flat)}"
