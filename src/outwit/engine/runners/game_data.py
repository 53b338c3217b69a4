"""What compiled code is given of a game at run time, gathered once for as long as the game stays as it is."""

from __future__ import annotations

from collections import OrderedDict
from dataclasses import fields, is_dataclass
from typing import Any

import numpy as np

from outwit.engine.compiler.linker import Data, attribute_names, attribute_value
from outwit.game import Game

MOST = 64
"""So many games are remembered."""


class Binding:
    """A game's data, and what its compiled code depends on, with the values that both were made of."""

    def __init__(self, game: Game) -> None:
        self.game = game
        self.data = Data(game)
        self.shape = shape(game, self.data)
        """What the compiled code depends on, as far as the game's options decide."""
        self.names = frozenset(vars(game))
        self.values = [
            (name, attribute_value(game, name)) for name in {*attribute_names(type(game)), *self.names}
        ]
        self.lasting = not any(isinstance(value, list | np.ndarray) for _, value in self.values)
        """Is all of it such that it cannot change and stay the same object?"""

    def holds(self, game: Game) -> bool:
        """Is the game still as it was?"""
        return (
            self.game is game
            and self.lasting
            and self.names == vars(game).keys()
            and all(attribute_value(game, name) is value for name, value in self.values)
        )


known: OrderedDict[int, Binding] = OrderedDict()
"""What is remembered, by the identity of the game, the least recently used first."""


def bind(game: Game) -> Binding:
    """The data and the shape of a game."""
    found = known.get(id(game))
    if found is None or not found.holds(game):
        found = known[id(game)] = Binding(game)
        while len(known) > MOST:
            known.popitem(last=False)
    return found


def shape(game: Game, data: Data) -> Any:
    """What the compiled code of a game depends on, as far as its options decide."""
    options = [field.name for field in fields(game)] if is_dataclass(game) else list(vars(game))
    constants = tuple((name, repr(getattr(game, name))) for name in options if name not in data.places)
    return type(game), constants, tuple(sorted(data.places.items()))
