"""`outwit.game.mix` in machine code: the 64-bit hash of numbers and tuples, the same as Python's.

Machine code that only compares what players know needs no more of an observation than this.
"""

from __future__ import annotations

import math
from typing import Any

from numba import types

from outwit.engine.compiler.bitset import BitsType
from outwit.engine.compiler.codegen import apart, overload_as_part
from outwit.engine.compiler.memory import as_word
from outwit.engine.compiler.optional import value_of
from outwit.engine.compiler.rows import RowType
from outwit.engine.compiler.splitmix import ODD, mix_in, scramble
from outwit.game import mix

LARGE, LARGEST = 2.0**63, 2.0**64
"""Whole numbers from -LARGE up to LARGEST are one word to `mix`."""


def hash_value(value):
    """The hash of a value."""
    return mix(value)


def can_hash(kind: Any) -> bool:
    """Can a value of this kind be hashed?"""
    if isinstance(kind, types.Optional):
        return can_hash(kind.type)
    if isinstance(kind, types.BaseTuple):
        return all(map(can_hash, kind))
    if isinstance(kind, RowType):
        return can_hash(kind.dtype)
    return isinstance(kind, types.NoneType | types.Float) or is_whole(kind)


def is_whole(kind: Any) -> bool:
    """Is it a whole number of some kind?"""
    return isinstance(kind, types.Integer | types.Boolean | types.BooleanLiteral | BitsType)


@apart
def hash_real(number):
    """The hash of a real number, which is that of a whole number if it is one."""
    if math.isinf(number) or math.isnan(number) or number != math.floor(number):
        return scramble(as_word(number))
    if -LARGE <= number < LARGE:
        return scramble(int(number))
    fraction, exponent = math.frexp(number)
    digits, shift = int(math.ldexp(fraction, 53)), exponent - 53
    key = scramble(low_word(digits, shift))
    while not -LARGE <= number < LARGEST:
        number /= LARGEST
        shift -= 64
        key = mix_in(key, scramble(low_word(digits, shift)))
    return key


@apart
def low_word(digits, shift):
    """The lowest 64 bits of a whole number, shifted up or, where that is less than 0, down."""
    if shift < 0:
        return digits >> min(-shift, 63)
    return digits << shift if shift < 64 else 0


@overload_as_part(hash_value)
def _hash_value(value):
    if not can_hash(value):
        return None
    if isinstance(value, types.NoneType):
        return lambda value: ODD
    if isinstance(value, types.Optional):
        return lambda value: ODD if value is None else hash_value(value_of(value))
    if isinstance(value, types.Float):
        return lambda value: hash_real(float(value))
    if is_whole(value):
        return lambda value: scramble(int(value))
    return hash_row if isinstance(value, RowType) else tuple_hash(len(value))


def hash_row(value):
    """The hash of a row."""
    key = len(value)
    for item in value:
        key = mix_in(key, hash_value(item))
    return key


def tuple_hash(size: int) -> Any:
    """A function that computes the hash of a tuple of so many items, each of a kind of its own."""
    key = str(size)
    for place in range(size):
        key = f"mix_in({key}, hash_value(value[{place}]))"
    names = {"hash_value": hash_value, "mix_in": mix_in}
    # each item has a type of its own, so that no loop can go through them
    exec(f"def hash_tuple(value):\n    return {key}", names)
    return names["hash_tuple"]
