"""What a browser is told, and the log, when a game's own rules raise an exception: a sentence."""

from __future__ import annotations

import logging
from collections.abc import Callable, Coroutine
from contextlib import suppress
from traceback import format_exception
from typing import Any

from fastapi import Request
from fastapi.routing import APIRoute
from nicegui import Client, app, ui
from starlette.responses import HTMLResponse, JSONResponse, Response

from outwit.errors import OutwitError, UnansweredError
from outwit.faults import blame_rules, broken_rules
from outwit.isolated import RulesBusyError
from outwit.isolated.patience import wait_for_answer
from outwit.web.pages.frame import refuse
from outwit.web.plain_page import is_for_person, refusal_page

AGAIN = 1
"""Seconds after which a page is asked for again whose rules had not answered."""

WRONG_METHOD = "This address does not take that method."
"""What is said to whoever sends something where it can only be looked."""

LOGS = ("nicegui", "outwit.web", "uvicorn.error")
"""Who logs what went wrong here."""


def install() -> None:
    """Let pages, and the log, say in words what is wrong with a game."""
    app.on_page_exception(explain)
    app.on_exception(notify)
    app.add_exception_handler(404, unknown)
    app.add_exception_handler(405, refuse_method)
    for name in LOGS:
        logging.getLogger(name).addFilter(log_sentence)


async def unknown(request: Request, error: Exception) -> Response:
    """The page at an address where there is none, with a way home; what pages are made of is only missing."""
    if request.url.path.startswith("/_nicegui"):
        return JSONResponse({"error": "There is nothing at this address."}, 404)
    with Client(ui.page(""), request=request) as client:
        refuse("No such page", "There is nothing at this address.", "All games", "/")
    return client.build_response(request, 404)


async def refuse_method(request: Request, error: Exception) -> Response:
    """The answer to somebody who sends something to a page that can only be looked at."""
    headers = {"Allow": "GET, HEAD"}
    if is_for_person(request.headers.get("accept", "")):
        return HTMLResponse(refusal_page(405, WRONG_METHOD), 405, headers)
    return JSONResponse({"error": WRONG_METHOD}, 405, headers)


def explain(error: Exception) -> None:
    """The page in place of one that could not be made."""
    if isinstance(error, UnansweredError):
        ui.add_head_html(f'<meta http-equiv="refresh" content="{AGAIN}">')
        refuse("The rules of this game take their time", str(error), "All games", "/", 503)
        return
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


def log_sentence(record: logging.LogRecord) -> bool:
    """Log what has a sentence as that, without the traceback of everything around it, and each on one line.

    What a browser sends is logged, too, and must not look like a line of somebody else's.
    """
    error = record.exc_info[1] if record.exc_info else None
    said = sentence_of(error) if error is not None else ""
    if said:
        record.levelno, record.levelname = logging.WARNING, "WARNING"
        record.msg, record.args, record.exc_info = said, (), None
    text = record.getMessage()
    if not text.isprintable():
        record.msg, record.args = on_one_line(text), ()
    if record.exc_info:
        lines = "".join(format_exception(record.exc_info[1])).splitlines()
        record.exc_text = "\n".join(f"  {on_one_line(line)}" for line in lines)
    return True


def on_one_line(text: str) -> str:
    r"""A text whose line ends and control characters are written out.

    >>> print(on_one_line("a move\n\x1b[2J"))
    a move\n\x1b[2J
    """
    return "".join(each if each.isprintable() else each.encode("unicode_escape").decode() for each in text)


def sentence_of(error: BaseException) -> str:
    """What there is to say about an error that is the rules', or that says so itself; nothing of others."""
    broken = broken_rules(error)
    if broken is None and not isinstance(error, OutwitError | UnansweredError):
        return ""
    return str(broken or error)


class Guarded(APIRoute):
    """A route of the API that answers broken rules with a sentence."""

    def get_route_handler(self) -> Callable[[Request], Coroutine[Any, Any, Response]]:
        """The handler, guarded."""
        handle = super().get_route_handler()

        async def handle_guarded(request: Request) -> Response:
            with blame_rules():
                return await patiently(handle, request)

        return handle_guarded


async def patiently(handle: Callable[[Request], Coroutine[Any, Any, Response]], request: Request) -> Response:
    """The answer to a request; who only looks waits for rules that are late, and others are told so."""
    while True:
        try:
            return await handle(request)
        except RulesBusyError as busy:
            if request.method != "GET":
                return JSONResponse({"error": str(busy)}, 503, headers={"Retry-After": str(AGAIN)})
            await wait_for_answer(busy)
