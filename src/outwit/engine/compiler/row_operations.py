"""What rules do with tuples of any length, and with lists: as Python has it, item by item."""

from __future__ import annotations

import operator
from typing import Any

from numba import types

from outwit.engine.compiler.bitset import native_change
from outwit.engine.compiler.codegen import overload_as_part, overload_method_as_part
from outwit.engine.compiler.lists import again, empty_item, fill_list
from outwit.engine.compiler.rows import (
    RowType,
    alike,
    as_kind,
    change,
    common,
    cut,
    gather,
    is_tuple,
    item_of,
    join,
    move_list,
    size_of,
    to_list,
    to_row,
)


def make_list(items):
    """What `list(items)` is in compiled rules."""
    return list(items)


def make_tuple(items):
    """What `tuple(items)` is in compiled rules."""
    return tuple(items)


@overload_as_part(make_list)
def _make_list(items):
    if isinstance(items, RowType):
        return lambda items: to_list(items)
    if isinstance(items, types.List):
        return lambda items: again(items)
    if is_tuple(items) and common(items) is not None:
        return lambda items: to_list(to_row(items))
    return lambda items: list(items)


def fresh_list(items):
    """What `list(items)` is in compiled rules, where nobody else has the items."""
    return list(items)


@overload_as_part(fresh_list)
def _fresh_list(items):
    return (lambda items: items) if isinstance(items, types.List) else (lambda items: make_list(items))


def hand_on(items):
    """What a generator gives in compiled rules that only hands items on: of a list, a copy."""
    return items


@overload_as_part(hand_on)
def _hand_on(items):
    return (lambda items: again(items)) if isinstance(items, types.List) else (lambda items: items)


@overload_as_part(make_tuple)
@overload_as_part(tuple)
def _tuple(items):
    if isinstance(items, RowType | types.BaseTuple):
        return lambda items: items
    if isinstance(items, types.List):
        return lambda items: to_row(items)
    if isinstance(items, types.IterableType):

        def gather_items(items):
            return to_row([item for item in items])  # noqa: C416

        return gather_items
    return None


def make_row(items):
    """A tuple, a list or another row of items as a tuple of any length; other things as they are."""
    return items


@overload_as_part(make_row)
def _make_row(items):
    if isinstance(items, types.List) or (is_tuple(items) and common(items) is not None):
        return lambda items: to_row(items)
    if isinstance(items, RowType) or not isinstance(items, types.IterableType) or is_tuple(items):
        return lambda items: items
    return lambda items: make_tuple(items)


def repeat(item, times):
    """What `[item] * times` is in compiled rules."""
    return [item] * times


@overload_as_part(repeat)
def _repeat(item, times):
    if not isinstance(times, types.Integer | types.Boolean):
        return None
    if isinstance(types.unliteral(item), types.Number | types.Boolean):
        return lambda item, times: fill_list(item, int(times))
    return lambda item, times: [item] * int(times)


def same_items(items, others):
    """What `items == [...]` is in compiled rules, with the other list written out."""
    return items == list(others)


@overload_as_part(same_items)
def _same_items(items, others):
    if not isinstance(items, types.List) or not all(isinstance(each, types.Integer) for each in others):
        return lambda items, others: items == make_list(others)
    if len(others) == 0:
        return lambda items, others: len(items) == 0

    def same(items, others):
        if len(items) != len(others):
            return False
        for place in range(len(others)):  # noqa: SIM110
            if items[place] != others[place]:
                return False
        return True

    return same


def none_of(items):
    """An empty list of the same kind."""
    return items[:0]


@overload_as_part(none_of)
def _none_of(items):
    return lambda items: items[:0]


def none_like_items_of(items):
    """An empty list of the kind that the items are."""
    return items[0][:0]


@overload_as_part(none_like_items_of)
def _none_like_items_of(items):
    if isinstance(items, types.List) and isinstance(items.dtype, types.List):
        return lambda items: empty_item(items)
    return lambda items: items[0][:0]


def power(number, exponent):
    """What `number ** exponent` is in compiled rules: of whole numbers, a whole number."""
    return number**exponent


@overload_as_part(power)
def _power(number, exponent):
    if not (isinstance(number, types.Integer) and isinstance(exponent, types.Integer)):
        return lambda number, exponent: number**exponent

    def whole(number, exponent):
        if exponent < 0:
            raise ValueError("a whole number to a negative power is no whole number: write float(x) ** n")
        return number**exponent

    return whole


def exactly(items, count):
    """Items that are taken apart into so many variables."""
    return items


@overload_as_part(exactly)
def _exactly(items, count):
    if isinstance(items, types.Generator):
        return lambda items, count: exactly(make_list(items), count)
    if not isinstance(items, RowType | types.List):
        return lambda items, count: items

    def check_count(items, count):
        if len(items) > count:
            raise ValueError("too many values to unpack")
        if len(items) < count:
            raise ValueError("not enough values to unpack")
        return items

    return check_count


def pick(row, places):
    """The items of a tuple in such places, as a tuple."""
    return tuple([row[place] for place in places])


@overload_as_part(pick)
def _pick(row, places):
    if isinstance(row, RowType) or (is_tuple(row) and common(row) is not None):
        return lambda row, places: gather(to_row(row), places)
    return lambda row, places: tuple([row[place] for place in places])


def splice(items, index, item):
    """What `items[:index] + (item,) + items[index + 1:]` is in compiled rules."""
    return items[:index] + (item,) + items[index + 1 :]


@overload_as_part(splice)
def _splice(items, index, item):
    if not isinstance(items, RowType) or alike([items.dtype, types.unliteral(item)]) != items.dtype:
        return lambda items, index, item: items[:index] + (item,) + items[index + 1 :]

    def set_item(items, index, item):
        if 0 <= index < size_of(items):
            return change(items, index, item)
        return items[:index] + (item,) + items[index + 1 :]

    return set_item


def move_to_tuple(items):
    """What `tuple(items)` is in compiled rules, where the items are not used any more."""
    return tuple(items)


@overload_as_part(move_to_tuple)
def _move_to_tuple(items):
    if isinstance(items, types.List):
        return lambda items: move_list(items)
    return lambda items: make_tuple(items)


@overload_as_part(list)
def _list(items):
    return (lambda items: to_list(items)) if isinstance(items, RowType) else None


@overload_as_part(len)
def _len(row):
    return (lambda row: size_of(row)) if isinstance(row, RowType) else None


@overload_as_part(operator.getitem)
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

        def take_slice(row, index):
            start, stop, step = index.indices(size_of(row))
            return to_row([item_of(row, i) for i in range(start, stop, step)])

        return take_slice
    if is_tuple(row) and type(index) is types.SliceType and common(row) is not None:
        return lambda row, index: to_row(row)[index]
    return None


@overload_as_part(operator.add)
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


@overload_as_part(operator.iadd)
def _iadd(a, b):
    if isinstance(a, RowType) and common(a, b) is not None:
        return lambda a, b: a + b
    if isinstance(a, types.List) and isinstance(b, RowType | types.Generator):

        def extend(a, b):
            for item in b:
                a.append(item)
            return a

        return extend
    if is_tuple(a) and common(a, b) is not None:
        return (lambda a, b: to_row(a) + b) if len(a) else (lambda a, b: to_row(b))
    return None


@overload_as_part(operator.mul)
def _mul(a, b):
    if (isinstance(a, RowType) or (is_tuple(a) and common(a) is not None)) and isinstance(b, types.Integer):
        return lambda a, b: to_row(to_list(to_row(a)) * b)
    if isinstance(b, RowType) and isinstance(a, types.Integer):
        return lambda a, b: to_row(to_list(b) * a)
    return None


@overload_as_part(operator.contains)
def _contains(row, item):
    if not isinstance(row, RowType | types.Generator):
        return None

    def contains(row, item):
        for each in row:  # noqa: SIM110
            if each == item:
                return True
        return False

    return contains


@overload_as_part(operator.contains)
def _contains_of_any_kind(items, item):
    """Of a tuple whose items are of several kinds, such as tuples of different lengths, each is looked at."""
    if not isinstance(items, types.Tuple):  # all others have items of one kind, or names
        return None
    if any(isinstance(kind, types.Optional | types.NoneType) for kind in (item, *items)):
        return None
    places = [at for at, kind in enumerate(items) if may_be_equal(kind, item)]
    looked = " or ".join(f"items[{at}] == item" for at in places) or "False"
    space: dict[str, Any] = {}
    exec(f"def contains(items, item):\n    return {looked}", space)  # no loop goes over items of many types
    return space["contains"]


def may_be_equal(one: Any, other: Any) -> bool:
    """May two things of such kinds be equal? Tuples are, to tuples of their length and to rows alone."""
    if isinstance(one, types.BaseTuple) and isinstance(other, types.BaseTuple):
        return len(one) == len(other)
    tuples = RowType | types.BaseTuple
    return isinstance(one, tuples) == isinstance(other, tuples)


def both_rows(a, b):
    """Are both tuples or rows, one of them a row, whose items can be compared?"""
    return (isinstance(a, RowType) or isinstance(b, RowType)) and common(a, b) is not None


@overload_as_part(operator.eq)
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


@overload_as_part(operator.ne)
def _ne(a, b):
    return (lambda a, b: not (a == b)) if both_rows(a, b) else None  # noqa: SIM201


def teach_ordering(operation: Any) -> None:
    """Rows are put in order as tuples are, by the first item that differs."""

    @overload_as_part(operation)
    def compare(a, b):
        if not both_rows(a, b):
            return None

        def compare_items(a, b):
            one, other = to_row(a), to_row(b)
            for i in range(min(size_of(one), size_of(other))):
                if item_of(one, i) != item_of(other, i):
                    return operation(item_of(one, i), item_of(other, i))
            return operation(size_of(one), size_of(other))

        return compare_items


for each in (operator.lt, operator.le, operator.gt, operator.ge):
    teach_ordering(each)


@overload_as_part(sum)
def _sum(row):
    if not isinstance(row, RowType | types.Generator):
        return None

    def total(row):
        result = 0
        for item in row:
            result = result + item
        return result

    return total


def extreme(function: Any, better: Any) -> None:
    """`min` and `max` of a row."""

    @overload_as_part(function)
    def find_extreme(row):
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


@overload_as_part(set)
def _set(row):
    return (lambda row: set(to_list(row))) if isinstance(row, RowType) else None


@overload_as_part(bool)
def _bool(row):
    return (lambda row: size_of(row) > 0) if isinstance(row, RowType) else None


@overload_as_part(operator.not_)
def _not(row):
    return (lambda row: size_of(row) == 0) if isinstance(row, RowType) else None


@overload_as_part(reversed)
def _reversed(row):
    return (lambda row: to_list(row)[::-1]) if isinstance(row, RowType) else None


@overload_method_as_part(RowType, "index")
def _index(row, item):
    def index(row, item):
        for i in range(size_of(row)):
            if item_of(row, i) == item:
                return i
        raise ValueError("the item is not in the tuple")

    return index


@overload_method_as_part(RowType, "count")
def _count(row, item):
    def count(row, item):
        result = 0
        for each in row:
            if each == item:
                result += 1
        return result

    return count


@overload_as_part(native_change)
def _change_item(words, index, word):
    if not isinstance(words, RowType):
        return None

    def set_item(words, index, word):
        size = size_of(words)
        place = index + size if index < 0 else index
        if place < 0 or place >= size:
            raise IndexError("tuple index out of range")
        return change(words, place, word)

    return set_item


STANDING_IN = (
    exactly,
    fresh_list,
    hand_on,
    make_list,
    move_to_tuple,
    none_like_items_of,
    none_of,
    pick,
    power,
    repeat,
    make_row,
    same_items,
    splice,
    make_tuple,
)
"""Functions that stand for what is written in rules: `list`, `tuple` and such."""
