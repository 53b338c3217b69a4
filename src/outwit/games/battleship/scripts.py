"""Simple ways to play that the game knows itself: how each places a fleet, and where it shoots."""

from __future__ import annotations

from functools import cache

from outwit.errors import UnknownNameError
from outwit.games.battleship.fleets import BITS, Fleets, draw_fleet, find_fleets
from outwit.games.battleship.gunnery import (
    EVEN,
    add,
    density,
    fleet_counts,
    hunt_targets,
    likeliest,
)
from outwit.games.battleship.knowledge import Knowledge, knowledge
from outwit.games.battleship.placements import Placements
from outwit.random import Generator

SCRIPTS = ("density", "fleets", "hunt", "random")

DRAWN = 200
"""How many fleets the script `fleets` draws for a shot."""

OFFERED = 6
"""How many fleets are drawn to choose from where a fleet is to be hard to find."""


def choose_shot(
    placements: Placements, known: Knowledge, times: tuple[int, ...], name: str, random: Generator
) -> int:
    """Where one of the scripts shoots."""
    if name == "random":
        return random.choice([square for square, time in enumerate(times) if time == 0])
    fleets = find_fleets(placements, known)
    if name == "hunt":
        return random.choice(hunt_targets(placements, known, fleets, times))
    if name == "fleets":
        return likeliest(fleet_counts(placements, fleets, DRAWN, random), times)
    if name == "density":
        return likeliest(density(placements, known, fleets, EVEN), times)
    raise UnknownNameError("script", name, SCRIPTS)


def place_ship(placements: Placements, ships: tuple[int, ...], name: str, random: Generator) -> int:
    """Where one of the scripts places the next ship of a fleet, by the number of the placement.

    `random` and `hunt` place so that every fleet is equally likely in the end. The others choose, of some
    fleets that are drawn so, the one on the least likely squares: whoever shoots where ships are likely finds
    it later, and nobody knows which it is.
    """
    if name not in SCRIPTS:
        raise UnknownNameError("script", name, SCRIPTS)
    fleets = completions(placements, ships)
    many = 1 if name in ("random", "hunt") else OFFERED
    drawn = [draw_fleet(placements, fleets, random) for _ in range(many)]
    return min(drawn, key=lambda fleet: exposure(placements, fleet))[ships.index(-1)]


def completions(placements: Placements, ships: tuple[int, ...]) -> Fleets:
    """The fleets in which some ships lie where they have been placed already."""
    everything = find_fleets(placements, nothing_known(placements))
    cover = low = high = 0
    for ship, placement in enumerate(ships):
        if placement >= 0:
            cover |= placement - placements.first[ship] + 1 << BITS * ship
            low |= placements.low[placement]
            high |= placements.high[placement]
    return everything._replace(covers=[cover], low=[low], high=[high], weights=[1], total=1)


def nothing_known(placements: Placements) -> Knowledge:
    """What is known of a fleet when nobody has shot at it."""
    anywhere = placements.first[:-1]
    return knowledge(placements, anywhere, (0,) * (placements.size * placements.size))


@cache
def likelihoods(placements: Placements) -> tuple[float, ...]:
    """How likely each square is to have a ship, before the first shot."""
    known = nothing_known(placements)
    return tuple(density(placements, known, find_fleets(placements, known), EVEN))


def exposure(placements: Placements, ships: list[int]) -> float:
    """How likely the squares of a fleet are to have ships, in sum."""
    taken = [0.0] * (placements.size * placements.size)
    for ship, placement in enumerate(ships):
        add(taken, placements, ship, placement, 1.0)
    return sum(here * likely for here, likely in zip(taken, likelihoods(placements), strict=True))
