"""Whole games beside a client that floods the server: the others go on, and that one is told to wait."""

from __future__ import annotations

import asyncio
import json
import statistics
import subprocess
import sys
from collections import Counter
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from itertools import cycle
from time import perf_counter
from typing import Any

import httpx
import pytest

from tests.web.conftest import Server

AGENT = "alphabeta:nodes=2000"
PAUSE = 0.1
"""Seconds after which a flood that is turned away comes again, whatever it is told."""

SEARCHES: tuple[tuple[str, dict[str, Any]], ...] = (
    ("decide", {"game": "connect4", "agent": "alphabeta:seconds=20"}),
    ("decide", {"game": "othello", "agent": "alphabeta:depth=30"}),
)
OTHERS: tuple[tuple[str, dict[str, Any]], ...] = (
    ("position", {"game": "pig:goal=1000000000", "moves": ["roll", "2"] * 1_500}),
    ("tree", {"game": "othello", "limit": {"seconds": 20}}),
    ("sessions", {"game": "connect4", "players": ["alphabeta:seconds=5", "alphabeta:seconds=5"]}),
)


LIMITS = httpx.Limits(max_connections=200)


@dataclass
class Seen:
    """What came back, of everybody."""

    statuses: Counter[int] = field(default_factory=Counter)
    waits: list[str | None] = field(default_factory=list)
    """What those who were refused for asking too much were told about coming back."""
    stored: list[float] = field(default_factory=list)
    """Seconds from a click to the stored step."""
    replied: list[float] = field(default_factory=list)
    """Seconds from a click to the agent's stored step."""
    games: int = 0

    def note(self, answer: httpx.Response) -> httpx.Response:
        self.statuses[answer.status_code] += 1
        if answer.status_code == 429:
            self.waits.append(answer.headers.get("retry-after"))
        return answer


def client(server: Server, number: int) -> httpx.AsyncClient:
    """Somebody at an address of their own, where this machine has many."""
    local = f"127.0.{number // 250}.{number % 250 + 2}" if sys.platform == "linux" else None
    transport = httpx.AsyncHTTPTransport(local_address=local, limits=LIMITS, verify=False)
    return httpx.AsyncClient(base_url=f"{server.address}/api", timeout=120, transport=transport)


async def play(server: Server, number: int, seen: Seen, until: float | None) -> None:
    """Whole games of Connect 4, one or as many as there is time for."""
    async with client(server, number) as me:
        while True:
            await game(me, number, seen)
            seen.games += 1
            if until is None or perf_counter() > until:
                return


async def game(me: httpx.AsyncClient, number: int, seen: Seen) -> None:
    begun = await me.post("/sessions", json={"game": "connect4", "players": ["human", AGENT]})
    at: dict[str, Any] = seen.note(begun).raise_for_status().json()
    key, you = at["id"], at["you"]
    while not at["over"]:
        move = at["legal"][(number + len(at["moves"])) % len(at["legal"])]
        clicked = perf_counter()
        answer = seen.note(await me.post(f"/sessions/{key}/moves", json={"you": you, "move": move}))
        seen.stored.append(perf_counter() - clicked)
        at = answer.raise_for_status().json()
        while not at["over"] and not at["legal"]:
            known = {"steps": len(at["moves"]), "seconds": 30}
            seen.note(await me.get(f"/sessions/{key}/wait", params=known)).raise_for_status()
            at = seen.note(await me.get(f"/sessions/{key}", params={"you": you})).raise_for_status().json()
        seen.replied.append(perf_counter() - clicked)


async def flood(me: httpx.AsyncClient, number: int, seen: Seen) -> None:
    """Ask for one thing after another, for ever; more searches than one client may have at once."""
    asked = cycle(SEARCHES if number < 70 else OTHERS)
    while True:
        path, body = next(asked)
        try:
            answer = seen.note(await me.post(f"/{path}", json=body))
            if answer.status_code == 429:
                await asyncio.sleep(PAUSE)
        except httpx.TransportError:
            await asyncio.sleep(PAUSE)


async def crowd(server: Server, many: int, seconds: float | None, flooding: int = 0) -> tuple[Seen, Seen]:
    """So many players for a time, or for a game each, beside so many requests of the flood at once."""
    guests, floods = Seen(), Seen()
    async with client(server, 20_000) as flooder:
        flows = [asyncio.create_task(flood(flooder, number, floods)) for number in range(flooding)]
        while flooding and not floods.statuses[429]:
            await asyncio.sleep(0.05)
        until = None if seconds is None else perf_counter() + seconds
        try:
            await asyncio.gather(*(play(server, number, guests, until) for number in range(many)))
        finally:
            for task in flows:
                task.cancel()
            await asyncio.gather(*flows, return_exceptions=True)
    return guests, floods


def held(server: Server, many: int, seconds: float | None, flooding: int = 0) -> tuple[Seen, Seen]:
    with ThreadPoolExecutor(1) as thread:  # this one may have a loop of its own, for a browser
        return thread.submit(asyncio.run, crowd(server, many, seconds, flooding)).result()


def assert_orderly(guests: Seen, floods: Seen) -> None:
    assert all(status < 500 for status in (*guests.statuses, *floods.statuses)), (guests, floods)
    assert set(guests.statuses) <= {200, 201}, "no guest was refused anything"
    assert floods.statuses[429] > 0
    assert all(wait is not None and 1 <= int(wait) <= 60 for wait in floods.waits), set(floods.waits)


def percentile(delays: list[float]) -> float:
    return statistics.quantiles(delays, n=20)[-1]


def test_games_go_on_beside_a_flood_which_is_told_when_to_come_back(own_server: Server) -> None:
    guests, floods = held(own_server, 2, None, flooding=80)
    assert guests.games == 2
    assert_orderly(guests, floods)


@pytest.mark.slow
def test_a_flood_makes_a_hundred_sessions_at_most_three_times_as_slow(
    own_server: Server, report: Callable[[str], None]
) -> None:
    for game in ("connect4", "othello"):
        subprocess.run([sys.executable, "-m", "outwit", "compile", game], check=True, capture_output=True)
    held(own_server, 2, None)  # so that every worker has loaded it
    alone, _ = held(own_server, 100, 90)
    beside, floods = held(own_server, 100, 180, flooding=100)
    assert_orderly(beside, floods)
    for name, before, after in (
        ("step", percentile(alone.stored), percentile(beside.stored)),
        ("agent's answer", percentile(alone.replied), percentile(beside.replied)),
    ):
        report(
            f"100 sessions: a click to the stored {name}, p95 {1000 * before:.0f} ms alone, "
            f"{1000 * after:.0f} ms beside a flood ({beside.games} games; the flood's answers: "
            f"{json.dumps(floods.statuses)})"
        )
        assert after <= 3 * before, name
