"""Classes that somebody else brings: written in a file, or in a module that is known by name.

A class in a file is spelled `path/to/file.py:ClassName`, with options behind another colon.
"""

from __future__ import annotations

import re
import sys
from collections.abc import Callable, Iterable
from functools import cache
from importlib.metadata import EntryPoint, entry_points
from inspect import isabstract
from pathlib import Path
from traceback import walk_tb
from types import ModuleType
from typing import TypeVar

from outwit.errors import OutwitError, UnknownNameError, join_names
from outwit.importing import PREFIX, load_module

T = TypeVar("T")

FILE = re.compile(r"(?P<path>.+?\.py)(?::(?P<name>[^:=,]*))?(?::(?P<options>.*))?$", re.DOTALL)
"""A spec that names a file."""


def find_installed(group: str) -> dict[str, EntryPoint]:
    """What installed packages bring under the name of a group."""
    return dict(scan_entry_points(entry_points, group, tuple(sys.path)))


@cache
def scan_entry_points(
    scan: Callable[..., Iterable[EntryPoint]], group: str, path: tuple[str, ...]
) -> dict[str, EntryPoint]:
    """The entry points of a group on a path: to read what all packages declare takes some milliseconds."""
    return {entry.name: entry for entry in scan(group=group)}


def classes_in(module: ModuleType, kind: type[T]) -> dict[str, type[T]]:
    """The classes of a kind that a module defines, by name."""
    return {
        name: thing
        for name, thing in vars(module).items()
        if isinstance(thing, type)
        and issubclass(thing, kind)
        and thing.__module__ == module.__name__
        and not name.startswith("_")
    }


def only_class(module: ModuleType, kind: type[T], where: str = "") -> type[T]:
    """The one class of a kind in a module; those that lack a method count only where there is none better."""
    classes = list(dict.fromkeys(classes_in(module, kind).values()))
    found = [cls for cls in classes if not isabstract(cls)] or classes
    where = where or module.__name__
    what = kind.__name__.lower()
    if not found:
        raise OutwitError(f"{where} defines no {what}: no class in it derives from outwit.{kind.__name__}.")
    if len(found) > 1:
        names = join_names(cls.__name__ for cls in found)
        raise OutwitError(f"{where} defines several {what}s; name one: {where}:{names}.")
    return found[0]


def class_in_file(path: Path, name: str, kind: type[T]) -> type[T]:
    """The class of a kind, a game or an agent, that somebody wrote in a file."""
    what = kind.__name__.lower()
    if not path.is_file():
        article = "an" if what[0] in "aeiou" else "a"
        raise OutwitError(f"There is no file {str(path)!r} to load {article} {what} from.")
    module = load_file(path)
    found = classes_in(module, kind)
    if not name or not found:
        return only_class(module, kind, str(path))
    if name not in found:
        raise UnknownNameError(f"{what} in {path}", name, found)
    return found[name]


def plugin_name(cls: type, group: str) -> str:
    """The name in the spec of a class: its entry point's in a group, or its file and its own."""
    for name, entry in find_installed(group).items():
        if entry.value == f"{cls.__module__}:{cls.__qualname__}":
            return name
    file = getattr(sys.modules.get(cls.__module__), "__file__", None)
    if file is None:
        return cls.__name__.lower()
    path = Path(file)
    if path.is_relative_to(Path.cwd()):
        path = path.relative_to(Path.cwd())
    return f"{path}:{cls.__name__}"


def load_file(path: Path) -> ModuleType:
    """A Python file as a module, imported once; it may import its neighbours."""
    try:
        return load_module(path)
    except (Exception, SystemExit) as error:  # the user's file runs here, and may raise anything
        file, line = error_location(error, path)
        place = f"{file}, line {line}" if line else f"{file}"
        reason = error.msg if isinstance(error, SyntaxError) else str(error) or type(error).__name__
        if isinstance(error, SystemExit):
            reason = "the program is ended there, so nothing can be taken from this file"
        raise OutwitError(f"{place}: {reason}.".replace("\n", " ")) from error


def error_location(error: BaseException, path: Path) -> tuple[Path, int | None]:
    """The file, the one that was to be loaded or one beside it, and the line that an error came from."""
    own, line = str(path.resolve()), line_in(error, str(path.resolve()))
    file = own
    for frame, number in walk_tb(error.__traceback__):
        if str(frame.f_globals.get("__name__", "")).startswith(PREFIX):
            file, line = frame.f_code.co_filename, number
    if isinstance(error, SyntaxError) and error.filename:
        file, line = error.filename, error.lineno
    return (path if file == own else Path(file)), line


def line_in(error: BaseException, filename: str) -> int | None:
    """The last line of a file that an error came through."""
    line, trace = None, error.__traceback__
    while trace:
        if trace.tb_frame.f_code.co_filename == filename:
            line = trace.tb_lineno
        trace = trace.tb_next
    return line
