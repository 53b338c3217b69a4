"""A dictionary of numbers, as people keep beside their rules, in compiled code."""

from __future__ import annotations

import operator
from typing import Any

from numba import types
from numba.extending import models, overload, overload_method, register_model, typeof_impl

from outwit.engine.compiler.rows import RowType, item_of, size_of
from outwit.engine.compiler.tables import Table, kind_of
from outwit.engine.insides import lower_constant
from outwit.engine.pipeline import inlined

WIDEST = 4096
"""Keys that lie no further apart than this are found by their distance from the least."""


class Lookup:
    """A dictionary from whole numbers to numbers or tuples of these, as two tables for the compiler."""

    def __init__(self, content: dict[Any, Any]) -> None:
        keys, items = list(content), list(content.values())
        least, most = min(keys), max(keys)
        kind = kind_of(items)
        if kind is None:
            raise ValueError("the values are not of one kind")
        if not -(1 << 63) <= least <= most < 1 << 63:
            raise OverflowError("a key does not fit into 64 bits")
        self.keys = Table(tuple(map(int, keys)), RowType(types.int64))
        self.values = Table(tuple(items), kind)
        where = {int(key): place for place, key in enumerate(keys)}
        self.least = int(least)
        self.is_dense = most - least < WIDEST
        every = range(self.least, int(most) + 1) if self.is_dense else sorted(where)
        self.sorted = Table(tuple(sorted(where)), RowType(types.int64))
        self.places = Table(tuple(where.get(key, -1) for key in every), RowType(types.int64))
        """The place of the value of each number from the least key on, or -1; or of each sorted key."""


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


def finder(lookup: Lookup) -> Any:
    """The compiled function that tells the place of a key's value, or -1."""
    keys, places, least = lookup.sorted, lookup.places, lookup.least
    if lookup.is_dense:

        def find(key):
            at = key - least
            if at < 0 or at >= size_of(places):
                return -1
            return item_of(places, at)

    else:

        def find(key):
            low, high = 0, size_of(keys)
            while low < high:
                middle = (low + high) // 2
                if item_of(keys, middle) < key:
                    low = middle + 1
                else:
                    high = middle
            return item_of(places, low) if low < size_of(keys) and item_of(keys, low) == key else -1

    return inlined(find)


@overload(operator.getitem)
def _lookup_item(lookup, key):
    if not isinstance(lookup, LookupType):
        return None
    find, values = finder(lookup.lookup), lookup.lookup.values

    def item(lookup, key):
        place = find(int(key))
        if place < 0:
            raise KeyError("no such key")
        return item_of(values, place)

    return item


@overload(operator.contains)
def _lookup_contains(lookup, key):
    if not isinstance(lookup, LookupType):
        return None
    find = finder(lookup.lookup)
    return lambda lookup, key: find(int(key)) >= 0


@overload(len)
def _lookup_len(lookup):
    if not isinstance(lookup, LookupType):
        return None
    size = len(lookup.lookup.keys.items)
    return lambda lookup: size


@overload_method(LookupType, "get")
def _lookup_get(lookup, key, default):
    find, values = finder(lookup.lookup), lookup.lookup.values

    def get(lookup, key, default):
        place = find(int(key))
        if place >= 0:
            return item_of(values, place)
        return default

    return get


@overload_method(LookupType, "keys")
def _lookup_keys(lookup):
    keys = lookup.lookup.keys
    return lambda lookup: keys


@overload_method(LookupType, "values")
def _lookup_values(lookup):
    values = lookup.lookup.values
    return lambda lookup: values


@overload_method(LookupType, "items")
def _lookup_items(lookup):
    keys, values = lookup.lookup.keys, lookup.lookup.values
    return lambda lookup: [(item_of(keys, i), item_of(values, i)) for i in range(size_of(keys))]
