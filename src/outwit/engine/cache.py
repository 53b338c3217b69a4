"""Machine code kept on disk, so that a game is compiled once and not in every process.

A file is named by a digest of everything its code depends on (`digest.py`).
A file that cannot be read, or is damaged, is as good as none; one that cannot be written is done without.
Processes that need the same file at the same time wait for the first of them to make it.
"""

from __future__ import annotations

import fcntl
import hashlib
import os
import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from contextvars import ContextVar
from pathlib import Path
from typing import Any, BinaryIO

making: ContextVar[bool] = ContextVar("making", default=True)
"""May what is not in the cache be made now?"""


class MissingError(Exception):
    """Something is not in the cache, and not to be made now."""


@contextmanager
def as_kept() -> Iterator[None]:
    """Take what is needed from the cache; what is missing there is not made but a `MissingError`."""
    before = making.set(False)
    try:
        yield
    finally:
        making.reset(before)


def refuse_unless_making(what: str) -> None:
    """Refuse to make something now, if only the cache is to be asked."""
    if not making.get():
        raise MissingError(what)


def folder() -> Path:
    """Where compiled games are kept: OUTWIT_CACHE, or the user's own folder for such things."""
    given = os.environ.get("OUTWIT_CACHE")
    if given:
        return Path(given)
    if sys.platform == "darwin":
        return Path.home() / "Library" / "Caches" / "outwit"
    if sys.platform == "win32":
        return Path(os.environ.get("LOCALAPPDATA", str(Path.home()))) / "outwit" / "cache"
    return Path(os.environ.get("XDG_CACHE_HOME", str(Path.home() / ".cache"))) / "outwit"


def load(name: str) -> Any:
    """The compiled function of that name, ready to be called, or None."""
    from outwit.engine import insides

    content = read(name + ".code")
    if content is None:
        return None
    try:
        return insides.loaded(content)
    except Exception:
        return None


def save(name: str, dispatcher: Any) -> None:
    """Keep a compiled function under that name, if possible."""
    from outwit.engine import insides

    content = insides.saved(dispatcher)
    if content is not None:
        write(name + ".code", content)


@contextmanager
def alone(name: str) -> Iterator[None]:
    """Keep other processes from making the same thing meanwhile; where nothing can be locked, they may.

    A lock goes with the process that holds it, however that ends.
    """
    path = folder() / f"{name}.lock"
    lock = locked(path)
    try:
        yield
    finally:
        if lock is not None:
            with lock, suppress(OSError):
                path.unlink(missing_ok=True)


def locked(path: Path) -> BinaryIO | None:
    """A file that no other process has locked, once none has; None if it cannot be."""
    try:
        path.parent.mkdir(parents=True, exist_ok=True, mode=0o700)
        lock = path.open("wb")
        fcntl.flock(lock, fcntl.LOCK_EX)
    except OSError:
        return None
    return lock


def read(file: str) -> bytes | None:
    """A file's content, if it is there and whole."""
    try:
        content = (folder() / file).read_bytes()
    except OSError:
        return None
    checksum, content = content[:32], content[32:]
    return content if hashlib.sha256(content).digest() == checksum else None


def write(file: str, content: bytes) -> None:
    """Write a file in one go, so that no one ever sees half of it; if it cannot be, do without."""
    part = ""
    try:
        folder().mkdir(parents=True, exist_ok=True, mode=0o700)
        handle, part = tempfile.mkstemp(dir=folder(), prefix=file, suffix=".part")
        with os.fdopen(handle, "wb") as out:
            out.write(hashlib.sha256(content).digest() + content)
        os.replace(part, folder() / file)
    except OSError:
        if part:
            Path(part).unlink(missing_ok=True)
