"""What makes a list shorter, or puts other items in the place of some, in compiled rules.

The compiler forgets to clear what lies behind the end of a list that owns memory: the next item that is added
would let go of something once more that nobody holds. Here an item leaves a list at its end only, by `pop`,
which does clear its place.
"""

from __future__ import annotations

from numba import types

from outwit.engine.compiler.codegen import overload_as_part
from outwit.engine.compiler.lists import base_of, swap_from, take_last
from outwit.engine.compiler.row_operations import make_list
from outwit.engine.compiler.rows import owns_memory


def pop_last(items):
    """What `items.pop()` is in compiled rules, of a list or of a set."""
    return items.pop()


@overload_as_part(pop_last)
def _pop_last(items):
    if not isinstance(items, types.List) or owns_memory(items.dtype):
        return lambda items: items.pop()

    def take(items):
        if len(items) == 0:
            raise IndexError("pop from empty list")
        return take_last(items)

    return take


def pop_item(items, which):
    """What `items.pop(which)` is in compiled rules, of a list or of a dictionary."""
    return items.pop(which)


@overload_as_part(pop_item)
def _pop_item(items, which):
    if not isinstance(items, types.List) or not owns_memory(items.dtype):
        return lambda items, which: items.pop(which)

    def rotate(items, which):
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

    return rotate


def remove_item(items, item):
    """What `items.remove(item)` is in compiled rules, of a list or of a set."""
    items.remove(item)


@overload_as_part(remove_item)
def _remove_item(items, item):
    if not isinstance(items, types.List):
        return lambda items, item: items.remove(item)

    def remove_first(items, item):
        for i in range(len(items)):
            if items[i] == item:
                pop_item(items, i)
                return
        raise ValueError("list.remove(x): x not in list")

    return remove_first


def clear_items(items):
    """What `items.clear()` is in compiled rules."""
    items.clear()


@overload_as_part(clear_items)
def _clear_items(items):
    if not isinstance(items, types.List) or not owns_memory(items.dtype):
        return lambda items: items.clear()

    def one_by_one(items):
        while len(items) > 0:
            items.pop()

    return one_by_one


def replace_slice(items, place, others):
    """What `items[place] = others` is in compiled rules, where the place is a slice."""
    items[place] = others


@overload_as_part(replace_slice)
def _replace_slice(items, place, others):
    if not isinstance(items, types.List) or place.has_step:

        def plain(items, place, others):
            items[place] = others

        return plain

    def exchange(items, place, others):
        first, stop, _ = place.indices(len(items))
        new, rest = make_list(others), items[max(first, stop) :]
        while len(items) > first:
            items.pop()
        for i in range(len(new)):
            items.append(new[i])
        for i in range(len(rest)):
            items.append(rest[i])

    return exchange


def without(items, place):
    """What `del items[place]` is in compiled rules, where the place is a slice."""
    del items[place]


@overload_as_part(without)
def _without(items, place):
    return lambda items, place: replace_slice(items, place, items[:0])


STANDING_IN = (pop_last, pop_item, remove_item, clear_items, replace_slice, without)
"""Functions that stand for what is written in rules."""
