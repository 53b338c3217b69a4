"""`Bits` as the compiler knows it: 64 bits without a sign, and Python's operators on them."""

from __future__ import annotations

import operator
from collections.abc import Callable
from typing import Any

from llvmlite import ir
from numba import types
from numba.extending import intrinsic, models, overload, register_model, typeof_impl

from outwit import bits
from outwit.engine.compiler.numba_internals import (
    AbstractTemplate,
    AttributeTemplate,
    Conversion,
    bound_function,
    cgutils,
    infer_getattr,
    infer_global,
    lower_builtin,
    lower_cast,
    lower_constant,
    signature,
    tuple_setitem,
)

WORD = ir.IntType(64)
ZERO = ir.Constant(WORD, 0)


class BitsType(types.Type):
    """The compiler's type of a field annotated with `Bits`."""

    def __init__(self) -> None:
        super().__init__("Bits")

    def unify(self, context: Any, other: Any) -> Any:
        """Where a name is bits on one path and a whole number on another, it is bits."""
        return self if isinstance(other, types.Integer | types.Boolean) else None

    def can_convert_from(self, context: Any, other: Any) -> Any:
        """Whole numbers become bits by themselves."""
        return Conversion.safe if isinstance(other, types.Integer | types.Boolean) else None


BITS = BitsType()
NUMBERS = (BitsType, types.Integer, types.Boolean)


class BitsConstant(int):
    """A constant too large for a signed word, which the compiler takes as bits."""


@typeof_impl.register(BitsConstant)
def _typeof_bits(value: BitsConstant, context: Any) -> BitsType:
    return BITS


@register_model(BitsType)
class BitsModel(models.PrimitiveModel):
    """Bits are one machine word."""

    def __init__(self, manager: Any, kind: Any) -> None:
        super().__init__(manager, kind, WORD)


@lower_constant(BitsType)
def _bits_constant(context: Any, builder: Any, kind: Any, value: int) -> Any:
    return ir.Constant(WORD, int(value) & bits.ALL)


@lower_cast(types.Integer, BitsType)
@lower_cast(types.Boolean, BitsType)
def _number_to_bits(context: Any, builder: Any, given: Any, wanted: Any, value: Any) -> Any:
    return context.cast(builder, value, given, types.int64)


@lower_cast(BitsType, types.Integer)
def _bits_to_number(context: Any, builder: Any, given: Any, wanted: Any, value: Any) -> Any:
    return context.cast(builder, value, types.int64, wanted)


@lower_cast(BitsType, types.Boolean)
def _bits_to_truth(context: Any, builder: Any, given: Any, wanted: Any, value: Any) -> Any:
    return builder.icmp_unsigned("!=", value, ZERO)


# Operators


def binary(operation: Any, emit: Callable[[Any, Any, Any], Any], result: Any = BITS) -> None:
    """An operator on bits and bits, or bits and a number, in either order."""

    @infer_global(operation)
    class Binary(AbstractTemplate):
        def generic(self, args: Any, kws: Any) -> Any:
            if len(args) == 2 and BITS in args and all(isinstance(arg, NUMBERS) for arg in args):
                return signature(result, BITS, BITS)
            return None

    @lower_builtin(operation, BitsType, BitsType)
    def lower(context: Any, builder: Any, sig: Any, args: Any) -> Any:
        return emit(builder, *args)


def teach_shift(operation: Any, direction: str) -> None:
    """A shift of bits by a number; by 64 or more nothing is left."""

    @infer_global(operation)
    class Shift(AbstractTemplate):
        def generic(self, args: Any, kws: Any) -> Any:
            if len(args) == 2 and args[0] == BITS and isinstance(args[1], NUMBERS):
                return signature(BITS, BITS, types.int64)
            return None

    @lower_builtin(operation, BitsType, types.Integer)
    def lower(context: Any, builder: Any, sig: Any, args: Any) -> Any:
        return shift_instruction(builder, direction, *args)


def shift_instruction(builder: Any, direction: str, value: Any, by: Any) -> Any:
    """The instruction for a shift, guarded against shifting by the whole word."""
    far = builder.icmp_unsigned(">=", by, ir.Constant(WORD, 64))
    near = getattr(builder, direction)(value, builder.and_(by, ir.Constant(WORD, 63)))
    return builder.select(far, ZERO, near)


def unary(operation: Any, emit: Callable[[Any, Any], Any], result: Any = BITS) -> None:
    """An operator on bits alone."""

    @infer_global(operation)
    class Unary(AbstractTemplate):
        def generic(self, args: Any, kws: Any) -> Any:
            return signature(result, BITS) if args == (BITS,) else None

    @lower_builtin(operation, BitsType)
    def lower(context: Any, builder: Any, sig: Any, args: Any) -> Any:
        return emit(builder, args[0])


def instruction(name: str) -> Callable[[Any, Any, Any], Any]:
    """What emits a machine instruction of two operands."""
    return lambda builder, left, right: getattr(builder, name)(left, right)


for _name in ("and_", "or_", "xor", "add", "sub", "mul"):
    binary(getattr(operator, _name), instruction(_name))
    binary(getattr(operator, "i" + _name.rstrip("_")), instruction(_name))


# Operators to which the sign of a number matters that stands beside bits


def teach_operator(
    operation: Any, emit: Callable[[Any, Any, Any, Any, Any, Any], Any], result: Any = BITS
) -> None:
    """An operator on bits and bits, or bits and a number with a sign, in either order.

    What emits it is told of each operand whether it is negative: a truth computed at run time, or None.
    """

    @infer_global(operation)
    class Sided(AbstractTemplate):
        def generic(self, args: Any, kws: Any) -> Any:
            if len(args) == 2 and BITS in args and all(isinstance(arg, NUMBERS) for arg in args):
                return signature(result, *(types.int64 if is_signed(arg) else BITS for arg in args))
            return None

    for kinds in ((BitsType, BitsType), (BitsType, types.Integer), (types.Integer, BitsType)):

        @lower_builtin(operation, *kinds)
        def lower(context: Any, builder: Any, sig: Any, args: Any) -> Any:
            below = (
                builder.icmp_signed("<", value, ZERO) if is_signed(kind) else None
                for value, kind in zip(args, sig.args, strict=True)
            )
            return emit(context, builder, *args, *below)


def is_signed(kind: Any) -> bool:
    """Can a number of this kind be negative?"""
    return isinstance(kind, types.Integer) and types.unliteral(kind).signed


def comparison(sign: str) -> Callable[..., Any]:
    """What compares two words, of which bits are never negative."""
    smaller, larger = sign in ("<", "<=", "!="), sign in (">", ">=", "!=")

    def emit(context: Any, builder: Any, left: Any, right: Any, left_below: Any, right_below: Any) -> Any:
        answer = builder.icmp_unsigned(sign, left, right)
        for below, otherwise in ((left_below, smaller), (right_below, larger)):
            if below is not None:
                answer = builder.select(below, ir.Constant(ir.IntType(1), otherwise), answer)
        return answer

    return emit


def division(wanted: str) -> Callable[..., Any]:
    """What divides, rounding down as Python does, for the quotient or the rest."""

    def emit(context: Any, builder: Any, left: Any, right: Any, left_below: Any, right_below: Any) -> Any:
        with builder.if_then(builder.icmp_unsigned("==", right, ZERO), likely=False):
            context.call_conv.return_user_exc(
                builder, ZeroDivisionError, ("integer division or modulo by zero",)
            )
        below = right_below if left_below is None else left_below
        left_size = left if left_below is None else magnitude(builder, left)
        right_size = right if right_below is None else magnitude(builder, right)
        whole, rest = builder.udiv(left_size, right_size), builder.urem(left_size, right_size)
        if below is not None:
            uneven = builder.zext(builder.icmp_unsigned("!=", rest, ZERO), WORD)
            rounded = builder.neg(builder.add(whole, uneven))
            whole = builder.select(below, rounded, whole)
            rest = builder.sub(left, builder.mul(whole, right))
        return whole if wanted == "quotient" else rest

    return emit


def choice(sign: str) -> Callable[..., Any]:
    """What takes one of two words, the left one if they are equal."""
    compare = comparison(sign)

    def emit(context: Any, builder: Any, left: Any, right: Any, left_below: Any, right_below: Any) -> Any:
        other = compare(context, builder, right, left, right_below, left_below)
        return builder.select(other, right, left)

    return emit


for _name, _sign in {"eq": "==", "ne": "!=", "lt": "<", "le": "<=", "gt": ">", "ge": ">="}.items():
    teach_operator(getattr(operator, _name), comparison(_sign), types.boolean)
for _name, _wanted in {"floordiv": "quotient", "mod": "rest"}.items():
    teach_operator(getattr(operator, _name), division(_wanted))
    teach_operator(getattr(operator, "i" + _name), division(_wanted))
teach_operator(min, choice("<"))
teach_operator(max, choice(">"))
for _name, _direction in {"lshift": "shl", "rshift": "lshr"}.items():
    teach_shift(getattr(operator, _name), _direction)
    teach_shift(getattr(operator, "i" + _name), _direction)
unary(operator.invert, lambda builder, value: builder.not_(value))
unary(operator.neg, lambda builder, value: builder.neg(value))
unary(operator.pos, lambda builder, value: value)
unary(operator.not_, lambda builder, value: builder.icmp_unsigned("==", value, ZERO), types.boolean)
unary(bool, lambda builder, value: builder.icmp_unsigned("!=", value, ZERO), types.boolean)
unary(int, lambda builder, value: value, types.int64)
unary(float, lambda builder, value: builder.uitofp(value, ir.DoubleType()), types.float64)


@overload(operator.getitem)
def _item_at_bits(items: Any, index: Any) -> Any:
    if index != BITS:
        return None

    def item(items: Any, index: Any) -> Any:
        return items[int(index)]

    return item


# Counting


def population(builder: Any, value: Any) -> Any:
    """How many bits are set."""
    count = cgutils.get_or_insert_function(builder.module, ir.FunctionType(WORD, [WORD]), "llvm.ctpop.i64")
    return builder.call(count, [value])


def length(builder: Any, value: Any) -> Any:
    """The place of the highest bit set, counted from 1."""
    zeros = cgutils.get_or_insert_function(
        builder.module, ir.FunctionType(WORD, [WORD, ir.IntType(1)]), "llvm.ctlz.i64"
    )
    return builder.sub(ir.Constant(WORD, 64), builder.call(zeros, [value, ir.Constant(ir.IntType(1), 0)]))


def magnitude(builder: Any, value: Any) -> Any:
    """A signed number without its sign, as Python counts the bits of negative numbers."""
    return builder.select(builder.icmp_signed("<", value, ZERO), builder.neg(value), value)


def teach_counts(receiver: Any, prefix: str) -> None:
    """`bit_count` and `bit_length` as methods of bits and of whole numbers."""

    @infer_getattr
    class Counting(AttributeTemplate):
        key = receiver

        @bound_function(f"{prefix}.bit_count")
        def resolve_bit_count(self, kind: Any, args: Any, kws: Any) -> Any:
            return None if args else signature(types.int64, recvr=kind)

        @bound_function(f"{prefix}.bit_length")
        def resolve_bit_length(self, kind: Any, args: Any, kws: Any) -> Any:
            return None if args else signature(types.int64, recvr=kind)

    for method, emit in {"bit_count": population, "bit_length": length}.items():

        @lower_builtin(f"{prefix}.{method}", receiver)
        def lower(
            context: Any, builder: Any, sig: Any, args: Any, emit: Callable[[Any, Any], Any] = emit
        ) -> Any:
            word = (
                args[0] if receiver is BitsType else context.cast(builder, args[0], sig.args[0], types.int64)
            )
            return emit(builder, magnitude(builder, word) if is_signed(sig.args[0]) else word)


teach_counts(BitsType, "bits")
teach_counts(types.Integer, "int")


# The functions of `outwit.bits` that are more than their Python


@intrinsic
def as_bits(typing: Any, word: Any) -> Any:
    """A word as bits."""
    return BITS(types.int64), lambda context, builder, sig, args: args[0]


@intrinsic
def native_bit(typing: Any, square: Any) -> Any:
    """`bits.bit`, compiled."""

    def emit(context: Any, builder: Any, sig: Any, args: Any) -> Any:
        return shift_instruction(builder, "shl", ir.Constant(WORD, 1), args[0])

    return BITS(types.int64), emit


@intrinsic
def native_flip(typing: Any, squares: Any) -> Any:
    """`bits.flip`, compiled."""

    def emit(context: Any, builder: Any, sig: Any, args: Any) -> Any:
        return builder.not_(args[0])

    return BITS(BITS), emit


@intrinsic
def native_shift(typing: Any, squares: Any, by: Any) -> Any:
    """`bits.shift`, compiled."""

    def emit(context: Any, builder: Any, sig: Any, args: Any) -> Any:
        squares, by = args
        down = builder.icmp_signed("<", by, ZERO)
        return builder.select(
            down,
            shift_instruction(builder, "lshr", squares, builder.neg(by)),
            shift_instruction(builder, "shl", squares, by),
        )

    return BITS(BITS, types.int64), emit


@intrinsic
def native_put(typing: Any, cells: Any, index: Any, width: Any, value: Any) -> Any:
    """`bits.put`, compiled."""

    def emit(context: Any, builder: Any, sig: Any, args: Any) -> Any:
        cells, index, width, value = args
        place = builder.mul(index, width)
        one = ir.Constant(WORD, 1)
        mask = shift_instruction(
            builder, "shl", builder.sub(shift_instruction(builder, "shl", one, width), one), place
        )
        kept = builder.and_(cells, builder.not_(mask))
        return builder.or_(kept, shift_instruction(builder, "shl", value, place))

    return BITS(BITS, types.int64, types.int64, types.int64), emit


def native_change(words: Any, index: int, word: Any) -> Any:
    """`bits.changed`: a tuple with one of its items changed."""
    return bits.changed(words, index, word)


@overload(native_change)
def _native_change(words, index, word):
    if not isinstance(words, types.BaseTuple):
        return None

    def change(words, index, word):
        return tuple_setitem(words, index, word)

    return change


NATIVE: dict[Any, Any] = {
    bits.bit: native_bit,
    bits.flip: native_flip,
    bits.shift: native_shift,
    bits.put: native_put,
    bits.changed: native_change,
}
"""Functions of `outwit.bits` and what stands for them in compiled rules; the others compile as they are."""
