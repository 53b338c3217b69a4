"""Pictures of positions, one module a game."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache

from outwit.errors import OutwitError, listed
from outwit.game import Game, State
from outwit.repetition import Remembered, Remembering
from outwit.views.shapes import Picture
from outwit.views.view import View

__all__ = ["Picture", "View", "find_view", "require_view", "views", "without_memory"]


def find_view(game: Game) -> View | None:
    """The view of a game, or of the game that its class derives from; None where there is no picture.

    >>> from outwit.games import find_game
    >>> board = find_game("connect4")
    >>> find_view(board).path(board.initial(), 3)
    ('4',)
    >>> find_view(find_game("nim"))
    """
    if isinstance(game, Remembering):
        game = game.game
    known = views()
    return next((known[cls](game) for cls in type(game).__mro__ if cls in known), None)


def require_view(game: Game) -> View:
    """The view of a game that must have one; a sentence if it has none."""
    from outwit.games import name_of

    view = find_view(game)
    if view is None:
        drawn = listed(sorted(name_of(cls) for cls in views()), last="and")
        raise OutwitError(f"{name_of(type(game))} has no picture; the games that have one are {drawn}.")
    return view


def without_memory(state: State) -> State:
    """A state as the views take it, also where a sitting's states remember those before them."""
    return state.now if isinstance(state, Remembered) else state


@cache
def views() -> Mapping[type[Game], type[View]]:
    """The games that can be drawn, each with its view; they are loaded when a view is first looked for."""
    from outwit.games.backgammon import Backgammon
    from outwit.games.connect4 import Connect4
    from outwit.games.othello import Othello
    from outwit.games.tactics import Tactics
    from outwit.games.tictactoe import TicTacToe
    from outwit.games.wargame import WarGame
    from outwit.views.backgammon import BackgammonView
    from outwit.views.connect4 import Connect4View
    from outwit.views.othello import OthelloView
    from outwit.views.tactics import TacticsView
    from outwit.views.tictactoe import TicTacToeView
    from outwit.views.wargame import WarGameView

    return {
        Backgammon: BackgammonView,
        Connect4: Connect4View,
        Othello: OthelloView,
        Tactics: TacticsView,
        TicTacToe: TicTacToeView,
        WarGame: WarGameView,
    }
