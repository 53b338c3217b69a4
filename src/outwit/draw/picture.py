"""A picture: shapes, and what they show in words; as SVG."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import dataclass, replace
from types import MappingProxyType

from outwit.draw.shapes import Box, Shape, Square
from outwit.draw.svg import NAMESPACE, clean, number
from outwit.draw.theme import Sheet, style

NOTHING: Mapping[str, str] = MappingProxyType({})


@dataclass(frozen=True)
class Picture:
    """Shapes, the later ones above the earlier, and what they show in words."""

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
        theme: Sheet = "auto",
        chosen: Collection[str] = (),
    ) -> str:
        """The picture as SVG; `actions` says what a click does, for each square where it does something.

        Its colours follow the page that it stands on, unless a theme is chosen; for a `page` in HTML that
        has the style sheet itself, it goes without. Where squares have been chosen already, these and the
        others that can be clicked are shown as such.

        >>> picture = Picture(20, 20, (Square("b2", 0, 0, 20, 20),), "An empty board.")
        >>> 'aria-label="play b2"' in picture.svg({"b2": "play b2"})
        True
        """
        squares = self.squares
        unknown = actions.keys() - {square.name for square in squares}
        if unknown:
            raise ValueError(f"The picture has no square {min(unknown)!r} that could be clicked.")
        role = "group" if actions else "img"
        width, height = number(self.width), number(self.height)
        drawn = "".join(shape.svg() for shape in (*self.shapes, *self.controls))
        areas = "".join(square.area(actions.get(square.name), square.name in chosen) for square in squares)
        kind = "ow-board" + " ow-choosing" * bool(chosen) + " ow-marked" * self.marked
        namespace, sheet = (
            ("", "") if theme == "page" else (f"{NAMESPACE} ", f"<style>{style(theme)}</style>")
        )
        return (
            f'<svg {namespace}class="{kind}" width="{width}" height="{height}" '
            f'viewBox="0 0 {width} {height}" role="{role}" aria-label="{clean(self.label)}">'
            f'{sheet}<g aria-hidden="true">{drawn}</g>{areas}</svg>'
        )
