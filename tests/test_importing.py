"""A game's file imports what stands beside it, from wherever it is loaded, and nobody else's neighbours."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import pytest

from outwit import AlphaBeta, Limit, OutwitError, find_agent, find_game, game_spec
from outwit.arena.planner import plan
from outwit.arena.worker_pool import Processes
from outwit.check import check
from outwit.engine.compiler.digest import digest
from outwit.engine.compiler.rules import compile_rules, link

GAME = """
from dataclasses import dataclass

from outwit import Game
{imports}


@dataclass(frozen=True)
class Counting(Game):
    \"\"\"Take coins as the neighbour says.\"\"\"

    coins: int = 8

    def initial(self):
        return {pile}(self.coins, 0)

    def moves(self, pile):
        for n in range(1, {most}(pile.coins) + 1):
            yield n

    def play(self, pile, n):
        return {pile}(pile.coins - n, 1 - pile.turn)

    def over(self, pile):
        return pile.coins == 0

    def payoff(self, pile, player):
        return -1.0 if pile.turn == player else 1.0
"""
HELPERS = """
from typing import NamedTuple


class Pile(NamedTuple):
    coins: int
    turn: int


def most(coins):
    return min({take}, coins)
"""
STYLES = {
    "import helpers": ("helpers.Pile", "helpers.most"),
    "import helpers as beside": ("beside.Pile", "beside.most"),
    "from helpers import Pile, most": ("Pile", "most"),
    "from .helpers import Pile, most": ("Pile", "most"),
    "from . import helpers": ("helpers.Pile", "helpers.most"),
    "import inner.helpers": ("inner.helpers.Pile", "inner.helpers.most"),
    "from inner import helpers": ("helpers.Pile", "helpers.most"),
    "from inner.helpers import Pile, most": ("Pile", "most"),
}


def written(folder: Path, imports: str = "import helpers", take: int = 3) -> str:
    """A game with a neighbour, and with one in a folder beside it; its spec."""
    (folder / "inner").mkdir(parents=True)
    (folder / "inner" / "__init__.py").write_text("")
    pile, most = STYLES[imports]
    (folder / "game.py").write_text(GAME.format(imports=imports, pile=pile, most=most))
    for place in (folder, folder / "inner"):
        (place / "helpers.py").write_text(HELPERS.format(take=take))
    return f"{folder / 'game.py'}:Counting"


def choices(spelled: str) -> list[int]:
    game = find_game(spelled)
    return list(game.moves(game.initial()))


@pytest.mark.parametrize("imports", STYLES)
def test_a_neighbour_is_imported_however_that_is_written(tmp_path: Path, imports: str) -> None:
    game = find_game(written(tmp_path, imports))
    assert list(game.moves(game.initial())) == [1, 2, 3]
    rules = compile_rules(game)
    assert rules.moves(game.initial()) == [1, 2, 3]
    assert rules.play(game.initial(), 3) == game.play(game.initial(), 3)
    assert rules.perft(game.initial(), 8) == 1


def test_a_game_with_a_neighbour_is_searched_compiled(tmp_path: Path) -> None:
    game = find_game(written(tmp_path))
    assert AlphaBeta.program(game).call is not None
    assert AlphaBeta().decide(game, game.initial(), Limit(depth=8)).value == -1


def test_neighbours_of_one_name_in_two_folders_are_two(tmp_path: Path) -> None:
    two, five = (written(tmp_path / name, take=take) for name, take in (("a", 2), ("b", 5)))
    assert choices(two) == [1, 2]
    assert choices(five) == [1, 2, 3, 4, 5]
    assert choices(two) == [1, 2]
    assert "helpers" not in sys.modules
    assert len({digest(link(find_game(each)), "alphabeta") for each in (two, five)}) == 2
    compiled = [compile_rules(find_game(each)) for each in (two, five)]
    assert [rules.moves(rules.game.initial()) for rules in compiled] == [[1, 2], [1, 2, 3, 4, 5]]


def test_the_working_directory_does_not_matter(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "elsewhere").mkdir()
    (tmp_path / "elsewhere" / "helpers.py").write_text("raise ImportError('not this one')")
    spelled = written(tmp_path / "game")
    monkeypatch.chdir(tmp_path / "elsewhere")
    monkeypatch.syspath_prepend(str(tmp_path / "elsewhere"))
    assert choices(spelled) == [1, 2, 3]


def test_a_package_is_found_from_outside_and_from_inside(tmp_path: Path) -> None:
    folder = tmp_path / "mine"
    spelled = written(folder, "from .helpers import Pile, most")
    (folder / "__init__.py").write_text("SQUARES = 3\n")
    (folder / "game.py").write_text(
        "from mine import SQUARES\nfrom . import SQUARES as again\n"
        "import mine.inner.helpers\nimport helpers\n"
        "assert SQUARES == again\nassert helpers.most is mine.helpers.most\n"
        + (folder / "game.py").read_text()
    )
    assert choices(spelled) == [1, 2, 3]
    (folder / "__init__.py").write_text("SQUARES = 3\n")
    inner = folder / "inner" / "deep.py"
    inner.write_text("from ..game import Counting\n\nclass Deep(Counting):\n    pass\n")
    assert choices(f"{inner}:Deep") == [1, 2, 3]


def test_a_neighbour_that_is_imported_only_when_needed_is_found_then(tmp_path: Path) -> None:
    spelled = written(tmp_path)
    file = tmp_path / "game.py"
    lazy = ("    def text(self, pile, player=None):", "import helpers", "return str(helpers.most(9))")
    file.write_text(file.read_text() + "\n" + "\n        ".join(lazy))
    game = find_game(spelled)
    assert game.text(game.initial()) == "3"


def test_a_neighbour_stands_in_for_no_module_of_python(tmp_path: Path) -> None:
    spelled = written(tmp_path)
    for name in ("random", "typing", "outwit", "dataclasses"):
        (tmp_path / f"{name}.py").write_text("raise ImportError('not this one')")
    (tmp_path / "numpy").mkdir()
    file = tmp_path / "game.py"
    file.write_text("import random\nimport numpy\nassert numpy.int64\n" + file.read_text())
    assert choices(spelled) == [1, 2, 3]


def test_an_agent_has_neighbours_too(tmp_path: Path) -> None:
    (tmp_path / "taste.py").write_text("FAVOURITE = -1\n")
    (tmp_path / "agent.py").write_text(
        "from outwit import Decision, Random\nimport taste\n"
        "class Tasting(Random):\n"
        "    def decide(self, game, state, *arguments, **options):\n"
        "        return Decision(list(game.moves(state))[taste.FAVOURITE])\n"
    )
    game = find_game("nim")
    assert find_agent(f"{tmp_path / 'agent.py'}:Tasting").decide(game, game.initial()).move == 3


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("FIRST = 1\nSECOND = 1 // 0\n", "line 2: integer division"),
        ("def broken(:\n", "line 1: invalid syntax"),
    ],
)
def test_an_error_in_a_neighbour_names_its_file_and_line(tmp_path: Path, text: str, words: str) -> None:
    spelled = written(tmp_path)
    (tmp_path / "helpers.py").write_text(text)
    with pytest.raises(OutwitError) as refused:
        find_game(spelled)
    assert str(refused.value).startswith(f"{tmp_path / 'helpers.py'}, {words}")


def test_a_neighbour_that_is_not_there_names_the_line_that_wants_it(tmp_path: Path) -> None:
    spelled = written(tmp_path)
    (tmp_path / "helpers.py").unlink()
    with pytest.raises(OutwitError, match=r"game\.py, line 5: No module named 'helpers'\."):
        find_game(spelled)
    (tmp_path / "helpers.py").write_text(HELPERS.format(take=3))
    assert choices(spelled) == [1, 2, 3]


def test_other_processes_find_the_neighbours_as_well(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    spelled = written(tmp_path / "game")
    monkeypatch.chdir(tmp_path)
    game = find_game(spelled)
    assert game_spec(game) == "game/game.py:Counting"
    report = check(game, games=5, seconds=None, compiled=True)
    assert report.sound, report.broken
    assert report.compared
    tournament = plan(game, ["alphabeta:depth=2", "random:seed=1"], 2)
    processes = Processes()
    try:
        assert processes.play(tournament, tournament.fixtures()[0])[0].fault is None
    finally:
        processes.close()
    asked = {"id": 1, "do": "decide", "game": spelled, "agent": "alphabeta:depth=8"}
    engine = subprocess.run(
        [sys.executable, "-m", "outwit", "engine", "--game", spelled],
        input=json.dumps(asked) + "\n",
        capture_output=True,
        text=True,
        check=True,
    )
    assert json.loads(engine.stdout)["decision"]["value"] == -1
