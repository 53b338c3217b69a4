"""What a player knows of the enemy's waters: the squares shot at, those hit, and which ships sank by what."""

from __future__ import annotations

from typing import NamedTuple

from outwit.games.battleship.placements import Placements, high_bit, low_bit


class Knowledge(NamedTuple):
    """What the answers to a player's shots tell; sets of squares are two words each."""

    placed: int
    """How many ships the enemy has placed."""
    shot_low: int
    shot_high: int
    hit_low: int
    hit_high: int
    sunk: tuple[int, ...]
    """For each ship the number of the shot that sank it, from 1; 0 while it is afloat."""
    last_low: tuple[int, ...]
    """For each ship that sank, the square that was shot at last."""
    last_high: tuple[int, ...]
    until_low: tuple[int, ...]
    """For each ship that sank, the squares hit by then: which they were depends on the order of the shots."""
    until_high: tuple[int, ...]


def square_of(placements: Placements, placement: int, number: int) -> int:
    """One of the squares of a placement, by its number from the bow."""
    return placements.bows[placement] + placements.steps[placement] * number


def sinking(placements: Placements, ship: int, placement: int, times: tuple[int, ...]) -> int:
    """The number of the shot that sank a ship; 0 while it is afloat."""
    last = 0
    for number in range(placements.lengths[ship]):
        time = times[square_of(placements, placement, number)]
        if time == 0:
            return 0
        last = max(last, time)
    return last


def knowledge(placements: Placements, ships: tuple[int, ...], times: tuple[int, ...]) -> Knowledge:
    """What a player knows whose shots, by the number of each, went to these squares of this fleet's waters.

    Only the answers are used: which squares were hit, and which ship sank by which shot.
    """
    placed = fleet_low = fleet_high = 0
    sunk = [0] * len(ships)
    for ship in range(len(ships)):
        if ships[ship] >= 0:
            placed += 1
            fleet_low |= placements.low[ships[ship]]
            fleet_high |= placements.high[ships[ship]]
            sunk[ship] = sinking(placements, ship, ships[ship], times)
    shot_low = shot_high = 0
    last_low, last_high = [0] * len(ships), [0] * len(ships)
    until_low, until_high = [0] * len(ships), [0] * len(ships)
    for square in range(len(times)):
        time = times[square]
        if time == 0:
            continue
        low, high = low_bit(square), high_bit(square)
        shot_low, shot_high = shot_low | low, shot_high | high
        for ship in range(len(ships)):
            if time == sunk[ship]:
                last_low[ship], last_high[ship] = low, high
            if time <= sunk[ship]:
                until_low[ship] |= low & fleet_low
                until_high[ship] |= high & fleet_high
    return Knowledge(
        placed,
        shot_low,
        shot_high,
        shot_low & fleet_low,
        shot_high & fleet_high,
        tuple(sunk),
        tuple(last_low),
        tuple(last_high),
        tuple(until_low),
        tuple(until_high),
    )
