"""A game as an agent has it in mind: one of its models, searched in place of the game itself."""

from __future__ import annotations

from outwit.errors import BadOptionError, UnknownNameError, shorten
from outwit.game import Game
from outwit.repetition import Remembering


def apply_model(game: Game, model: str | None) -> Game:
    """The game as one of its models has it; as it is if none is named."""
    if model is None:
        return game
    if isinstance(game, Remembering):
        return Remembering(apply_model(game.game, model))
    if not game.models:
        raise BadOptionError(f"model={shorten(model)} cannot be: {type(game).__name__} has no models.")
    if model not in game.models:
        raise UnknownNameError(f"model of {type(game).__name__}", model, game.models)
    return game.modelled(model)
