"""Retired words: Outwit says what the field says, since that is what readers of the literature search for.

Each has the word to say instead and the places in which it counts; ordinary English stays what it is.
`python -m tests.test_words` lists what is found.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

import pytest

ROOT = Path(__file__).parent.parent
NAMES = "names"
"""Modules, classes, functions, parameters, fields and variables, word by word."""
TEXTS = "texts"
"""What people read: help, errors, pages and docstrings in the source, and the pages of documentation."""

OLD_NAMES = "src/outwit/store/migrations.py"
"""Where the names of tables are as databases have them that were made before."""


class Retired(NamedTuple):
    """A pattern that is looked for, whole words only, and what to say instead."""

    pattern: str
    say: str
    where: tuple[str, ...] = (NAMES, TEXTS)
    within: str = ""
    """Part of a path: the word counts only there."""


RETIRED = (
    Retired("sittings?", "session; on a page, game"),
    Retired("inquir(y|ies|e|er)", "search"),
    Retired("bouts?", "game pair"),
    Retired("spellings?", "spec"),
    Retired("nought", "zero"),
    Retired("fallow", "free list"),
    Retired("brought", "plugins", (NAMES,)),
    Retired("wander(ed|ing|s)?", "random positions"),
    Retired("glances?", "static ordering", (NAMES,)),
    Retired("peek(er|s)?", "ETC probe"),
    Retired("hall|rooms?|gate", "session registry, app state, auth", (NAMES,), "web/"),
    Retired("ground|plot", "buffer pool, control block", (NAMES,), "engine/"),
    Retired("questions", "rule bindings", (NAMES,), "engine/kernels/"),
    Retired("branch(es)?|share|doubt|promise", "node, prior, exploration term, UCB score", (NAMES,), "mcts"),
    Retired("share|doubt|promise", "prior, exploration term, UCB score", (NAMES,), "bandit"),
    Retired("ways/s", "perft nodes/s", (TEXTS,)),
    Retired(
        "(games? )?(is |are |was |were |be |being )?played out", "rollout, playout, simulation", (TEXTS,)
    ),
    Retired("giving up the turn", "null move", (TEXTS,)),
    Retired("late moves", "late-move reduction", (TEXTS,)),
    Retired("past a limit", "deadline overshoot", (TEXTS,)),
    Retired("nothing compiled yet", "cold start", (TEXTS,)),
    Retired("how many times as soon", "speed-up", (TEXTS,)),
    Retired("from stop to answer", "stop latency", (TEXTS,)),
    Retired("the user's to mend", "user error", (TEXTS,)),
    Retired("chance gave", "you rolled", (TEXTS,)),
    Retired("cannot be[;,.] give", "must be", (TEXTS,)),
    Retired(r"\| beside \|", "baseline", (TEXTS,)),
)


class Finding(NamedTuple):
    """A retired word, and where it is."""

    file: str
    line: int
    found: str
    say: str

    def __str__(self) -> str:
        return f"{self.file}:{self.line}: {self.found!r}; say {self.say}"


def words(name: str) -> str:
    """The words of a name: `SearchTable` and `search_table` both are `search table`."""
    return re.sub(r"(?<=[a-z0-9])(?=[A-Z])", " ", name).replace("_", " ").lower()


def names(tree: ast.Module) -> Iterator[tuple[int, str]]:
    """Every name that a module gives to something, and its line."""
    for node in ast.walk(tree):
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef):
            yield node.lineno, node.name
        elif isinstance(node, ast.arg):
            yield node.lineno, node.arg
        elif isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store):
            yield node.lineno, node.id
        elif isinstance(node, ast.Attribute) and isinstance(node.ctx, ast.Store):
            yield node.lineno, node.attr
        elif isinstance(node, ast.alias) and node.asname:
            yield node.lineno, node.asname


def texts(tree: ast.Module) -> Iterator[tuple[int, str]]:
    """Every text in a module, docstrings among them, and its line."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Constant) and isinstance(node.value, str):
            yield node.lineno, " ".join(node.value.split())


def findings(file: str, content: str) -> Iterator[Finding]:
    """The retired words in a module or a page."""
    said: list[tuple[str, int, str]] = []
    if file.endswith(".py"):
        tree = ast.parse(content)
        said += [(NAMES, 1, words(part)) for part in Path(file).with_suffix("").parts]
        said += [(NAMES, line, words(name)) for line, name in names(tree)]
        said += [(TEXTS, line, text) for line, text in texts(tree)]
    else:
        said += [(TEXTS, number, line) for number, line in enumerate(content.splitlines(), 1)]
    for each in RETIRED:
        if each.within not in file:
            continue
        pattern = re.compile(rf"(?<!\w)(?:{each.pattern})(?!\w)", re.IGNORECASE)
        for kind, line, text in said:
            if kind in each.where and (found := pattern.search(text)):
                yield Finding(file, line, found[0], each.say)


def sources() -> Iterator[Path]:
    """The modules and pages in which words count."""
    for pattern in (
        "src/**/*.py",
        "src/**/*.js",
        "benchmarks/*.py",
        "benchmarks/*.json",
        "docs/**/*.md",
        "*.md",
    ):
        yield from sorted(ROOT.glob(pattern))


def in_all() -> list[Finding]:
    """Every retired word that is left."""
    return [
        found for file in sources() for found in findings(file.relative_to(ROOT).as_posix(), file.read_text())
    ]


def test_no_retired_word_is_left() -> None:
    left = [found for found in in_all() if found.file != OLD_NAMES]
    assert not left, "\n" + "\n".join(map(str, left))


@pytest.mark.parametrize(
    ("file", "content", "found"),
    [
        ("src/outwit/play/sittings.py", "", "sittings"),
        ("src/outwit/play/x.py", "class OpenSitting:\n    pass", "sitting"),
        ("src/outwit/play/x.py", "def inquire(agent):\n    pass", "inquire"),
        ("src/outwit/play/x.py", "def read(spelling):\n    pass", "spelling"),
        ("src/outwit/play/x.py", "self.bouts = 3", "bouts"),
        ("src/outwit/play/x.py", "for bout in games:\n    pass", "bout"),
        ("src/outwit/play/x.py", "from outwit import game as brought", "brought"),
        ("src/outwit/engine/x.py", "glance: bool = option(True, 'Sort moves.')", "glance"),
        ("src/outwit/engine/kernels/x.py", "class Questions:\n    pass", "questions"),
        ("src/outwit/engine/x.py", "plot = 3", "plot"),
        ("src/outwit/web/x.py", "def open(hall):\n    pass", "hall"),
        ("src/outwit/search/mcts.py", "branch = 3", "branch"),
        ("src/outwit/bandit.py", "def doubt(visits):\n    pass", "doubt"),
        ("src/outwit/search/x.py", "option(True, 'Try giving up the turn.')", "giving up the turn"),
        (
            "src/outwit/search/x.py",
            "raise OutwitError(f'depth={depth} cannot be; give 1.')",
            "cannot be; give",
        ),
        ("src/outwit/web/x.py", "text = 'Chance gave 6-4'", "Chance gave"),
        (
            "src/outwit/web/x.py",
            'def page():\n    """How games\n    are played out."""',
            "games are played out",
        ),
        ("docs/x.md", "Nothing.\n| First decision, nothing compiled yet | 5 s |", "nothing compiled yet"),
        ("docs/x.md", "| | Outwit | beside | ratio |", "| beside |"),
        ("docs/x.md", "89,810,000 ways/s", "ways/s"),
        ("README.md", "Errors are the user's to mend.", "the user's to mend"),
    ],
)
def test_a_retired_word_is_found(file: str, content: str, found: str) -> None:
    assert found in [each.found for each in findings(file, content)]


@pytest.mark.parametrize(
    ("file", "content"),
    [
        (
            "docs/x.md",
            "Two threads share a table beside the window; together they follow the line to its last branch.",
        ),
        (
            "docs/x.md",
            "At a glance there is no doubt: the promise is kept, and whoever brought the dice makes room.",
        ),
        (
            "docs/x.md",
            "A move that is `late`, or `passed`, stands in the spectators' hall; about 3 games were played.",
        ),
        (
            "src/outwit/game.py",
            "def late(state, move): pass\ndef passed(state): pass\nshare = branch = line = 3",
        ),
        ("src/outwit/draw/text.py", "def fit(text, room, ground): pass"),
        ("src/outwit/play/x.py", "about = spells = sitter = plotted = 'it cannot be undone'"),
    ],
)
def test_ordinary_words_stay(file: str, content: str) -> None:
    assert not list(findings(file, content))


if __name__ == "__main__":
    print(*in_all(), sep="\n")
