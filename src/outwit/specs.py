"""Names with options, `alphabeta:depth=6,killers=off` or `connect4:width=9`: read and written in one place.

A spec stands for a dataclass instance: the part before the colon names the class, the part behind it
sets fields. A field that is on or off may be given by its name alone. A class may have `presets`, words
that stand for several fields at once (`alphabeta:plain`), and may take everything behind the colon as one
field, `verbatim` (`tree:((3 12 8)(2 4 6))`).
"""

from __future__ import annotations

import sys
import types
from collections.abc import Mapping
from dataclasses import MISSING, Field, fields, is_dataclass
from functools import cache
from numbers import Integral, Real
from typing import Any, Literal, TypeAlias, TypeVar, Union, get_args, get_origin, get_type_hints

from outwit.errors import BadOptionError, OutwitError, UnknownNameError, join_names, shorten
from outwit.plugins import line_in

T = TypeVar("T")

PLAIN = {bool: "on or off", int: "a whole number", float: "a number", str: "a text"}
"""The types whose values are written as they are, in words."""

# `Any` below is a type as an annotation has it (`int | None`, `Literal[...]`): Python has no type for these.

Value: TypeAlias = Any
"""What an option holds: `Any`, since each class has options of its own."""

NUMBERS: dict[Any, type] = {int: Integral, float: Real}

LIST = "a list like (1,2,3)"

ON = {"on", "true", "yes", "1"}
OFF = {"off", "false", "no", "0"}


def split(text: str) -> tuple[str, str]:
    """The name and the options of a spec.

    >>> split("tree:[1/6:200 5/6:-50]")
    ('tree', '[1/6:200 5/6:-50]')
    """
    name, _, options = text.strip().partition(":")
    return name.strip(), options.strip()


def build(cls: type[T], name: str, options: str, files: bool = True) -> T:
    """The instance that a spec stands for.

    A field with an entry `opened` in its metadata may name a file, which that function reads, if `files`; one
    with the entry `reads_file` names a file, and is refused unless `files`.

    >>> from outwit.search import AlphaBeta
    >>> build(AlphaBeta, "alphabeta", "depth=6,killers=off").depth
    6
    """
    verbatim = getattr(cls, "verbatim", None)
    if verbatim and options:
        return construct(cls, name, {verbatim: options})
    known = option_fields(cls)
    presets: Mapping[str, Mapping[str, Value]] = getattr(cls, "presets", {})
    hints = option_types(cls)
    values: dict[str, Value] = {}
    for part in pieces(options):
        key, equals, given = (piece.strip() for piece in part.partition("="))
        if key in presets and not equals:
            values = {**presets[key], **values}
            continue
        if key not in known:
            raise UnknownNameError(f"option of {name}", key, [*known, *presets])
        field = known[key].name
        if not equals and bool not in alternatives(hints[field]):
            raise BadOptionError(
                f"The option {key} of {name} needs a value: {key}={describe_type(hints[field])}."
            )
        if not files and known[key].metadata.get("reads_file"):
            raise BadOptionError(
                f"The option {key} of {name} names a file, and only a command or a program reads such files."
            )
        values[field] = read(hints[field], given if equals else "on", f"{name}:{part}")
        if files and "opened" in known[key].metadata:
            values[field] = known[key].metadata["opened"](values[field])
    return construct(cls, name, values)


def construct(cls: type[T], name: str, values: Mapping[str, Value]) -> T:
    """The class called with these values, its own complaints turned into a sentence."""
    try:
        return cls(**values)
    except OutwitError:
        raise
    except Exception as error:  # the class's own code runs here, and may raise anything
        what = "" if isinstance(error, TypeError | ValueError) else f"{type(error).__name__}: "
        line = line_in(error, str(getattr(sys.modules.get(cls.__module__), "__file__", "")))
        place = f" in line {line}" if line else ""
        raise BadOptionError(f"{name} cannot be made: {what}{error}{place}.") from error


def spell(thing: object, name: str, short: bool = False) -> str:
    """The shortest spec that stands for this instance.

    A field with an entry `short` in its metadata may hold a whole file; where `short` is wanted, that names
    it, which is enough for people and finds nothing.

    >>> from outwit.search import AlphaBeta
    >>> spell(AlphaBeta(depth=6, killers=False), "alphabeta")
    'alphabeta:depth=6,killers=off'
    """
    known = option_fields(type(thing))
    verbatim = getattr(thing, "verbatim", None)
    if verbatim:
        return f"{name}:{getattr(thing, verbatim)}"
    presets: Mapping[str, Mapping[str, Value]] = getattr(thing, "presets", {})
    ways = []
    for preset, meant in {"": {}, **presets}.items():
        parts = [preset] if preset else []
        for key, option in known.items():
            value = getattr(thing, option.name)
            if value != meant.get(option.name, default(option)):
                shown = option.metadata["short"](value) if short and "short" in option.metadata else value
                parts.append(f"{key}={write(shown)}")
        ways.append(",".join(parts))
    options = min(ways, key=len)
    return f"{name}:{options}" if options else name


def option_fields(cls: type | object) -> dict[str, Field[Value]]:
    """The fields of a class that a spec can set, by the name that it has there.

    That is the field's own or, if the class has another use for it, the entry `spelled` in its metadata.
    """
    found: dict[str, Field[Value]] = fields_of(cls)
    return found


@cache
def fields_of(cls: Any) -> dict[str, Field[Value]]:
    """The same, found out once."""
    if not is_dataclass(cls):
        return {}
    return {
        f.metadata.get("spelled", f.name): f for f in fields(cls) if f.init and not f.name.startswith("_")
    }


def option_types(cls: type) -> dict[str, Any]:
    """The type of each option; where its annotation cannot be resolved, that of its default."""
    try:
        return get_type_hints(cls)
    except Exception:  # resolving annotations runs them, and they may name what is not there
        module = vars(sys.modules[cls.__module__])
        return {option.name: resolve_type(option, module) for option in option_fields(cls).values()}


def resolve_type(option: Field[Value], module: dict[str, object]) -> Any:
    """The type of one option as its module understands the annotation."""
    try:
        return eval(option.type, module) if isinstance(option.type, str) else option.type
    except Exception:  # as above, for one of them
        return type(default(option))


def default(option: Field[Value]) -> Value:
    """What a field is when nobody sets it."""
    if option.default_factory is not MISSING:
        return option.default_factory()
    return option.default


def pieces(options: str) -> list[str]:
    """The options between the commas; commas inside brackets do not count.

    >>> pieces("depth=6, weights=(1,2), plain")
    ['depth=6', 'weights=(1,2)', 'plain']
    """
    parts, level, start = [], 0, 0
    for i, letter in enumerate(options):
        level += (letter in "([<") - (letter in ")]>")
        if letter == "," and level <= 0:
            parts.append(options[start:i])
            start = i + 1
    parts.append(options[start:])
    return [part.strip() for part in parts if part.strip()]


def read(kind: Any, text: str, where: str) -> Value:
    """The value that a text stands for in a field of this type."""
    kinds = alternatives(kind)
    if types.NoneType in kinds and text.lower() in ("none", ""):
        return None
    for each in kinds:
        value = read_one(each, text)
        if value is not None:
            return value
    if any(map(readable, kinds)):
        raise BadOptionError(f"{shorten(where)!r} needs {describe_type(kind)} after the '='.")
    raise BadOptionError(
        f"{shorten(where)!r} cannot be understood: the option is declared as "
        f"{annotation_text(kind)}, and what "
        f"is written here is on or off, a number, a text or {LIST}; set it in Python, or declare it as one "
        "of these."
    )


def readable(kind: Any) -> bool:
    """Can a value of this plain type be written as a text?"""
    return kind in PLAIN or get_origin(kind) in (Literal, tuple)


def read_one(kind: Any, text: str) -> Value:
    """The value of a text as one plain type, or None if it is not of that type."""
    if kind is bool:
        return True if text.lower() in ON else False if text.lower() in OFF else None
    if kind is int or kind is float:
        try:
            return kind(text.replace("_", "")) if text[:1] != "_" else None
        except ValueError:
            return None
    if kind is str:
        return text
    if get_origin(kind) is Literal:
        return next((choice for choice in get_args(kind) if write(choice) == text), None)
    if get_origin(kind) is tuple and text[:1] in "([" and text[-1:] in ")]":
        inner = get_args(kind)[0] if get_args(kind) else str
        items = [read_one(inner, piece) for piece in pieces(text[1:-1])]
        return None if any(item is None for item in items) else tuple(items)
    return None


def write(value: Value) -> str:
    """A value as a spec writes it."""
    if isinstance(value, bool):
        return "on" if value else "off"
    if isinstance(value, float) and value.is_integer() and abs(value) < 1e15:
        return str(int(value))
    if isinstance(value, tuple):
        return "(" + ",".join(write(item) for item in value) + ")"
    return "none" if value is None else str(value)


def describe_type(kind: Any) -> str:
    """A type in words, its values as a text writes them.

    >>> describe_type(int | None), describe_type(Literal["soft", "hard"]), describe_type(dict[str, int])
    ('a whole number or none', 'soft or hard', 'dict[str, int], in Python only')
    """
    words = []
    for each in alternatives(kind):
        if each is types.NoneType:
            words.append("none")
        elif get_origin(each) is Literal:
            words += [write(choice) for choice in get_args(each)]
        elif get_origin(each) is tuple:
            words.append(LIST)
        else:
            words.append(PLAIN.get(each, f"{annotation_text(each)}, in Python only"))
    return join_names(words)


def annotation_text(kind: Any) -> str:
    """A type as a program writes it."""
    return kind.__name__ if isinstance(kind, type) and not get_args(kind) else str(kind)


def refuse_wrong_kinds(thing: object, name: str) -> None:
    """Refuse an instance of a dataclass with an option that is not of the type it is declared as.

    >>> from outwit.decision import Limit
    >>> Limit(seconds="2")
    Traceback (most recent call last):
    outwit.errors.BadOptionError: Limit takes a number or None for seconds, not '2'.
    """
    cls: type = type(thing)
    for key, (kind, plain) in declared_types(cls).items():
        value = getattr(thing, option_fields(cls)[key].name)
        if type(value) not in plain and not any(of_kind(value, each) for each in alternatives(kind)):
            words = join_names(word for each in alternatives(kind) for word in in_python(each))
            raise BadOptionError(f"{name} takes {words} for {key}, not {shorten(repr(value))}.")


@cache
def declared_types(cls: type) -> dict[str, tuple[Any, frozenset[type]]]:
    """The type of each option as it is declared, and the plain types that it allows outright.

    None where annotations cannot be resolved.
    """
    try:
        hints = get_type_hints(cls)
    except Exception:  # as above
        return {}
    plain: dict[Any, set[type]] = {each: {each} for each in (bool, int, str, types.NoneType)}
    plain[float] = {int, float}
    return {
        key: (
            hints[option.name],
            frozenset(kind for each in alternatives(hints[option.name]) for kind in plain.get(each, ())),
        )
        for key, option in option_fields(cls).items()
    }


def of_kind(value: Value, kind: Any) -> bool:
    """Is a value of one plain type? Nothing is known of other types, so anything may be of those."""
    if get_origin(kind) is Literal:
        return value in get_args(kind)
    if get_origin(kind) is tuple:
        items = get_args(kind)
        return isinstance(value, tuple) and all(of_kind(item, items[0]) for item in value if items)
    if kind in NUMBERS:
        return isinstance(value, NUMBERS[kind]) and not isinstance(value, bool)
    return isinstance(value, kind) if kind in (bool, str, types.NoneType) else True


def in_python(kind: Any) -> list[str]:
    """What there is of one plain type, in words, as a program writes it."""
    if get_origin(kind) is Literal:
        return [repr(choice) for choice in get_args(kind)]
    if kind is bool or kind is types.NoneType:
        return ["True", "False"] if kind is bool else ["None"]
    return ["a tuple"] if get_origin(kind) is tuple else [PLAIN.get(kind, annotation_text(kind))]


def alternatives(kind: Any) -> tuple[Any, ...]:
    """The types that a union allows."""
    return get_args(kind) if get_origin(kind) in (Union, types.UnionType) else (kind,)
