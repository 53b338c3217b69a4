"""How promptly the server answers a program that asks for a decision."""

from __future__ import annotations

import json
import os
import socket
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory
from time import perf_counter, sleep
from urllib.error import URLError
from urllib.request import Request, urlopen

from benchmarks.figure import Figure

SECONDS = 0.5
QUESTION = {"game": "connect4", "agent": "alphabeta", "limit": {"seconds": SECONDS}}


def run(quick: bool) -> Iterator[Figure]:
    """Decisions of half a second, one after the other, from an idle server."""
    calls = 20 if quick else 100
    with serving() as address:
        asked(address)
        taken = sorted(asked(address) for _ in range(calls))
    yield Figure(f"Half a second asked over HTTP, median of {calls}", taken[calls // 2], "s")
    yield Figure(
        f"Half a second asked over HTTP, 95th percentile of {calls}",
        taken[calls * 95 // 100 - 1],
        "s",
        at_most=0.6,
    )


@contextmanager
def serving() -> Iterator[str]:
    """A server with nothing else to do; its address."""
    with socket.socket() as listener:
        listener.bind(("127.0.0.1", 0))
        port = listener.getsockname()[1]
    with TemporaryDirectory() as folder:
        database = f"sqlite:///{(Path(folder) / 'games.db').as_posix()}"
        command = [sys.executable, "-m", "outwit", "serve", "--no-open", "--port", str(port)]
        process = subprocess.Popen(
            [*command, "--database", database], stdout=subprocess.DEVNULL, env=os.environ
        )
        try:
            address = f"http://127.0.0.1:{port}"
            for _ in range(600):
                try:
                    urlopen(f"{address}/api/games").close()
                    break
                except URLError:
                    sleep(0.1)
            yield address
        finally:
            process.terminate()
            process.wait()


def asked(address: str) -> float:
    """The seconds that one question takes, there and back."""
    body = json.dumps(QUESTION).encode()
    request = Request(f"{address}/api/decide", body, {"content-type": "application/json"})
    started = perf_counter()
    with urlopen(request) as answer:
        answer.read()
    return perf_counter() - started
