"""Machine code kept on disk, so that a game is compiled once and not in every process.

A file is named by a digest of everything its code depends on: the functions reached and what they read, the
shape of the state, the constants of the game, the engine's own source, and the versions of all that compiles.
A file that cannot be read, or is damaged, is as good as none; one that cannot be written is done without.
Processes that need the same file at the same time wait for the first of them to make it.
"""

from __future__ import annotations

import fcntl
import hashlib
import inspect
import os
import pickle
import platform
import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from contextvars import ContextVar
from functools import cache
from pathlib import Path
from typing import Any, BinaryIO

import llvmlite
import numba
import numpy as np
from numba.core import serialize
from numba.core.compiler import CompileResult
from numba.core.registry import cpu_target

import outwit
from outwit.engine.link import Linked, forgetful, is_library, members, names_in, own_function, reached
from outwit.engine.questions import rule_of
from outwit.game import Game

RULES = (
    "turn",
    "moves",
    "play",
    "chances",
    "over",
    "payoff",
    "bounds",
    "evaluate",
    "features",
    "noisy",
    "order",
    "noisy_moves",
    "late",
    "passed",
    "key",
    "repetition_key",
    "irreversible",
    "stalemate",
)
"""The methods that compiled code may call."""

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


def digest(linked: Linked, purpose: str) -> str:
    """What names the compiled code of a game for a purpose."""
    facts = hashlib.sha256()
    options = repr((sorted(linked.options.items()), rule_of(linked.game)))
    general = machinery(), purpose, linked.layout.described(), options
    for fact in (*(each.encode() for each in general), *Footprint(linked).facts()):
        facts.update(fact + b"\0")
    return facts.hexdigest()[:40]


@cache
def machinery() -> str:
    """The versions and the source of everything that turns rules into machine code."""
    source = hashlib.sha256()
    home = Path(outwit.__file__).parent
    others = ("bits.py", "game.py", "random.py", "search/tempo.py", "search/alphabeta.py")
    for file in (*sorted((home / "engine").glob("*.py")), *(home / name for name in others)):
        source.update(file.read_bytes())
    target = cpu_target.target_context.codegen().magic_tuple()
    versions = (sys.version, numba.__version__, llvmlite.__version__, np.__version__, platform.machine())
    return repr((versions, target, source.hexdigest()))


class Footprint:
    """What the compiled code of a game depends on, in an order that is always the same."""

    def __init__(self, linked: Linked) -> None:
        self.game = linked.game
        self.data = linked.data
        self.seen: set[int] = set()
        self.names = set(members(linked.game))
        self.told: set[str] = set()

    def facts(self) -> Iterator[bytes]:
        """The facts, each as bytes."""
        for name in RULES:
            yield from self.member(name)

    def member(self, name: str) -> Iterator[bytes]:
        """An attribute or method of the game."""
        yield name.encode()
        function = own_function(self.game, name)
        if inspect.isfunction(function):
            yield from self.function(function)
        elif name in self.data.places:
            yield repr(self.data.places[name]).encode()
        else:
            yield from self.value(getattr(self.game, name, None), frozenset())

    def function(self, function: Any) -> Iterator[bytes]:
        """A function: its code, its defaults, and all that it reads."""
        if id(function) in self.seen:
            return
        self.seen.add(id(function))
        yield from self.code(function.__code__)
        used = names_in(function.__code__)
        for default in (*(function.__defaults__ or ()), *(function.__kwdefaults__ or {}).values()):
            yield from self.value(default, used)
        for name, value in reached(function):
            yield name.encode()
            yield from self.value(value, used)
        for cell in function.__closure__ or ():
            try:
                yield from self.value(cell.cell_contents, used)
            except ValueError:
                yield b"empty"
        for name in sorted(used & self.names - self.told):
            self.told.add(name)
            yield from self.member(name)

    def code(self, code: Any) -> Iterator[bytes]:
        """What a code object does, whatever file and line it stands in."""
        yield code.co_code
        yield repr(
            (code.co_names, code.co_varnames, code.co_freevars, code.co_cellvars, code.co_flags)
        ).encode()
        for constant in code.co_consts:
            if inspect.iscode(constant):
                yield from self.code(constant)
            else:
                yield from self.value(constant, frozenset())

    def value(self, value: Any, used: frozenset[str]) -> Iterator[bytes]:
        """A value that a function reads."""
        value = forgetful(value)
        if inspect.isfunction(value):
            yield from self.function(value)
        elif isinstance(value, np.ndarray):
            yield str((value.dtype, value.shape)).encode()
            yield value.tobytes()
        elif inspect.ismodule(value):
            yield value.__name__.encode()
            if not is_library(value):
                for name in sorted(used & set(vars(value))):
                    yield from self.value(vars(value)[name], used)
        elif isinstance(value, type):
            yield value.__qualname__.encode()
            if issubclass(value, Game):
                for name in sorted(used & set(dir(value))):
                    thing = inspect.getattr_static(value, name)
                    thing = thing.__func__ if isinstance(thing, staticmethod | classmethod) else thing
                    if inspect.isfunction(thing):
                        yield from self.function(thing)
        elif isinstance(value, tuple | list):
            yield type(value).__name__.encode()
            for item in value:
                yield from self.value(item, used)
        elif isinstance(value, set | frozenset):
            yield repr(sorted(map(repr, value))).encode()  # in an order of their own in every process
        else:
            yield repr(value).encode()


def warm() -> None:
    """Let the compiler's context take in all that it knows, as the first loading of compiled code would."""
    cpu_target.target_context.refresh()


def load(name: str) -> Any:
    """The compiled function of that name, ready to be called, or None."""
    content = read(name + ".code")
    if content is None:
        return None
    try:
        context = cpu_target.target_context
        context.refresh()
        result = CompileResult._rebuild(context, *pickle.loads(content))
    except Exception:
        return None
    return result.entry_point


def save(name: str, dispatcher: Any) -> None:
    """Keep a compiled function under that name, if possible: code that holds addresses is of no use later."""
    [result] = dispatcher.overloads.values()
    if not result.library.has_dynamic_globals:
        write(name + ".code", serialize.dumps(result._reduce()))


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
