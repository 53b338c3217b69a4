"""The board, the checkers and the dice of backgammon as shapes, and where they lie."""

from __future__ import annotations

from collections.abc import Iterator

from outwit.draw.shapes import Box, Disc, Polygon, Shape, Stroke, Words
from outwit.draw.theme import Kind
from outwit.games.backgammon.checkers import BAR
from outwit.views.dice import pips

MARGIN = 14.0
POINT = 46.0
"""How wide a point is."""

CHECKER = 20.0
"""The radius of a checker."""

STACK = 5
"""How many checkers are drawn on a point; of more, their number stands on the last."""

HALF = 2 * CHECKER * STACK + 14
"""How high a half of the board is."""

MIDDLE = 54.0
"""How much room is between the halves, for the dice."""

NUMBERS = 22.0
"""How much room the numbers of the points take."""

LINE = 34.0
"""How much room is above and below the board for who plays there."""

GAP = 12.0
BAR_WIDTH = 50.0
TRAY_WIDTH = 62.0
QUARTER = 6 * POINT
LEFT = MARGIN
BAR_LEFT = LEFT + QUARTER
RIGHT = BAR_LEFT + BAR_WIDTH
TRAY_LEFT = RIGHT + QUARTER + GAP
TOP = MARGIN + LINE + NUMBERS
CENTRE = TOP + HALF + MIDDLE / 2
BOTTOM = TOP + 2 * HALF + MIDDLE
WIDTH = TRAY_LEFT + TRAY_WIDTH + MARGIN
HEIGHT = BOTTOM + NUMBERS + LINE + MARGIN

OWNERS: tuple[Kind, Kind] = ("first", "second")
"""The colours of the players' checkers."""

DIE = 38.0


def column(place: int) -> float:
    """The left edge of a point, as who sits below the board counts it."""
    across = 12 - place if place <= 12 else place - 13
    return LEFT + across * POINT + (BAR_WIDTH if across >= 6 else 0)


def upper(place: int) -> bool:
    """Is a point, as who sits below counts it, in the upper half?"""
    return place > 12


def spot(place: int, height: int) -> tuple[float, float]:
    """The middle of the checker at a height on a point, from the edge inwards, or on the bar.

    Who sits below waits on the upper half of the bar, where its checkers enter; `-BAR` is the other's.
    """
    if abs(place) == BAR:
        away = MIDDLE / 2 + CHECKER + 2 + 2 * CHECKER * min(height, STACK - 1)
        return BAR_LEFT + BAR_WIDTH / 2, CENTRE - away if place > 0 else CENTRE + away
    away = CHECKER + 3 + 2 * CHECKER * min(height, STACK - 1)
    return column(place) + POINT / 2, TOP + away if upper(place) else BOTTOM - away


def ground() -> Iterator[Shape]:
    """The board without its checkers."""
    yield Box(0, 0, WIDTH, HEIGHT, "ground", 22)
    high = 2 * HALF + MIDDLE
    for left in (LEFT, RIGHT):
        yield Box(left, TOP, QUARTER, high, "cell", 6)
    for place in range(1, BAR):
        left = column(place)
        base, tip = (TOP, TOP + HALF - 24) if upper(place) else (BOTTOM, BOTTOM - HALF + 24)
        kind: Kind = "hill" if place % 2 else "peak"
        yield Polygon(((left + 1, base), (left + POINT - 1, base), (left + POINT / 2, tip)), kind)
    yield Stroke(((BAR_LEFT + BAR_WIDTH / 2, TOP + 4), (BAR_LEFT + BAR_WIDTH / 2, BOTTOM - 4)), "wall", 2)


def checker(x: float, y: float, owner: int, words: str = "", radius: float = CHECKER) -> Iterator[Shape]:
    """A checker around a point: the first player's with a cross, the second's with a ring, or with words."""
    arm, line = 0.3 * radius, 0.18 * radius
    yield Disc(x, y, radius, "cell")
    yield Disc(x, y, radius - 1.2, OWNERS[owner])
    if words:
        yield Words(x, y, words, "mark", radius)
    elif owner:
        yield Disc(x, y, 0.37 * radius, "mark", line)
    else:
        for down in (arm, -arm):
            yield Stroke(((x - arm, y - down), (x + arm, y + down)), "mark", line)


def stack(place: int, owner: int, many: int) -> Iterator[Shape]:
    """The checkers on a point or on the bar."""
    for height in range(min(many, STACK)):
        last = height == STACK - 1 and many > STACK
        yield from checker(*spot(place, height), owner, str(many) if last else "")


def tray(above: bool) -> tuple[float, float, float, float]:
    """Where checkers borne off lie: left, top, width and height."""
    return TRAY_LEFT, TOP if above else TOP + HALF + MIDDLE, TRAY_WIDTH, HALF


def tray_shapes(above: bool, owner: int, many: int) -> Iterator[Shape]:
    """A tray with the checkers borne off, seen from the side."""
    left, top, width, height = tray(above)
    yield Box(left, top, width, height, "cell", 6)
    thick = (height - 8) / 15
    for number in range(many):
        y = top + 4 + number * thick if above else top + height - 4 - (number + 1) * thick
        yield Box(left + 6, y + 0.8, width - 12, thick - 1.6, OWNERS[owner], 3)


def die(x: float, y: float, face: int, owner: int, used: bool = False) -> Iterator[Shape]:
    """A die around a point, in the colour of who has thrown it; one that has been used is only outlined."""
    half = DIE / 2
    if used:
        yield Box(x - half, y - half, DIE, DIE, "wall", 8, 1.5)
    else:
        yield Box(x - half - 1.5, y - half - 1.5, DIE + 3, DIE + 3, "last", 9)
        yield Box(x - half, y - half, DIE, DIE, OWNERS[owner], 8)
    yield from pips(x, y, face, 10, 3.9, "wall" if used else "mark")
