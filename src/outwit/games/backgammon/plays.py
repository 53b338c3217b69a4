"""What can be done with a roll: from where the first step may be made, and what may follow it.

A play is up to four steps, each a byte: the point from which a checker moves and, times 32, the die. The
first step is the lowest byte. Every position that a roll leads to is reached by one play only.

Two different dice lead to one position by two plays in two cases. A checker may go all the way by either die
first: it does so by the higher, unless it hits somebody on one of the two ways. And two checkers borne off
may share the dice either way: the higher takes the one farther away. The steps of a double come to the same
in any order: the rearmost is played first, which is never in the way of the others.
"""

from __future__ import annotations

from outwit.bits import Bits, bit, flip
from outwit.games.backgammon.checkers import Side, advance, blots, mirror, movable, occupied_points

CANNOT_MOVE = 0
"""The play of no step."""

STEP = 8
"""How many bits a step takes."""


def step(source: int, die: int) -> int:
    """A step in writing."""
    return die << 5 | source


def steps(play: int) -> list[tuple[int, int]]:
    """The steps of a play in turn: from where, and by which die.

    >>> steps(step(8, 3) | step(6, 1) << STEP)
    [(8, 3), (6, 1)]
    """
    found = []
    while play:
        found.append((play & 31, play >> 5 & 7))
        play >>= STEP
    return found


def farthest(points: Bits) -> int:
    """The point of a set that is farthest from home."""
    return points.bit_length() - 1


def most_steps(own: Side, free: Bits, high: int, low: int) -> int:
    """How many steps of a roll can be played, and so must be."""
    if high == low:
        for number in range(4):
            sources = movable(occupied_points(own), free, high)
            if not sources:
                return number
            own = advance(own, farthest(sources), high)
        return 4
    here = occupied_points(own)
    by_high, by_low = movable(here, free, high), movable(here, free, low)
    if leads_on(own, free, by_high, high, low) or leads_on(own, free, by_low, low, high):
        return 2
    return 1 if by_high or by_low else 0


def leads_on(own: Side, free: Bits, sources: Bits, die: int, then: int) -> bool:
    """Can a step with one die, from one of some points, be followed by one with another?"""
    while sources:
        source = farthest(sources)
        sources ^= bit(source)
        if movable(occupied_points(advance(own, source, die)), free, then):
            return True
    return False


def either_way(own: Side, other: Side, free: Bits, high: int, low: int) -> Bits:
    """The points from which a checker goes with both dice, the higher first, as well as the lower first."""
    targets = mirror(blots(other))
    found: Bits = 0
    sources = movable(occupied_points(own), free, high) & flip(
        targets << high | targets << low | (2 << high) - 1
    )
    while sources:
        source = farthest(sources)
        sources ^= bit(source)
        if movable(occupied_points(advance(own, source, high)), free, low) >> source - high & 1:
            found |= bit(source)
    return found


def first_steps(own: Side, free: Bits, most: int, die: int, high: int) -> Bits:
    """The points from which a play can begin with a die, if so many steps are to be played.

    With the lower die none that bears off: what follows then, the higher die could have begun.
    """
    sources = movable(occupied_points(own), free, die)
    if die == high:
        return sources
    if most == 1:
        return 0 if movable(occupied_points(own), free, high) else sources
    return sources & flip((2 << die) - 1)


def second_steps(own: Side, free: Bits, same: Bits, first: int, die: int, then: int) -> Bits:
    """The points from which the second step can be made, after one from `first`.

    Without those that another play comes to: `same` are the points that are left alike with either die first.
    """
    sources = movable(occupied_points(advance(own, first, die)), free, then)
    if die == then:
        return sources & (2 << first) - 1
    if die > then:
        return sources & flip(same & bit(first + then))
    again = movable(occupied_points(own), free, then)
    if same >> first & 1:
        again |= bit(first - die)
    return sources & flip(again)
