"""The store keeps sittings, step by step."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from outwit.games import find_game
from outwit.play import Sitting
from outwit.random import Generator
from outwit.store import Kept, Sittings, StaleError, StoreError, UnusableStoreError
from outwit.store.database import default_url


def store_in(folder: Path) -> Sittings:
    return Sittings(f"sqlite:///{folder / 'games.db'}")


def play(store: Sittings, before: Kept, *moves: str) -> Kept:
    """The sitting after these moves, each of which was kept."""
    for move in moves:
        after = before.copy()
        after.sitting.read(move)
        after.undone = []
        before = store.change(before, after)
    return before


def back(store: Sittings, before: Kept, many: int = 1) -> Kept:
    """The sitting after so many moves were taken back."""
    after = before.copy()
    for _ in range(many):
        after.sitting.undo()
    after.undone = before.sitting.steps[len(after.sitting.steps) :][::-1]
    return store.change(before, after)


def test_a_sitting_is_found_again_as_it_was(tmp_path: Path) -> None:
    store = store_in(tmp_path)
    sitting = Sitting(find_game("connect4:width=9"), ("human", "alphabeta:depth=2"), seed=7)
    key = store.add(sitting, ("browser", None))
    sitting = play(store, store.find(key), "4", "5", "9").sitting
    kept = store_in(tmp_path).find(key)
    assert kept.sitting.steps == sitting.steps
    assert kept.sitting.state == sitting.state
    assert kept.sitting.game == sitting.game
    assert (kept.sitting.players, kept.sitting.seed) == (sitting.players, 7)
    assert kept.seats == ["browser", None]
    assert kept.resigned is None


def test_what_is_taken_back_is_gone_and_another_step_takes_its_place(url: str) -> None:
    store = Sittings(url)
    key = store.add(Sitting(find_game("connect4")))
    taken = back(store, play(store, store.find(key), "1", "2", "3"), 2)
    assert store.find(key).sitting.described() == ["1"]
    play(store, taken, "7")
    assert store.find(key).sitting.described() == ["1", "7"]


def test_a_step_is_refused_if_the_one_it_follows_is_not_the_last_any_more(url: str) -> None:
    store, other = Sittings(url), Sittings(url)
    key = store.add(Sitting(find_game("connect4")))
    here, there = store.find(key), other.find(key)
    here = play(store, here, "1")
    with pytest.raises(StaleError, match="Something else has happened in this game"):
        play(other, there, "2")
    assert other.find(key).sitting.described() == ["1"]
    there = play(other, other.find(key), "2")
    with pytest.raises(StaleError):
        back(store, here)
    assert store.find(key).sitting.described() == ["1", "2"]
    assert store.versions([key, "nothing"]) == {key: there.version}


def test_a_step_is_refused_after_another_history_of_the_same_length(url: str) -> None:
    store, other = Sittings(url), Sittings(url)
    key = store.add(Sitting(find_game("connect4")))
    here = play(store, store.find(key), "1", "2")
    play(other, back(other, other.find(key)), "7")
    with pytest.raises(StaleError):
        play(store, here, "3")
    assert store.find(key).sitting.described() == ["1", "7"]


def test_of_many_who_play_the_same_step_at_once_one_is_kept(url: str) -> None:
    stores = [Sittings(url) for _ in range(4)]
    key = stores[0].add(Sitting(find_game("connect4:width=9,height=9")))
    rng, kept = Generator(5), []

    def attempt(store: Sittings, before: Kept, move: str) -> str | None:
        try:
            play(store, before, move)
        except StaleError:
            return None
        return move

    with ThreadPoolExecutor(len(stores)) as pool:
        for _ in range(10):
            moves = [str(1 + rng.below(9)) for _ in stores]
            found = [store.find(key) for store in stores]
            (played,) = filter(None, pool.map(attempt, stores, found, moves))
            kept.append(played)
    assert stores[0].find(key).sitting.described() == kept


def test_a_change_that_fails_half_way_leaves_everything_as_it_was(tmp_path: Path) -> None:
    store = store_in(tmp_path)
    here = play(store, store.find(store.add(Sitting(find_game("connect4")))), "1", "2")
    with store.engine.begin() as database:
        database.exec_driver_sql("ALTER TABLE steps RENAME TO elsewhere")
    with pytest.raises(UnusableStoreError):
        play(store, here, "3")
    with store.engine.begin() as database:
        database.exec_driver_sql("ALTER TABLE elsewhere RENAME TO steps")
    kept = store.find(here.id)
    assert (kept.sitting.described(), kept.version) == (["1", "2"], here.version)
    assert play(store, here, "3").sitting.described() == ["1", "2", "3"]


def test_choices_that_wait_for_others_and_what_was_taken_back_are_kept(url: str) -> None:
    store = Sittings(url)
    before = store.find(store.add(Sitting(find_game("tests/sketches/goofspiel.py:Goofspiel:shuffled=off"))))
    after = before.copy()
    after.sitting.play((2, 1))
    played = store.change(before, after)
    after = played.copy()
    after.choices[1] = 3
    chosen = store.change(played, after)
    assert store.find(before.id).choices == {1: 3}
    after = chosen.copy()
    after.choices.clear()
    store.change(chosen, after)
    undone = back(store, store.find(before.id))
    found = store.find(before.id)
    assert (found.choices, found.undone) == ({}, undone.undone)
    assert [step.move for step in found.undone] == [(2, 1)]


def test_a_sitting_that_has_begun_is_kept_whole() -> None:
    store = Sittings("sqlite://")
    sitting = Sitting(find_game("tictactoe"))
    for move in "14253":
        sitting.read(move)
    key = store.add(sitting)
    assert store.find(key).sitting.described() == sitting.described()
    assert store.recent()[0].result == sitting.result


def test_resigning_is_kept() -> None:
    store = Sittings("sqlite://")
    before = store.find(store.add(Sitting(find_game("nim"))))
    after = before.copy()
    after.resigned = 1
    resigned = store.change(before, after)
    assert store.find(before.id).resigned == 1
    store.change(resigned, before)
    assert store.find(before.id).resigned is None


def test_who_sits_where_can_change() -> None:
    store = Sittings("sqlite://")
    before = store.find(store.add(Sitting(find_game("nim"), ("human", "random"))))
    after = before.copy()
    after.sitting.players, after.seats = ("random", "human"), [None, "someone"]
    store.change(before, after)
    kept = store.find(before.id)
    assert kept.sitting.players == ("random", "human")
    assert kept.seats == [None, "someone"]


def test_what_was_deleted_cannot_be_changed() -> None:
    store = Sittings("sqlite://")
    before = store.find(store.add(Sitting(find_game("nim"))))
    store.remove(before.id)
    with pytest.raises(StoreError, match="There is no such sitting"):
        play(store, before, "1")


def test_servers_that_begin_at_once_share_one_secret(url: str) -> None:
    stores = [Sittings(url) for _ in range(4)]
    with ThreadPoolExecutor(4) as pool:
        secrets = set(pool.map(lambda number: stores[number].secret("x", lambda: str(number)), range(4)))
    assert len(secrets) == 1


def test_recent_sittings_come_last_changed_first() -> None:
    store = Sittings("sqlite://")
    first, second = (store.add(Sitting(find_game("nim"), ("human", name))) for name in ("random", "maxn"))
    play(store, store.find(first), "1")
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
    before = store.find(store.add(Sitting(find_game(name), seed=seed)))
    while not before.sitting.over and len(before.sitting.steps) < 60:
        after = before.copy()
        sitting = after.sitting
        if sitting.turn < 0:
            sitting.roll()
        else:
            sitting.play(random.choice(list(sitting.rules.moves(sitting.state))))
        before = store.change(before, after)
    sitting, kept = before.sitting, store.find(before.id).sitting
    assert (kept.steps, kept.state, kept.seed) == (sitting.steps, sitting.state, seed)


def test_what_was_confirmed_survives_a_kill(tmp_path: Path) -> None:
    program = f"""
import sys
from outwit.games import find_game
from outwit.play import Sitting
from outwit.store import Sittings
store = Sittings("sqlite:///{(tmp_path / "games.db").as_posix()}")
before = store.find(store.add(Sitting(find_game("connect4"))))
print(before.id, flush=True)
for move in "44556":
    after = before.copy()
    after.sitting.read(move)
    before = store.change(before, after)
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
