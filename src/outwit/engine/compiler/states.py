"""States in compiled code: read from words, written as words, mixed into a key, made and changed."""

from __future__ import annotations

from collections.abc import Iterator
from inspect import Parameter, Signature
from typing import Any

from llvmlite import ir
from numba import types
from numba.extending import intrinsic

from outwit.engine.compiler.bitset import as_bits
from outwit.engine.compiler.codegen import inline
from outwit.engine.compiler.layout import LEAVES, Layout, defaults_of, field_names
from outwit.engine.compiler.memory import REAL, WORD, as_word, place, real_at, set_word, word_at
from outwit.engine.compiler.numba_internals import (
    AttributeTemplate,
    bound_function,
    infer_getattr,
    lower_builtin,
    signature,
)
from outwit.engine.compiler.optional import perhaps, value_of
from outwit.engine.compiler.rows import OTHER_LENGTH, RowType, convert, move_list, read_row, write_row
from outwit.engine.compiler.splitmix import ODD, mix_in, mix_word
from outwit.engine.compiler.tables import memory_constant
from outwit.random import GOLDEN


def loader(layout: Layout) -> Any:
    """A compiled function that makes a state from the words at an address."""
    if layout.is_walked:
        return compile_walk(layout, f"def load(at):\n    return {load_expression(layout)}", "load")

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
    if layout.is_walked:
        return compile_walk(layout, "\n".join(["def store(at, state):", *store_statements(layout)]), "store")

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
    if layout.is_walked:
        lines = [
            f"def mix(state):\n    key = {ODD}",
            *mix_statements(layout),
            "    return key",
        ]
        return compile_walk(layout, "\n".join(lines), "mix")

    @intrinsic
    def mix(typing: Any, state: Any) -> Any:
        def emit(context: Any, builder: Any, sig: Any, args: Any) -> Any:
            key = ir.Constant(WORD, GOLDEN)
            for word in leaves(builder, layout, args[0]):
                key = mix_word(builder, key, word)
            return key

        return types.int64(layout.type), emit

    return mix


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


def compile_walk(layout: Layout, source: str, name: str) -> Any:
    """A compiled function of that source, which may build whatever is in the layout."""
    names: dict[str, Any] = dict(TOOLS)
    for part in layout.classes():
        names[f"make_{part.cls.__name__}"] = maker(part)
    for kind, leaf in LEAVES.items():
        names[f"zero_{kind}"] = leaf
    # One function for each layout: numba cannot loop over the parts of a tuple that differ in type.
    exec(source, names)
    return inline(names[name])


def load_expression(layout: Layout, at: str = "at", index: str = "0", depth: int = 0) -> str:
    """An expression that makes a state of the words from an index on."""
    if layout.kind == "optional":
        inner = load_expression(layout.parts[0], at, f"{index} + 1", depth)
        return f"perhaps(word_at({at}, {index}) != 0, {inner})"
    if layout.row:
        part, size = layout.parts[0], str(len(layout.parts))
        if layout.varying:
            size, index = f"word_at({at}, {index})", f"{index} + 1"
        if part.kind in COPIED:
            return f"read_row({at} + 8 * ({index}), {size}, {COPIED[part.kind]})"
        i = f"i{depth}"
        item = load_expression(part, at, f"{index} + {part.words} * {i}", depth + 1)
        return f"moved([{item} for {i} in range({size})])"
    if layout.kind != "tuple":
        return NUMBERS[layout.kind].format(at=at, index=index)
    items, place = [], 0
    for part in layout.parts:
        items.append(load_expression(part, at, f"{index} + {place}", depth))
        place += part.words
    name = f"make_{layout.cls.__name__}" if layout.cls else ""
    return f"{name}({', '.join(items)}{'' if name else ','})"


COPIED = {"int": "0", "float": "0.0", "Bits": "as_bits(0)"}
"""Numbers that lie in memory as their words do, and one of each."""


def store_statements(
    layout: Layout, value: str = "state", index: str = "0", indent: str = "    ", depth: int = 0
) -> Iterator[str]:
    """The statements that write the words of a state."""
    if layout.kind == "optional":
        yield f"{indent}set_word(at, {index}, int({value} is not None))"
        yield from store_statements(layout.parts[0], f"value_of({value})", f"{index} + 1", indent, depth)
    elif layout.row:
        part, size = layout.parts[0], str(len(layout.parts))
        if layout.varying:
            yield f"{indent}if len({value}) > {size}:"
            yield f"{indent}    raise OverflowError({TOO_LONG!r})"
            yield f"{indent}for word in range({layout.words}):"
            yield f"{indent}    set_word(at, {index} + word, 0)"
            yield f"{indent}set_word(at, {index}, len({value}))"
            size, index = f"len({value})", f"{index} + 1"
        if part.kind in COPIED:
            yield f"{indent}write_row(at + 8 * ({index}), {size}, {value})"
            return
        i = f"i{depth}"
        yield f"{indent}if len({value}) != {size}:"
        yield f"{indent}    raise ValueError({OTHER_LENGTH!r})"
        yield f"{indent}for {i} in range({size}):"
        yield from store_statements(
            part, f"{value}[{i}]", f"{index} + {part.words} * {i}", indent + "    ", depth + 1
        )
    elif layout.kind != "tuple":
        yield f"{indent}set_word(at, {index}, {WORDS[layout.kind].format(value)})"
    else:
        place = 0
        for number, part in enumerate(layout.parts):
            yield from store_statements(part, f"{value}[{number}]", f"{index} + {place}", indent, depth)
            place += part.words


def mix_statements(
    layout: Layout, value: str = "state", indent: str = "    ", depth: int = 0
) -> Iterator[str]:
    """The statements that mix the words of a state into a key."""
    if layout.kind == "optional":
        yield f"{indent}key = mix_in(key, int({value} is not None))"
        yield from mix_statements(layout.parts[0], f"value_of({value})", indent, depth)
    elif layout.row:
        if layout.varying:
            yield f"{indent}key = mix_in(key, len({value}))"
        yield f"{indent}for item{depth} in {value}:"
        yield from mix_statements(layout.parts[0], f"item{depth}", indent + "    ", depth + 1)
    elif layout.kind != "tuple":
        yield f"{indent}key = mix_in(key, {WORDS[layout.kind].format(value)})"
    else:
        for number, part in enumerate(layout.parts):
            yield from mix_statements(part, f"{value}[{number}]", indent, depth)


TOO_LONG = "a tuple in the state grows longer than random play had let expect"

TOOLS: dict[str, Any] = {
    "as_bits": as_bits,
    "as_word": as_word,
    "mix_in": mix_in,
    "moved": move_list,
    "perhaps": perhaps,
    "read_row": read_row,
    "real_at": real_at,
    "set_word": set_word,
    "value_of": value_of,
    "word_at": word_at,
    "write_row": write_row,
}


def constant(context: Any, builder: Any, kind: Any, value: Any) -> Any:
    """A default of a field, as compiled code has it."""
    if isinstance(kind, types.Optional):
        if value is None:
            return context.make_optional_none(builder, kind.type)
        return context.make_optional_value(builder, kind.type, constant(context, builder, kind.type, value))
    if isinstance(kind, RowType):
        return memory_constant(context, builder.module, kind, value)
    return context.get_constant_generic(builder, kind, value)


def maker(layout: Layout) -> Any:
    """The NamedTuple's constructor as compiled rules call it: each argument becomes its field's type."""
    cls = layout.cls
    names_of, defaults = field_names(cls), defaults_of(cls)

    def build(given: tuple[Any, ...]) -> Any:
        kinds = tuple(
            types.unliteral(kind) if isinstance(kind, types.Type) else types.Omitted(kind) for kind in given
        )

        def emit(context: Any, builder: Any, sig: Any, args: Any) -> Any:
            items = []
            for value, kind, part in zip(args, sig.args, layout.parts, strict=True):
                if isinstance(kind, types.Omitted):
                    items.append(constant(context, builder, part.type, kind.value))
                else:
                    items.append(convert(context, builder, value, kind, part.type))
            return context.make_tuple(builder, layout.type, items)

        return layout.type(*kinds), emit

    taken = ", ".join(f"{name}=defaults[{name!r}]" if name in defaults else name for name in names_of)
    names = {"build": build, "defaults": defaults}
    # The parameters are named as the fields are, and numba takes them from the signature.
    exec(f"def {cls.__name__}(typing, {taken}):\n    return build(({', '.join(names_of)},))", names)
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
            items.append(convert(context, builder, args[index + 1], given, wanted))
    return context.make_tuple(builder, kind, items)
