"""Dictionaries that rules make for themselves, with whole numbers as keys.

The compiler's own dictionaries call into a library for every question. A map is three lists: keys and values
in the order in which they came, and a table of places found by a key's hash, with the next one taken if one
is taken (linear probing).
"""

from __future__ import annotations

import operator
from typing import Any

from numba import types
from numba.extending import intrinsic, models, overload, overload_method, register_model

from outwit.engine.insides import cgutils, impl_ret_borrowed, lower_builtin
from outwit.random import GOLDEN

ODD = GOLDEN - (1 << 64)
"""What keys are multiplied with, so that their high bits tell them apart."""


class MapType(types.IterableType):
    """The compiler's type of a map with such values."""

    def __init__(self, value: Any) -> None:
        self.value = value
        super().__init__(name=f"Map({value})")

    @property
    def iterator_type(self) -> Any:
        return types.ListIter(KEYS)

    @property
    def key(self) -> Any:
        return self.value


KEYS = types.List(types.int64)


@register_model(MapType)
class MapModel(models.StructModel):
    """Keys and values in their order, and the places by hash, each one more than the place, or 0."""

    def __init__(self, manager: Any, kind: Any) -> None:
        members = [("keys", KEYS), ("values", types.List(kind.value)), ("places", KEYS)]
        super().__init__(manager, kind, members)


@intrinsic
def put_together(typing: Any, keys: Any, values: Any, places: Any) -> Any:
    """A map of its three lists."""
    kind = MapType(values.dtype)

    def emit(context: Any, builder: Any, sig: Any, args: Any) -> Any:
        made = cgutils.create_struct_proxy(kind)(context, builder)
        made.keys, made.values, made.places = args
        return impl_ret_borrowed(context, builder, kind, made._getvalue())

    return kind(KEYS, types.List(values.dtype), KEYS), emit


def part(name: str) -> Any:
    """The compiled function that gives one of a map's lists."""

    @intrinsic
    def get(typing: Any, made: Any) -> Any:
        kind = types.List(made.value) if name == "values" else KEYS

        def emit(context: Any, builder: Any, sig: Any, args: Any) -> Any:
            whole = cgutils.create_struct_proxy(sig.args[0])(context, builder, value=args[0])
            return impl_ret_borrowed(context, builder, kind, getattr(whole, name))

        return kind(made), emit

    return get


keys_of, values_of, places_of = part("keys"), part("values"), part("places")


@lower_builtin("getiter", MapType)
def _getiter(context: Any, builder: Any, sig: Any, args: Any) -> Any:
    whole = cgutils.create_struct_proxy(sig.args[0])(context, builder, value=args[0])
    return context.get_function("getiter", types.ListIter(KEYS)(KEYS))(builder, [whole.keys])


def mapped(keys, values):
    """What `{key: value for ...}` is in compiled rules, of all keys and all values."""
    return dict(zip(keys, values, strict=True))


@overload(mapped)
def _mapped(keys, values):
    if not isinstance(keys, types.List) or keys.dtype != types.int64:

        def plain(keys, values):
            result = {}
            for i in range(len(keys)):
                result[keys[i]] = values[i]
            return result

        return plain

    def made(keys, values):
        result = put_together(keys[:0], values[:0], [0] * 16)
        for i in range(len(keys)):
            result[keys[i]] = values[i]
        return result

    return made


def found_at(made, key):
    """The place of a key in a map, or -1."""
    return -1


@overload(found_at)
def _found_at(made, key):
    def find(made, key):
        keys, places = keys_of(made), places_of(made)
        mask = len(places) - 1
        at = ((key * ODD) >> 32) & mask
        while places[at] != 0:
            if keys[places[at] - 1] == key:
                return places[at] - 1
            at = (at + 1) & mask
        return -1

    return find


def note_all(made):
    """Write all places of a map anew."""


@overload(note_all)
def _note_all(made):
    def note(made):
        keys, places = keys_of(made), places_of(made)
        while len(places) < 4 * len(keys):
            places.extend(places[:])
        mask = len(places) - 1
        for i in range(len(places)):
            places[i] = 0
        for i in range(len(keys)):
            at = ((keys[i] * ODD) >> 32) & mask
            while places[at] != 0:
                at = (at + 1) & mask
            places[at] = i + 1

    return note


@overload(operator.setitem)
def _setitem(made, key, value):
    if not isinstance(made, MapType):
        return None

    def put(made, key, value):
        place = found_at(made, int(key))
        if place >= 0:
            values_of(made)[place] = value
            return
        keys, places = keys_of(made), places_of(made)
        keys.append(int(key))
        values_of(made).append(value)
        if 2 * len(keys) > len(places):
            note_all(made)
            return
        mask = len(places) - 1
        at = ((int(key) * ODD) >> 32) & mask
        while places[at] != 0:
            at = (at + 1) & mask
        places[at] = len(keys)

    return put


@overload(operator.getitem)
def _getitem(made, key):
    if not isinstance(made, MapType):
        return None

    def get(made, key):
        place = found_at(made, int(key))
        if place < 0:
            raise KeyError("no such key")
        return values_of(made)[place]

    return get


@overload(operator.contains)
def _contains(made, key):
    return (lambda made, key: found_at(made, int(key)) >= 0) if isinstance(made, MapType) else None


@overload(len)
def _len(made):
    return (lambda made: len(keys_of(made))) if isinstance(made, MapType) else None


@overload(bool)
def _bool(made):
    return (lambda made: len(keys_of(made)) > 0) if isinstance(made, MapType) else None


@overload_method(MapType, "get")
def _get(made, key, default):
    def get(made, key, default):
        place = found_at(made, int(key))
        if place >= 0:
            return values_of(made)[place]
        return default

    return get


@overload_method(MapType, "pop")
def _pop(made, key):
    def pop(made, key):
        place = found_at(made, int(key))
        if place < 0:
            raise KeyError("no such key")
        value = values_of(made)[place]
        keys_of(made).pop(place)
        values_of(made).pop(place)
        note_all(made)
        return value

    return pop


@overload_method(MapType, "keys")
def _keys(made):
    return lambda made: keys_of(made)[:]


@overload_method(MapType, "values")
def _values(made):
    return lambda made: values_of(made)[:]


@overload_method(MapType, "items")
def _items(made):
    return lambda made: [(keys_of(made)[i], values_of(made)[i]) for i in range(len(keys_of(made)))]
