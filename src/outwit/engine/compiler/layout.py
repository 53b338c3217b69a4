"""A game's state as words in a row: its type to the compiler, and the way there and back."""

from __future__ import annotations

import struct
from collections import namedtuple
from collections.abc import Iterator, Sequence
from dataclasses import MISSING, dataclass, fields, is_dataclass, replace
from functools import cache, cached_property
from types import UnionType
from typing import Any, Union, get_args, get_origin, get_type_hints

import numpy as np
from numba import types

from outwit.bits import ALL, Bits
from outwit.engine.compiler.bitset import BITS
from outwit.engine.compiler.rows import WIDE, RowType
from outwit.engine.compiler.type_names import kind_of_value
from outwit.errors import OutwitError
from outwit.game import State

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
    """`int`, `bool`, `float`, `Bits`, `tuple`, or `optional` for one of these or None."""
    name: str
    """Where it stands in the state, for messages."""
    parts: tuple[Layout, ...] = ()
    cls: Any = None
    """The NamedTuple or dataclass, if it is one."""
    row: bool = False
    """Is it a tuple of items of one kind, so many that they are held in memory?"""
    varying: bool = False
    """Is it a row whose length changes? Then there is room for so many items as it has parts."""

    @cached_property
    def words(self) -> int:
        """How many words it takes."""
        if self.kind in ("tuple", "optional"):
            counted = self.varying or self.kind == "optional"
            return sum(part.words for part in self.parts) + (1 if counted else 0)
        return 1

    @cached_property
    def type(self) -> Any:
        """The compiler's type."""
        if self.kind == "optional":
            return types.Optional(self.parts[0].type)
        if self.kind != "tuple":
            return LEAVES[self.kind]
        if self.row:
            return RowType(self.parts[0].type)
        return types.BaseTuple.from_types(tuple(part.type for part in self.parts), record(self.cls))

    def description(self) -> str:
        """The shape in words, the same for the same shape."""
        if self.kind not in ("tuple", "optional"):
            return self.kind
        name = f"{self.cls.__qualname__}{field_names(self.cls)}{defaults_of(self.cls)}" if self.cls else ""
        mark = f"{self.kind}{'*' if self.varying else ''}"
        return f"{mark}{name}({', '.join(part.description() for part in self.parts)})"

    def pack(self, state: State) -> list[int]:
        """The state as signed words."""
        if self.kind == "optional":
            [part] = self.parts
            return [0] * self.words if state is None else [1, *part.pack(state)]
        if self.kind == "tuple":
            return self.pack_items(state)
        if self.kind == "float":
            return list(struct.unpack("<q", struct.pack("<d", state)))
        if not isinstance(state, int | np.integer | np.bool_):
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

    def pack_items(self, state: State) -> list[int]:
        """A tuple, with or without names, as signed words."""
        items = state
        if self.cls and isinstance(state, self.cls) and not isinstance(state, tuple):
            items = tuple(getattr(state, name) for name in field_names(self.cls))
        if not isinstance(items, tuple):
            raise LayoutError(f"{self.name} is {state!r}, and at the start it is a tuple.")
        if self.varying:
            if len(items) > len(self.parts):
                raise LayoutError(
                    f"{self.name} has {len(items)} items, and there is room for {len(self.parts)}; "
                    "let it be as long at the start as it may become."
                )
        elif len(items) != len(self.parts):
            raise LayoutError(
                f"{self.name} is {state!r}, and at the start it is a tuple of {len(self.parts)}; "
                "let it always have the same length."
            )
        words = [word for part, value in zip(self.parts, items, strict=False) for word in part.pack(value)]
        if self.varying:
            words = [len(items), *words]
            words += [0] * (self.words - len(words))
        return words

    def unpack(self, words: Iterator[int]) -> State:
        """The state that words stand for."""
        if self.kind == "optional":
            there, value = next(words), self.parts[0].unpack(words)
            return value if there else None
        if self.kind == "tuple":
            size = int(next(words)) if self.varying else len(self.parts)
            values = [part.unpack(words) for part in self.parts][:size]
            return self.cls(*values) if self.cls else tuple(values)
        word = int(next(words))
        if self.kind == "float":
            return struct.unpack("<d", struct.pack("<q", word))[0]
        if self.kind == "bool":
            return bool(word)
        return word & ALL if self.kind == "Bits" else word

    @cached_property
    def is_walked(self) -> bool:
        """Is there anything in it that takes more than a word after the other?"""
        return self.row or self.kind == "optional" or any(part.is_walked for part in self.parts)

    def as_row(self) -> Layout:
        """The same with every tuple without names in it as a row, where all its items are of one kind."""
        parts = tuple(part.as_row() for part in self.parts)
        alike = len({part.shape for part in parts}) == 1
        return replace(self, parts=parts, row=self.kind == "tuple" and self.cls is None and alike)

    @cached_property
    def shape(self) -> str:
        """What must be the same for items to be of one kind."""
        if self.row:
            size = f"{len(self.parts)}{'*' if self.varying else ''}"
            return f"row of {size} {self.parts[0].shape}"
        if self.kind not in ("tuple", "optional"):
            return self.kind
        return f"{self.kind} {self.cls}({', '.join(part.shape for part in self.parts)})"

    def classes(self) -> Iterator[Layout]:
        """This layout and those within it that have a class of their own."""
        if self.cls:
            yield self
        for part in self.parts:
            yield from part.classes()


def field_names(cls: Any) -> tuple[str, ...]:
    """The names of the fields of a NamedTuple or a dataclass."""
    return tuple(cls._fields) if hasattr(cls, "_fields") else tuple(field.name for field in fields(cls))


def defaults_of(cls: Any) -> dict[str, Any]:
    """The defaults of the fields of a NamedTuple or a dataclass."""
    if hasattr(cls, "_fields"):
        return dict(cls._field_defaults)
    return {field.name: field.default for field in fields(cls) if field.default is not MISSING}


@cache
def record(cls: Any) -> Any:
    """The NamedTuple that a class is to the compiler."""
    return cls if cls is None or hasattr(cls, "_fields") else namedtuple(cls.__name__, field_names(cls))


def layout_of(value: Any, hint: Any = None, name: str = "state", samples: Sequence[Any] = ()) -> Layout:
    """The layout of states like this one, and like others that have been seen."""
    return with_rows(plain_layout([value, *samples], hint, name))


def with_rows(layout: Layout) -> Layout:
    """A layout in which tuples of many items are rows."""
    if layout.kind == "tuple" and layout.cls is None and (layout.words > WIDE or layout.varying):
        return layout.as_row()
    return replace(layout, parts=tuple(with_rows(part) for part in layout.parts))


def plain_layout(values: list[Any], hint: Any = None, name: str = "state") -> Layout:
    """The layout of values like these, with every tuple as it is."""
    there = [value for value in values if value is not None]
    plain = without_none(hint)
    if (len(there) < len(values) or plain is not hint) and (there or plain in WORDS_OF):
        return Layout("optional", name, (plain_layout(there or [WORDS_OF[plain]], plain, name),))
    value = values[0]
    if is_dataclass(value) and not isinstance(value, type):
        return named_layout(there, type(value), name)
    if isinstance(value, tuple):
        if hasattr(value, "_fields"):
            return named_layout(there, type(value), name)
        rows = [each for each in there if isinstance(each, tuple)]
        if len({len(each) for each in rows}) == 1:
            parts = tuple(
                plain_layout([each[index] for each in rows], inner(hint, index), f"{name}[{index}]")
                for index in range(len(value))
            )
            return Layout("tuple", name, parts)
        items = [item for row in rows for item in row]
        most = max(8, 2 * max(map(len, rows)))
        item = plain_layout(items, inner(hint, 0), f"{name}[...]")
        return Layout("tuple", name, (item,) * most, varying=True)
    if hint == Bits:
        return Layout("Bits", name)
    if isinstance(value, bool | np.bool_) or hint is bool:
        return Layout("bool", name)
    if isinstance(value, float) or hint is float:
        return Layout("float", name)
    if isinstance(value, int | np.integer):
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
        f"{name} is {kind_of_value(value)}, and states that compile hold numbers, truth values, "
        f"Bits and tuples of "
        f"these; {instead}.",
        rule="initial",
    )


WORDS_OF: dict[Any, Any] = {int: 0, bool: False, float: 0.0, Bits: 0}
"""What an annotation stands for, with a value of each."""


def without_none(hint: Any) -> Any:
    """An annotation such as `int | None` without its None; the annotation itself if it has none."""
    if get_origin(hint) in (Union, UnionType) and type(None) in get_args(hint):
        others = [each for each in get_args(hint) if each is not type(None)]
        return others[0] if len(others) == 1 else hint
    return hint


def named_layout(values: list[Any], cls: Any, name: str) -> Layout:
    """The layout of a NamedTuple or a dataclass."""
    hints = hints_of(cls)
    if is_dataclass(cls) and not all(field.init for field in fields(cls)):
        raise LayoutError(
            f"{name} has fields that its constructor does not take; make them properties.", rule="initial"
        )
    known = [value for value in values if isinstance(value, cls)]
    parts = tuple(
        plain_layout([getattr(value, field) for value in known], hints.get(field), f"{name}.{field}")
        for field in field_names(cls)
    )
    return Layout("tuple", name, parts, cls)


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
