"""The server: pages for people, an API for programs."""

from __future__ import annotations

import asyncio
import os
import secrets
import socket
import threading
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress
from dataclasses import dataclass, field
from types import FrameType

import uvicorn
from fastapi import FastAPI
from fastapi.responses import RedirectResponse
from nicegui import ui
from nicegui.storage import Storage

from outwit.store import SessionStore
from outwit.store.database import keep_private
from outwit.web import error_handlers
from outwit.web.api import api
from outwit.web.auth import Auth
from outwit.web.connections import Connections, limit_protocol, raise_open_files
from outwit.web.limits import Grant
from outwit.web.pages import analyse, arena, game, home, review, setup, tree
from outwit.web.state import AppState

POLITE = 1
"""Seconds that requests have to end once the server is to."""

LAST = 1.8
"""Seconds after which the server has ended, whatever goes on in it: what was confirmed is in the store."""

LARGEST = 2_000_000
"""How many bytes a request may have."""


@dataclass(frozen=True)
class Settings:
    """How the server is run."""

    host: str = "127.0.0.1"
    port: int = 8321
    games: tuple[str, ...] = ()
    """Games in files, as named on the command line."""
    database: str | None = None
    workers: int = 2
    token: str | None = None
    """What every request must bring, if anything."""
    names: tuple[str, ...] = ()
    """The names of proxies before it, which then may say for whom they ask."""
    grant: Grant = field(default_factory=Grant)


def application(settings: Settings) -> FastAPI:
    """Pages and API as one application."""
    app_state = AppState(SessionStore(settings.database), settings.games, settings.workers, settings.grant)

    @asynccontextmanager
    async def lifespan(app: FastAPI) -> AsyncIterator[None]:
        app_state.store.serving = app_state.tournaments.store.serving = True
        await asyncio.gather(app_state.workers.warm(), app_state.load())
        warming = asyncio.create_task(app_state.study.warm())  # nobody's turn waits for these
        following = asyncio.create_task(app_state.registry.follow())
        yield
        warming.cancel()
        following.cancel()
        await app_state.close()
        await app_state.tournaments.close()
        await asyncio.to_thread(app_state.isolated.close)

    app = FastAPI(title="Outwit", lifespan=lifespan, docs_url=None, redoc_url=None, openapi_url=None)
    app.add_route("/api", lambda request: RedirectResponse("/api/docs"))
    app.mount("/api", api(app_state))
    app.add_middleware(
        Auth, largest=LARGEST, token=settings.token, names=own_names(settings), proxies=settings.names
    )
    for page in (home, setup, game, tree, analyse, review, arena):
        page.build(app_state)
    app.state.app_state = app_state
    error_handlers.install()
    Storage.path = app_state.store.folder / "pages"  # such as whether somebody likes it dark
    with suppress(OSError):
        Storage.path.mkdir(mode=0o700, parents=True, exist_ok=True)
    keep_private(Storage.path)
    ui.run_with(
        app,
        title="Outwit",
        language="en-US",
        dark=None,
        storage_secret=app_state.store.secret("cookies", lambda: secrets.token_urlsafe(32)),
        show_welcome_message=False,
        reconnect_timeout=10.0,
    )
    return app


class Server(uvicorn.Server):
    """Breaks off whatever is under way when it is to end, and does not wait for it."""

    def __init__(self, config: uvicorn.Config, app_state: AppState) -> None:
        super().__init__(config)
        self.app_state = app_state

    def handle_exit(self, sig: int, frame: FrameType | None) -> None:
        """Begin to end, which takes two seconds at most even if rules loop in the event loop."""
        last = threading.Timer(LAST, os._exit, (0,))
        last.daemon = True
        last.start()
        super().handle_exit(sig, frame)

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        """Tell those who wait, and end."""
        await self.app_state.close()
        await super().shutdown(sockets)


def own_names(settings: Settings) -> set[str]:
    """The names by which the server may be addressed; this machine's own only if others are served."""
    machine = socket.gethostname()
    return {settings.host} if settings.token is None else {settings.host, machine, f"{machine}.local"}


def run(settings: Settings) -> None:
    """Serve until interrupted."""
    app = application(settings)
    raise_open_files()
    config = uvicorn.Config(
        app,
        settings.host,
        settings.port,
        http="auto" if settings.names else limit_protocol(Connections()),
        log_level="warning",
        timeout_graceful_shutdown=POLITE,
        proxy_headers=bool(settings.names),  # else anybody could take another's address
    )
    server = Server(config, app.state.app_state)
    try:
        with suppress(KeyboardInterrupt):
            server.run()
    finally:
        app.state.app_state.tournaments.stop()  # who presses Control-C twice does not wait for them
    if not server.started:
        raise SystemExit(3)
