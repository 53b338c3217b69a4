"""A game is compiled once, again when its rules change, and never wrongly."""

from __future__ import annotations

import os
import subprocess
import sys
import threading
from pathlib import Path

import pytest

from outwit.engine import cache

RULES = """
from dataclasses import dataclass
from typing import NamedTuple

from outwit import Game


class Pile(NamedTuple):
    coins: int
    turn: int


def most(pile):
    return limit(pile.coins)


def limit(coins):
    return min(coins, 3)


@dataclass(frozen=True)
class Coins(Game):
    coins: int = 6
    scale: float = 1.0
    worth: tuple[float, ...] = (0.1, 0.2)

    def initial(self):
        return Pile(self.coins, 0)

    def moves(self, pile):
        for coins in range(1, most(pile) + 1):
            yield coins

    def play(self, pile, coins):
        return Pile(pile.coins - coins, 1 - pile.turn)

    def over(self, pile):
        return pile.coins == 0

    def payoff(self, pile, player):
        return -1.0 if pile.turn == player else 1.0

    def evaluate(self, pile, player):
        worth = self.scale * self.worth[pile.coins % 2]
        return worth if player == 0 else -worth
"""
ASK = """
import sys
import outwit
game = outwit.find_game(sys.argv[1])
rules = outwit.compile(game)

def best(state):
    if rules.over(state):
        return rules.payoff(state, rules.turn(state)), None
    return max((-best(rules.play(state, move))[0], move) for move in rules.moves(state))

value, move = best(game.initial())
print(move, value)
"""


class Table:
    """A game in a file, and a folder for what is compiled of it."""

    def __init__(self, folder: Path) -> None:
        self.file = folder / "coins.py"
        self.file.write_text(RULES)
        self.cache = folder / "cache"

    def start(self, options: str = "") -> subprocess.Popen[str]:
        return subprocess.Popen(
            [sys.executable, "-c", ASK, f"{self.file}:Coins{options}"],
            env={**os.environ, "OUTWIT_CACHE": str(self.cache)},
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
        )

    def ask(self, options: str = "") -> str:
        return self.heard(self.start(options))

    def heard(self, process: subprocess.Popen[str]) -> str:
        out, err = process.communicate(timeout=300)
        assert process.returncode == 0, err
        assert err == ""
        return out.strip()

    def compiled(self) -> set[str]:
        return {file.name for file in self.cache.glob("*.code")}


@pytest.fixture
def table(tmp_path: Path) -> Table:
    return Table(tmp_path)


def test_a_rule_edited_two_calls_below_is_compiled_anew_and_restored_is_found_again(table: Table) -> None:
    assert table.ask() == "2 1.0"
    before = table.compiled()
    assert len(before) == 1
    table.file.write_text(RULES.replace("min(coins, 3)", "min(coins, 2)"))
    assert table.ask(":coins=7") == "1 1.0"
    assert len(table.compiled()) == 2
    table.file.write_text("# moved down a line\n" + RULES)
    assert table.ask() == "2 1.0"
    assert len(table.compiled()) == 2


def test_rules_that_call_each_other_in_a_circle_work_in_every_process(table: Table) -> None:
    circle = """def limit(coins):
    return 0 if coins == 0 else min(1 + rest(coins - 1), 3)


def rest(coins):
    return 0 if coins == 0 else 1 + limit(coins - 1)
"""
    table.file.write_text(RULES.replace("def limit(coins):\n    return min(coins, 3)\n", circle))
    assert [table.ask(), table.ask()] == ["2 1.0", "2 1.0"]
    assert len(table.compiled()) == 1


def test_new_data_needs_no_compiling(table: Table) -> None:
    table.ask()
    before = table.compiled()
    table.ask(":scale=0.5,worth=(0.3,0.4)")
    assert table.compiled() == before


def test_what_is_damaged_is_compiled_again(table: Table) -> None:
    table.ask()
    [file] = table.cache.glob("*.code")
    file.write_bytes(file.read_bytes()[:1000])
    assert table.ask() == "2 1.0"
    assert file.stat().st_size > 10_000


def test_two_processes_at_once_do_not_disturb_each_other(table: Table) -> None:
    both = [table.start(), table.start()]
    assert [table.heard(process) for process in both] == ["2 1.0", "2 1.0"]
    assert len(table.compiled()) == 1
    assert not list(table.cache.glob("*.part"))


def test_a_folder_that_cannot_be_written_is_done_without(table: Table) -> None:
    table.cache.write_text("in the way")
    assert table.ask() == "2 1.0"
    assert table.cache.read_text() == "in the way"


def test_who_needs_the_same_at_the_same_time_waits_for_the_first(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setenv("OUTWIT_CACHE", str(tmp_path))
    inside = threading.Event()

    def second() -> None:
        with cache.alone("game"):
            inside.set()

    other = threading.Thread(target=second)
    with cache.alone("game"):
        other.start()
        with cache.alone("another game"):
            assert not inside.wait(0.2)
    assert inside.wait(60)
    other.join()
    assert not list(tmp_path.iterdir())


NAMES = """
import sys
from outwit import find_game
from outwit.engine.digest import digest
from outwit.engine.rules import link
print(digest(link(find_game(sys.argv[1])), "test"))
"""


def test_a_set_of_words_is_the_same_in_every_process(tmp_path: Path) -> None:
    file = tmp_path / "worded.py"
    file.write_text(
        RULES.replace(
            "return limit(pile.coins)", "return limit(pile.coins) if word() in {'a', 'b', 'c'} else 1"
        )
        + "\n\ndef word():\n    return 'a' if 'd' in WORDS else 'b'\n\n\nWORDS = frozenset(('d', 'e', 'f'))\n"
    )

    def name(seed: str) -> str:
        command = [sys.executable, "-c", NAMES, f"{file}:Coins"]
        environment = {**os.environ, "PYTHONHASHSEED": seed}
        return subprocess.run(command, env=environment, capture_output=True, text=True, check=True).stdout

    assert name("1") == name("2") == name("3")
