"""Where to shoot: how much speaks for each square, by the fleets that agree with what is known."""

from __future__ import annotations

from outwit.games.battleship.fleets import BITS, SHIP, Fleets, draw_fleet, sunk_placements
from outwit.games.battleship.knowledge import Knowledge, square_of
from outwit.games.battleship.placements import Placements, high_bit, low_bit
from outwit.random import Generator

PROBABLE = 0.0
"""The power by which every ship counts as much as it is likely to be hit."""

THOROUGH = 2.0
"""The power of the script `density`, of those tried the one that needs the fewest shots."""


def density(placements: Placements, known: Knowledge, fleets: Fleets, power: float) -> list[float]:
    """How likely each square is to be hit, but for overlaps; or, while hunting, how much speaks for it.

    Ships that were hit lie as the covers have them, by their weights; each of the others as likely in one
    place as in another. While no ship afloat has been hit, a ship counts by the number of its places to a
    power: whoever looks first where the ships are that can hide in many places needs fewer shots in the end.
    """
    shares = [0.0] * len(placements.bows)
    unhit = [0.0] * known.placed
    total = fleets.sums[len(fleets.sums) - 1]
    for index in range(len(fleets.covers)):
        cover, share = fleets.covers[index], fleets.weights[index] / total
        for ship in range(known.placed):
            own = cover >> BITS * ship & SHIP
            if own == 0:
                unhit[ship] += share
            elif known.sunk[ship] == 0:
                shares[placements.first[ship] + own - 1] += share
    scores = [0.0] * (placements.size * placements.size)
    hunting = True
    for ship in range(known.placed):
        for placement in range(placements.first[ship], placements.first[ship + 1]):
            if shares[placement] > 0.0:
                hunting = False
                add(scores, placements, ship, placement, shares[placement])
    for ship in range(known.placed):
        count = fleets.first[ship + 1] - fleets.first[ship]
        if count > 0 and unhit[ship] > 0.0:
            weight = unhit[ship] / count
            if hunting:
                weight *= float(count) ** power
            for index in range(fleets.first[ship], fleets.first[ship + 1]):
                add(scores, placements, ship, fleets.free[index], weight)
    return scores


def independent_density(
    placements: Placements, known: Knowledge, fleets: Fleets, factor: float
) -> list[float]:
    """The placements of each ship afloat that take no square known to be empty, counted for every square.

    A placement counts `factor` times as much for each hit that it takes. Ships that sank lie as the likeliest
    cover has them.
    """
    scores = [0.0] * (placements.size * placements.size)
    best = 0
    for index in range(len(fleets.covers)):
        if fleets.weights[index] > fleets.weights[best]:
            best = index
    low, high = known.shot_low & ~known.hit_low, known.shot_high & ~known.hit_high
    for ship in range(known.placed):
        if known.sunk[ship]:
            placement = placements.first[ship] + (fleets.covers[best] >> BITS * ship & SHIP) - 1
            low |= placements.low[placement]
            high |= placements.high[placement]
    for ship in range(known.placed):
        if known.sunk[ship] == 0:
            for placement in range(placements.first[ship], placements.first[ship + 1]):
                here_low, here_high = placements.low[placement], placements.high[placement]
                if here_low & low == 0 and here_high & high == 0:
                    hits = count_bits(here_low & known.hit_low) + count_bits(here_high & known.hit_high)
                    add(scores, placements, ship, placement, factor**hits)
    return scores


def fleet_counts(placements: Placements, fleets: Fleets, many: int, random: Generator) -> list[float]:
    """How many of so many fleets, drawn from those that agree, have a ship on each square."""
    scores = [0.0] * (placements.size * placements.size)
    for _ in range(many):
        ships = draw_fleet(placements, fleets, random)
        for ship in range(fleets.placed):
            add(scores, placements, ship, ships[ship], 1.0)
    return scores


def add(scores: list[float], placements: Placements, ship: int, placement: int, weight: float) -> None:
    """Add a weight to every square of a placement."""
    for number in range(placements.lengths[ship]):
        scores[square_of(placements, placement, number)] += weight


def count_bits(word: int) -> int:
    """How many squares there are in a word of a set."""
    bits = 0
    while word:
        word &= word - 1
        bits += 1
    return bits


def likeliest(scores: list[float], times: tuple[int, ...]) -> int:
    """The square with the highest score of those that nobody shot at, the first of several."""
    best, most = -1, -1.0
    for square in range(len(scores)):
        if times[square] == 0 and scores[square] > most:
            best, most = square, scores[square]
    return best


def hunt_targets(
    placements: Placements, known: Knowledge, fleets: Fleets, times: tuple[int, ...]
) -> list[int]:
    """What hunt and target shoots at, one as good as the other.

    Beside a hit that belongs to no ship that sank: in line with two such hits if possible. While there is no
    such hit, every second square, as on a chessboard.
    """
    size = placements.size
    low, high = known.hit_low, known.hit_high
    for placement in sunk_placements(placements, known, fleets):
        if placement >= 0:
            low &= ~placements.low[placement]
            high &= ~placements.high[placement]
    beside: list[int] = []
    in_line: list[int] = []
    for square in range(len(times)):
        if low & low_bit(square) == 0 and high & high_bit(square) == 0:
            continue
        for down, across in ((0, 1), (0, -1), (1, 0), (-1, 0)):
            row, column = square // size + down, square % size + across
            if 0 <= row < size and 0 <= column < size and times[size * row + column] == 0:
                beside.append(size * row + column)
                row, column = square // size - down, square % size - across
                back = size * row + column
                if 0 <= row < size and 0 <= column < size and (low & low_bit(back) or high & high_bit(back)):
                    in_line.append(beside[-1])
    if in_line:
        return in_line
    if beside:
        return beside
    free = [square for square in range(len(times)) if times[square] == 0]
    light = [square for square in free if (square // size + square % size) % 2 == 0]
    return light if light else free
