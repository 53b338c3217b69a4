"""What stands before everything else: who may come in, and how much they may bring."""

from __future__ import annotations

import json
from contextlib import suppress
from http.cookies import CookieError, SimpleCookie
from secrets import compare_digest
from urllib.parse import parse_qs

from starlette.types import ASGIApp, Message, Receive, Scope, Send

COOKIE = "outwit-token"


class TooLargeError(Exception):
    """A request that goes on beyond what is granted."""


class Gate:
    """Turns away requests without the token, where one is demanded, and those that are too large.

    The token comes as `?token=` in the first address, which leaves a cookie, or as `Authorization: Bearer`.
    """

    def __init__(self, app: ASGIApp, largest: int, token: str | None = None) -> None:
        self.app = app
        self.largest = largest
        self.token = token

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Let a request in, or answer it here."""
        if scope["type"] not in ("http", "websocket"):
            await self.app(scope, receive, send)
            return
        given = presented(scope)
        if self.token is not None and not any(compare_digest(each, self.token) for each in given.values()):
            if scope["type"] == "websocket":
                await send({"type": "websocket.close", "code": 4401})
            else:
                said = (
                    "This server wants its token, as ?token=... in the address or as Authorization: Bearer."
                )
                await refuse(send, 401, said)
            return
        if scope["type"] == "websocket":
            await self.app(scope, receive, send)
            return
        if not scope["path"].isprintable():
            await refuse(send, 404, "There is nothing at this address.")
            return
        length = dict(scope["headers"]).get(b"content-length", b"0")
        too_large = f"A request may have {self.largest:,} bytes, and this has more."
        if not length.isdigit() or int(length) > self.largest:
            await refuse(send, 413, too_large)
            return
        taken, begun = 0, False

        async def counted() -> Message:
            nonlocal taken
            message = await receive()
            taken += len(message.get("body", b""))
            if taken > self.largest:
                raise TooLargeError
            return message

        async def noticed(message: Message) -> None:
            nonlocal begun
            if taken > self.largest and not begun:
                return
            begun = True
            if message["type"] == "http.response.start" and self.token is not None and "query" in given:
                cookie = f"{COOKIE}={self.token}; Path=/; HttpOnly; SameSite=Strict"
                message["headers"] = [*message.get("headers", ()), (b"set-cookie", cookie.encode())]
            await send(message)

        with suppress(TooLargeError):
            await self.app(scope, counted, noticed)
        if taken > self.largest and not begun:
            await refuse(send, 413, too_large)


def presented(scope: Scope) -> dict[str, str]:
    """The tokens that a request brings along, by where it brings them."""
    headers = {name: value.decode("latin-1") for name, value in scope["headers"]}
    query = parse_qs(scope.get("query_string", b"").decode("latin-1"))
    found = {}
    if "token" in query:
        found["query"] = query["token"][0]
    bearer = headers.get(b"authorization", "")
    if bearer.startswith("Bearer "):
        found["header"] = bearer.removeprefix("Bearer ")
    try:
        cookies: SimpleCookie = SimpleCookie(headers.get(b"cookie", ""))
    except CookieError:
        return found
    if COOKIE in cookies:
        found["cookie"] = cookies[COOKIE].value
    return {where: token for where, token in found.items() if token.isascii()}


async def refuse(send: Send, status: int, said: str) -> None:
    """Answer with a sentence."""
    body = json.dumps({"error": said}).encode()
    headers = [(b"content-type", b"application/json"), (b"content-length", str(len(body)).encode())]
    await send({"type": "http.response.start", "status": status, "headers": headers})
    await send({"type": "http.response.body", "body": body})
