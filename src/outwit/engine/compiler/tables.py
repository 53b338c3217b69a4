"""Tuples and lists that stand beside the rules, as rows that nobody owns."""

from __future__ import annotations

from typing import Any

from llvmlite import ir
from numba import types
from numba.extending import typeof_impl

from outwit.engine.compiler.bitset import BITS
from outwit.engine.compiler.numba_internals import cgutils, lower_constant
from outwit.engine.compiler.rows import WIDE, WORD, RowType, alike


class Table:
    """A tuple of many items of one kind that stands beside the rules."""

    def __init__(self, items: tuple[Any, ...], kind: Any) -> None:
        self.items, self.kind = items, kind


def table(items: Any) -> Table | None:
    """A tuple or list as a table; None if it is too small, or its items are not of one kind."""
    lengths = {len(each) if type(each) in (tuple, list) else 0 for each in items}
    if leaves(items) <= WIDE and len(lengths) <= 1:
        return None
    kind = kind_of(items)
    return Table(items, kind) if isinstance(kind, RowType) else None


def leaves(items: Any) -> int:
    """How many numbers there are in it."""
    return sum(map(leaves, items)) if type(items) in (tuple, list) else 1


def kind_of(items: Any) -> Any:
    """The kind of a number, or of a tuple that is taken for a row; None for other things."""
    if isinstance(items, bool):
        return types.boolean
    if isinstance(items, int):
        return (types.int64 if items < 1 << 63 else BITS) if -(1 << 63) <= items < 1 << 64 else None
    if isinstance(items, float):
        return types.float64
    if type(items) not in (tuple, list) or not items:
        return None
    if all(type(each) in (tuple, list) and flat(each) for each in items):
        sizes = {len(each) for each in items}
        if len(sizes) == 1 and 0 < len(items[0]) <= WIDE:
            columns = [alike([kind_of(each[index]) for each in items]) for index in range(len(items[0]))]
            return None if None in columns else RowType(types.BaseTuple.from_types(tuple(columns)))
    item = alike([kind_of(each) for each in items if each not in ((), [])])
    return None if item is None else RowType(item)


def flat(items: Any) -> bool:
    """Are there no tuples in it?"""
    return all(type(each) not in (tuple, list) for each in items)


@typeof_impl.register(Table)
def _typeof_table(value: Table, context: Any) -> Any:
    return value.kind


@lower_constant(RowType)
def _table_constant(context: Any, builder: Any, kind: Any, value: Table) -> Any:
    return memory_constant(context, builder.module, kind, value.items)


def memory_constant(context: Any, module: Any, kind: Any, value: Any) -> Any:
    """A number, or a tuple of such, as a constant in memory."""
    if isinstance(kind, RowType):
        items = [memory_constant(context, module, kind.dtype, each) for each in value]
        model = context.data_model_manager[kind.dtype].get_data_type()
        content = ir.Constant(ir.ArrayType(model, len(items)), items)
        place = cgutils.add_global_variable(module, content.type, "outwit.table")
        place.linkage, place.global_constant, place.initializer = "internal", True, content
        pointer = place.bitcast(cgutils.voidptr_t)
        return ir.Constant.literal_struct([ir.Constant(cgutils.voidptr_t, None), pointer, WORD(len(items))])
    if isinstance(kind, types.UniTuple):
        model = context.data_model_manager[kind.dtype].get_data_type()
        return ir.Constant(
            ir.ArrayType(model, len(value)),
            [memory_constant(context, module, kind.dtype, each) for each in value],
        )
    if isinstance(kind, types.BaseTuple):
        return ir.Constant.literal_struct(
            [memory_constant(context, module, each, item) for each, item in zip(kind, value, strict=True)]
        )
    if kind == types.float64:
        return ir.Constant(ir.DoubleType(), float(value))
    if kind == types.boolean:
        return ir.Constant(ir.IntType(8), int(value))
    number = int(value) & ((1 << 64) - 1)
    return WORD(number - (1 << 64) if number >> 63 else number)
