"""What stands before everything else: who may come in, from where, how often, and how much they may bring."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Collection
from contextlib import suppress
from http.cookies import CookieError, SimpleCookie
from ipaddress import ip_address
from math import ceil
from secrets import compare_digest
from time import monotonic
from urllib.parse import parse_qs, quote, unquote_to_bytes, urlsplit

from starlette.types import ASGIApp, Message, Receive, Scope, Send

from outwit.web.limits import EVENTS, Rates, address, door_of
from outwit.web.plain_page import is_for_person, refusal_page

COOKIE = "outwit-token"

HEADERS = (
    (b"x-frame-options", b"DENY"),
    (b"content-security-policy", b"frame-ancestors 'none'"),
    (b"x-content-type-options", b"nosniff"),
    (b"referrer-policy", b"same-origin"),
    (b"cross-origin-resource-policy", b"same-origin"),
)
"""What every answer carries: no other site may frame it, read it as something else, or learn its address."""

WRONG_HOST = (
    "This server is not known by the name in the address; use localhost or an IP address, or start it with "
    "--name for each name by which it is reached."
)
WRONG_ORIGIN = (
    "This request comes from a page of another site, and only this server's own pages are answered."
)
NO_TOKEN = "This server wants its token, as ?token=... in the address or as Authorization: Bearer."


class TooLargeError(Exception):
    """A request that goes on beyond what is granted."""


class Auth:
    """Turns away requests that must not reach the application, each with a sentence.

    These are requests under a name that is not the server's (another site's name may lead to this machine),
    from other sites' pages, without the token where one is demanded, too many from one address, or too large.
    The token comes as `?token=` in the first address, which leaves a cookie, or as `Authorization: Bearer`.
    """

    def __init__(
        self,
        app: ASGIApp,
        largest: int,
        token: str | None = None,
        names: Collection[str] = (),
        proxies: Collection[str] = (),
        rates: Rates | None = None,
    ) -> None:
        self.app = app
        self.largest = largest
        self.token = None if token is None else token.encode()
        self.names = frozenset(name.lower() for name in ("localhost", *names, *proxies))
        """The names by which the server is reached, beside all addresses in numbers."""
        self.proxies = frozenset(name.lower() for name in proxies)
        """Those of them whose pages are this server's, whatever name a proxy hands on."""
        self.rates = rates or Rates()

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Let a request in, or answer it here."""
        if scope["type"] not in ("http", "websocket"):
            await self.app(scope, receive, send)
            return
        if scope.get("method") == "HEAD":
            scope = {**scope, "method": "GET"}  # the same answer, whose body the server leaves out
        client = scope["client"][0] if scope.get("client") else ""
        address.set(client)
        refusal = self.refusal(scope, client)
        if scope["type"] == "websocket":
            if refusal is None:
                await self.app(scope, self.pace_messages(receive, client), send)
            else:
                await send({"type": "websocket.close", "code": 4000 + refusal[0]})
        elif refusal is not None:
            await refuse(scope, send, *refusal)
        else:
            await self.let_in(scope, receive, send)

    def refusal(self, scope: Scope, client: str) -> tuple[int, str, float] | None:
        """Why a request is not let in: the status, a sentence, and in how many seconds it may come again."""
        host, origin = header(scope, b"host"), header(scope, b"origin")
        if not self.is_known_host(host):
            return 421, WRONG_HOST, 0.0
        if origin and not self.own_page(origin, host):
            return 403, WRONG_ORIGIN, 0.0
        if self.token is not None and not any(
            compare_digest(each, self.token) for each in presented_tokens(scope).values()
        ):
            return 401, NO_TOKEN, 0.0
        if scope["type"] == "websocket":
            return None
        if not scope["path"].isprintable():
            return 404, "There is nothing at this address.", 0.0
        wait = self.rates.wait(client, door_of(scope["method"], scope["path"]), monotonic())
        if wait > 0:
            return 429, f"Too many requests come from you; come back in {seconds(wait)}.", wait
        length = header(scope, b"content-length") or "0"
        if not (length.isascii() and length.isdigit()) or int(length) > self.largest:
            return 413, self.too_large, 0.0
        return None

    def pace_messages(self, receive: Receive, client: str) -> Receive:
        """What a page's websocket says, as fast as its address may: what comes faster waits its turn."""

        async def hear() -> Message:
            message = await receive()
            if message["type"] == "websocket.receive":
                while (wait := self.rates.wait(client, EVENTS, monotonic())) > 0:
                    await asyncio.sleep(wait)
            return message

        return hear

    def is_known_host(self, host: str) -> bool:
        """Is this the server's own name? An address in numbers is: no other site's name led to it."""
        name = name_in(f"//{host}")
        return name in self.names or is_number(name)

    def own_page(self, origin: str, host: str) -> bool:
        """Is the page that sends a request one of this server's? Behind a proxy, it may have another name."""
        with suppress(ValueError):
            return urlsplit(origin).netloc.lower() == host.lower() or name_in(origin) in self.proxies
        return False

    @property
    def too_large(self) -> str:
        """What is said of a request that is too large."""
        return f"A request may have {self.largest:,} bytes, and this has more."

    async def let_in(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Hand a request on, as long as it does not become too large, and protect the answer."""
        taken, begun = 0, False
        cookie = self.token is not None and "query" in presented_tokens(scope)

        async def count_body() -> Message:
            nonlocal taken
            message = await receive()
            taken += len(message.get("body", b""))
            if taken > self.largest:
                raise TooLargeError
            return message

        async def watch_response(message: Message) -> None:
            nonlocal begun
            if taken > self.largest and not begun:
                return
            begun = True
            if message["type"] == "http.response.start":
                message["headers"] = [*message.get("headers", ()), *HEADERS]
                if cookie and self.token is not None:
                    kept = f"{COOKIE}={quote(self.token, safe='')}; Path=/; HttpOnly; SameSite=Strict"
                    message["headers"].append((b"set-cookie", kept.encode()))
            await send(message)

        with suppress(TooLargeError):
            await self.app(scope, count_body, watch_response)
        if taken > self.largest and not begun:
            await refuse(scope, send, 413, self.too_large)


def header(scope: Scope, name: bytes) -> str:
    """A header of a request, or nothing; one that is given twice counts as neither."""
    found = [value for key, value in scope["headers"] if key == name]
    return found[0].decode("latin-1") if len(found) == 1 else "?" if found else ""


def name_in(url: str) -> str:
    """The host's name in an address, without its port; nothing where there is none."""
    try:
        return (urlsplit(url).hostname or "").removesuffix(".")
    except ValueError:
        return ""


def is_number(name: str) -> bool:
    """Is a host named by its address in numbers?"""
    try:
        ip_address(name)
    except ValueError:
        return False
    return True


def presented_tokens(scope: Scope) -> dict[str, bytes]:
    """The tokens that a request brings along, by where it brings them."""
    found: dict[str, bytes] = {}
    query = parse_qs(scope.get("query_string", b"").decode("latin-1"), encoding="latin-1")
    if "token" in query:
        found["query"] = query["token"][0].encode("latin-1")
    bearer = header(scope, b"authorization")
    if bearer.startswith("Bearer "):
        found["header"] = bearer.removeprefix("Bearer ").encode("latin-1")
    try:
        cookies: SimpleCookie = SimpleCookie(header(scope, b"cookie"))
    except CookieError:
        return found
    if COOKIE in cookies:
        found["cookie"] = unquote_to_bytes(cookies[COOKIE].value)
    return found


def seconds(wait: float) -> str:
    """A time to wait in words.

    >>> seconds(0.2), seconds(3.5)
    ('1 second', '4 seconds')
    """
    whole = max(1, ceil(wait))
    return "1 second" if whole == 1 else f"{whole} seconds"


async def refuse(scope: Scope, send: Send, status: int, said: str, after: float = 0.0) -> None:
    """Answer with a sentence and, where it helps, the seconds after which to come back; people get a page."""
    page = is_for_person(header(scope, b"accept"))
    body = (refusal_page(status, said) if page else json.dumps({"error": said})).encode()
    headers = [
        (b"content-type", b"text/html; charset=utf-8" if page else b"application/json"),
        (b"content-length", str(len(body)).encode()),
        *HEADERS,
    ]
    if after:
        headers.append((b"retry-after", str(max(1, ceil(after))).encode()))
    await send({"type": "http.response.start", "status": status, "headers": headers})
    await send({"type": "http.response.body", "body": body})
