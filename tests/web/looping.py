"""What a server does in its event loop, done in one of the tests' own."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Coroutine
from concurrent.futures import ThreadPoolExecutor
from functools import wraps
from typing import Any, ParamSpec, TypeVar

Answer = TypeVar("Answer")
Given = ParamSpec("Given")

PATIENCE = 60.0
"""Seconds after which something is taken never to happen; far beyond what even a busy machine needs."""


def looping(work: Coroutine[Any, Any, Answer]) -> Answer:
    """The outcome of something, in a thread whose loop is not the one of a browser."""
    with ThreadPoolExecutor(1) as thread:
        return thread.submit(asyncio.run, work).result()


def in_loop(test: Callable[Given, Coroutine[Any, Any, None]]) -> Callable[Given, None]:
    """A test that is written as something a server does."""

    @wraps(test)
    def run(*given: Given.args, **named: Given.kwargs) -> None:
        looping(test(*given, **named))

    return run


async def until(true: Callable[[], bool]) -> None:
    """Wait until something is true."""
    async with asyncio.timeout(PATIENCE):
        while not true():
            await asyncio.sleep(0.01)
