"""Enumerations of whole numbers: their members taken as the numbers that they are, and found by them."""

from __future__ import annotations

import enum
import operator
from typing import Any, TypeGuard

from numba import types
from numba.extending import intrinsic

from outwit.engine.compiler.codegen import overload_as_part


def is_enumeration(thing: Any) -> TypeGuard[type[enum.IntEnum]]:
    """Is it a class whose members are whole numbers?"""
    return isinstance(thing, type) and issubclass(thing, enum.IntEnum)


@intrinsic
def as_member(typing: Any, kind: Any, number: Any) -> Any:
    """The member of an enumeration that a number is."""
    member = kind.member_type

    def emit(context: Any, builder: Any, sig: Any, args: Any) -> Any:
        return context.cast(builder, args[1], sig.args[1], member.dtype)

    return member(kind, number), emit


def member_of(kind, number):
    """What `Piece(number)` is in compiled rules."""
    return kind(number)


@overload_as_part(member_of)
def _member_of(kind, number):
    if not isinstance(kind, types.IntEnumClass):
        return None
    numbers = tuple(int(each) for each in kind.instance_class)

    def member(kind, number):
        if number not in numbers:
            raise ValueError("no member of the enumeration has this number")
        return as_member(kind, int(number))

    return member


def teach_conversion(function: Any) -> None:
    """`int`, `float` and such of a member are those of its number."""

    @overload_as_part(function)
    def convert(member):
        if not isinstance(member, types.IntEnumMember):
            return None
        return lambda member: function(member.value)


def teach_choice(function: Any) -> None:
    """The least or greatest of two members, or of a member and a number, as a number."""

    @overload_as_part(function)
    def choose(one, other):
        if not any(isinstance(each, types.IntEnumMember) for each in (one, other)):
            return None
        return lambda one, other: function(int(one), int(other))


for simple in (int, float, bool, operator.not_, abs):
    teach_conversion(simple)
for choosing in (min, max):
    teach_choice(choosing)


@overload_as_part(operator.getitem)
def _getitem(items, index):
    if isinstance(index, types.IntEnumMember):
        return lambda items, index: items[index.value]
    return None


@overload_as_part(operator.setitem)
def _setitem(items, index, item):
    if not isinstance(index, types.IntEnumMember):
        return None

    def put(items, index, item):
        items[index.value] = item

    return put
