"""How long somebody waits for an answer of the rules: an event loop hardly at all, others as it takes."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from concurrent.futures import Future
from functools import partial, wraps
from math import ceil
from threading import Lock
from time import monotonic
from typing import TypeVar

from outwit.errors import BrokenRulesError, UnansweredError
from outwit.json_types import Json

T = TypeVar("T")

ALWAYS = 0.02
"""Seconds that an event loop may always wait: sound rules answer in a fraction of that."""

AT_ONCE = 0.4
"""Seconds that it may wait beyond that, if it has not waited for a while."""

SHARE = 0.1
"""The part of its time that it may spend on that."""


class RulesBusyError(UnansweredError):
    """The rules have been asked and have not answered yet; ask again when `answer` is done."""

    def __init__(self, name: str, answer: Future[Json]) -> None:
        super().__init__(f"The rules of {name} have not answered yet; try again in a moment.")
        self.answer = answer


class RulesRestingError(BrokenRulesError):
    """Rules that were overdue again and again are not asked for a while; ask again after `seconds`."""

    def __init__(self, fault: str, seconds: float) -> None:
        super().__init__(f"{fault} They are asked again in {ceil(seconds)} s.")
        self.seconds = seconds


class Patience:
    """What an event loop can afford to wait, for all games together."""

    def __init__(self) -> None:
        self.left = AT_ONCE
        self.since = monotonic()
        self.lock = Lock()

    def wait(self, answer: Future[Json], name: str) -> Json:
        """The answer of a game's rules, when it comes."""
        if not in_event_loop():
            return answer.result()
        began = monotonic()
        with self.lock:
            self.left = min(AT_ONCE, self.left + SHARE * (began - self.since))
            self.since = began
            seconds = ALWAYS + self.left
        try:
            return answer.result(seconds)
        except TimeoutError:
            raise RulesBusyError(name, answer) from None
        finally:
            with self.lock:
                self.left = max(0.0, self.left - max(0.0, monotonic() - began - ALWAYS))


def in_event_loop() -> bool:
    """Would waiting here keep an event loop from everything else?"""
    try:
        asyncio.get_running_loop()
    except RuntimeError:
        return False
    return True


patience = Patience()
"""That of this process."""


async def wait_for_answer(busy: RulesBusyError) -> None:
    """Wait until the rules have answered, whatever they did."""
    answer = asyncio.wrap_future(busy.answer)
    await asyncio.wait({answer})
    if not answer.cancelled():
        answer.exception()  # which is told to whoever asks again


def call_when_answered(busy: RulesBusyError, again: Callable[[], object]) -> None:
    """Try something again, in the event loop that is running, once the rules have answered."""
    loop = asyncio.get_running_loop()
    busy.answer.add_done_callback(lambda _: loop.call_soon_threadsafe(again))


def retry_when_answered(method: Callable[[T], None]) -> Callable[[T], None]:
    """A method that is called again, where rules have not answered yet, once they have."""

    @wraps(method)
    def attempt(self: T) -> None:
        try:
            method(self)
        except RulesBusyError as busy:
            call_when_answered(busy, partial(attempt, self))

    return attempt
