"""Sets of squares and packed cells: operations that mean the same interpreted and compiled.

`Bits` is the type to annotate a field with that holds a set of up to 64 squares, a bit each. Its value is a
plain int from 0 to 2**64 - 1. Interpreted, Python's own operators work on it; compiled, they work on 64 bits
without a sign. The two differ where a result leaves the 64 bits (`b << 1`, `b + b`, `-b`): mask it, or use
the functions here, which drop what does not fit.

>>> squares = bit(0) | bit(63)
>>> count(squares), list(each(squares)), lowest(squares)
(2, [0, 63], 0)
>>> shift(squares, 1) == bit(1), shift(squares, -1) == bit(62)
(True, True)
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Annotated, TypeAlias

ALL = (1 << 64) - 1

Bits: TypeAlias = Annotated[int, "64 bits"]
"""A set of up to 64 squares."""

Wide: TypeAlias = tuple[Bits, ...]
"""A set of more than 64 squares, 64 to a word."""


def bit(square: int) -> Bits:
    """The set of one square, from 0 to 63."""
    return 1 << square


def flip(squares: Bits) -> Bits:
    """All the squares of 64 that are not in the set."""
    return squares ^ ALL


def shift(squares: Bits, by: int) -> Bits:
    """Every square moved up by so many, or down if negative; what leaves the 64 is dropped."""
    return squares << by & ALL if by >= 0 else squares >> -by


def count(squares: Bits) -> int:
    """How many squares the set holds."""
    return squares.bit_count()


def lowest(squares: Bits) -> int:
    """The lowest square of a set that is not empty."""
    return (squares & -squares).bit_length() - 1


def each(squares: Bits) -> Iterator[int]:
    """The squares of a set, the lowest first."""
    while squares:
        yield lowest(squares)
        squares &= squares - 1


def get(cells: Bits, index: int, width: int) -> int:
    """The number in one of the cells, each `width` bits wide, that are packed into a word."""
    return int(cells >> index * width & (1 << width) - 1)


def put(cells: Bits, index: int, width: int, value: int) -> Bits:
    """The packed cells with one of them changed.

    >>> cells = put(put(0, 3, 4, 9), 0, 4, 5)
    >>> [get(cells, index, 4) for index in range(4)]
    [5, 0, 0, 9]
    """
    return cells & flip(((1 << width) - 1) << index * width) | value << index * width


def wide_has(squares: Wide, square: int) -> bool:
    """Is this square in a wide set?"""
    return squares[square >> 6] >> (square & 63) & 1 == 1


def wide_add(squares: Wide, square: int) -> Wide:
    """A wide set with one square more.

    >>> squares = wide_add((0, 0), 99)
    >>> wide_has(squares, 99), list(wide_each(squares)), wide_count(squares), wide_drop(squares, 99)
    (True, [99], 1, (0, 0))
    """
    return changed(squares, square >> 6, squares[square >> 6] | bit(square & 63))


def wide_drop(squares: Wide, square: int) -> Wide:
    """A wide set without this square."""
    return changed(squares, square >> 6, squares[square >> 6] & flip(bit(square & 63)))


def wide_count(squares: Wide) -> int:
    """How many squares a wide set holds."""
    total = 0
    for word in squares:
        total += count(word)
    return total


def wide_each(squares: Wide) -> Iterator[int]:
    """The squares of a wide set, the lowest first."""
    for index in range(len(squares)):
        for square in each(squares[index]):
            yield 64 * index + square


def changed(words: Wide, index: int, word: Bits) -> Wide:
    """A tuple with one of its items changed."""
    return (*words[:index], word, *words[index + 1 :])
