"""Everyday Python, as people write rules who have never heard of a compiler: each function one habit.

All of them are compiled together and held against the interpreter by `test_everyday.py`.
"""

from __future__ import annotations

import dataclasses
import itertools
import math
from collections import Counter, deque
from collections.abc import Iterator
from dataclasses import dataclass
from enum import IntEnum
from functools import cache
from typing import Any, NamedTuple

from outwit import Game
from tests.engine.or_else import OR_ELSE

SIZE = 4
DIRECTIONS = [(0, 1), (1, 0), (0, -1), (-1, 0)]
LINES = tuple(tuple(range(SIZE * row, SIZE * row + SIZE)) for row in range(SIZE))
RAGGED = ((1, 2), (3,), (4, 5, 6), (7, 8, 9, 10))
WORTH = {0: 0, 1: 3, 2: 5, 3: 9}
STEPS = {0: ((1, 0), (0, 1)), 1: ((-1, 0), (0, -1), (1, 1)), 2: ((2, 2),)}
NAMED = {7: 70, 3: 30, 5: 50}
MASKS = (1 << 63, (1 << 64) - 1, 1 << 62, *(1 << n for n in range(10)))
FACES = range(1, 7)
PRIMES = {2, 3, 5, 7, 11, 13}
REACH: dict[int, tuple[int, ...]] = {0: (1, 2), 2: (), 5: (3,)}
PAIRS = {(0, 1): 5, (1, 0): 7, (2, 2): 9}
FAR = {(0, 100_000): 1, (5000, -7): 2, (3, 3): 9}
GAPS: dict[float, int] = {0: 5, 2: 7, 9: 1}


class Way(IntEnum):
    """Directions that have names, and can be asked for more."""

    UP = 0
    DOWN = 1
    LEFT = 2

    @property
    def step(self) -> int:
        return STEP[self]

    @property
    def back(self) -> Way:
        return Way.UP if self is Way.DOWN else Way(1)

    def turned(self, times: int) -> Way:
        return Way((self + times) % 3)


STEP = {Way.UP: -4, Way.DOWN: 4, Way.LEFT: 1}


@dataclass(frozen=True)
class Hand:
    """A hand of cards, as a dataclass inside the state."""

    cards: tuple[int, ...]
    trump: int = 2

    @property
    def total(self) -> int:
        return sum(self.cards)

    def of_suit(self, suit: int) -> list[int]:
        return [card for card in self.cards if card % 4 == suit]


class State(NamedTuple):
    """What the functions are asked about."""

    cells: tuple[int, ...]
    grid: tuple[tuple[int, ...], ...]
    hand: Hand
    last: int | None
    steps: int
    turn: int

    @property
    def mine(self) -> int:
        return self.turn + 1

    def at(self, row: int, column: int) -> int:
        return self.grid[row][column]


def neighbours(square: int) -> Iterator[int]:
    row, column = divmod(square, SIZE)
    for down, right in DIRECTIONS:
        r, c = row + down, column + right
        if 0 <= r < SIZE and 0 <= c < SIZE:
            yield r * SIZE + c


def walks(square: int, length: int) -> Iterator[tuple[int, ...]]:
    """A generator that comes back to itself."""
    if length == 0:
        yield (square,)
        return
    for other in neighbours(square):
        if other > square:
            for rest in walks(other, length - 1):
                yield (square, *rest)


def filled(found: list[int], square: int, cells: tuple[int, ...]) -> None:
    """A helper that comes back to itself and fills a list."""
    if square in found:
        return
    found.append(square)
    for other in neighbours(square):
        if cells[other] == cells[square]:
            filled(found, other, cells)


def first_empty(cells: tuple[int, ...]) -> int | None:
    for square, cell in enumerate(cells):
        if cell == 0:
            return square
    return None


@cache
def triangle(n: int) -> int:
    return n * (n + 1) // 2


# Rows of things made into one


def sum_of_a_generator(s: State, player: int) -> float:
    return sum(cell for cell in s.cells)


def sum_with_a_start(s: State, player: int) -> float:
    return sum((cell * 2 for cell in s.cells if cell), 7)


def sum_of_reals(s: State, player: int) -> float:
    return sum(0.5 * cell for cell in s.cells)


def any_of_a_generator(s: State, player: int) -> float:
    return any(cell == player + 1 for cell in s.cells)


def all_of_a_generator(s: State, player: int) -> float:
    return all(cell >= 0 for cell in s.cells)


def nested_generators(s: State, player: int) -> float:
    return sum(all(s.cells[square] == 0 for square in line) for line in LINES)


def any_inside_any(s: State, player: int) -> float:
    return any(any(s.cells[other] == player for other in neighbours(square)) for square in range(SIZE))


def two_loops(s: State, player: int) -> float:
    return sum(x * y for x in range(3) for y in range(x) if (x + y) % 2)


def min_and_max(s: State, player: int) -> float:
    return max(cell - square for square, cell in enumerate(s.cells)) - min(c for c in s.cells)


def max_by_key(s: State, player: int) -> float:
    return max(range(len(s.cells)), key=lambda square: (s.cells[square] * 7 + square) % 5)


def min_by_a_function(s: State, player: int) -> float:
    return min(s.hand.cards or (9,), key=abs)


def max_with_a_default(s: State, player: int) -> float:
    return max((card for card in s.hand.cards if card % 2), default=-1)


def next_with_a_default(s: State, player: int) -> float:
    return next((square for square, cell in enumerate(s.cells) if cell == 2), -1)


def next_of_a_generator(s: State, player: int) -> float:
    return next(square for square in range(99) if square * square >= s.steps)


def sorted_by_key(s: State, player: int) -> float:
    ranks = [cell * 3 % 4 for cell in s.cells]
    best = sorted(range(SIZE), key=lambda square: -ranks[square])
    return best[0] * 10 + best[-1]


def sorted_downwards(s: State, player: int) -> float:
    return sorted(s.hand.cards + (1, 5, 3), reverse=True)[1]


def sorted_once(s: State, player: int) -> float:
    return len(sorted(set(s.cells)))


def mapping(s: State, player: int) -> float:
    return sum(map(triangle, s.cells))


def counting_in_a_list(s: State, player: int) -> float:
    counts = [s.cells.count(face) for face in FACES]
    return counts.index(max(counts))


# Tuples


def among_tuples_of_different_lengths(s: State, player: int) -> float:
    own = s.hand.cards
    return (
        (own in ((), (3,), (3, 7)))
        + 2 * (own[:1] in ((), (s.cells[0],), (7,)))
        + 4 * (own not in [(3, 7), (s.steps,)])
        + 8 * (s.grid[0] in {(1, 1), (), (2, 1, 0)})
        + 16 * ((own, s.turn) in (((), 0), ((3,), 1), ((3, 7), 0)))
        + 32 * (s.steps in ((1,), 3, own, s.turn))
    )


def tuple_of_a_list(s: State, player: int) -> float:
    cells = list(s.cells)
    cells[s.steps % len(cells)] = 9
    return sum(tuple(cells)[:9])


def tuple_of_a_generator(s: State, player: int) -> float:
    doubled = tuple(2 * cell for cell in s.cells)
    return doubled[-1] + len(doubled)


def changed_at_an_index(s: State, player: int) -> float:
    at = s.steps % len(s.cells)
    cells = s.cells[:at] + (7,) + s.cells[at + 1 :]
    return cells[at] + cells.count(7)


def small_tuple_changed(s: State, player: int) -> float:
    scores: tuple[int, ...] = (3, 4, 5)
    at = s.steps % 3
    scores = scores[:at] + (scores[at] + 1,) + scores[at + 1 :]
    return scores[0] * 100 + scores[1] * 10 + scores[2]


def tuple_that_grows(s: State, player: int) -> float:
    found: tuple[int, ...] = ()
    for square, cell in enumerate(s.cells):
        if cell:
            found += (square,)
    return len(found)


def starred_display(s: State, player: int) -> float:
    row = (1, *s.hand.cards, 2)
    return row[0] + row[-1] + len(row)


def starred_name(s: State, player: int) -> float:
    first, *rest = s.cells
    return first + len(rest)


def slices(s: State, player: int) -> float:
    return sum(s.cells[::2]) - sum(s.cells[1:-1]) + s.cells[::-1][0]


def compared(s: State, player: int) -> float:
    return s.cells[:SIZE] == (0,) * SIZE or s.cells[:SIZE] < s.cells[SIZE : 2 * SIZE]


def repeated(s: State, player: int) -> float:
    return len((0,) * s.steps + s.cells)


def nested_tuples(s: State, player: int) -> float:
    grid = [list(row) for row in s.grid]
    grid[s.steps % 2][0] += 5
    again = tuple(tuple(row) for row in grid)
    return sum(sum(row) for row in again) + again[0][-1]


def ragged_table(s: State, player: int) -> float:
    return sum(RAGGED[s.steps % 4]) + len(RAGGED[s.turn])


def loop_over_a_ragged_table(s: State, player: int) -> float:
    total = 0
    for row in RAGGED:
        for number in row:
            total += number
    return total


def large_masks(s: State, player: int) -> float:
    return sum(1 for mask in MASKS if mask >> 62 & 1)


# Dictionaries, sets and lists


def dictionary_of_numbers(s: State, player: int) -> float:
    return sum(WORTH[cell] for cell in s.cells) + WORTH.get(s.steps, -1)


def dictionary_of_tuples(s: State, player: int) -> float:
    return sum(down * right for down, right in STEPS[s.turn]) + len(STEPS[2])


def dictionary_in_its_order(s: State, player: int) -> float:
    total = 0
    for key, value in NAMED.items():
        total = 3 * total + key + value
    return total


def dictionary_made_here(s: State, player: int) -> float:
    best = {square: cell for square, cell in enumerate(s.cells) if cell}
    best[99] = 4
    return best.get(s.steps, 0) + len(best)


def set_made_here(s: State, player: int) -> float:
    seen = {cell % 3 for cell in s.cells}
    seen.add(17)
    return len(seen)


def member_of_a_set(s: State, player: int) -> float:
    return sum(1 for cell in range(s.steps) if cell in PRIMES)


def queue(s: State, player: int) -> float:
    waiting, seen = deque([0]), [0]
    while waiting:
        square = waiting.popleft()
        for other in neighbours(square):
            if other not in seen and s.cells[other] == s.cells[0]:
                seen.append(other)
                waiting.append(other)
    return len(seen)


def item_removed(s: State, player: int) -> float:
    items = list(s.cells)
    del items[0]
    items.remove(items[-1])
    return len(items) + items.pop()


def empty_on_one_path(s: State, player: int) -> float:
    found = [] if s.turn else [cell for cell in s.cells if cell]
    return len(found)


def range_kept(s: State, player: int) -> float:
    squares = range(s.turn, len(s.cells), 2)
    return squares[1] + squares[-1] + (3 in squares) + len(squares)


# Ways to write things


def assigned_in_a_condition(s: State, player: int) -> float:
    if (n := s.steps % 5) > 2:
        return n
    while (n := n + 1) < 4:
        pass
    return -n


def assigned_further_on(s: State, player: int) -> float:
    if s.steps and (half := s.steps // 2) > 1:
        return half
    return 0


def assigned_in_a_comprehension(s: State, player: int) -> float:
    return sum([square for cell in s.cells if (square := cell * cell) > 1])


def matched_numbers(s: State, player: int) -> float:
    match s.steps % 4:
        case 0:
            return 10
        case 1 | 2:
            return 20
        case n if n > 5:
            return 30
        case n:
            return n


def matched_tuples(s: State, player: int) -> float:
    match divmod(s.steps, 3):
        case (0, rest):
            return rest
        case (whole, 0):
            return 10 * whole
        case (whole, rest):
            return 100 * whole + rest


def matched_state(s: State, player: int) -> float:
    match s.hand:
        case Hand(trump=1):
            return 1
        case Hand(cards=cards, trump=trump):
            return len(cards) + trump
    return 0


def imported_inside(s: State, player: int) -> float:
    from math import floor

    return floor(s.steps / 3)


def unpacked_generator(s: State, player: int) -> float:
    mine, theirs = (sum(1 for cell in s.cells if cell == each) for each in (1, 2))
    return 10 * mine - theirs


def zipped_strictly(s: State, player: int) -> float:
    return sum(a * b for a, b in zip(s.cells, s.cells[1:] + (1,), strict=True))


def error_with_a_text(s: State, player: int) -> float:
    if s.steps < 0:
        raise ValueError(f"there are {s.steps} steps")
    return 1


def chained(s: State, player: int) -> float:
    cells = list(s.cells)
    cells[0] = cells[1] = s.turn
    return 0 <= cells[0] == cells[1] < 3


def local_function(s: State, player: int) -> float:
    def weight(square: int) -> int:
        return square * s.turn + 1

    return sum(weight(square) for square in range(4))


def list_changed_after_its_tuple(s: State, player: int) -> float:
    cells = list(s.cells)
    if s.steps > 100:
        return sum(tuple(cells))
    kept = tuple(cells)
    cells[0] = 50
    return kept[0] + cells[0]


def list_held_twice(s: State, player: int) -> float:
    cells = [s.steps, 2]
    others = [cells]
    row = last_row(cells, others)
    return row[0] * 10 + others[0][0]


def last_row(cells: list[int], others: list[list[int]]) -> tuple[int, ...]:
    row = cells
    others[0][1] = 3
    return tuple(row)


def name_of_a_table_for_a_variable(s: State, player: int) -> float:
    DIRECTIONS = 3  # noqa: N806
    total = 0
    for other in neighbours(5):
        total += other * DIRECTIONS
    return total


def loop_that_goes_on_and_ends(s: State, player: int) -> float:
    total = 0
    for other in neighbours(s.steps % 16):
        if s.cells[other]:
            continue
        total += other
        if total > 20:
            break
    return total


def loop_that_goes_on(s: State, player: int) -> float:
    total = 0
    for other in neighbours(s.steps % 16):
        if s.cells[other]:
            continue
        total += other
    return total


def found_in_a_loop(s: State, player: int) -> float:
    for other in neighbours(s.steps % 16):
        if s.cells[other] == 0:
            return other
    return -1


# None, dataclasses, the library


def none_or_a_number(s: State, player: int) -> float:
    found = first_empty(s.cells)
    return -1 if found is None else found


def none_is_no_number(s: State, player: int) -> float:
    return first_empty(s.cells) == player


def none_or_else(s: State, player: int) -> float:
    return first_empty(s.cells) or 5


def none_as_a_start(s: State, player: int) -> float:
    best = None
    for square, cell in enumerate(s.cells):
        if best is None or cell > s.cells[best]:
            best = square
    return float(best) if best is not None else -1.0


def none_in_the_state(s: State, player: int) -> float:
    return 0 if s.last is None else s.last + 1


def field_of_a_dataclass(s: State, player: int) -> float:
    return s.hand.total + len(s.hand.of_suit(s.hand.trump))


def property_of_the_state(s: State, player: int) -> float:
    return s.mine * 10 + s.at(1, 0)


def replaced(s: State, player: int) -> float:
    hand = dataclasses.replace(s.hand, trump=3)
    return hand.trump + s._replace(hand=hand, steps=5).hand.trump


def recursive_generator(s: State, player: int) -> float:
    return sum(path[-1] for path in walks(s.steps % 16, 3))


def recursive_helper(s: State, player: int) -> float:
    found: list[int] = []
    filled(found, s.steps % 16, s.cells)
    return len(found)


def combinations(s: State, player: int) -> float:
    return sum(1 for a, b in itertools.combinations(s.cells, 2) if a == b)


def neighbours_in_a_row(s: State, player: int) -> float:
    return sum(abs(a - b) for a, b in itertools.pairwise(s.cells))


def library_of_numbers(s: State, player: int) -> float:
    return math.comb(s.steps, 2) + math.isqrt(s.steps) + math.prod(cell + 1 for cell in s.cells[:3])


# Putting in order, and dictionaries that grow


def sort_by_a_key_keeps_what_is_equal(s: State, player: int) -> float:
    cards = [(7 * n + s.steps) % 31 for n in range(40)]
    cards.sort(key=lambda card: card % 3)
    return sum(place * card for place, card in enumerate(cards))


def sort_downwards_by_a_key(s: State, player: int) -> float:
    cards = [(7 * n + s.steps) % 31 for n in range(100)]
    cards.sort(key=lambda card: card % 5, reverse=True)
    return sum(place * card for place, card in enumerate(cards))


def sort_in_place(s: State, player: int) -> float:
    cards = [(11 * n + s.steps) % 97 for n in range(75)]
    same = cards
    cards.sort()
    return sum(place * card for place, card in enumerate(same))


def sorted_pairs(s: State, player: int) -> float:
    pairs = sorted((cell, -square) for square, cell in enumerate(s.cells))
    return sum(place * square for place, (cell, square) in enumerate(pairs))


def sorted_tuples(s: State, player: int) -> float:
    rows = sorted(s.grid)
    return rows[0][0] + 10 * rows[-1][-1]


def sorted_tuples_of_any_length(s: State, player: int) -> float:
    rows = sorted([tuple(range(n % 7)) for n in range(s.steps + 20)], reverse=True)
    return sum(place * len(row) for place, row in enumerate(rows))


def sorted_by_len(s: State, player: int) -> float:
    rows = sorted([tuple(range(n % 7, 9)) for n in range(s.steps + 30)], key=len)
    return sum(place * row[0] for place, row in enumerate(rows))


def sorted_range_and_set(s: State, player: int) -> float:
    return sorted(range(5), reverse=True)[1] + sorted({c % 3 for c in s.cells})[0] + sorted(set(s.cells))[0]


def sorted_once_of_many(s: State, player: int) -> float:
    return sum(sorted(set((c * 7) % 23 for c in range(60 + s.steps))))


def sorted_reals(s: State, player: int) -> float:
    return sorted(-0.5 * c for c in s.cells)[2]


def sorted_with_both(s: State, player: int) -> float:
    worst = sorted(range(SIZE * SIZE), key=lambda q: (s.cells[q], -q), reverse=player == 1)
    return sum(i * q for i, q in enumerate(worst))


def a_key_that_names_its_item_as_something_later(s: State, player: int) -> float:
    best = {square: cell for square, cell in enumerate(s.cells)}
    first = max(best, key=lambda other: best[other])
    queue = sorted(best, key=lambda other: best[other])
    for other in queue:
        if other > first:
            return other
    return -1


def a_dictionary_that_grows(s: State, player: int) -> float:
    seen = {s.steps: 1}
    for n in range(200):
        key = (n * 7919 + s.steps) % 101 - 50
        seen[key] = seen.get(key, 0) + n
    total = 0
    for place, key in enumerate(seen):
        total += place * key + seen[key]
    for key in range(-50, 0):
        if key in seen:
            total += seen.pop(key)
    return total + len(seen) + sum(k * v for k, v in seen.items())


def a_dictionary_of_large_keys(s: State, player: int) -> float:
    seen = {0: 0}
    for n in range(60):
        seen[n << 40 | s.steps] = n
        seen[-(n << 20)] = -n
    return sum(place * value for place, value in enumerate(seen.values())) % 100003


def lists_of_one_thing(s: State, player: int) -> float:
    cells, reals, none, truths = [0] * 49, [0.5] * len(s.cells), [7] * (s.steps - 1000), 3 * [True]
    cells[s.steps % 49] = 5
    return sum(cells) + sum(reals) + len(none) + len(truths) + sum(truths)


def each_of(items: Any) -> Iterator[int]:
    yield from items


def each_below(items: Any, top: int) -> Iterator[int]:
    for item in items:
        if item < top:
            yield item


def a_list_of_what_is_handed_on_is_ones_own(s: State, player: int) -> float:
    items = [cell for cell in s.cells]
    other = list(each_of(items))
    other.append(9)
    other.sort(reverse=True)
    mine = sorted(each_of(items))
    few = list(each_below(items, 2))
    few.append(3)
    return (
        sum(i * x for i, x in enumerate(items))
        + 100 * other[0]
        + mine[-1]
        + len(few)
        + len(list(each_of(s.cells)))
    )


def lists_compared_with_lists(s: State, player: int) -> float:
    cards = sorted(cell % 3 for cell in s.cells[:6])
    return (
        (cards == [0, 0, 0, 0, 1, 2])
        + 2 * ([0, 0, 0, 0, 0, 0] == cards)
        + 4 * (cards != [0, 0, 0, 1, 1, 2])
        + 8 * (cards[:1] == [0])
        + 16 * (cards == [1])
    )


# What is changed through another name, lists that shrink, and what may be None


def row_of(rows: list[list[int]], index: int) -> list[int]:
    return rows[index]


def rows_changed_in_a_loop(s: State, player: int) -> float:
    rows = [[i, s.steps] for i in range(3)]
    for row in rows:
        row[0] += 3
    return rows[0][0]


def a_row_from_a_helper_changed(s: State, player: int) -> float:
    n = [x for x in s.cells]
    rows = [[1, 2], [3, 4]]
    r = row_of(rows, 1)
    r[0] = 50
    return rows[1][0] + len(n)


def rows_changed_beside_a_lambda(s: State, player: int) -> float:
    rows = [[1, 2], [3, 4]]
    order = sorted(s.cells, key=lambda x: -x)
    for r in rows:
        r[0] = 50
    return rows[1][0] + len(order)


def rows_changed_beside_any(s: State, player: int) -> float:
    rows = [[1, 2], [3, 4]]
    for r in rows:
        r[0] = 50
    return rows[1][0] + any(x > 2 for x in s.cells)


def a_grid_filled_row_by_row(s: State, player: int) -> float:
    grid = [[0] * 3 for _ in range(3)]
    for row in grid:
        row[1] = 7
    return sum(sum(row) for row in grid)


def nested_all_round(s: State, player: int) -> float:
    grid = tuple(tuple(x + 1 for x in row) for row in s.grid)
    least = min(min(x * 2 for x in row) for row in grid)
    every = [[y for y in range(x) if y % 2] for x in s.cells]
    pairs = [(a, b) for a in s.cells for b in range(a) if b < a]
    return (
        grid[0][0]
        + least
        + sum(sum(z for z in e) for e in every)
        + len(pairs)
        + len({a * b for a, b in pairs})
    )


def a_name_used_outside_and_in(s: State, player: int) -> float:
    x = s.steps
    found = [x for x in s.cells if x]
    more = [x + y for y in found]
    return x + sum(more)


def walrus_inside(s: State, player: int) -> float:
    found = [half for cell in s.cells if (half := cell // 2) > 0]
    return sum(found)


def lists_of_tuples_that_shrink(s: State, player: int) -> float:
    rows = [s.hand.cards + (i,) for i in range(12)]
    for i in range(50):
        del rows[0]
        rows.append(s.hand.cards + (i,))
    rows[1:4] = [s.hand.cards, s.hand.cards + (7,)]
    del rows[-3:-1]
    rows.remove(s.hand.cards + (7,))
    rows.insert(2, s.hand.cards + (1,))
    last = rows.pop(-2)
    total = sum(sum(row) for row in rows) + sum(last) + 100 * len(rows)
    rows.clear()
    rows.append(s.hand.cards)
    return total + len(rows)


def lists_of_lists_that_shrink(s: State, player: int) -> float:
    queue = [[1, 2]]
    total = 0
    for i in range(200):
        total += queue.pop(0)[0]
        queue.append([i, i])
        if i % 3 == 0:
            queue.append([i + 1, 4])
    return total + len(queue)


def breadth_first(s: State, player: int) -> float:
    queue = deque([s.hand.cards + (1, 2, 3)])
    total = 0
    while queue:
        cards = queue.popleft()
        total += sum(cards) + len(cards)
        if cards:
            queue.append(cards[1:])
        if cards and len(queue) < 5:
            queue.append(cards[:-1])
    return total


def a_part_of_a_list_exchanged(s: State, player: int) -> float:
    cells = [cell for cell in s.cells]
    cells[1:2] = cells
    cells[3:1] = [8, 9]
    cells[-2:] = []
    cells[:3] = (7, 8)
    del cells[2:5]
    cells.extend(cells)
    return sum(place * cell for place, cell in enumerate(cells)) + 1000 * len(cells)


def perhaps_cards(s: State, many: int) -> tuple[int, ...] | None:
    if many:
        return s.hand.cards + (many,)
    return None


def a_tuple_or_none(s: State, player: int) -> float:
    total = 0
    for many in range(25):
        some = perhaps_cards(s, many % 4)
        more = s.hand.cards + (many, 7)
        total += some[0] if some else 0
        if not some:
            total += 100
        if some and len(some) > 2:
            total += more[0]
        if some is not None:
            total += sum(some)
    return total


def the_best_tuple_or_none(s: State, player: int) -> float:
    best: tuple[int, ...] | None = None
    for many in range(25):
        some = perhaps_cards(s, many * 7 % 11)
        if some is not None and (best is None or sum(some) > sum(best)):
            best = some
    return sum(best or ())


def kept(cards: list[int], steps: int) -> list[int]:
    return cards if steps >= 0 else []


def a_list_or_nothing(s: State, player: int) -> float:
    cards = [1] if s.turn else [2, 3]
    same = cards if s.steps >= 0 else []
    same.append(9)
    kept(cards, s.steps).append(5)
    rows = [[1], [2, 3]]
    row = [] if s.steps < 0 else rows[0]
    row.append(7)
    none = [] if s.steps >= 0 else rows[7]
    few = [] if s.turn else [cell for cell in s.cells]
    return len(cards) + 10 * len(rows[0]) + 100 * len(none) + len(few)


def real_keys(s: State, player: int) -> float:
    half = s.steps / 2
    made: dict[float, int] = {0: 5, 1: 6}
    return (
        GAPS.get(half, -1)
        + 10 * (half in GAPS)
        + 100 * made.get(half, -1)
        + 1000 * (half in made)
        + GAPS.get(True, 3)
    )


def a_loop_over_a_dictionary(s: State, player: int) -> float:
    seen = {cell: 1 for cell in s.cells}
    total = 0
    for key in seen:
        seen[key] += key
        total += seen[key]
    return total + sum(1 for key in seen if key) + len(list(seen)) + max(seen)


def powers(s: State, player: int) -> float:
    return float(2**s.steps + s.steps**2 + 2.0**-s.steps + 3 ** (s.turn + 1))


def tuples_taken_apart(s: State, player: int) -> float:
    a, b = s.grid[0]
    c, d, e = sorted(s.cells)[:3]
    (f, g), h = s.grid[1], 3
    return a + b + c + d + e + f + g + h


def sorted_by_none(s: State, player: int) -> float:
    return sorted(s.cells, key=None)[0]


def dictionaries_at_work(s: State, player: int) -> float:
    seen = {1: s.steps, 5: 2}
    other = seen.copy()
    other.update({2: s.turn, 1: 9})
    first = other.setdefault(7, 4) + other.setdefault(5, 100)
    gone = other.pop(5) + other.pop(99, -1)
    same = (seen == {1: s.steps, 5: 2}) + 2 * (seen != other)
    total = sum(key * value for key, value in other.items())
    other.clear()
    other[3] = 1
    return first + gone + same + total + 10 * len(other) + len(seen)


def a_dictionary_of_lists(s: State, player: int) -> float:
    rows = {0: [1], 1: [2, 3]}
    for n in range(30):
        rows.setdefault(n % 5, [n]).append(n)
        if n % 7 == 6:
            rows.pop(n % 5)
            rows[n + 100] = [n, n]
    return sum(key * len(row) + sum(row) for key, row in rows.items())


def lists_lengthened(s: State, player: int) -> float:
    cards = [1]
    cards += s.hand.cards
    cards += [5] * (s.steps > 3)
    cards.extend(s.cells)
    return sum(place * card for place, card in enumerate(cards))


def a_stack(s: State, player: int) -> float:
    waiting, seen, most = [s.steps], [False] * 700, 0
    while waiting:
        place = waiting.pop()
        seen[place] = True
        for after in (2 * place + 1, 2 * place + 2, 0):
            if after < len(seen) and not seen[after]:
                waiting.append(after)
        most = max(most, len(waiting))
    return 1000 * most + sum(seen)


def long_lists(s: State, player: int) -> float:
    numbers, halves, pairs, flags = [], [], [], []
    for n in range(400 + s.steps):
        numbers.append(n * n)
        halves.append(n / 2)
        pairs.append((n, -n))
        flags.append(n % 3 == 0)
    while len(numbers) > 350:
        numbers.pop()
    numbers.extend(range(60))
    numbers.insert(1, 7)
    left = sum(one * other for one, other in pairs[::9])
    return sum(numbers) + sum(halves) + left + sum(flags)


def lists_of_wide_tuples(s: State, player: int) -> float:
    four = s.cells + s.cells + s.cells + s.cells
    wide = four + four + four
    rows = []
    for _ in range(5):
        rows.append(wide)
    more = [wide for _ in range(4)]
    return sum(row[3] + 3 * row[191] for row in rows) + 100 * sum(sum(row) for row in more)


def longer_by_one(cards: list[int]) -> list[int]:
    cards = [*cards, len(cards)]
    return cards


def same_again(cards: list[int]) -> list[int]:
    return cards


def put_away(rows: list[list[int]], cards: list[int]) -> list[list[int]]:
    rows.append(cards)
    return rows


def what_was_given_handed_back(s: State, player: int) -> float:
    rows: list[list[int]] = [[0]]
    for n in range(50):
        cards = [n, s.steps]
        for _ in range(n % 3):
            cards = longer_by_one(cards)
        rows = put_away(rows, same_again(cards))
        if n % 4 == 3:
            rows.pop()
    return sum(len(row) * sum(row) for row in rows)


def a_tuple_perhaps_longer(s: State, player: int) -> float:
    cards = s.hand.cards + (s.steps,) if s.steps % 2 else s.hand.cards
    more = cards if s.turn else (s.turn, *cards)
    line = LINES[0] + (9, 9) if s.steps > 4 else LINES[1]
    swapped = (s.mine,) + s.cells[1:] if s.turn else s.cells
    return len(cards) + 10 * sum(more) + 100 * sum(line) + swapped[0]


def the_first_that_comes(s: State, player: int) -> float:
    first = next(neighbours(s.steps), None)
    empty = next((square for square, cell in enumerate(s.cells) if cell == 0), None)
    card = next(iter(s.hand.cards), -1)
    longest = next(walks(s.steps % 16, 5), None)
    return (0 if first is None else first) + 100 * (empty is None) + 1000 * card + (longest is None)


def asked_whether_there_is_nothing(s: State, player: int) -> float:
    few = [cell for cell in s.cells if cell > player]
    marks = {cell: cell for cell in few}
    return (
        (not list(neighbours(s.steps)))
        + 2 * (not few)
        + 4 * (few == [])
        + 8 * ([] != few)
        + 16 * (not set(few))
        + 32 * (not marks)
        + 64 * (not tuple(few))
    )


def all_that_a_generator_yields(s: State, player: int) -> float:
    found = [1]
    found += neighbours(s.steps)
    found.extend(neighbours(5))
    one, other, *_ = list(neighbours(s.steps))
    first, second, third, fourth = neighbours(5)
    return (
        sum(neighbours(s.steps))
        + max(neighbours(s.steps))
        + sorted(neighbours(s.steps))[0]
        + len(list(neighbours(s.steps)))
        + 10 * (s.turn in neighbours(s.steps))
        + sum(found) * (one - other)
        + first * second * third * fourth
        + sum([*neighbours(s.steps), 3])
    )


def a_member_of_an_enumeration_as_a_number(s: State, player: int) -> float:
    way = Way.LEFT if s.turn else Way.DOWN
    marks = [s.steps] * 3
    marks[way] += 2
    marks[Way.UP] = 7
    place = s.steps
    if s.turn:
        place = Way.DOWN
    total = place + max(way, s.turn) + (way < Way.LEFT) + 3 * (way in (Way.UP, Way.LEFT)) + abs(way)
    if not Way(s.steps % 3):
        total += 11
    return total + int(way) + float(Way.LEFT) + LINES[Way.DOWN][way] + 10 * marks[0] + marks[way] + way.value


def an_enumeration_asked_for_more(s: State, player: int) -> float:
    way = Way(s.steps % 3)
    total = way.step + 100 * way.turned(2) + 10 * way.back + Way.LEFT.step
    match way:
        case Way.UP:
            total += 17
        case Way.DOWN:
            total += 19
    return total


def all_members_of_an_enumeration(s: State, player: int) -> float:
    total = 0
    for way in Way:
        total += way.step * s.cells[way]
    best = max(Way, key=lambda way: way.step)
    return total + best + len(Way) + sum(way.step for way in Way if way != Way.UP)


def members_of_an_enumeration_as_keys(s: State, player: int) -> float:
    worth = {Way.UP: s.steps, Way.LEFT: 2}
    steps = {way: way.step for way in Way}
    steps[Way.UP] += 5
    gone = sum(key * value for key, value in steps.items())
    return worth[Way.UP] + worth.get(Way(s.steps % 3), 9) + gone + 10 * (Way.DOWN in worth)


def jumps(cells: tuple[int, ...], at: int, length: int) -> list[int]:
    """A helper that comes back to itself and gives a list, as all of these."""
    found = []
    for to in (at + 1, at + 4):
        if to < SIZE**2 and cells[to] == 0 and length < 3:
            found += [16 * jump + to for jump in jumps(cells, to, length + 1)] or [to]
    return found


def below(length: int, width: int) -> list[int]:
    found = []
    if length > 0:
        found += below(length - 1, width)
        for step in range(width):
            found.append(length + step)
    return found


def longer_and_longer(cells: tuple[int, ...], at: int) -> list[tuple[int, ...]]:
    found: list[tuple[int, ...]] = []
    for to in range(at + 1, at + 3):
        if to < SIZE and cells[to] == 0:
            found.append((to,))
            for rest in longer_and_longer(cells, to):
                found.append((to,) + rest)
    return found


def few_or_none(cells: tuple[int, ...], most: int) -> list[int]:
    if most == 0:
        return []
    return [cell + 1 for cell in cells[:most]]


def lists_from_what_comes_back_to_itself(s: State, player: int) -> float:
    paths = longer_and_longer(s.cells, 0)
    return (
        sum(jumps(s.cells, s.steps, 0))
        + sum(below(s.steps % 5, 2))
        + sum(len(path) * sum(path) for path in paths)
        + sum(few_or_none(s.cells, s.steps % 3))
    )


def a_table_with_an_empty_tuple(s: State, player: int) -> float:
    reached = REACH.get(s.steps, ())
    return sum(reached) + 10 * len(REACH[2]) + 100 * sum(len(each) for each in REACH.values()) + len(reached)


def counted_from_the_end(s: State, player: int) -> float:
    total = 0
    for place, cell in enumerate(reversed(s.cells), start=1):
        total += place * cell
    return total + sum(place * cell for place, cell in enumerate(s.hand.cards, start=s.steps))


def found_with_its_place(cells: tuple[int, ...], wanted: int) -> tuple[int, int] | None:
    for place, cell in enumerate(cells):
        if cell == wanted:
            return (place, cell)
    return None


def a_pair_or_none(s: State, player: int) -> float:
    found = found_with_its_place(s.cells, player + 1)
    if found is None:
        return -1
    place, cell = found
    return 10 * place + cell


def a_pair_asked_for_its_truth(s: State, player: int) -> float:
    found, best = found_with_its_place(s.cells, player + 1), None
    for place, cell in enumerate(s.cells):
        if best is None or cell > best[1]:
            best = (place, cell)
    total = best[0] if best else -1
    if not found or (found and found[0] > 3):
        total += 100
    return total + (found[1] if found else 7) + 1000 * (found == (0, 1)) + 2000 * (found != best)


def none_from_a_dictionary(s: State, player: int) -> float:
    seen, rows = {1: 2, 3: 4}, {1: [1, 2], 2: [3]}
    gone, row, worth = seen.pop(s.steps, None), rows.pop(s.steps, None), WORTH.get(s.steps)
    first = rows.get(1)
    if first is not None:
        first.append(5)
    rows.pop(77, None)
    return (
        (-1 if gone is None else gone)
        + (0 if row is None else 10 * sum(row))
        + (100 if worth is None else worth)
        + 1000 * len(rows.get(1, [1]))
        + len(seen)
    )


def tuples_as_keys(s: State, player: int) -> float:
    seen = {(row, column): row * column for row in range(SIZE) for column in range(SIZE)}
    seen[s.steps, 2] = 50
    here = s.steps % 3, s.turn
    total = sum(down * right + worth for (down, right), worth in PAIRS.items())
    if (1, 0) in PAIRS and here not in FAR:
        total += PAIRS[1, 0] + FAR.get((s.steps, 100_000), 20) + FAR.get((5000, s.turn - 7), 30)
    return total + seen[here] + seen.get((s.steps, 2), 0) + len(seen) + 100 * PAIRS.get(here, -1)


def counters(s: State, player: int) -> float:
    counts, doubled = Counter(s.cells), Counter(2 * cell for cell in s.cells)
    empty: Counter[int] = Counter()
    for cell in s.cells:
        empty[cell] += 1
    changed = counts.copy()
    changed[0] -= 1
    most, times = counts.most_common(1)[0]
    return (
        counts[0]
        + 10 * counts[17]
        + 100 * times
        + most
        + (counts == empty)
        + 2 * (counts == changed)
        + 4 * (counts != doubled)
        + sum(key * value for key, value in doubled.items())
        + len(counts)
        + counts.most_common()[-1][1]
        + max(counts.values())
    )


HABITS = (
    *(
        value
        for value in list(globals().values())
        if getattr(value, "__module__", None) == __name__
        and getattr(getattr(value, "__code__", None), "co_varnames", ())[:2] == ("s", "player")
    ),
    *OR_ELSE,
)
"""All of them."""


class Everyday(Game):
    """A walk along a board that leaves marks; what matters is what can be asked about its states."""

    def initial(self) -> State:
        return State((0,) * SIZE**2, ((0, 0), (0, 0)), Hand((3, 7)), None, 0, 0)

    def moves(self, s: State) -> Iterator[int]:
        if s.steps < 12:
            yield from (square for square, cell in enumerate(s.cells) if cell == 0)

    def play(self, s: State, square: int) -> State:
        cells = s.cells[:square] + (s.mine,) + s.cells[square + 1 :]
        grid = tuple(tuple(x + (square % 3) for x in row) for row in s.grid)
        cards = tuple(card for card in s.hand.cards if card != square) + ((square,) if square % 2 else ())
        hand = dataclasses.replace(s.hand, cards=cards)
        return State(cells, grid, hand, square if square > 3 else None, s.steps + 1, 1 - s.turn)

    def over(self, s: State) -> bool:
        return not any(True for _ in self.moves(s))

    def payoff(self, s: State, player: int) -> float:
        return 0.0
