"""The shapes that make a picture of a position, and the picture as SVG."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import dataclass, replace
from types import MappingProxyType
from typing import Literal, TypeAlias

from outwit.draw.svg import clean, figure
from outwit.views.colours import Kind, Theme, style

NOTHING: Mapping[str, str] = MappingProxyType({})


@dataclass(frozen=True)
class Box:
    """A rectangle, by its top left corner."""

    x: float
    y: float
    width: float
    height: float
    kind: Kind
    rounding: float = 0.0
    line: float = 0.0
    """How thick its outline is; 0 fills it."""

    def svg(self) -> str:
        where = rectangle(self.x, self.y, self.width, self.height, self.rounding)
        return f'<rect class="ow-{self.kind}" {where} {paint(self.line)}/>'


@dataclass(frozen=True)
class Disc:
    """A circle around its middle."""

    x: float
    y: float
    radius: float
    kind: Kind
    line: float = 0.0
    """How thick its outline is, half of it outside the radius; 0 fills it."""

    def svg(self) -> str:
        return (
            f'<circle class="ow-{self.kind}" cx="{figure(self.x)}" cy="{figure(self.y)}" '
            f'r="{figure(self.radius)}" {paint(self.line)}/>'
        )


@dataclass(frozen=True)
class Stroke:
    """A line with round ends through some points."""

    points: tuple[tuple[float, float], ...]
    kind: Kind
    width: float
    dash: str = ""
    """How long its dashes and the gaps between them are, in turn; nothing draws it whole."""

    def svg(self) -> str:
        points = " ".join(f"{figure(x)},{figure(y)}" for x, y in self.points)
        dash = f' stroke-dasharray="{self.dash}"' if self.dash else ""
        return (
            f'<polyline class="ow-{self.kind}" points="{points}" {paint(self.width)} '
            f'stroke-linecap="round" stroke-linejoin="round"{dash}/>'
        )


@dataclass(frozen=True)
class Polygon:
    """The area between some corners."""

    points: tuple[tuple[float, float], ...]
    kind: Kind
    line: float = 0.0
    """How thick its outline is, half of it outside the corners; 0 fills it."""

    def svg(self) -> str:
        points = " ".join(f"{figure(x)},{figure(y)}" for x, y in self.points)
        return (
            f'<polygon class="ow-{self.kind}" points="{points}" {paint(self.line)} stroke-linejoin="round"/>'
        )


@dataclass(frozen=True)
class Words:
    """A line of text around its middle, or from its start or its end on."""

    x: float
    y: float
    text: str
    kind: Kind
    size: float
    anchor: Literal["start", "middle", "end"] = "middle"
    """Which part of the text is at `x`."""

    def svg(self) -> str:
        anchor = "" if self.anchor == "middle" else f' style="text-anchor:{self.anchor}"'
        return (
            f'<text class="ow-{self.kind}" x="{figure(self.x)}" y="{figure(self.y)}" '
            f'font-size="{figure(self.size)}"{anchor}>{clean(self.text)}</text>'
        )


@dataclass(frozen=True)
class Square:
    """A place on the board that has a name and can be clicked.

    It is drawn twice: its ground, if it has a kind, where it stands among the shapes, and above all shapes
    a clear area that shows itself when it is legal and pointed at.
    """

    name: str
    x: float
    y: float
    width: float
    height: float
    kind: Kind | None = None
    rounding: float = 0.0

    def svg(self) -> str:
        if self.kind is None:
            return ""
        return Box(self.x, self.y, self.width, self.height, self.kind, self.rounding).svg()

    def area(self, action: str | None, chosen: bool = False) -> str:
        """The part that is clicked; `action` says what clicking does, None that it does nothing."""
        area = f"<rect {rectangle(self.x, self.y, self.width, self.height, self.rounding)}/>"
        if action is None:
            return f'<g class="ow-square" data-square="{clean(self.name)}">{area}</g>'
        words = clean(action)
        kind, pressed = (" ow-chosen", ' aria-pressed="true"') if chosen else ("", "")
        return (
            f'<g class="ow-square ow-legal{kind}" data-square="{clean(self.name)}" tabindex="0" '
            f'role="button"{pressed} aria-label="{words}"><title>{words}</title>{area}</g>'
        )


@dataclass(frozen=True)
class Inset:
    """Shapes moved together, by where their own top left corner comes to be; none of them can be clicked."""

    x: float
    y: float
    shapes: tuple[Shape, ...]

    def svg(self) -> str:
        drawn = "".join(shape.svg() for shape in self.shapes)
        return f'<g transform="translate({figure(self.x)} {figure(self.y)})">{drawn}</g>'


Shape: TypeAlias = Box | Disc | Stroke | Polygon | Words | Square | Inset


@dataclass(frozen=True)
class Picture:
    """A position drawn: shapes, the later ones above the earlier, and what they show in words."""

    width: float
    height: float
    shapes: tuple[Shape, ...]
    """The first is the ground on which the others lie."""
    label: str
    controls: tuple[Shape, ...] = ()
    """What is only there to be clicked, at the foot of the picture."""
    foot: float = 0.0
    """How much of the height is for that."""
    marked: bool = False
    """Are the squares that can be clicked marked, as nothing else in the picture shows them?"""

    @property
    def squares(self) -> tuple[Square, ...]:
        """The places that can be clicked."""
        return tuple(shape for shape in (*self.shapes, *self.controls) if isinstance(shape, Square))

    def still(self) -> Picture:
        """The picture without what is only there to be clicked, for where nobody can."""
        if not self.controls:
            return self
        ground, *others = self.shapes
        if isinstance(ground, Box):
            ground = replace(ground, height=ground.height - self.foot)
        height = self.height - self.foot
        return replace(self, height=height, shapes=(ground, *others), controls=(), foot=0.0)

    def svg(
        self,
        actions: Mapping[str, str] = NOTHING,
        theme: Theme | Literal["auto"] = "auto",
        chosen: Collection[str] = (),
    ) -> str:
        """The picture as SVG; `actions` says what a click does, for each square where it does something.

        Its colours follow the page that it stands on, unless a theme is chosen. Where squares have been
        chosen already, these and the others that can be clicked are shown as such.

        >>> picture = Picture(20, 20, (Square("b2", 0, 0, 20, 20),), "An empty board.")
        >>> 'aria-label="play b2"' in picture.svg({"b2": "play b2"})
        True
        """
        squares = self.squares
        unknown = actions.keys() - {square.name for square in squares}
        if unknown:
            raise ValueError(f"The picture has no square {min(unknown)!r} that could be clicked.")
        role = "group" if actions else "img"
        width, height = figure(self.width), figure(self.height)
        drawn = "".join(shape.svg() for shape in (*self.shapes, *self.controls))
        areas = "".join(square.area(actions.get(square.name), square.name in chosen) for square in squares)
        kind = "ow-board" + " ow-choosing" * bool(chosen) + " ow-marked" * self.marked
        return (
            f'<svg xmlns="http://www.w3.org/2000/svg" class="{kind}" width="{width}" height="{height}" '
            f'viewBox="0 0 {width} {height}" role="{role}" aria-label="{clean(self.label)}">'
            f'<style>{style(theme)}</style><g aria-hidden="true">{drawn}</g>{areas}</svg>'
        )


def rectangle(x: float, y: float, width: float, height: float, rounding: float) -> str:
    """Where a rectangle is, as attributes."""
    corners = f' rx="{figure(rounding)}"' if rounding else ""
    return f'x="{figure(x)}" y="{figure(y)}" width="{figure(width)}" height="{figure(height)}"{corners}'


def paint(line: float) -> str:
    """How a shape takes the colour of its kind: with a line so thick, or filled where that is 0."""
    return (
        f'fill="none" stroke="currentColor" stroke-width="{figure(line)}"' if line else 'fill="currentColor"'
    )
