"""The games: the rules, one module each, and how any game is found by its spec.

A built-in game is a module of this package; its class is the `Game` the module defines. Installed packages
add games through the entry point group `outwit.games`. A game in a file is `path/to/file.py:ClassName`.
"""

from __future__ import annotations

import importlib
import pkgutil
from collections.abc import Callable
from functools import cache
from inspect import getdoc
from pathlib import Path

from outwit import specs
from outwit.elsewhere import Elsewhere
from outwit.errors import OutwitError, UnknownNameError, join_names
from outwit.game import Game
from outwit.names import similar_member
from outwit.plugins import FILE, class_in_file, find_installed, only_class, plugin_name

SHORT = 60
"""A spec of so many letters holds no file."""

NEEDED = ("initial", "moves", "play", "over", "payoff")
"""What makes a game."""


def find_game(text: str, files: bool = True) -> Game:
    """The game that a spec stands for; unless `files`, its options may name none.

    >>> find_game("connect4:width=9")
    Connect4(width=9, height=6, length=4, graded=False)
    """
    in_file = FILE.match(text.strip())
    if in_file:
        cls = class_in_file(Path(in_file["path"]), in_file["name"] or "", Game)  # type: ignore[type-abstract]
        name, options = cls.__name__, in_file["options"] or ""
    else:
        name, options = specs.split(text)
        known = game_loaders()
        if name not in known:
            raise UnknownNameError("game", name, known)
        cls = load_class(name, known[name])
    refuse_incomplete(cls)
    return sound(specs.build(cls, name, options, files))


def game_spec(game: Game) -> str:
    """The spec that finds this game again.

    >>> game_spec(find_game("nim:coins=12,take=3"))
    'nim:coins=12'
    """
    return specs.spell(game, name_of(type(game)))


def game_name(game: Game) -> str:
    """The spec of a game as people read it: a file that is one of its options goes by its title.

    >>> game_name(find_game("risk:players=3"))
    'risk:players=3'
    """
    return specs.spell(game, name_of(type(game)), short=True)


def shown_spec(text: str) -> str:
    """The spec of a game as people read it, by the spec that was kept; as it is where that finds none."""
    if len(text) <= SHORT or not is_built_in(text):
        return text
    try:
        return game_name(find_game(text, files=False))
    except OutwitError:
        return text


def names_in_json(spec: str) -> dict[str, str]:
    """What programs are told of a game: its name and, where that is not enough to find it again, its spec.

    >>> names_in_json("nim:coins=12")
    {'game': 'nim:coins=12'}
    """
    name = shown_spec(spec)
    return {"game": name} if name == spec else {"game": name, "spec": spec}


def name_of(cls: type[Game]) -> str:
    """The name in a game's spec: its module's if built in, its entry point's, or its file and class."""
    if issubclass(cls, Elsewhere):
        return cls.named_elsewhere
    package, _, module = cls.__module__.rpartition(".")
    if package == __name__:
        return module
    return plugin_name(cls, "outwit.games")


def is_built_in(text: str) -> bool:
    """Does a spec name a game that comes with Outwit?

    >>> is_built_in("connect4:width=9"), is_built_in("nim.py:Nim")
    (True, False)
    """
    name = specs.split(text)[0]
    return not FILE.match(text.strip()) and name in built_in_games()


@cache
def built_in_games() -> frozenset[str]:
    """The names of the games that come with Outwit."""
    return frozenset(module.name for module in pkgutil.iter_modules(__path__))


def game_loaders() -> dict[str, Callable[[], type[Game]]]:
    """Every game known by name, with what loads its class."""
    loaders: dict[str, Callable[[], type[Game]]] = {
        name: entry.load for name, entry in find_installed("outwit.games").items()
    }
    for each in built_in_games():
        loaders[each] = lambda name=each: only_class(  # type: ignore[misc]
            importlib.import_module(f"{__name__}.{name}"),
            Game,  # type: ignore[type-abstract]
        )
    return dict(sorted(loaders.items()))


def load_class(name: str, load: Callable[[], type[Game]]) -> type[Game]:
    """The class of a game known by name; a package that brings a broken one is told so."""
    try:
        return load()
    except OutwitError:
        raise
    except Exception as error:  # the package's module runs here, and may raise anything
        raise OutwitError(f"The game {name!r} cannot be loaded: {error}.") from error


def title(cls: type[Game]) -> str:
    """What people call a game."""
    return cls.title or cls.__name__


def summary(cls: type[Game]) -> str:
    """A game's one line: the first of its docstring."""
    return (getdoc(cls) or "").partition("\n")[0]


def sound(game: Game) -> Game:
    """The game, if it has at least the methods that make one."""
    for name in dir(Game):
        if callable(getattr(Game, name)) and not callable(getattr(game, name)):
            raise OutwitError(
                f"{type(game).__name__}.{name} is not a method, but every game has a method of that name; "
                "call the option or attribute something else."
            )
    return game


def refuse_incomplete(cls: type[Game]) -> None:
    """Refuse a class that lacks a method which every game needs, and name one that may be meant for it."""
    joint = cls.moves_for is not Game.moves_for
    for name in NEEDED:
        if getattr(cls, name) is not getattr(Game, name) or (joint and name in ("moves", "play")):
            continue
        near = similar_member(cls, name)
        meant = f"; if {near} is meant for it, call it {name}" if near else ""
        needed = join_names(NEEDED, "and")
        raise OutwitError(f"{cls.__name__} has no method {name!r}, and a game needs {needed}{meant}.")
