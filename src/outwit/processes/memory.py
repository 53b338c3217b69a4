"""How much memory a process may take, so that rules which fill it run into an exception of their own."""

from __future__ import annotations

import os
from contextlib import suppress

MEGABYTE = 1 << 20


def limit_memory(megabytes: int) -> None:
    """Let this process take no more than so much memory from now on: beyond it, Python raises `MemoryError`.

    Does nothing on systems that do not limit a process's memory.
    """
    with suppress(ImportError, ValueError, OSError):
        import resource

        resource.setrlimit(resource.RLIMIT_DATA, (megabytes * MEGABYTE, megabytes * MEGABYTE))


def memory_share(parts: int, least: int, most: int) -> int:
    """One of so many parts of this machine's memory in megabytes, within bounds."""
    try:
        whole = os.sysconf("SC_PAGE_SIZE") * os.sysconf("SC_PHYS_PAGES") // MEGABYTE
    except (AttributeError, ValueError, OSError):
        return most
    return max(least, min(most, whole // parts))
