"""Information sets in the memory of a compiled search: a table of them by their keys, and the arms of each.

All lies in one block of memory. The arms of a set, what has been seen of each choice there, stand side by
side in the order in which they were first tried, and behind them a small table finds one by its key. When
they need more room they move to a block twice as large, and the next set that grows takes the old one.
"""

from __future__ import annotations

from typing import Any, NamedTuple

from outwit.engine.compiler.codegen import apart, inline
from outwit.engine.compiler.memory import set_word, unlikely, word_at
from outwit.engine.compiler.splitmix import ODD
from outwit.engine.kernels.control_block import At

TREE, TREE_SIZE, TREE_ROOM, TABLE, BUCKETS = (
    at.value for at in (At.TREE, At.TREE_SIZE, At.TREE_ROOM, At.TABLE, At.BUCKETS)
)
SETS, FREE, FULL = At.SETS.value, At.FREE.value, At.FULL.value

KEY, STAMP, ARMS, COUNT, LEVEL, SET_WORDS = range(6)
"""The words of an information set: its key, the simulation that last came through it, where its arms are, how
many, and how often their room has grown; and how many words these are."""

ARM_KEY, MOVE, VISITS, AVAILABLE, ALLOWED, SQUARES, VARYING, FOLLOWING, TOTALS = range(9)
"""The words of an arm: what it is known by, the move that was first played, visits, how often it could have
been chosen, the last simulation that could, squares of payoffs, whether other moves were played, and the set
that followed, or 0; behind them the sum of the payoffs for each value of a game's end."""

LEVELS = 48
"""More often than this no set's arms grow."""

FEWEST_SETS = 1024
"""The table begins with so many places."""


def room_at(level: int) -> int:
    """How many arms have room once it has grown so often.

    >>> [room_at(level) for level in range(5)]
    [0, 1, 2, 4, 8]
    """
    return 1 << level >> 1


@inline
def take(words, control):
    """So many words of memory that nobody has used yet; 0 if there are no more."""
    used = word_at(control, TREE_SIZE)
    if unlikely(used + words > word_at(control, TREE_ROOM)):
        set_word(control, FULL, 1)
        return 0
    set_word(control, TREE_SIZE, used + words)
    return word_at(control, TREE) + 8 * used


@inline
def find_set(key, control):
    """The information set of a key; 0 if there is none."""
    table, mask = word_at(control, TABLE), word_at(control, BUCKETS)
    slot = key & mask
    while True:
        node = word_at(table, slot)
        if node == 0 or word_at(node, KEY) == key:
            return node
        slot = (slot + 1) & mask


@inline
def enter_set(node, table, mask):
    """Put an information set into a table that has a place for it."""
    slot = word_at(node, KEY) & mask
    while word_at(table, slot) != 0:
        slot = (slot + 1) & mask
    set_word(table, slot, node)


@apart
def widen_table(control):
    """Give the table twice as many places, if there is memory for that."""
    table, size = word_at(control, TABLE), word_at(control, BUCKETS) + 1
    wider = take(2 * size, control)
    if wider == 0:
        return False
    for slot in range(2 * size):
        set_word(wider, slot, 0)
    for slot in range(size):
        node = word_at(table, slot)
        if node != 0:
            enter_set(node, wider, 2 * size - 1)
    set_word(control, TABLE, wider)
    set_word(control, BUCKETS, 2 * size - 1)
    return True


@apart
def add_set(key, control):
    """A new information set; 0 if there is no memory for one."""
    many = word_at(control, SETS) + 1
    if 2 * many > word_at(control, BUCKETS) + 1 and not widen_table(control):
        return 0
    node = take(SET_WORDS, control)
    if node == 0:
        return 0
    for word in range(SET_WORDS):
        set_word(node, word, 0)
    set_word(node, KEY, key)
    enter_set(node, word_at(control, TABLE), word_at(control, BUCKETS))
    set_word(control, SETS, many)
    return node


class Arms(NamedTuple):
    """Compiled functions of an information set and a key."""

    find: Any
    """The arm of a key; 0 if that has not been chosen yet."""

    add: Any
    """A new arm of a key, all zero but for that; 0 if there is no memory for one."""


def arms(values: int) -> Arms:
    """The functions for arms that add up so many values of a game's end."""
    words = TOTALS + values

    def slot_of(key, places):
        return (key * ODD >> 32) & (places - 1)

    slot_of = inline(slot_of)

    def find(node, key):
        first, room = word_at(node, ARMS), 1 << word_at(node, LEVEL) >> 1
        if room == 0:
            return 0
        index = first + 8 * words * room
        slot = slot_of(key, 2 * room)
        while True:
            number = word_at(index, slot)
            if number == 0:
                return 0
            arm = first + 8 * words * (number - 1)
            if word_at(arm, ARM_KEY) == key:
                return arm
            slot = (slot + 1) & (2 * room - 1)

    def enter(first, room, number):
        """Let the table behind the arms find one of them."""
        index = first + 8 * words * room
        slot = slot_of(word_at(first + 8 * words * number, ARM_KEY), 2 * room)
        while word_at(index, slot) != 0:
            slot = (slot + 1) & (2 * room - 1)
        set_word(index, slot, number + 1)

    enter = inline(enter)

    def grow(node, control):
        """Twice as much room for the arms of an information set, if there is memory for that."""
        level, before, count = word_at(node, LEVEL) + 1, word_at(node, ARMS), word_at(node, COUNT)
        room, free = 1 << level >> 1, word_at(control, FREE)
        first = word_at(free, level)
        if first != 0:
            set_word(free, level, word_at(first, 0))
        else:
            first = take((words + 2) * room, control)
            if first == 0:
                return False
        for word in range(words * count):
            set_word(first, word, word_at(before, word))
        for slot in range(2 * room):
            set_word(first + 8 * words * room, slot, 0)
        for number in range(count):
            enter(first, room, number)
        if before != 0:
            set_word(before, 0, word_at(free, level - 1))
            set_word(free, level - 1, before)
        set_word(node, ARMS, first)
        set_word(node, LEVEL, level)
        return True

    grow = apart(grow)

    def add(node, key, control):
        count = word_at(node, COUNT)
        if count == 1 << word_at(node, LEVEL) >> 1 and not grow(node, control):
            return 0
        first = word_at(node, ARMS)
        arm = first + 8 * words * count
        for word in range(words):
            set_word(arm, word, 0)
        set_word(arm, ARM_KEY, key)
        enter(first, 1 << word_at(node, LEVEL) >> 1, count)
        set_word(node, COUNT, count + 1)
        return arm

    return Arms(inline(find), apart(add))
