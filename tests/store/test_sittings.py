"""The store keeps sittings, step by step."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from outwit.games import find_game
from outwit.play import Sitting
from outwit.random import Generator
from outwit.store import Sittings, StoreError
from outwit.store.database import default_url


def store_in(folder: Path) -> Sittings:
    return Sittings(f"sqlite:///{folder / 'games.db'}")


def test_a_sitting_is_found_again_as_it_was(tmp_path: Path) -> None:
    store = store_in(tmp_path)
    sitting = Sitting(find_game("connect4:width=9"), ("human", "alphabeta:depth=2"), seed=7)
    key = store.add(sitting, ("browser", None))
    for move in ("4", "5", "9"):
        sitting.read(move)
        store.played(key, sitting)
    kept = store_in(tmp_path).find(key)
    assert kept.sitting.steps == sitting.steps
    assert kept.sitting.state == sitting.state
    assert kept.sitting.game == sitting.game
    assert (kept.sitting.players, kept.sitting.seed) == (sitting.players, 7)
    assert kept.seats == ("browser", None)
    assert kept.resigned is None


def test_a_step_replaces_all_that_was_kept_from_there_on() -> None:
    store = Sittings("sqlite://")
    sitting = Sitting(find_game("connect4"))
    key = store.add(sitting)
    for move in ("1", "2", "3"):
        sitting.read(move)
        store.played(key, sitting)
    sitting.undo()
    sitting.undo()
    sitting.read("7")
    store.played(key, sitting)
    assert store.find(key).sitting.described() == ["1", "7"]
    store.taken_back(key, 1)
    assert store.find(key).sitting.described() == ["1"]


def test_a_sitting_that_has_begun_is_kept_whole() -> None:
    store = Sittings("sqlite://")
    sitting = Sitting(find_game("tictactoe"))
    for move in "14253":
        sitting.read(move)
    key = store.add(sitting)
    assert store.find(key).sitting.described() == sitting.described()
    assert store.recent()[0].result == sitting.result


def test_resigning_is_kept_until_play_goes_on() -> None:
    store = Sittings("sqlite://")
    sitting = Sitting(find_game("nim"))
    key = store.add(sitting)
    store.resigned(key, 1)
    assert store.find(key).resigned == 1
    sitting.read("2")
    store.played(key, sitting)
    assert store.find(key).resigned is None


def test_who_sits_where_can_change() -> None:
    store = Sittings("sqlite://")
    key = store.add(Sitting(find_game("nim"), ("human", "random")))
    store.seated(key, ("random", "human"), (None, "someone"))
    kept = store.find(key)
    assert kept.sitting.players == ("random", "human")
    assert kept.seats == (None, "someone")


def test_recent_sittings_come_last_changed_first() -> None:
    store = Sittings("sqlite://")
    first, second = (store.add(Sitting(find_game("nim"), ("human", name))) for name in ("random", "maxn"))
    sitting = store.find(first).sitting
    sitting.read("1")
    store.played(first, sitting)
    listed = store.recent()
    assert [each.id for each in listed] == [first, second]
    assert [each.steps for each in listed] == [1, 0]
    assert store.recent(1) == listed[:1]
    store.remove(first)
    assert [each.id for each in store.recent()] == [second]


@given(st.integers(0, 2**64 - 1), st.sampled_from(["pig", "tictactoe", "connect4:width=4,height=4", "nim"]))
@settings(max_examples=25, deadline=None)
def test_any_game_with_its_dice_is_kept_step_by_step(seed: int, name: str) -> None:
    store, random = Sittings("sqlite://"), Generator(seed)
    sitting = Sitting(find_game(name), seed=seed)
    key = store.add(sitting)
    while not sitting.over and len(sitting.steps) < 60:
        if sitting.turn < 0:
            sitting.roll()
        else:
            sitting.play(random.choice(list(sitting.rules.moves(sitting.state))))
        store.played(key, sitting)
    kept = store.find(key).sitting
    assert (kept.steps, kept.state, kept.seed) == (sitting.steps, sitting.state, seed)


def test_what_was_confirmed_survives_a_kill(tmp_path: Path) -> None:
    program = f"""
import sys
from outwit.games import find_game
from outwit.play import Sitting
from outwit.store import Sittings
store = Sittings("sqlite:///{(tmp_path / "games.db").as_posix()}")
sitting = Sitting(find_game("connect4"))
key = store.add(sitting)
print(key, flush=True)
for move in "44556":
    sitting.read(move)
    store.played(key, sitting)
    print(move, flush=True)
sys.stdin.read()
"""
    process = subprocess.Popen(
        [sys.executable, "-c", program], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
    )
    assert process.stdout is not None
    key, *confirmed = [process.stdout.readline().strip() for _ in range(6)]
    os.kill(process.pid, signal.SIGKILL)
    process.wait()
    assert store_in(tmp_path).find(key).sitting.described() == confirmed == list("44556")


def test_what_is_not_there_is_said_in_a_sentence(tmp_path: Path) -> None:
    with pytest.raises(StoreError, match="There is no such sitting"):
        Sittings("sqlite://").find("nothing")
    with pytest.raises(StoreError, match="is no database address; give one such as"):
        Sittings("what is this")
    with pytest.raises(StoreError, match="is no database address"):
        Sittings("oracle+nothing://host")
    (tmp_path / "games.db").write_bytes(b"this is not a database at all, only some text" * 100)
    with pytest.raises(StoreError, match="cannot be used: file is not a database"):
        store_in(tmp_path)


def test_the_database_is_where_the_environment_says(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("OUTWIT_DATABASE_URL", "sqlite:///elsewhere.db")
    assert default_url() == "sqlite:///elsewhere.db"
    monkeypatch.delenv("OUTWIT_DATABASE_URL")
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
    if sys.platform.startswith("linux"):
        assert default_url() == f"sqlite:///{tmp_path}/outwit/outwit.db"
