"""A game's state as words in a row: its type to the compiler, and the way there and back."""

from __future__ import annotations

import struct
from collections.abc import Iterator
from dataclasses import dataclass, replace
from functools import cached_property
from inspect import Parameter, Signature
from typing import Any, get_args, get_origin, get_type_hints

from llvmlite import ir
from numba import types
from numba.core.imputils import lower_builtin
from numba.core.typing.templates import AttributeTemplate, bound_function, infer_getattr, signature
from numba.extending import intrinsic

from outwit.bits import ALL, Bits
from outwit.engine.bitset import BITS
from outwit.engine.compiler.rows import OTHER_LENGTH, WIDE, RowType, converted, moved, read_row, write_row
from outwit.engine.kinds import spoken
from outwit.engine.memory import REAL, WORD, as_word, place, real_at, set_word, word_at
from outwit.engine.pipeline import inlined
from outwit.errors import OutwitError
from outwit.game import State
from outwit.random import GOLDEN

LEAVES = {"int": types.int64, "bool": types.boolean, "float": types.float64, "Bits": BITS}


class LayoutError(OutwitError):
    """A state that does not fit into words."""

    def __init__(self, message: str, rule: str = "play") -> None:
        super().__init__(message)
        self.rule = rule
        """The method that gave it."""


@dataclass(frozen=True)
class Layout:
    """The shape of a state: a number, or a tuple of such."""

    kind: str
    """`int`, `bool`, `float`, `Bits` or `tuple`."""
    name: str
    """Where it stands in the state, for messages."""
    parts: tuple[Layout, ...] = ()
    cls: Any = None
    """The NamedTuple class, if it is one."""
    row: bool = False
    """Is it a tuple of items of one kind, so many that they are held in memory?"""

    @cached_property
    def words(self) -> int:
        """How many words it takes."""
        return sum(part.words for part in self.parts) if self.kind == "tuple" else 1

    @cached_property
    def type(self) -> Any:
        """The compiler's type."""
        if self.kind != "tuple":
            return LEAVES[self.kind]
        if self.row:
            return RowType(self.parts[0].type)
        return types.BaseTuple.from_types(tuple(part.type for part in self.parts), self.cls)

    def described(self) -> str:
        """The shape in words, the same for the same shape."""
        if self.kind != "tuple":
            return self.kind
        name = f"{self.cls.__qualname__}{self.cls._fields}{self.cls._field_defaults}" if self.cls else ""
        return f"{name}({', '.join(part.described() for part in self.parts)})"

    def pack(self, state: State) -> list[int]:
        """The state as signed words."""
        if self.kind == "tuple":
            if not isinstance(state, tuple) or len(state) != len(self.parts):
                raise LayoutError(
                    f"{self.name} is {state!r}, and at the start it is a tuple of {len(self.parts)}; "
                    "let it always have the same length."
                )
            return [word for part, value in zip(self.parts, state, strict=True) for word in part.pack(value)]
        if self.kind == "float":
            return list(struct.unpack("<q", struct.pack("<d", state)))
        if not isinstance(state, int):
            raise LayoutError(f"{self.name} is {state!r}, and at the start it is a whole number.")
        value = int(state)
        least, most = (0, ALL) if self.kind == "Bits" else (-(1 << 63), (1 << 63) - 1)
        if not least <= value <= most:
            hint = "" if self.kind == "Bits" else "annotate a set of squares with Bits, or "
            raise LayoutError(
                f"{self.name} is {value}, past the range of {self.kind} in 64 bits; {hint}spread it over "
                "several fields."
            )
        return [value - (1 << 64) if value >= 1 << 63 else value]

    def unpack(self, words: Iterator[int]) -> State:
        """The state that words stand for."""
        if self.kind == "tuple":
            values = [part.unpack(words) for part in self.parts]
            return self.cls(*values) if self.cls else tuple(values)
        word = int(next(words))
        if self.kind == "float":
            return struct.unpack("<d", struct.pack("<q", word))[0]
        if self.kind == "bool":
            return bool(word)
        return word & ALL if self.kind == "Bits" else word

    @cached_property
    def has_rows(self) -> bool:
        """Is there a row in it?"""
        return self.row or any(part.has_rows for part in self.parts)

    def as_row(self) -> Layout:
        """The same with every tuple without names in it as a row, where all its items are of one kind."""
        parts = tuple(part.as_row() for part in self.parts)
        alike = len({part.shape for part in parts}) == 1
        return replace(self, parts=parts, row=self.kind == "tuple" and self.cls is None and alike)

    @cached_property
    def shape(self) -> str:
        """What must be the same for items to be of one kind."""
        if self.row:
            return f"row of {self.parts[0].shape}"
        if self.kind != "tuple":
            return self.kind
        return f"{self.cls}({', '.join(part.shape for part in self.parts)})"

    def classes(self) -> Iterator[Layout]:
        """This layout and those within it that are NamedTuples."""
        if self.cls:
            yield self
        for part in self.parts:
            yield from part.classes()


def layout_of(value: Any, hint: Any = None, name: str = "state") -> Layout:
    """The layout of states like this one."""
    layout = plain_layout(value, hint, name)
    return with_rows(layout)


def with_rows(layout: Layout) -> Layout:
    """A layout in which tuples of many items are rows."""
    if layout.kind == "tuple" and layout.cls is None and layout.words > WIDE:
        return layout.as_row()
    return replace(layout, parts=tuple(with_rows(part) for part in layout.parts))


def plain_layout(value: Any, hint: Any = None, name: str = "state") -> Layout:
    """The layout of states like this one, with every tuple as it is."""
    if isinstance(value, tuple):
        cls = type(value) if hasattr(value, "_fields") else None
        if cls:
            hints = hints_of(cls)
            named = zip(cls._fields, value, strict=True)
            parts = tuple(plain_layout(item, hints.get(field), f"{name}.{field}") for field, item in named)
        else:
            parts = tuple(
                plain_layout(item, inner(hint, index), f"{name}[{index}]") for index, item in enumerate(value)
            )
        return Layout("tuple", name, parts, cls)
    if hint == Bits:
        return Layout("Bits", name)
    if isinstance(value, bool) or hint is bool:
        return Layout("bool", name)
    if isinstance(value, float) or hint is float:
        return Layout("float", name)
    if isinstance(value, int):
        return Layout("int", name)
    instead = {
        str: "number the cases",
        list: "make it a tuple, or pack it into Bits",
        dict: "make it a tuple, or pack it into Bits",
        type(None): "use a number such as -1",
        set: "use Bits, a bit for each member",
        frozenset: "use Bits, a bit for each member",
    }.get(type(value), "make it a NamedTuple, or numbers")
    raise LayoutError(
        f"{name} is {spoken(value)}, and states that compile hold numbers, truth values, Bits and tuples of "
        f"these; {instead}.",
        rule="initial",
    )


def hints_of(cls: Any) -> dict[str, Any]:
    """A class's annotations; those that name what cannot be looked up stand for what they say."""
    try:
        return get_type_hints(cls, include_extras=True)
    except (NameError, TypeError, AttributeError):
        known: dict[str, Any] = {"int": int, "bool": bool, "float": float, "Bits": Bits, "bits.Bits": Bits}
        return {name: known.get(hint, hint) for name, hint in cls.__annotations__.items()}


def inner(hint: Any, index: int) -> Any:
    """What an annotation such as tuple[int, ...] says of an item."""
    args = get_args(hint) if get_origin(hint) is tuple else ()
    if len(args) == 2 and args[1] is Ellipsis:
        return args[0]
    return args[index] if index < len(args) else None


def loader(layout: Layout) -> Any:
    """A compiled function that makes a state from the words at an address."""
    if layout.has_rows:
        return walked(layout, f"def load(at):\n    return {loading(layout)}", "load")

    @intrinsic
    def load(typing: Any, address: Any) -> Any:
        def emit(context: Any, builder: Any, sig: Any, args: Any) -> Any:
            indices = iter(range(layout.words))

            def take(part: Layout) -> Any:
                if part.kind == "tuple":
                    return context.make_tuple(builder, part.type, [take(each) for each in part.parts])
                index = ir.Constant(WORD, next(indices))
                if part.kind == "float":
                    return builder.load(place(builder, args[0], index, REAL))
                word = builder.load(place(builder, args[0], index, WORD))
                if part.kind == "bool":
                    return builder.icmp_unsigned("!=", word, ir.Constant(WORD, 0))
                return word

            return take(layout)

        return layout.type(types.int64), emit

    return load


def leaves(builder: Any, layout: Layout, value: Any) -> Iterator[Any]:
    """The words of a compiled state, one instruction's result after the other."""
    if layout.kind == "tuple":
        for index, part in enumerate(layout.parts):
            yield from leaves(builder, part, builder.extract_value(value, index))
    elif layout.kind == "float":
        yield builder.bitcast(value, WORD)
    elif layout.kind == "bool":
        yield builder.zext(value, WORD)
    else:
        yield value


def storer(layout: Layout) -> Any:
    """A compiled function that writes a state as words to an address."""
    if layout.has_rows:
        return walked(layout, "\n".join(["def store(at, state):", *storing(layout)]), "store")

    @intrinsic
    def store(typing: Any, address: Any, state: Any) -> Any:
        def emit(context: Any, builder: Any, sig: Any, args: Any) -> Any:
            for index, word in enumerate(leaves(builder, layout, args[1])):
                builder.store(word, place(builder, args[0], ir.Constant(WORD, index), WORD))
            return context.get_dummy_value()

        return types.void(types.int64, layout.type), emit

    return store


def mixer(layout: Layout) -> Any:
    """A compiled function that mixes a state's words into a 64-bit key."""
    if layout.has_rows:
        lines = [f"def mix(state):\n    key = {GOLDEN - (1 << 64)}", *mixing(layout), "    return key"]
        return walked(layout, "\n".join(lines), "mix")

    @intrinsic
    def mix(typing: Any, state: Any) -> Any:
        def emit(context: Any, builder: Any, sig: Any, args: Any) -> Any:
            key = ir.Constant(WORD, GOLDEN)
            for word in leaves(builder, layout, args[0]):
                key = mixed(builder, key, word)
            return key

        return types.int64(layout.type), emit

    return mix


def mixed(builder: Any, key: Any, word: Any) -> Any:
    """A key with one more word in it."""

    def folded(word: Any, by: int, times: int) -> Any:
        shifted = builder.lshr(word, ir.Constant(WORD, by))
        return builder.mul(builder.xor(word, shifted), ir.Constant(WORD, times))

    key = builder.xor(builder.add(key, ir.Constant(WORD, GOLDEN)), word)
    key = folded(folded(key, 30, 0xBF58476D1CE4E5B9), 27, 0x94D049BB133111EB)
    return builder.xor(key, builder.lshr(key, ir.Constant(WORD, 31)))


@intrinsic
def mix_in(typing: Any, key: Any, word: Any) -> Any:
    """A key with one more word in it."""

    def emit(context: Any, builder: Any, sig: Any, args: Any) -> Any:
        return mixed(builder, *args)

    return types.int64(types.int64, types.int64), emit


# Layouts with rows are walked by loops


WORDS = {"int": "{}", "bool": "int({})", "float": "as_word({})", "Bits": "int({})"}
"""A number as a word, in compiled code."""
NUMBERS = {
    "int": "word_at({at}, {index})",
    "bool": "word_at({at}, {index}) != 0",
    "float": "real_at({at}, {index})",
    "Bits": "as_bits(word_at({at}, {index}))",
}
"""The number that a word stands for, in compiled code."""


def walked(layout: Layout, source: str, name: str) -> Any:
    """A compiled function of that source, which may build whatever is in the layout."""
    names: dict[str, Any] = dict(TOOLS)
    for part in layout.classes():
        names[f"make_{part.cls.__name__}"] = maker(part)
    for kind, leaf in LEAVES.items():
        names[f"zero_{kind}"] = leaf
    exec(source, names)
    return inlined(names[name])


def loading(layout: Layout, at: str = "at", index: str = "0", depth: int = 0) -> str:
    """An expression that makes a state of the words from an index on."""
    if layout.row:
        part, size = layout.parts[0], len(layout.parts)
        if part.kind in COPIED:
            return f"read_row({at} + 8 * ({index}), {size}, {COPIED[part.kind]})"
        i = f"i{depth}"
        item = loading(part, at, f"{index} + {part.words} * {i}", depth + 1)
        return f"moved([{item} for {i} in range({size})])"
    if layout.kind != "tuple":
        return NUMBERS[layout.kind].format(at=at, index=index)
    items, place = [], 0
    for part in layout.parts:
        items.append(loading(part, at, f"{index} + {place}", depth))
        place += part.words
    name = f"make_{layout.cls.__name__}" if layout.cls else ""
    return f"{name}({', '.join(items)}{'' if name else ','})"


COPIED = {"int": "0", "float": "0.0", "Bits": "as_bits(0)"}
"""Numbers that lie in memory as their words do, and one of each."""


def storing(
    layout: Layout, value: str = "state", index: str = "0", indent: str = "    ", depth: int = 0
) -> Iterator[str]:
    """The statements that write the words of a state."""
    if layout.row:
        part, size = layout.parts[0], len(layout.parts)
        if part.kind in COPIED:
            yield f"{indent}write_row(at + 8 * ({index}), {size}, {value})"
            return
        i = f"i{depth}"
        yield f"{indent}if len({value}) != {size}:"
        yield f"{indent}    raise ValueError({OTHER_LENGTH!r})"
        yield f"{indent}for {i} in range({size}):"
        yield from storing(part, f"{value}[{i}]", f"{index} + {part.words} * {i}", indent + "    ", depth + 1)
    elif layout.kind != "tuple":
        yield f"{indent}set_word(at, {index}, {WORDS[layout.kind].format(value)})"
    else:
        place = 0
        for number, part in enumerate(layout.parts):
            yield from storing(part, f"{value}[{number}]", f"{index} + {place}", indent, depth)
            place += part.words


def mixing(layout: Layout, value: str = "state", indent: str = "    ", depth: int = 0) -> Iterator[str]:
    """The statements that mix the words of a state into a key."""
    if layout.row:
        yield f"{indent}for item{depth} in {value}:"
        yield from mixing(layout.parts[0], f"item{depth}", indent + "    ", depth + 1)
    elif layout.kind != "tuple":
        yield f"{indent}key = mix_in(key, {WORDS[layout.kind].format(value)})"
    else:
        for number, part in enumerate(layout.parts):
            yield from mixing(part, f"{value}[{number}]", indent, depth)


@intrinsic
def as_bits(typing: Any, word: Any) -> Any:
    """A word as bits."""
    return BITS(types.int64), lambda context, builder, sig, args: args[0]


TOOLS: dict[str, Any] = {
    "as_bits": as_bits,
    "as_word": as_word,
    "mix_in": mix_in,
    "moved": moved,
    "read_row": read_row,
    "real_at": real_at,
    "set_word": set_word,
    "word_at": word_at,
    "write_row": write_row,
}


def maker(layout: Layout) -> Any:
    """The NamedTuple's constructor as compiled rules call it: each argument becomes its field's type."""
    cls = layout.cls

    def build(given: tuple[Any, ...]) -> Any:
        kinds = tuple(
            types.unliteral(kind) if isinstance(kind, types.Type) else types.Omitted(kind) for kind in given
        )

        def emit(context: Any, builder: Any, sig: Any, args: Any) -> Any:
            items = []
            for value, kind, part in zip(args, sig.args, layout.parts, strict=True):
                if isinstance(kind, types.Omitted):
                    items.append(context.get_constant_generic(builder, part.type, kind.value))
                else:
                    items.append(converted(context, builder, value, kind, part.type))
            return context.make_tuple(builder, layout.type, items)

        return layout.type(*kinds), emit

    fields = ", ".join(
        f"{field}=defaults[{field!r}]" if field in cls._field_defaults else field for field in cls._fields
    )
    names = {"build": build, "defaults": cls._field_defaults}
    exec(f"def {cls.__name__}(typing, {fields}):\n    return build(({', '.join(cls._fields)},))", names)
    return intrinsic(names[cls.__name__])


@infer_getattr
class Replacing(AttributeTemplate):
    """`state._replace(field=...)` as the compiler types it: fields not given are left out."""

    key = types.BaseNamedTuple

    @bound_function("state._replace")
    def resolve__replace(self, kind: Any, args: Any, kws: Any) -> Any:
        if args or not set(kws) <= set(kind.fields):
            return None
        given = [types.unliteral(kws[name]) if name in kws else types.Omitted(None) for name in kind.fields]
        taken = [Parameter(name, Parameter.POSITIONAL_OR_KEYWORD, default=None) for name in kind.fields]
        return signature(kind, *given, recvr=kind).replace(pysig=Signature(taken))


@lower_builtin("state._replace", types.BaseNamedTuple, types.VarArg(types.Any))
def _replace(context: Any, builder: Any, sig: Any, args: Any) -> Any:
    kind, state = sig.args[0], args[0]
    items = []
    for index, (given, wanted) in enumerate(zip(sig.args[1:], kind.types, strict=True)):
        if isinstance(given, types.Omitted):
            kept = builder.extract_value(state, index)
            context.nrt.incref(builder, wanted, kept)
            items.append(kept)
        else:
            items.append(converted(context, builder, args[index + 1], given, wanted))
    return context.make_tuple(builder, kind, items)
