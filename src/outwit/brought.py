"""Classes that somebody else brings: written in a file, or in a module that is known by name.

A class in a file is spelled `path/to/file.py:ClassName`, with options behind another colon.
"""

from __future__ import annotations

import importlib.util
import re
import sys
from hashlib import sha256
from importlib.metadata import EntryPoint, entry_points
from inspect import isabstract
from pathlib import Path
from types import ModuleType
from typing import TypeVar

from outwit.errors import OutwitError, UnknownNameError, listed

T = TypeVar("T")

FILE = re.compile(r"(?P<path>.+?\.py)(?::(?P<name>[^:=,]*))?(?::(?P<options>.*))?$", re.DOTALL)
"""A spelling that names a file."""


def installed(group: str) -> dict[str, EntryPoint]:
    """What installed packages bring under the name of a group."""
    return {entry.name: entry for entry in entry_points(group=group)}


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
        names = listed(cls.__name__ for cls in found)
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


def name_brought(cls: type, group: str) -> str:
    """The name in the spelling of a class: its entry point's in a group, or its file and its own."""
    for name, entry in installed(group).items():
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
    """A Python file as a module, imported once."""
    resolved = path.resolve()
    module_name = f"outwit_file_{resolved.stem}_{sha256(str(resolved).encode()).hexdigest()[:12]}"
    if module_name in sys.modules:
        return sys.modules[module_name]
    spec = importlib.util.spec_from_file_location(module_name, resolved)
    if spec is None or spec.loader is None:
        raise OutwitError(f"{str(path)!r} cannot be read as a Python file.")
    module = importlib.util.module_from_spec(spec)
    sys.modules[module_name] = module
    try:
        spec.loader.exec_module(module)
    except Exception as error:
        del sys.modules[module_name]
        line = getattr(error, "lineno", None) or line_in(error, str(resolved))
        place = f", line {line}" if line else ""
        reason = error.msg if isinstance(error, SyntaxError) else str(error) or type(error).__name__
        raise OutwitError(f"{path}{place}: {reason}.".replace("\n", " ")) from error
    return module


def line_in(error: BaseException, filename: str) -> int | None:
    """The last line of a file that an error came through."""
    line, trace = None, error.__traceback__
    while trace:
        if trace.tb_frame.f_code.co_filename == filename:
            line = trace.tb_lineno
        trace = trace.tb_next
    return line
