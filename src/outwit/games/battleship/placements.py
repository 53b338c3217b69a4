"""Where ships can lie: the placements of a fleet by number, each as squares and as bits in two words."""

from __future__ import annotations

from functools import cache
from typing import NamedTuple

HALF = 50
"""How many squares are in the first of the two words that hold a set of squares; the second has the rest."""


class Placements(NamedTuple):
    """The placements of all ships of a fleet, ship by ship: those across, then those down."""

    size: int
    """How many squares a side of the board has."""
    lengths: tuple[int, ...]
    """How many squares each ship takes."""
    first: tuple[int, ...]
    """The number of each ship's first placement, and last how many there are in all."""
    bows: tuple[int, ...]
    """The square of each placement that is nearest to the top left."""
    steps: tuple[int, ...]
    """How far it is from each square of a placement to the next: 1 across, a row down."""
    low: tuple[int, ...]
    """The squares of each placement in the first word, a bit each."""
    high: tuple[int, ...]
    """The squares of each placement in the second word."""

    def __hash__(self) -> int:
        return hash((self.size, self.lengths))  # which all the others follow from


@cache
def placements_of(size: int, lengths: tuple[int, ...]) -> Placements:
    """The placements of a fleet on a board.

    >>> found = placements_of(3, (3, 2))
    >>> found.first, found.bows[:6], found.steps[:6], found.low[0], found.low[3]
    ((0, 6, 18), (0, 3, 6, 0, 1, 2), (1, 1, 1, 3, 3, 3), 7, 73)
    """
    first = [0]
    bows: list[int] = []
    steps: list[int] = []
    for length in lengths:
        room = size - length + 1
        for step, rows, columns in ((1, size, room), (size, room, size)):
            bows += [size * row + column for row in range(rows) for column in range(columns)]
            steps += [step] * (rows * columns)
        first.append(len(bows))
    ships = [length for ship, length in enumerate(lengths) for _ in range(first[ship + 1] - first[ship])]
    sets = [
        sum(1 << bow + step * number for number in range(length))
        for bow, step, length in zip(bows, steps, ships, strict=True)
    ]
    low, high = (
        tuple(words) for words in ([each & (1 << HALF) - 1 for each in sets], [each >> HALF for each in sets])
    )
    return Placements(size, lengths, tuple(first), tuple(bows), tuple(steps), low, high)


def low_bit(square: int) -> int:
    """A square in the first word; nothing if it is in the second."""
    return 1 << square if square < HALF else 0


def high_bit(square: int) -> int:
    """A square in the second word; nothing if it is in the first."""
    return 1 << square - HALF if square >= HALF else 0
