"""One side's checkers: where they stand, how one moves, and from where a die may move one.

A side counts the board from its own home: points 1 to 24, its bar 25, and 0 for off. Its point p is the other
side's point 25 - p. Sets of points are words, bit p for point p, so that all points are looked at together.
"""

from __future__ import annotations

from typing import NamedTuple

from outwit.bits import Bits, bit, count, flip

OFF, HOME, BAR = 0, 6, 25
"""Where checkers end, how far the home board reaches, and where checkers that were hit wait."""

CHECKERS = 15
"""How many checkers a side has."""

POINTS = (1 << BAR) - 2
"""All points but the bar."""


class Side(NamedTuple):
    """How many checkers stand on each point, written in binary: a set for each of the four digits."""

    ones: Bits
    twos: Bits
    fours: Bits
    eights: Bits


def occupied_points(side: Side) -> Bits:
    """The points on which a side has a checker, its bar among them."""
    return side.ones | side.twos | side.fours | side.eights


def made_points(side: Side) -> Bits:
    """The points on which a side has two checkers or more."""
    return side.twos | side.fours | side.eights


def blots(side: Side) -> Bits:
    """The points on which a side has a single checker."""
    return side.ones & flip(made_points(side))


def checkers_on(side: Side, point: int) -> int:
    """How many checkers a side has on a point."""
    ones, twos, fours, eights = side
    return int(
        (ones >> point & 1) + 2 * (twos >> point & 1) + 4 * (fours >> point & 1) + 8 * (eights >> point & 1)
    )


def checkers_left(side: Side) -> int:
    """How many checkers a side has not yet borne off."""
    return count(side.ones) + 2 * count(side.twos) + 4 * count(side.fours) + 8 * count(side.eights)


def rear(side: Side) -> int:
    """The point of a side's rearmost checker; -1 where none is left."""
    return occupied_points(side).bit_length() - 1


def mirror(points: Bits) -> Bits:
    """Points of one side as the other counts them: bits 0 to 25 in reverse."""
    points = points >> 1 & 0x55555555 | (points & 0x55555555) << 1
    points = points >> 2 & 0x33333333 | (points & 0x33333333) << 2
    points = points >> 4 & 0x0F0F0F0F | (points & 0x0F0F0F0F) << 4
    points = points >> 8 & 0x00FF00FF | (points & 0x00FF00FF) << 8
    return (points >> 16 | (points & 0x0000FFFF) << 16) >> 6


def move_checker(side: Side, source: Bits, target: Bits) -> Side:
    """A side with one checker less on a point and one more on another, either of which may be none.

    One digit after the other is turned where it must be: of the source as long as there is something to
    borrow, of the target as long as there is something to carry.
    """
    ones, twos, fours, eights = side
    turned = source | target
    carried = turned & (ones ^ source)
    carried_on = carried & (twos ^ source)
    last = carried_on & (fours ^ source)
    return Side(ones ^ turned, twos ^ carried, fours ^ carried_on, eights ^ last)


def advance(side: Side, source: int, die: int) -> Side:
    """A side whose checker on a point has moved by a die, perhaps off."""
    return move_checker(side, bit(source), bit(source - die) if source > die else 0)


def play_die(own: Side, other: Side, source: int, die: int) -> tuple[Side, Side]:
    """Both sides after a checker has moved by a die; a single checker where it lands goes to its bar."""
    if source > die and blots(other) >> BAR - source + die & 1:
        other = move_checker(other, bit(BAR - source + die), bit(BAR))
    return advance(own, source, die), other


def open_points(other: Side) -> Bits:
    """The points, as their opponent counts them, on which a side has not two checkers or more."""
    return POINTS & flip(mirror(made_points(other)))


def movable(own: Bits, free: Bits, die: int) -> Bits:
    """The points from which a checker may move with a die, given the points occupied and those open.

    From the bar first. Off the board only when all are home: from the die's own point or, if nobody stands
    there or farther away, from the rearmost.
    """
    if own >> BAR:
        return bit(BAR) & free << die
    found = own & free << die
    if own >> HOME + 1 == 0:
        found |= own & bit(die)
        if own and own >> die == 0:
            found |= bit(own.bit_length() - 1)
    return found


def in_contact(own: Side, other: Side) -> bool:
    """Can checkers of the two sides still meet?"""
    return rear(own) + rear(other) > BAR
