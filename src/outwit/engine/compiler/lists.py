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


@intrinsic
def empty_item(typing: Any, items: Any) -> Any:
    """An empty list of the kind that the items of a list of lists are."""
    kind = items.dtype

    def emit(context: Any, builder: Any, sig: Any, args: Any) -> Any:
        return ListInstance.allocate(context, builder, kind, 0).value

    return kind(items), emit


@intrinsic
def again(typing: Any, items: Any) -> Any:
    """The items of a list in a new list."""

    def emit(context: Any, builder: Any, sig: Any, args: Any) -> Any:
        kind = sig.args[0]
        old = ListInstance(context, builder, kind, args[0])
        new = ListInstance.allocate(context, builder, kind, old.size)
        new.size = old.size
        model = context.data_model_manager[kind.dtype]
        width = context.get_abi_sizeof(model.get_data_type())
        cgutils.raw_memcpy(builder, new.data, old.data, old.size, width)
        if model.contains_nrt_meminfo():
            with cgutils.for_range(builder, old.size) as loop:
                context.nrt.incref(builder, kind.dtype, new.getitem(loop.index))
        return new.value

    return items(items), emit


# Items whose numbers are known to be right: nothing is checked, and none counts from the end


@intrinsic
def base_of(typing: Any, items: Any) -> Any:
    """Where the items of a list begin, for as long as none is added."""

    def emit(context: Any, builder: Any, sig: Any, args: Any) -> Any:
        return builder.ptrtoint(ListInstance(context, builder, sig.args[0], args[0]).data, WORD)

    return types.int64(items), emit


@intrinsic
def item_from(typing: Any, items: Any, base: Any, index: Any) -> Any:
    """An item of a list that begins there."""

    def emit(context: Any, builder: Any, sig: Any, args: Any) -> Any:
        kind = sig.return_type
        model = context.data_model_manager[kind]
        first = builder.inttoptr(args[1], model.get_data_type().as_pointer())
        item = model.from_data(builder, builder.load(builder.gep(first, [args[2]])))
        return impl_ret_borrowed(context, builder, kind, item)

    return items.dtype(items, types.int64, types.int64), emit


@intrinsic
def put_from(typing: Any, items: Any, base: Any, index: Any, item: Any) -> Any:
    """Put an item into a list that begins there, in place of another."""

    def emit(context: Any, builder: Any, sig: Any, args: Any) -> Any:
        kind = sig.args[0].dtype
        model = context.data_model_manager[kind]
        first = builder.inttoptr(args[1], model.get_data_type().as_pointer())
        place = builder.gep(first, [args[2]])
        before = model.from_data(builder, builder.load(place))
        context.nrt.incref(builder, kind, args[3])
        builder.store(model.as_data(builder, args[3]), place)
        context.nrt.decref(builder, kind, before)
        return context.get_dummy_value()

    return types.void(items, types.int64, types.int64, items.dtype), emit


@intrinsic
def swap_from(typing: Any, items: Any, base: Any, one: Any, other: Any) -> Any:
    """Swap two items of a list that begins there; who owns them stays the same."""

    def emit(context: Any, builder: Any, sig: Any, args: Any) -> Any:
        kind = context.data_model_manager[sig.args[0].dtype].get_data_type()
        first = builder.inttoptr(args[1], kind.as_pointer())
        places = [builder.gep(first, [index]) for index in args[2:]]
        here, there = (builder.load(place) for place in places)
        builder.store(there, places[0])
        builder.store(here, places[1])
        return context.get_dummy_value()

    return types.void(items, types.int64, types.int64, types.int64), emit


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
