"""A server that is to end does so at once, whatever is under way, and tells those who wait."""

from __future__ import annotations

import signal
import subprocess
import threading
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from time import monotonic

import httpx
import pytest

from tests.web.conftest import Server

LONG = {"game": "connect4", "agent": "alphabeta", "limit": {"seconds": 30}}
MANY = 5
"""More searches than there are workers."""

SOON = 10.0
"""Seconds in which a server has ended even on a busy machine: it takes two, and once took as its searches."""


def searched(address: str, doing: str, begun: threading.Semaphore) -> str:
    """What comes of a long search: its events, as far as they came."""
    with httpx.stream("POST", f"{address}/api/{doing}?stream=true", json=LONG, timeout=60) as response:
        heard = ""
        try:
            for text in response.iter_text():
                heard += text
                begun.release()
        except httpx.HTTPError:
            heard += "broken off"
        return heard


@pytest.mark.parametrize("sent", [signal.SIGTERM, pytest.param(signal.SIGINT, marks=pytest.mark.slow)])
def test_searches_under_way_and_programs_that_wait_do_not_keep_a_server(
    own_server: Server, report: Callable[[str], None], sent: signal.Signals
) -> None:
    address, begun = own_server.address, threading.Semaphore(0)
    game = {"game": "tictactoe", "players": ["human", "human"]}
    key = httpx.post(f"{address}/api/sessions", json=game, timeout=30).json()["id"]
    wait = f"{address}/api/sessions/{key}/wait"
    children = engines(own_server.process.pid)
    assert children
    with ThreadPoolExecutor(MANY + 1) as pool:
        waiting = pool.submit(httpx.get, wait, params={"seconds": 30}, timeout=60)
        searches = [
            pool.submit(searched, address, "tree" if number % 2 else "decide", begun)
            for number in range(MANY)
        ]
        for _ in range(MANY):
            assert begun.acquire(timeout=60)
        started = monotonic()
        own_server.process.send_signal(sent)
        own_server.process.wait(60)
        took = monotonic() - started
        heard = [search.result() for search in searches]
        assert "The server is ending" in waiting.result().json()["standing"]
    report(f"a server with {MANY} searches under way ended {took:.1f} s after {sent.name}")
    assert took < SOON
    assert all("The server is ending" in each for each in heard), heard
    assert not [child for child in children if alive(child)]


def engines(parent: int) -> list[int]:
    """The processes of a server."""
    found = subprocess.run(["ps", "-o", "pid=", "--ppid", str(parent)], capture_output=True, text=True)
    return [int(each) for each in found.stdout.split()]


def alive(process: int) -> bool:
    """Does a process still do anything?"""
    try:
        state = Path(f"/proc/{process}/stat").read_text().rpartition(")")[2].split()[0]
    except OSError:
        return False
    return state != "Z"
