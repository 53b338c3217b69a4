"""Threads that run one search after the other: to start one takes as long as many a search."""

from __future__ import annotations

import os
import threading
from collections.abc import Callable
from contextlib import suppress
from queue import Empty, SimpleQueue
from typing import Any

MOST_IDLE = 4
"""So many threads wait for the next search; more come to their end."""


class Worker:
    """A thread that does what it is given, and hands over what came of it.

    >>> worker = Worker.lease()
    >>> worker.begin(lambda: 6 * 7)
    >>> worker.wait_until_done(1.0), worker.result()
    (True, 42)
    """

    def __init__(self) -> None:
        self.given: SimpleQueue[Callable[[], Any] | None] = SimpleQueue()
        self.done: SimpleQueue[None] = SimpleQueue()
        """Wakes whoever waits; what counts is the answer, so that Ctrl-C as they wake loses nothing."""
        self.answer: tuple[Any, BaseException | None] | None = None
        self.thread = threading.Thread(target=self.work, name="outwit search", daemon=True)
        self.thread.start()

    @classmethod
    def lease(cls) -> Worker:
        """A thread that has nothing to do; whoever begins something with it must ask for its result."""
        try:
            return idle.pop()
        except IndexError:
            return cls()

    def work(self) -> None:
        """Do what is given, one thing after the other."""
        while (job := self.given.get()) is not None:
            answer: tuple[Any, BaseException | None]
            try:
                answer = job(), None
            except BaseException as error:  # handed to whoever waits for the thread, who raises it
                answer = None, error
            del job
            self.answer = answer
            del answer
            self.done.put(None)

    def begin(self, job: Callable[[], Any]) -> None:
        """Have something done."""
        self.given.put(job)

    def wait_until_done(self, seconds: float | None = None) -> bool:
        """Wait until it is done, if given only for so long; is it?"""
        while self.answer is None:
            try:
                self.done.get(timeout=seconds)
            except Empty:
                break
        return self.answer is not None

    def end(self) -> None:
        """Wait for what was begun, even if Ctrl-C came as it was given and comes again; then it is gone."""
        while self.thread.is_alive():
            with suppress(KeyboardInterrupt):
                self.given.put(None)
                self.thread.join()

    def result(self) -> Any:
        """What came of it, once it is done; an error is raised. The thread is left to whoever needs one."""
        self.wait_until_done()
        assert self.answer is not None
        (value, error), self.answer = self.answer, None
        if len(idle) < MOST_IDLE:
            idle.append(self)
        else:
            self.given.put(None)
        if error is not None:
            raise error
        return value


idle: list[Worker] = []
"""Threads that have nothing to do."""

if hasattr(os, "register_at_fork"):
    os.register_at_fork(after_in_child=idle.clear)  # threads stay behind
