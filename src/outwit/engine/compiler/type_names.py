"""Kinds of values in words: what the compiler calls them, and what a programmer says."""

from __future__ import annotations

import re
from typing import Any

MODULE = re.compile(r"Module\(<module '(?P<name>[\w.]+)'")
NUMBERS = ("a whole number", "a real number", "a truth value", "a set of squares (Bits)")
KINDS = (
    (r"Literal\[str\]|unicode_type|UnicodeType|str$", "text"),
    (r"Literal\[bool\]|bool(ean)?$", "a truth value"),
    (r"Literal\[int\]|u?int(8|16|32|64|p)$", "a whole number"),
    (r"float(32|64)$", "a real number"),
    (r"Bits$", "a set of squares (Bits)"),
    (r"Generator$", "the generator"),
    (r"none$|NoneType", "None"),
    (r"OptionalType|Optional", "a value that may be None"),
    (r"(reflected )?list\(|ListType|LiteralList", "a list"),
    (r"(reflected )?set\(", "a set"),
    (r"DictType|Lookup|LiteralStrKeyDict|Map\(", "a dictionary"),
    (r"(Uni|Starargs)?Tuple\(|Row\(", "a tuple"),
    (r"array\(", "an array"),
    (r".*\bgenerator\(", "a generator"),
    (r"range_", "a range"),
    (r"slice<", "a slice"),
    (r"undefined|unknown", "something not known yet"),
)


def in_words(kind: str) -> str:
    """The compiler's name of a kind of value as a programmer would say it.

    >>> in_words("UniTuple(int64 x 2)"), in_words("Literal[int](1)"), in_words("Pile(int64 x 2)")
    ('a tuple', 'a whole number', 'Pile')
    """
    kind = kind.strip()
    for pattern, words in KINDS:
        if re.match(pattern, kind):
            return words
    function = re.search(r"<(?:built-in )?(?:function|class|intrinsic) '?([\w.]+)", kind)
    if function:
        return f"the function {function[1].rpartition('.')[2]}"
    module = MODULE.match(kind)
    if module:
        return f"the module {module['name']}"
    named = re.match(r"(?:\w+=)?([A-Za-z_]\w*)", kind)
    return named[1] if named else "this"


def kind_of_value(value: Any) -> str:
    """A kind of Python value as a programmer would say it."""
    for kind, words in (
        (bool, "a truth value"),
        (int, "a whole number"),
        (float, "a real number"),
        (str, "text"),
        (tuple, "a tuple"),
        (list, "a list"),
        (dict, "a dictionary"),
        ((set, frozenset), "a set"),
    ):
        if isinstance(value, kind):
            return words
    return "None" if value is None else f"an object of the class {type(value).__name__}"


def arguments(text: str) -> list[str]:
    """What stands between commas, those in brackets aside.

    >>> arguments("Tuple(int64, float64), int64")
    ['Tuple(int64, float64)', 'int64']
    """
    parts, depth = [""], 0
    for letter in text:
        depth += (letter in "([{") - (letter in ")]}")
        if letter == "," and depth <= 0:
            parts.append("")
        else:
            parts[-1] += letter
    return [part.strip() for part in parts if part.strip()]
