"""Many at once: programs by the dozen, and a page that does not notice."""

from __future__ import annotations

import asyncio
import statistics
import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import httpx
import pytest
from playwright.sync_api import Page, expect

from tests.web.conftest import Server
from tests.web.seated import Seated

AGENT = "alphabeta:seconds=0.05"


async def game(client: httpx.AsyncClient) -> dict[str, Any]:
    """A whole game of Connect 4 over the API: the middle first, against an agent."""
    begun = await client.post("/sessions", json={"game": "connect4", "players": ["human", AGENT]})
    at: dict[str, Any] = begun.raise_for_status().json()
    key, you = at["id"], at["you"]
    while not at["over"]:
        if at["legal"]:
            move = min(at["legal"], key=lambda column: abs(int(column) - 4))
            answer = await client.post(f"/sessions/{key}/moves", json={"you": you, "move": move})
        else:
            await client.get(f"/sessions/{key}/wait", params={"steps": len(at["moves"]), "seconds": 30})
            answer = await client.get(f"/sessions/{key}", params={"you": you})
        at = answer.raise_for_status().json()
    return at


async def crowd(address: str, many: int) -> list[dict[str, Any]]:
    limits = httpx.Limits(max_connections=many)
    async with httpx.AsyncClient(base_url=f"{address}/api", timeout=120, limits=limits) as client:
        return list(await asyncio.gather(*(game(client) for _ in range(many))))


SOON = 0.25
"""Seconds in which a click is seen, half of the time, beside fifty programs."""

IN_ANY_CASE = 10.0
"""Seconds in which it is seen, half of the time, on a busy machine too."""


@pytest.mark.parametrize(("many", "most"), [(4, IN_ANY_CASE), pytest.param(50, SOON, marks=pytest.mark.slow)])
def test_programs_play_whole_games_at_once_while_a_page_is_clicked(
    own_server: Server, visitor: Callable[..., Page], report: Callable[[str], None], many: int, most: float
) -> None:
    warm = {"game": "connect4", "agent": AGENT}
    httpx.post(f"{own_server.address}/api/decide", json=warm, timeout=60).raise_for_status()
    me = Seated(visitor(), own_server.address).begin("tictactoe", None, None)
    me.ready()
    me.press("Sit down as O")
    expect(me.page.get_by_text("O: you")).to_be_visible()
    delays = []
    with ThreadPoolExecutor(1) as pool:
        games = pool.submit(asyncio.run, crowd(own_server.address, many))
        while not games.done():
            for number, square in enumerate("1537", 1):
                started = time.perf_counter()
                me.click(square)
                me.expect_moves(number)
                delays.append(time.perf_counter() - started)
            for number in (3, 2, 1, 0):
                me.press("Take back")
                me.expect_moves(number)
        ended = games.result()
    assert len(ended) == many
    assert all(each["result"] is not None for each in ended)
    for each in ended:
        kept = httpx.get(f"{own_server.address}/api/sessions/{each['id']}").json()
        assert kept["moves"] == each["moves"]
    typical = statistics.median(delays)
    report(f"{many} programs at once: a click is seen in {1000 * typical:.0f} ms, median of {len(delays)}")
    assert typical < most
