"""Simple ways to play that the game knows itself: how each places its ships, and where it shoots."""

from __future__ import annotations

from outwit.errors import UnknownNameError
from outwit.games.battleship.fleets import find_fleets
from outwit.games.battleship.gunnery import THOROUGH, density, fleet_counts, hunt_targets, likeliest
from outwit.games.battleship.knowledge import Knowledge
from outwit.games.battleship.placements import Placements
from outwit.games.battleship.placing import OFFERED, likelihoods, place_next
from outwit.random import Generator

SCRIPTS = ("density", "fleets", "hunt", "random")

DRAWN = 200
"""How many fleets the script `fleets` draws for a shot."""


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
        return likeliest(density(placements, known, fleets, THOROUGH), times)
    raise UnknownNameError("script", name, SCRIPTS)


def place_ship(placements: Placements, ships: tuple[int, ...], name: str, random: Generator) -> int:
    """Where one of the scripts places the next ship: `random` and `hunt` anywhere, the others with care."""
    if name not in SCRIPTS:
        raise UnknownNameError("script", name, SCRIPTS)
    offered = 1 if name in ("random", "hunt") else OFFERED
    return place_next(placements, ships, likelihoods(placements), offered, random)
