"""Connect 4 on a small board, positions and their mirror images being the same to a table."""

from __future__ import annotations

from dataclasses import dataclass

from outwit.games.connect4 import Board, Connect4


@dataclass(frozen=True)
class Mirrored(Connect4):
    """A small Connect 4 in which left and right do not matter."""

    width: int = 5
    height: int = 4
    graded: bool = True

    def key(self, state: Board) -> int:
        plain = state.own | state.other << 25 | state.turn << 50
        mirrored = self.mirrored(state.own) | self.mirrored(state.other) << 25 | state.turn << 50
        return min(plain, mirrored)

    def mirrored(self, discs: int) -> int:
        """The discs seen in a mirror."""
        seen = 0
        for column in range(5):
            seen |= (discs >> 5 * column & 31) << 5 * (4 - column)
        return seen
