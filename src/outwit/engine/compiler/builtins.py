"""Functions of Python over rows of things that the compiler does not bring itself."""

from __future__ import annotations

import operator
from typing import Any

from numba import types

from outwit.engine.compiler.codegen import overload_as_part


@overload_as_part(any)
def _any(items: Any) -> Any:
    if not isinstance(items, types.IterableType):
        return None

    def is_any(items: Any) -> bool:
        for item in items:  # noqa: SIM110
            if item:
                return True
        return False

    return is_any


@overload_as_part(all)
def _all(items: Any) -> Any:
    if not isinstance(items, types.IterableType):
        return None

    def are_all(items: Any) -> bool:
        for item in items:  # noqa: SIM110
            if not item:
                return False
        return True

    return are_all


@overload_as_part(operator.not_)
def _not(items):
    return (lambda items: len(items) == 0) if isinstance(items, types.List | types.Set) else None


@overload_as_part(operator.getitem)
def _item_of_range(items: Any, index: Any) -> Any:
    if not (isinstance(items, types.RangeType) and isinstance(index, types.Integer)):
        return None

    def item(items: Any, index: Any) -> Any:
        place = index + len(items) if index < 0 else index
        if place < 0 or place >= len(items):
            raise IndexError("range object index out of range")
        return items.start + place * items.step

    return item


@overload_as_part(reversed)
def _reversed(items: Any) -> Any:
    if isinstance(items, types.RangeType):

        def from_the_end(items: Any) -> Any:
            first, step = items.start, items.step
            return range(first + (len(items) - 1) * step, first - step, -step)

        return from_the_end
    if isinstance(items, types.List | types.BaseTuple | types.UnicodeType):

        def reverse(items: Any) -> Any:
            return items[::-1]

        return reverse
    return None


@overload_as_part(float)
def _float_of_truth(truth):
    if not isinstance(truth, types.Boolean | types.BooleanLiteral):
        return None
    return lambda truth: 1.0 if truth else 0.0
