"""What happens at a table has been kept first, whoever else uses the database and whatever it does."""

from __future__ import annotations

import asyncio
import sqlite3
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import httpx
import pytest
from sqlalchemy import event

from outwit.errors import IllegalMoveError, OutwitError
from outwit.games import find_game
from outwit.play import Session
from outwit.store import SessionStore, StaleError, UnusableStoreError
from outwit.web import sessions
from outwit.web import table as tables
from outwit.web.api import api
from outwit.web.limits import Grant
from outwit.web.sessions import RESTING, SessionRegistry
from outwit.web.state import AppState
from outwit.web.table import Table
from outwit.web.workers import Workers
from tests.web.looping import looping, until

GOOFSPIEL = "goofspiel:shuffled=off"


@pytest.fixture(params=["sqlite", "postgresql"])
def server(request: pytest.FixtureRequest, tmp_path: Path) -> Callable[[], SessionRegistry]:
    """Sets up one more server's tables on the same database."""
    if request.param == "sqlite":
        url = f"sqlite:///{tmp_path / 'games.db'}"
    else:
        url = str(request.getfixturevalue("postgres"))
    return lambda: SessionRegistry(SessionStore(url), Workers(1), find_game, Grant())


@pytest.fixture
def registry(tmp_path: Path) -> SessionRegistry:
    return SessionRegistry(SessionStore(f"sqlite:///{tmp_path / 'games.db'}"), Workers(1), find_game, Grant())


async def seated(registry: SessionRegistry, game: str = "tictactoe", *agents: str) -> Table:
    """A new table at which `me` has the first seat and `you` the second, unless an agent has."""
    players = ("human", *(agents or ("human",)))
    table = await registry.new(find_game(game), players, "me")
    if not agents:
        await table.sit("you", 1)
    return table


def moves(table: Table) -> list[str]:
    return table.session.described()


def stored(registry: SessionRegistry, table: Table) -> list[str]:
    return registry.store.find(table.key).session.described()


@contextmanager
def broken(registry: SessionRegistry) -> Iterator[None]:
    """While this lasts, no step can be kept."""
    with registry.store.engine.begin() as database:
        database.exec_driver_sql("ALTER TABLE steps RENAME TO elsewhere")
    try:
        yield
    finally:
        with registry.store.engine.begin() as database:
            database.exec_driver_sql("ALTER TABLE elsewhere RENAME TO steps")


def test_a_step_that_is_not_kept_is_not_played_and_its_player_is_told(registry: SessionRegistry) -> None:
    async def play() -> None:
        table = await seated(registry)
        await table.play("me", "5")
        with broken(registry):
            for attempt in (table.play("you", "1"), table.take_back("me", agreed=True)):
                with pytest.raises(UnusableStoreError, match="This was not kept, and so it has not happened"):
                    await attempt
        assert moves(table) == stored(registry, table) == ["5"]
        await table.play("you", "2")
        await table.play("me", "1")
        assert moves(table) == stored(registry, table) == ["5", "2", "1"]

    looping(play())


def test_seats_are_as_they_were_if_they_cannot_be_kept(registry: SessionRegistry) -> None:
    async def play() -> None:
        table = await seated(registry, "tictactoe", "random:seed=1")
        with registry.store.engine.begin() as database:
            database.exec_driver_sql("ALTER TABLE sessions RENAME TO elsewhere")
        for attempt in (table.swap("me"), table.resign("me")):
            with pytest.raises(UnusableStoreError):
                await attempt
        assert (table.seats, table.session.players) == (["me", None], ("human", "random:seed=1"))
        assert table.resigned is None

    looping(play())


def test_what_chance_has_done_is_seen_as_soon_as_it_can_be_kept(
    registry: SessionRegistry, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(tables, "AGAIN", 0.05)

    async def play() -> None:
        table = await seated(registry, "pig")
        await table.play("me", "roll")
        with broken(registry):
            await until(lambda: "was not kept" in table.standing)
            assert moves(table) == ["roll"]
        await until(lambda: len(moves(table)) == 2)
        assert moves(table) == stored(registry, table)
        assert table.trouble == ""
        table.halt()

    looping(play())


def test_of_two_servers_the_one_that_is_late_is_refused_and_catches_up(
    server: Callable[[], SessionRegistry],
) -> None:
    async def play() -> None:
        one, other = server(), server()
        here = await seated(one)
        there = await other.open(here.key)
        seen: list[list[str]] = []
        there.listeners.add(lambda: seen.append(moves(there)))
        await here.play("me", "5")
        with pytest.raises(StaleError, match="Something else has happened in this game"):
            await there.play("me", "1")
        assert moves(there) == seen[-1] == ["5"]
        await there.play("you", "1")
        with pytest.raises(StaleError):
            await here.take_back("me", agreed=True)
        assert moves(here) == moves(there) == stored(one, here) == ["5", "1"]

    looping(play())


def test_a_table_that_is_opened_is_as_it_is_in_the_store(server: Callable[[], SessionRegistry]) -> None:
    async def play() -> None:
        one, other = server(), server()
        here = await seated(one)
        await other.open(here.key)
        await here.play("me", "5")
        assert moves(await other.open(here.key)) == ["5"]
        one.store.remove(here.key)
        with pytest.raises(OutwitError, match="There is no such session"):
            await other.open(here.key)

    looping(play())


def test_whoever_looks_at_a_table_sees_what_is_played_at_another_server(
    server: Callable[[], SessionRegistry], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sessions, "LOOK", 0.05)

    async def play() -> None:
        one, other = server(), server()
        here = await seated(one)
        there = await other.open(here.key)
        there.listeners.add(lambda: None)
        following = asyncio.create_task(other.follow())
        await here.play("me", "5")
        await until(lambda: moves(there) == ["5"])
        await here.take_back("me", agreed=True)
        await until(lambda: moves(there) == [])
        following.cancel()

    looping(play())


def test_two_servers_that_wait_for_the_same_dice_roll_them_once(
    server: Callable[[], SessionRegistry],
) -> None:
    async def play() -> None:
        one, other = server(), server()
        here = await seated(one, "pig")
        there = await other.open(here.key)
        await here.play("me", "roll")
        assert moves(await other.open(here.key)) == ["roll"]
        await until(lambda: not here.tasks and not there.tasks)
        await other.open(here.key)
        await one.open(here.key)
        assert moves(here) == moves(there) == stored(one, here)
        assert len(moves(here)) == 2

    looping(play())


def test_choices_made_at_two_servers_come_together(server: Callable[[], SessionRegistry]) -> None:
    async def play() -> None:
        one, other = server(), server()
        here = await seated(one, GOOFSPIEL)
        await here.play("me", "2")
        there = await other.open(here.key)
        assert there.to_act == (1,)
        await there.play("you", "3")
        assert moves(there) == stored(one, here) == ["2,3"]

    looping(play())


def test_a_program_names_the_steps_that_it_knows_of(registry: SessionRegistry) -> None:
    async def play() -> None:
        table = await seated(registry)
        await table.play("me", "5", 0)
        for late in (0, 2):
            with pytest.raises(StaleError):
                await table.play("you", "1", late)
        await table.play("you", "1", 1)
        assert moves(table) == ["5", "1"]

    looping(play())


def test_a_choice_that_a_program_sends_twice_counts_once(registry: SessionRegistry) -> None:
    async def play() -> None:
        table = await seated(registry, GOOFSPIEL)
        await table.play("me", "2", 0)
        with pytest.raises(StaleError):
            await table.play("me", "2", 0)
        assert table.choices == {0: 2}

    looping(play())


def test_whoever_brings_a_game_along_does_not_know_what_chance_will_bring(registry: SessionRegistry) -> None:
    async def play() -> None:
        brought = Session(find_game("backgammon"), ("human", "human"), seed=12345)
        table = await registry.begin(brought, "me")
        assert table.session.seed != 12345
        assert registry.store.find(table.key).session.seed == table.session.seed

    looping(play())


def test_a_game_that_takes_long_to_say_is_not_set_up(registry: SessionRegistry) -> None:
    async def play() -> None:
        deep = Session(find_game("tree:" + "(" * 3_000 + "1" + ")" * 3_000), ("human", "human"))
        with pytest.raises(OutwitError, match="up to 4,000 characters"):
            await registry.begin(deep, "me")
        assert not registry.store.recent()

    looping(play())


def test_one_more_table_than_can_rest_is_opened_and_none_loses_anything(registry: SessionRegistry) -> None:
    async def play() -> None:
        first = await seated(registry, GOOFSPIEL)
        await first.play("me", "2")
        second = await seated(registry)
        await second.play("me", "5")
        await second.take_back("me", agreed=True)
        for _ in range(RESTING):
            busy = await seated(registry)
            busy.listeners.add(lambda: None)
        assert {first.key, second.key}.isdisjoint(registry.tables)
        third = await registry.open(first.key)
        assert third is not first
        assert third.choices == {0: 2}
        with pytest.raises(IllegalMoveError, match="It is not your turn"):
            await third.play("me", "3")
        await third.play("you", "3")
        assert moves(third) == ["2,3"]
        fourth = await registry.open(second.key)
        await fourth.redo("me", agreed=True)
        assert moves(fourth) == ["5"]

    looping(play())


def test_nobody_waits_for_a_database_that_somebody_else_has_locked(
    registry: SessionRegistry, tmp_path: Path
) -> None:
    async def play() -> None:
        table, other = await seated(registry), await seated(registry)
        with sqlite3.connect(tmp_path / "games.db") as database:
            database.execute("BEGIN IMMEDIATE")
            playing = asyncio.create_task(table.play("me", "5"))
            for _ in range(20):
                assert moves(await registry.open(other.key)) == []
            assert not playing.done()
        await playing
        assert moves(table) == stored(registry, table) == ["5"]

    looping(play())


def test_no_query_runs_in_the_event_loop(registry: SessionRegistry) -> None:
    asked: list[bool] = []

    def note(*_: object) -> None:
        try:
            asyncio.get_running_loop()
        except RuntimeError:
            asked.append(False)
        else:
            asked.append(True)

    async def play() -> None:
        app_state = AppState(registry.store)
        transport = httpx.ASGITransport(api(app_state))
        async with httpx.AsyncClient(transport=transport, base_url="http://outwit") as client:

            async def post(address: str, **data: object) -> dict[str, Any]:
                return dict((await client.post(address, json=data)).raise_for_status().json())

            begun = await post("/sessions", game="tictactoe", players=["human", "human"])
            path = f"/sessions/{begun['id']}"
            other = await post(f"{path}/seats", player=1)
            await post(f"{path}/moves", you=begun["you"], move="5")
            await post(f"{path}/moves", you=other["you"], move="1")
            await post(f"{path}/take-back", you=other["you"])
            for address in (path, f"{path}/wait", "/sessions"):
                (await client.get(address)).raise_for_status()

    event.listen(registry.store.engine, "before_cursor_execute", note)
    looping(play())
    assert len(asked) > 10
    assert not any(asked)


def test_a_step_is_kept_and_seen_even_if_whoever_played_it_goes_away(
    registry: SessionRegistry, tmp_path: Path
) -> None:
    async def play() -> None:
        table = await seated(registry)
        with sqlite3.connect(tmp_path / "games.db") as database:
            database.execute("BEGIN IMMEDIATE")
            playing = asyncio.create_task(table.play("me", "5"))
            await until(table.changing.locked)
            playing.cancel()
        await until(lambda: moves(table) == ["5"])
        assert stored(registry, table) == ["5"]
        await table.play("you", "1")

    looping(play())


def test_a_hundred_clicks_at_once_play_one_move_each_turn(registry: SessionRegistry) -> None:
    async def play() -> None:
        table = await seated(registry, "connect4")
        outcomes = await asyncio.gather(
            *(table.play("me", str(1 + number % 7)) for number in range(100)), return_exceptions=True
        )
        assert sum(outcome is None for outcome in outcomes) == 1
        assert len(moves(table)) == 1
        assert moves(table) == stored(registry, table)

    looping(play())
