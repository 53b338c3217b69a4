"""A dictionary of numbers, as people keep beside their rules, in compiled code."""

from __future__ import annotations

import operator
from typing import Any

import numpy as np
from numba import types
from numba.core.imputils import lower_constant
from numba.extending import models, overload, overload_method, register_model, typeof_impl

from outwit.engine.compiler.rows import Table, kind_of


class Lookup:
    """A dictionary from whole numbers to numbers or tuples of these, sorted for the compiler."""

    def __init__(self, content: dict[Any, Any]) -> None:
        keys = sorted(content)
        items = [content[key] for key in keys]
        self.keys = np.array(keys, dtype=np.int64)
        self.values: Any
        if any(isinstance(item, tuple | list) for item in items):
            kind = kind_of(items)
            if kind is None:
                raise ValueError("the values are not of one kind")
            self.values = Table(tuple(items), kind)
        else:
            real = any(isinstance(item, float) for item in items)
            self.values = np.array(items, dtype=np.float64 if real else np.int64)


class LookupType(types.Type):
    """The compiler's type of one particular lookup."""

    def __init__(self, lookup: Lookup) -> None:
        self.lookup = lookup
        values = self.lookup.values
        told = repr(values.items) if isinstance(values, Table) else repr((values.tolist(), str(values.dtype)))
        content = (self.lookup.keys.tobytes(), told)
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


@overload(operator.getitem)
def _lookup_item(lookup: Any, key: Any) -> Any:
    if not isinstance(lookup, LookupType):
        return None
    keys, values = lookup.lookup.keys, lookup.lookup.values

    def item(lookup: Any, key: Any) -> Any:
        place = np.searchsorted(keys, key)
        if place >= len(keys) or keys[place] != key:
            raise KeyError("no such key")
        return values[place]

    return item


@overload(operator.contains)
def _lookup_contains(lookup: Any, key: Any) -> Any:
    if not isinstance(lookup, LookupType):
        return None
    keys = lookup.lookup.keys

    def contains(lookup: Any, key: Any) -> Any:
        place = np.searchsorted(keys, key)
        return place < len(keys) and keys[place] == key

    return contains


@overload(len)
def _lookup_len(lookup: Any) -> Any:
    if not isinstance(lookup, LookupType):
        return None
    size = len(lookup.lookup.keys)

    def length(lookup: Any) -> Any:
        return size

    return length


@overload_method(LookupType, "get")
def _lookup_get(lookup: Any, key: Any, default: Any) -> Any:
    keys, values = lookup.lookup.keys, lookup.lookup.values

    def get(lookup: Any, key: Any, default: Any) -> Any:
        place = np.searchsorted(keys, key)
        if place < len(keys) and keys[place] == key:
            return values[place]
        return default

    return get
