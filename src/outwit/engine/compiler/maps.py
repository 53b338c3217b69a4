"""Dictionaries that rules make for themselves, with whole numbers as keys.

The compiler's own dictionaries call into a library for every question. A map is three lists: keys and values
in the order in which they came, and a table of places, two words each, found by a key's hash, with the next
one taken if one is taken (linear probing).
"""

from __future__ import annotations

import operator
from typing import Any

from llvmlite import ir
from numba import types
from numba.extending import intrinsic, models, register_model

from outwit.engine.compiler.codegen import inline, overload_as_part, overload_method_as_part, part
from outwit.engine.compiler.lists import again, base_of, fill_list, item_at, put_at, swap_from
from outwit.engine.compiler.memory import set_word, word_at
from outwit.engine.compiler.numba_internals import (
    ListInstance,
    RefType,
    cgutils,
    impl_ret_borrowed,
    iternext_impl,
    lower_builtin,
)

GOLDEN, LOW = 0x9E3779B9, 0xFFFFFFFF
"""What keys are multiplied with, the golden ratio in 32 bits, and which bits of it count."""

CHANGED = "dictionary changed size during iteration"
WORD = ir.IntType(64)

FEW = 64
"""The words for places that a map has at first: up to 17 keys find room in it."""


class MapType(types.IterableType):
    """The compiler's type of a map with such values; of one that counts, a Counter, if it says so."""

    def __init__(self, value: Any, counts: bool = False) -> None:
        self.value, self.counts = value, counts
        super().__init__(name=f"Map({value}{', counting' if counts else ''})")

    @property
    def iterator_type(self) -> Any:
        return MapIterType(self)

    @property
    def key(self) -> Any:
        return self.value, self.counts


KEYS = types.List(types.int64)


class MapIterType(types.SimpleIteratorType):
    """The compiler's type of a loop's place in a map."""

    def __init__(self, made: MapType) -> None:
        self.made = made
        super().__init__(f"iter({made})", types.int64)


@register_model(MapIterType)
class MapIterModel(models.StructModel):
    """The map, how many keys it had when the loop began, and the number of the next one."""

    def __init__(self, manager: Any, kind: Any) -> None:
        members = [("made", kind.made), ("size", types.intp), ("index", types.EphemeralPointer(types.intp))]
        super().__init__(manager, kind, members)


@register_model(MapType)
class MapModel(models.StructModel):
    """Keys and values in their order; and by hash, each key with one more than its place, or 0 for none."""

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


@intrinsic
def as_counter(typing: Any, made: Any) -> Any:
    """A map as one that has a zero for every key that is not there."""
    kind = MapType(made.value, counts=True)

    def emit(context: Any, builder: Any, sig: Any, args: Any) -> Any:
        return impl_ret_borrowed(context, builder, kind, args[0])

    return kind(made), emit


def piece(name: str) -> Any:
    """The compiled function that gives one of a map's lists."""

    @intrinsic
    def get(typing: Any, made: Any) -> Any:
        kind = types.List(made.value) if name == "values" else KEYS

        def emit(context: Any, builder: Any, sig: Any, args: Any) -> Any:
            whole = cgutils.create_struct_proxy(sig.args[0])(context, builder, value=args[0])
            return impl_ret_borrowed(context, builder, kind, getattr(whole, name))

        return kind(made), emit

    return get


keys_of, values_of, places_of = piece("keys"), piece("values"), piece("places")


@lower_builtin("getiter", MapType)
def _getiter(context: Any, builder: Any, sig: Any, args: Any) -> Any:
    loop = context.make_helper(builder, sig.return_type)
    loop.made = args[0]
    loop.size = keys_in(context, builder, sig.args[0], args[0]).size
    loop.index = cgutils.alloca_once_value(builder, WORD(0))
    return impl_ret_borrowed(context, builder, sig.return_type, loop._getvalue())


@lower_builtin("iternext", MapIterType)
@iternext_impl(RefType.UNTRACKED)
def _iternext(context: Any, builder: Any, sig: Any, args: Any, result: Any) -> None:
    loop = context.make_helper(builder, sig.args[0], args[0])
    keys = keys_in(context, builder, sig.args[0].made, loop.made)
    with cgutils.if_unlikely(builder, builder.icmp_signed("!=", keys.size, loop.size)):
        context.call_conv.return_user_exc(builder, RuntimeError, (CHANGED,))
    index = builder.load(loop.index)
    is_valid = builder.icmp_signed("<", index, loop.size)
    result.set_valid(is_valid)
    with builder.if_then(is_valid):
        result.yield_(keys.getitem(index))
        builder.store(builder.add(index, WORD(1)), loop.index)


def keys_in(context: Any, builder: Any, kind: Any, value: Any) -> Any:
    """The keys of a map, while code that uses them is written."""
    whole = cgutils.create_struct_proxy(kind)(context, builder, value=value)
    return ListInstance(context, builder, KEYS, whole.keys)


def make_map(keys, values):
    """What `{key: value for ...}` is in compiled rules, of all keys and all values."""
    return dict(zip(keys, values, strict=True))


@overload_as_part(make_map)
def _make_map(keys, values):
    if isinstance(keys, types.List) and isinstance(keys.dtype, types.IntEnumMember):
        return lambda keys, values: make_map([key.value for key in keys], values)
    if not isinstance(keys, types.List) or keys.dtype != types.int64:

        def plain(keys, values):
            result = {}
            for i in range(len(keys)):
                result[keys[i]] = values[i]
            return result

        return plain

    def fill(keys, values):
        result = put_together(keys[:0], values[:0], fill_list(0, FEW))
        for i in range(len(keys)):
            result[keys[i]] = values[i]
        return result

    return fill


@intrinsic
def table_of(typing: Any, made: Any) -> Any:
    """Where the table of places is, and how many words it has."""

    def emit(context: Any, builder: Any, sig: Any, args: Any) -> Any:
        whole = cgutils.create_struct_proxy(sig.args[0])(context, builder, value=args[0])
        places = ListInstance(context, builder, KEYS, whole.places)
        address = builder.ptrtoint(places.data, WORD)
        return context.make_tuple(builder, sig.return_type, [address, places.size])

    return types.UniTuple(types.int64, 2)(made), emit


@intrinsic
def value_at(typing: Any, made: Any, place: Any) -> Any:
    """The value in a place."""

    def emit(context: Any, builder: Any, sig: Any, args: Any) -> Any:
        kind = sig.args[0]
        whole = cgutils.create_struct_proxy(kind)(context, builder, value=args[0])
        values = ListInstance(context, builder, types.List(kind.value), whole.values)
        return impl_ret_borrowed(context, builder, kind.value, values.getitem(args[1]))

    return made.value(made, types.int64), emit


@inline
def home_of(key, words):
    """Where the place of a key is looked for first: neighbours stay apart. Knuth, vol. 3, section 6.4."""
    return (((key ^ key >> 32) * GOLDEN & LOW) * (words // 2) >> 32) * 2


@part
def find(table, words, key):
    """The place of a key in a table, or -1.

    A table is told by its address: what is only looked into need not be owned.
    """
    at = home_of(key, words)
    while True:
        place = word_at(table, at + 1)
        if place == 0 or word_at(table, at) == key:
            return place - 1
        at += 2
        if at == words:
            at = 0


@part
def note(table, words, key, place):
    """Write down the place of a key that has none yet."""
    at = home_of(key, words)
    while word_at(table, at + 1) != 0:
        at += 2
        if at == words:
            at = 0
    set_word(table, at, key)
    set_word(table, at + 1, place + 1)


def find_place(made, key):
    """The place of a key in a map, or -1."""
    return -1


@overload_as_part(find_place)
def _find_place(made, key):
    def place_of(made, key):
        table, words = table_of(made)
        return find(table, words, int(key))

    def place_of_real(made, key):
        table, words = table_of(made)
        return find(table, words, int(key)) if int(key) == key else -1

    return place_of_real if isinstance(key, types.Float) else place_of


def note_all(made):
    """Write down all places of a map anew, with more room if they begin to be crowded."""


@overload_as_part(note_all)
def _note_all(made):
    def anew(made):
        keys, places = keys_of(made), places_of(made)
        size = len(places)
        while size < 4 * len(keys):
            size *= 2
        places[:] = fill_list(0, size)
        table, words = table_of(made)
        for place in range(len(keys)):
            note(table, words, item_at(keys, place), place)

    return anew


@overload_as_part(operator.setitem)
def _setitem(made, key, value):
    if not isinstance(made, MapType) or isinstance(key, types.Float):
        return None

    def put(made, key, value):
        place = find_place(made, key)
        if place >= 0:
            put_at(values_of(made), place, value)
            return
        keys = keys_of(made)
        table, words = table_of(made)
        place = len(keys)
        keys.append(int(key))
        values_of(made).append(value)
        if 4 * place < words:
            note(table, words, int(key), place)
        else:
            note_all(made)

    return put


@overload_as_part(operator.getitem)
def _getitem(made, key):
    if not isinstance(made, MapType):
        return None

    def get(made, key):
        place = find_place(made, key)
        if place < 0:
            raise KeyError("no such key")
        return value_at(made, place)

    def count(made, key):
        place = find_place(made, key)
        return value_at(made, place) if place >= 0 else 0

    return count if made.counts else get


@overload_as_part(operator.contains)
def _contains(made, key):
    return (lambda made, key: find_place(made, key) >= 0) if isinstance(made, MapType) else None


@overload_as_part(len)
def _len(made):
    return (lambda made: len(keys_of(made))) if isinstance(made, MapType) else None


@overload_as_part(bool)
def _bool(made):
    return (lambda made: len(keys_of(made)) > 0) if isinstance(made, MapType) else None


@overload_as_part(operator.not_)
def _not(made):
    return (lambda made: len(keys_of(made)) == 0) if isinstance(made, MapType) else None


@overload_method_as_part(MapType, "get")
def _get(made, key, default=None):
    def get(made, key, default=None):
        place = find_place(made, key)
        if place >= 0:
            return value_at(made, place)
        return default

    def get_or_none(made, key, default=None):
        place = find_place(made, key)
        if place >= 0:
            return value_at(made, place)
        return None

    return get_or_none if is_none(default) else get


def is_none(default: Any) -> bool:
    """Is None what there is if there is nothing, given as such or left out?"""
    return default is None or isinstance(default, types.NoneType | types.Omitted)


@overload_method_as_part(MapType, "pop")
def _pop(made, key, default=None):
    def pop(made, key, default=None):
        place = find_place(made, key)
        if place < 0:
            raise KeyError("no such key")
        return take_at(made, place)

    def pop_or_none(made, key, default=None):
        place = find_place(made, key)
        if place < 0:
            return None
        return take_at(made, place)

    def pop_or_default(made, key, default=None):
        place = find_place(made, key)
        return default if place < 0 else take_at(made, place)

    if isinstance(default, types.NoneType):
        return pop_or_none
    return pop if is_none(default) else pop_or_default


def take_at(made, place):
    """The value in a place, which leaves the map with its key."""


@overload_as_part(take_at)
def _take_at(made, place):
    def take(made, place):
        values = values_of(made)
        start = base_of(values)
        for i in range(place, len(values) - 1):
            swap_from(values, start, i, i + 1)
        value = values.pop()
        keys_of(made).pop(place)
        note_all(made)
        return value

    return take


@overload_method_as_part(MapType, "setdefault")
def _setdefault(made, key, default):
    def setdefault(made, key, default):
        place = find_place(made, key)
        if place >= 0:
            return value_at(made, place)
        made[key] = default
        return value_at(made, len(made) - 1)

    return setdefault


@overload_method_as_part(MapType, "update")
def _update(made, other):
    if not isinstance(other, MapType) or made.counts:
        return None

    def update(made, other):
        keys = keys_of(other)
        for place in range(len(keys)):
            made[item_at(keys, place)] = value_at(other, place)

    return update


@inline
def copy_map(made):
    """A map of its own with the same keys and values."""
    return put_together(again(keys_of(made)), again(values_of(made)), again(places_of(made)))


@overload_method_as_part(MapType, "copy")
def _copy(made):
    return (lambda made: as_counter(copy_map(made))) if made.counts else (lambda made: copy_map(made))


@overload_method_as_part(MapType, "clear")
def _clear(made):
    def clear(made):
        keys, values = keys_of(made), values_of(made)
        while len(keys) > 0:
            keys.pop()
            values.pop()
        note_all(made)

    return clear


@overload_as_part(operator.eq)
def _eq(one, other):
    if not isinstance(one, MapType) or not isinstance(other, MapType):
        return None

    def same(one, other):
        keys = keys_of(one)
        if len(keys) != len(keys_of(other)):
            return False
        for place in range(len(keys)):
            there = find_place(other, item_at(keys, place))
            if there < 0 or value_at(one, place) != value_at(other, there):
                return False
        return True

    def same_counts(one, other):
        for key in one:
            if one[key] != other[key]:
                return False
        for key in other:  # noqa: SIM110
            if one[key] != other[key]:
                return False
        return True

    return same_counts if one.counts and other.counts else same


@overload_as_part(operator.ne)
def _ne(one, other):
    if not isinstance(one, MapType) or not isinstance(other, MapType):
        return None
    return lambda one, other: not (one == other)  # noqa: SIM201


@overload_method_as_part(MapType, "keys")
def _keys(made):
    return lambda made: keys_of(made)[:]


@overload_method_as_part(MapType, "values")
def _values(made):
    return lambda made: values_of(made)[:]


@overload_method_as_part(MapType, "items")
def _items(made):
    return lambda made: [(keys_of(made)[i], values_of(made)[i]) for i in range(len(keys_of(made)))]
