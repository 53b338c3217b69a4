"""The faces of dice."""

from __future__ import annotations

from collections.abc import Iterator

from outwit.draw.shapes import Disc, Shape
from outwit.draw.theme import Kind

PIPS = {
    1: ((0, 0),),
    2: ((-1, -1), (1, 1)),
    3: ((-1, -1), (0, 0), (1, 1)),
    4: ((-1, -1), (1, -1), (-1, 1), (1, 1)),
    5: ((-1, -1), (1, -1), (0, 0), (-1, 1), (1, 1)),
    6: ((-1, -1), (1, -1), (-1, 0), (1, 0), (-1, 1), (1, 1)),
}
"""Where the pips of a face are."""


def pips(x: float, y: float, face: int, apart: float, radius: float, kind: Kind) -> Iterator[Shape]:
    """The pips of a face around a point, so far apart."""
    for across, down in PIPS[face]:
        yield Disc(x + across * apart, y + down * apart, radius, kind)
