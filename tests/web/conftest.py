"""A server of Outwit's, and a real browser in front of it.

`tests.web.traffic.Traffic` records all that is sent to one seat, to test games with hidden information;
`tests/web/test_traffic.py` shows how.
"""

from __future__ import annotations

import os
import shutil
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import httpx
import pytest
from playwright.sync_api import Browser, BrowserContext, Page, Playwright, expect, sync_playwright

from tests.cheating import LIARS
from tests.web.traffic import HIGH_CARD, NAMED_BIDS, NAMED_KUHN, TELLTALE

FLAGS = [
    "--no-sandbox",
    "--disable-gpu",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--disable-quic",
]
expect.set_options(timeout=30_000)
ROOT = Path(__file__).parent.parent.parent


class Server:
    """`outwit serve` as a process, at an address of its own."""

    def __init__(self, folder: Path, *options: str) -> None:
        self.folder = folder
        self.options = options
        with socket.socket() as listener:
            listener.bind(("127.0.0.1", 0))
            self.port = listener.getsockname()[1]
        self.address = f"http://127.0.0.1:{self.port}"
        self.start()

    def start(self) -> None:
        command = [sys.executable, "-m", "outwit", "serve", "--no-open", "--port", str(self.port)]
        database = f"sqlite:///{(self.folder / 'games.db').as_posix()}"
        self.log = (self.folder / "log").open("ab")
        self.process = subprocess.Popen(
            [*command, "--database", database, *self.options], cwd=ROOT, stdout=self.log, stderr=self.log
        )
        deadline = time.monotonic() + 300  # many may start at once on a busy machine
        while True:
            try:
                httpx.get(f"{self.address}/api/games", timeout=5)
                return
            except httpx.HTTPError:
                if self.process.poll() is None and time.monotonic() < deadline:
                    time.sleep(0.1)
                    continue
                self.end()  # nobody else would
                raise AssertionError((self.folder / "log").read_text()) from None

    def kill(self) -> None:
        os.kill(self.process.pid, signal.SIGKILL)
        self.process.wait()
        self.log.close()

    def end(self) -> None:
        if self.process.poll() is None:
            self.process.terminate()
            try:
                self.process.wait(20)
            except subprocess.TimeoutExpired:
                self.process.kill()
                self.process.wait()
        self.log.close()


@pytest.fixture(scope="session")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    running = Server(tmp_path_factory.mktemp("server"), "--game", "tests/web/race.py:Race")
    yield running
    running.end()


OFFERED = (
    *(
        f"tests/views/boards.py:{name}"
        for name in ("Board", "Drop", "Hex", "Slide", "Kalah", "Amazons", "Told")
    ),
    "tests/web/drawn.py:Drawn",
    *(f"tests/web/named.py:{name}" for name in ("Compass", "Trio", "Pawns")),
    "tests/web/recurring.py:Recurring",
    "tests/sound_games.py:Ring",
    "tests/sketches/battleship.py:Battleship",
    "tests/walk.py:Walk",
    LIARS,
    HIGH_CARD,
    TELLTALE,
    NAMED_KUHN,
    NAMED_BIDS.rpartition(":")[0],
)
"""The games of the tests' own that a server offers to all who only need it to have them."""


@pytest.fixture(scope="session")
def offering(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """One server with all those games: to start one costs seconds of the processor."""
    named = [part for game in OFFERED for part in ("--game", game)]
    running = Server(tmp_path_factory.mktemp("offering"), *named)
    yield running
    running.end()


@pytest.fixture
def own_server(tmp_path: Path) -> Iterator[Server]:
    running = Server(tmp_path)
    yield running
    running.end()


@pytest.fixture(scope="session")
def playwright() -> Iterator[Playwright]:
    with sync_playwright() as running:
        yield running


@pytest.fixture(scope="session")
def browser(playwright: Playwright) -> Iterator[Browser]:
    program = shutil.which("chromium") or shutil.which("google-chrome")
    if program is None:
        reason = "There is no Chromium here; install the package chromium."
        (pytest.fail if os.environ.get("CI") else pytest.skip)(reason)
    started = playwright.chromium.launch(executable_path=program, args=FLAGS)
    yield started
    started.close()


@pytest.fixture
def visitor(browser: Browser) -> Iterator[Callable[..., Page]]:
    """Somebody new: a page that shares nothing with the others, and that goes nowhere else."""
    contexts: list[BrowserContext] = []
    strayed: list[str] = []

    def come(**options: object) -> Page:
        context = browser.new_context(**options)  # type: ignore[arg-type]
        context.set_default_timeout(15_000)
        contexts.append(context)
        page = context.new_page()
        page.on("request", lambda request: strayed.append(request.url) if outside(request.url) else None)
        return page

    yield come
    for context in contexts:
        context.close()
    assert not strayed, "a page fetched something from outside"


def outside(url: str) -> bool:
    return not url.startswith(("http://127.0.0.1", "ws://127.0.0.1", "data:", "blob:"))
