"""What a view is: how the positions of one game are drawn, and where a move is clicked."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterable
from dataclasses import dataclass

from outwit.game import Game, Move, State
from outwit.views.shapes import Picture


@dataclass(frozen=True)
class View(ABC):
    """The pictures of a game's positions."""

    game: Game

    @abstractmethod
    def picture(self, state: State, player: int | None = None, last: Move | None = None) -> Picture:
        """The position as a player may see it, or all of it; the move that led to it is marked, if given."""

    @abstractmethod
    def path(self, state: State, move: Move) -> tuple[str, ...]:
        """The names of the squares to click, in turn, to play a move."""

    def standing(self, state: State) -> str:
        """What stands beside the picture in words, as a score; nothing by default."""
        return ""

    def onward(
        self, state: State, moves: Iterable[Move], clicked: tuple[str, ...] = ()
    ) -> tuple[list[Move], dict[str, list[Move]]]:
        """After some clicks: the moves now complete, and those that go on, by the square to click next."""
        complete: list[Move] = []
        following: dict[str, list[Move]] = {}
        for move in moves:
            path = self.path(state, move)
            if path == clicked:
                complete.append(move)
            elif path[: len(clicked)] == clicked:
                following.setdefault(path[len(clicked)], []).append(move)
        return complete, following
