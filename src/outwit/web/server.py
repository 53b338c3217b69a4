"""The server: pages for people, an API for programs."""

from __future__ import annotations

import asyncio
import secrets
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass, field

import uvicorn
from fastapi import FastAPI
from nicegui import ui
from nicegui.storage import Storage

from outwit.store import Sittings
from outwit.web import trouble
from outwit.web.api import api
from outwit.web.gate import Gate
from outwit.web.limits import Grant
from outwit.web.pages import analyse, arena, home, review, setup, table, tree
from outwit.web.room import Room

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
    grant: Grant = field(default_factory=Grant)


def application(settings: Settings) -> FastAPI:
    """Pages and API as one application."""
    room = Room(Sittings(settings.database), settings.games, settings.workers, settings.grant)

    @asynccontextmanager
    async def lifespan(app: FastAPI) -> AsyncIterator[None]:
        await room.workers.warm()
        warming = asyncio.create_task(room.study.warm())  # nobody's turn waits for these
        yield
        warming.cancel()
        await room.workers.close()
        await room.study.close()
        await room.contests.close()

    app = FastAPI(title="Outwit", lifespan=lifespan, docs_url=None, redoc_url=None, openapi_url=None)
    app.mount("/api", api(room))
    app.add_middleware(Gate, largest=LARGEST, token=settings.token)
    for page in (home, setup, table, tree, analyse, review, arena):
        page.build(room)
    app.state.room = room
    trouble.install()
    Storage.path = room.store.folder / "pages"  # such as whether somebody likes it dark
    ui.run_with(
        app,
        title="Outwit",
        language="en-US",
        dark=None,
        storage_secret=room.store.secret("cookies", lambda: secrets.token_urlsafe(32)),
        show_welcome_message=False,
        reconnect_timeout=10.0,
    )
    return app


def run(settings: Settings) -> None:
    """Serve until interrupted."""
    app = application(settings)
    try:
        uvicorn.run(app, host=settings.host, port=settings.port, log_level="warning")
    finally:
        app.state.room.contests.stop()  # who presses Control-C twice does not wait for the games either
