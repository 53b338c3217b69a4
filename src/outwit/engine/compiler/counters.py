"""Counters of whole numbers, as maps that have a zero for every key that is not there."""

from __future__ import annotations

from collections import Counter

from numba import types

from outwit.engine.compiler.codegen import taught, taught_method
from outwit.engine.compiler.lists import filled
from outwit.engine.compiler.maps import FEW, MapType, counting, is_none, put_together, values_of
from outwit.engine.compiler.sorting import in_order_of


def counted(items):
    """What `Counter(items)` is in compiled rules."""
    return Counter(items)


@taught(counted)
def _counted(items):
    given = items.iterator_type.yield_type if isinstance(items, types.IterableType) else None
    if not isinstance(given, types.Integer | types.Boolean):
        return None

    def count(items):
        result = counting(put_together(filled(0, 0), filled(0, 0), filled(0, FEW)))
        for item in items:
            result[item] += 1
        return result

    return count


@taught_method(MapType, "most_common")
def _most_common(made, most=None):
    if not made.counts:
        return None

    def ranked(made, most=None):
        return in_order_of(made.items(), values_of(made)[:], True)

    def first_ranked(made, most=None):
        return in_order_of(made.items(), values_of(made)[:], True)[: max(most, 0)]

    return ranked if is_none(most) else first_ranked
