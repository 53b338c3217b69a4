"""The fleets that agree with every answer, and draws from them that favour none.

A *cover* says where some ships lie so that every hit is accounted for: each hit belongs to one of them, a
ship that sank lies on squares that were hit by then, and one afloat has a square that was not shot at. The
other ships were never hit, and lie where nobody shot. A cover weighs as much as there are ways to place
those, each for itself. A fleet is drawn by drawing a cover by its weight and then each of the other ships;
where two of them overlap, all is drawn anew. So every fleet that agrees with the answers is equally likely.
"""

from __future__ import annotations

from functools import lru_cache
from typing import NamedTuple

from outwit.games.battleship.knowledge import Knowledge
from outwit.games.battleship.placements import Placements
from outwit.random import Generator

BITS = 8
"""How many bits of a cover say where a ship lies: which of its own placements, from 1, or 0 for none."""

SHIP = (1 << BITS) - 1


class Fleets(NamedTuple):
    """All covers of the hits, and where the ships lie that a cover leaves open."""

    placed: int
    """How many ships are to be drawn."""
    covers: list[int]
    low: list[int]
    """The squares that each cover takes, in the first word."""
    high: list[int]
    weights: list[int]
    sums: list[int]
    """What each cover and all before it weigh together."""
    free: list[int]
    """The placements on squares that nobody shot at, ship by ship."""
    first: list[int]
    """Where each ship's begin in that list, and last how long it is."""


@lru_cache(maxsize=256)
def find_fleets(placements: Placements, known: Knowledge) -> Fleets:
    """The fleets that agree with what is known; found once where they are asked for again."""
    touching, touching_first = touching_placements(placements, known)
    free, first = free_placements(placements, known)
    covers: list[int] = []
    low: list[int] = []
    high: list[int] = []
    weights: list[int] = []
    sums: list[int] = []
    total = 0
    open_covers, open_low, open_high = [0], [0], [0]
    while open_covers:
        cover, taken_low, taken_high = open_covers.pop(), open_low.pop(), open_high.pop()
        wanted_low, wanted_high = known.hit_low & ~taken_low, known.hit_high & ~taken_high
        if wanted_low == 0 and wanted_high == 0:
            weight = free_ways(known.placed, cover, first)
            if weight > 0:
                covers.append(cover)
                low.append(taken_low)
                high.append(taken_high)
                weights.append(weight)
                total += weight
                sums.append(total)
            continue
        only = next_sunk(known, cover)
        if only < 0:  # some hit must be accounted for: the lowest
            wanted_low &= -wanted_low
            wanted_high = 0 if wanted_low else wanted_high & -wanted_high
        for ship in range(known.placed):
            if (only >= 0 and ship != only) or cover >> BITS * ship & SHIP:
                continue
            for index in range(touching_first[ship], touching_first[ship + 1]):
                placement = touching[index]
                here_low, here_high = placements.low[placement], placements.high[placement]
                fits = here_low & taken_low == 0 and here_high & taken_high == 0
                if fits and (here_low & wanted_low or here_high & wanted_high):
                    open_covers.append(cover | placement - placements.first[ship] + 1 << BITS * ship)
                    open_low.append(taken_low | here_low)
                    open_high.append(taken_high | here_high)
    return Fleets(known.placed, covers, low, high, weights, sums, free, first)


def touching_placements(placements: Placements, known: Knowledge) -> tuple[list[int], list[int]]:
    """The placements that take a hit and agree with the answers, and where each ship's begin."""
    found: list[int] = []
    first = [0]
    for ship in range(known.placed):
        for placement in range(placements.first[ship], placements.first[ship + 1]):
            low, high = placements.low[placement], placements.high[placement]
            if low & known.hit_low == 0 and high & known.hit_high == 0:
                continue
            if known.sunk[ship]:
                whole = low & ~known.until_low[ship] == 0 and high & ~known.until_high[ship] == 0
                agrees = whole and (low & known.last_low[ship] or high & known.last_high[ship]) != 0
            else:
                missed = low & known.shot_low & ~known.hit_low or high & known.shot_high & ~known.hit_high
                afloat = low & ~known.shot_low or high & ~known.shot_high
                agrees = missed == 0 and afloat != 0
            if agrees:
                found.append(placement)
        first.append(len(found))
    return found, first


def free_placements(placements: Placements, known: Knowledge) -> tuple[list[int], list[int]]:
    """The placements where nobody shot, of each ship afloat, and where each ship's begin."""
    found: list[int] = []
    first = [0]
    for ship in range(known.placed):
        if known.sunk[ship] == 0:
            for placement in range(placements.first[ship], placements.first[ship + 1]):
                low, high = placements.low[placement], placements.high[placement]
                if low & known.shot_low == 0 and high & known.shot_high == 0:
                    found.append(placement)
        first.append(len(found))
    return found, first


def next_sunk(known: Knowledge, cover: int) -> int:
    """A ship that sank and has no place in a cover yet; -1 if all have."""
    for ship in range(known.placed):
        if known.sunk[ship] and cover >> BITS * ship & SHIP == 0:
            return ship
    return -1


def free_ways(placed: int, cover: int, first: list[int]) -> int:
    """In how many ways the ships that a cover leaves open can be placed, each for itself."""
    ways = 1
    for ship in range(placed):
        if cover >> BITS * ship & SHIP == 0:
            ways *= first[ship + 1] - first[ship]
    return ways


def draw_fleet(placements: Placements, fleets: Fleets, random: Generator) -> list[int]:
    """One of the fleets, each equally likely: the placements of its ships, -1 of those not placed yet."""
    ships = [-1] * len(placements.lengths)
    while True:
        index = draw_cover(fleets, random)
        cover, low, high = fleets.covers[index], fleets.low[index], fleets.high[index]
        overlap = False
        for ship in range(fleets.placed):
            own = cover >> BITS * ship & SHIP
            if own:
                ships[ship] = placements.first[ship] + own - 1
                continue
            count = fleets.first[ship + 1] - fleets.first[ship]
            placement = fleets.free[fleets.first[ship] + random.below(count)]
            if placements.low[placement] & low or placements.high[placement] & high:
                overlap = True
                break
            low |= placements.low[placement]
            high |= placements.high[placement]
            ships[ship] = placement
        if not overlap:
            return ships


def draw_cover(fleets: Fleets, random: Generator) -> int:
    """The number of a cover, by its weight."""
    low, high = 0, len(fleets.sums) - 1
    if high == 0:
        return 0
    point = random.below(fleets.sums[high])
    while low < high:
        middle = (low + high) // 2
        if point < fleets.sums[middle]:
            high = middle
        else:
            low = middle + 1
    return low


def sunk_placements(placements: Placements, known: Knowledge, fleets: Fleets) -> list[int]:
    """Where each ship that sank lies in every cover; -1 for one that may lie in several places."""
    found = [-1] * len(placements.lengths)
    for ship in range(known.placed):
        if known.sunk[ship]:
            own = fleets.covers[0] >> BITS * ship & SHIP
            certain = True
            for cover in fleets.covers:
                certain = certain and cover >> BITS * ship & SHIP == own
            if certain:
                found[ship] = placements.first[ship] + own - 1
    return found
