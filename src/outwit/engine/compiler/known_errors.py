"""Complaints of the compiler that are known beforehand, and what to say of each."""

from __future__ import annotations

import ast
from dataclasses import dataclass


@dataclass(frozen=True)
class Case:
    """One complaint of the compiler: how to know it, and what to say."""

    said: str
    """A pattern that the message matches; the kinds of values among its groups are put into words."""
    reason: str
    instead: str = ""
    written: tuple[type[ast.AST], ...] = ()
    """If given, one of these must be written there; it tells the line where the compiler does not."""
    calling: str = ""
    """If given, a function of one of these names must be called with what is written."""


DROPPED = r"unsupported opcode \({}\)"

CASES = (
    # What is written
    Case(
        DROPPED.format("UNPACK_EX"),
        "a starred name in an assignment cannot be compiled",
        "take the items one by one, a = xs[0]",
    ),
    Case(
        DROPPED.format("IMPORT_NAME|IMPORT_FROM"),
        "an import inside a function cannot be compiled",
        "import at the top of the file",
    ),
    Case(
        DROPPED.format("GET_YIELD_FROM_ITER|SEND|YIELD_FROM"),
        "`yield from` cannot be compiled",
        "write a for loop that yields each item",
    ),
    Case(
        DROPPED.format("STORE_GLOBAL|DELETE_GLOBAL"),
        "rules that are compiled cannot change a global name",
        "keep what changes in the state",
    ),
    Case(
        DROPPED.format("MATCH_CLASS|MATCH_SEQUENCE|MATCH_MAPPING|MATCH_KEYS"),
        "`match` can only be compiled with plain numbers as cases",
        "write if and elif",
    ),
    Case(
        DROPPED.format("LOAD_SUPER_ATTR|LOAD_SUPER_METHOD"),
        "super() cannot be compiled",
        "name the class, as in {base}.{method}(self, ...)",
    ),
    Case(
        DROPPED.format("LOAD_BUILD_CLASS"),
        "a class inside a function cannot be compiled",
        "define it at the top of the file",
    ),
    Case(
        DROPPED.format("FORMAT_WITH_SPEC") + "|format spec in f-strings",
        "a format such as {{x:3d}} cannot be compiled",
        "leave text to `describe` and `text`, which are never compiled",
    ),
    Case(
        r"unsupported opcode \((?P<opcode>\w+)\)",
        "this line uses a part of Python that cannot be compiled",
        "write it with plain loops, ifs and numbers",
    ),
    Case(
        r"Untyped global name 'super'",
        "super() cannot be compiled",
        "name the class, as in {base}.{method}(self, ...)",
    ),
    Case(
        r"yield in a closure",
        "next() of a generator expression cannot be compiled",
        "write a for loop that stops at the first item",
        (ast.GeneratorExp,),
        "next",
    ),
    Case(
        r"yield in a closure",
        "tuple() of a generator expression cannot be compiled, as a tuple's length must be known before",
        "keep a list, [... for ...]",
        (ast.GeneratorExp,),
        "tuple",
    ),
    Case(
        r"yield in a closure",
        "list() of a generator expression cannot be compiled",
        "write [... for ...]",
        (ast.GeneratorExp,),
        "list",
    ),
    Case(
        r"yield in a closure",
        "{call}() of a generator expression cannot be compiled",
        "give it a list, {call}([... for ...]), or write a for loop",
        (ast.GeneratorExp,),
        "sum|any|all|min|max|sorted|set",
    ),
    Case(
        r"yield in a closure",
        "a generator expression cannot be compiled",
        "write a list, [... for ...], or a for loop",
    ),
    Case(
        r"cannot be determined",
        "an assignment inside an expression (`:=`) cannot be compiled",
        "assign on a line of its own",
        (ast.NamedExpr,),
    ),
    Case(
        r"Unknown attribute 'add'",
        "a set comprehension cannot be compiled",
        "start with set() and add in a for loop",
        (ast.SetComp,),
    ),
    Case(
        r"Exception object cannot be stored",
        "`except ... as {name}` cannot be compiled",
        "leave the name out and write `except Exception:`",
    ),
    Case(
        r"Exception matching is limited",
        "the only `except` that can be compiled is `except Exception:`",
        "write that, or test with an if beforehand",
    ),
    Case(
        r"context manager|BEFORE_WITH|SETUP_WITH",
        "`with` cannot be compiled",
        "do it once at the top of the file and keep the result",
    ),
    Case(
        r"print\(\) function implementation does not support keyword",
        "print() with keywords cannot be compiled",
        "print the values alone",
    ),
    Case(
        r"Unsupported use of cell variable",
        "a function that is defined inside another and calls itself cannot be compiled",
        "move it to the top of the file",
    ),
    Case(r"^$", "`del` of an item cannot be compiled for a list of constants", "use pop()", (ast.Delete,)),
    Case(r"^$|strict", "zip() with strict= cannot be compiled", "leave strict= out", (ast.keyword,), "zip"),
    Case(
        r"DICT_UPDATE|DICT_MERGE",
        "a dictionary with ** in it cannot be compiled",
        "start with a copy() and set the other items",
    ),
    Case(r"Illegal IR, del found", "`del` of a variable cannot be compiled", "leave it out"),
    Case(
        r"[Cc]annot capture the non-constant value",
        "a function inside another that changes something of it cannot be compiled",
        "hand that over as an argument, and move the function to the top of the file",
    ),
    Case(
        r"Undecided type|<undecided>",
        "what an empty list or dictionary will hold cannot be told",
        "put the first item into it where it is made",
    ),
    Case(
        r"(?:IntEnum|Enum) class",
        "an enumeration can only be compiled by its members' names",
        "make it an IntEnum, or write a tuple of them, as in PIECES = (Piece.PAWN, Piece.KING)",
    ),
    Case(
        r"invalid type in signature|VAR_KEYWORD",
        "a function with ** among its parameters cannot be compiled",
        "give each parameter its name",
    ),
    Case(
        r"Signature mismatch: (?P<given>\d+) argument types given, but function takes (?P<taken>\d+)",
        "it is called with {given} arguments and takes {taken}, as a decorated function may",
        "take the decorator off",
    ),
    Case(
        r"Cannot bind '.*' to signature .*TypeError: missing a required argument: '(?P<missing>\w+)'",
        "a function is called without its argument {missing}",
    ),
    Case(
        r"Cannot bind '.*' to signature '(?P<signature>.*)' due to",
        "a function that takes {signature} is called with other arguments",
    ),
    # Recursion
    Case(
        r"runaway recursion",
        "{function} calls itself before any `return` tells what it gives",
        "begin with the case that ends it, as in `if n == 0: return 0`",
    ),
    # What kind of value it is
    Case(
        r"Int value is too large: (?P<number>-?\d+)",
        "the number {number} does not fit into 64 bits",
        "use a tuple of Bits, see outwit.bits.Wide",
    ),
    Case(
        r"NameError: name '(?P<name>\w+)' is not defined",
        "there is nothing called {name} here",
        "define it first",
    ),
    Case(
        r"imprecise type: DictType\[undefined",
        "what an empty dictionary will hold cannot be told",
        "keep it at the top of the file with whole numbers as keys, or use a tuple",
    ),
    Case(
        r"imprecise type: (?:reflected )?(?:list|set)\(undefined|imprecise type: List",
        "what an empty list or set will hold cannot be told, here or where one is given to a function",
        "put an item into it in the same function, or begin with list(range(0)) or set(range(0)) for numbers",
    ),
    Case(
        r"setitem\(DictType\[(?P<kind1>[^,]+),(?P<kind2>[^\]]+)\]",
        "the keys of a dictionary must be of one kind, and so must its values",
        "use two dictionaries, or a tuple",
    ),
    Case(
        r"Cannot resolve setattr: \((?P<kind>.+?)\)\.(?P<name>\w+) =",
        "rules cannot change {kind}.{name}",
        "keep what changes in the state and make a new one with _replace",
    ),
    Case(
        r"The use of a reflected (?P<what>list|set)\(.*assigned to variable '(?P<name>\w+)' in globals",
        "{name} is a {what}, which cannot be compiled",
        "make it a tuple",
    ),
    Case(
        r"Invalid use of getiter with parameters \((?P<kind>Tuple\(.*)\)",
        "a for loop cannot go over a tuple whose items differ in kind or length",
        "make them all alike, the short ones filled up",
    ),
    Case(r"Invalid use of getiter with parameters \((?P<kind>.*)\)", "a for loop cannot go over {kind}"),
    Case(
        r">>> getitem\((?P<kind>Tuple\(.*), (?:int64|intp|uint64)\)",
        "a tuple whose items differ in kind or length can only be indexed by a constant",
        "make the items all alike, the short ones filled up",
    ),
    Case(
        r">>> getitem\((?P<kind>.*), slice<",
        "a tuple can only be cut at places that are constants",
        "write a for loop",
    ),
    Case(
        r">>> setitem\((?P<kind>(?:Uni)?Tuple\(.*)",
        "a tuple, or a list outside the function, cannot be changed by compiled rules",
        "keep what changes in the state",
    ),
    Case(
        r">>> (?P<name>min|max|sorted)\(.*\bkey=",
        "{name}() with key= cannot be compiled",
        "write a for loop that keeps the best so far",
    ),
    Case(
        r">>> (?P<name>min|max)\(.*\bdefault=",
        "{name}() with default= cannot be compiled",
        "test with an if whether there is anything",
    ),
    Case(
        r">>> tuple\((?P<kind>.*)\)",
        "tuple() of {kind} cannot be compiled, as a tuple's length must be known before",
        "keep the list, or write the tuple out",
    ),
    Case(
        r">>> (?P<name>sum|min|max|sorted|len|set)\((?P<kind>\w+ generator\()",
        "{name}() of {kind} cannot be compiled",
        "make a list first, {name}(list(...))",
    ),
    Case(
        r">>> isinstance\(",
        "isinstance() of such a value cannot be compiled",
        "number the cases and compare the numbers",
    ),
    Case(
        r">>> (?P<name>getattr|hasattr)\(",
        "{name}() with a name that is no constant cannot be compiled",
        "write the attribute out",
    ),
    Case(
        r">>> or_no_(items|tuple)\(",
        "`or []` behind what is no list, like `or ()` behind what is no tuple, gives one kind of thing in "
        "one case and another in the other",
        "write `or ()` behind a tuple, and `or []` behind a list",
    ),
    Case(
        r">>> \w+\(.*OptionalType\(",
        "a value that may be None is used as a number",
        "use a number such as -1 in place of None",
    ),
    Case(
        r">>> mod\((?:Literal\[str\]|unicode_type)|Unknown attribute 'format' of type (?:Literal|unicode)",
        "formatting text cannot be compiled",
        "leave text to `describe` and `text`, which are never compiled",
    ),
    Case(
        r"\*args in function call should be a tuple, got",
        "what stands behind `*` in a call can only be compiled if it is a tuple whose length is known",
        "write a loop, or give the items one by one",
    ),
    Case(
        r"Cannot unify .+ for '[.$]",
        "one value is of one kind in one case and of another kind, or another length, in the other",
        "let it be the same in both, as with list(...) around each",
    ),
    Case(
        r"Cannot unify (?P<kind1>.+?) and (?P<kind2>.+?) for '(?P<name>\w+)(?:\.\d+)?'",
        "{name} is {kind1} in one place and {kind2} in another",
        "give the two different names",
    ),
)
"""Complaints whose words depend on the message alone, or on what is written at the line."""
