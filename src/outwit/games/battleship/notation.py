"""Battleship for people: the names of squares and ships, and waters charted as somebody may see them."""

from __future__ import annotations

from typing import NamedTuple

from outwit.games.battleship.fleets import find_fleets, sunk_placements
from outwit.games.battleship.knowledge import Knowledge, square_of
from outwit.games.battleship.placements import Placements, high_bit, low_bit

LETTERS = "abcdefghij"

NAMES = {2: ("destroyer",), 3: ("cruiser", "submarine"), 4: ("battleship",), 5: ("carrier",)}
"""What ships are called, by their length."""


class Chart(NamedTuple):
    """The waters of one side, as far as they are seen."""

    ships: tuple[int, ...]
    """Where each ship lies, by the number of its placement; -1 where that is not known."""
    sunk: tuple[bool, ...]
    hits: frozenset[int]
    misses: frozenset[int]


def seen_chart(placements: Placements, known: Knowledge, times: tuple[int, ...]) -> Chart:
    """Waters as the enemy knows them: the ships are seen that sank and can lie in one place only."""
    fleets = find_fleets(placements, known)
    return chart_of(tuple(sunk_placements(placements, known, fleets)), known, times)


def chart_of(ships: tuple[int, ...], known: Knowledge, times: tuple[int, ...]) -> Chart:
    """Waters in which these ships are seen; what is known of them says which squares were hit."""
    shot = [square for square, time in enumerate(times) if time]
    hits = frozenset(
        square for square in shot if known.hit_low & low_bit(square) or known.hit_high & high_bit(square)
    )
    return Chart(ships, tuple(time > 0 for time in known.sunk), hits, frozenset(shot) - hits)


def ship_squares(placements: Placements, ship: int, placement: int) -> list[int]:
    """The squares of a ship, from the bow on."""
    return [square_of(placements, placement, number) for number in range(placements.lengths[ship])]


def ends(placements: Placements, placement: int) -> tuple[int, int]:
    """The first and the last square of a placement."""
    ship = 0
    while placement >= placements.first[ship + 1]:
        ship += 1
    bow, *_, stern = ship_squares(placements, ship, placement)
    return bow, stern


def square_name(size: int, square: int) -> str:
    """A square as people call it: the column's letter, and the row's number from the top.

    >>> square_name(10, 62)
    'c7'
    """
    return f"{LETTERS[square % size]}{1 + square // size}"


def name_ships(lengths: tuple[int, ...]) -> tuple[str, ...]:
    """What the ships of a fleet are called; a name that has been given is numbered.

    >>> name_ships((5, 3, 3, 3))
    ('carrier', 'cruiser', 'submarine', 'cruiser 2')
    """
    names: list[str] = []
    for ship, length in enumerate(lengths):
        known = NAMES.get(length, (f"ship of {length}",))
        before = lengths[:ship].count(length)
        again = before // len(known)
        names.append(known[before % len(known)] + (f" {again + 1}" if again else ""))
    return tuple(names)


def waters_text(placements: Placements, chart: Chart) -> list[str]:
    """Waters as lines of text: a ship's number, x for a hit, # for a ship that sank, o for a miss."""
    size = placements.size
    marks = ["."] * (size * size)
    for square in chart.misses:
        marks[square] = "o"
    for ship, placement in enumerate(chart.ships):
        for square in ship_squares(placements, ship, placement) if placement >= 0 else ():
            marks[square] = "#" if chart.sunk[ship] else str(ship + 1)
    for square in chart.hits:
        marks[square] = marks[square] if marks[square] == "#" else "x"
    lines = ["   " + " ".join(LETTERS[:size])]
    for row in range(size):
        lines.append(f"{row + 1:>2} " + " ".join(marks[size * row : size * (row + 1)]))
    return lines
