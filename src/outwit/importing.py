"""A Python file as a module, and what stands beside it.

A file may import its neighbours, `import helpers` or `from .helpers import squares`, wherever it is loaded
from. Two files in different folders may each have a neighbour of the same name, so neighbours are no modules
of the whole program: every folder is a package of its own, and an import in one of its files looks there
first. What has no such name there is imported as usual; modules of Python and Outwit itself always are.
"""

from __future__ import annotations

import builtins
import importlib
import sys
from collections.abc import Callable, Sequence
from hashlib import sha256
from importlib.abc import MetaPathFinder
from importlib.machinery import ModuleSpec, PathFinder, SourceFileLoader
from importlib.util import find_spec, module_from_spec, spec_from_file_location
from pathlib import Path
from threading import RLock
from types import ModuleType
from typing import Any

PREFIX = "outwit_file_"
"""What the packages of folders begin with."""

ALWAYS_THEIRS = sys.stdlib_module_names | {"outwit"}
"""Modules that no file beside can stand in for."""

loading = RLock()
"""Held while a file is loaded, so that nobody gets half of it."""


def load_module(path: Path) -> ModuleType:
    """A Python file as a module, loaded once; whatever its code raises comes through."""
    root, parts = locate(path.resolve())
    name = ".".join((package_of(root), *parts))
    with loading:
        if len(parts) > 1:
            importlib.import_module(name.rpartition(".")[0])
        if name in sys.modules:
            return sys.modules[name]
        spec = spec_from_file_location(name, path.resolve(), loader=Loader(name, str(path.resolve())))
        assert spec is not None
        assert spec.loader is not None
        module = sys.modules[name] = module_from_spec(spec)
        try:
            spec.loader.exec_module(module)
        except BaseException:  # even after Ctrl-C, half a module is none
            del sys.modules[name]
            raise
        return module


def locate(file: Path) -> tuple[Path, list[str]]:
    """The folder that a file is found from, and the names on the way: those of packages, then its own.

    A package, a folder with an `__init__.py`, is found from the folder around it.
    """
    folder, parts = file.parent, [] if file.stem == "__init__" else [file.stem.replace(".", "_")]
    while (folder / "__init__.py").is_file() and folder != folder.parent:
        folder, parts = folder.parent, [folder.name, *parts]
    return folder, parts


def package_of(folder: Path) -> str:
    """The name of the package that a folder is, known to the import system from now on."""
    name = PREFIX + sha256(str(folder).encode()).hexdigest()[:12]
    if not any(isinstance(finder, Finder) for finder in sys.meta_path):
        sys.meta_path.insert(0, Finder())
    if name not in sys.modules:
        spec = ModuleSpec(name, None, is_package=True)
        spec.submodule_search_locations = [str(folder)]
        sys.modules[name] = module_from_spec(spec)
    return name


class Finder(MetaPathFinder):
    """Finds the modules in the packages of folders."""

    def find_spec(
        self, name: str, path: Sequence[str] | None, target: ModuleType | None = None
    ) -> ModuleSpec | None:
        """What there is to know of a module before it is loaded."""
        spec = PathFinder.find_spec(name, path) if name.startswith(PREFIX) else None
        if spec is not None and isinstance(spec.loader, SourceFileLoader):
            spec.loader = Loader(name, str(spec.loader.path))
        return spec


class Loader(SourceFileLoader):
    """Loads a file whose imports look beside it first."""

    def exec_module(self, module: ModuleType) -> None:
        """Run the file."""
        imports = importer(
            module.__name__ if hasattr(module, "__path__") else module.__name__.rpartition(".")[0]
        )
        vars(module)["__builtins__"] = {**vars(builtins), "__import__": imports}
        super().exec_module(module)


def importer(package: str) -> Callable[..., Any]:
    """What `import` means in the files of a package: beside them first, then beside the outermost package."""
    places = list(dict.fromkeys((package, package.partition(".")[0])))

    def import_(
        name: str,
        globals: Any = None,  # noqa: A002 - so Python calls them
        locals: Any = None,  # noqa: A002
        fromlist: Sequence[str] = (),
        level: int = 0,
    ) -> Any:
        first = name.partition(".")[0]
        for place in places if level == 0 else ():
            if is_beside(place, first):
                if fromlist:
                    return importlib.__import__(f"{place}.{name}", globals, locals, fromlist)
                importlib.import_module(f"{place}.{name}")
                return sys.modules[f"{place}.{first}"]
        return builtins.__import__(name, globals, locals, fromlist, level)

    return import_


def is_beside(package: str, name: str) -> bool:
    """Is there a module of that name in the package of a folder? A folder without code only if in need."""
    if name in ALWAYS_THEIRS:
        return False
    if f"{package}.{name}" in sys.modules:
        return True
    spec = PathFinder.find_spec(f"{package}.{name}", sys.modules[package].__path__)
    if spec is None:
        return False
    return spec.origin is not None or find_spec(name) is None
