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
from benchmarks.pages import HEADLINES, headlines, parts
from PIL import Image

from outwit import Game, bits
from outwit.agents import AGENTS
from outwit.cli.page import put_in
from outwit.games import find_game
from outwit.games.goofspiel import Goofspiel
from outwit.play import load_game
from outwit.random import Generator
from tests.docs import CLI_PAGE, FILM, FILMED, GAME, commands, reference
from tests.sketches.battleship import Battleship
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
        runner = doctest.DocTestRunner(verbose=False, optionflags=doctest.ELLIPSIS)
        complaints: list[str] = []
        runner.run(example, out=complaints.append, clear_globs=False)
        assert not complaints, "".join(complaints)
        names.update(example.globs)


def test_the_commands_of_the_page_on_commands_print_what_it_says() -> None:
    blocks = re.findall(r"```\n\$ outwit (.*?)\n(.*?)```", CLI_PAGE.read_text("utf-8"), re.DOTALL)
    assert blocks
    for command, printed in blocks:
        run = subprocess.run(
            [sys.executable, "-m", "outwit", *shlex.split(command)],
            capture_output=True,
            text=True,
            check=True,
        )
        assert run.stdout == printed


def test_the_page_on_commands_has_the_help_of_every_command() -> None:
    assert put_in(CLI_PAGE, "commands", reference()) == CLI_PAGE.read_text("utf-8"), "run `make docs`"


@pytest.mark.parametrize(
    ("name", "command"), [*commands()], ids=lambda each: each if isinstance(each, str) else ""
)
def test_every_command_has_an_example_of_itself(name: str, command: Any) -> None:
    examples = re.findall(r"^Example: `?(.*?)`?$", command.help, re.MULTILINE)
    assert examples
    assert all(example.startswith(name) for example in examples)


@pytest.mark.parametrize("page", sorted(ALL_PAGES))
def test_every_command_that_a_page_names_is_there(page: str) -> None:
    words = {word for name, _ in commands() for word in name.split()[1:2]}
    named = re.findall(r"(?:`|^|\$ )outwit ([a-z]+)\b", (ROOT / page).read_text("utf-8"), re.MULTILINE)
    assert set(named) <= words


def test_the_readmes_game_fits_in_thirty_lines() -> None:
    first = re.findall(r"```python\n(.*?)```", (ROOT / "README.md").read_text("utf-8"), re.DOTALL)[0]
    rules = first[first.index("class Pile") :]
    assert len([line for line in rules.splitlines() if line.strip()]) <= 30


def test_the_readme_is_short() -> None:
    assert len((ROOT / "README.md").read_text("utf-8").splitlines()) <= 125


def test_the_pages_show_the_figures_of_the_last_full_benchmark() -> None:
    results = json.loads((ROOT / "benchmarks" / "results.json").read_text("utf-8"))
    assert len(results["figures"]) > len(HEADLINES)
    for page, name, text in parts(results):
        assert put_in(page, name, text) == page.read_text("utf-8"), "run `make docs`"


def test_the_readme_has_five_rows_of_it() -> None:
    results = json.loads((ROOT / "benchmarks" / "results.json").read_text("utf-8"))
    assert len(headlines(results).splitlines()) == 2 + 5


def test_the_film_in_the_readme_shows_every_position_of_the_game_that_it_names() -> None:
    text = (ROOT / "README.md").read_text("utf-8")
    session = load_game(ROOT / GAME)
    assert re.findall(r"-a (\S+)", text)[:2] == re.findall(r"--agent (\S+)", FILMED[0]) == [*session.players]
    assert f"]({FILM})" in text
    with Image.open(ROOT / FILM) as film:
        assert film.format == "GIF"
        assert getattr(film, "n_frames", 1) == len(session.states) > 10


LINKING = [*ALL_PAGES, "CONTRIBUTING.md"]


@pytest.mark.parametrize("page", sorted(LINKING))
def test_every_link_of_a_page_leads_somewhere(page: str) -> None:
    """To a file that is there, and to a heading that it has."""
    text = (ROOT / page).read_text("utf-8")
    for target in re.findall(r"\]\(([^)\s]+)\)", text):
        if re.match(r"\w+:", target):
            continue
        file, _, heading = target.partition("#")
        linked = (ROOT / page).parent / file if file else ROOT / page
        assert linked.is_file(), target
        titles = re.findall(r"^#+ (.*)$", linked.read_text("utf-8"), re.MULTILINE) if heading else []
        assert not heading or heading in {
            re.sub(r"[^\w -]", "", each).lower().replace(" ", "-") for each in titles
        }


def test_the_list_of_the_docs_names_every_page_once() -> None:
    listed = re.findall(r"^- \[(\w+\.md)\]", (ROOT / "docs" / "README.md").read_text("utf-8"), re.MULTILINE)
    assert sorted([*listed, "README.md"]) == sorted(path.name for path in ROOT.glob("docs/*.md"))


def test_the_readme_links_to_pages_that_are_in_that_list_too() -> None:
    linked = set(re.findall(r"\]\(docs/(\w+\.md)\)", (ROOT / "README.md").read_text("utf-8")))
    assert {"README.md", "cli.md", "benchmarks.md", "design.md"} <= linked


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
    (NimForThree(), "players", "any|more"),
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
        if name == "`script`":
            continue  # plays games of every kind but one, if they have scripts, and these have none
        assert (AGENTS[name.strip("`")].objection(game) is None) == plays, name


def test_every_function_of_bits_and_every_draw_is_in_the_cookbook() -> None:
    page = (ROOT / "docs/cookbook.md").read_text("utf-8")
    functions = [name for name, thing in vars(bits).items() if isinstance(thing, FunctionType)]
    draws = [name for name in vars(Generator) if not name.startswith("_") and name != "state"]
    assert len(functions) > 10
    for name in (*functions, *draws):
        assert re.search(rf"^\| .*`{name}\(", page, re.MULTILINE), name
