"""Words at an address: how compiled code and Python share a block of memory."""

from __future__ import annotations

from typing import Any

from llvmlite import ir
from numba import types
from numba.extending import intrinsic

from outwit.engine.compiler.numba_internals import cgutils

WORD = ir.IntType(64)
REAL = ir.DoubleType()


def place(builder: Any, address: Any, index: Any, kind: Any) -> Any:
    """A pointer to the index-th item from an address."""
    return builder.gep(builder.inttoptr(address, kind.as_pointer()), [index])


@intrinsic
def word_at(typing: Any, address: Any, index: Any) -> Any:
    """The whole number in the index-th word from an address."""

    def emit(context: Any, builder: Any, sig: Any, args: Any) -> Any:
        return builder.load(place(builder, args[0], args[1], WORD))

    return types.int64(types.int64, types.int64), emit


@intrinsic
def set_word(typing: Any, address: Any, index: Any, value: Any) -> Any:
    """Write a whole number into the index-th word from an address."""

    def emit(context: Any, builder: Any, sig: Any, args: Any) -> Any:
        builder.store(args[2], place(builder, args[0], args[1], WORD))
        return context.get_dummy_value()

    return types.void(types.int64, types.int64, types.int64), emit


@intrinsic
def real_at(typing: Any, address: Any, index: Any) -> Any:
    """The real number in the index-th word from an address."""

    def emit(context: Any, builder: Any, sig: Any, args: Any) -> Any:
        return builder.load(place(builder, args[0], args[1], REAL))

    return types.float64(types.int64, types.int64), emit


@intrinsic
def set_real(typing: Any, address: Any, index: Any, value: Any) -> Any:
    """Write a real number into the index-th word from an address."""

    def emit(context: Any, builder: Any, sig: Any, args: Any) -> Any:
        builder.store(args[2], place(builder, args[0], args[1], REAL))
        return context.get_dummy_value()

    return types.void(types.int64, types.int64, types.float64), emit


@intrinsic
def fresh_word_at(typing: Any, address: Any, index: Any) -> Any:
    """A word that another thread may write at any moment."""

    def emit(context: Any, builder: Any, sig: Any, args: Any) -> Any:
        return builder.load_atomic(place(builder, args[0], args[1], WORD), "monotonic", 8)

    return types.int64(types.int64, types.int64), emit


@intrinsic
def fetch_ahead(typing: Any, address: Any) -> Any:
    """Prefetch the memory at an address while something else is computed."""

    def emit(context: Any, builder: Any, sig: Any, args: Any) -> Any:
        pointer = builder.inttoptr(args[0], ir.IntType(8).as_pointer())
        number = ir.IntType(32)
        kind = ir.FunctionType(ir.VoidType(), [pointer.type, number, number, number])
        prefetch = builder.module.declare_intrinsic("llvm.prefetch", [pointer.type], kind)
        reading, often, data = number(0), number(3), number(1)
        builder.call(prefetch, [pointer, reading, often, data])
        return context.get_dummy_value()

    return types.void(types.int64), emit


@intrinsic
def atomic_add(typing: Any, address: Any, index: Any, value: Any) -> Any:
    """Add to a word that other threads add to as well; what it was before."""

    def emit(context: Any, builder: Any, sig: Any, args: Any) -> Any:
        return builder.atomic_rmw("add", place(builder, args[0], args[1], WORD), args[2], "monotonic")

    return types.int64(types.int64, types.int64, types.int64), emit


@intrinsic
def atomic_add_real(typing: Any, address: Any, index: Any, value: Any) -> Any:
    """Add to a real number that other threads add to as well; what it was before."""

    def emit(context: Any, builder: Any, sig: Any, args: Any) -> Any:
        return builder.atomic_rmw("fadd", place(builder, args[0], args[1], REAL), args[2], "monotonic")

    return types.float64(types.int64, types.int64, types.float64), emit


@intrinsic
def claim(typing: Any, address: Any, index: Any, mark: Any) -> Any:
    """Write a mark into a word that is 0, unless another thread was first; was it this one?"""

    def emit(context: Any, builder: Any, sig: Any, args: Any) -> Any:
        pointer = place(builder, args[0], args[1], WORD)
        pair = builder.cmpxchg(pointer, ir.Constant(WORD, 0), args[2], "acq_rel", "acquire")
        return builder.extract_value(pair, 1)

    return types.boolean(types.int64, types.int64, types.int64), emit


@intrinsic
def publish(typing: Any, address: Any, index: Any, value: Any) -> Any:
    """Write a word so that another thread that sees it sees all that was written before."""

    def emit(context: Any, builder: Any, sig: Any, args: Any) -> Any:
        builder.store_atomic(args[2], place(builder, args[0], args[1], WORD), "release", 8)
        return context.get_dummy_value()

    return types.void(types.int64, types.int64, types.int64), emit


@intrinsic
def as_word(typing: Any, value: Any) -> Any:
    """The bits of a real number."""

    def emit(context: Any, builder: Any, sig: Any, args: Any) -> Any:
        return builder.bitcast(args[0], WORD)

    return types.int64(types.float64), emit


@intrinsic
def as_real(typing: Any, word: Any) -> Any:
    """The real number that these bits are."""

    def emit(context: Any, builder: Any, sig: Any, args: Any) -> Any:
        return builder.bitcast(args[0], REAL)

    return types.float64(types.int64), emit


@intrinsic
def as_pointer(typing: Any, address: Any) -> Any:
    """An address as a pointer to anything."""

    def emit(context: Any, builder: Any, sig: Any, args: Any) -> Any:
        return builder.inttoptr(args[0], ir.IntType(8).as_pointer())

    return types.voidptr(types.int64), emit


@intrinsic
def never(typing: Any, condition: Any) -> Any:
    """Promise the compiler that a condition does not hold: what it would compute again, it need not."""

    def emit(context: Any, builder: Any, sig: Any, args: Any) -> Any:
        with cgutils.if_unlikely(builder, args[0]):
            builder.unreachable()
        return context.get_dummy_value()

    return types.void(types.boolean), emit


@intrinsic
def unlikely(typing: Any, condition: Any) -> Any:
    """A condition that hardly ever holds: the compiler keeps what follows from it out of the way."""

    def emit(context: Any, builder: Any, sig: Any, args: Any) -> Any:
        truth = ir.IntType(1)
        kind = ir.FunctionType(truth, [truth, truth])
        expect = builder.module.declare_intrinsic("llvm.expect", [truth], kind)
        return builder.call(expect, [args[0], ir.Constant(truth, 0)])

    return types.boolean(types.boolean), emit
