"""What makes a list shorter, or puts other items in the place of some, in compiled rules.

The compiler forgets to clear what lies behind the end of a list that owns memory: the next item that is added
would let go of something once more that nobody holds. Here an item leaves a list at its end only, by `pop`,
which does clear its place.
"""

from __future__ import annotations

from numba import types

from outwit.engine.compiler.codegen import taught
from outwit.engine.compiler.lists import base_of, last_taken, swap_from
from outwit.engine.compiler.row_operations import listed
from outwit.engine.compiler.rows import managed


def popped_last(items):
    """What `items.pop()` is in compiled rules, of a list or of a set."""
    return items.pop()


@taught(popped_last)
def _popped_last(items):
    if not isinstance(items, types.List) or managed(items.dtype):
        return lambda items: items.pop()

    def taken(items):
        if len(items) == 0:
            raise IndexError("pop from empty list")
        return last_taken(items)

    return taken


def popped(items, which):
    """What `items.pop(which)` is in compiled rules, of a list or of a dictionary."""
    return items.pop(which)


@taught(popped)
def _popped(items, which):
    if not isinstance(items, types.List) or not managed(items.dtype):
        return lambda items, which: items.pop(which)

    def rotated(items, which):
        last = len(items) - 1
        place = which + last + 1 if which < 0 else which
        if last < 0:
            raise IndexError("pop from empty list")
        if place < 0 or place > last:
            raise IndexError("pop index out of range")
        start = base_of(items)
        for i in range(place, last):
            swap_from(items, start, i, i + 1)
        return items.pop()

    return rotated


def removed(items, item):
    """What `items.remove(item)` is in compiled rules, of a list or of a set."""
    items.remove(item)


@taught(removed)
def _removed(items, item):
    if not isinstance(items, types.List):
        return lambda items, item: items.remove(item)

    def first_found(items, item):
        for i in range(len(items)):
            if items[i] == item:
                popped(items, i)
                return
        raise ValueError("list.remove(x): x not in list")

    return first_found


def cleared(items):
    """What `items.clear()` is in compiled rules."""
    items.clear()


@taught(cleared)
def _cleared(items):
    if not isinstance(items, types.List) or not managed(items.dtype):
        return lambda items: items.clear()

    def one_by_one(items):
        while len(items) > 0:
            items.pop()

    return one_by_one


def replaced(items, place, others):
    """What `items[place] = others` is in compiled rules, where the place is a slice."""
    items[place] = others


@taught(replaced)
def _replaced(items, place, others):
    if not isinstance(items, types.List) or place.has_step:

        def plain(items, place, others):
            items[place] = others

        return plain

    def exchanged(items, place, others):
        first, stop, _ = place.indices(len(items))
        new, rest = listed(others), items[max(first, stop) :]
        while len(items) > first:
            items.pop()
        for i in range(len(new)):
            items.append(new[i])
        for i in range(len(rest)):
            items.append(rest[i])

    return exchanged


def without(items, place):
    """What `del items[place]` is in compiled rules, where the place is a slice."""
    del items[place]


@taught(without)
def _without(items, place):
    return lambda items, place: replaced(items, place, items[:0])


STANDING_IN = (popped_last, popped, removed, cleared, replaced, without)
"""Functions that stand for what is written in rules."""
