"""A dictionary of numbers, as people keep beside their rules, in compiled code."""

from __future__ import annotations

import operator
from typing import Any

from numba import types
from numba.extending import models, register_model, typeof_impl

from outwit.engine.compiler.codegen import inline, overload_as_part, overload_method_as_part
from outwit.engine.compiler.maps import is_none
from outwit.engine.compiler.numba_internals import lower_constant
from outwit.engine.compiler.rows import RowType, item_of, size_of
from outwit.engine.compiler.tables import Table, kind_of

NUMBERS = RowType(types.int64)

WIDEST = 4096
"""Keys that lie no further apart than this are found by their distance from the least."""


class Lookup:
    """A dictionary from whole numbers to numbers or tuples of these, as two tables for the compiler.

    Keys may be tuples of whole numbers, all equally long: each is known by one number then, its place among
    all that lie between the least and the greatest.
    """

    def __init__(self, content: dict[Any, Any]) -> None:
        self.columns: list[tuple[int, int]] = []
        """If keys are tuples: for each place in them the least number, and how many there are from it on."""
        if is_plain(content):
            self.keys = Table(tuple(map(int, content)), NUMBERS)
        else:
            self.keys = Table(tuple(content), kind_of([*content]))
            self.columns = [(min(each), max(each) - min(each) + 1) for each in zip(*content, strict=True)]
            content = {self.number_of(key): item for key, item in content.items()}
        keys, items = list(content), list(content.values())
        least, most = min(keys), max(keys)
        kind = kind_of(items)
        if kind is None:
            raise ValueError("the values are not of one kind")
        if not -(1 << 63) <= least <= most < 1 << 63:
            raise OverflowError("a key does not fit into 64 bits")
        self.values = Table(tuple(items), kind)
        found = {int(key): item for key, item in content.items()}
        self.least = int(least)
        self.is_dense = most - least < WIDEST
        order = range(self.least, int(most) + 1) if self.is_dense else sorted(found)
        self.sorted = Table(tuple(order), NUMBERS)
        """All keys, in order; if it is dense, the numbers between them as well."""
        self.placed = Table(tuple(found.get(key, items[0]) for key in order), kind)
        """The value of each of these."""
        self.present = None
        """If it is dense and has gaps: for each of these, is it a key?"""
        if self.is_dense and len(found) < len(order):
            self.present = Table(tuple(key in found for key in order), RowType(types.boolean))

    def number_of(self, key: tuple[int, ...]) -> int:
        """The one number by which a tuple is known."""
        number = 0
        for part, (least, span) in zip(key, self.columns, strict=True):
            number = number * span + part - least
        return number


def is_plain(content: dict[Any, Any]) -> bool:
    """Are the keys whole numbers?"""
    return all(isinstance(key, int) for key in content)


def can_look_up(content: Any) -> bool:
    """Is it a dictionary whose keys are all whole numbers, or all tuples of as many?"""
    if not isinstance(content, dict) or not content:
        return False
    tuples = [key for key in content if type(key) is tuple and all(isinstance(part, int) for part in key)]
    return is_plain(content) or (len(tuples) == len(content) and len({*map(len, tuples)} - {0}) == 1)


class LookupType(types.Type):
    """The compiler's type of one particular lookup."""

    def __init__(self, lookup: Lookup) -> None:
        self.lookup = lookup
        content = repr((self.lookup.keys.items, self.lookup.values.items, self.lookup.values.kind))
        super().__init__(f"Lookup({hash(content)})")


@register_model(LookupType)
class LookupModel(models.OpaqueModel):
    """A lookup is all in its type."""


@lower_constant(LookupType)
def _lookup_constant(context: Any, builder: Any, kind: Any, value: Lookup) -> Any:
    return context.get_dummy_value()


@typeof_impl.register(Lookup)
def _typeof_lookup(value: Lookup, context: Any) -> LookupType:
    return LookupType(value)


def finder(lookup: Lookup, key: Any) -> Any:
    """The compiled function that tells the place of a key's value among those in order, or -1.

    A real number is found if it is a whole one.
    """
    keys, present, least = lookup.sorted, lookup.present, lookup.least
    if not lookup.is_dense:

        def find(key):
            low, high = 0, size_of(keys)
            while low < high:
                middle = (low + high) // 2
                if item_of(keys, middle) < key:
                    low = middle + 1
                else:
                    high = middle
            return low if low < size_of(keys) and item_of(keys, low) == key else -1

    elif present is None:

        def find(key):
            at = key - least
            return at if 0 <= at < size_of(keys) else -1

    else:

        def find(key):
            at = key - least
            return at if 0 <= at < size_of(keys) and item_of(present, at) else -1

    inner = inline(find)

    def find_real(key):
        return inner(int(key)) if int(key) == key else -1

    columns = Table(tuple(lookup.columns), RowType(types.UniTuple(types.int64, 2)))

    def find_tuple(key):
        number = 0
        if len(key) != size_of(columns):
            return -1
        for i in range(size_of(columns)):
            least, span = item_of(columns, i)
            part = key[i] - least
            if part < 0 or part >= span:
                return -1
            number = number * span + part
        return inner(number)

    if lookup.columns:
        return inline(find_tuple)
    return inline(find_real) if isinstance(key, types.Float) else inner


@overload_as_part(operator.getitem)
def _lookup_item(lookup, key):
    if not isinstance(lookup, LookupType):
        return None
    find, values = finder(lookup.lookup, key), lookup.lookup.placed

    def item(lookup, key):
        place = find(key)
        if place < 0:
            raise KeyError("no such key")
        return item_of(values, place)

    return item


@overload_as_part(operator.contains)
def _lookup_contains(lookup, key):
    if not isinstance(lookup, LookupType):
        return None
    find = finder(lookup.lookup, key)
    return lambda lookup, key: find(key) >= 0


@overload_as_part(len)
def _lookup_len(lookup):
    if not isinstance(lookup, LookupType):
        return None
    size = len(lookup.lookup.keys.items)
    return lambda lookup: size


@overload_method_as_part(LookupType, "get")
def _lookup_get(lookup, key, default=None):
    find, values = finder(lookup.lookup, key), lookup.lookup.placed

    def get(lookup, key, default=None):
        place = find(key)
        if place >= 0:
            return item_of(values, place)
        return default

    def get_or_none(lookup, key, default=None):
        place = find(key)
        if place >= 0:
            return item_of(values, place)
        return None

    return get_or_none if is_none(default) else get


@overload_method_as_part(LookupType, "keys")
def _lookup_keys(lookup):
    keys = lookup.lookup.keys
    return lambda lookup: keys


@overload_method_as_part(LookupType, "values")
def _lookup_values(lookup):
    values = lookup.lookup.values
    return lambda lookup: values


@overload_method_as_part(LookupType, "items")
def _lookup_items(lookup):
    keys, values = lookup.lookup.keys, lookup.lookup.values
    return lambda lookup: [(item_of(keys, i), item_of(values, i)) for i in range(size_of(keys))]
