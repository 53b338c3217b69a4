"""What rules do with tuples of any length, and with lists: as Python has it, item by item."""

from __future__ import annotations

import operator
from typing import Any

from numba import types
from numba.extending import overload, overload_method

from outwit.engine.bitset import native_changed
from outwit.engine.compiler.rows import (
    RowType,
    alike,
    as_kind,
    change,
    common,
    cut,
    is_tuple,
    item_of,
    join,
    moved,
    size_of,
    to_list,
    to_row,
)


def listed(items):
    """What `list(items)` is in compiled rules."""
    return list(items)


def tupled(items):
    """What `tuple(items)` is in compiled rules."""
    return tuple(items)


@overload(listed)
def _listed(items):
    if isinstance(items, RowType):
        return lambda items: to_list(items)
    if isinstance(items, types.List):
        return lambda items: items[:]
    if is_tuple(items) and common(items) is not None:
        return lambda items: to_list(to_row(items))
    return lambda items: list(items)


@overload(tupled)
@overload(tuple)
def _tuple(items):
    if isinstance(items, RowType | types.BaseTuple):
        return lambda items: items
    if isinstance(items, types.List):
        return lambda items: to_row(items)
    if isinstance(items, types.IterableType):

        def gathered(items):
            return to_row([item for item in items])  # noqa: C416

        return gathered
    return None


def rowed(items):
    """A tuple, a list or another row of items as a tuple of any length; other things as they are."""
    return items


@overload(rowed)
def _rowed(items):
    if isinstance(items, types.List) or (is_tuple(items) and common(items) is not None):
        return lambda items: to_row(items)
    if isinstance(items, RowType) or not isinstance(items, types.IterableType) or is_tuple(items):
        return lambda items: items
    return lambda items: tupled(items)


def sorted_by(items, keys, turned):
    """What `sorted(items, key=...)` is in compiled rules: items in the order of their keys, and stable."""
    return items


@overload(sorted_by)
def _sorted_by(items, keys, turned):
    def in_order(items, keys, turned):
        result, ranks = items[:], keys[:]
        for i in range(1, len(result)):
            item, rank = result[i], ranks[i]
            place = i
            while place > 0 and (ranks[place - 1] < rank if turned else rank < ranks[place - 1]):
                result[place], ranks[place] = result[place - 1], ranks[place - 1]
                place -= 1
            result[place], ranks[place] = item, rank
        return result

    return in_order


def sorted_once(items):
    """What `sorted(set(items))` is in compiled rules: the items in order, each of them once."""
    return sorted(set(items))


@overload(sorted_once)
def _sorted_once(items):
    def in_order(items):
        result = [item for item in items]  # noqa: C416
        for i in range(1, len(result)):
            item, place = result[i], i
            while place > 0 and item < result[place - 1]:
                result[place] = result[place - 1]
                place -= 1
            result[place] = item
        kept = 0
        for item in result:
            if kept == 0 or item != result[kept - 1]:
                result[kept] = item
                kept += 1
        return result[:kept]

    return in_order


def spliced(items, index, item):
    """What `items[:index] + (item,) + items[index + 1:]` is in compiled rules."""
    return items[:index] + (item,) + items[index + 1 :]


@overload(spliced)
def _spliced(items, index, item):
    if not isinstance(items, RowType) or alike([items.dtype, types.unliteral(item)]) != items.dtype:
        return lambda items, index, item: items[:index] + (item,) + items[index + 1 :]

    def changed(items, index, item):
        if 0 <= index < size_of(items):
            return change(items, index, item)
        return items[:index] + (item,) + items[index + 1 :]

    return changed


def moved_tuple(items):
    """What `tuple(items)` is in compiled rules, where the items are not used any more."""
    return tuple(items)


@overload(moved_tuple)
def _moved_tuple(items):
    if isinstance(items, types.List):
        return lambda items: moved(items)
    return lambda items: tupled(items)


@overload(list)
def _list(items):
    return (lambda items: to_list(items)) if isinstance(items, RowType) else None


@overload(len)
def _len(row):
    return (lambda row: size_of(row)) if isinstance(row, RowType) else None


@overload(operator.getitem)
def _getitem(row, index):
    if isinstance(row, RowType) and isinstance(index, types.Integer | types.Boolean):

        def item(row, index):
            size = size_of(row)
            place = index + size if index < 0 else index
            if place < 0 or place >= size:
                raise IndexError("tuple index out of range")
            return item_of(row, place)

        return item
    if isinstance(row, RowType) and isinstance(index, types.SliceType):
        if not index.has_step:

            def part(row, index):
                start, stop, _ = index.indices(size_of(row))
                return cut(row, start, max(stop - start, 0))

            return part

        def stepped(row, index):
            start, stop, step = index.indices(size_of(row))
            return to_row([item_of(row, i) for i in range(start, stop, step)])

        return stepped
    if is_tuple(row) and type(index) is types.SliceType and common(row) is not None:
        return lambda row, index: to_row(row)[index]
    return None


@overload(operator.add)
def _add(a, b):
    if not (isinstance(a, RowType) or isinstance(b, RowType)) or common(a, b) is None:
        return None
    if is_tuple(a) and len(a) == 0:
        return lambda a, b: b
    if is_tuple(b) and len(b) == 0:
        return lambda a, b: a
    if isinstance(a, RowType) and common(a, b) == a.dtype:
        return lambda a, b: join(a, as_kind(to_row(b), a))
    return lambda a, b: join(as_kind(to_row(a), to_row(b)), to_row(b))


@overload(operator.iadd)
def _iadd(a, b):
    if isinstance(a, RowType) and common(a, b) is not None:
        return lambda a, b: a + b
    if is_tuple(a) and common(a, b) is not None:
        return (lambda a, b: to_row(a) + b) if len(a) else (lambda a, b: to_row(b))
    return None


@overload(operator.mul)
def _mul(a, b):
    if (isinstance(a, RowType) or (is_tuple(a) and common(a) is not None)) and isinstance(b, types.Integer):
        return lambda a, b: to_row(to_list(to_row(a)) * b)
    if isinstance(b, RowType) and isinstance(a, types.Integer):
        return lambda a, b: to_row(to_list(b) * a)
    return None


@overload(operator.contains)
def _contains(row, item):
    if not isinstance(row, RowType):
        return None

    def contains(row, item):
        for each in row:  # noqa: SIM110
            if each == item:
                return True
        return False

    return contains


def both_rows(a, b):
    """Are both tuples or rows, one of them a row, whose items can be compared?"""
    return (isinstance(a, RowType) or isinstance(b, RowType)) and common(a, b) is not None


@overload(operator.eq)
def _eq(a, b):
    if not both_rows(a, b):
        return None
    if len(a) == 0 if is_tuple(a) else len(b) == 0 if is_tuple(b) else False:
        return lambda a, b: len(a) == len(b)

    def same(a, b):
        one, other = to_row(a), to_row(b)
        if size_of(one) != size_of(other):
            return False
        for i in range(size_of(one)):  # noqa: SIM110
            if item_of(one, i) != item_of(other, i):
                return False
        return True

    return same


@overload(operator.ne)
def _ne(a, b):
    return (lambda a, b: not (a == b)) if both_rows(a, b) else None  # noqa: SIM201


def ordering(operation: Any) -> None:
    """Rows are put in order as tuples are, by the first item that differs."""

    @overload(operation)
    def compare(a, b):
        if not both_rows(a, b):
            return None

        def compared(a, b):
            one, other = to_row(a), to_row(b)
            for i in range(min(size_of(one), size_of(other))):
                if item_of(one, i) != item_of(other, i):
                    return operation(item_of(one, i), item_of(other, i))
            return operation(size_of(one), size_of(other))

        return compared


for each in (operator.lt, operator.le, operator.gt, operator.ge):
    ordering(each)


@overload(sum)
def _sum(row):
    if not isinstance(row, RowType):
        return None

    def total(row):
        result = 0
        for item in row:
            result = result + item
        return result

    return total


def extreme(function: Any, better: Any) -> None:
    """`min` and `max` of a row."""

    @overload(function)
    def found(row):
        if not isinstance(row, RowType):
            return None

        def best(row):
            if size_of(row) == 0:
                raise ValueError("the least or greatest of nothing")
            result = item_of(row, 0)
            for item in row:
                if better(item, result):
                    result = item
            return result

        return best


extreme(min, operator.lt)
extreme(max, operator.gt)


@overload(set)
def _set(row):
    return (lambda row: set(to_list(row))) if isinstance(row, RowType) else None


@overload(sorted)
def _sorted(row, key=None, reverse=False):
    if not isinstance(row, RowType):
        return None

    def in_order(row, key=None, reverse=False):
        return sorted(to_list(row), key=key, reverse=reverse)

    return in_order


@overload(bool)
def _bool(row):
    return (lambda row: size_of(row) > 0) if isinstance(row, RowType) else None


@overload(operator.not_)
def _not(row):
    return (lambda row: size_of(row) == 0) if isinstance(row, RowType) else None


@overload(reversed)
def _reversed(row):
    return (lambda row: to_list(row)[::-1]) if isinstance(row, RowType) else None


@overload_method(RowType, "index")
def _index(row, item):
    def index(row, item):
        for i in range(size_of(row)):
            if item_of(row, i) == item:
                return i
        raise ValueError("the item is not in the tuple")

    return index


@overload_method(RowType, "count")
def _count(row, item):
    def count(row, item):
        result = 0
        for each in row:
            if each == item:
                result += 1
        return result

    return count


@overload(native_changed)
def _changed(words, index, word):
    if not isinstance(words, RowType):
        return None

    def changed(words, index, word):
        size = size_of(words)
        place = index + size if index < 0 else index
        if place < 0 or place >= size:
            raise IndexError("tuple index out of range")
        return change(words, place, word)

    return changed


STANDING_IN = (listed, tupled, moved_tuple, rowed, sorted_by, sorted_once, spliced)
"""Functions that stand for what is written in rules: `list`, `tuple`, `sorted` and such."""
