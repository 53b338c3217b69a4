"""Searches of many clients before a few workers: nobody is starved, and nobody's search is lost."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import pytest

from outwit.web.limits import address
from outwit.web.workers import BusyError, Job, Workers

LONG = {"game": "connect4", "agent": "alphabeta:compiled=off", "limit": {"seconds": 30}}
DEEP = {"game": "connect4", "agent": "alphabeta:compiled=off", "limit": {"seconds": 30, "depth": 40}}
SHORT = {"game": "nim", "agent": "random:seed=1", "limit": {"seconds": 1}}


def with_workers(talk: Callable[[Workers], Awaitable[None]], many: int = 2, **most: int) -> None:
    async def hold() -> None:
        workers = Workers(many, (), **most)
        await workers.warm()
        try:
            async with asyncio.timeout(120):
                await talk(workers)
        finally:
            await workers.close()

    with ThreadPoolExecutor(1) as thread:  # this one may have a loop of its own, for a browser
        thread.submit(asyncio.run, hold()).result()


def ask(workers: Workers, request: dict[str, Any], where: str, client: str = "somebody") -> Job:
    came_from = address.set(where)
    try:
        return workers.ask(dict(request), client)
    finally:
        address.reset(came_from)


def test_long_searches_make_way_for_short_ones() -> None:
    async def talk(workers: Workers) -> None:
        for request in (LONG, DEEP):
            long = [ask(workers, request, "flood") for _ in range(4)]
            short = [ask(workers, SHORT, f"guest {number}") for number in range(6)]
            for job in short:
                assert (await job.answer)["move"] in ("1", "2", "3")
            assert any(job.yielded for job in long)
            assert not any(job.answer.done() for job in long), "none of them was cut short"
            for job in long:
                job.answer.cancel()
            while len(workers.idle) < 2:
                await asyncio.sleep(0.05)

    with_workers(talk)


def test_a_search_that_made_way_is_answered_in_full_later() -> None:
    async def talk(workers: Workers) -> None:
        limited = {**LONG, "limit": {"seconds": 2.5}}
        first, second = (ask(workers, limited, "a", client) for client in ("one", "two"))
        await ask(workers, SHORT, "b").answer
        answers = [await first.answer, await second.answer]
        assert first.yielded or second.yielded
        assert all(answer["move"] and answer["seconds"] > 1.25 for answer in answers), "both had their time"

    with_workers(talk)


def test_a_full_queue_says_when_to_come_back() -> None:
    async def talk(workers: Workers) -> None:
        mine = [ask(workers, LONG, "a", "one") for _ in range(3)]
        with pytest.raises(
            BusyError, match=r"3 searches are under way for you already; come back in \d+ sec"
        ) as e:
            ask(workers, LONG, "a", "one")
        assert 1 <= e.value.after <= 60
        mine += [ask(workers, LONG, "a", f"another {number}") for number in range(2)]
        with pytest.raises(BusyError, match="5 searches are under way for you already"):
            ask(workers, LONG, "a", "yet another")
        mine += [ask(workers, LONG, f"b{number}") for number in range(2)]
        with pytest.raises(BusyError, match="The server has as many searches waiting as it takes"):
            ask(workers, SHORT, "c")
        mine[-1].answer.cancel()
        await asyncio.sleep(0)
        await ask(workers, SHORT, "c").answer

    with_workers(talk, most=7, most_an_address=5, most_a_client=3)


def test_who_waits_is_told_the_place() -> None:
    async def talk(workers: Workers) -> None:
        under_way, *waiting = [ask(workers, LONG, "a") for _ in range(4)]
        assert under_way.place == 0
        assert [job.place for job in waiting] == [1, 2, 3]
        waiting[0].answer.cancel()
        async with asyncio.timeout(10):
            while [job.place for job in waiting[1:]] != [1, 2]:
                await asyncio.sleep(0.05)

    with_workers(talk, many=1)


def test_how_long_a_search_took_is_remembered_for_the_next_of_its_kind() -> None:
    async def talk(workers: Workers) -> None:
        asked = {"game": "nim", "agent": "minimax", "limit": {"seconds": 60, "depth": 2}}
        first = ask(workers, asked, "a")
        assert not first.flow.long
        await first.answer
        await asyncio.sleep(0)
        assert ask(workers, asked, "a").expected < 1.0
        timed = ask(workers, {**asked, "limit": {"seconds": 60}}, "a")
        assert timed.flow.long

    with_workers(talk, many=1)
