"""SVG as text: the elements that pictures are made of, each with a class for its style."""

from __future__ import annotations

import re
from collections.abc import Iterable
from html import escape
from typing import TypeAlias

Point: TypeAlias = tuple[float, float]

NAMESPACE = 'xmlns="http://www.w3.org/2000/svg"'
"""What a file must say to be SVG; within HTML it is understood."""

FONT = 'system-ui,-apple-system,"Segoe UI",Roboto,Arial,"DejaVu Sans",sans-serif'
"""The fonts of all pictures, as a style sheet lists them."""

UNPRINTABLE = re.compile("[^\\t\\n\\r\\x20-\\ud7ff\\ue000-\\ufffd\\U00010000-\\U0010ffff]")


def text_width(words: str, size: float) -> float:
    """About how wide words are in a common font of this size; Chinese signs and pictures count double."""
    return (len(words) + sum(sign > "\u2e7f" for sign in words)) * size * 0.61


def number(value: float) -> str:
    """A coordinate, no more exact than can be seen.

    >>> number(3), number(0.25)
    ('3', '0.2')
    """
    whole = int(value)
    return str(whole) if whole == value else f"{value:.1f}".removesuffix(".0")


def clean(words: str) -> str:
    r"""Words as XML may hold them.

    >>> clean("a < b\x00")
    'a &lt; b�'
    """
    return escape(UNPRINTABLE.sub("\ufffd", words))


def rect(
    kind: str, x: float, y: float, width: float, height: float, rounding: float = 0.0, more: str = ""
) -> str:
    """A rectangle, by its top left corner; `more` are attributes, as for all elements here.

    >>> rect("ow-cell", 0, 0, 10, 5)
    '<rect class="ow-cell" x="0" y="0" width="10" height="5"/>'
    """
    corners = f' rx="{number(rounding)}"' if rounding else ""
    return (
        f'<rect{class_of(kind)} x="{number(x)}" y="{number(y)}" '
        f'width="{number(width)}" height="{number(height)}"{corners}{after(more)}/>'
    )


def circle(kind: str, x: float, y: float, radius: float, more: str = "") -> str:
    """A circle around its middle."""
    return f'<circle{class_of(kind)} cx="{number(x)}" cy="{number(y)}" r="{number(radius)}"{after(more)}/>'


def line(kind: str, start: Point, end: Point) -> str:
    """A straight line."""
    (x1, y1), (x2, y2) = start, end
    return f'<line{class_of(kind)} x1="{number(x1)}" y1="{number(y1)}" x2="{number(x2)}" y2="{number(y2)}"/>'


def polyline(kind: str, points: Iterable[Point], more: str = "") -> str:
    """A line through some points."""
    return f'<polyline{class_of(kind)} points="{coordinates(points)}"{after(more)}/>'


def lines(kind: str, *ends: tuple[Point, Point]) -> str:
    """Straight lines as one shape.

    >>> lines("ow-strike", ((0, 0), (4, 4)), ((4, 0), (0, 4)))
    '<path class="ow-strike" d="M0 0L4 4M4 0L0 4"/>'
    """
    drawn = "".join(f"M{number(x1)} {number(y1)}L{number(x2)} {number(y2)}" for (x1, y1), (x2, y2) in ends)
    return f'<path{class_of(kind)} d="{drawn}"/>'


def polygon(kind: str, points: Iterable[Point], more: str = "") -> str:
    """The area between some corners."""
    return f'<polygon{class_of(kind)} points="{coordinates(points)}"{after(more)}/>'


def text(kind: str, x: float, y: float, words: str, more: str = "", inside: str = "") -> str:
    """A line of words, and elements that follow within it."""
    return f'<text{class_of(kind)} x="{number(x)}" y="{number(y)}"{after(more)}>{clean(words)}{inside}</text>'


def group(kind: str, inside: str, more: str = "") -> str:
    """Elements that belong together."""
    return f"<g{class_of(kind)}{after(more)}>{inside}</g>"


def button(kind: str, inside: str, words: str, more: str) -> str:
    """Elements that can be pressed; a screen reader and a tooltip say what that does."""
    said = clean(words)
    return f'<g class="{kind}" {more} role="button" aria-label="{said}"><title>{said}</title>{inside}</g>'


def shift(x: float, y: float) -> str:
    """The attribute that moves an element."""
    return f'transform="translate({number(x)} {number(y)})"'


def coordinates(points: Iterable[Point]) -> str:
    """Points as an attribute lists them."""
    return " ".join(f"{number(x)},{number(y)}" for x, y in points)


def class_of(kind: str) -> str:
    return f' class="{kind}"' if kind else ""


def after(more: str) -> str:
    return f" {more}" if more else ""
