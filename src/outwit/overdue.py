"""Interrupts rules that do not come back, in processes that search: in the thread in which they run.

A search calls rules directly, millions of times, so no call of them is timed. Now and then all threads are
looked at: one that is still in the same call of a rule as some seconds ago is made to raise `OverdueError`
there, so that the sentence which comes of it names the rule and the line. Only Python's own code can be
interrupted so. `watch_rules` does this for a whole process, `interrupt_rules` for what one thread does.
"""

from __future__ import annotations

import ctypes
import sys
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from time import monotonic, sleep
from types import FrameType
from typing import NamedTuple

from outwit.faults import RULES, OverdueError, rule_of

LOOK = 0.5
"""Seconds between two looks."""

OURS = "outwit."
"""What the modules of rules begin with that come with Outwit; these come back."""


class Call(NamedTuple):
    """A call of a rule that is under way."""

    frame: FrameType
    since: float


def watch_rules() -> None:
    """Interrupt rules that do not come back, in every thread of this process, from now on."""
    threading.Thread(target=watch, name="outwit overdue", daemon=True).start()


def watch() -> None:
    """Look again and again."""
    calls: dict[int, Call] = {}
    while True:
        sleep(LOOK)
        calls = check_calls(calls)


@contextmanager
def interrupt_rules(seconds: float) -> Iterator[None]:
    """Interrupt rules that have not come back after so many seconds, in what this thread does within."""
    thread, done = threading.get_ident(), threading.Event()

    def look() -> None:
        call = None
        while not done.wait(min(LOOK, seconds / 4)):
            call = check_call(thread, sys._current_frames().get(thread), call, seconds)

    watcher = threading.Thread(target=look, name="outwit overdue", daemon=True)
    watcher.start()
    try:
        yield
    finally:
        done.set()
        watcher.join()
        ctypes.pythonapi.PyThreadState_SetAsyncExc(ctypes.c_ulong(thread), None)  # a rule that just came back


def check_calls(before: dict[int, Call]) -> dict[int, Call]:
    """The rules that are under way in each thread; those that have been for too long are interrupted."""
    calls = {}
    for thread, top in sys._current_frames().items():
        call = check_call(thread, top, before.get(thread), OverdueError.seconds)
        if call is not None:
            calls[thread] = call
    return calls


def check_call(thread: int, top: FrameType | None, known: Call | None, seconds: float) -> Call | None:
    """The rule that is under way in a thread; one that has been for too long is interrupted."""
    now, frame = monotonic(), outermost_rule(top)
    if frame is None:
        return None
    call = known if known is not None and known.frame is frame else Call(frame, now)
    if now - call.since <= seconds:
        return call
    interrupt(thread)
    return Call(frame, now)


def outermost_rule(top: FrameType | None) -> FrameType | None:
    """The call of a rule that a thread is in, the first of those that called each other; None if in none."""
    found = None
    while top is not None:
        code = top.f_code
        if code.co_name in RULES and not top.f_globals.get("__name__", "").startswith(OURS) and rule_of(top):
            found = top
        top = top.f_back
    return found


def interrupt(thread: int) -> None:
    """Raise an `OverdueError` in a thread, where it is."""
    ctypes.pythonapi.PyThreadState_SetAsyncExc(ctypes.c_ulong(thread), ctypes.py_object(OverdueError))
