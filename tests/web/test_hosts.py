"""Which names, sites and tokens the server answers to, and how it keeps its pages out of others' frames."""

from __future__ import annotations

import asyncio
import socket
import subprocess
import sys
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack, suppress
from functools import partial
from time import monotonic
from typing import Any
from urllib.parse import quote

import httpx
import pytest
import uvicorn
from playwright.sync_api import Page, expect
from starlette.types import Message, Receive, Scope, Send
from uvicorn.server import ServerState

from outwit.web.auth import Auth
from outwit.web.connections import MOST, Connections, limit_protocol
from outwit.web.limits import EVENTS, OTHERS, PAGES, QUESTIONS, Rate, Rates
from tests.web.conftest import Server

STRANGE = "schlüssel;€ =\"'%"
"""A token of characters that cookies, headers and addresses each spell in their own way."""


async def answer_well(scope: Scope, receive: Receive, send: Send) -> None:
    """An application that is content with everything."""
    if scope["type"] == "websocket":
        await send({"type": "websocket.accept"})
        return
    await send({"type": "http.response.start", "status": 200, "headers": []})
    await send({"type": "http.response.body", "body": b""})


def tried(auth: Auth, kind: str = "http", path: str = "/", **headers: str) -> Message:
    """The first thing that is said to a request with these headers."""
    said: list[Message] = []
    scope: dict[str, Any] = {
        "type": kind,
        "method": "GET",
        "path": path,
        "query_string": b"",
        "client": ("127.0.0.1", 1),
        "headers": [(name.encode(), value.encode("latin-1")) for name, value in headers.items()],
    }

    async def receive() -> Message:
        return {"type": "http.request", "body": b""}

    async def send(message: Message) -> None:
        said.append(message)

    with ThreadPoolExecutor(1) as thread:  # this one may have a loop of its own, for a browser
        thread.submit(asyncio.run, auth(scope, receive, send)).result()
    return said[0]


def status(message: Message) -> int:
    if message["type"].startswith("websocket"):
        return int(message.get("code", 200))
    return int(message["status"])


OWN = ("localhost:8321", "LOCALHOST", "127.0.0.1:8321", "127.0.0.1", "[::1]:8321", "192.168.1.7:8321", "box")
FOREIGN = ("evil.example", "evil.example:8321", "localhost.evil.example", "", "127.0.0.1.evil.example", "[:")


@pytest.mark.parametrize("kind", ["http", "websocket"])
def test_only_names_of_the_server_and_addresses_in_numbers_are_answered(kind: str) -> None:
    auth = Auth(answer_well, 1000, names=["box"])
    for host in OWN:
        assert status(tried(auth, kind, host=host)) == 200, host
    for host in FOREIGN:
        assert status(tried(auth, kind, host=host)) in (421, 4421), host


@pytest.mark.parametrize("kind", ["http", "websocket"])
def test_only_the_servers_own_pages_may_send_requests(kind: str) -> None:
    auth = Auth(answer_well, 1000, proxies=["games.example"])
    for origin, host in (
        ("http://127.0.0.1:8321", "127.0.0.1:8321"),
        ("http://LocalHost:8321", "localhost:8321"),
        ("https://games.example", "127.0.0.1:8321"),
        ("https://games.example", "games.example"),
    ):
        assert status(tried(auth, kind, host=host, origin=origin)) == 200, origin
    for origin in ("http://evil.example", "null", "http://localhost:3000", "http://127.0.0.1:80", "http://["):
        assert status(tried(auth, kind, host="127.0.0.1:8321", origin=origin)) in (403, 4403), origin


def test_a_name_that_leads_to_this_machine_drives_nothing(server: Server) -> None:
    ours = f"127.0.0.1:{server.port}"
    body = {"game": "nim", "players": ["human", "human"]}
    for headers in ({"host": f"evil.example:{server.port}"}, {"host": ours, "origin": "http://evil.example"}):
        for answer in (
            httpx.post(f"{server.address}/api/sessions", json=body, headers=headers),
            httpx.get(server.address, headers=headers),
            httpx.get(f"{server.address}/_nicegui_ws/socket.io/?EIO=4&transport=polling", headers=headers),
            httpx.get(
                f"{server.address}/_nicegui_ws/socket.io/?EIO=4&transport=websocket", headers=upgrade(headers)
            ),
        ):
            assert answer.status_code in (403, 421), (headers, answer.text)
    welcome = httpx.post(
        f"{server.address}/api/sessions", json=body, headers={"host": ours, "origin": f"http://{ours}"}
    )
    assert welcome.status_code == 201


def upgrade(headers: dict[str, str]) -> dict[str, str]:
    """Headers that ask for a websocket."""
    asked = {"connection": "Upgrade", "upgrade": "websocket", "sec-websocket-version": "13"}
    return {**headers, **asked, "sec-websocket-key": "dGhlIHNhbXBsZSBub25jZQ=="}


@pytest.mark.parametrize("path", ["/", "/api/games", "/api/sessions/none", "/nowhere", "/play/nim"])
def test_no_answer_may_be_framed_or_guessed_at(server: Server, path: str) -> None:
    headers = httpx.get(server.address + path).headers
    assert headers["x-frame-options"] == "DENY"
    assert "frame-ancestors 'none'" in headers["content-security-policy"]
    assert headers["x-content-type-options"] == "nosniff"
    assert headers["referrer-policy"] == "same-origin"


@pytest.fixture(scope="module")
def strange(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    running = Server(tmp_path_factory.mktemp("strange"), "--token", STRANGE)
    yield running
    running.end()


def test_a_token_of_any_characters_opens_and_a_wrong_one_is_refused(strange: Server) -> None:
    address = f"{strange.address}/api/games"

    def bringing(name: bytes, value: str) -> int:
        return httpx.get(address, headers={name: value.encode()}).status_code

    assert bringing(b"authorization", f"Bearer {STRANGE}") == 200
    with httpx.Client() as browser:
        assert browser.get(f"{address}?token={quote(STRANGE, safe='')}").status_code == 200
        assert browser.get(address).status_code == 200, "the cookie opens too"
    for wrong in ("falsch", "schlössel", "%FF%FE"):
        assert httpx.get(f"{address}?token={wrong}").status_code == 401
        assert bringing(b"authorization", f"Bearer {wrong}") == 401
        assert bringing(b"cookie", f"outwit-token={wrong}") == 401


@pytest.mark.parametrize("token", ["", " ", "a\nb"])
def test_a_token_that_nobody_could_bring_is_refused_at_the_start(token: str) -> None:
    command = [sys.executable, "-m", "outwit", "serve", "--no-open", "--token", token]
    ended = subprocess.run(command, capture_output=True, text=True, timeout=60)
    assert ended.returncode == 2
    assert "--token must have" in " ".join(ended.stderr.split())


def test_one_address_may_ask_so_often_and_then_again_after_a_while() -> None:
    rates = Rates({PAGES: Rate(2, 3), QUESTIONS: Rate(1, 1), OTHERS: Rate(100, 100)})
    assert [rates.wait("a", PAGES, 10.0) for _ in range(4)] == [0, 0, 0, 0.5]
    assert rates.wait("a", OTHERS, 10.0) == 0, "what costs little goes on"
    assert rates.wait("b", PAGES, 10.0) == 0, "others go on"
    assert rates.wait("a", PAGES, 10.5) == 0
    assert rates.wait("a", PAGES, 10.5) == 0.5


def test_who_asks_too_often_is_told_when_to_come_back() -> None:
    auth = Auth(answer_well, 1000, rates=Rates({PAGES: Rate(0.25, 1)}))
    assert status(tried(auth, host="localhost")) == 200
    refused = tried(auth, host="localhost")
    assert status(refused) == 429
    assert dict(refused["headers"])[b"retry-after"] == b"4"


def test_what_a_page_says_too_fast_waits_its_turn_and_nothing_is_lost() -> None:
    heard: list[Message] = []

    async def listen(scope: Scope, receive: Receive, send: Send) -> None:
        for _ in range(6):
            heard.append(await receive())

    auth = Auth(listen, 1000, rates=Rates({EVENTS: Rate(20, 2)}))
    numbers = iter(range(6))
    scope = {
        "type": "websocket",
        "path": "/",
        "client": ("127.0.0.1", 1),
        "headers": [(b"host", b"localhost")],
    }

    async def receive() -> Message:
        return {"type": "websocket.receive", "text": str(next(numbers))}

    async def send(message: Message) -> None:
        raise AssertionError(message)

    began = monotonic()
    with ThreadPoolExecutor(1) as thread:
        thread.submit(asyncio.run, auth(scope, receive, send)).result()
    assert [message["text"] for message in heard] == list("012345")
    assert monotonic() - began > 0.15


@pytest.mark.skipif(sys.platform != "linux", reason="Only Linux has more than one address of its own.")
def test_one_address_cannot_have_all_connections(own_server: Server) -> None:
    with ExitStack() as stack:
        for _ in range(MOST + 50):
            silent = stack.enter_context(socket.socket())
            silent.bind(("127.0.0.2", 0))
            silent.connect(("127.0.0.1", own_server.port))
        assert silent.recv(1) == b"", "one more than there may be is ended"
        assert httpx.get(f"{own_server.address}/api/games").status_code == 200


def test_a_connection_over_which_nothing_is_asked_is_ended() -> None:
    async def try_it() -> tuple[bytes, bytes]:
        config = uvicorn.Config(answer_well, http=limit_protocol(Connections(), patience=0.3), lifespan="off")
        config.load()
        state = ServerState()
        loop = asyncio.get_running_loop()
        protocol: Any = config.http_protocol_class
        made = partial(protocol, config=config, server_state=state, app_state={})
        listening = await loop.create_server(made, "127.0.0.1", 0)
        port = listening.sockets[0].getsockname()[1]
        said = []
        for sent in (b"GET / HTTP/1.1\r\nhost:", b"GET / HTTP/1.1\r\nhost: localhost\r\n\r\n"):
            reader, writer = await asyncio.open_connection("127.0.0.1", port)
            writer.write(sent)
            with suppress(ConnectionError):
                said.append(await asyncio.wait_for(reader.read(100), 10))
            writer.close()
        listening.close()
        return said[0] if len(said) == 2 else b"", said[-1]

    with ThreadPoolExecutor(1) as thread:
        silent, job = thread.submit(asyncio.run, try_it()).result()
    assert silent == b""
    assert job.startswith(b"HTTP/1.1 200")


def test_an_unknown_address_leads_home(server: Server, visitor: Callable[..., Page]) -> None:
    page = visitor()
    answer = page.goto(f"{server.address}/nowhere/at/all")
    assert answer is not None
    assert answer.status == 404
    expect(page.get_by_role("heading", name="No such page")).to_be_visible()
    page.get_by_role("link", name="All games").click()
    expect(page.get_by_role("heading", name="Play a game")).to_be_visible()


PERSON = {"accept": "text/html,application/xhtml+xml"}


@pytest.mark.parametrize(
    ("method", "path", "status", "said"),
    [
        ("POST", "/", 405, "This address does not take that method."),
        ("DELETE", "/session/x", 405, "This address does not take that method."),
        ("GET", "/session/%0a", 404, "There is nothing at this address."),
    ],
)
def test_whatever_a_person_is_refused_is_refused_by_a_page_and_a_program_by_a_sentence(
    server: Server, method: str, path: str, status: int, said: str
) -> None:
    shown = httpx.request(method, server.address + path, headers=PERSON)
    assert shown.status_code == status
    assert shown.headers["content-type"].startswith("text/html")
    assert said in shown.text
    assert '<a href="/">Outwit</a>' in shown.text
    told = httpx.request(method, server.address + path)
    assert (told.status_code, told.json()) == (status, {"error": said})


@pytest.mark.parametrize("path", ["/", "/tree", "/api/games", "/api/docs", "/nowhere"])
def test_whoever_asks_for_the_head_gets_that_of_the_whole_answer(server: Server, path: str) -> None:
    whole, head = httpx.get(server.address + path), httpx.head(server.address + path)
    assert head.status_code == whole.status_code
    assert head.headers["content-type"] == whole.headers["content-type"]
    assert head.content == b""


def test_the_api_is_linked_and_its_address_answers(server: Server, visitor: Callable[..., Page]) -> None:
    page = visitor()
    page.goto(server.address)
    page.get_by_role("link", name="The API, for programs").click()
    expect(page.get_by_role("heading", name="The API of Outwit")).to_be_visible()
    for path in ("/api", "/api/", "/api/docs"):
        answer = httpx.get(server.address + path, follow_redirects=True)
        assert answer.status_code == 200
        assert "The API of Outwit" in answer.text
    page.get_by_role("link", name="Outwit", exact=True).click()
    expect(page.get_by_role("heading", name="Play a game")).to_be_visible()
