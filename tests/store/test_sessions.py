"""The store keeps sessions, step by step."""

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
from outwit.play import Session
from outwit.random import Generator
from outwit.store import Kept, SessionStore, StaleError, StoreError, UnusableStoreError
from outwit.store.database import default_url


def store_in(folder: Path) -> SessionStore:
    return SessionStore(f"sqlite:///{folder / 'games.db'}")


def play(store: SessionStore, before: Kept, *moves: str) -> Kept:
    """The session after these moves, each of which was kept."""
    for move in moves:
        after = before.copy()
        after.session.read(move)
        after.undone = []
        before = store.change(before, after)
    return before


def back(store: SessionStore, before: Kept, many: int = 1) -> Kept:
    """The session after so many moves were taken back."""
    after = before.copy()
    for _ in range(many):
        after.session.undo()
    after.undone = before.session.steps[len(after.session.steps) :][::-1]
    return store.change(before, after)


def test_a_session_is_found_again_as_it_was(tmp_path: Path) -> None:
    store = store_in(tmp_path)
    session = Session(find_game("connect4:width=9"), ("human", "alphabeta:depth=2"), seed=7)
    key = store.add(session, ("browser", None))
    session = play(store, store.find(key), "4", "5", "9").session
    kept = store_in(tmp_path).find(key)
    assert kept.session.steps == session.steps
    assert kept.session.state == session.state
    assert kept.session.game == session.game
    assert (kept.session.players, kept.session.seed) == (session.players, 7)
    assert kept.seats == ["browser", None]
    assert kept.resigned is None


def test_what_is_taken_back_is_gone_and_another_step_takes_its_place(url: str) -> None:
    store = SessionStore(url)
    key = store.add(Session(find_game("connect4")))
    taken = back(store, play(store, store.find(key), "1", "2", "3"), 2)
    assert store.find(key).session.described() == ["1"]
    play(store, taken, "7")
    assert store.find(key).session.described() == ["1", "7"]


def test_a_step_is_refused_if_the_one_it_follows_is_not_the_last_any_more(url: str) -> None:
    store, other = SessionStore(url), SessionStore(url)
    key = store.add(Session(find_game("connect4")))
    here, there = store.find(key), other.find(key)
    here = play(store, here, "1")
    with pytest.raises(StaleError, match="Something else has happened in this game"):
        play(other, there, "2")
    assert other.find(key).session.described() == ["1"]
    there = play(other, other.find(key), "2")
    with pytest.raises(StaleError):
        back(store, here)
    assert store.find(key).session.described() == ["1", "2"]
    assert store.versions([key, "nothing"]) == {key: there.version}


def test_a_step_is_refused_after_another_history_of_the_same_length(url: str) -> None:
    store, other = SessionStore(url), SessionStore(url)
    key = store.add(Session(find_game("connect4")))
    here = play(store, store.find(key), "1", "2")
    play(other, back(other, other.find(key)), "7")
    with pytest.raises(StaleError):
        play(store, here, "3")
    assert store.find(key).session.described() == ["1", "7"]


def test_of_many_who_play_the_same_step_at_once_one_is_kept(url: str) -> None:
    stores = [SessionStore(url) for _ in range(4)]
    key = stores[0].add(Session(find_game("connect4:width=9,height=9,length=6")))
    rng, kept = Generator(5), []

    def attempt(store: SessionStore, before: Kept, move: str) -> str | None:
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
    assert stores[0].find(key).session.described() == kept


def test_a_change_that_fails_half_way_leaves_everything_as_it_was(tmp_path: Path) -> None:
    store = store_in(tmp_path)
    here = play(store, store.find(store.add(Session(find_game("connect4")))), "1", "2")
    with store.engine.begin() as database:
        database.exec_driver_sql("ALTER TABLE steps RENAME TO elsewhere")
    with pytest.raises(UnusableStoreError):
        play(store, here, "3")
    with store.engine.begin() as database:
        database.exec_driver_sql("ALTER TABLE elsewhere RENAME TO steps")
    kept = store.find(here.id)
    assert (kept.session.described(), kept.version) == (["1", "2"], here.version)
    assert play(store, here, "3").session.described() == ["1", "2", "3"]


def test_choices_that_wait_for_others_and_what_was_taken_back_are_kept(url: str) -> None:
    store = SessionStore(url)
    before = store.find(store.add(Session(find_game("goofspiel:shuffled=off"))))
    after = before.copy()
    after.session.play((2, 1))
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


def test_a_session_that_has_begun_is_kept_whole() -> None:
    store = SessionStore("sqlite://")
    session = Session(find_game("tictactoe"))
    for move in "14253":
        session.read(move)
    key = store.add(session)
    assert store.find(key).session.described() == session.described()
    assert store.recent()[0].result == session.result


def test_resigning_is_kept() -> None:
    store = SessionStore("sqlite://")
    before = store.find(store.add(Session(find_game("nim"))))
    after = before.copy()
    after.resigned = 1
    resigned = store.change(before, after)
    assert store.find(before.id).resigned == 1
    store.change(resigned, before)
    assert store.find(before.id).resigned is None


def test_who_sits_where_can_change() -> None:
    store = SessionStore("sqlite://")
    before = store.find(store.add(Session(find_game("nim"), ("human", "random"))))
    after = before.copy()
    after.session.players, after.seats = ("random", "human"), [None, "someone"]
    store.change(before, after)
    kept = store.find(before.id)
    assert kept.session.players == ("random", "human")
    assert kept.seats == [None, "someone"]


def test_what_was_deleted_cannot_be_changed() -> None:
    store = SessionStore("sqlite://")
    before = store.find(store.add(Session(find_game("nim"))))
    store.remove(before.id)
    with pytest.raises(StoreError, match="There is no such session"):
        play(store, before, "1")


def test_servers_that_begin_at_once_share_one_secret(url: str) -> None:
    stores = [SessionStore(url) for _ in range(4)]
    with ThreadPoolExecutor(4) as pool:
        secrets = set(pool.map(lambda number: stores[number].secret("x", lambda: str(number)), range(4)))
    assert len(secrets) == 1


def test_recent_sessions_come_last_changed_first() -> None:
    store = SessionStore("sqlite://")
    first, second = (store.add(Session(find_game("nim"), ("human", name))) for name in ("random", "maxn"))
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
    store, random = SessionStore("sqlite://"), Generator(seed)
    before = store.find(store.add(Session(find_game(name), seed=seed)))
    while not before.session.over and len(before.session.steps) < 60:
        after = before.copy()
        session = after.session
        if session.turn < 0:
            session.roll()
        else:
            session.play(random.choice(list(session.rules.moves(session.state))))
        before = store.change(before, after)
    session, kept = before.session, store.find(before.id).session
    assert (kept.steps, kept.state, kept.seed) == (session.steps, session.state, seed)


def test_what_was_confirmed_survives_a_kill(tmp_path: Path) -> None:
    program = f"""
import sys
from outwit.games import find_game
from outwit.play import Session
from outwit.store import SessionStore
store = SessionStore("sqlite:///{(tmp_path / "games.db").as_posix()}")
before = store.find(store.add(Session(find_game("connect4"))))
print(before.id, flush=True)
for move in "44556":
    after = before.copy()
    after.session.read(move)
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
    assert store_in(tmp_path).find(key).session.described() == confirmed == list("44556")


def test_what_is_not_there_is_said_in_a_sentence(tmp_path: Path) -> None:
    with pytest.raises(StoreError, match="There is no such session"):
        SessionStore("sqlite://").find("nothing")
    with pytest.raises(StoreError, match="is no database address; give one such as"):
        SessionStore("what is this")
    with pytest.raises(StoreError, match="is no database address"):
        SessionStore("oracle+nothing://host")
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
