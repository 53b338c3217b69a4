"""How positions are judged: a game's evaluations, chosen by name."""

from __future__ import annotations

from copy import copy

from outwit.errors import BadOptionError, UnknownNameError, shorten
from outwit.game import Game
from outwit.repetition import Remembering


def with_evaluation(game: Game, evaluation: str | None) -> Game:
    """The same game, positions judged by one of its evaluations; by its own weights if none is named.

    >>> from outwit.games import find_game
    >>> with_evaluation(find_game("wargame"), "points").weights
    (1.0, 0.0, 0.0, 0.0, 0.0)
    """
    if evaluation is None:
        return game
    if isinstance(game, Remembering):
        return Remembering(with_evaluation(game.game, evaluation))
    if not game.evaluations:
        raise BadOptionError(
            f"evaluation={shorten(evaluation)} cannot be: {type(game).__name__} has one evaluation only."
        )
    if evaluation not in game.evaluations:
        raise UnknownNameError(f"evaluation of {type(game).__name__}", evaluation, game.evaluations)
    same = copy(game)
    object.__setattr__(same, "weights", tuple(game.evaluations[evaluation]))
    return same
