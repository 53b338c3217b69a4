"""Whatever is frozen into machine code names its file: edit it, and the game is compiled again."""

from __future__ import annotations

import ast
import inspect
import re
import shutil
import subprocess
import sys
from collections.abc import Iterator
from importlib import import_module
from pathlib import Path

import pytest

import outwit
from outwit import MaxN, find_game
from outwit.engine.compiler import digest
from outwit.engine.compiler.contract import KINDS, RULES
from outwit.engine.compiler.rules import link
from outwit.game import Game

PACKAGE = Path(outwit.__file__).parent
ENGINE = sorted((PACKAGE / "engine").rglob("*.py"))
PYTHON_ONLY = {"initial", "modelled", "text"}
"""Methods of a game that the engine calls from Python, and never from compiled code."""


def constants() -> Iterator[tuple[str, str]]:
    """The file and the name of each constant that the engine has or takes from elsewhere."""
    for file in ENGINE:
        for node in ast.parse(file.read_text()).body:
            if isinstance(node, ast.Assign):
                targets = [name for target in node.targets for name in ast.walk(target)]
                for target in targets:
                    if isinstance(target, ast.Name) and target.id.isupper():
                        yield str(file.relative_to(PACKAGE)), target.id
            if isinstance(node, ast.ImportFrom) and (node.module or "").startswith("outwit."):
                for alias in node.names:
                    module = import_module(node.module or "")
                    if isinstance(getattr(module, alias.name, None), int | float | tuple | str | dict):
                        yield str(Path(str(module.__file__)).relative_to(PACKAGE)), alias.name


@pytest.fixture(scope="module")
def copied(tmp_path_factory: pytest.TempPathFactory) -> Path:
    package = tmp_path_factory.mktemp("copied") / "outwit"
    shutil.copytree(PACKAGE, package, ignore=shutil.ignore_patterns("__pycache__"))
    return package


def edited(package: Path, name: str, constant: str) -> str:
    """The digest of the source once a constant has been given another value."""
    file = package / name
    before = file.read_text()
    after = re.sub(rf"(?m)^({constant}\b.*?=)", r"\1 None or", before, count=1)
    if after == before:  # one of several on a line, or of a class
        after = before.replace(constant, f"{constant}_", 1)
    assert after != before
    try:
        file.write_text(after)
        return digest.source(package)
    finally:
        file.write_text(before)


@pytest.mark.parametrize("step", [8, pytest.param(1, marks=pytest.mark.slow)])
def test_every_constant_that_compiled_code_can_hold_changes_the_digest(copied: Path, step: int) -> None:
    before = digest.source(copied)
    known = sorted(set(constants()))
    assert {"search/mcts.py", "search/rollout.py", "search/risk.py"} <= {file for file, _ in known}
    assert [each for each in known[::step] if edited(copied, *each) == before] == []
    assert digest.source(copied) == before


def test_a_module_of_the_engine_in_a_package_of_its_own_changes_the_digest(copied: Path) -> None:
    before = digest.source(copied)
    (copied / "engine" / "deeper").mkdir()
    (copied / "engine" / "deeper" / "constants.py").write_text("LIMIT = 3\n")
    assert digest.source(copied) != before


def test_every_rule_that_kernels_call_is_in_the_contract_s_list() -> None:
    text = "".join(file.read_text() for file in ENGINE)
    called = {name for name in re.findall(r"\bgame\.(\w+)\(", text) if hasattr(Game, name)}
    assert {"over", "moves", "play", "payoff", "order", "noisy_moves", "chances"} <= called
    assert called - PYTHON_ONLY <= set(RULES)


def test_every_rule_in_the_list_is_a_method_of_the_contract_with_the_arguments_it_says() -> None:
    for rule in RULES.values():
        parameters = tuple(inspect.signature(getattr(Game, rule.name)).parameters)
        more = [rule.takes] * bool(rule.takes) + ["random"] * rule.draws
        assert parameters == ("self", "state", *more), rule.name


class Race(Game):
    """Three throw in turn what they like, and are paid what they have thrown."""

    players = 3

    def initial(self) -> tuple[int, int, int, int]:
        return 0, 0, 0, 0

    def turn(self, state: tuple[int, int, int, int]) -> int:
        return state[3]

    def moves(self, state: tuple[int, int, int, int]) -> Iterator[int]:
        if state[3] < 3:
            yield from range(3)

    def play(self, state: tuple[int, int, int, int], move: int) -> tuple[int, int, int, int]:
        first, second, third, turn = state
        if turn == 0:
            return move, second, third, 1
        if turn == 1:
            return first, move, third, 2
        return first, second, move, 3

    def over(self, state: tuple[int, int, int, int]) -> bool:
        return state[3] == 3

    def payoff(self, state: tuple[int, int, int, int], player: int) -> float:
        return float(state[player])


@pytest.mark.parametrize(
    ("name", "value"),
    [
        *(("players", 2), ("zero_sum", False), ("stochastic", True), ("hidden", True)),
        *(("simultaneous", True), ("repetition", 2), ("weights", (1.0,))),
    ],
)
def test_what_a_game_says_of_its_kind_changes_the_digest(name: str, value: object) -> None:
    linked = link(Race())
    before = digest.digest(linked, "a search")
    linked.game = type("Race", (Race,), {name: value})()
    assert digest.digest(linked, "a search") != before
    linked.game = type("Race", (Race,), {})()
    assert digest.digest(linked, "a search") == before


def test_games_that_differ_in_whether_payoffs_cancel_are_searched_each_as_it_is() -> None:
    apart = type("Race", (Race,), {"zero_sum": False, "bounds": lambda self, state, player: (0.0, 2.0)})
    together = type("Race", (apart,), {"zero_sum": True})
    agents = MaxN(quick=False), MaxN(quick=False, compiled=False)
    nodes = {
        (cls is apart, agent.compiled): agent.decide(cls(), cls().initial()).nodes
        for cls in (together, apart)
        for agent in agents
    }
    assert nodes[True, True] == nodes[True, False] != nodes[False, False] == nodes[False, True]


def test_kernels_are_built_by_no_more_of_a_game_than_the_digest_knows() -> None:
    text = "".join(file.read_text() for file in ENGINE if "kernels" in file.parts)
    kinds = {name for name, value in vars(Game).items() if not callable(value) and not name.startswith("_")}
    read = set(re.findall(r"\bgame\.(\w+)\b(?!\()", text)) & kinds
    assert {"players", "zero_sum", "stochastic"} <= read <= {*KINDS, "repetition", "weights", "scale"}


REPLACING = """
from dataclasses import MISSING, dataclass, replace

from outwit import Game

NOTHING = MISSING


@dataclass(frozen=True)
class Pile:
    coins: int
    turn: int = 0


class Coins(Game):
    def initial(self):
        return Pile(9)

    def moves(self, s):
        return range(1, min(3, s.coins) + 1)

    def play(self, s, n):
        return replace(s, coins=s.coins - n, turn=1 - s.turn)

    def over(self, s):
        return s.coins == 0

    def payoff(self, s, player):
        return 0.0 if NOTHING is None else 1.0 if player != s.turn else -1.0
"""

ASKED = """
import sys

from outwit.engine.compiler.digest import digest
from outwit.engine.compiler.rules import link
from outwit.games import find_game

print(digest(link(find_game(sys.argv[1])), "rules"))
"""


def test_the_digest_is_the_same_in_every_process_whatever_of_python_s_library_rules_use(
    tmp_path: Path,
) -> None:
    file = tmp_path / "coins.py"
    file.write_text(REPLACING)
    command = [sys.executable, "-c", ASKED, f"{file}:Coins"]
    runs = [subprocess.run(command, check=True, capture_output=True, text=True).stdout for _ in range(2)]
    assert runs[0] == runs[1]


NAMED = """
from enum import IntEnum
from typing import NamedTuple

from outwit import Game


class Coin(IntEnum):
    SMALL = 1
    LARGE = 3

    @property
    def worth(self):
        return self + 1


class Pile(NamedTuple):
    coins: int
    turn: int = 0

    @property
    def most(self):
        return min(2, self.coins)


class Coins(Game):
    def initial(self):
        return Pile(9)

    def moves(self, s):
        return range(1, s.most + 1)

    def play(self, s, n):
        return Pile(s.coins - n, 1 - s.turn)

    def over(self, s):
        return s.coins == 0

    def payoff(self, s, player):
        return float(Coin.LARGE.worth)
"""


@pytest.mark.parametrize("edit", [("", ""), ("= 3", "= 4"), ("self + 1", "self + 2"), ("min(2,", "min(3,")])
def test_what_a_state_or_an_enumeration_says_of_itself_changes_the_digest(
    edit: tuple[str, str], tmp_path: Path
) -> None:
    named = []
    for name, text in (("one", NAMED), ("other", NAMED.replace(*edit))):
        file = tmp_path / f"{name}.py"
        file.write_text(text)
        named.append(digest.digest(link(find_game(f"{file}:Coins")), "rules"))
    assert (named[0] == named[1]) == (edit == ("", ""))
