"""Numbers and tuples that may be None, as rules use them: compared, asked for their truth, taken apart."""

from __future__ import annotations

import operator
from typing import Any

from numba import types
from numba.extending import intrinsic

from outwit.engine.compiler.codegen import overload_as_part
from outwit.engine.compiler.lists import WORD, new_list
from outwit.engine.compiler.numba_internals import cgutils, impl_ret_borrowed, lower_builtin, signature
from outwit.engine.compiler.rows import RowType, common, is_tuple, to_row


@intrinsic
def perhaps(typing: Any, there: Any, value: Any) -> Any:
    """A value that is None unless it is there."""
    kind = types.Optional(types.unliteral(value))

    def emit(context: Any, builder: Any, sig: Any, args: Any) -> Any:
        some = context.make_optional_value(builder, kind.type, args[1])
        value = builder.select(args[0], some, context.make_optional_none(builder, kind.type))
        return impl_ret_borrowed(context, builder, kind, value)

    return kind(types.boolean, value), emit


@intrinsic
def value_of(typing: Any, value: Any) -> Any:
    """What a value is that may be None, or zero if it is."""

    def emit(context: Any, builder: Any, sig: Any, args: Any) -> Any:
        some = context.make_helper(builder, sig.args[0], value=args[0])
        zero = context.get_constant_null(sig.return_type)
        value = builder.select(cgutils.as_bool_bit(builder, some.valid), some.data, zero)
        return impl_ret_borrowed(context, builder, sig.return_type, value)

    return value.type(value), emit


def equal(one, other):
    """What `one == other` is in compiled rules, where either may be None."""
    return one == other


def unequal(one, other):
    """What `one != other` is in compiled rules, where either may be None."""
    return one != other


def is_optional(*kinds: Any) -> bool:
    """May one of these be None, and the others too, or numbers, or tuples?"""
    plain = types.Optional | types.Number | types.Boolean | types.NoneType | types.BaseTuple
    return any(isinstance(kind, types.Optional) for kind in kinds) and all(
        isinstance(kind, plain) for kind in kinds
    )


@overload_as_part(equal)
def _equal(one, other):
    if not is_optional(one, other):
        return lambda one, other: one == other
    if isinstance(one, types.NoneType) or isinstance(other, types.NoneType):
        return lambda one, other: one is None and other is None
    if isinstance(one, types.Optional) and isinstance(other, types.Optional):

        def both(one, other):
            if one is None or other is None:
                return one is None and other is None
            return value_of(one) == value_of(other)

        return both
    if isinstance(one, types.Optional):
        return lambda one, other: one is not None and value_of(one) == other
    return lambda one, other: other is not None and one == value_of(other)


@overload_as_part(unequal)
def _unequal(one, other):
    if not is_optional(one, other):
        return lambda one, other: one != other
    return lambda one, other: not equal(one, other)


def or_no_items(items):
    """What `items or []` is in compiled rules."""
    return items or []


@overload_as_part(or_no_items)
def _or_no_items(items):
    kind = items.type if isinstance(items, types.Optional) else items
    if isinstance(items, types.List):
        return lambda items: items if items else empty_list(items)
    if isinstance(kind, types.List):
        return lambda items: value_of(items) if items else empty_list(items)
    return None  # of a tuple, it would be a list in one case


def or_no_tuple(items):
    """What `items or ()` is in compiled rules."""
    return items or ()


@overload_as_part(or_no_tuple)
def _or_no_tuple(items):
    if isinstance(items, RowType) or is_tuple(items):
        return lambda items: items
    kind = items.type if isinstance(items, types.Optional) else None
    if isinstance(kind, RowType):
        return lambda items: value_of(items)  # which has no items if it is None
    if kind is None or common(kind) is None:
        return None

    def row(items):
        some = to_row(value_of(items))
        return some[:0] if items is None else some

    return row


@intrinsic
def empty_list(typing: Any, items: Any) -> Any:
    """An empty list of the kind that such a list is, which may be None."""
    kind = items.type if isinstance(items, types.Optional) else items

    def emit(context: Any, builder: Any, sig: Any, args: Any) -> Any:
        return new_list(context, builder, kind, WORD(0)).value

    return kind(items), emit


def missing(found):
    """What was not found, if nothing but None can say so; otherwise it as it is."""
    return found


@overload_as_part(missing)
def _missing(found):
    kind = found.type if isinstance(found, types.Optional) else None
    if isinstance(kind, types.BaseTuple) and len(kind) > 0:
        return lambda found: None
    return lambda found: found


@overload_as_part(bool)
def _bool(value):
    if not is_optional(value):
        return None
    return lambda value: value is not None and bool(value_of(value))


@overload_as_part(operator.not_)
def _not(value):
    if not is_optional(value):
        return None
    return lambda value: not bool(value)


@lower_builtin("static_getitem", types.Optional, types.IntegerLiteral)
def _item(context: Any, builder: Any, sig: Any, args: Any) -> Any:
    """An item of a tuple that may be None, as it is when a tuple is taken apart."""
    kind, index = sig.args
    item = context.get_function("static_getitem", signature(sig.return_type, kind.type, index))
    some = context.make_helper(builder, kind, value=args[0])
    there = cgutils.as_bool_bit(builder, some.valid)
    with cgutils.if_unlikely(builder, builder.not_(there)):
        context.call_conv.return_user_exc(builder, TypeError, ("a tuple is needed, and there is None",))
    return item(builder, (some.data, args[1]))


def teach_conversion(function: Any) -> None:
    """`int` and `float` of a number that may be None raise an error if it is, as Python does."""

    @overload_as_part(function)
    def convert(value):
        if not is_optional(value):
            return None

        def number(value):
            if value is None:
                raise TypeError("a number is needed, and there is None")
            return function(value_of(value))

        return number


teach_conversion(int)
teach_conversion(float)

NATIVE_OPTIONAL = (equal, missing, or_no_items, or_no_tuple, unequal)
"""Functions that stand for operators in rules that were rewritten."""
