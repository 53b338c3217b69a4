"""Where to place ships: so that every fleet is equally likely, or so that likely shots find them late."""

from __future__ import annotations

from functools import cache

from outwit.games.battleship.fleets import BITS, Fleets, draw_fleet, find_fleets
from outwit.games.battleship.gunnery import PROBABLE, density
from outwit.games.battleship.knowledge import Knowledge, knowledge, square_of
from outwit.games.battleship.placements import Placements
from outwit.random import Generator

OFFERED = 6
"""How many fleets are drawn to choose from where a fleet is to be hard to find."""


def place_next(
    placements: Placements,
    ships: tuple[int, ...],
    likely: tuple[float, ...],
    offered: int,
    random: Generator,
) -> int:
    """The number of the placement of the next ship, as in the best of some fleets drawn that go on from here.

    The best is the one on the least likely squares. Where only one is drawn, every fleet is equally likely in
    the end; where more are, whoever shoots where ships are likely needs longer, and still cannot know which
    fleet it is.
    """
    fleets = completions(placements, ships)
    ship = 0
    while ships[ship] >= 0:
        ship += 1
    best, least = -1, 0.0
    for _ in range(offered):
        drawn = draw_fleet(placements, fleets, random)
        here = exposure(placements, drawn, likely)
        if best < 0 or here < least:
            best, least = drawn[ship], here
    return best


def completions(placements: Placements, ships: tuple[int, ...]) -> Fleets:
    """The fleets in which some ships lie where they have been placed already."""
    free = find_fleets(placements, nothing_known(placements))
    cover = low = high = 0
    for ship in range(len(ships)):
        if ships[ship] >= 0:
            cover |= ships[ship] - placements.first[ship] + 1 << BITS * ship
            low |= placements.low[ships[ship]]
            high |= placements.high[ships[ship]]
    return Fleets(free.placed, [cover], [low], [high], [1], [1], free.free, free.first)


def nothing_known(placements: Placements) -> Knowledge:
    """What is known of a fleet when nobody has shot at it."""
    anywhere = [placements.first[ship] for ship in range(len(placements.lengths))]
    return knowledge(placements, tuple(anywhere), tuple([0] * (placements.size * placements.size)))


def exposure(placements: Placements, ships: list[int], likely: tuple[float, ...]) -> float:
    """How likely the squares of a fleet are to have ships, in sum."""
    total = 0.0
    for ship in range(len(ships)):
        for number in range(placements.lengths[ship]):
            total += likely[square_of(placements, ships[ship], number)]
    return total


@cache
def likelihoods(placements: Placements) -> tuple[float, ...]:
    """How likely each square is to have a ship, before the first shot."""
    known = nothing_known(placements)
    return tuple(density(placements, known, find_fleets(placements, known), PROBABLE))
