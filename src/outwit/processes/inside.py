"""What a process that works for another does about itself."""

from __future__ import annotations

import ctypes
import json
import os
import queue
import signal
import sys
import threading
from collections.abc import Callable
from contextlib import suppress
from typing import Any, BinaryIO

END_WITH_PARENT = 1
"""What Linux calls PR_SET_PDEATHSIG."""

Send = Callable[[Any], None]
"""Sends a message to whoever asks."""


def answer_in_lines() -> tuple[Callable[[], Any], Send]:
    """What receives and what sends messages over the standard input and output, as lines of JSON.

    Whoever started this process ends it, not Ctrl-C. What is printed goes to standard error, so that it looks
    like no message. When nobody is there any more, the process leaves at once, whatever it is doing.
    """
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    source, sink = take_streams()
    messages: queue.SimpleQueue[bytes] = queue.SimpleQueue()

    def listen() -> None:
        for line in source:
            messages.put(line)
        os._exit(0)

    def send(message: Any) -> None:
        sink.write(json.dumps(message).encode() + b"\n")
        sink.flush()

    threading.Thread(target=listen, name="outwit listener", daemon=True).start()
    return lambda: json.loads(messages.get()), send


def take_streams() -> tuple[BinaryIO, BinaryIO]:
    """Standard input and output for messages alone.

    What prints, prints to standard error from now on; what reads, reads nothing.
    """
    sys.stdout.flush()
    source, sink = os.fdopen(os.dup(0), "rb"), os.fdopen(os.dup(1), "wb")
    nothing = os.open(os.devnull, os.O_RDWR)
    os.dup2(nothing, 0)
    try:
        os.dup2(2, 1)
    except OSError:
        os.dup2(nothing, 1)
    os.close(nothing)
    return source, sink


def end_with_parent(parent: int) -> None:
    """Where the system can do that, let this process end with the thread that it was copied from."""
    with suppress(AttributeError, OSError):
        ctypes.CDLL(None).prctl(END_WITH_PARENT, signal.SIGKILL)
    if os.getppid() != parent:
        os._exit(0)
