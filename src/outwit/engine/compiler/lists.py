"""What compiled rules do with lists more directly than the compiler does."""

from __future__ import annotations

from typing import Any

from llvmlite import ir
from numba import types
from numba.extending import intrinsic

from outwit.engine.insides import ListInstance, cgutils, impl_ret_borrowed

WORD = ir.IntType(64)


@intrinsic
def filled(typing: Any, item: Any, size: Any) -> Any:
    """A list of so many times the same number, or of none if that is less than nothing."""
    kind = types.List(types.unliteral(item))

    def emit(context: Any, builder: Any, sig: Any, args: Any) -> Any:
        less = builder.icmp_signed("<", args[1], WORD(0))
        size = builder.select(less, WORD(0), args[1])
        items = ListInstance.allocate(context, builder, kind, size)
        items.size = size
        data = context.data_model_manager[kind.dtype].as_data(builder, args[0])
        first = items.data
        with cgutils.for_range(builder, size) as loop:
            builder.store(data, cgutils.gep(builder, first, loop.index))
        return items.value

    return kind(kind.dtype, types.int64), emit


# Items whose numbers are known to be right: nothing is checked, and none counts from the end


@intrinsic
def item_at(typing: Any, items: Any, index: Any) -> Any:
    """An item of a list."""

    def emit(context: Any, builder: Any, sig: Any, args: Any) -> Any:
        item = ListInstance(context, builder, sig.args[0], args[0]).getitem(args[1])
        return impl_ret_borrowed(context, builder, sig.return_type, item)

    return items.dtype(items, types.int64), emit


@intrinsic
def put_at(typing: Any, items: Any, index: Any, item: Any) -> Any:
    """Put an item into a list in place of another."""

    def emit(context: Any, builder: Any, sig: Any, args: Any) -> Any:
        inside = ListInstance(context, builder, sig.args[0], args[0])
        inside.setitem(args[1], args[2], incref=True)
        return context.get_dummy_value()

    return types.void(items, types.int64, items.dtype), emit
