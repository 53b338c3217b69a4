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
    else:
        said = f"This page could not be made: {type(error).__name__}: {error}."
        refuse("Something went wrong", said, "All games", "/", 500)


def notify(error: Exception) -> None:
    """Say on the page at hand, which stays as it was, what came of a click."""
    broken = broken_rules(error)
    if broken is not None:
        with suppress(RuntimeError):  # the page may be gone
            ui.notify(str(broken), type="negative", multi_line=True)


def worded(record: logging.LogRecord) -> bool:
    """Log broken rules as a sentence, without the traceback of everything around them."""
    error = record.exc_info[1] if record.exc_info else None
    broken = broken_rules(error) if error is not None else None
    if broken is not None:
        record.levelno, record.levelname = logging.WARNING, "WARNING"
        record.msg, record.args, record.exc_info = str(broken), (), None
    return True


class Guarded(APIRoute):
    """A route of the API that answers broken rules with a sentence."""

    def get_route_handler(self) -> Callable[[Request], Coroutine[Any, Any, Response]]:
        """The handler, guarded."""
        handle = super().get_route_handler()

        async def guarded(request: Request) -> Response:
            with rules_blamed():
                return await handle(request)

        return guarded
