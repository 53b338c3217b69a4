"""The shapes that every picture is made of; each takes the colour of its kind."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal, TypeAlias

from outwit.draw import svg
from outwit.draw.svg import Point, clean, number
from outwit.draw.theme import Kind

Anchor: TypeAlias = Literal["start", "middle", "end"]


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
    opacity: float = 1.0

    def svg(self) -> str:
        paint = fill_or_stroke(self.line, self.opacity)
        return svg.rect(f"ow-{self.kind}", self.x, self.y, self.width, self.height, self.rounding, paint)


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
        return svg.circle(f"ow-{self.kind}", self.x, self.y, self.radius, fill_or_stroke(self.line))


@dataclass(frozen=True)
class Stroke:
    """A line with round ends through some points."""

    points: tuple[Point, ...]
    kind: Kind
    width: float
    dash: str = ""
    """How long its dashes and the gaps between them are, in turn; nothing draws it whole."""
    opacity: float = 1.0

    def svg(self) -> str:
        ends = ' stroke-linecap="round" stroke-linejoin="round"'
        dash = f' stroke-dasharray="{self.dash}"' if self.dash else ""
        paint = fill_or_stroke(self.width, self.opacity)
        return svg.polyline(f"ow-{self.kind}", self.points, paint + ends + dash)


@dataclass(frozen=True)
class Polygon:
    """The area between some corners."""

    points: tuple[Point, ...]
    kind: Kind
    line: float = 0.0
    """How thick its outline is, half of it outside the corners; 0 fills it."""
    opacity: float = 1.0

    def svg(self) -> str:
        paint = fill_or_stroke(self.line, self.opacity)
        return svg.polygon(f"ow-{self.kind}", self.points, f'{paint} stroke-linejoin="round"')


@dataclass(frozen=True)
class Words:
    """A line of text around its middle, or from its start or its end on."""

    x: float
    y: float
    text: str
    kind: Kind
    size: float
    anchor: Anchor = "middle"
    """Which part of the text is at `x`."""
    thin: bool = False
    """Are the letters as thin as in a sentence? Else they are half bold, to be read at a glance."""
    halo: bool = False
    """Has it an edge in the colour of the paper, so that lines behind it do not disturb?"""

    def svg(self) -> str:
        kind = f"ow-{self.kind}" + " ow-thin" * self.thin + " ow-halo" * self.halo
        anchor = "" if self.anchor == "middle" else f' style="text-anchor:{self.anchor}"'
        return svg.text(kind, self.x, self.y, self.text, f'font-size="{number(self.size)}"{anchor}')


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
        area = svg.rect("", self.x, self.y, self.width, self.height, self.rounding)
        name = f'data-square="{clean(self.name)}"'
        if action is None:
            return svg.group("ow-square", area, name)
        kind, pressed = (" ow-chosen", ' aria-pressed="true"') if chosen else ("", "")
        return svg.button(f"ow-square ow-legal{kind}", area, action, f'{name} tabindex="0"{pressed}')


@dataclass(frozen=True)
class Inset:
    """Shapes moved together, by where their own top left corner comes to be; none of them can be clicked."""

    x: float
    y: float
    shapes: tuple[Shape, ...]

    def svg(self) -> str:
        return svg.group("", "".join(shape.svg() for shape in self.shapes), svg.shift(self.x, self.y))


Shape: TypeAlias = Box | Disc | Stroke | Polygon | Words | Square | Inset


def fill_or_stroke(line: float, opacity: float = 1.0) -> str:
    """How a shape takes the colour of its kind: with a line so thick, or filled where that is 0."""
    pale = f' opacity="{opacity:g}"' if opacity != 1.0 else ""
    if line:
        return f'fill="none" stroke="currentColor" stroke-width="{number(line)}"{pale}'
    return f'fill="currentColor"{pale}'
