"""A game whose rules run in another process: what the rest of Outwit asks of it beside the contract."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Protocol

from outwit.game import Game, State
from outwit.random import Generator


class Outside(Protocol):
    """What only the process can answer that has the rules."""

    def view(self, game: Game) -> Any:  # a View, which this module must not import
        """The view that draws the game's positions."""
        ...

    def cause(self, state: State) -> str:
        """What ended the game other than its own rules; see `outwit.repetition.cause`."""
        ...

    def position_for(
        self, state: State, history: Sequence[State], player: int, random: Generator
    ) -> tuple[State, Sequence[State]]:
        """The state as it is handed to whoever looks for a player; see `outwit.play.knowledge`."""
        ...


class Elsewhere(Game):
    """A game of which only the outside is here. Where a repeated position counts, it is counted there."""

    elsewhere: Outside
    named_elsewhere: str = ""
    """The name in the spec of the game."""
