"""Counters of whole numbers, as maps that have a zero for every key that is not there."""

from __future__ import annotations

from collections import Counter

from numba import types

from outwit.engine.compiler.codegen import overload_as_part, overload_method_as_part
from outwit.engine.compiler.lists import fill_list
from outwit.engine.compiler.maps import FEW, MapType, as_counter, is_none, put_together, values_of
from outwit.engine.compiler.sorting import in_order_of


def count_items(items):
    """What `Counter(items)` is in compiled rules."""
    return Counter(items)


@overload_as_part(count_items)
def _count_items(items):
    given = items.iterator_type.yield_type if isinstance(items, types.IterableType) else None
    if not isinstance(given, types.Integer | types.Boolean):
        return None

    def count(items):
        result = as_counter(put_together(fill_list(0, 0), fill_list(0, 0), fill_list(0, FEW)))
        for item in items:
            result[item] += 1
        return result

    return count


@overload_method_as_part(MapType, "most_common")
def _most_common(made, most=None):
    if not made.counts:
        return None

    def rank(made, most=None):
        return in_order_of(made.items(), values_of(made)[:], True)

    def rank_first(made, most=None):
        return in_order_of(made.items(), values_of(made)[:], True)[: max(most, 0)]

    return rank if is_none(most) else rank_first
