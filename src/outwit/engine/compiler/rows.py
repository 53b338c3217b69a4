"""Tuples whose length the compiler need not know: boards, tables, `tuple(...)` of a list, slices.

To the compiler every length of a tuple is another type, held in as many registers, and an index that is not
a constant is a choice among all of them. A `Row` is a tuple as rules use it: items of one kind in memory, as
many as there are, never changed. It knows where its items are, how many, and who owns the memory: nobody, if
it is a table that stands beside the rules. Small tuples stay what they are and become rows where they must.
"""

from __future__ import annotations

import operator
from typing import Any

from llvmlite import ir
from numba import types
from numba.extending import intrinsic, models, overload, overload_method, register_model, typeof_impl

from outwit.engine.bitset import BITS, native_changed
from outwit.engine.insides import (
    Conversion,
    ListInstance,
    RefType,
    cgutils,
    impl_ret_borrowed,
    iternext_impl,
    lower_builtin,
    lower_cast,
    lower_constant,
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
        row.put(WORD(index), converted(context, builder, item, kind, wanted.dtype))
    return row.value


def converted(context: Any, builder: Any, value: Any, given: Any, wanted: Any) -> Any:
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
        item = converted(context, builder, old.getitem(loop.index), given.dtype, wanted.dtype)
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


def managed(kind: Any) -> bool:
    """Does a value of this kind own memory?"""
    if isinstance(kind, types.BaseTuple):
        return any(managed(each) for each in kind)
    return isinstance(kind, RowType | types.List | types.Set | types.DictType)


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
def moved(typing: Any, items: Any) -> Any:
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
        again.put(args[1], converted(context, builder, args[2], sig.args[2], kind.dtype))
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


# What rules do with tuples


def listed(items):
    """What `list(items)` is in compiled rules."""
    return list(items)


def tupled(items):
    """What `tuple(items)` is in compiled rules."""
    return tuple(items)


@overload(listed)
def _listed(items):
    if isinstance(items, RowType):
        return lambda items: to_list(items)
    if isinstance(items, types.List):
        return lambda items: items[:]
    if is_tuple(items) and common(items) is not None:
        return lambda items: to_list(to_row(items))
    return lambda items: list(items)


@overload(tupled)
@overload(tuple)
def _tuple(items):
    if isinstance(items, RowType | types.BaseTuple):
        return lambda items: items
    if isinstance(items, types.List):
        return lambda items: to_row(items)
    if isinstance(items, types.IterableType):

        def gathered(items):
            return to_row([item for item in items])  # noqa: C416

        return gathered
    return None


def rowed(items):
    """A tuple, a list or another row of items as a tuple of any length; other things as they are."""
    return items


@overload(rowed)
def _rowed(items):
    if isinstance(items, types.List) or (is_tuple(items) and common(items) is not None):
        return lambda items: to_row(items)
    if isinstance(items, RowType) or not isinstance(items, types.IterableType) or is_tuple(items):
        return lambda items: items
    return lambda items: tupled(items)


def sorted_by(items, keys, turned):
    """What `sorted(items, key=...)` is in compiled rules: items in the order of their keys, and stable."""
    return items


@overload(sorted_by)
def _sorted_by(items, keys, turned):
    def in_order(items, keys, turned):
        result, ranks = items[:], keys[:]
        for i in range(1, len(result)):
            item, rank = result[i], ranks[i]
            place = i
            while place > 0 and (ranks[place - 1] < rank if turned else rank < ranks[place - 1]):
                result[place], ranks[place] = result[place - 1], ranks[place - 1]
                place -= 1
            result[place], ranks[place] = item, rank
        return result

    return in_order


def sorted_once(items):
    """What `sorted(set(items))` is in compiled rules: the items in order, each of them once."""
    return sorted(set(items))


@overload(sorted_once)
def _sorted_once(items):
    def in_order(items):
        result = [item for item in items]  # noqa: C416
        for i in range(1, len(result)):
            item, place = result[i], i
            while place > 0 and item < result[place - 1]:
                result[place] = result[place - 1]
                place -= 1
            result[place] = item
        kept = 0
        for item in result:
            if kept == 0 or item != result[kept - 1]:
                result[kept] = item
                kept += 1
        return result[:kept]

    return in_order


def spliced(items, index, item):
    """What `items[:index] + (item,) + items[index + 1:]` is in compiled rules."""
    return items[:index] + (item,) + items[index + 1 :]


@overload(spliced)
def _spliced(items, index, item):
    if not isinstance(items, RowType) or alike([items.dtype, types.unliteral(item)]) != items.dtype:
        return lambda items, index, item: items[:index] + (item,) + items[index + 1 :]

    def changed(items, index, item):
        if 0 <= index < size_of(items):
            return change(items, index, item)
        return items[:index] + (item,) + items[index + 1 :]

    return changed


def moved_tuple(items):
    """What `tuple(items)` is in compiled rules, where the items are not used any more."""
    return tuple(items)


@overload(moved_tuple)
def _moved_tuple(items):
    if isinstance(items, types.List):
        return lambda items: moved(items)
    return lambda items: tupled(items)


@overload(list)
def _list(items):
    return (lambda items: to_list(items)) if isinstance(items, RowType) else None


@overload(len)
def _len(row):
    return (lambda row: size_of(row)) if isinstance(row, RowType) else None


@overload(operator.getitem)
def _getitem(row, index):
    if isinstance(row, RowType) and isinstance(index, types.Integer | types.Boolean):

        def item(row, index):
            size = size_of(row)
            place = index + size if index < 0 else index
            if place < 0 or place >= size:
                raise IndexError("tuple index out of range")
            return item_of(row, place)

        return item
    if isinstance(row, RowType) and isinstance(index, types.SliceType):
        if not index.has_step:

            def part(row, index):
                start, stop, _ = index.indices(size_of(row))
                return cut(row, start, max(stop - start, 0))

            return part

        def stepped(row, index):
            start, stop, step = index.indices(size_of(row))
            return to_row([item_of(row, i) for i in range(start, stop, step)])

        return stepped
    if is_tuple(row) and type(index) is types.SliceType and common(row) is not None:
        return lambda row, index: to_row(row)[index]
    return None


@overload(operator.add)
def _add(a, b):
    if not (isinstance(a, RowType) or isinstance(b, RowType)) or common(a, b) is None:
        return None
    if is_tuple(a) and len(a) == 0:
        return lambda a, b: b
    if is_tuple(b) and len(b) == 0:
        return lambda a, b: a
    if isinstance(a, RowType) and common(a, b) == a.dtype:
        return lambda a, b: join(a, as_kind(to_row(b), a))
    return lambda a, b: join(as_kind(to_row(a), to_row(b)), to_row(b))


@overload(operator.iadd)
def _iadd(a, b):
    if isinstance(a, RowType) and common(a, b) is not None:
        return lambda a, b: a + b
    if is_tuple(a) and common(a, b) is not None:
        return (lambda a, b: to_row(a) + b) if len(a) else (lambda a, b: to_row(b))
    return None


@overload(operator.mul)
def _mul(a, b):
    if (isinstance(a, RowType) or (is_tuple(a) and common(a) is not None)) and isinstance(b, types.Integer):
        return lambda a, b: to_row(to_list(to_row(a)) * b)
    if isinstance(b, RowType) and isinstance(a, types.Integer):
        return lambda a, b: to_row(to_list(b) * a)
    return None


@overload(operator.contains)
def _contains(row, item):
    if not isinstance(row, RowType):
        return None

    def contains(row, item):
        for each in row:  # noqa: SIM110
            if each == item:
                return True
        return False

    return contains


def both_rows(a, b):
    """Are both tuples or rows, one of them a row, whose items can be compared?"""
    return (isinstance(a, RowType) or isinstance(b, RowType)) and common(a, b) is not None


@overload(operator.eq)
def _eq(a, b):
    if not both_rows(a, b):
        return None
    if len(a) == 0 if is_tuple(a) else len(b) == 0 if is_tuple(b) else False:
        return lambda a, b: len(a) == len(b)

    def same(a, b):
        one, other = to_row(a), to_row(b)
        if size_of(one) != size_of(other):
            return False
        for i in range(size_of(one)):  # noqa: SIM110
            if item_of(one, i) != item_of(other, i):
                return False
        return True

    return same


@overload(operator.ne)
def _ne(a, b):
    return (lambda a, b: not (a == b)) if both_rows(a, b) else None  # noqa: SIM201


def ordering(operation: Any) -> None:
    """Rows are put in order as tuples are, by the first item that differs."""

    @overload(operation)
    def compare(a, b):
        if not both_rows(a, b):
            return None

        def compared(a, b):
            one, other = to_row(a), to_row(b)
            for i in range(min(size_of(one), size_of(other))):
                if item_of(one, i) != item_of(other, i):
                    return operation(item_of(one, i), item_of(other, i))
            return operation(size_of(one), size_of(other))

        return compared


for each in (operator.lt, operator.le, operator.gt, operator.ge):
    ordering(each)


@overload(sum)
def _sum(row):
    if not isinstance(row, RowType):
        return None

    def total(row):
        result = 0
        for item in row:
            result = result + item
        return result

    return total


def extreme(function: Any, better: Any) -> None:
    """`min` and `max` of a row."""

    @overload(function)
    def found(row):
        if not isinstance(row, RowType):
            return None

        def best(row):
            if size_of(row) == 0:
                raise ValueError("the least or greatest of nothing")
            result = item_of(row, 0)
            for item in row:
                if better(item, result):
                    result = item
            return result

        return best


extreme(min, operator.lt)
extreme(max, operator.gt)


@overload(set)
def _set(row):
    return (lambda row: set(to_list(row))) if isinstance(row, RowType) else None


@overload(sorted)
def _sorted(row, key=None, reverse=False):
    if not isinstance(row, RowType):
        return None

    def in_order(row, key=None, reverse=False):
        return sorted(to_list(row), key=key, reverse=reverse)

    return in_order


@overload(bool)
def _bool(row):
    return (lambda row: size_of(row) > 0) if isinstance(row, RowType) else None


@overload(operator.not_)
def _not(row):
    return (lambda row: size_of(row) == 0) if isinstance(row, RowType) else None


@overload(reversed)
def _reversed(row):
    return (lambda row: to_list(row)[::-1]) if isinstance(row, RowType) else None


@overload_method(RowType, "index")
def _index(row, item):
    def index(row, item):
        for i in range(size_of(row)):
            if item_of(row, i) == item:
                return i
        raise ValueError("the item is not in the tuple")

    return index


@overload_method(RowType, "count")
def _count(row, item):
    def count(row, item):
        result = 0
        for each in row:
            if each == item:
                result += 1
        return result

    return count


@overload(native_changed)
def _changed(words, index, word):
    if not isinstance(words, RowType):
        return None

    def changed(words, index, word):
        size = size_of(words)
        place = index + size if index < 0 else index
        if place < 0 or place >= size:
            raise IndexError("tuple index out of range")
        return change(words, place, word)

    return changed


# Tables beside the rules


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
    item = alike([kind_of(each) for each in items])
    return None if item is None else RowType(item)


def flat(items: Any) -> bool:
    """Are there no tuples in it?"""
    return all(type(each) not in (tuple, list) for each in items)


@typeof_impl.register(Table)
def _typeof_table(value: Table, context: Any) -> Any:
    return value.kind


@lower_constant(RowType)
def _table_constant(context: Any, builder: Any, kind: Any, value: Table) -> Any:
    return fixed(context, builder.module, kind, value.items)


def fixed(context: Any, module: Any, kind: Any, value: Any) -> Any:
    """A number, or a tuple of such, as a constant in memory."""
    if isinstance(kind, RowType):
        items = [fixed(context, module, kind.dtype, each) for each in value]
        model = context.data_model_manager[kind.dtype].get_data_type()
        content = ir.Constant(ir.ArrayType(model, len(items)), items)
        place = cgutils.add_global_variable(module, content.type, "outwit.table")
        place.linkage, place.global_constant, place.initializer = "internal", True, content
        pointer = place.bitcast(cgutils.voidptr_t)
        return ir.Constant.literal_struct([ir.Constant(cgutils.voidptr_t, None), pointer, WORD(len(items))])
    if isinstance(kind, types.UniTuple):
        model = context.data_model_manager[kind.dtype].get_data_type()
        return ir.Constant(
            ir.ArrayType(model, len(value)), [fixed(context, module, kind.dtype, each) for each in value]
        )
    if isinstance(kind, types.BaseTuple):
        return ir.Constant.literal_struct(
            [fixed(context, module, each, item) for each, item in zip(kind, value, strict=True)]
        )
    if kind == types.float64:
        return ir.Constant(ir.DoubleType(), float(value))
    if kind == types.boolean:
        return ir.Constant(ir.IntType(8), int(value))
    number = int(value) & ((1 << 64) - 1)
    return WORD(number - (1 << 64) if number >> 63 else number)


NATIVE_ROWS = {each: each for each in (listed, tupled, moved_tuple, rowed, sorted_by, sorted_once, spliced)}
"""Functions that stand for `list` and `tuple` in rules that were rewritten."""
