"""What a browser is told, and the log, when a game's own rules raise an exception: a sentence."""

from __future__ import annotations

import logging
from collections.abc import Callable, Coroutine
from contextlib import suppress
from typing import Any

from fastapi import Request
from fastapi.routing import APIRoute
from nicegui import app, ui
from starlette.responses import Response

from outwit.errors import OutwitError
from outwit.faults import broken_rules, rules_blamed
from outwit.web.pages.frame import refuse

LOGS = ("nicegui", "outwit.web", "uvicorn.error")
"""Who logs what went wrong here."""


def install() -> None:
    """Let pages, and the log, say in words what is wrong with a game."""
    app.on_page_exception(explain)
    app.on_exception(notify)
    for name in LOGS:
        logging.getLogger(name).addFilter(worded)


def explain(error: Exception) -> None:
    """The page in place of one that could not be made."""
    broken = broken_rules(error)
    if broken is not None:
        refuse("The rules of this game are broken", str(broken), "All games", "/", 500)
        return
    said = f"This page could not be made: {type(error).__name__}: {error}."
    known = isinstance(error, OutwitError)
    refuse("Something went wrong", str(error) if known else said, "All games", "/", 500)


def notify(error: Exception) -> None:
    """Say on the page at hand, which stays as it was, what came of a click."""
    said = sentence_of(error)
    if said:
        with suppress(RuntimeError):  # the page may be gone
            ui.notify(said, type="negative", multi_line=True)


def worded(record: logging.LogRecord) -> bool:
    """Log what has a sentence as that, without the traceback of everything around it."""
    error = record.exc_info[1] if record.exc_info else None
    said = sentence_of(error) if error is not None else ""
    if said:
        record.levelno, record.levelname = logging.WARNING, "WARNING"
        record.msg, record.args, record.exc_info = said, (), None
    return True


def sentence_of(error: BaseException) -> str:
    """What there is to say about an error that is the rules', or that says so itself; nothing of others."""
    broken = broken_rules(error)
    if broken is None and not isinstance(error, OutwitError):
        return ""
    return str(broken or error)


class Guarded(APIRoute):
    """A route of the API that answers broken rules with a sentence."""

    def get_route_handler(self) -> Callable[[Request], Coroutine[Any, Any, Response]]:
        """The handler, guarded."""
        handle = super().get_route_handler()

        async def guarded(request: Request) -> Response:
            with rules_blamed():
                return await handle(request)

        return guarded
