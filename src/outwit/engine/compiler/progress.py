"""What is said on the terminal while something is made ready that takes its time."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from threading import Event, Thread
from time import monotonic

PATIENCE = 2.0
"""Seconds after which a line begins to count them, so that whoever waits sees that it goes on."""

STEP = 1.0
"""Seconds between two such counts."""

listeners: list[Callable[[str], None]] = []
"""Who else hears each line, where there is no terminal to show it."""


@contextmanager
def announce_while(line: str) -> Iterator[None]:
    """A line on the terminal for as long as something takes; after two seconds it says how many.

    Whoever has put something else in the place of standard error, such as a progress bar, shows that itself.
    """
    for listener in listeners:
        listener(line)
    shown = sys.__stderr__ if sys.stderr is sys.__stderr__ else None
    if shown is None or not shown.isatty():
        yield
        return
    done = Event()
    thread = Thread(target=show, args=(line, done), name="outwit announcer", daemon=True)
    thread.start()
    try:
        yield
    finally:
        done.set()
        thread.join()


def show(line: str, done: Event) -> None:
    """Show a line until something is done, then take it away."""
    began, shown, pause = monotonic(), line, PATIENCE
    while True:
        sys.stderr.write(shown + "\r")
        sys.stderr.flush()
        if done.wait(pause):
            break
        shown, pause = f"{line} {monotonic() - began:.0f} s", STEP
    sys.stderr.write(" " * len(shown) + "\r")
    sys.stderr.flush()
