"""What names the compiled code of a game: a digest of everything that it depends on.

That is the functions reached and what they read, the shape of the state, the constants of the game, the
engine's own source, and the versions of all that compiles.
"""

from __future__ import annotations

import hashlib
import inspect
import platform
import sys
import sysconfig
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Any

import llvmlite
import numba
import numpy as np

import outwit
from outwit.engine.compiler import clock
from outwit.engine.compiler.contract import RULES, kind_of
from outwit.engine.compiler.enumerations import is_enumeration
from outwit.engine.compiler.linker import (
    Linked,
    forgetful,
    globals_of,
    is_library,
    members,
    names_in,
    own_function,
    own_members,
)
from outwit.engine.compiler.numba_internals import target
from outwit.game import Game

FROZEN = ("*.py", "engine/**/*.py", "search/**/*.py")
"""The modules whose constants and functions may be frozen into machine code, under the package's folder."""


def digest(linked: Linked, purpose: str) -> str:
    """What names the compiled code of a game for a purpose."""
    facts = hashlib.sha256()
    options = repr((sorted(linked.options.items()), kind_of(linked.game)))
    general = machinery(), purpose, linked.layout.description(), options
    for fact in (*(each.encode() for each in general), *Footprint(linked).facts()):
        facts.update(fact + b"\0")
    return facts.hexdigest()[:40]


@cache
def machinery() -> str:
    """The versions and the source of everything that turns rules into machine code."""
    versions = (sys.version, numba.__version__, llvmlite.__version__, np.__version__, platform.machine())
    return repr((versions, target(), (clock.NUMBER, clock.frequency()), source(Path(outwit.__file__).parent)))


def source(package: Path) -> str:
    """A digest of the source of all modules that machine code can depend on."""
    content = hashlib.sha256()
    for file in sorted(file for pattern in FROZEN for file in package.glob(pattern)):
        content.update(f"{file.relative_to(package).as_posix()}\0".encode())
        content.update(file.read_bytes() + b"\0")
    return content.hexdigest()


def is_pythons_own(code: Any) -> bool:
    """Is it the code of a function in Python's library?"""
    folder = Path(code.co_filename).parent
    library = Path(sysconfig.get_path("stdlib"))
    return folder.is_relative_to(library) and "site-packages" not in folder.parts


def is_anonymous(value: Any) -> bool:
    """Does a value say nothing of itself but its kind and where it lies?"""
    kind: Any = type(value)
    return kind.__repr__ is object.__repr__


class Footprint:
    """What the compiled code of a game depends on, in an order that is always the same."""

    def __init__(self, linked: Linked) -> None:
        self.game = linked.game
        self.data = linked.data
        self.classes = [*linked.makers]
        self.seen: set[int] = set()
        self.names = set(members(linked.game))
        self.told: set[str] = set()

    def facts(self) -> Iterator[bytes]:
        """The facts, each as bytes."""
        for name in RULES:
            yield from self.member(name)
        for cls in self.classes:
            yield from self.members_of(cls)

    def members_of(self, cls: Any) -> Iterator[bytes]:
        """The methods and properties of a class of states, or of an enumeration."""
        for name, function, _ in own_members(cls):
            yield name.encode()
            yield from self.function(function)

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
        if is_pythons_own(function.__code__):
            return  # what it reads comes with this version of Python
        used = names_in(function.__code__)
        for default in (*(function.__defaults__ or ()), *(function.__kwdefaults__ or {}).values()):
            yield from self.value(default, used)
        for name, value in globals_of(function):
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
            if is_enumeration(value):
                yield repr([(each.name, each.value) for each in value]).encode()
                yield from self.members_of(value)
        elif isinstance(value, tuple | list):
            yield type(value).__name__.encode()
            for item in value:
                yield from self.value(item, used)
        elif isinstance(value, set | frozenset):
            yield repr(sorted(map(repr, value))).encode()  # in an order of their own in every process
        elif is_anonymous(value):
            yield type(value).__qualname__.encode()  # else its address, another in every process
        else:
            yield repr(value).encode()
