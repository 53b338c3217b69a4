"""The processes that search: ready before anybody asks, and again after one was lost."""

from __future__ import annotations

import asyncio
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from time import monotonic
from typing import Any

import pytest

from outwit.web import workers as searching
from outwit.web.workers import Job, LostError, Worker, Workers
from tests.web.looping import in_loop, until

LEAVING = """
import os

from outwit.games.nim import Nim


class Leaving(Nim):
    def moves(self, pile):
        if pile.coins == 18:
            os._exit(3)
        return super().moves(pile)
"""


def test_a_process_that_was_lost_is_there_again_before_anybody_asks(tmp_path: Path) -> None:
    file = tmp_path / "leaving.py"
    file.write_text(LEAVING)
    game = f"{file}:Leaving"

    async def ask(workers: Workers, moves: list[str]) -> str:
        question = {"game": game, "moves": moves, "agent": "random:seed=1", "limit": {"seconds": 1}}
        return str((await workers.ask(question, "somebody").answer)["move"])

    async def talk() -> None:
        workers = Workers(1, [game])
        await workers.warm()
        try:
            [worker] = workers.idle
            first = worker.process
            assert first is not None
            assert await ask(workers, []) in ("1", "2", "3")
            with pytest.raises(LostError, match=r"to find the decision in .*Leaving ended before it"):
                await ask(workers, ["3"])
            async with asyncio.timeout(60):
                while not workers.idle:
                    await asyncio.sleep(0.05)
            assert worker.process is not None
            assert worker.process is not first
            assert worker.process.alive
            assert worker.starts == 2
            assert await ask(workers, []) in ("1", "2", "3")
        finally:
            await workers.close()

    with ThreadPoolExecutor(1) as thread:  # this one may have a loop of its own, for a browser
        thread.submit(asyncio.run, talk()).result()


class Blocked:
    """A process that is searching: it says what it is given to say, one line after the other, and no more."""

    alive = True

    def __init__(self, *lines: dict[str, Any]) -> None:
        self.lines = iter(lines)
        self.ended = False

    def send(self, message: dict[str, Any]) -> None:
        """Nothing is heard."""

    async def receive(self) -> dict[str, Any]:
        await asyncio.sleep(0.05)
        for line in self.lines:
            return {"id": 1, **line}
        await asyncio.Event().wait()
        raise AssertionError("it never answers")

    async def stop(self) -> None:
        self.ended = True


@pytest.fixture
def late(monkeypatch: pytest.MonkeyPatch) -> float:
    """How long a search may be late in these tests."""
    monkeypatch.setattr(searching, "LATE", 0.3)
    return 0.3


def given(process: Blocked, seconds: float) -> tuple[Worker, Job]:
    """A worker with this process, and something to ask it."""
    worker = Worker(())
    worker.process = process  # type: ignore[assignment]
    return worker, Job({"game": "nim", "limit": {"seconds": seconds}}, "somebody", None, seconds)


@in_loop
async def test_rules_that_hold_a_process_are_ended_soon_after_the_limit_of_the_search(late: float) -> None:
    worker, job = given(Blocked(), 0.1)
    began = monotonic()
    with pytest.raises(LostError, match=r"nor in the 0.3 seconds .* a rule of nim may not come"):
        await worker.run(job)
    assert 0.1 + late <= monotonic() - began < 20


@in_loop
async def test_a_search_that_waits_for_the_compiler_is_not_taken_to_be_lost(late: float) -> None:
    compiling = [{"progress": {"compiling": True}}] * 20
    worker, job = given(Blocked(*compiling, {"decision": {"move": "1"}}), 0.1)
    assert await worker.run(job) == {"move": "1"}


@in_loop
async def test_an_answer_that_is_being_put_down_is_waited_for_longer_but_not_for_ever(
    late: float, monkeypatch: pytest.MonkeyPatch
) -> None:
    nothing = [{"progress": {"depth": 1}}] * 10
    worker, job = given(Blocked({"progress": {"writing": True}}, *nothing, {"decision": {"move": "1"}}), 0.1)
    assert await worker.run(job) == {"move": "1"}
    monkeypatch.setattr(searching, "WRITING", 0.2)
    worker, job = given(Blocked({"progress": {"writing": True}}), 0.1)
    with pytest.raises(LostError):
        await worker.run(job)


@in_loop
async def test_progress_of_a_search_whose_time_is_up_does_not_keep_its_process(late: float) -> None:
    worker, job = given(Blocked(*[{"progress": {"depth": 1}}] * 1000), 0.1)
    with pytest.raises(LostError):
        await worker.run(job)


@in_loop
async def test_a_process_is_free_again_soon_after_its_client_has_gone(
    late: float, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def start(self: Worker) -> Any:
        self.process = self.process or Blocked()  # type: ignore[assignment]
        return self.process

    monkeypatch.setattr(Worker, "start", start)
    workers = Workers(1)
    [worker] = workers.idle
    held: Any = await worker.start()
    job = workers.ask({"game": "nim", "limit": {"seconds": 3600}}, "somebody")
    await until(lambda: job.worker is worker)
    job.answer.cancel()
    await until(lambda: bool(workers.idle))
    assert held.ended
    await workers.close()
