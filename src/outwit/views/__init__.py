"""Pictures of positions, one module a game."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache

from outwit.game import Game
from outwit.views.shapes import Picture
from outwit.views.view import View

__all__ = ["Picture", "View", "find_view", "views"]


def find_view(game: Game) -> View | None:
    """The view of a game, or of the game that its class derives from; None where there is no picture.

    >>> from outwit.games import find_game
    >>> board = find_game("connect4")
    >>> find_view(board).path(board.initial(), 3)
    ('4',)
    >>> find_view(find_game("nim"))
    """
    known = views()
    return next((known[cls](game) for cls in type(game).__mro__ if cls in known), None)


@cache
def views() -> Mapping[type[Game], type[View]]:
    """The games that can be drawn, each with its view; they are loaded when a view is first looked for."""
    from outwit.games.connect4 import Connect4
    from outwit.games.tictactoe import TicTacToe
    from outwit.views.connect4 import Connect4View
    from outwit.views.tictactoe import TicTacToeView

    return {Connect4: Connect4View, TicTacToe: TicTacToeView}
