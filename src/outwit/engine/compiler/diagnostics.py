"""The compiler's complaints in words that a Python programmer understands, and what to write instead."""

from __future__ import annotations

import ast
import builtins
import inspect
import re
from collections.abc import Iterator
from dataclasses import dataclass, field, is_dataclass
from difflib import get_close_matches
from typing import Any

from outwit.engine.compiler.generator import METHODS
from outwit.engine.compiler.known_errors import CASES
from outwit.engine.compiler.layout import field_names
from outwit.engine.compiler.type_names import MODULE, NUMBERS, arguments, in_words, kind_of_value
from outwit.errors import join_names, shorten
from outwit.game import Game
from outwit.random import Generator


@dataclass
class Complaint:
    """What the compiler said, and what it said it about."""

    message: str
    error: Exception
    game: Game
    function: Any = None
    line: int = 0
    """The line in question; 0 if the compiler named none."""
    nodes: list[ast.AST] = field(default_factory=list)
    """What is written there: the statement or, without a line, the whole function."""

    @property
    def cls(self) -> type[Game]:
        """The game's class."""
        return type(self.game)

    def find(self, *kinds: type[ast.AST]) -> Any:
        """The first thing of these kinds that is written there."""
        return next((node for node in self.nodes if isinstance(node, kinds)), None)

    def calls(self, names: str, *given: type[ast.AST]) -> bool:
        """Is a function of one of these names called there, and given something of these kinds?"""
        return any(
            isinstance(node, ast.Call)
            and re.fullmatch(names, ast.unparse(node.func))
            and any(isinstance(each, given) for each in (*node.args, *node.keywords))
            for node in self.nodes
        )

    def value(self, name: str) -> Any:
        """What a name stands for in the function."""
        try:
            names = inspect.getclosurevars(self.function)
        except TypeError:
            return None
        for space in (names.nonlocals, names.globals, names.builtins, self.function.__globals__):
            if name in space:
                return space[name]
        return None


def sentence(complaint: Complaint) -> str:
    """Why something cannot be compiled and what to write instead, without a full stop."""
    for explain in (different_returns, look_up, unknown_name, unknown_attribute, wrong_operands, quote):
        found = explain(complaint)
        if found:
            reason, instead = found
            text = f"{reason}; {instead}" if instead else reason
            return " ".join(text.split()).rstrip(".")
    return f"it is written in a way that cannot be compiled; {PLAINLY}"


Explanation = tuple[str, str] | None


def look_up(complaint: Complaint) -> Explanation:
    """What the catalogue says."""
    for case in CASES:
        said = re.search(case.said, complaint.message)
        if not said or (case.calling and not complaint.calls(case.calling, *case.written)):
            continue
        if case.written:
            node = complaint.find(*case.written)
            if node is None:
                continue
            complaint.line = complaint.line or node.lineno
        facts = {
            name: in_words(text) if name.startswith("kind") else text
            for name, text in said.groupdict().items()
        }
        facts = {**surroundings(complaint), **facts}
        return case.reason.format_map(facts), case.instead.format_map(facts)
    return None


def surroundings(complaint: Complaint) -> dict[str, str]:
    """What is written around the place: names that an explanation may use."""
    facts = {
        "function": getattr(complaint.function, "__name__", "it"),
        "base": "Base",
        "method": "method",
        "name": "error",
        "call": "This",
    }
    for node in complaint.nodes:
        if isinstance(node, ast.ExceptHandler) and node.name:
            facts["name"] = node.name
        if isinstance(node, ast.Call) and any(isinstance(a, ast.GeneratorExp) for a in node.args):
            facts["call"] = ast.unparse(node.func)
        if isinstance(node, ast.Attribute) and ast.unparse(node.value).startswith("super("):
            facts["method"] = node.attr
            for base in complaint.cls.__mro__:
                if node.attr in vars(base) and vars(base)[node.attr] is not complaint.function:
                    facts["base"] = base.__name__
                    break
    return facts


RETURNS = re.compile(
    r"(?:Return|Yield) of: IR name '[^']*', type '(?P<kind>.*)', location:\s*\n?\s*"
    r'File "[^"]*", line (?P<line>\d+)'
)
UNIFY = re.compile(r"Can't unify (return|yield) types? from the following types: (?P<kinds>.*)")


def different_returns(complaint: Complaint) -> Explanation:
    """Paths through a function that give different kinds of things."""
    said = UNIFY.search(complaint.message)
    if not said:
        return None
    kinds = list(dict.fromkeys(in_words(kind) for kind in arguments(said["kinds"])))
    verb = "gives" if said[1] == "return" else "yields"
    places = [(in_words(place["kind"]), int(place["line"])) for place in RETURNS.finditer(complaint.message)]
    odd = [line for kind, line in places if kind not in NUMBERS]
    if odd:
        complaint.line = min(odd)
    if kinds == ["a list"]:
        return "what a list that it gives empty on one path would hold cannot be told", (
            "fill one list, found = [], with append() and +=, and give that on every path"
        )
    if len(kinds) < 2:
        reason = f"it {verb} {kinds[0]} of different shapes on different paths"
    else:
        reason = f"it {verb} {join_names(kinds)} on different paths"
    if "None" in kinds:
        return reason, "use a number such as -1 in place of None"
    if set(kinds) == {"a list", "a tuple"}:
        return (
            reason,
            "give a list on all of them: a list beside the rules counts as a tuple, list(...) of it does not",
        )
    return reason, "let it be the same kind on all of them"


UNTYPED = re.compile(
    r"Untyped (?:global|freevar|closure) name '(?P<name>\w+)'|Cannot determine Numba type of"
)
READ_ONCE = "read it once at the top of the file"
BUILTINS = {
    "open": READ_ONCE,
    "input": "leave people to `outwit play`",
    "format": "leave text to `describe` and `text`, which are never compiled",
    "repr": "leave text to `describe` and `text`, which are never compiled",
    "dict": "use a tuple, or a dictionary at the top of the file with whole numbers as keys",
    "frozenset": "use set(), or a tuple",
    "object": "use a number",
}


def unknown_name(complaint: Complaint) -> Explanation:
    """A name outside the function that stands for something which cannot be compiled."""
    said = UNTYPED.search(complaint.message)
    if not said:
        return None
    name = said["name"] if said["name"] not in (None, "value") else attribute_read(complaint)
    owner, _, attribute = name.rpartition(".")
    value = getattr(complaint.game, attribute, None) if owner else complaint.value(name)
    if isinstance(value, dict):
        if not value:
            return f"{name} is an empty dictionary", "fill it where it is defined"
        if all(isinstance(key, int) for key in value):
            return f"the values of the dictionary {name} are not all numbers", "number them, or use a tuple"
        kind = kind_of_value(next(key for key in value if not isinstance(key, int)))
        return f"the dictionary {name} has {kind} as a key", "use whole numbers as keys, or a tuple"
    if isinstance(value, list | tuple | set | frozenset):
        kinds = list(dict.fromkeys(kind_of_value(item) for item in value))
        return f"{name} holds {join_names(kinds, 'and')}", "let it hold numbers only"
    if name in vars(builtins):
        return f"{name}() cannot be compiled", BUILTINS.get(name, "write a for loop")
    if value is Generator:
        return "a generator cannot be made in compiled rules", "draw with the one that the rule is given"
    if isinstance(value, type):
        if value.__module__ == complaint.cls.__module__:
            return f"objects of the class {name} cannot be compiled", "use a NamedTuple, or plain functions"
        return f"{name} cannot be compiled", "use a list, a tuple or numbers"
    if callable(value) and hasattr(value, "__name__"):
        return f"{name}() cannot be compiled", "write a plain function for it"
    if value is None:
        return f"{name} is None, or nothing that can be compiled", "use a number such as -1"
    return f"{name} is an object of the class {type(value).__name__}, which cannot be compiled", (
        "use plain functions and numbers"
    )


def attribute_read(complaint: Complaint) -> str:
    """The attribute of `self` that is read there and that no number, truth, text or method stands for."""
    for node in complaint.nodes:
        if isinstance(node, ast.Attribute) and isinstance(node.value, ast.Name) and node.value.id == "self":
            value = getattr(complaint.game, node.attr, None)
            if not callable(value) and not isinstance(value, int | float | str):
                return f"self.{node.attr}"
    return "something here"


ATTRIBUTE = re.compile(r"Unknown attribute '(?P<name>\w+)' of type (?P<kind>.*)")


def unknown_attribute(complaint: Complaint) -> Explanation:
    """An attribute that is not there, or not there for the compiler."""
    said = ATTRIBUTE.search(complaint.message)
    if not said:
        return None
    name, kind = said["name"], in_words(said["kind"])
    module = MODULE.match(said["kind"])
    if module:
        path = f"{module['name']}.{name}"
        if module["name"] == "random":
            return f"{path} cannot be compiled", "let chance act through `chances`"
        return f"{path} cannot be compiled", "write a plain function or a for loop for it"
    if kind == complaint.cls.__name__:
        known = inspect.getattr_static(complaint.cls, name, None)
        known = known.__func__ if isinstance(known, staticmethod | classmethod) else known
        if inspect.isfunction(known):
            return f"{kind}.{name} takes * or ** parameters, which cannot be compiled in a method", (
                "give each parameter its name"
            )
        names = [each for each in dir(complaint.cls) if not each.startswith("__")]
    else:
        part = next((cls for cls in named_tuples(complaint) if cls.__name__ == kind), None)
        names = list(field_names(part)) if part else []
        if part and hasattr(part, name):
            return f"{kind}.{name} cannot be compiled", "read the fields by their names"
    if kind == "the generator":
        return f"the generator's {name} cannot be compiled", f"draw with {join_names([*METHODS])}"
    near = get_close_matches(name, names, n=1, cutoff=0.5)
    if name.startswith("__"):
        return f"{name} cannot be compiled", "write it as rules do, as in lambda place: items[place]"
    if kind == "a tuple" and name in dir(list):
        return "a list outside the function cannot be changed by compiled rules", (
            "keep what changes in the state"
        )
    if kind == "a dictionary" and "Map(" in said["kind"]:
        return f"{name}() of a dictionary cannot be compiled", "set its items one by one, d[key] = value"
    if kind == "a dictionary":
        return f"{name}() of a dictionary outside the function cannot be compiled", (
            "loop over a tuple of its keys"
        )
    return f"{kind} has no {name} that can be compiled", f"perhaps {near[0]} is meant" if near else PLAINLY


def named_tuples(complaint: Complaint) -> Iterator[Any]:
    """The NamedTuples that the function's module knows."""
    for value in getattr(complaint.function, "__globals__", {}).values():
        if isinstance(value, type) and (hasattr(value, "_fields") or is_dataclass(value)):
            yield value


SIGNATURE = re.compile(r">>> (?P<name>[\w.$]+)\((?P<given>.*)\)\s*$", re.MULTILINE)
OPERATORS = {
    "add": "+", "iadd": "+=", "sub": "-", "isub": "-=", "mul": "*", "imul": "*=", "truediv": "/",
    "itruediv": "/=", "floordiv": "//", "ifloordiv": "//=", "mod": "%", "imod": "%=", "pow": "**",
    "and_": "&", "iand": "&=", "or_": "|", "ior": "|=", "xor": "^", "ixor": "^=", "lshift": "<<",
    "ilshift": "<<=", "rshift": ">>", "irshift": ">>=", "eq": "==", "ne": "!=", "lt": "<", "le": "<=",
    "gt": ">", "ge": ">=", "contains": "in", "neg": "-", "invert": "~", "not_": "not",
}  # fmt: skip


WRITTEN = {
    "make_list": "list()", "fresh_list": "list()", "hand_on": "a loop", "make_tuple": "tuple()",
    "move_to_tuple": "tuple()", "make_row": "a tuple", "in_order": "sorted()", "in_order_once": "sorted()",
    "in_order_of": "sorted()", "pop_item": "pop()", "pop_last": "pop()", "remove_item": "remove()",
    "clear_items": "clear()",
    "replace_slice": "setting a slice", "without": "deleting a slice", "repeat": "`*`", "power": "`**`",
    "exactly": "taking apart", "make_map": "a dictionary", "equal": "`==`", "unequal": "`!=`",
    "truth": "asking for its truth",
    "same_items": "`==`", "splice": "`+`", "none_of": "an empty list", "none_like_items_of": "an empty list",
}  # fmt: skip
"""What is written in rules where compiled rules call something of our own."""

PLAINLY = "write a for loop over numbers or tuples"


def wrong_operands(complaint: Complaint) -> Explanation:
    """An operator or a function on kinds of things that it does not take."""
    said = SIGNATURE.search(complaint.message)
    if not said:
        return None
    name, given = said["name"], [in_words(kind) for kind in arguments(said["given"])]
    if name == "count_items":
        return (
            f"Counter() cannot be compiled for {join_names(given, 'and')} of such things",
            "count whole numbers",
        )
    if name in WRITTEN:
        return f"{WRITTEN[name]} cannot be compiled for {join_names(given, 'and')}", PLAINLY
    if name in OPERATORS:
        text = (
            "turn the number into text with str(), or the text into a number" if "text" in given else PLAINLY
        )
        return f"`{OPERATORS[name]}` cannot be compiled for {join_names(given, 'and')}", text
    if name == "getitem":
        return f"{given[0]} cannot be indexed by {join_names(given[1:], 'and')}", "use whole numbers"
    if name == "setitem":
        return f"an item of {given[0]} cannot be set so", "let all of its items be of one kind"
    missing = re.search(r"missing a required argument: '(\w+)'", complaint.message)
    if missing:
        return f"a method is called without its argument {missing[1]}", f"give it {missing[1]}"
    name = re.sub(r"^(_|impl_|set_|dict_|list_|ol_)+", "", name.rpartition(".")[2])
    if given[:1] == ["the generator"] and name in METHODS:
        taken = join_names(given[1:], "and") or "nothing"
        return f"{name}() of the generator does not take {taken}", f"give it {METHODS[name]}"
    return f"{name}() of {join_names(given, 'and') or 'nothing'} cannot be compiled", PLAINLY


BOILERPLATE = re.compile(
    r"^(Failed in|During:|File |There are|- Of which|Overload|With argument|No match|Rejected|raised from|$)"
)
JARGON = (
    (re.compile(r"\bin nopython mode\b|\bnopython\b"), ""),
    (re.compile(r"\bNumba's?\b", re.IGNORECASE), "the compiler"),
    (re.compile(r"CPUDispatcher\(<function (\w+) at \w+>\)|<function (\w+) at \w+>"), r"\1\2"),
    (re.compile(r"\bLiteral\[str\]\([^)]*\)|\bunicode_type\b"), "text"),
    (re.compile(r"\bLiteral\[int\]\([^)]*\)|\bu?int(?:8|16|32|64|p)\b"), "a whole number"),
    (re.compile(r"\bfloat(?:32|64)\b"), "a real number"),
    (re.compile(r"\bbool(?:ean)?\b"), "a truth value"),
    (re.compile(r"\breflected (list|set)"), r"\1"),
    (re.compile(r"\b(?:Uni)?Tuple\([^)]*\)"), "a tuple"),
    (re.compile(r"<iv=[^>]*>|\$\w+\.\d+|,? ?Raised from .*|,? ?location: .*|0x[0-9a-f]+"), ""),
    (re.compile(r"/\S*/"), ""),
)


INSIDE = re.compile(r"\b_Z\w|has no attribute|not linked|\bRow\(|\bMap\(|'[.$]|\w \d+\)|\blist\(")
"""Words for what is inside the compiler, of which nobody who writes rules can make anything."""


def quote(complaint: Complaint) -> Explanation:
    """The compiler's own innermost sentence, cleaned, where nothing better is known and it is plain."""
    for line in complaint.message.splitlines():
        text = line.strip()
        if not BOILERPLATE.match(text):
            for pattern, plain in JARGON:
                text = pattern.sub(plain, text)
            text = re.sub(r"\.\s.*", "", " ".join(text.split())).rstrip(".:;, ")
            if text and not INSIDE.search(text):
                return f"the compiler says: {shorten(text, 160)}", ""
    return None
