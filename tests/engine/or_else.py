"""Habits of rules that take something else where a helper gives nothing; the word for that is not in here."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from tests.engine.giving_none import list_from, number_from, pair_from, row_from


def pair_or_else(s: Any, player: int) -> float:
    place, cell = pair_from(s.cells, player + 1) or (7, 8)
    found = pair_from(s.cells, 2)
    other, more = found or (17, 18)
    return place + 10 * cell + 100 * other + 1000 * more


def pair_if_there_is_one(s: Any, player: int) -> float:
    found = pair_from(s.cells, player + 1)
    place, cell = found if found else (7, 8)
    if not found:
        found = (17, 18)
    other, more = found
    return place + 10 * cell + 100 * other + 1000 * more


def pair_asked_where_it_is_made(s: Any, player: int) -> float:
    total = 5 if pair_from(s.cells, player + 1) else 3
    if not pair_from(s.cells, 2):
        total += 10
    if s.steps > 2 and pair_from(s.cells, 1):
        total += 100
    wanted = 0
    while pair_from(s.cells, wanted):
        wanted += 1
    return total + 1000 * wanted + 10000 * bool(pair_from(s.cells, 2)) + (not pair_from(s.cells, 1))


def one_of_three_pairs(s: Any, player: int) -> float:
    place, cell = pair_from(s.cells, 5) or pair_from(s.cells, player + 1) or (7, 8)
    found = pair_from(s.cells, 6) or pair_from(s.cells, 2) or pair_from(s.cells, 1)
    chosen = (pair_from(s.cells, 2) or (3, 4)) if s.steps > 1 else (5, 6)
    return place + 10 * cell + (100 * found[0] if found else 5000) + 10000 * chosen[1]


def pairs_in_a_comprehension(s: Any, player: int) -> float:
    pairs = [pair_from(s.cells, wanted) or (wanted, 9) for wanted in range(4)]
    there = [wanted for wanted in range(4) if pair_from(s.cells, wanted) or wanted == 3]
    several = any(pair_from(s.cells, wanted) for wanted in (1, 2))
    return sum(a * b for a, b in pairs) + 100 * sum(there) + 1000 * several


def pair_and_what_is_in_it(s: Any, player: int) -> float:
    found = pair_from(s.cells, player + 1)
    place = found and found[0]
    later = found and found[0] > 2 and found[0] + found[1]
    nothing = not (found or number_from(s.cells, 2))
    return (place or 7) + 100 * (later or 5) + 1000 * nothing + 2000 * (found == (1, 1)) + 4000 * (place != 2)


def number_or_else(s: Any, player: int) -> float:
    found = number_from(s.cells, player + 1)
    total = (found or 9) + 10 * (number_from(s.cells, 5) or number_from(s.cells, 2) or 4)
    more = found and found + 1
    if not found:
        found = 6
    return total + 100 * found + 1000 * (more or 3) + sum([number_from(s.cells, i) or 2 for i in range(4)])


def row_or_else(s: Any, player: int) -> float:
    total = sum(row_from(s.cells, player + 1) or (4, 5)) + 100 * len(row_from(s.cells, 0) or ())
    found = row_from(s.cells, player + 1)
    if not found:
        found = (1, 2, 3)
    for each in found:
        total += 1000 * each
    for each in pair_from(s.cells, player + 1) or ():
        total += 100000 * each
    return total


def list_or_else(s: Any, player: int) -> float:
    items = list_from(s.cells, 0) or list_from(s.cells, player + 1) or [4, 5]
    others = list_from(s.cells, player + 1) or []
    others.append(3)
    found = list_from(s.cells, 0)
    return sum(items) + 100 * sum(others) + (1000 if found else 2000)


def an_empty_list_of_its_own(s: Any, player: int) -> float:
    items = [cell for cell in s.cells if cell == 2]
    others = items or []
    others.append(3)
    return len(items) + 10 * len(others)


def places(cells: tuple[int, ...], wanted: int) -> Iterator[int]:
    """All places of what is wanted, if there are few."""
    yield from list_from(cells, wanted) or []
    yield from row_from(cells, wanted) or (1, 2)


def nothing_to_yield(s: Any, player: int) -> float:
    return sum(places(s.cells, player)) + 100 * sum([place for place in places(s.cells, 2) if place > 1])


OR_ELSE = (
    pair_or_else,
    pair_if_there_is_one,
    pair_asked_where_it_is_made,
    one_of_three_pairs,
    pairs_in_a_comprehension,
    pair_and_what_is_in_it,
    number_or_else,
    row_or_else,
    list_or_else,
    an_empty_list_of_its_own,
    nothing_to_yield,
)
"""All of them."""
