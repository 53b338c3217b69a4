"""What the evaluation of backgammon weighs: numbers that a player would look at, seen from one side."""

from __future__ import annotations

from functools import lru_cache
from typing import TypeAlias

from outwit.bits import Bits, bit, count
from outwit.games.backgammon.checkers import (
    BAR,
    CHECKERS,
    Side,
    blots,
    checkers_left,
    checkers_on,
    made_points,
    occupied_points,
    open_points,
)

FEATURES = (
    "race",
    "pips",
    "borne off",
    "on the bar",
    "shut out",
    "pips at risk",
    "home points",
    "outer points",
    "anchors",
    "high anchor",
    "prime",
    "caught",
    "last checkers",
    "piled up",
    "to act",
)
"""What each feature is called."""

Features: TypeAlias = tuple[
    float, float, float, float, float, float, float, float,
    float, float, float, float, float, float, float,
]  # fmt: skip
"""A number for each."""

Lasting: TypeAlias = tuple[
    float, float, float, float, float, float, float, float, float, float, float, float, float,
]  # fmt: skip
"""A number for each but the pips at risk and whose turn it is."""

HOME_POINTS = 0b1111110
OUTER_POINTS = 0b111111 << 7
FAR_HOME = 0b111111 << 19
"""A side's home board, its outer board, and the home board of the other side."""

HIGH_ANCHORS = 0b1111 << 18
"""The far bar point and the three points behind it: whoever holds one is hard to shut in."""

DIGITS = tuple(sum(1 << point for point in range(BAR + 1) if point >> digit & 1) for digit in range(5))
"""For each binary digit the points whose number has it."""


def pips(side: Side) -> int:
    """How far a side's checkers have to go, all together."""
    ones, twos, fours, eights = side
    return farness(ones) + 2 * farness(twos) + 4 * farness(fours) + 8 * farness(eights)


def farness(points: Bits) -> int:
    """The numbers of some points added up, digit by digit."""
    return (
        count(points & DIGITS[0])
        + 2 * count(points & DIGITS[1])
        + 4 * count(points & DIGITS[2])
        + 8 * count(points & DIGITS[3])
        + 16 * count(points & DIGITS[4])
    )


def features(own: Side, other: Side, to_act: bool, roll: int) -> Features:
    """The features of one side, in the order of their names.

    - race: its part of all pips that both have to go
    - pips: how far it has to go, in hundreds of pips
    - borne off: the part of its checkers that are off
    - on the bar: its checkers there
    - shut out: the part of the other's home board that is closed to its checkers on the bar
    - pips at risk: what the other side takes by hitting blots if it acts next, in hundreds of pips: each
      blot's, times the shots of 36 that hit it or, once the dice are thrown, all or nothing
    - home points, outer points, anchors: the points it has made in its home board, in its outer board, and in
      the other's home board; high anchor: one of the four points from 18 to 21
    - prime: how long its longest row of points is; caught: the other's checkers behind a row of four or more
    - last checkers: those still in the other's home board
    - piled up: those beyond the third on a point
    - to act: whether it is its turn
    """
    race, far, off, bar, closed, home, outer, anchors, high, length, caught, back, piled = static_features(
        own, other
    )
    risked = 0.0 if to_act else blot_risk(own, other, roll) / 100
    acts = 1.0 if to_act else 0.0
    return race, far, off, bar, closed, risked, home, outer, anchors, high, length, caught, back, piled, acts


@lru_cache(maxsize=1 << 12)
def static_features(own: Side, other: Side) -> Lasting:
    """The features that the dice do not change, and whose turn it is neither: most of the work.

    A search that looks at all rolls after a play asks for them again and again.
    """
    far, whole = pips(own), pips(own) + pips(other)
    points = made_points(own)
    bar = checkers_on(own, BAR)
    closed = count(made_points(other) & HOME_POINTS) if bar else 0
    length, caught = prime(points & (HOME_POINTS | OUTER_POINTS), other)
    back = count(own.ones & FAR_HOME) + 2 * count(own.twos & FAR_HOME) + 4 * count(own.fours & FAR_HOME)
    piles = own.fours | own.eights
    piled = count(own.ones & piles) + 2 * count(own.twos & piles) + 4 * count(own.fours) - 3 * count(piles)
    return (
        far / whole if whole else 0.0,
        far / 100,
        (CHECKERS - checkers_left(own)) / CHECKERS,
        float(bar),
        closed / 6,
        float(count(points & HOME_POINTS)),
        float(count(points & OUTER_POINTS)),
        float(count(points & FAR_HOME)),
        1.0 if points & HIGH_ANCHORS else 0.0,
        float(length),
        float(caught),
        float(back + 8 * count(own.eights & FAR_HOME)),
        float(piled + 8 * count(own.eights)),
    )


def prime(points: Bits, other: Side) -> tuple[int, int]:
    """How long the longest row of points made is, and how many of the other side are behind one of four."""
    length, behind = 0, 0
    row: Bits = points
    while row:
        length += 1
        if length == 4:
            start = (row & -row).bit_length() - 1
            for point in range(BAR - start + 1, BAR + 1):
                behind += checkers_on(other, point)
        row &= row >> 1
    return length, behind


# Blots


def blot_risk(own: Side, other: Side, roll: int) -> float:
    """How many pips the other side's roll costs by hitting blots: each blot's, times its shots, over 36."""
    alone: Bits = blots(own) & (1 << BAR) - 1
    hitters, free = occupied_points(other), open_points(own)
    if hitters >> BAR:
        hitters = bit(BAR)
    risked = 0
    while alone:
        point = alone.bit_length() - 1
        alone ^= bit(point)
        risked += (BAR - point) * shots(hitters, free, BAR - point, roll)
    return risked / 36


def shots(hitters: Bits, free: Bits, point: int, roll: int) -> int:
    """How many of the 36 rolls hit a blot on a point; if the roll is known, all or none."""
    near, way = hitters >> point, free >> point
    if near & (1 << 25) - 2 == 0:
        return 0
    if roll > 0:
        return 36 if hits(near, way, roll // 10, roll % 10) else 0
    found = 0
    for high in range(1, 7):
        if hits(near, way, high, high):
            found += 1
        for low in range(1, high):
            if hits(near, way, high, low):
                found += 2
    return found


def hits(near: Bits, way: Bits, high: int, low: int) -> bool:
    """Does a roll hit? `near` tells how far from the blot hitters stand, `way` where they may step."""
    if high > low:
        direct = near >> high | near >> low
        return (direct | near >> high + low & (way >> high | way >> low)) & 1 == 1
    for number in range(1, 5):
        if near >> number * high & 1:
            return True
        if not way >> number * high & 1:
            return False
    return False
