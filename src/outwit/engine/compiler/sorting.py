"""`sorted` and `sort` in compiled rules: short runs by insertion, then merged; what is equal keeps its order.

The compiler's own sorting sets up a stack for a hundred parts each time, however few there are to sort, and
with a key it does not keep the order of what is equal.
"""

from __future__ import annotations

from numba import types

from outwit.engine.compiler.lists import item_at, put_at
from outwit.engine.pipeline import inlined, part, taught

RUN = 16
"""So many items are put in order by insertion."""


def in_order(items, turned):
    """What `sorted(items, reverse=turned)` is in compiled rules, of a list that may be changed."""
    return sorted(items, reverse=turned)


@taught(in_order)
def _in_order(items, turned):
    return lambda items, turned: arranged(items, None, bool(turned))


def in_order_once(items):
    """What `sorted(set(items))` is in compiled rules, of a list that may be changed."""
    return sorted(set(items))


@taught(in_order_once)
def _in_order_once(items):
    def once(items):
        result = arranged(items, None, False)
        kept = 0
        for i in range(len(result)):
            item = item_at(result, i)
            if kept == 0 or item != item_at(result, kept - 1):
                put_at(result, kept, item)
                kept += 1
        return result[:kept] if kept < len(result) else result

    return once


def in_order_of(items, keys, turned):
    """What `sorted(items, key=..., reverse=turned)` is in compiled rules; both lists may be changed."""
    pairs = sorted(zip(keys, items, strict=True), key=lambda pair: pair[0], reverse=turned)
    return [item for _, item in pairs]


@taught(in_order_of)
def _in_order_of(items, keys, turned):
    return lambda items, keys, turned: arranged(items, keys, bool(turned))


def rank_at(items, keys, index):
    """What an item is put in order by: its key, or itself if there are no keys."""
    return items[index] if keys is None else keys[index]


@taught(rank_at)
def _rank_at(items, keys, index):
    if isinstance(keys, types.NoneType):
        return lambda items, keys, index: item_at(items, index)
    return lambda items, keys, index: item_at(keys, index)


def put(items, keys, index, item, rank):
    """Put an item, and its key if there are keys, into its place."""
    items[index] = item
    if keys is not None:
        keys[index] = rank


@taught(put)
def _put(items, keys, index, item, rank):
    if isinstance(keys, types.NoneType):
        return lambda items, keys, index, item, rank: put_at(items, index, item)

    def both(items, keys, index, item, rank):
        put_at(items, index, item)
        put_at(keys, index, rank)

    return both


def copied(items):
    """A list again, or nothing if it is none."""
    return None if items is None else items[:]


@taught(copied)
def _copied(items):
    return (lambda items: None) if isinstance(items, types.NoneType) else (lambda items: items[:])


@inlined
def comes_first(one, other, turned):
    """Must something stand before another, whatever their order was?"""
    return other < one if turned else one < other


@part
def arranged(items, keys, turned):
    """The items of a list in the order of their keys; both lists may be changed."""
    size = len(items)
    for start in range(0, size, RUN):
        for i in range(start + 1, min(start + RUN, size)):
            item, rank, place = item_at(items, i), rank_at(items, keys, i), i
            while place > start and comes_first(rank, rank_at(items, keys, place - 1), turned):
                put(items, keys, place, item_at(items, place - 1), rank_at(items, keys, place - 1))
                place -= 1
            put(items, keys, place, item, rank)
    if size <= RUN:
        return items
    more_items, more_keys = items[:], copied(keys)
    width = RUN
    while width < size:
        for low in range(0, size, 2 * width):
            middle, high = min(low + width, size), min(low + 2 * width, size)
            one, other = low, middle
            for at in range(low, high):
                later = one == middle or (
                    other < high
                    and comes_first(rank_at(items, keys, other), rank_at(items, keys, one), turned)
                )
                taken = other if later else one
                put(more_items, more_keys, at, item_at(items, taken), rank_at(items, keys, taken))
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
