"""Machine code kept on disk, so that a game is compiled once and not in every process.

A file is named by a digest of everything its code depends on (`digest.py`). A file that cannot be read, or is
damaged, is as good as none; one that cannot be written is done without. Whoever writes a file decides what
this process runs, so only files are read that nobody but the user can have written. What was not used for
longest goes when the folder becomes too large. Processes that need the same file at the same time wait for
the first of them to make it.
"""

from __future__ import annotations

import hashlib
import logging
import os
import re
import stat
import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from contextvars import ContextVar
from functools import cache
from pathlib import Path
from time import time_ns
from typing import Any

from outwit.engine.compiler.file_lock import hold

log = logging.getLogger("outwit")

MOST_MB = 256
"""Megabytes that compiled games take up at most, unless OUTWIT_CACHE_MB says otherwise."""

OWN = re.compile(r"[0-9a-f]{40}\..*")
"""The names of files that are the cache's own."""

OTHERS = stat.S_IWGRP | stat.S_IWOTH
"""May anybody but the owner write?"""

making: ContextVar[bool] = ContextVar("making", default=True)
"""May what is not in the cache be made now?"""


class MissingError(Exception):
    """Something is not in the cache, and not to be made now."""


@contextmanager
def cache_only() -> Iterator[None]:
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
    from outwit.engine.compiler import numba_internals

    content = read(name + ".code")
    if content is None:
        return None
    try:
        return numba_internals.load_function(content)
    except Exception:  # a damaged file may raise anything; the game is compiled again
        return None


def save(name: str, dispatcher: Any) -> None:
    """Keep a compiled function under that name, if possible."""
    from outwit.engine.compiler import numba_internals

    content = numba_internals.save_function(dispatcher)
    if content is not None:
        write(name + ".code", content)


@contextmanager
def alone(name: str) -> Iterator[None]:
    """Keep other processes from making the same thing meanwhile; where nothing can be locked, they may."""
    path = folder() / f"{name}.lock"
    lock = hold(path) if is_usable(path.parent) else None
    try:
        yield
    finally:
        if lock is not None:
            with lock, suppress(OSError):
                path.unlink(missing_ok=True)


def read(file: str) -> bytes | None:
    """A file's content, if it is there, nobody else's work, and whole."""
    path = folder() / file
    try:
        if not is_trusted(path.parent):
            return None
        with open(path, "rb", opener=open_file) as source:
            found = os.fstat(source.fileno())
            if not is_own(found):
                distrust(path, found)
                return None
            content = source.read()
        os.utime(path, ns=(time_ns(), found.st_mtime_ns))  # it has just been used
    except OSError:
        return None
    checksum, content = content[:32], content[32:]
    return content if hashlib.sha256(content).digest() == checksum else None


def open_file(path: str, flags: int) -> int:
    """Open a file for reading, unless it is a link to another, or something that is no file."""
    return os.open(path, flags | getattr(os, "O_NOFOLLOW", 0) | getattr(os, "O_NONBLOCK", 0))


def write(file: str, content: bytes) -> None:
    """Write a file in one go, so that no one ever sees half of it; if it cannot be, do without."""
    home, part = folder(), ""
    if not is_usable(home):
        return
    try:
        handle, part = tempfile.mkstemp(dir=home, prefix=file, suffix=".part")
        with os.fdopen(handle, "wb") as out:
            out.write(hashlib.sha256(content).digest() + content)
        os.replace(part, home / file)
    except OSError:
        if part:
            Path(part).unlink(missing_ok=True)
    shrink(home, most_bytes())


def shrink(home: Path, most: int) -> None:
    """Remove what was not used for longest until all takes up no more than so many bytes."""
    with suppress(OSError):
        files = []
        for entry in os.scandir(home):
            if OWN.fullmatch(entry.name) and not entry.name.endswith(".lock"):
                with suppress(OSError):  # another process may have removed it
                    found = entry.stat(follow_symlinks=False)
                    files.append((found.st_atime_ns, entry.path, found.st_size))
        total = sum(size for *_, size in files)
        for _, path, size in sorted(files):
            if total <= most:
                break
            total -= size
            with suppress(OSError):
                os.unlink(path)


def most_bytes() -> int:
    """How large the cache may become."""
    given = os.environ.get("OUTWIT_CACHE_MB", "")
    try:
        megabytes = float(given) if given else MOST_MB
    except ValueError:
        megabytes = -1.0
    if not 0 <= megabytes < float("inf"):
        say(
            f"OUTWIT_CACHE_MB={given} is no number of megabytes; compiled games take up to {MOST_MB} instead."
        )
        megabytes = MOST_MB
    return int(megabytes * (1 << 20))


def is_usable(home: Path) -> bool:
    """Can files be kept in a folder, which is made if need be, and trusted afterwards?"""
    try:
        home.mkdir(parents=True, exist_ok=True, mode=0o700)
        return is_trusted(home)
    except OSError:
        return False


def is_trusted(home: Path) -> bool:
    """Is a folder, and a link that leads to it, the user's, so that nobody else can put a file there?

    On Windows, folders in a user's profile are; nothing else is asked there.
    """
    found = home.stat()
    if not stat.S_ISDIR(found.st_mode):
        return False
    if not is_own(found):
        distrust(home, found)
        return False
    if sys.platform != "win32" and home.lstat().st_uid != os.geteuid():
        distrust(home, home.lstat())
        return False
    return True


def is_own(found: os.stat_result) -> bool:
    """Does something belong to the user, and may nobody else write to it?"""
    if sys.platform == "win32":
        return True
    return found.st_uid == os.geteuid() and not found.st_mode & OTHERS


def distrust(path: Path, found: os.stat_result) -> None:
    """Say why a file or folder is not used, and what to do."""
    if found.st_uid != os.geteuid():
        say(
            f"{path} belongs to another user, so compiled games are not taken from it; set OUTWIT_CACHE to a "
            "folder of your own."
        )
    else:
        say(
            f"Others may write to {path}, so compiled games are not taken from it; run chmod go-w on it, or "
            "set OUTWIT_CACHE to a folder of your own."
        )


@cache
def say(sentence: str) -> None:
    """Say something once."""
    log.warning(sentence)
