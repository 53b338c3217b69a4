"""All that a server sends to one seat, recorded, to be searched for what that seat may not know."""

from __future__ import annotations

import re
from collections.abc import Iterable

import httpx
from playwright.sync_api import Error, Page, Route, WebSocket

HIGH_CARD = "tests/hidden_games.py:HighCard"
TELLTALE = "tests/hidden_games.py:Telltale"
NAMED_KUHN = "tests/hidden_games.py:NamedKuhn"
NAMED_BIDS = "tests/hidden_games.py:NamedBids:cards=3,shuffled=off"
UUID = re.compile("[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}")


class Traffic:
    """What one browser or one program has received: every answer over HTTP, every frame of a websocket.

    A test plays a game whose secrets have names that occur nowhere by accident, as the cards of
    `tests.hidden_games.HighCard` do, presses whatever can be pressed, and asks which of them were `named`:

        traffic = Traffic.of(visitor())
        ...
        assert traffic.named(CARDS) == {"the card of this seat"}
    """

    def __init__(self) -> None:
        self.received: list[str] = []

    @classmethod
    def of(cls, page: Page) -> Traffic:
        """The traffic of a page and of whatever it leads to, from now on; begin before its first address."""
        traffic = cls()
        page.context.route("**/*", traffic.pass_on)
        page.on("websocket", traffic.listen)
        return traffic

    def client(self, address: str) -> httpx.Client:
        """A program that talks to a server; what it is answered is recorded here."""
        return httpx.Client(base_url=address, timeout=60, event_hooks={"response": [self.heard]})

    def pass_on(self, route: Route) -> None:
        try:
            response = route.fetch()
            body = response.body()
            self.received += [response.url, str(response.headers), body.decode("utf-8", "replace")]
            route.fulfill(response=response)
        except Error:  # the page has gone on, and nothing reaches it any more
            return

    def listen(self, socket: WebSocket) -> None:
        self.received.append(socket.url)
        socket.on("framereceived", self.frame)

    def frame(self, payload: str | bytes) -> None:
        self.received.append(payload if isinstance(payload, str) else payload.decode("utf-8", "replace"))

    def heard(self, response: httpx.Response) -> None:
        response.read()
        self.received += [str(response.url), str(response.headers), response.text]

    def named(self, secrets: Iterable[str]) -> set[str]:
        """Which of these names have been received; what browsers are known by is no name of anything."""
        everything = UUID.sub("", "\n".join(self.received))
        return {secret for secret in secrets if secret in everything}

    def forget(self) -> None:
        """Begin anew, as for another game at the same page."""
        self.received.clear()
