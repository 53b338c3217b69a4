"""Plots: axes with round figures, lines and bands between them, and the marks that tell series apart.

No colour says what a shape, a pattern or a figure does not say too.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

from outwit.draw.shapes import Box, Disc, Polygon, Shape, Stroke, Words
from outwit.draw.svg import Point
from outwit.draw.theme import Kind

SERIES: tuple[Kind, ...] = ("first", "second", "third", "last", "fourth")
"""The colours of series: of players, of agents."""

PATTERNS = {
    "solid": "",
    "dashed": "9 6",
    "dotted": "2 6",
    "dash-dotted": "12 5 2 5",
    "short-dashed": "5 5",
    "long-and-short-dashed": "14 4 5 4",
}
"""The patterns of lines: how long dashes and gaps are, in turn."""

GAP = 8.0
"""How far from the field the figures of an axis are."""

FINEST = 1e-9
"""The least distance between ticks; values that differ by less are drawn as equal."""

Mark = tuple[float, str]
"""A value on an axis, and how it is written there."""


@dataclass(frozen=True)
class Axis:
    """Where values lie along a side of a plot."""

    low: float
    high: float
    start: float
    """Where the lowest is drawn."""
    end: float
    """Where the highest is drawn."""

    def place(self, value: float) -> float:
        """Where a value is drawn; at the end of the axis if it lies beyond.

        >>> Axis(0, 10, 100, 200).place(5), Axis(0, 10, 100, 200).place(99)
        (150.0, 200.0)
        """
        inside = min(max(value, self.low), self.high)
        return self.start + (self.end - self.start) * (inside - self.low) / (self.high - self.low)


@dataclass(frozen=True)
class Plot:
    """The field between an axis to the right and an axis up."""

    x: Axis
    y: Axis
    room: float = 0.0
    """How much of the field lies left of the lowest value, for words at the beginnings of lines."""

    @property
    def left(self) -> float:
        """Where the field begins."""
        return self.x.start - self.room

    def points(self, values: Iterable[Point]) -> tuple[Point, ...]:
        """Where pairs of values are drawn."""
        return tuple((self.x.place(x), self.y.place(y)) for x, y in values)

    def rows(
        self, marks: Iterable[Mark], size: float, thin: bool = False, zero: float = 1.0
    ) -> Iterator[Shape]:
        """A line across the field at each mark, at zero so thick, and the mark's figure on the left."""
        for value, words in marks:
            y = self.y.place(value)
            yield Stroke(((self.left, y), (self.x.end, y)), "ground", zero if value == 0 else 1.0)
            yield Words(self.left - GAP, y, words, "name", size, "end", thin)

    def columns(self, marks: Iterable[Mark], size: float, thin: bool = False) -> Iterator[Shape]:
        """The figure of each mark below the field."""
        for value, words in marks:
            yield Words(self.x.place(value), self.y.start + GAP + size / 2, words, "name", size, thin=thin)

    def band(self, upper: Sequence[Point], lower: Sequence[Point], kind: Kind) -> Iterator[Shape]:
        """The area between two lines, both to the right, and its edges."""
        above, below = self.points(upper), self.points(lower)
        yield Polygon((*above, *reversed(below)), kind, opacity=0.16)
        yield Stroke(above, kind, 1.0, opacity=0.45)
        yield Stroke(below, kind, 1.0, opacity=0.45)


def round_step(low: float, high: float, most: int) -> float:
    """The distance between ticks: 1, 2 or 5 times a power of ten, so that no more than so many fit."""
    rough = max((high - low) / most, FINEST)
    unit = 10.0 ** math.floor(math.log10(rough))
    return next(unit * factor for factor in (1, 2, 5, 10) if unit * factor >= rough * (1 - 1e-9))


def ticks(low: float, high: float, most: int = 6) -> list[float]:
    """Round figures from low to high, about so many at most.

    >>> ticks(-130, 260), ticks(1, 9)
    ([-100.0, 0.0, 100.0, 200.0], [2.0, 4.0, 6.0, 8.0])
    """
    step = round_step(low, high, most)
    return multiples(step, math.ceil(low / step - 1e-9), math.floor(high / step + 1e-9))


def ticks_around(low: float, high: float, most: int = 6) -> list[float]:
    """Round figures that a range and zero lie between, few enough to be read.

    >>> ticks_around(-0.3, 1.0), ticks_around(0, 7)
    ([-0.5, 0.0, 0.5, 1.0], [0.0, 2.0, 4.0, 6.0, 8.0])
    """
    low, high = min(low, 0.0), max(high, 0.0)
    if high - low < FINEST:
        low, high = -1.0, 1.0
    step = round_step(low, high, most)
    return multiples(step, math.floor(low / step + 1e-9), math.ceil(high / step - 1e-9))


def multiples(step: float, first: int, last: int) -> list[float]:
    """The multiples of a step, without what floats add to them."""
    return [round(number * step, 12) + 0.0 for number in range(first, last + 1)]


def decades(low: float, high: float) -> list[Mark]:
    """Marks of a logarithmic axis, as logarithms and in words: powers of ten, and a few between.

    >>> [words for _, words in decades(0.1, 2.9)], [words for _, words in decades(3.1, 3.8)]
    (['1', '10', '100', '1,000'], ['1,000', '2,000', '5,000', '10 k'])
    """
    first = math.floor(low)
    powers = max(math.ceil(high) - first, 1)
    factors = (1, 2, 5) if powers == 1 else (1,)
    step = -(-powers // 7)
    last = first + -(-powers // step) * step
    counts = [f * 10.0**n for n in range(first, last, step) for f in factors] + [10.0**last]
    return [(math.log10(count), compact(count)) for count in counts]


def compact(count: float) -> str:
    """A round number that takes little room.

    >>> compact(20), compact(5000), compact(20_000), compact(1e6), compact(1e12)
    ('20', '5,000', '20 k', '1 M', '1e+12')
    """
    if count >= 1e9:
        return f"{count:.0e}"
    for from_here, size, unit in ((1e6, 1e6, "M"), (1e4, 1e3, "k")):
        if count >= from_here:
            return f"{count / size:.0f} {unit}"
    return f"{count:,.0f}" if count >= 1 else f"{count:g}"


def series_colour(number: int) -> Kind:
    """The colour of a series, by its number from 0."""
    return SERIES[number % len(SERIES)]


def series_pattern(number: int) -> str:
    """The name of the pattern of a series' line, by its number from 0."""
    return list(PATTERNS)[number % len(PATTERNS)]


def series_line(number: int, points: tuple[Point, ...], width: float = 2.0) -> Stroke:
    """A line through points in the colour and the pattern of a series."""
    return Stroke(points, series_colour(number), width, PATTERNS[series_pattern(number)])


def marker(number: int, x: float, y: float, size: float) -> Iterator[Shape]:
    """The mark of a series, by its number from 0: in turn a disc, a ring, a box and an open box."""
    line = 1.8 if number % 2 else 0.0
    if number % 4 < 2:
        if line:
            yield Disc(x, y, size, "cell")
        yield Disc(x, y, size, series_colour(number), line)
    else:
        yield Box(x - size, y - size, 2 * size, 2 * size, series_colour(number), line=line)


def diamond(x: float, y: float, size: float) -> Stroke:
    """The mark of chance."""
    reach = size * 1.35
    return Stroke(
        ((x, y - reach), (x + reach, y), (x, y + reach), (x - reach, y), (x, y - reach)), "choice", 1.6
    )


def dot(x: float, y: float, radius: float, kind: Kind) -> Iterator[Shape]:
    """A value on a line, set off from it by an edge."""
    yield Disc(x, y, radius + 0.75, "cell")
    yield Disc(x, y, radius - 0.75, kind)
