"""Pictures of positions: one module a game, views that come with a game, and texts drawn as boards.

The view of a game is the class that its `view` names; or a view in its file that says `game:` and the class
of the game; or one that an installed package names in the entry point group `outwit.views`.
"""

from __future__ import annotations

import sys
from collections.abc import Mapping
from functools import cache
from importlib.metadata import EntryPoint
from inspect import get_annotations

from outwit.draw.picture import Picture
from outwit.draw.shapes import Box, Disc, Inset, Polygon, Square, Stroke, Words
from outwit.elsewhere import Elsewhere
from outwit.errors import OutwitError, join_names
from outwit.game import Game
from outwit.plugins import classes_in, find_installed
from outwit.repetition import Remembering, without_memory
from outwit.views.guard import INSTEAD, failure, guard_view
from outwit.views.text import TextView
from outwit.views.view import View

__all__ = [
    "Box",
    "Disc",
    "Inset",
    "Picture",
    "Polygon",
    "Square",
    "Stroke",
    "TextView",
    "View",
    "Words",
    "find_view",
    "views",
    "without_memory",
]


def find_view(game: Game) -> View:
    """The view of a game, its own or that of a game its class derives from; without any, of its text.

    One that does not come with Outwit never fails: where it does, the text is drawn.

    >>> from outwit.games import find_game
    >>> board = find_game("connect4")
    >>> find_view(board).path(board.initial(), 3)
    ('4',)
    >>> type(find_view(find_game("nim"))).__name__
    'TextView'
    """
    if isinstance(game, Remembering):
        game = game.game
    if isinstance(game, Elsewhere):
        return game.elsewhere.view(game)  # type: ignore[no-any-return]
    try:
        cls = view_class(type(game))
    except OutwitError as error:
        return TextView(game, f"{error} {INSTEAD}")
    if cls is None:
        return TextView(game)
    if cls in views().values():
        return cls(game)
    try:
        return guard_view(cls(game), TextView(game))
    except Exception as error:  # a user's view may raise anything, and a game is shown all the same
        return TextView(game, f"{failure(cls, '__init__', error)} {INSTEAD}")


def view_class(game: type[Game]) -> type[View] | None:
    """The class that draws a game, or a game that this one derives from; None where there is none."""
    for cls in game.__mro__:
        if not issubclass(cls, Game) or cls is Game:
            continue
        found = view_of_class(cls) or beside_class(cls) or views().get(cls) or from_package(cls)
        if found is not None:
            return found
    return None


def view_of_class(game: type[Game]) -> type[View] | None:
    """The view that a game names itself."""
    view = vars(game).get("view")
    return None if view is None else check_view(view, f"{game.__name__}.view")


def beside_class(game: type[Game]) -> type[View] | None:
    """The view of a game in the file in which the game is."""
    module = sys.modules.get(game.__module__)
    if module is None:
        return None
    found = [view for view in classes_in(module, View).values() if draws(view, game)]  # type: ignore[type-abstract]
    if len(found) > 1:
        names = join_names((view.__name__ for view in found), last="and")
        example = f"view = {found[0].__name__}"
        raise OutwitError(f"{names} all draw {game.__name__}; name one in the class, as in `{example}`.")
    return found[0] if found else None


def draws(view: type[View], game: type[Game]) -> bool:
    """Does a view say, in its own `game:`, that it draws a game?"""
    said = get_annotations(view).get("game")
    if isinstance(said, str):
        return said in {cls.__name__ for cls in game.__mro__}
    return isinstance(said, type) and issubclass(game, said)


def from_package(game: type[Game]) -> type[View] | None:
    """The view that an installed package brings for a game, by the name under which the game is found."""
    entries = entries_for_views()
    if not entries:
        return None
    from outwit.games import name_of  # games are loaded when they are looked for

    entry = entries.get(name_of(game))
    if entry is None:
        return None
    try:
        found = entry.load()
    except Exception as error:  # the package's module runs here, and may raise anything
        raise OutwitError(f"The view of {entry.name!r} cannot be loaded: {error}.") from error
    return check_view(found, entry.value)


@cache
def entries_for_views() -> dict[str, EntryPoint]:
    """The views that installed packages bring, by the names of the games."""
    return find_installed("outwit.views")


def check_view(view: object, name: str) -> type[View]:
    """What is named as a view, if it is one."""
    if isinstance(view, type) and issubclass(view, View):
        return view
    raise OutwitError(f"{name} is {view!r}, not a class that derives from outwit.views.View.")


@cache
def views() -> Mapping[type[Game], type[View]]:
    """The games that can be drawn, each with its view; they are loaded when a view is first looked for."""
    from outwit.games.backgammon import Backgammon
    from outwit.games.battleship import Battleship
    from outwit.games.chess import Chess
    from outwit.games.connect4 import Connect4
    from outwit.games.goofspiel import Goofspiel
    from outwit.games.kuhn import Kuhn
    from outwit.games.leduc import Leduc
    from outwit.games.liarsdice import LiarsDice
    from outwit.games.othello import Othello
    from outwit.games.risk import Risk
    from outwit.games.rps import RockPaperScissors
    from outwit.games.tactics import Tactics
    from outwit.games.tictactoe import TicTacToe
    from outwit.games.tron import Tron
    from outwit.games.wargame import WarGame
    from outwit.views.backgammon import BackgammonView
    from outwit.views.battleship import BattleshipView
    from outwit.views.chess import ChessView
    from outwit.views.connect4 import Connect4View
    from outwit.views.goofspiel import GoofspielView
    from outwit.views.kuhn import KuhnView
    from outwit.views.leduc import LeducView
    from outwit.views.liarsdice import LiarsDiceView
    from outwit.views.othello import OthelloView
    from outwit.views.risk import RiskView
    from outwit.views.rps import RockPaperScissorsView
    from outwit.views.tactics import TacticsView
    from outwit.views.tictactoe import TicTacToeView
    from outwit.views.tron import TronView
    from outwit.views.wargame import WarGameView

    return {
        Backgammon: BackgammonView,
        Battleship: BattleshipView,
        Chess: ChessView,
        Connect4: Connect4View,
        Goofspiel: GoofspielView,
        Kuhn: KuhnView,
        Leduc: LeducView,
        LiarsDice: LiarsDiceView,
        Othello: OthelloView,
        Risk: RiskView,
        RockPaperScissors: RockPaperScissorsView,
        Tactics: TacticsView,
        TicTacToe: TicTacToeView,
        Tron: TronView,
        WarGame: WarGameView,
    }
