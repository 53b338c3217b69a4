"""The games: the rules, one module each, and how any game is found by its spelling.

A built-in game is a module of this package; its class is the `Game` the module defines. Installed packages
add games through the entry point group `outwit.games`. A game in a file is `path/to/file.py:ClassName`.
"""

from __future__ import annotations

import importlib
import importlib.util
import pkgutil
import re
import sys
from collections.abc import Callable
from hashlib import sha256
from importlib.metadata import entry_points
from inspect import getdoc, isabstract
from pathlib import Path
from types import ModuleType

from outwit import spelling
from outwit.errors import OutwitError, UnknownNameError, listed
from outwit.game import Game, defines

FILE = re.compile(r"(?P<path>.+?\.py)(?::(?P<name>[^:=,]*))?(?::(?P<options>.*))?$", re.DOTALL)


def find_game(text: str, files: bool = True) -> Game:
    """The game that a spelling stands for; unless `files`, its options may name none.

    >>> find_game("connect4:width=9")
    Connect4(width=9, height=6, length=4, graded=False)
    """
    in_file = FILE.match(text.strip())
    if in_file:
        cls = class_in_file(Path(in_file["path"]), in_file["name"] or "")
        game = spelling.build(cls, cls.__name__, in_file["options"] or "", files)
    else:
        name, options = spelling.split(text)
        known = game_loaders()
        if name not in known:
            raise UnknownNameError("game", name, known)
        game = spelling.build(loaded(name, known[name]), name, options, files)
    return sound(game)


def spell_game(game: Game) -> str:
    """The spelling that finds this game again.

    >>> spell_game(find_game("nim:coins=12,take=3"))
    'nim:coins=12'
    """
    return spelling.spell(game, name_of(type(game)))


def name_of(cls: type[Game]) -> str:
    """The name in a game's spelling: its module's if built in, its entry point's, or its file and class."""
    package, _, module = cls.__module__.rpartition(".")
    if package == __name__:
        return module
    for entry in entry_points(group="outwit.games"):
        if entry.value == f"{cls.__module__}:{cls.__qualname__}":
            return entry.name
    file = getattr(sys.modules.get(cls.__module__), "__file__", None)
    if file is None:
        return cls.__name__.lower()
    path = Path(file)
    if path.is_relative_to(Path.cwd()):
        path = path.relative_to(Path.cwd())
    return f"{path}:{cls.__name__}"


def game_loaders() -> dict[str, Callable[[], type[Game]]]:
    """Every game known by name, with what loads its class."""
    loaders: dict[str, Callable[[], type[Game]]] = {
        entry.name: entry.load for entry in entry_points(group="outwit.games")
    }
    for module in pkgutil.iter_modules(__path__):
        loaders[module.name] = lambda name=module.name: only_game(  # type: ignore[misc]
            importlib.import_module(f"{__name__}.{name}")
        )
    return dict(sorted(loaders.items()))


def loaded(name: str, load: Callable[[], type[Game]]) -> type[Game]:
    """The class of a game known by name; a package that brings a broken one is told so."""
    try:
        return load()
    except OutwitError:
        raise
    except Exception as error:
        raise OutwitError(f"The game {name!r} cannot be loaded: {error}.") from error


def title(cls: type[Game]) -> str:
    """What people call a game."""
    return cls.title or cls.__name__


def summary(cls: type[Game]) -> str:
    """A game's one line: the first of its docstring."""
    return (getdoc(cls) or "").partition("\n")[0]


def games_in(module: ModuleType) -> dict[str, type[Game]]:
    """The games that a module defines, by class name."""
    return {
        name: thing
        for name, thing in vars(module).items()
        if isinstance(thing, type)
        and issubclass(thing, Game)
        and thing.__module__ == module.__name__
        and not name.startswith("_")
    }


def only_game(module: ModuleType, where: str = "") -> type[Game]:
    """The one game of a module; classes that lack a method count only where there is nothing better."""
    classes = list(dict.fromkeys(games_in(module).values()))
    found = [cls for cls in classes if not isabstract(cls)] or classes
    where = where or module.__name__
    if not found:
        raise OutwitError(f"{where} defines no game: no class in it derives from outwit.Game.")
    if len(found) > 1:
        names = listed(cls.__name__ for cls in found)
        raise OutwitError(f"{where} defines several games; name one: {where}:{names}.")
    return found[0]


def class_in_file(path: Path, name: str) -> type[Game]:
    """The class of a game that somebody wrote in a file."""
    if not path.is_file():
        raise OutwitError(f"There is no file {str(path)!r} to load a game from.")
    module = load_file(path)
    found = games_in(module)
    if not name:
        return only_game(module, str(path))
    if name not in found:
        if not found:
            return only_game(module, str(path))
        raise UnknownNameError(f"game in {path}", name, found)
    return found[name]


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


def sound(game: Game) -> Game:
    """The game, if it has at least the methods that make one."""
    for name in dir(Game):
        if callable(getattr(Game, name)) and not callable(getattr(game, name)):
            raise OutwitError(
                f"{type(game).__name__}.{name} is not a method, but every game has a method of that name; "
                "call the option or attribute something else."
            )
    if not defines(game, "moves_for"):
        for name in ("moves", "play"):
            if not defines(game, name):
                raise OutwitError(
                    f"{type(game).__name__} has no method {name!r}; a game needs initial, moves, play, "
                    "over and payoff."
                )
    return game
