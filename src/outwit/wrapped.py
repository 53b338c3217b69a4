"""A game around another one, of the same kind: what both have in common."""

from __future__ import annotations

from dataclasses import dataclass

from outwit.game import Game


@dataclass(frozen=True)
class WrappedGame(Game):
    """The rules of another game, seen or remembered in another way; what kind of game it is stays."""

    game: Game

    title = property(lambda self: self.game.title)

    @property
    def unwrapped(self) -> Game:
        return self.game.unwrapped

    @property
    def stochastic(self) -> bool:
        return self.game.stochastic

    @property
    def hidden(self) -> bool:
        return self.game.hidden

    @property
    def simultaneous(self) -> bool:
        return self.game.simultaneous
