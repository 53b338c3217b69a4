"""`sorted` and `sort` in compiled rules: short runs by insertion, then merged; what is equal keeps its order.

The compiler's own sorting sets up a stack for a hundred parts each time, however few there are to sort, and
with a key it does not keep the order of what is equal.
"""

from __future__ import annotations

from numba import types

from outwit.engine.compiler.codegen import inline, overload_as_part, part
from outwit.engine.compiler.lists import again, base_of, item_from, put_from, swap_from
from outwit.engine.compiler.memory import word_at
from outwit.engine.compiler.rows import DATA, ROW, SIZE, RowType, owns_memory

RUN = 32
"""So many items are put in order by insertion."""


def in_order(items, turned):
    """What `sorted(items, reverse=turned)` is in compiled rules, of a list that may be changed."""
    return sorted(items, reverse=turned)


@overload_as_part(in_order)
def _in_order(items, turned):
    return lambda items, turned: arrange(items, None, bool(turned))


def in_order_once(items):
    """What `sorted(set(items))` is in compiled rules, of a list that may be changed."""
    return sorted(set(items))


@overload_as_part(in_order_once)
def _in_order_once(items):
    def once(items):
        result = arrange(items, None, False)
        start, kept = base_of(result), min(1, len(result))
        for i in range(1, len(result)):
            if is_before(result, start, kept - 1, i, False):
                swap_from(result, start, kept, i)
                kept += 1
        while len(result) > kept:
            result.pop()
        return result

    return once


def in_order_of(items, keys, turned):
    """What `sorted(items, key=..., reverse=turned)` is in compiled rules; both lists may be changed."""
    pairs = sorted(zip(keys, items, strict=True), key=lambda pair: pair[0], reverse=turned)
    return [item for _, item in pairs]


@overload_as_part(in_order_of)
def _in_order_of(items, keys, turned):
    return lambda items, keys, turned: arrange(items, keys, bool(turned))


def start_of(items):
    """Where the items of a list begin; nowhere if there is no list."""
    return 0


@overload_as_part(start_of)
def _start_of(items):
    return (lambda items: 0) if isinstance(items, types.NoneType) else (lambda items: base_of(items))


def rank_at(items, start, keys, other, index):
    """What an item is put in order by: its key, or itself if there are no keys."""
    return items[index] if keys is None else keys[index]


@overload_as_part(rank_at)
def _rank_at(items, start, keys, other, index):
    if isinstance(keys, types.NoneType):
        return lambda items, start, keys, other, index: item_from(items, start, index)
    return lambda items, start, keys, other, index: item_from(keys, other, index)


def put(items, start, keys, other, index, item, rank):
    """Put an item, and its key if there are keys, into its place."""
    items[index] = item
    if keys is not None:
        keys[index] = rank


@overload_as_part(put)
def _put(items, start, keys, other, index, item, rank):
    if isinstance(keys, types.NoneType):
        return lambda items, start, keys, other, index, item, rank: put_from(items, start, index, item)

    def both(items, start, keys, other, index, item, rank):
        put_from(items, start, index, item)
        put_from(keys, other, index, rank)

    return both


def copy_list(items):
    """A list again, or nothing if it is none."""
    return None if items is None else items[:]


@overload_as_part(copy_list)
def _copy_list(items):
    return (lambda items: None) if isinstance(items, types.NoneType) else (lambda items: again(items))


@inline
def comes_first(one, other, turned):
    """Must something stand before another, whatever their order was?"""
    return other < one if turned else one < other


def is_before(items, start, one, other, turned):
    """Must an item of a list stand before another, whatever their order was?"""
    return items[other] < items[one] if turned else items[one] < items[other]


@overload_as_part(is_before)
def _is_before(items, start, one, other, turned):
    if items.dtype != RowType(types.int64):

        def compare(items, start, one, other, turned):
            return comes_first(item_from(items, start, one), item_from(items, start, other), turned)

        return compare

    def by_numbers(items, start, one, other, turned):
        here, there = start + ROW * one, start + ROW * other
        size, more = word_at(here, SIZE), word_at(there, SIZE)
        for i in range(min(size, more)):
            mine, yours = word_at(word_at(here, DATA), i), word_at(word_at(there, DATA), i)
            if mine != yours:
                return comes_first(mine, yours, turned)
        return comes_first(size, more, turned)

    return by_numbers


def insert(items, at, keys, of, start, i, turned):
    """Put an item into its place among those before it, from `start` on, which are in order."""


@overload_as_part(insert)
def _insert(items, at, keys, of, start, i, turned):
    if isinstance(keys, types.NoneType) and owns_memory(items.dtype):

        def by_swapping(items, at, keys, of, start, i, turned):
            place = i
            while place > start and is_before(items, at, place, place - 1, turned):
                swap_from(items, at, place, place - 1)
                place -= 1

        return by_swapping

    def by_moving(items, at, keys, of, start, i, turned):
        item, rank, place = item_from(items, at, i), rank_at(items, at, keys, of, i), i
        while place > start:
            before = rank_at(items, at, keys, of, place - 1)
            if not comes_first(rank, before, turned):
                break
            put(items, at, keys, of, place, item_from(items, at, place - 1), before)
            place -= 1
        put(items, at, keys, of, place, item, rank)

    return by_moving


@part
def arrange(items, keys, turned):
    """The items of a list in the order of their keys; both lists may be changed."""
    size = len(items)
    at, of = start_of(items), start_of(keys)
    for start in range(0, size, RUN):
        for i in range(start + 1, min(start + RUN, size)):
            insert(items, at, keys, of, start, i, turned)
    return items if size <= RUN else merge(items, keys, turned)


@part
def merge(items, keys, turned):
    """The items of a list, each run of which is in order, in the order of their keys."""
    size, width = len(items), RUN
    more_items, more_keys = again(items), copy_list(keys)
    while width < size:
        at, of, to, along = start_of(items), start_of(keys), start_of(more_items), start_of(more_keys)
        for low in range(0, size, 2 * width):
            middle, high = min(low + width, size), min(low + 2 * width, size)
            one, other = low, middle
            for place in range(low, high):
                later = one == middle
                if one < middle and other < high:
                    here, there = rank_at(items, at, keys, of, one), rank_at(items, at, keys, of, other)
                    later = comes_first(there, here, turned)
                taken = other if later else one
                rank = rank_at(items, at, keys, of, taken)
                put(more_items, to, more_keys, along, place, item_from(items, at, taken), rank)
                if later:
                    other += 1
                else:
                    one += 1
        items, more_items = more_items, items
        keys, more_keys = more_keys, keys
        width *= 2
    return items


STANDING_IN = (in_order, in_order_once, in_order_of)
"""Functions that stand for what is written in rules."""
