"""Rules that loop, crash or fill memory, at the server: told, others served, nothing left."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from pathlib import Path
from threading import Event, Thread
from time import monotonic, sleep

import httpx
import pytest
from playwright.sync_api import Page, expect

from tests.bad_games import BAD
from tests.web.conftest import Server
from tests.web.seated import Seated

Visitor = Callable[..., Page]
FILE = "tests/bad_games.py"
QUICK = [name for name, (_, rule) in BAD.items() if rule in ("moves", "text")]
SAID = {
    "Looping": r"had not come back after [25](\.\d+)? s and was ended",
    "Raising": "raised ZeroDivisionError: nothing to divide by",
    "Leaving": "raised SystemExit: 3",
    "Allocating": "took all the memory that it may have|had not come back",
    "Recursing": "raised RecursionError",
}


def offering(folder: Path, names: list[str]) -> Server:
    return Server(folder, *(part for name in names for part in ("--game", f"{FILE}:{name}")))


@pytest.fixture(scope="module")
def few(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    running = offering(tmp_path_factory.mktemp("few"), QUICK)
    yield running
    running.end()


@pytest.fixture(scope="module")
def everyone(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    running = offering(tmp_path_factory.mktemp("all"), list(BAD))
    yield running
    running.end()


def tried(server: Server, name: str) -> str:
    """All that a program is told when it begins a bad game, plays, looks, and asks for a decision."""
    game = f"{FILE}:{name}"
    with httpx.Client(base_url=server.address, timeout=120) as client:
        begun = client.post("/api/sessions", json={"game": game, "players": ["human", "human"]})
        assert begun.status_code == 201
        key, you = begun.json()["id"], begun.json()["you"]
        other = client.post(f"/api/sessions/{key}/seats", json={"player": 1}).json()["you"]
        answers = [
            client.post(f"/api/sessions/{key}/moves", json={"you": you, "move": "1"}),
            client.post(f"/api/sessions/{key}/moves", json={"you": other, "move": "1"}),
            client.get(f"/api/sessions/{key}"),
            client.get(f"/session/{key}"),
            client.post("/api/position", json={"game": game, "moves": ["1", "1"]}),
            client.post("/api/decide", json={"game": game, "agent": "minimax:depth=3"}),
        ]
    assert not [each for each in answers if each.status_code == 500 and each.url.path.startswith("/api")]
    return " ".join(each.text for each in answers)


class Others:
    """Somebody who plays Nim all the while, and how long they have waited for an answer at the most."""

    def __init__(self, server: Server) -> None:
        self.server = server
        self.done = Event()
        self.answers = 0
        self.longest = 0.0
        self.wrong: list[str] = []
        self.thread = Thread(target=self.play)

    def play(self) -> None:
        with httpx.Client(base_url=self.server.address, timeout=60) as client:
            while not self.done.is_set():
                began = monotonic()
                table = client.post("/api/sessions", json={"game": "nim", "players": ["human", "human"]})
                self.note(table, 201, began)
                key, you = table.json()["id"], table.json()["you"]
                began = monotonic()
                self.note(
                    client.post(f"/api/sessions/{key}/moves", json={"you": you, "move": "3"}), 200, began
                )
                sleep(0.05)

    def note(self, answer: httpx.Response, status: int, began: float) -> None:
        self.longest = max(self.longest, monotonic() - began)
        self.answers += 1
        if answer.status_code != status:
            self.wrong.append(answer.text)

    def __enter__(self) -> Others:
        self.thread.start()
        return self

    def __exit__(self, *error: object) -> None:
        self.done.set()
        self.thread.join()


def descendants(number: int) -> set[int]:
    """The processes that a process has started, and those that they have."""
    found: set[int] = set()
    for task in Path(f"/proc/{number}/task").iterdir():
        with suppress(OSError):
            for child in (task / "children").read_text().split():
                found |= {int(child), *descendants(int(child))}
    return found


def check(server: Server, names: list[str], at_once: int) -> Others:
    """Try all bad games while others play; what each comes to is told in a sentence."""
    with Others(server) as others, ThreadPoolExecutor(at_once) as pool:
        told = dict(zip(names, pool.map(lambda name: tried(server, name), names), strict=True))
    assert not others.wrong
    assert others.answers > 4
    for name, text in told.items():
        fault, rule = BAD[name]
        assert f"{name}.{rule}, line " in text, (name, text)
        assert re.search(SAID[fault], text), (name, text)
    assert httpx.get(f"{server.address}/", timeout=120).status_code == 200
    return others


def test_bad_rules_are_told_in_sentences_and_others_play_on(few: Server) -> None:
    check(few, QUICK, at_once=4)


@pytest.mark.slow
def test_thirty_five_bad_games_keep_nobody_waiting(everyone: Server, report: Callable[[str], None]) -> None:
    others = check(everyone, list(BAD), at_once=8)
    report(f"others beside 35 bad games: {others.answers} answers, the longest after {others.longest:.2f} s")
    assert others.longest < 1


def test_a_page_tells_its_people_what_happened(few: Server, visitor: Visitor) -> None:
    me = Seated(visitor(), few.address).begin(f"{FILE}:LoopingText", None, None)
    me.page.get_by_role("button", name="1", exact=True).click()
    expect(me.page.locator(".ow-standing")).to_contain_text("LoopingText.text, line ")


def test_no_process_is_left_behind(tmp_path: Path) -> None:
    server = offering(tmp_path, ["LoopingMoves"])
    try:
        game = f"{FILE}:LoopingMoves"
        with suppress(httpx.TimeoutException):
            httpx.post(f"{server.address}/api/position", json={"game": game, "moves": ["1"]}, timeout=0.5)
        started = descendants(server.process.pid)
        assert started
    finally:
        server.kill()
    deadline = monotonic() + 30
    while any(Path(f"/proc/{number}").exists() for number in started) and monotonic() < deadline:
        sleep(0.1)
    left = {number: command(number) for number in started if Path(f"/proc/{number}").exists()}
    assert not left


def command(number: int) -> str:
    with suppress(OSError):
        return Path(f"/proc/{number}/cmdline").read_text().replace("\0", " ")
    return ""
