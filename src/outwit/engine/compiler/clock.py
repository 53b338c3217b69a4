"""The clock that Python and compiled code both read: it only goes forward, and counts nanoseconds."""

from __future__ import annotations

import ctypes
import time
from functools import cache
from typing import Any

SECOND = 10**9

NUMBER: int | None = getattr(time, "CLOCK_MONOTONIC", None)
"""What `clock_gettime` knows it by, another number on every system; None where there is no such function."""

COUNTER = "QueryPerformanceCounter"
"""The function that is asked there, on Windows: how often its counter has counted."""


def now() -> int:
    """The time."""
    if NUMBER is not None:
        return time.clock_gettime_ns(NUMBER)
    count = ctypes.c_int64()
    counter(COUNTER)(ctypes.byref(count))
    seconds, rest = divmod(count.value, frequency())
    return seconds * SECOND + rest * SECOND // frequency()


@cache
def frequency() -> int:
    """How often the counter counts in a second; 1 where there is none."""
    if NUMBER is not None:
        return 1
    count = ctypes.c_int64()
    counter("QueryPerformanceFrequency")(ctypes.byref(count))
    return count.value


@cache
def counter(name: str) -> Any:
    """A function of Windows that writes a count to where it is told."""
    return getattr(ctypes, "WinDLL")("kernel32")[name]  # noqa: B009  other systems have no WinDLL


def address_of_counter() -> int:
    """Where compiled code finds the function that it asks on Windows."""
    return ctypes.cast(counter(COUNTER), ctypes.c_void_p).value or 0
