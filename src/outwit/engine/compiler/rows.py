"""Tuples whose length the compiler need not know: boards, tables, `tuple(...)` of a list, slices.

To the compiler every length of a tuple is another type, held in as many registers, and an index that is not
a constant is a choice among all of them. A `Row` is a tuple as rules use it: items of one kind in memory, as
many as there are, never changed. It knows where its items are, how many, and who owns the memory: nobody, if
it is a table that stands beside the rules. Small tuples stay what they are and become rows where they must.
"""

from __future__ import annotations

from typing import Any

from llvmlite import ir
from numba import types
from numba.extending import intrinsic, models, register_model

from outwit.engine.compiler.bitset import BITS
from outwit.engine.compiler.maps import MapType
from outwit.engine.compiler.numba_internals import (
    Conversion,
    ListInstance,
    RefType,
    cgutils,
    impl_ret_borrowed,
    iternext_impl,
    lower_builtin,
    lower_cast,
    teach_cast,
)

WIDE = 8
"""Tuples of more numbers than this are rows."""

OTHER_LENGTH = "a tuple in the state has another length than at the start"
WORD = ir.IntType(64)


class RowType(types.IterableType):
    """The compiler's type of a row of such items."""

    mutable = False

    def __init__(self, dtype: Any) -> None:
        self.dtype = dtype
        super().__init__(name=f"Row({dtype})")

    @property
    def iterator_type(self) -> Any:
        return RowIterType(self)

    @property
    def key(self) -> Any:
        return self.dtype

    def unify(self, context: Any, other: Any) -> Any:
        """Where a name is a row on one path and a tuple of the same on another, it is a row."""
        return self if self.can_convert_from(context, other) is not None else None

    def can_convert_from(self, context: Any, other: Any) -> Any:
        """Tuples whose items are all alike become rows."""
        if is_tuple(other) and all(
            types.unliteral(each) == self.dtype
            or context.can_convert(types.unliteral(each), self.dtype) is not None
            for each in other
        ):
            lists_too(other, self)
            return Conversion.safe
        return None


class RowIterType(types.SimpleIteratorType):
    """The compiler's type of a loop's place in a row."""

    def __init__(self, row: RowType) -> None:
        self.row = row
        super().__init__(f"iter({row})", row.dtype)


@register_model(RowType)
class RowModel(models.StructModel):
    """Who owns the items, where they are, and how many."""

    def __init__(self, manager: Any, kind: Any) -> None:
        members = [
            ("meminfo", types.MemInfoPointer(types.voidptr)),
            ("data", types.voidptr),
            ("size", types.intp),
        ]
        super().__init__(manager, kind, members)


ROW, DATA, SIZE = 24, 1, 2
"""How many bytes a row is in memory, and which of its words say where the items are, and how many."""


@register_model(RowIterType)
class RowIterModel(models.StructModel):
    """The row, and the number of the next item."""

    def __init__(self, manager: Any, kind: Any) -> None:
        super().__init__(manager, kind, [("row", kind.row), ("index", types.EphemeralPointer(types.intp))])


# Items in memory, as the compiler writes it


class Items:
    """A row while code that uses it is written."""

    def __init__(self, context: Any, builder: Any, kind: RowType, value: Any = None) -> None:
        self.context, self.builder, self.kind = context, builder, kind
        self.proxy = cgutils.create_struct_proxy(kind)(context, builder, value=value)
        self.model = context.data_model_manager[kind.dtype]
        self.width = context.get_abi_sizeof(self.model.get_data_type())
        self.counted = self.model.contains_nrt_meminfo()

    @property
    def size(self) -> Any:
        """How many items there are."""
        return self.proxy.size

    @property
    def value(self) -> Any:
        """The row."""
        return self.proxy._getvalue()

    @property
    def data(self) -> Any:
        """A pointer to the first item."""
        return self.builder.bitcast(self.proxy.data, self.model.get_data_type().as_pointer())

    @classmethod
    def allocate(cls, context: Any, builder: Any, kind: RowType, size: Any) -> Items:
        """A new row of so many items, which are still to be put there."""
        row = cls(context, builder, kind)
        size = WORD(size) if isinstance(size, int) else size
        total = builder.mul(size, WORD(row.width))
        if row.counted:
            dtor = builder.bitcast(row.destructor(), cgutils.voidptr_t)
            meminfo = context.nrt.meminfo_alloc_dtor(builder, total, dtor)
        else:
            meminfo = context.nrt.meminfo_alloc(builder, total)
        row.proxy.meminfo = meminfo
        row.proxy.data = context.nrt.meminfo_data(builder, meminfo)
        row.proxy.size = size
        if row.counted:
            cgutils.memset(builder, row.proxy.data, total, 0)
        return row

    def destructor(self) -> Any:
        """The function that lets go of what the items own."""
        kind = ir.FunctionType(ir.VoidType(), [cgutils.voidptr_t, WORD, cgutils.voidptr_t])
        function = cgutils.get_or_insert_function(self.builder.module, kind, f".dtor.row.{self.kind.dtype}")
        if function.is_declaration:
            function.linkage = "linkonce_odr"
            builder = ir.IRBuilder(function.append_basic_block())
            items = builder.bitcast(function.args[0], self.model.get_data_type().as_pointer())
            count = builder.udiv(function.args[1], WORD(self.width))
            with cgutils.for_range(builder, count) as loop:
                item = self.model.from_data(builder, builder.load(cgutils.gep(builder, items, loop.index)))
                self.context.nrt.decref(builder, self.kind.dtype, item)
            builder.ret_void()
        return function

    def get(self, index: Any) -> Any:
        """An item, owned by whoever asks."""
        item = self.model.from_data(
            self.builder, self.builder.load(cgutils.gep(self.builder, self.data, index))
        )
        self.context.nrt.incref(self.builder, self.kind.dtype, item)
        return item

    def put(self, index: Any, item: Any) -> None:
        """Put an item, owned from now on, into a new row."""
        place = cgutils.gep(self.builder, self.data, index)
        self.builder.store(self.model.as_data(self.builder, item), place)

    def copy(self, start: Any, source: Any, count: Any) -> None:
        """Copy so many items from a pointer into a new row."""
        target = cgutils.gep(self.builder, self.data, start)
        cgutils.raw_memcpy(self.builder, target, source, count, self.width)
        if self.counted:
            with cgutils.for_range(self.builder, count) as loop:
                self.get(self.builder.add(start, loop.index))


def new_row(context: Any, builder: Any, given: Any, wanted: Any, value: Any) -> Any:
    """The items of a tuple put into memory, which whoever asks then owns."""
    row = Items.allocate(context, builder, wanted, len(given))
    for index, kind in enumerate(given):
        item = builder.extract_value(value, index)
        row.put(WORD(index), convert(context, builder, item, kind, wanted.dtype))
    return row.value


def convert(context: Any, builder: Any, value: Any, given: Any, wanted: Any) -> Any:
    """A value as another kind, owned by whoever asks."""
    if isinstance(wanted, RowType) and is_tuple(given):
        return new_row(context, builder, given, wanted, value)
    value = context.cast(builder, value, given, wanted)
    context.nrt.incref(builder, wanted, value)
    return value


@lower_cast(types.BaseTuple, RowType)
def tuple_to_row(context: Any, builder: Any, given: Any, wanted: Any, value: Any) -> Any:
    """A tuple that becomes a row by itself: the compiler counts itself as an owner afterwards."""
    row = new_row(context, builder, given, wanted, value)
    meminfo = cgutils.create_struct_proxy(wanted)(context, builder, value=row).meminfo
    builder.store(WORD(0), builder.bitcast(meminfo, WORD.as_pointer()))
    return row


@lower_cast(RowType, types.BaseTuple)
def row_to_tuple(context: Any, builder: Any, given: Any, wanted: Any, value: Any) -> Any:
    """The items of a row as a tuple of a length that is known."""
    row = Items(context, builder, given, value)
    with cgutils.if_unlikely(builder, builder.icmp_signed("!=", row.size, WORD(len(wanted)))):
        context.call_conv.return_user_exc(builder, ValueError, (OTHER_LENGTH,))
    loaded = [
        row.model.from_data(builder, builder.load(cgutils.gep(builder, row.data, WORD(index))))
        for index in range(len(wanted))
    ]
    cast = [context.cast(builder, item, given.dtype, kind) for item, kind in zip(loaded, wanted, strict=True)]
    return context.make_tuple(builder, wanted, cast)


def lists_too(given: Any, wanted: RowType) -> None:
    """Let lists of such tuples become lists of rows by themselves, as the tuples do."""
    if given not in lists_known:
        lists_known.add(given)
        kinds = types.List(given), types.List(wanted)
        teach_cast(list_to_list, kinds)


lists_known: set[Any] = set()


def list_to_list(context: Any, builder: Any, given: Any, wanted: Any, value: Any) -> Any:
    """A list of tuples as a list of rows: the compiler counts itself as an owner afterwards."""
    old = ListInstance(context, builder, given, value)
    new = ListInstance.allocate(context, builder, wanted, old.size)
    new.size = old.size
    with cgutils.for_range(builder, old.size) as loop:
        item = convert(context, builder, old.getitem(loop.index), given.dtype, wanted.dtype)
        new.inititem(loop.index, item, incref=False)
    builder.store(WORD(0), builder.bitcast(new.meminfo, WORD.as_pointer()))
    return new.value


# What kind of items


def is_tuple(kind: Any) -> bool:
    """Is it a tuple without names?"""
    return isinstance(kind, types.BaseTuple) and not isinstance(kind, types.BaseNamedTuple)


def common(*kinds: Any) -> Any:
    """The kind of item that such tuples and rows have in common; None if they are no such things."""
    found: list[Any] = []
    for kind in kinds:
        if isinstance(kind, RowType):
            found.append(kind.dtype)
        elif is_tuple(kind):
            found += [types.unliteral(each) for each in kind]
        else:
            return None
    return alike(found)


def alike(kinds: list[Any]) -> Any:
    """The kind that all of these can be taken for; None if there is none."""
    if not kinds:
        return None
    if all(kind == kinds[0] for kind in kinds):
        return kinds[0]
    numbers = (types.int64, BITS, types.float64)
    if all(kind in numbers for kind in kinds):
        return max(kinds, key=numbers.index)
    if all(is_tuple(kind) or isinstance(kind, RowType) for kind in kinds):
        inner = common(*kinds)
        return None if inner is None else RowType(inner)
    return None


def owns_memory(kind: Any) -> bool:
    """Does a value of this kind own memory?"""
    if isinstance(kind, types.BaseTuple):
        return any(owns_memory(each) for each in kind)
    return isinstance(kind, MapType | RowType | types.List | types.Set | types.DictType)


# Small pieces of compiled code


@intrinsic
def item_of(typing: Any, row: Any, index: Any) -> Any:
    """An item whose number is known to be right."""

    def emit(context: Any, builder: Any, sig: Any, args: Any) -> Any:
        return Items(context, builder, sig.args[0], args[0]).get(args[1])

    return row.dtype(row, types.int64), emit


@intrinsic
def size_of(typing: Any, row: Any) -> Any:
    """How many items a row has."""

    def emit(context: Any, builder: Any, sig: Any, args: Any) -> Any:
        return Items(context, builder, sig.args[0], args[0]).size

    return types.int64(row), emit


@intrinsic
def to_row(typing: Any, items: Any) -> Any:
    """A tuple, a row or a list as a row; a list is copied."""
    if isinstance(items, types.List):
        kind = RowType(items.dtype)
    else:
        dtype = common(items)
        if dtype is None:
            return None
        kind = RowType(dtype)

    def emit(context: Any, builder: Any, sig: Any, args: Any) -> Any:
        given = sig.args[0]
        if given == kind:
            return impl_ret_borrowed(context, builder, kind, args[0])
        if isinstance(given, types.List):
            items = ListInstance(context, builder, given, args[0])
            row = Items.allocate(context, builder, kind, items.size)
            row.copy(WORD(0), items.data, items.size)
            return row.value
        return new_row(context, builder, given, kind, args[0])

    return kind(items), emit


@intrinsic
def move_list(typing: Any, items: Any) -> Any:
    """A list that is not used any more as a row; copied if somebody else holds it too."""
    kind = RowType(items.dtype)

    def emit(context: Any, builder: Any, sig: Any, args: Any) -> Any:
        items = ListInstance(context, builder, sig.args[0], args[0])
        owners = builder.load(builder.bitcast(items.meminfo, WORD.as_pointer()))
        answer = cgutils.alloca_once(builder, context.get_value_type(kind))
        with builder.if_else(builder.icmp_signed("==", owners, WORD(1)), likely=True) as (alone, shared):
            with alone:
                row = Items(context, builder, kind)
                row.proxy.meminfo = items.meminfo
                row.proxy.data = builder.bitcast(items.data, cgutils.voidptr_t)
                row.proxy.size = items.size
                context.nrt.incref(builder, kind, row.value)
                builder.store(row.value, answer)
            with shared:
                row = Items.allocate(context, builder, kind, items.size)
                row.copy(WORD(0), items.data, items.size)
                builder.store(row.value, answer)
        return builder.load(answer)

    return kind(items), emit


@intrinsic
def to_list(typing: Any, row: Any) -> Any:
    """The items of a row in a new list."""
    kind = types.List(row.dtype)

    def emit(context: Any, builder: Any, sig: Any, args: Any) -> Any:
        row = Items(context, builder, sig.args[0], args[0])
        items = ListInstance.allocate(context, builder, kind, row.size)
        items.size = row.size
        cgutils.raw_memcpy(builder, items.data, row.data, row.size, row.width)
        if row.counted:
            with cgutils.for_range(builder, row.size) as loop:
                row.get(loop.index)
        return items.value

    return kind(row), emit


@intrinsic
def cut(typing: Any, row: Any, start: Any, size: Any) -> Any:
    """So many items of a row, where they are."""

    def emit(context: Any, builder: Any, sig: Any, args: Any) -> Any:
        kind = sig.args[0]
        row = Items(context, builder, kind, args[0])
        place = cgutils.gep(builder, row.data, args[1])
        row.proxy.data = builder.bitcast(place, cgutils.voidptr_t)
        row.proxy.size = args[2]
        return impl_ret_borrowed(context, builder, kind, row.value)

    return row(row, types.int64, types.int64), emit


@intrinsic
def gather(typing: Any, row: Any, places: Any) -> Any:
    """The items in such places, a list of numbers that are known to be right, in a new row."""

    def emit(context: Any, builder: Any, sig: Any, args: Any) -> Any:
        row = Items(context, builder, sig.args[0], args[0])
        places = ListInstance(context, builder, sig.args[1], args[1])
        again = Items.allocate(context, builder, sig.args[0], places.size)
        first = places.data
        with cgutils.for_range(builder, places.size) as loop:
            place = builder.load(cgutils.gep(builder, first, loop.index))
            again.put(loop.index, row.get(place))
        return again.value

    return row(row, places), emit


@intrinsic
def join(typing: Any, one: Any, other: Any) -> Any:
    """The items of two rows of one kind in a new row."""
    if one != other:
        return None

    def emit(context: Any, builder: Any, sig: Any, args: Any) -> Any:
        first, second = (Items(context, builder, one, each) for each in args)
        row = Items.allocate(context, builder, one, builder.add(first.size, second.size))
        row.copy(WORD(0), first.data, first.size)
        row.copy(first.size, second.data, second.size)
        return row.value

    return one(one, other), emit


@intrinsic
def change(typing: Any, row: Any, index: Any, item: Any) -> Any:
    """A new row with one item changed, whose number is known to be right."""

    def emit(context: Any, builder: Any, sig: Any, args: Any) -> Any:
        kind = sig.args[0]
        row = Items(context, builder, kind, args[0])
        again = Items.allocate(context, builder, kind, row.size)
        again.copy(WORD(0), row.data, row.size)
        if row.counted:
            old = row.model.from_data(builder, builder.load(cgutils.gep(builder, row.data, args[1])))
            context.nrt.decref(builder, kind.dtype, old)
        again.put(args[1], convert(context, builder, args[2], sig.args[2], kind.dtype))
        return again.value

    return row(row, types.int64, item), emit


@intrinsic
def as_kind(typing: Any, row: Any, like: Any) -> Any:
    """A row of other numbers as a row of such numbers."""
    if row == like:
        return row(row, like), lambda context, builder, sig, args: impl_ret_borrowed(
            context, builder, row, args[0]
        )

    def emit(context: Any, builder: Any, sig: Any, args: Any) -> Any:
        given = Items(context, builder, row, args[0])
        again = Items.allocate(context, builder, like, given.size)
        with cgutils.for_range(builder, given.size) as loop:
            item = given.get(loop.index)
            again.put(loop.index, context.cast(builder, item, row.dtype, like.dtype))
        return again.value

    return like(row, like), emit


@intrinsic
def read_row(typing: Any, address: Any, size: Any, item: Any) -> Any:
    """A row of words copied from an address; `item` says of which kind."""
    kind = RowType(types.unliteral(item))

    def emit(context: Any, builder: Any, sig: Any, args: Any) -> Any:
        row = Items.allocate(context, builder, kind, args[1])
        row.copy(WORD(0), builder.inttoptr(args[0], row.data.type), args[1])
        return row.value

    return kind(types.int64, types.int64, item), emit


@intrinsic
def write_row(typing: Any, address: Any, size: Any, row: Any) -> Any:
    """Copy a row, which must be of this size, to an address."""

    def emit(context: Any, builder: Any, sig: Any, args: Any) -> Any:
        row = Items(context, builder, sig.args[2], args[2])
        with cgutils.if_unlikely(builder, builder.icmp_signed("!=", row.size, args[1])):
            context.call_conv.return_user_exc(builder, ValueError, (OTHER_LENGTH,))
        target = builder.inttoptr(args[0], row.data.type)
        cgutils.raw_memcpy(builder, target, row.data, args[1], row.width)
        return context.get_dummy_value()

    return types.void(types.int64, types.int64, row), emit


@lower_builtin("getiter", RowType)
def _getiter(context: Any, builder: Any, sig: Any, args: Any) -> Any:
    loop = context.make_helper(builder, sig.return_type)
    loop.row = args[0]
    loop.index = cgutils.alloca_once_value(builder, WORD(0))
    return impl_ret_borrowed(context, builder, sig.return_type, loop._getvalue())


@lower_builtin("iternext", RowIterType)
@iternext_impl(RefType.NEW)
def _iternext(context: Any, builder: Any, sig: Any, args: Any, result: Any) -> None:
    kind = sig.args[0]
    loop = context.make_helper(builder, kind, args[0])
    row = Items(context, builder, kind.row, loop.row)
    index = builder.load(loop.index)
    is_valid = builder.icmp_signed("<", index, row.size)
    result.set_valid(is_valid)
    with builder.if_then(is_valid):
        result.yield_(row.get(index))
        builder.store(builder.add(index, WORD(1)), loop.index)
