"""A database that cannot be used, for whatever reason, is told in a sentence with its path and what to do."""

from __future__ import annotations

import os
import sqlite3
from collections.abc import Callable
from pathlib import Path
from urllib.parse import quote

import pytest

from outwit import OutwitError, Session, find_game
from outwit.arena.plan import Opening, Tournament
from outwit.store import SessionStore, StoreError, Tournaments, UnusableStoreError
from outwit.store.database import IN_LOG
from tests.cli.conftest import Command, outwit  # noqa: F401

PLAN = Tournament("nim", ("random:seed=1", "random:seed=2"), 2, (Opening(),))


def filled(file: Path) -> tuple[str, str]:
    """A whole database with a tournament and a session, and their names."""
    url = f"sqlite:///{file}"
    stores = Tournaments(url), SessionStore(url)
    keys = stores[0].begin(PLAN), stores[1].add(Session(find_game("nim"), ("random", "random")))
    for store in stores:
        with store.engine.begin() as database:
            database.exec_driver_sql("PRAGMA wal_checkpoint(TRUNCATE)")
        store.engine.dispose()
    return keys


def garbage(file: Path) -> None:
    file.write_bytes(bytes(range(256)) * 40)


def truncated(file: Path) -> None:
    filled(file)
    file.write_bytes(file.read_bytes()[:6000])


def holes(file: Path) -> None:
    filled(file)
    content = file.read_bytes()
    file.write_bytes(content[:4096] + b"\xff" * (len(content) - 4096))


def newer(file: Path) -> None:
    filled(file)
    with sqlite3.connect(file) as database:
        database.execute("PRAGMA user_version = 99")


def another(file: Path) -> None:
    with sqlite3.connect(file) as database:
        database.execute("CREATE TABLE tournaments (id TEXT)")
        database.execute("CREATE TABLE sessions (id TEXT)")


DAMAGE: list[tuple[Callable[[Path], None], str]] = [
    (garbage, "file is not a database"),
    (truncated, "malformed"),
    (holes, "malformed"),
    (Path.mkdir, "unable to open database file"),
    (newer, "was written by a newer version of Outwit; update Outwit"),
    (another, "column"),
]
USES = [
    ("store", "list"),
    ("store", "show", "abc"),
    ("store", "export", "abc", "game.json"),
    ("store", "delete", "--yes", "abc"),
    ("match", "nim", "random", "random", "--games", "2", "--workers", "1"),
    ("tournament", "nim", "random", "random", "--games", "2", "--workers", "1"),
    ("serve", "--no-open"),
]


CASES = [
    pytest.param(damage, words, use, id=f"{damage.__name__} {' '.join(use[:2])}")
    for damage, words in DAMAGE
    for use in USES
]


@pytest.mark.parametrize(("damage", "words", "use"), CASES)
def test_no_command_answers_damage_with_a_traceback(
    outwit: Command,  # noqa: F811
    monkeypatch: pytest.MonkeyPatch,
    tmp_path: Path,
    damage: Callable[[Path], None],
    words: str,
    use: tuple[str, ...],
) -> None:
    file = tmp_path / "kept.db"
    damage(file)
    monkeypatch.setenv("OUTWIT_DATABASE_URL", f"sqlite:///{file}")
    refused = outwit(*use)
    assert refused.status == 2
    assert "Traceback" not in refused.err
    told = refused.err.splitlines()[-1]
    assert told.startswith(f"The database '{file}' ")
    assert words in told
    assert "OUTWIT_DATABASE_URL" in told


def test_a_file_that_cannot_be_written_is_told_when_it_is(tmp_path: Path) -> None:
    file = tmp_path / "kept.db"
    filled(file)
    with sqlite3.connect(file) as database:
        database.execute("PRAGMA journal_mode=DELETE")
    with pytest.raises(UnusableStoreError, match=r"cannot be used: attempt to write a readonly database"):
        Tournaments(f"sqlite:///file:{file}?mode=ro&uri=true").begin(PLAN)


def test_a_folder_that_cannot_be_made_is_told(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("no folder")
    with pytest.raises(UnusableStoreError, match=r"kept\.db' cannot be opened: .*; name another with"):
        SessionStore(f"sqlite:///{tmp_path / 'file' / 'kept.db'}")


def test_a_password_is_not_told() -> None:
    with pytest.raises(StoreError) as refused:
        SessionStore("postgresql+psycopg2://me:secret@127.0.0.1:1/games")
    assert "secret" not in str(refused.value) or "no database address" in str(refused.value)


@pytest.mark.parametrize("content", ["{half", "[]", "{}", "7"])
def test_a_row_that_makes_no_sense_is_told_by_its_name_and_can_be_removed(
    tmp_path: Path, content: str
) -> None:
    file = tmp_path / "kept.db"
    tournament, session = filled(file)
    with sqlite3.connect(file) as database:
        database.execute("UPDATE tournaments SET plan = ?", (content,))
        database.execute("UPDATE sessions SET players = ?", ("{half" if content != "7" else content,))
    tournaments, sessions = Tournaments(f"sqlite:///{file}"), SessionStore(f"sqlite:///{file}")
    for use, key in (
        (lambda: tournaments.find(tournament), tournament),
        (sessions.recent, session),
        (lambda: sessions.find(session), session),
    ):
        with pytest.raises(OutwitError, match=f"{key}.* damaged|The saved game is damaged"):
            use()
    found, (sentence,) = tournaments.list_entries()
    assert found == []
    assert f"The tournament {tournament} in the store is damaged" in sentence
    tournaments.remove(tournament)
    sessions.remove(session)
    assert tournaments.entries() == []
    assert sessions.recent() == []


@pytest.mark.skipif(os.name != "posix", reason="Only POSIX has such permissions.")
@pytest.mark.parametrize("before", [None, 0o644, 0o660])
def test_nobody_but_its_owner_can_read_a_database(tmp_path: Path, before: int | None) -> None:
    file = tmp_path / "new" / "kept.db"
    if before is not None:
        file.parent.mkdir()
        filled(file)
        file.chmod(before)
    usual = os.umask(0o022)
    try:
        store = SessionStore(f"sqlite:///{file}")
        store.secret("cookies", lambda: "secret")
        kept = {each.name: each.stat().st_mode & 0o777 for each in file.parent.iterdir()}
    finally:
        os.umask(usual)
    assert "kept.db-wal" in kept
    assert set(kept.values()) == {0o600}, kept


SECRET = "pa55w@rd/:%"


@pytest.mark.parametrize(
    "address",
    [
        f"nonsense://ada:{SECRET}@127.0.0.1/games",
        f"postgresql+psycopg://ada:{SECRET}@127.0.0.1:port/games",
        f"postgresql+nothing://ada:{SECRET}@127.0.0.1/games",
        f"postgresql+psycopg://ada:{quote(SECRET, safe='')}@127.0.0.1:1/games",
        f"postgresql+psycopg://127.0.0.1:1/games?user=ada&password={quote(SECRET, safe='')}",
        f"ada:{SECRET}@127.0.0.1",
        f"postgresql+psycopg:/ada:{SECRET}@127.0.0.1/games",
        f"host=127.0.0.1 user=ada password={SECRET}",
        f"postgresql+psycopg://ada:{SECRET}@127.0.0.1:1/games",
    ],
)
def test_no_password_is_printed(
    outwit: Command,  # noqa: F811
    monkeypatch: pytest.MonkeyPatch,
    address: str,
) -> None:
    monkeypatch.setenv("OUTWIT_DATABASE_URL", address)
    refused = outwit("store", "list")
    assert refused.status == 2
    assert "Traceback" not in refused.err
    said = refused.err + refused.out
    assert SECRET not in said
    assert "pa55w" not in said
    assert "rd/" not in said


def test_an_at_sign_in_a_password_is_to_be_written_otherwise() -> None:
    with pytest.raises(StoreError, match=r"more than one @ in it; write an @ in the password.*as %40"):
        SessionStore("postgresql+psycopg://ada:s3c@r3t/pw@127.0.0.1:1/games")


def test_clients_of_a_server_are_told_neither_where_its_database_is_nor_what_to_do(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    store = SessionStore(f"sqlite:///{tmp_path / 'kept.db'}")
    store.serving = True
    with store.engine.begin() as database:
        database.exec_driver_sql("PRAGMA query_only = ON")
        for _ in range(2):
            with pytest.raises(UnusableStoreError) as refused:
                database.exec_driver_sql("CREATE TABLE more (number INTEGER)")
            assert str(refused.value) == IN_LOG
    assert caplog.text.count("attempt to write a readonly database") == 1
    assert str(tmp_path) in caplog.text
