"""What compiled rules must answer with, so that a search can use it."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from numba import types

from outwit.engine.compiler.bitset import BitsType
from outwit.engine.compiler.contract import RULES, Answer
from outwit.engine.compiler.type_names import in_words
from outwit.engine.compiler.value_hash import can_hash

if TYPE_CHECKING:
    from outwit.engine.compiler.linker import Linked


def answer_fault(linked: Linked, name: str, kind: Any) -> str:
    """What is wrong with the kind of thing that a rule gives, in words; nothing if it will do."""
    answer = RULES[name].answer
    expected, fits = ANSWERS[answer]
    if answer == "state":
        wanted = linked.layout.type
        if kind == wanted or not isinstance(wanted, types.BaseTuple):
            return ""
        given = in_words(str(kind))
        if given == in_words(str(wanted)):
            return "it gives a state whose fields are of other kinds than those of `initial`"
        return f"it gives {given} where `initial` gives {in_words(str(wanted))}"
    if fits(kind):
        return ""
    yields = answer == "moves" and item_of(kind)
    given = in_words(str(item_of(kind) if yields else kind))
    if answer == "knowledge" and given == "a tuple":
        return "it gives a tuple with something in it that is no number and no tuple; number the cases"
    instead = {
        "text": "; number the cases",
        "a value that may be None": "; give a number on every path",
        "None": "; give a number on every path",
        "a tuple": "; put the numbers into one, as in 100 * a + b" if yields else "",
        "a list": "; make it a tuple" if answer == "knowledge" else "",
    }.get(given, "")
    verb = "yields" if yields else "gives"
    return f"it {verb} {given} where {expected} is expected{instead}"


def item_of(kind: Any) -> Any:
    """What a loop over such a thing gives."""
    kind = getattr(kind, "iterator_type", kind)
    return getattr(kind, "yield_type", None)


def numeric(kind: Any) -> bool:
    """Is it a number of some kind?"""
    return isinstance(kind, types.Integer | types.Float | types.Boolean | types.BooleanLiteral | BitsType)


def whole(kind: Any) -> bool:
    """Is it a whole number?"""
    return numeric(kind) and not isinstance(kind, types.Float)


def several(kind: Any) -> bool:
    """Is it a row of numbers?"""
    if isinstance(kind, types.BaseTuple):
        return all(numeric(each) for each in kind)
    return numeric(getattr(kind, "dtype", None))


def is_weighted_outcome(kind: Any) -> bool:
    """Is it an outcome with its probability?"""
    return isinstance(kind, types.BaseTuple) and len(kind) == 2 and whole(kind[0]) and numeric(kind[1])


def yields_integers(kind: Any) -> bool:
    """Does a loop over it give whole numbers?"""
    return whole(item_of(kind)) or kind == types.Tuple(())


ANSWERS: dict[Answer, tuple[str, Callable[[Any], bool]]] = {
    "truth": ("a truth value", numeric),
    "whole": ("a whole number", whole),
    "number": ("a number", numeric),
    "pair": ("a tuple of two numbers", several),
    "numbers": ("a tuple of numbers", several),
    "moves": ("a whole number", yields_integers),
    "outcomes": ("a whole number with its probability", lambda kind: is_weighted_outcome(item_of(kind))),
    "state": ("a state", lambda kind: True),
    "knowledge": ("a number or a tuple of numbers", can_hash),
}
"""What each kind of answer is called, and whether a type will do."""
