"""What the README and the docs show is what happens."""

from __future__ import annotations

import doctest
import json
import linecache
import re
import shlex
import subprocess
import sys
from pathlib import Path
from types import FunctionType, ModuleType
from typing import Any

import pytest
from benchmarks.readme import rendered, replaced

from outwit import Game, bits
from outwit.agents import AGENTS
from outwit.games import find_game
from outwit.random import Generator
from tests.sketches.battleship import Battleship
from tests.sketches.goofspiel import Goofspiel
from tests.sound_games import NimForPleasure, NimForThree, PushAlone

ROOT = Path(__file__).parent.parent
ALL_PAGES = [path.relative_to(ROOT).as_posix() for path in (ROOT / "README.md", *ROOT.glob("docs/*.md"))]
WHOLE = "docs/programs.md"
"""Where the Python is a program of its own, which the tests of the protocols run."""
PAGES = [
    page for page in sorted(ALL_PAGES) if page != WHOLE and "```python" in (ROOT / page).read_text("utf-8")
]
TABLES = {"docs/games.md"}
"""Where there is a table of the agents."""


def test_the_pages_with_python_are_found() -> None:
    assert {"README.md", "docs/cookbook.md", "docs/games.md", "docs/python.md"} <= set(PAGES)


@pytest.mark.parametrize("page", PAGES)
def test_python_in_the_page_runs_and_prints_what_it_says(page: str, monkeypatch: pytest.MonkeyPatch) -> None:
    module = ModuleType("page")
    monkeypatch.setitem(sys.modules, "page", module)
    names: dict[str, Any] = vars(module)
    blocks = re.findall(r"```python\n(.*?)```", (ROOT / page).read_text("utf-8"), re.DOTALL)
    for number, block in enumerate(blocks):
        if ">>>" not in block:
            lines = block.splitlines(keepends=True)
            file = f"{page}[{number}]"
            monkeypatch.setitem(
                linecache.cache, file, (len(block), None, lines, file)
            )  # as a file of its own
            exec(compile(block, file, "exec", dont_inherit=True), names)
            continue
        example = doctest.DocTestParser().get_doctest(block, names, f"{page}[{number}]", page, 0)
        runner = doctest.DocTestRunner(optionflags=doctest.ELLIPSIS)
        complaints: list[str] = []
        runner.run(example, out=complaints.append, clear_globs=False)
        assert not complaints, "".join(complaints)
        names.update(example.globs)


def test_the_readmes_commands_print_what_it_says() -> None:
    blocks = re.findall(r"```\n\$ outwit (.*?)\n(.*?)```", (ROOT / "README.md").read_text("utf-8"), re.DOTALL)
    assert blocks
    for command, printed in blocks:
        run = subprocess.run(
            [sys.executable, "-m", "outwit", *shlex.split(command)],
            capture_output=True,
            text=True,
            check=True,
        )
        assert run.stdout == printed


def test_the_readmes_game_fits_in_thirty_lines() -> None:
    first = re.findall(r"```python\n(.*?)```", (ROOT / "README.md").read_text("utf-8"), re.DOTALL)[0]
    rules = first[first.index("class Pile") :]
    assert len([line for line in rules.splitlines() if line.strip()]) <= 30


def test_the_readme_shows_the_figures_of_the_last_full_benchmark() -> None:
    results = json.loads((ROOT / "benchmarks" / "results.json").read_text("utf-8"))
    text = (ROOT / "README.md").read_text("utf-8")
    assert results["figures"]
    assert replaced(text, rendered(results)) == text


def rows(page: str) -> list[list[str]]:
    """The rows of the tables in a page whose first column is headed `agent`, as their cells."""
    found, inside = [], False
    for line in (ROOT / page).read_text("utf-8").splitlines():
        cells = [cell.strip() for cell in line.strip("|").split("|")]
        inside = line.startswith("|") and (inside or cells[0] == "agent")
        if inside:
            found.append(cells)
    return [cells for cells in found if cells[0].startswith("`")]


@pytest.mark.parametrize("page", sorted(ALL_PAGES))
def test_a_table_of_agents_names_every_agent(page: str) -> None:
    named = [name for cells in rows(page) for name in re.findall(r"`(\w+)`", cells[0])]
    assert bool(named) == (page in TABLES)
    if named:
        assert sorted(named) == sorted(AGENTS)


KINDS: list[tuple[Game, str, str]] = [
    (find_game("nim"), "players", "2|any"),
    (PushAlone(), "players", "1|any"),
    (find_game("pig"), "chance", "yes"),
    (NimForThree(), "players", "any"),
    (NimForPleasure(), "payoffs", "any"),
    (Battleship(), "payoffs", "also hidden information"),
    (Goofspiel(), "payoffs", "simultaneous moves"),
]
"""A game of each kind, and what stands in which column of the table for those who play it."""


@pytest.mark.parametrize(("game", "column", "said"), KINDS, ids=lambda each: type(each).__name__)
def test_the_table_of_agents_says_who_plays_what(game: Game, column: str, said: str) -> None:
    for name, players, chance, payoffs, _ in rows("docs/games.md"):
        cells = {"players": players, "chance": chance, "payoffs": payoffs}
        plays = re.search(said, cells[column]) is not None
        assert (AGENTS[name.strip("`")].objection(game) is None) == plays, name


def test_every_function_of_bits_and_every_draw_is_in_the_cookbook() -> None:
    page = (ROOT / "docs/cookbook.md").read_text("utf-8")
    functions = [name for name, thing in vars(bits).items() if isinstance(thing, FunctionType)]
    draws = [name for name in vars(Generator) if not name.startswith("_") and name != "state"]
    assert len(functions) > 10
    for name in (*functions, *draws):
        assert re.search(rf"^\| .*`{name}\(", page, re.MULTILINE), name
