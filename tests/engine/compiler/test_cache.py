"""A game is compiled once, again when its rules change, and never wrongly."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import threading
from pathlib import Path

import pytest

from outwit.engine.compiler import cache

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


@pytest.fixture(scope="module")
def compiled(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A cache that holds the rules as they stand above, and nothing else."""
    table = Table(tmp_path_factory.mktemp("compiled"))
    assert table.ask() == "2 1.0"
    assert len(table.compiled()) == 1
    return table.cache


@pytest.fixture
def asked(table: Table, compiled: Path) -> Table:
    """A table that has been asked before; what was compiled then is copied, not compiled each time."""
    shutil.copytree(compiled, table.cache)
    return table


def test_a_rule_edited_two_calls_below_is_compiled_anew_and_restored_is_found_again(asked: Table) -> None:
    asked.file.write_text(RULES.replace("min(coins, 3)", "min(coins, 2)"))
    assert asked.ask(":coins=7") == "1 1.0"
    assert len(asked.compiled()) == 2
    asked.file.write_text("# moved down a line\n" + RULES)
    assert asked.ask() == "2 1.0"
    assert len(asked.compiled()) == 2


def test_rules_that_call_each_other_in_a_circle_work_in_every_process(table: Table) -> None:
    circle = """def limit(coins):
    return 0 if coins == 0 else min(1 + rest(coins - 1), 3)


def rest(coins):
    return 0 if coins == 0 else 1 + limit(coins - 1)
"""
    table.file.write_text(RULES.replace("def limit(coins):\n    return min(coins, 3)\n", circle))
    assert [table.ask(), table.ask()] == ["2 1.0", "2 1.0"]
    assert len(table.compiled()) == 1


def test_new_data_needs_no_compiling(asked: Table) -> None:
    before = asked.compiled()
    asked.ask(":scale=0.5,worth=(0.3,0.4)")
    assert asked.compiled() == before


def test_what_is_damaged_is_compiled_again(asked: Table) -> None:
    [file] = asked.cache.glob("*.code")
    file.write_bytes(file.read_bytes()[:1000])
    assert asked.ask() == "2 1.0"
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
from outwit.engine.compiler.digest import digest
from outwit.engine.compiler.rules import link
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


def code(number: int) -> str:
    """The name of a file of compiled code."""
    return f"{number:040x}.code"


@pytest.fixture
def home(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Path:
    monkeypatch.setenv("OUTWIT_CACHE", str(tmp_path / "kept"))
    cache.say.cache_clear()
    return tmp_path / "kept"


def test_what_is_kept_is_the_user_s_alone(home: Path) -> None:
    cache.write(code(1), b"code")
    assert cache.read(code(1)) == b"code"
    assert home.stat().st_mode & 0o777 == 0o700
    assert (home / code(1)).stat().st_mode & 0o777 == 0o600


@pytest.mark.parametrize("mode", [0o777, 0o770, 0o1777])
def test_a_folder_that_others_can_write_to_is_neither_read_nor_written(
    home: Path, mode: int, caplog: pytest.LogCaptureFixture
) -> None:
    cache.write(code(1), b"code")
    home.chmod(mode)
    before = sorted(home.iterdir())
    assert cache.read(code(1)) is None
    cache.write(code(2), b"code")
    with cache.alone("game"):
        assert sorted(home.iterdir()) == before
    [said] = [record.getMessage() for record in caplog.records]
    assert said == (
        f"Others may write to {home}, so compiled games are not taken from it; run chmod go-w on it, or set "
        "OUTWIT_CACHE to a folder of your own."
    )


def test_a_folder_or_a_file_of_somebody_else_is_not_read(
    home: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    cache.write(code(1), b"code")
    myself = os.geteuid()
    monkeypatch.setattr(os, "geteuid", lambda: myself + 1)
    assert cache.read(code(1)) is None
    cache.write(code(2), b"code")
    assert not (home / code(2)).exists()
    [said] = [record.getMessage() for record in caplog.records]
    assert said.startswith(f"{home} belongs to another user")
    assert "OUTWIT_CACHE" in said


def test_a_file_that_others_can_write_to_is_made_again(home: Path) -> None:
    cache.write(code(1), b"code")
    (home / code(1)).chmod(0o666)
    assert cache.read(code(1)) is None
    cache.write(code(1), b"mine")
    assert cache.read(code(1)) == b"mine"


def test_a_link_to_a_file_elsewhere_is_not_followed(home: Path, tmp_path: Path) -> None:
    cache.write(code(1), b"code")
    (home / code(1)).rename(tmp_path / "elsewhere")
    (home / code(1)).symlink_to(tmp_path / "elsewhere")
    assert cache.read(code(1)) is None


def test_a_folder_that_the_user_has_put_elsewhere_by_a_link_is_used(home: Path, tmp_path: Path) -> None:
    (tmp_path / "large disk").mkdir(mode=0o700)
    home.symlink_to(tmp_path / "large disk")
    cache.write(code(1), b"code")
    assert cache.read(code(1)) == b"code"


def test_a_game_plays_where_the_cache_cannot_be_trusted(asked: Table) -> None:
    [file] = asked.cache.glob("*.code")
    before = file.stat().st_mtime_ns
    asked.cache.chmod(0o777)
    out, err = asked.start().communicate(timeout=300)
    assert out.strip() == "2 1.0"
    [line] = err.splitlines()
    assert line.startswith(f"Others may write to {asked.cache}")
    assert [each.name for each in asked.cache.iterdir()] == [file.name]
    assert file.stat().st_mtime_ns == before


def test_a_thousand_option_sets_stay_within_the_bound(home: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("OUTWIT_CACHE_MB", "0.5")
    home.mkdir(mode=0o700)
    (home / "notes.txt").write_text("x" * 1_000_000)  # what is not the cache's own is not touched
    clock = iter(range(1, 10**6))

    def age(file: Path) -> None:
        os.utime(file, ns=(next(clock), next(clock)))

    for number in range(1000):
        cache.write(code(number), bytes(5000))
        age(home / code(number))
        assert cache.read(code(0)) is not None  # in use all the time
        age(home / code(0))
        if number % 100 == 99:
            assert sum(file.stat().st_size for file in home.glob("*.code")) <= 512 * 1024
    kept = sorted(file.name for file in home.glob("*.code"))
    assert kept == [code(0), *(code(number) for number in range(1001 - len(kept), 1000))]
    assert len(kept) > 90
    assert (home / "notes.txt").exists()


def test_to_use_a_file_makes_it_the_last_to_go(home: Path) -> None:
    cache.write(code(1), b"code")
    os.utime(home / code(1), ns=(1, 1))
    cache.read(code(1))
    assert (home / code(1)).stat().st_atime_ns > 10**18


@pytest.mark.parametrize("given", ["much", "-1", "nan", "inf"])
def test_a_bound_that_is_none_is_named_and_the_usual_one_holds(
    given: str, home: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setenv("OUTWIT_CACHE_MB", given)
    cache.write(code(1), b"code")
    assert cache.read(code(1)) == b"code"
    [said] = [record.getMessage() for record in caplog.records]
    assert f"OUTWIT_CACHE_MB={given} is no number of megabytes" in said


def test_compiled_code_is_loaded_without_all_that_the_compiler_has(table: Table) -> None:
    heard = "import sys\n" + ASK + "\nprint('numba.np.linalg' in sys.modules)"
    command = [sys.executable, "-c", heard, f"{table.file}:Coins"]
    environment = {**os.environ, "OUTWIT_CACHE": str(table.cache)}
    said = [
        subprocess.run(command, env=environment, capture_output=True, text=True, check=True).stdout.split()
        for _ in range(2)
    ]
    assert said == [["2", "1.0", "True"], ["2", "1.0", "False"]]


@pytest.mark.slow
def test_code_that_asks_for_the_compiler_s_own_functions_works_in_every_process(table: Table) -> None:
    limit = "return min(coins, sorted([3, 1, int(math.gamma(3.0))])[2] + hash('a') - hash('a'))"
    table.file.write_text(
        RULES.replace("return min(coins, 3)", limit).replace("from dat", "import math\nfrom dat")
    )
    assert [table.ask(), table.ask()] == ["2 1.0", "2 1.0"]
    assert len(table.compiled()) == 1
