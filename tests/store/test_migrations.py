"""A database of an older Outwit is brought up to date when it is opened, all of it or nothing."""

from __future__ import annotations

import json
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest
from sqlalchemy import Connection, Engine, create_engine, inspect

from outwit import Session, find_game
from outwit.arena.plan import Opening, Tournament
from outwit.arena.played import Played
from outwit.arena.run import run
from outwit.store import SessionStore, Tournaments, UnusableStoreError, migrations

PLAN = Tournament("nim", ("random:seed=1", "random:seed=2"), 2, (Opening(),), seed=5)
PLAYED = Played(0, ({"by": 0, "move": "3"},), (1.0, -1.0), "X", (1, 0), (9, 0), (0.1, 0.0))

OLD = """
CREATE TABLE sittings (
    id VARCHAR(32) NOT NULL, game TEXT NOT NULL, players TEXT NOT NULL, seats TEXT NOT NULL,
    seed VARCHAR(32) NOT NULL, start TEXT, resigned INTEGER, result TEXT,
    created FLOAT NOT NULL, changed FLOAT NOT NULL, PRIMARY KEY (id));
CREATE INDEX ix_sittings_changed ON sittings (changed);
CREATE TABLE steps (
    sitting VARCHAR(32) NOT NULL, number INTEGER NOT NULL, note TEXT NOT NULL, PRIMARY KEY (sitting, number),
    FOREIGN KEY(sitting) REFERENCES sittings (id) ON DELETE CASCADE);
CREATE TABLE secrets (name VARCHAR(32) NOT NULL, secret TEXT NOT NULL, PRIMARY KEY (name));
CREATE TABLE tournaments (
    id VARCHAR(32) NOT NULL, digest VARCHAR(64) NOT NULL, plan TEXT NOT NULL, created FLOAT NOT NULL,
    PRIMARY KEY (id));
CREATE INDEX ix_tournaments_digest ON tournaments (digest);
CREATE INDEX ix_tournaments_created ON tournaments (created);
CREATE TABLE tournament_games (
    tournament VARCHAR(32) NOT NULL, number INTEGER NOT NULL, game TEXT NOT NULL, ended FLOAT NOT NULL,
    PRIMARY KEY (tournament, number),
    FOREIGN KEY(tournament) REFERENCES tournaments (id) ON DELETE CASCADE);
INSERT INTO sittings (id, game, players, seats, seed, created, changed) VALUES
    ('aa', 'nim', '["human", "random:seed=1"]', '["browser", null]', '7', 1.5, 2.5),
    ('bb', 'connect4', '["human", "human"]', '["browser", "another"]', '8', 1.0, 1.0);
INSERT INTO steps VALUES
    ('aa', 0, '{"by": 0, "move": "3"}'), ('aa', 1, '{"by": 1, "move": "1", "value": 0.5, "seconds": 0.125}');
INSERT INTO secrets VALUES ('cookies', 'nobody knows');
INSERT INTO tournaments VALUES ('cc',
    'DIGEST',
    '{"game": "nim", "agents": ["random:seed=1", "random:seed=2"], "games": 2,
      "openings": [{"start": null, "moves": []}], "seats": 2, "form": "round robin", "seed": 5,
      "timeout": 60.0, "seconds": 0.1, "sprt": {}}', 3.0);
INSERT INTO tournament_games VALUES ('cc', 0, 'GAME', 4.0)
"""
"""What the first versions made; the places in capitals depend on the plan."""

COUNTED = """
ALTER TABLE sittings ADD COLUMN version INTEGER DEFAULT 0 NOT NULL;
ALTER TABLE sittings ADD COLUMN pending TEXT;
UPDATE sittings SET version = 4,
    pending = '{"choices": {}, "undone": [{"by": 0, "move": "1"}], "asked": null, "following": null}'
    WHERE id = 'aa'
"""
"""What version 2 had besides."""

BESIDE = """
CREATE TABLE sessions (
    id VARCHAR(32) NOT NULL, game TEXT NOT NULL, players TEXT NOT NULL, seats TEXT NOT NULL,
    seed VARCHAR(32) NOT NULL, start TEXT, resigned INTEGER, result TEXT, created FLOAT NOT NULL,
    changed FLOAT NOT NULL, version INTEGER DEFAULT 0 NOT NULL, pending TEXT, PRIMARY KEY (id));
CREATE INDEX ix_sessions_changed ON sessions (changed);
INSERT INTO sessions (id, game, players, seats, seed, created, changed) VALUES
    ('dd', 'nim', '["human", "human"]', '[null, null]', '9', 5.0, 5.0)
"""
"""What an Outwit that knew the new names alone made beside the old tables."""


def execute(engine: Engine, text: str) -> None:
    with engine.begin() as database:
        for statement in filter(str.strip, text.split(";")):
            database.exec_driver_sql(statement.replace("%", "%%"))


@pytest.fixture(params=["sqlite", "postgresql"])
def empty(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[str]:
    """The address of a database that nobody has used."""
    if request.param == "sqlite":
        yield f"sqlite:///{tmp_path / 'games.db'}"
        return
    server = str(request.getfixturevalue("postgres"))
    engine = create_engine(server, isolation_level="AUTOCOMMIT")
    with engine.connect() as database:
        database.exec_driver_sql("DROP DATABASE IF EXISTS old WITH (FORCE)")
        database.exec_driver_sql("CREATE DATABASE old")
    engine.dispose()
    yield server.rpartition("/")[0] + "/old"


@pytest.fixture(params=[1, 2])
def old(empty: str, request: pytest.FixtureRequest) -> str:
    """The address of a database as version 1 or 2 left it, with two games, a tournament and a secret."""
    engine = create_engine(empty)
    filled = OLD.replace("DIGEST", PLAN.digest).replace("GAME", json.dumps(PLAYED.to_json()))
    execute(engine, filled + (";" + COUNTED if request.param == 2 else ""))
    if engine.dialect.name == "sqlite":
        execute(engine, f"PRAGMA user_version = {request.param}")
    engine.dispose()
    return empty


def contents(url: str) -> dict[str, list[tuple[object, ...]]]:
    """All rows of all tables, by the tables' names."""
    engine = create_engine(url)
    with engine.connect() as database:
        names = inspect(database).get_table_names()
        found = {
            name: sorted(map(tuple, database.exec_driver_sql(f"SELECT * FROM {name}").all()))
            for name in names
        }
    engine.dispose()
    return found


def test_games_of_an_old_database_are_played_on(old: str) -> None:
    store = SessionStore(old)
    assert [each.id for each in store.recent()] == ["aa", "bb"]
    before = store.find("aa")
    assert before.session.described() == ["3", "1"]
    assert (before.session.steps[1].value, before.session.steps[1].seconds) == (0.5, 0.125)
    assert (before.seats, before.session.seed) == (["browser", None], 7)
    after = before.copy()
    after.undone = []
    after.session.read("2")
    assert store.change(before, after).version == before.version + 1
    assert SessionStore(old).find("aa").session.described() == ["3", "1", "2"]
    assert store.secret("cookies", lambda: "another") == "nobody knows"
    store.remove("aa")
    assert "sittings" not in contents(old)


def test_what_version_2_kept_besides_the_steps_is_still_there(old: str) -> None:
    known = contents(old)["sittings"]
    found = SessionStore(old).find("aa")
    if len(known[0]) > 10:
        assert (found.version, [step.move for step in found.undone]) == (4, [1])
    else:
        assert (found.version, found.undone) == (0, [])


def test_a_tournament_of_an_old_database_is_gone_on_with(old: str) -> None:
    store = Tournaments(old)
    assert store.find("cc") == (PLAN, {0: PLAYED})
    assert store.find_last(PLAN) == "cc"
    assert sorted(run(PLAN, store, resume=True).played) == [0, 1]
    assert store.many("cc") == 2


def test_nothing_is_lost_where_both_names_are_in_use(old: str) -> None:
    engine = create_engine(old)
    execute(engine, BESIDE)
    engine.dispose()
    store = SessionStore(old)
    assert [each.id for each in store.recent()] == ["dd", "aa", "bb"]
    assert store.find("aa").session.described() == ["3", "1"]


def test_a_migration_that_fails_half_way_has_changed_nothing(
    old: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    before = contents(old)

    def rename_half(database: Connection) -> None:
        migrations.rename_sittings(database)
        database.exec_driver_sql("DELETE FROM steps")
        database.exec_driver_sql("this is no SQL")

    with monkeypatch.context() as patch:
        patch.setitem(migrations.MIGRATIONS, 3, rename_half)
        with pytest.raises(UnusableStoreError, match="cannot be used"):
            SessionStore(old)
    assert contents(old) == before
    assert SessionStore(old).find("aa").session.described() == ["3", "1"]


def test_servers_that_open_an_old_database_at_once_migrate_it_once(old: str) -> None:
    with ThreadPoolExecutor(6) as pool:
        stores = list(pool.map(lambda _: SessionStore(old), range(6)))
    assert [store.find("aa").session.described() for store in stores] == [["3", "1"]] * 6


def test_a_new_database_is_of_todays_version_and_is_opened_again_without_a_change(empty: str) -> None:
    store = SessionStore(empty)
    key = store.add(Session(find_game("nim")))
    before = contents(empty)
    with store.engine.connect() as database:
        assert migrations.schema_version(database) == migrations.VERSION
    assert SessionStore(empty).holds(key)
    assert contents(empty) == before


def test_a_database_of_a_newer_version_is_refused_in_a_sentence_and_left_alone(old: str) -> None:
    engine = create_engine(old)
    with engine.begin() as database:
        migrations.set_schema_version(database, migrations.VERSION + 1)
    engine.dispose()
    before = contents(old)
    with pytest.raises(UnusableStoreError, match="was written by a newer version of Outwit; update"):
        SessionStore(old)
    assert contents(old) == before


def test_tables_of_another_program_are_refused_and_left_alone(empty: str) -> None:
    engine = create_engine(empty)
    execute(engine, "CREATE TABLE sessions (id INTEGER); INSERT INTO sessions VALUES (7)")
    engine.dispose()
    with pytest.raises(UnusableStoreError, match="table 'sessions' has no column 'changed' and is another"):
        SessionStore(empty)
    assert contents(empty) == {"sessions": [(7,)]}
