"""Every step that was confirmed is there, in order and once, after a full disk, a kill or another server.

Steps that were refused were told. The long runs are slow; a short one of each is not.
"""

from __future__ import annotations

import os
import random
import shutil
import subprocess
import sys
import threading
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack, contextmanager
from pathlib import Path

import httpx
import pytest
from playwright.sync_api import Page, expect

from outwit.store import SessionStore
from tests.web.conftest import Server
from tests.web.seated import Seated

TIMES = [1, pytest.param(20, marks=pytest.mark.slow)]
SMALL = "2m"
"""The size of a disk that is soon full."""

SMALL_SERVER = ("--workers", "1")
"""For a server that searches little."""


class Player:
    """A program that plays both sides of a game, and knows what has been confirmed to it."""

    def __init__(self, address: str, seed: int = 0, game: str = "nim:coins=3000") -> None:
        self.client = httpx.Client(base_url=f"{address}/api", timeout=60)
        self.random = random.Random(seed)
        body = {"game": game, "players": ["human", "human"]}
        begun = self.client.post("/sessions", json=body).raise_for_status().json()
        self.key, self.you = begun["id"], [begun["you"]]
        seat = self.client.post(f"/sessions/{self.key}/seats", json={"player": 1}).raise_for_status()
        self.you.append(seat.json()["you"])
        self.confirmed: list[str] = []
        self.refused = 0

    def at(self, address: str) -> None:
        """Go on at another address."""
        self.client.close()
        self.client = httpx.Client(base_url=f"{address}/api", timeout=60)

    def look(self) -> list[str]:
        """What has happened, as the server tells it."""
        return list(self.client.get(f"/sessions/{self.key}").raise_for_status().json()["moves"])

    def play(self, legal: Sequence[str]) -> httpx.Response:
        """Play one of these moves; whatever else comes of it, it is confirmed or refused with a sentence."""
        after = len(self.confirmed)
        body = {"you": self.you[after % 2], "move": self.random.choice(legal), "after": after}
        answer = self.client.post(f"/sessions/{self.key}/moves", json=body)
        if answer.status_code == 200:
            self.confirmed.append(body["move"])
            assert answer.json()["moves"] == self.confirmed
        else:
            assert answer.status_code in (409, 503), answer.text
            assert answer.json()["error"]
            self.refused += 1
        return answer


def stored(url: str, key: str) -> list[str]:
    """A game as it is in a database."""
    return SessionStore(url).find(key).session.described()


def database(folder: Path) -> str:
    return f"sqlite:///{(folder / 'games.db').as_posix()}"


@pytest.fixture(scope="module")
def small_disk(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """A server whose folder is a small disk of its own."""
    folder = tmp_path_factory.mktemp("disk")
    command = ["mount", "-t", "tmpfs", "-o", f"size={SMALL}", "tmpfs", str(folder)]
    if sys.platform != "linux" or os.getuid() != 0 or shutil.which("mount") is None:
        pytest.skip("only root on Linux can mount a small disk")
    mounted = subprocess.run(command, capture_output=True, text=True)
    if mounted.returncode:
        pytest.skip(f"a small disk cannot be mounted here: {mounted.stderr.strip()}")
    try:
        running = Server(folder, *SMALL_SERVER)
        yield running
        running.end()
    finally:
        subprocess.run(["umount", "-l", str(folder)], check=True)


@contextmanager
def full(folder: Path) -> Iterator[None]:
    """While this lasts, there is no room on a disk: not even where the database had some to spare."""
    with SessionStore(database(folder)).engine.connect() as connection:
        connection.exec_driver_sql("PRAGMA wal_checkpoint(TRUNCATE)")
    filler = folder / "filler"
    with filler.open("wb", buffering=0) as file:
        try:
            while True:
                file.write(bytes(4096))
        except OSError:
            pass
    try:
        yield
    finally:
        filler.unlink()


@pytest.mark.parametrize("times", TIMES)
def test_a_disk_that_is_full_loses_nothing_and_is_told(small_disk: Server, times: int) -> None:
    url = database(small_disk.folder)
    for number in range(times):
        player = Player(small_disk.address, number)
        for _ in range(number % 9):
            assert player.play("123").status_code == 200
        with full(small_disk.folder):
            for _ in range(4):
                answer = player.play("123")
            assert player.refused
            assert "was not kept, and so it has not happened" in answer.json()["error"]
            assert player.look() == player.confirmed
        for _ in range(4):
            assert player.play("123").status_code == 200
        assert player.look() == stored(url, player.key) == player.confirmed


@pytest.mark.parametrize("times", TIMES)
def test_a_server_that_is_killed_in_the_middle_of_play_has_lost_nothing(tmp_path: Path, times: int) -> None:
    running = Server(tmp_path, *SMALL_SERVER)
    try:
        for number in range(times):
            player = Player(running.address, number)
            timer = threading.Timer(random.Random(number).uniform(0.05, 0.5), running.kill)
            timer.start()
            last = play_on(player)
            timer.join()
            kept = stored(database(tmp_path), player.key)
            there = kept == [*player.confirmed, last]  # it may have been kept without being told
            assert there or kept == player.confirmed
            running.start()
            player.at(running.address)
            assert player.look() == kept
            assert player.play([last]).status_code == (409 if there else 200)
            steps = player.confirmed + [last] * there
            assert stored(database(tmp_path), player.key) == steps
    finally:
        running.end()


def play_on(player: Player) -> str:
    """Play until there is no server any more: the move of which nothing was heard."""
    while True:
        move = player.random.choice("123")
        try:
            player.play([move])
        except httpx.HTTPError:
            return move


@pytest.fixture(scope="module", params=["sqlite", pytest.param("postgresql", marks=pytest.mark.slow)])
def pair(
    request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[tuple[str, Server, Server]]:
    """The address of a database, and two servers on it."""
    folder = tmp_path_factory.mktemp("pair")
    url = database(folder) if request.param == "sqlite" else str(request.getfixturevalue("postgres"))
    with ExitStack() as ends:
        servers = []
        for name in ("one", "other"):
            (folder / name).mkdir()
            servers.append(Server(folder / name, *SMALL_SERVER, "--database", url))
            ends.callback(servers[-1].end)
        yield url, servers[0], servers[1]


@pytest.mark.parametrize("steps", [20, pytest.param(400, marks=pytest.mark.slow)])
def test_of_two_steps_at_two_servers_one_is_kept_and_the_other_is_refused(
    pair: tuple[str, Server, Server], steps: int
) -> None:
    url, *servers = pair
    with ThreadPoolExecutor(2) as pool:
        player = Player(servers[0].address)
        clients = [httpx.Client(base_url=f"{server.address}/api", timeout=60) for server in servers]
        path = f"/sessions/{player.key}"

        def play(number: int, move: str, after: int) -> tuple[int, str]:
            body = {"you": player.you[after % 2], "move": move, "after": after}
            answer = clients[number].post(f"{path}/moves", json=body)
            return answer.status_code, answer.json().get("error", move)

        for after in range(steps):
            moves = player.random.sample("123", 2)
            (good, move), (bad, told) = sorted(pool.map(play, (0, 1), moves, (after, after)))
            assert (good, bad) == (200, 409), told
            assert told.startswith("Something else has happened in this game meanwhile")
            player.confirmed.append(move)
        for client in clients:
            assert client.get(path).json()["moves"] == player.confirmed
            client.close()
        assert stored(url, player.key) == player.confirmed


def test_a_game_against_an_agent_goes_on_at_two_servers_and_no_step_comes_twice(
    pair: tuple[str, Server, Server],
) -> None:
    url, *servers = pair
    clients = [httpx.Client(base_url=f"{server.address}/api", timeout=60) for server in servers]
    body = {"game": "tictactoe", "players": ["human", "random:seed=3"]}
    at = clients[0].post("/sessions", json=body).raise_for_status().json()
    path, you = f"/sessions/{at['id']}", at["you"]
    while not at["over"]:
        clients.reverse()
        if at["legal"]:
            move = {"you": you, "move": at["legal"][0], "after": len(at["moves"])}
            assert clients[0].post(f"{path}/moves", json=move).status_code in (200, 409)
        else:
            clients[0].get(f"{path}/wait", params={"steps": len(at["moves"])}).raise_for_status()
        at = clients[0].get(path, params={"you": you}).raise_for_status().json()
    assert stored(url, at["id"]) == at["moves"] == clients[1].get(path).json()["moves"]
    for client in clients:
        client.close()


def test_a_page_shows_what_is_played_at_another_server(
    pair: tuple[str, Server, Server], visitor: Callable[..., Page]
) -> None:
    _, one, other = pair
    me = Seated(visitor(), one.address).begin("tictactoe", None, None)
    me.press("Sit down as O")
    me.ready()
    also_me = Seated(me.page.context.new_page(), other.address)
    also_me.page.goto(me.page.url.replace(one.address, other.address))
    also_me.heard()
    me.click("5")
    also_me.expect_moves(1)
    also_me.click("1")
    me.expect_moves(2)
    assert me.moves() == also_me.moves() == ["5", "1"]


def test_a_page_says_that_a_move_was_not_kept_and_does_not_show_it(
    small_disk: Server, visitor: Callable[..., Page]
) -> None:
    me = Seated(visitor(), small_disk.address).begin("tictactoe", None, "random:seed=2")
    me.ready()
    me.click("5")
    me.expect_moves(2)
    before = me.moves()
    with full(small_disk.folder):
        me.page.locator(".ow-legal").first.click()
        told = me.page.get_by_text("This was not kept, and so it has not happened")
        expect(told.first).to_be_visible()
        assert me.moves() == before
    me.page.locator(".ow-legal").first.click()
    me.expect_moves(4)
    assert me.moves()[:2] == before
