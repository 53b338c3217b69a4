"""Connections, before anything is asked over them: so many from one address, and none that says nothing."""

from __future__ import annotations

import asyncio
from collections import defaultdict
from contextlib import suppress
from typing import Any

from uvicorn.protocols.http.auto import AutoHTTPProtocol

MOST = 400
"""How many connections one address may have open, websockets among them."""

PATIENCE = 20.0
"""Seconds within which a connection must have asked for something."""

OPEN_FILES = 16_384
"""How many open files the server asks the system for."""

MOST_ADDRESSES = 4096
"""Of so many addresses the connections are counted before those that have none are forgotten."""


class Connections:
    """The connections that are open, by address."""

    def __init__(self, most: int = MOST) -> None:
        self.most = most
        self.open: defaultdict[str, set[Any]] = defaultdict(set)

    def admit(self, transport: Any) -> bool:
        """Count a connection, unless its address has too many."""
        peer = transport.get_extra_info("peername")
        address = str(peer[0]) if peer else ""
        if len(self.open) > MOST_ADDRESSES:
            for each in list(self.open):
                self.prune(each)
        self.prune(address)
        if len(self.open[address]) >= self.most:
            return False
        self.open[address].add(transport)
        return True

    def prune(self, address: str) -> None:
        """Forget the connections of an address that have ended."""
        left = {transport for transport in self.open[address] if not transport.is_closing()}
        self.open[address] = left
        if not left:
            del self.open[address]


def limit_protocol(connections: Connections, patience: float = PATIENCE) -> type[asyncio.Protocol]:
    """Uvicorn's protocol with limits on who may connect, and on how long nothing may be asked."""

    class Limited(AutoHTTPProtocol):  # type: ignore[misc, valid-type]
        """A connection that has been counted."""

        def connection_made(self, transport: Any) -> None:
            super().connection_made(transport)
            if connections.admit(transport):
                asyncio.get_running_loop().call_later(patience, self.end_if_silent)
            else:
                transport.abort()

        def end_if_silent(self) -> None:
            """End a connection over which no whole request has come."""
            if self.cycle is None and self.transport.get_protocol() is self:
                self.transport.abort()

    return Limited


def raise_open_files() -> None:
    """Let this process have many open files, connections among them, if the system allows it."""
    with suppress(ImportError, OSError, ValueError):
        import resource

        now, most = resource.getrlimit(resource.RLIMIT_NOFILE)
        if 0 <= now < OPEN_FILES:
            wanted = OPEN_FILES if most < 0 else min(most, OPEN_FILES)
            resource.setrlimit(resource.RLIMIT_NOFILE, (wanted, most))
