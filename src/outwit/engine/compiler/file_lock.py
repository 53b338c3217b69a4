"""Files that one process at a time holds, on every system."""

from __future__ import annotations

import os
import sys
from pathlib import Path
from time import sleep
from typing import BinaryIO

POLL = 0.05
"""Seconds between two tries for a lock, where the system cannot be told to wait."""


def hold(path: Path) -> BinaryIO | None:
    """A file that no other process holds, once none does; None if it cannot be had.

    What is held goes with the process, however that ends. Whoever held it before has removed the file, so
    that another may have been made in its place meanwhile.
    """
    try:
        while True:
            lock = path.open("wb")
            try:
                wait_for(lock.fileno())
                if is_at(lock.fileno(), path):
                    return lock
            except BaseException:  # Ctrl-C too: the file must not stay open
                lock.close()
                raise
            lock.close()
    except OSError:
        return None


def is_at(handle: int, path: Path) -> bool:
    """Is an open file still the one of that name?"""
    try:
        return os.path.samestat(os.fstat(handle), path.stat())
    except FileNotFoundError:
        return False


def wait_for(handle: int) -> None:
    """Lock an open file, as soon as no one else has."""
    if sys.platform == "win32":
        import msvcrt

        while True:
            try:
                msvcrt.locking(handle, msvcrt.LK_NBLCK, 1)
                return
            except PermissionError:
                sleep(POLL)
    else:
        import fcntl

        fcntl.flock(handle, fcntl.LOCK_EX)
