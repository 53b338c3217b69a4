"""What compiled rules do with lists more directly than the compiler does."""

from __future__ import annotations

from typing import Any

from llvmlite import ir
from numba import types
from numba.extending import intrinsic

from outwit.engine.compiler.numba_internals import (
    LOWERED,
    AttributeTemplate,
    ListInstance,
    bound_function,
    cgutils,
    impl_ret_borrowed,
    impl_ret_new_ref,
    infer_getattr,
    lower_builtin,
    signature,
)
from outwit.engine.compiler.refcount import SPACE

WORD = ir.IntType(64)

MOST = 1 << 40
"""More items than there is memory for."""


# Lists of what owns no memory: they have all the room of their block at once, and nothing lets go of an item


def is_plain(context: Any, kind: Any) -> bool:
    """Do the items of a list own no memory?"""
    return not context.data_model_manager[kind.dtype].contains_nrt_meminfo()


def room_for(context: Any, builder: Any, kind: Any, size: Any) -> tuple[Any, Any]:
    """For how many items there is room in a block that holds so many, and how many bytes of it they take."""
    width = context.get_abi_sizeof(context.get_data_type(kind.dtype))
    before = context.get_abi_sizeof(context.get_data_type(types.ListPayload(kind))) - width
    least = WORD((SPACE - before) // width)
    room = builder.select(builder.icmp_signed("<", size, least), least, size)
    return room, builder.add(builder.mul(room, WORD(width)), WORD(before))


def new_list(context: Any, builder: Any, kind: Any, size: Any) -> Any:
    """A list with room for so many items at least, and with none."""
    if not is_plain(context, kind):
        return ListInstance.allocate(context, builder, kind, size)
    items = ListInstance(context, builder, kind, None)
    with cgutils.if_unlikely(builder, builder.icmp_signed(">", size, WORD(MOST))):
        context.call_conv.return_user_exc(builder, MemoryError, ("no memory for so long a list",))
    room, space = room_for(context, builder, kind, size)
    block = context.nrt.meminfo_new_varsize_unchecked(builder, size=space)
    cgutils.guard_memory_error(context, builder, block, "no memory for a list")
    items._list.meminfo = block
    items._list.parent = context.get_constant_null(types.pyobject)
    items._payload.allocated = room
    items._payload.size = WORD(0)
    items._payload.dirty = cgutils.false_bit
    return items


def build_list(context: Any, builder: Any, kind: Any, values: list[Any]) -> Any:
    """The list `[a, b, c]`."""
    if isinstance(kind, types.LiteralList) or not is_plain(context, kind):
        return None
    items = new_list(context, builder, kind, WORD(len(values)))
    items.size = WORD(len(values))
    model, first = context.data_model_manager[kind.dtype], items.data
    for index, value in enumerate(values):
        builder.store(model.as_data(builder, value), cgutils.gep(builder, first, index))
    return impl_ret_new_ref(context, builder, kind, items.value)


LOWERED["build_list"] = build_list


def put(context: Any, builder: Any, kind: Any, items: Any, place: Any, item: Any) -> None:
    """Put an item behind all those that a plain list has room for before it, and make room where need be."""
    with cgutils.if_unlikely(builder, builder.icmp_signed(">=", place, items._payload.allocated)):
        twice = builder.shl(builder.add(place, WORD(1)), WORD(1))
        room, space = room_for(context, builder, kind, twice)
        data = context.nrt.meminfo_varsize_realloc_unchecked(builder, items._list.meminfo, size=space)
        cgutils.guard_memory_error(context, builder, data, "no memory for so long a list")
        items._payload.allocated = room
    data = context.data_model_manager[kind.dtype].as_data(builder, item)
    builder.store(data, cgutils.gep(builder, items.data, place))


@lower_builtin("list.append", types.List, types.Number)
@lower_builtin("list.append", types.List, types.Boolean)
@lower_builtin("list.append", types.List, types.BaseTuple)
def append(context: Any, builder: Any, sig: Any, args: Any) -> Any:
    """`items.append(item)`."""
    items = ListInstance(context, builder, sig.args[0], args[0])
    size = items.size
    if is_plain(context, sig.args[0]):
        put(context, builder, sig.args[0], items, size, args[1])
        items.size = builder.add(size, WORD(1))
    else:
        items.resize(builder.add(size, WORD(1)))
        items.setitem(size, args[1], incref=True)
    return context.get_dummy_value()


@infer_getattr
class Filling(AttributeTemplate):
    """What fills a list that nobody else sees yet: `items.outwit_put(count, item)`, one after another.

    How many there are is told in the end, by `items.outwit_end(count)`: that is quicker than to keep it.
    """

    key = types.List

    @bound_function("list.outwit_put")
    def resolve_outwit_put(self, kind: Any, args: Any, kws: Any) -> Any:
        unified = self.context.unify_pairs(kind.dtype, args[1])
        if unified is None:
            return None
        return signature(types.none, types.int64, unified, recvr=kind.copy(dtype=unified))

    @bound_function("list.outwit_end")
    def resolve_outwit_end(self, kind: Any, args: Any, kws: Any) -> Any:
        return signature(types.none, types.int64, recvr=kind)


@lower_builtin("list.outwit_put", types.List, types.Integer, types.Any)
def _put(context: Any, builder: Any, sig: Any, args: Any) -> Any:
    items = ListInstance(context, builder, sig.args[0], args[0])
    if is_plain(context, sig.args[0]):
        put(context, builder, sig.args[0], items, args[1], args[2])
    else:
        items.resize(builder.add(args[1], WORD(1)))
        items.setitem(args[1], args[2], incref=True)
    return context.get_dummy_value()


@lower_builtin("list.outwit_end", types.List, types.Integer)
def _end(context: Any, builder: Any, sig: Any, args: Any) -> Any:
    ListInstance(context, builder, sig.args[0], args[0]).size = args[1]
    return context.get_dummy_value()


@intrinsic
def take_last(typing: Any, items: Any) -> Any:
    """The last item of a list that has some, taken from it."""

    def emit(context: Any, builder: Any, sig: Any, args: Any) -> Any:
        inside = ListInstance(context, builder, sig.args[0], args[0])
        last = builder.sub(inside.size, WORD(1))
        inside.size = last
        return inside.getitem(last)

    return items.dtype(items), emit


@intrinsic
def fill_list(typing: Any, item: Any, size: Any) -> Any:
    """A list of so many times the same number, or of none if that is less than nothing."""
    kind = types.List(types.unliteral(item))

    def emit(context: Any, builder: Any, sig: Any, args: Any) -> Any:
        less = builder.icmp_signed("<", args[1], WORD(0))
        size = builder.select(less, WORD(0), args[1])
        items = new_list(context, builder, kind, size)
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
        return new_list(context, builder, kind, WORD(0)).value

    return kind(items), emit


@intrinsic
def again(typing: Any, items: Any) -> Any:
    """The items of a list in a new list."""

    def emit(context: Any, builder: Any, sig: Any, args: Any) -> Any:
        kind = sig.args[0]
        old = ListInstance(context, builder, kind, args[0])
        new = new_list(context, builder, kind, old.size)
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
