"""Rules that cannot be compiled: one sentence says where, why and what works, and they still play."""

from __future__ import annotations

import logging
import re
from pathlib import Path
from textwrap import indent
from typing import NamedTuple

import pytest

from outwit import AlphaBeta, Game, find_game
from outwit.engine.compiler import rules
from outwit.engine.compiler.errors import explain_error, explain_errors
from outwit.engine.compiler.linker import Linked, sample_states
from outwit.engine.runners.alphabeta import CompiledSearch
from outwit.errors import CompileError

TEMPLATE = '''\
"""Take one to three coins; whoever takes the last one wins."""

from dataclasses import dataclass
from typing import NamedTuple

from outwit import Game
from outwit.bits import count

{above}


class Pile(NamedTuple):
    coins: int
    turn: int


class Table(Game):
    def initial(self):
        return Pile(7, 0)

    def moves(self, pile):
        for n in range(1, min(3, pile.coins) + 1):
            yield n

    def play(self, pile, n):
        return Pile(pile.coins - n, 1 - pile.turn)

    def over(self, pile):
        return pile.coins == 0

    def payoff(self, pile, player):
        return -1.0 if pile.turn == player else 1.0

    def worth(self, pile):
        return pile.coins


@dataclass(frozen=True)
class Mine(Table):
{rules}
'''

JARGON = re.compile(
    r"nopython|numba|dispatcher|reflected|unicode|opcode|u?int\d\d|float\d\d|Literal|UniTuple|\biv=|typed|"
    r"bytecode|\x1b|0x[0-9a-f]{4}|Traceback|Error\b|\b(mapped|listed|rowed|in_order|popped|repeated)\b|"
    r"impl_|\b(Row|Map)\b|undecided",
    re.IGNORECASE,
)


class Snippet(NamedTuple):
    """Rules that cannot be compiled, and what must be said of them."""

    name: str
    body: str
    """The body of `evaluate`; or, where it begins with a definition, methods that replace the template's."""
    where: str
    """The function that is named; the line is the one marked with `# here`."""
    reason: str
    instead: str
    above: str = ""
    """What stands at the top of the file."""

    def source(self) -> str:
        text = self.body.strip("\n")
        if not text.startswith(("def ", "@")):
            text = f"def evaluate(self, pile, player):\n{indent(text, '    ')}"
        return TEMPLATE.format(above=self.above.strip("\n"), rules=indent(text, "    "))


WITH_ITEM = """
class Odd(NamedTuple):
    coins: int
    turn: int
    item: object
"""


def holding(value: str, then: str = "pile.item") -> str:
    """Rules whose state holds a certain thing."""
    mark = "  # here" if then == "pile.item" else ""
    other = "" if mark else "  # here"
    return (
        f"def initial(self):\n    return Odd(7, 0, {value}){mark}\n"
        f"def play(self, pile, n):\n    return Odd(pile.coins - n, 1 - pile.turn, {then}){other}"
    )


PIECE = "import enum\n\nclass Piece(enum.IntEnum):\n    PAWN = 1\n    KING = 3\n"

SNIPPETS = [
    # What is written
    Snippet(
        "counter_of_tuples",
        "pairs = [(pile.coins, 1), (2, 3)]\nreturn float(Counter(pairs)[2, 3])  # here",
        "Mine.evaluate",
        "Counter() cannot be compiled for a list",
        "count whole numbers",
        above="from collections import Counter",
    ),
    Snippet(
        "counter_updated",
        "seen = Counter([1, 2])\nseen.update({1: 2})  # here\nreturn float(seen[1])",
        "Mine.evaluate",
        "update() of a dictionary and a dictionary cannot be compiled",
        "for loop",
        above="from collections import Counter",
    ),
    Snippet(
        "tuple_or_a_list",
        "found = tuple([n for n in range(pile.coins)])\nitems = found or []  # here\nreturn 1.0 * len(items)",
        "Mine.evaluate",
        "`or []` behind what is no list",
        "write `or ()` behind a tuple",
    ),
    Snippet(
        "popitem",
        "seen = {1: 2}\nreturn float(seen.popitem()[1])  # here",
        "Mine.evaluate",
        "popitem() of a dictionary cannot be compiled",
        "set its items one by one, d[key] = value",
    ),
    Snippet(
        "dictionary_in_a_dictionary",
        "seen = {1: 2}\nreturn float({**seen, 3: 4}[3])  # here",
        "Mine.evaluate",
        "a dictionary with ** in it cannot be compiled",
        "start with a copy() and set the other items",
    ),
    Snippet(
        "del_of_a_variable",
        "coins = pile.coins\nsame = coins\ndel coins  # here\nreturn float(same)",
        "Mine.evaluate",
        "`del` of a variable cannot be compiled",
        "leave it out",
    ),
    Snippet(
        "values_of_two_lengths",
        "seen = {0: (1, 2), 1: (3, 4, 5)}  # here\nreturn float(seen[pile.turn][0])",
        "Mine.evaluate",
        "a dictionary cannot be compiled for a list and a list",
        "write a for loop over numbers or tuples",
    ),
    Snippet(
        "enumeration_called",
        "return float(Piece(1).value + pile.coins)  # here",
        "Mine.evaluate",
        "an enumeration can only be compiled by its members' names",
        "make it an IntEnum, or write a tuple of them, as in PIECES = (Piece.PAWN, Piece.KING)",
        above=PIECE.replace("IntEnum", "Enum"),
    ),
    Snippet(
        "method_with_underscores",
        "ranks = tuple(range(9))\nreturn float(max(range(9), key=ranks.__getitem__))  # here",
        "Mine.evaluate",
        "__getitem__ cannot be compiled",
        "write it as rules do, as in lambda place: items[place]",
    ),
    Snippet(
        "with_statement",
        "with LOCK:  # here\n    return 1.0",
        "Mine.evaluate",
        "`with`",
        "at the top of the file",
        above="import threading\nLOCK = threading.Lock()",
    ),
    Snippet(
        "except_as",
        "try:\n    x = 7 // pile.coins\nexcept ZeroDivisionError as e:  # here\n    x = 0\nreturn float(x)",
        "Mine.evaluate",
        "`except ... as e`",
        "`except Exception:`",
    ),
    Snippet(
        "except_of_one_kind",
        "try:\n    x = 7 // pile.coins\nexcept ZeroDivisionError:  # here\n    x = 0\nreturn float(x)",
        "Mine.evaluate",
        "the only `except`",
        "test with an if",
    ),
    Snippet(
        "format_in_an_f_string",
        "return float(len(f'{pile.coins:3d}'))  # here",
        "Mine.evaluate",
        "a format such as {x:3d}",
        "`describe`",
    ),
    Snippet(
        "format_by_percent",
        "return float(len('%d' % pile.coins))  # here",
        "Mine.evaluate",
        "formatting text",
        "`describe`",
    ),
    Snippet(
        "walrus_without_a_line",
        "more = 1\nreturn float((a := pile.coins) + (b := a + more) if (a := 2) else b)  # here",
        "Mine.evaluate",
        "(`:=`)",
        "on a line of its own",
    ),
    Snippet(
        "global_that_changes",
        "global COUNT\nCOUNT = 2  # here\nreturn 0.0",
        "Mine.evaluate",
        "cannot change a global name",
        "in the state",
        above="COUNT = 0",
    ),
    Snippet(
        "print_with_a_keyword",
        "print(end='')  # here\nreturn 0.0",
        "Mine.evaluate",
        "print() with keywords",
        "the values alone",
    ),
    # Functions and classes
    Snippet(
        "keywords_gathered",
        "return float(total(a=1, b=2))  # here",
        "Mine.evaluate",
        "** among its parameters",
        "its name",
        above="def total(**named):\n    return len(named)",
    ),
    Snippet(
        "arguments_gathered_by_a_method",
        "def evaluate(self, pile, player):\n    return self.total(1, 2)  # here\n"
        "def total(self, *given):\n    return 1.0",
        "Mine.evaluate",
        "Mine.total takes * or ** parameters",
        "its name",
    ),
    Snippet(
        "decorated",
        "@loud\ndef evaluate(self, pile, player):\n    return 0.0",
        "Mine.evaluate",
        "takes 1, as a decorated function may",
        "take the decorator off",
        above="def loud(f):\n    def g(*given):  # here\n        return f(*given)\n    return g",
    ),
    Snippet(
        "recursion_that_tells_nothing",
        "return 0.0 if pile.coins >= 0 else float(down(pile.coins))",
        "down",
        "down calls itself",
        "the case that ends it",
        above="def down(n):\n    return down(n - 1)  # here",
    ),
    Snippet(
        "recursion_from_an_empty_list",
        "return float(sum(down(pile.coins)))",
        "down",
        "what a list that it gives empty on one path would hold",
        "fill one list, found = [], with append() and +=",
        above="def down(n):\n    if n == 0:\n        return []  # here\n    return down(n - 1) + [n]",
    ),
    Snippet(
        "object_as_helper",
        "return float(HELPER.worth(pile.coins))  # here",
        "Mine.evaluate",
        "HELPER is an object of the class Helper",
        "plain functions",
        above="class Helper:\n    def worth(self, n):\n        return n\n\nHELPER = Helper()",
    ),
    Snippet(
        "open_file",
        "if pile.coins < 0:\n    open('x')  # here\nreturn 0.0",
        "Mine.evaluate",
        "open()",
        "at the top of the file",
    ),
    Snippet(
        "misspelt_method",
        "return 0.0 if pile.coins >= 0 else float(self.wrth(pile))  # here",
        "Mine.evaluate",
        "Mine has no wrth",
        "perhaps worth is meant",
    ),
    Snippet(
        "misspelt_field",
        "return 0.0 if pile.coins >= 0 else float(pile.cions)  # here",
        "Mine.evaluate",
        "Pile has no cions",
        "perhaps coins is meant",
    ),
    # Kinds of values
    Snippet(
        "empty_dictionary",
        "seen = {}  # here\nreturn 0.0",
        "Mine.evaluate",
        "an empty dictionary",
        "whole numbers as keys, or use a tuple",
    ),
    Snippet(
        "mixed_dictionary",
        "names = {1: 'a', 'b': 2}  # here\nreturn float(len(names))",
        "Mine.evaluate",
        "the keys of a dictionary must be of one kind",
        "two dictionaries",
    ),
    Snippet(
        "dictionary_with_text_as_keys",
        "return float(WORTH['pawn'])  # here",
        "Mine.evaluate",
        "the dictionary WORTH has text as a key",
        "whole numbers as keys",
        above="WORTH = {'pawn': 1, 'king': 2}",
    ),
    Snippet(
        "dictionary_of_texts",
        "return float(len(NAMES[pile.turn]))  # here",
        "Mine.evaluate",
        "the values of the dictionary NAMES are not all numbers",
        "number them",
        above="NAMES = {0: 'white', 1: 'black'}",
    ),
    Snippet(
        "text_or_number",
        "return 0.0 if level(pile.coins) == 0 else 1.0",
        "level",
        "it gives text or a whole number on different paths",
        "the same kind",
        above="def level(n):\n    if n > 30:\n        return 'many'  # here\n    return n",
    ),
    Snippet(
        "list_beside_the_rules",
        "return float(len(ways(pile.coins)))",
        "ways",
        "it gives a tuple or a list on different paths",
        "list(...)",
        above="WAYS = [(0, 1), (1, 0)]\n\ndef ways(n):\n    if n > 30:\n        return WAYS  # here\n"
        "    return [(a, b) for a, b in WAYS if a]",
    ),
    Snippet(
        "number_or_none",
        "if pile.coins > 30:\n    return None  # here\nreturn 1.0",
        "Mine.evaluate",
        "a value that may be None where a number is expected",
        "a number on every path",
    ),
    Snippet(
        "text_plus_number",
        "return 0.0 if pile.coins >= 0 else shown(pile.coins)",
        "inner",
        "`+` cannot be compiled for text and a whole number",
        "str()",
        above="def shown(n):\n    return inner(n)\n\ndef inner(n):\n    return 'coins: ' + n  # here",
    ),
    Snippet(
        "one_name_for_two_kinds",
        "x = 'a'\nif pile.coins > 2:\n    x = 1\nreturn float(len(str(x)))  # here",
        "Mine.evaluate",
        "x is text in one place and a whole number in another",
        "different names",
    ),
    Snippet(
        "number_too_large",
        "return 1.0 if pile.coins & (1 << 70) else 0.0  # here",
        "Mine.evaluate",
        "the number 1180591620717411303424 does not fit into 64 bits",
        "a tuple of Bits",
    ),
    Snippet(
        "instance_of_the_state",
        "return 1.0 if isinstance(pile, Pile) else 0.0  # here",
        "Mine.evaluate",
        "isinstance()",
        "compare the numbers",
    ),
    Snippet(
        "wrong_use_of_bits",
        "return 0.0 if pile.coins >= 0 else float(count('abc'))  # here",
        "Mine.evaluate",
        "text has no bit_count",
        "",
    ),
    # States and moves
    Snippet(
        "moves_that_are_tuples",
        "def moves(self, pile):\n    for n in range(1, min(3, pile.coins) + 1):\n        yield n, 0  # here\n"
        "def play(self, pile, move):\n    return Pile(pile.coins - move[0], 1 - pile.turn)",
        "Mine.moves",
        "the move (1, 0) is no whole number",
        "number the moves",
    ),
    Snippet(
        "text_in_the_state",
        holding("'a'"),
        "Mine.initial",
        "Odd.item is text",
        "number the cases",
        WITH_ITEM,
    ),
    Snippet(
        "empty_set_as_an_argument",
        "return float(total(pile.coins, set()))  # here",
        "Mine.evaluate",
        "what an empty list or set will hold cannot be told",
        "set(range(0))",
        "def total(n, seen):\n    seen.add(n)\n    return len(seen)",
    ),
    Snippet(
        "starred_list_in_a_call",
        "rest = [pile.coins, 1]\nreturn float(max(*rest, 1))  # here",
        "Mine.evaluate",
        "what stands behind `*` in a call",
        "write a loop",
    ),
    Snippet(
        "tuples_of_two_lengths",
        "row = WORTH if pile.coins > 2 else WORTH[:1]  # here\nreturn float(row[0][0])",
        "Mine.evaluate",
        "of another kind, or another length",
        "list(...) around each",
        "WORTH = ((1, 2), (3, 4), (5, 6))",
    ),
    Snippet(
        "none_in_the_state", holding("None"), "Mine.initial", "Odd.item is None", "such as -1", WITH_ITEM
    ),
    Snippet(
        "set_in_the_state", holding("frozenset()"), "Mine.initial", "Odd.item is a set", "Bits", WITH_ITEM
    ),
    Snippet(
        "large_at_the_start", holding("1 << 80"), "Mine.initial", "past the range of int", "Bits", WITH_ITEM
    ),
    Snippet(
        "large_later",
        holding("1", "pile.item << 40"),
        "Mine.play",
        "past the range of int",
        "Bits",
        WITH_ITEM,
    ),
]


REMEDIES: dict[str, str | tuple[str, str]] = {
    "empty_set_as_an_argument": (
        "return float(total(pile.coins, set(range(0))) + more(pile.coins, list(range(0))))",
        "def total(n, seen):\n    seen.add(n)\n    return len(seen)\n\n"
        "def more(n, seen):\n    seen.append(n)\n    return len(seen)",
    ),
    "starred_list_in_a_call": (
        "best = 1\nfor each in [pile.coins, 1]:\n    best = max(best, each)\nreturn float(best)"
    ),
    "tuples_of_two_lengths": (
        "row = list(WORTH) if pile.coins > 2 else list(WORTH[:1])\nreturn float(row[0][0])",
        "WORTH = ((1, 2), (3, 4), (5, 6))",
    ),
    "with_statement": ("return COUNT * 1.0", "import threading\nwith threading.Lock():\n    COUNT = 3"),
    "except_as": "try:\n    x = 7 // pile.coins\nexcept Exception:\n    x = 0\nreturn float(x)",
    "except_of_one_kind": "x = 7 // pile.coins if pile.coins else 0\nreturn float(x)",
    "format_in_an_f_string": "return float(pile.coins)",
    "format_by_percent": "return float(pile.coins)",
    "walrus_without_a_line": "more = 1\na = pile.coins\nb = a + more\nreturn float(a + b)",
    "global_that_changes": "return float(pile.coins)",
    "print_with_a_keyword": "if pile.coins < 0:\n    print(pile.coins)\nreturn 0.0",
    "keywords_gathered": ("return float(total(a=1, b=2))", "def total(a, b):\n    return a + b"),
    "arguments_gathered_by_a_method": (
        "def evaluate(self, pile, player):\n    return self.total(1, 2)\n"
        "def total(self, a, b):\n    return 1.0 * (a + b)"
    ),
    "decorated": "def evaluate(self, pile, player):\n    return 0.0",
    "recursion_that_tells_nothing": (
        "return float(down(pile.coins))",
        "def down(n):\n    if n == 0:\n        return 0\n    return down(n - 1)",
    ),
    "recursion_from_an_empty_list": (
        "return float(sum(down(pile.coins)))",
        "def down(n):\n    found = []\n    if n > 0:\n        found += down(n - 1)\n"
        "        found.append(n)\n    return found",
    ),
    "object_as_helper": ("return float(worth(pile.coins))", "def worth(n):\n    return n"),
    "open_file": ("return float(LINES)", "LINES = len(open(__file__).readlines())"),
    "misspelt_method": "return float(self.worth(pile))",
    "misspelt_field": "return float(pile.coins)",
    "empty_dictionary": ("return float(SEEN.get(pile.coins, 0))", "SEEN = {1: 2, 3: 4}"),
    "mixed_dictionary": ("return float(ONE[1] + OTHER[2])", "ONE = {1: 3}\nOTHER = {2: 4}"),
    "dictionary_with_text_as_keys": (
        "return float(WORTH[PAWN])",
        "PAWN, KING = 0, 1\nWORTH = {PAWN: 1, KING: 2}",
    ),
    "dictionary_of_texts": (
        "return float(NAMES[pile.turn])",
        "WHITE, BLACK = 0, 1\nNAMES = {0: WHITE, 1: BLACK}",
    ),
    "list_beside_the_rules": (
        "return float(len(ways(pile.coins)))",
        "WAYS = [(0, 1), (1, 0)]\n\ndef ways(n):\n    if n > 30:\n        return list(WAYS)\n"
        "    return [(a, b) for a, b in WAYS if a]",
    ),
    "text_or_number": (
        "return 0.0 if level(pile.coins) == 0 else 1.0",
        "MANY = -1\n\ndef level(n):\n    if n > 30:\n        return MANY\n    return n",
    ),
    "number_or_none": "if pile.coins > 30:\n    return 0.0\nreturn 1.0",
    "text_plus_number": (
        "return 0.0 if pile.coins >= 0 else float(len(shown(pile.coins)))",
        "def shown(n):\n    return 'coins: ' + str(n)",
    ),
    "one_name_for_two_kinds": "x = 'a'\ny = 1\nif pile.coins > 2:\n    return float(y)\nreturn float(len(x))",
    "number_too_large": (
        "return 1.0 if wide_has(SQUARES, 70) else 0.0",
        "from outwit.bits import wide_add, wide_has\nSQUARES = wide_add((0, 0), 70)",
    ),
    "counter_of_tuples": (
        "numbers = [10 * pile.coins + 1, 23]\nreturn float(Counter(numbers)[23])",
        "from collections import Counter",
    ),
    "counter_updated": (
        "seen = Counter([1, 2])\nfor key in (1, 1):\n    seen[key] += 1\nreturn float(seen[1])",
        "from collections import Counter",
    ),
    "tuple_or_a_list": (
        "found = tuple([n for n in range(pile.coins)])\nitems = found or ()\nreturn float(len(items))"
    ),
    "popitem": "seen = {1: 2}\nseen[3] = pile.coins\nreturn float(seen[3])",
    "dictionary_in_a_dictionary": "seen = {1: 2}\nmore = seen.copy()\nmore[3] = 4\nreturn float(more[3])",
    "del_of_a_variable": "coins = pile.coins\nreturn float(coins)",
    "values_of_two_lengths": ("return float(SEEN[pile.turn][0])", "SEEN = {0: (1, 2), 1: (3, 4, 5)}"),
    "enumeration_called": (
        "return float(Piece(1).value + PIECES[0] + pile.coins)",
        f"{PIECE}\nPIECES = (Piece.PAWN, Piece.KING)",
    ),
    "method_with_underscores": (
        "ranks = tuple(range(9))\nreturn float(max(range(9), key=lambda place: ranks[place]))"
    ),
    "instance_of_the_state": "return 1.0 if pile.turn == 0 else 0.0",
    "wrong_use_of_bits": "return float(count(pile.coins))",
    "moves_that_are_tuples": (
        "def moves(self, pile):\n    for n in range(1, min(3, pile.coins) + 1):\n        yield 10 * n\n"
        "def play(self, pile, move):\n    return Pile(pile.coins - move // 10, 1 - pile.turn)"
    ),
    "text_in_the_state": (holding("1"), WITH_ITEM),
    "none_in_the_state": (holding("-1"), WITH_ITEM),
    "set_in_the_state": (
        holding("0"),
        "from outwit.bits import Bits\n" + WITH_ITEM.replace("object", "Bits"),
    ),
    "large_at_the_start": (
        holding("1 << 63"),
        "from outwit.bits import Bits\n" + WITH_ITEM.replace("object", "Bits"),
    ),
    "large_later": (
        holding("1", "shift(pile.item, 40)"),
        "from outwit.bits import Bits, shift\n" + WITH_ITEM.replace("object", "Bits"),
    ),
}
"""For everything that is refused, what to write instead: the rules, and what stands above them."""


def test_everything_that_is_refused_has_something_that_works_instead() -> None:
    assert {snippet.name for snippet in SNIPPETS} == REMEDIES.keys()


@pytest.mark.parametrize("snippet", SNIPPETS, ids=lambda snippet: snippet.name)
def test_what_works_instead_compiles(snippet: Snippet, tmp_path: Path) -> None:
    given = REMEDIES[snippet.name]
    body, above = given if isinstance(given, tuple) else (given, "")
    file = tmp_path / f"{snippet.name}.py"
    file.write_text(snippet._replace(body=body, above=above).source())
    linked = rules.link(find_game(f"{file}:Mine"))
    rules.prepare(linked)


WORKING = {
    "moves_as_a_generator_expression": (
        "def moves(self, pile):\n    return (n for n in range(1, min(3, pile.coins) + 1))"
    ),
    "method_of_the_base": "return float(super().worth(pile))",
    "recursion_of_a_method": (
        "def evaluate(self, pile, player):\n    return float(self.down(pile.coins))\n"
        "def down(self, n):\n    if n == 0:\n        return 0\n    return self.down(n - 1) + 1"
    ),
    "moves_in_a_list": "def moves(self, pile):\n    return [n for n in (1, 2, 3) if n <= pile.coins]",
    "moves_in_a_range": "def moves(self, pile):\n    return range(1, min(3, pile.coins) + 1)",
    "no_move_left_by_next": "def over(self, pile):\n    return next(self.moves(pile), None) is None",
    "no_move_left_by_a_list": "def over(self, pile):\n    return not list(self.moves(pile))",
    "tuple_that_grows": holding("()", "(*pile.item, n)").replace("  # here", ""),
}
"""What could not be compiled once, or is not a habit of one function."""


@pytest.mark.parametrize("name", WORKING)
def test_what_compiles_means_the_same(name: str, tmp_path: Path) -> None:
    above = WITH_ITEM if "Odd(" in WORKING[name] else ""
    file = tmp_path / f"{name}.py"
    file.write_text(Snippet(name, WORKING[name], "", "", "", above).source())
    game = find_game(f"{file}:Mine")
    compiled = rules.compile_rules(game)
    for state in sample_states(game)[0]:
        moves = list(game.moves(state))
        assert compiled.moves(state) == moves
        assert compiled.over(state) == game.over(state)
        assert compiled.evaluate(state, 0) == game.evaluate(state, 0)
        assert [compiled.play(state, move) for move in moves] == [game.play(state, move) for move in moves]


@pytest.mark.parametrize("snippet", SNIPPETS, ids=lambda snippet: snippet.name)
def test_one_sentence_names_the_function_the_line_the_reason_and_what_works(
    snippet: Snippet, tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    source = snippet.source()
    file = tmp_path / f"{snippet.name}.py"
    file.write_text(source)
    game = find_game(f"{file}:Mine")
    [line] = [n for n, text in enumerate(source.splitlines(), 1) if "# here" in text]

    with caplog.at_level(logging.WARNING, logger="outwit"):
        decision = AlphaBeta(depth=2).decide(game, game.initial())
    assert decision.move in list(game.moves(game.initial()))

    with pytest.raises(CompileError) as refusal:
        CompiledSearch.program_for(game)
    message = str(refusal.value)
    [record] = caplog.records
    assert record.name == "outwit"
    assert record.getMessage().startswith(message)

    place, _, rest = message.partition(": ")
    assert place == f"{snippet.where}, line {line} of {file.name}"
    reason, _, instead = rest.partition("; ")
    assert snippet.reason in reason
    assert snippet.instead in instead
    assert message.endswith(".")
    assert message.count("\n") == 0
    assert not JARGON.search(rest), message


def test_what_does_not_compile_in_several_rules_is_told_at_once(tmp_path: Path) -> None:
    body = (
        "def over(self, pile):\n    return pile.coins <= least()\n"
        "def evaluate(self, pile, player):\n    return float(len('%d' % pile.coins))\n"
        "def payoff(self, pile, player):\n    return float(least())\n"
        "def order(self, pile, n):\n    with LOCK:\n        return 1.0"
    )
    above = "import threading\nLOCK = threading.Lock()\ndef least():\n    return {**{1: 2}}[1] - 2"
    file = tmp_path / "several.py"
    file.write_text(Snippet("several", body, "", "", "", above).source())
    with pytest.raises(CompileError) as refusal:
        rules.prepare(rules.link(find_game(f"{file}:Mine")))
    told = re.findall(r"(\S+), line \d+ of several.py: [^.]*; [^.]*\.(?: |$)", str(refusal.value))
    assert sorted(told) == ["Mine.evaluate", "Mine.order", "least"]


class Count(NamedTuple):
    coins: int
    turn: int


class Odd(Game):
    """Rules as a compiler may stumble over them."""

    def initial(self) -> Count:
        return Count(3, 0)

    def over(self, state: Count) -> bool:
        return state.coins == 0

    def payoff(self, state: Count, player: int) -> float:
        return 1.0


@pytest.mark.parametrize(
    ("value", "words"), [([1], "a list, and states"), ({}, "a dictionary, and states")], ids=["list", "dict"]
)
def test_a_state_that_is_not_even_hashable_is_refused(value: object, words: str) -> None:
    class Loose(Odd):
        def initial(self) -> Count:
            return Count(value, 0)  # type: ignore[arg-type]

    with pytest.raises(CompileError, match=rf"^Loose\.initial, line \d+ of test_errors.py: .* is {words}"):
        rules.link(Loose())


def test_a_complaint_that_nobody_foresaw_is_quoted_without_jargon() -> None:
    linked = Linked(Odd())
    strange = explain_error(ValueError("cannot frobnicate unicode_type in nopython mode"), linked, Odd.over)
    assert str(strange).endswith("of test_errors.py: the compiler says: cannot frobnicate text.")
    assert str(strange).startswith("Odd.over, line ")


@pytest.mark.parametrize("error", [KeyError("x"), AssertionError(), NotImplementedError(), TypeError("no")])
def test_whatever_the_compiler_raises_becomes_a_sentence(error: Exception) -> None:
    with (
        pytest.raises(CompileError, match=r"^Odd\.over, line \d+ of test_errors\.py: .*\.$"),
        explain_errors(Linked(Odd()), Odd.over),
    ):
        raise error


def test_a_class_without_a_file_is_explained_too() -> None:
    names: dict[str, type[Game]] = {}
    source = "class Typed(Base):\n    def over(self, state):\n        return any(n for n in range(2))"
    exec(source, {"Base": Odd}, names)
    with pytest.raises(CompileError, match=r"^Typed\.over, line 3 of <string>: a generator expression"):
        rules.prepare(Linked(names["Typed"]()))


def test_rules_that_answer_with_the_wrong_kind_are_refused() -> None:
    class Late(Odd):
        def over(self, state: Count) -> bool:
            return "yes"  # type: ignore[return-value]

    with pytest.raises(CompileError, match="it gives text where a truth value is expected; number"):
        rules.prepare(Linked(Late()))
