"""Tic-tac-toe, squares numbered 1 to 9 as a page is read."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import NamedTuple

from outwit.errors import BadPositionError, shorten
from outwit.game import Game

LINES = (0b111, 0b111000, 0b111000000, 0b1001001, 0b10010010, 0b100100100, 0b100010001, 0b1010100)
FULL = 0b111111111


class Board(NamedTuple):
    x: int
    """The squares of the first player: bit 0 is the top left, bit 8 the bottom right."""
    o: int
    turn: int


@dataclass(frozen=True)
class TicTacToe(Game):
    """Three in a row on a board of nine squares."""

    title = "Tic-tac-toe"
    player_names = ("X", "O")

    def initial(self) -> Board:
        return Board(0, 0, 0)

    def moves(self, state: Board) -> Iterator[int]:
        if self.over(state):
            return
        taken = state.x | state.o
        for square in range(9):
            if not taken >> square & 1:
                yield square

    def play(self, state: Board, move: int) -> Board:
        if state.turn == 0:
            return Board(state.x | 1 << move, state.o, 1)
        return Board(state.x, state.o | 1 << move, 0)

    def over(self, state: Board) -> bool:
        return has_line(state.o if state.turn == 0 else state.x) or state.x | state.o == FULL

    def payoff(self, state: Board, player: int) -> float:
        if has_line(state.x):
            return 1.0 if player == 0 else -1.0
        if has_line(state.o):
            return 1.0 if player == 1 else -1.0
        return 0.0

    def describe(self, state: Board, move: int) -> str:
        return str(move + 1)

    def text(self, state: Board, player: int | None = None) -> str:
        marks = ["X" if state.x >> s & 1 else "O" if state.o >> s & 1 else str(s + 1) for s in range(9)]
        return "\n".join(" ".join(marks[row : row + 3]) for row in (0, 3, 6))

    def position(self, text: str) -> Board:
        """Nine squares, X, O or anything else for an empty one; white space and / between rows."""
        squares = re.sub(r"[\s/|]", "", text).upper()
        if len(squares) != 9 or re.search(r"[^XO1-9._-]", squares):
            raise BadPositionError(
                f"{shorten(text)!r} is not a tic-tac-toe position: nine squares of X, O and . are needed."
            )
        x = sum(1 << s for s in range(9) if squares[s] == "X")
        o = sum(1 << s for s in range(9) if squares[s] == "O")
        turn = x.bit_count() - o.bit_count()
        if turn not in (0, 1):
            raise BadPositionError(
                f"{shorten(text)!r} has {x.bit_count()} X and {o.bit_count()} O; X moves first, "
                "so it has as many as O or one more."
            )
        if has_line(o if turn else x):
            raise BadPositionError(f"{shorten(text)!r} goes on after {'XO'[turn]} has won.")
        return Board(x, o, turn)


def has_line(squares: int) -> bool:
    """Do these squares hold a line of three?"""
    for line in LINES:
        if squares & line == line:
            return True
    return False
