"""In a session of the server an agent goes on at its next move with what it has seen at the last."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Coroutine
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import httpx
import pytest

from outwit.store import SessionStore
from outwit.web.api import api
from outwit.web.sessions import SessionRegistry
from outwit.web.state import AppState
from outwit.web.workers import Job, Workers

SMALL = "connect4:width=5,height=4"
AGENT = "mcts:simulations=300,seed=1,compiled=off"
QUESTION = {"game": SMALL, "agent": AGENT, "limit": {"seconds": 60}}


def run(work: Coroutine[Any, Any, None]) -> None:
    """Run in a loop of its own: this thread may have one, for a browser."""
    with ThreadPoolExecutor(1) as thread:
        thread.submit(asyncio.run, work).result()


async def until(done: Callable[[], bool]) -> None:
    """Wait for something that is bound to happen."""
    async with asyncio.timeout(60):
        while not done():
            await asyncio.sleep(0.01)


async def kept(workers: Workers, session: str | None, moves: list[str]) -> int:
    """How many simulations a search of a session went on from."""
    answer = await workers.ask({**QUESTION, "moves": moves, "session": session}, "somebody").answer
    return int(answer["stats"].get("kept", -1))


def with_workers(many: int, work: Callable[[Workers], Awaitable[None]]) -> None:
    """Do something with so many real workers."""

    async def talk() -> None:
        workers = Workers(many)
        await workers.warm()
        try:
            await work(workers)
        finally:
            await workers.close()

    run(talk())


def test_searches_of_a_session_go_to_the_worker_that_has_its_memory_unless_that_is_busy() -> None:
    async def work(workers: Workers) -> None:
        first, second = ["3", "3"], ["3", "3", "1", "5"]
        assert await kept(workers, "a", []) == 0
        home = workers.homes["a"]
        workers.idle.sort(key=lambda worker: worker is not home)
        assert workers.idle[-1] is not home, "another would be next"
        assert await kept(workers, "a", first) > 0
        assert workers.homes["a"] is home
        assert await kept(workers, None, first) == -1

        workers.idle.sort(key=lambda worker: worker is home)
        busy = workers.ask({**QUESTION, "agent": "minimax", "game": "connect4"}, "somebody")
        await until(lambda: busy.worker is home)
        assert await kept(workers, "a", second) == 0, "nobody waits for a memory"
        other = workers.homes["a"]
        assert other is not home
        busy.stop()
        await busy.answer
        await until(lambda: len(workers.idle) == 2)
        assert await kept(workers, "a", second) > 0, "it goes on where it was last"
        assert workers.homes["a"] is other

        workers.homes["a"] = home
        assert await kept(workers, "a", first) == 0, "what was out of date is forgotten"

    with_workers(2, work)


def test_sessions_do_not_mix_and_what_has_ended_or_was_lost_is_forgotten() -> None:
    async def work(workers: Workers) -> None:
        for session in ("a", "b"):
            assert await kept(workers, session, []) == 0
        workers.forget("a")
        workers.forget("nobody's")
        assert await kept(workers, "a", ["3", "3"]) == 0
        assert await kept(workers, "b", ["3", "3"]) > 10
        await workers.homes["b"].end()
        workers.forget("a")
        assert await kept(workers, "b", ["3", "3"]) == 0, "a process that was lost has forgotten"

    with_workers(1, work)


def test_it_is_known_of_so_many_sessions_where_they_are(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("outwit.web.workers.MOST_HOMES", 2)
    workers = Workers(1)
    for session in "abc":
        workers.idle.append(workers.take_worker(session))
    assert list(workers.homes) == ["b", "c"]


class Noting:
    """What the workers of a room were asked for sessions, in turn."""

    def __init__(self, workers: Workers) -> None:
        self.asked: list[Job] = []
        self.forgotten: list[str] = []
        ask, forget = workers.ask, workers.forget

        def noted(*question: Any) -> Job:
            self.asked.append(ask(*question))
            return self.asked[-1]

        def noting(session: str) -> None:
            self.forgotten.append(session)
            forget(session)

        workers.ask, workers.forget = noted, noting  # type: ignore[method-assign,assignment]

    @property
    def kept(self) -> list[int]:
        return [int(job.answer.result()["stats"]["kept"]) for job in self.asked]


def test_at_a_table_the_second_move_begins_with_what_the_first_has_seen(tmp_path: Path) -> None:
    async def talk() -> None:
        app_state = AppState(SessionStore(f"sqlite:///{(tmp_path / 'games.db').as_posix()}"))
        noted = Noting(app_state.workers)
        transport = httpx.ASGITransport(api(app_state))
        try:
            async with httpx.AsyncClient(transport=transport, base_url="http://outwit") as client:

                async def post(address: str, **data: Any) -> dict[str, Any]:
                    told: dict[str, Any] = (await client.post(address, json=data)).raise_for_status().json()
                    return told

                table = await post("/sessions", game=SMALL, players=["human", AGENT])
                key, you = table["id"], table["you"]
                for move in ("3", "2", "4"):
                    await post(f"/sessions/{key}/moves", you=you, move=move)
                    await until(lambda: app_state.registry.tables[key].acting_seat(you) is not None)
                assert noted.kept[0] == 0
                assert noted.kept[1] > 10
                assert noted.kept[2] > 10
                await post(f"/sessions/{key}/take-back", you=you)
                await post(f"/sessions/{key}/moves", you=you, move="5")
                await until(lambda: app_state.registry.tables[key].acting_seat(you) is not None)
                assert noted.kept[3] == 0, "another move was played instead"
                assert not noted.forgotten
                await app_state.registry.tables[key].resign(you)
                assert noted.forgotten == [f"{key}/0", f"{key}/1"]
                assert not app_state.workers.homes
        finally:
            await app_state.workers.close()

    run(talk())


def test_two_agents_at_a_table_have_a_memory_each_which_ends_with_the_game(tmp_path: Path) -> None:
    async def talk() -> None:
        app_state = AppState(SessionStore(f"sqlite:///{(tmp_path / 'games.db').as_posix()}"))
        noted = Noting(app_state.workers)
        try:
            table = await app_state.registry.new(app_state.find(SMALL), [AGENT, AGENT], "somebody")
            await until(lambda: table.over and not table.tasks)
            assert {job.session for job in noted.asked} == {f"{table.key}/0", f"{table.key}/1"}
            assert noted.kept[:2] == [0, 0], "neither knows what the other has seen"
            assert all(figure > 0 for figure in noted.kept[2:4])
            assert {f"{table.key}/0", f"{table.key}/1"} <= set(noted.forgotten)
            assert not app_state.workers.homes
        finally:
            await app_state.workers.close()

    run(talk())


def test_a_table_that_is_put_away_is_forgotten(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setattr("outwit.web.sessions.RESTING", 1)
    store = SessionStore(f"sqlite:///{(tmp_path / 'games.db').as_posix()}")

    async def talk() -> None:
        app_state = AppState(store)
        noted = Noting(app_state.workers)
        registry: SessionRegistry = app_state.registry
        tables = [await registry.new(app_state.find("nim"), ["human", "human"], "somebody") for _ in range(3)]
        put_away = [table for table in tables if table.key not in registry.tables]
        assert put_away
        assert set(noted.forgotten) == {f"{table.key}/{player}" for table in put_away for player in (0, 1)}

    run(talk())
