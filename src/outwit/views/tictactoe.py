"""Tic-tac-toe drawn: crosses, rings, and a line through three in a row."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import ClassVar

from outwit.draw.picture import Picture
from outwit.draw.shapes import Box, Disc, Shape, Square, Stroke, Words
from outwit.game import player_name
from outwit.games.tictactoe import LINES, Board, TicTacToe
from outwit.views.view import View

MARGIN = 16.0
CELL = 104.0
GAP = 10.0
SIZE = 2 * MARGIN + 3 * CELL + 2 * GAP


@dataclass(frozen=True)
class TicTacToeView(View):
    """Nine squares, named as the game names its moves."""

    game: TicTacToe
    pieces: ClassVar[tuple[str, ...]] = ("X", "O", ".")

    def picture(
        self, state: Board, player: int | None = None, last: int | None = None, before: Board | None = None
    ) -> Picture:
        if last is not None and not (state.x | state.o) >> last & 1:
            last = None
        shapes = (
            Box(0, 0, SIZE, SIZE, "ground", 22),
            *self.cells(state),
            *last_frame(last),
            *winning_line(state),
            *pieces(state),
        )
        return Picture(SIZE, SIZE, shapes, self.label(state, last))

    def path(self, state: Board, move: int) -> tuple[str, ...]:
        return (self.game.describe(state, move),)

    def placed(self, state: Board, square: str, piece: str) -> Board:
        bit = 1 << int(square) - 1
        x, o = state.x & ~bit, state.o & ~bit
        return Board(x | bit if piece == "X" else x, o | bit if piece == "O" else o, state.turn)

    def cells(self, state: Board) -> Iterator[Shape]:
        """The squares; those that are free have their name in a corner."""
        for square in range(9):
            x, y = middle(square)
            name = self.game.describe(state, square)
            yield Square(name, x - CELL / 2, y - CELL / 2, CELL, CELL, "cell", 14)
            if not (state.x | state.o) >> square & 1:
                yield Words(x - CELL / 2 + 14, y - CELL / 2 + 15, name, "name", 13)

    def label(self, state: Board, last: int | None) -> str:
        """The position in words, row by row."""
        first, second = player_name(self.game, 0), player_name(self.game, 1)
        marks = [first if state.x >> s & 1 else second if state.o >> s & 1 else "empty" for s in range(9)]
        rows = "; ".join(f"row {row + 1}: {', '.join(marks[3 * row : 3 * row + 3])}" for row in range(3))
        words = [f"R{rows[1:]}."]
        if last is not None:
            words.append(f"Last move: {marks[last]} on {self.game.describe(state, last)}.")
        words += [
            f"{name} has three in a row."
            for name, squares in ((first, state.x), (second, state.o))
            if any(lines(squares))
        ]
        return " ".join(words)


def middle(square: int) -> tuple[float, float]:
    """Where the middle of a square is."""
    row, column = divmod(square, 3)
    start, step = MARGIN + CELL / 2, CELL + GAP
    return start + column * step, start + row * step


def last_frame(last: int | None) -> Iterator[Shape]:
    """A frame around the last move."""
    if last is not None:
        x, y = middle(last)
        yield Box(x - CELL / 2 + 1.5, y - CELL / 2 + 1.5, CELL - 3, CELL - 3, "last", 12.5, 3)


def pieces(state: Board) -> Iterator[Shape]:
    """The first player's crosses and the second's rings, set off from what runs behind them."""
    arm = 23
    for square in range(9):
        x, y = middle(square)
        if state.x >> square & 1:
            arms = ((x - arm, y - arm), (x + arm, y + arm)), ((x - arm, y + arm), (x + arm, y - arm))
            yield from (Stroke(points, "cell", 20) for points in arms)
            yield from (Stroke(points, "first", 12) for points in arms)
        elif state.o >> square & 1:
            yield Disc(x, y, 25.5, "cell", 20)
            yield Disc(x, y, 25.5, "second", 12)


def lines(squares: int) -> Iterator[int]:
    """The lines of three among these squares."""
    return (line for line in LINES if squares & line == line)


def winning_line(state: Board) -> Iterator[Shape]:
    """A line through three in a row, behind the pieces."""
    far = 0.17
    for line in (*lines(state.x), *lines(state.o)):
        x0, y0 = middle((line & -line).bit_length() - 1)
        x1, y1 = middle(line.bit_length() - 1)
        dx, dy = far * (x1 - x0), far * (y1 - y0)
        yield Stroke(((x0 - dx, y0 - dy), (x1 + dx, y1 + dy)), "win", 10)
