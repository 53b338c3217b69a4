"""Othello drawn: discs with crosses and rings, dots where one can be placed, and a place to pass."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import ClassVar

from outwit.bits import Bits, each
from outwit.draw.picture import Picture
from outwit.draw.shapes import Box, Disc, Shape, Square, Stroke, Words
from outwit.draw.theme import Kind
from outwit.errors import join_names
from outwit.game import player_name
from outwit.games.othello import FILES, Board, Othello
from outwit.views.view import View

MARGIN = 14.0
CELL = 60.0
GAP = 3.0
STEP = CELL + GAP
EDGE = 26.0
"""How much room the names of the files and of the rows take."""

FOOT = 52.0
"""How much room the pass takes."""

DISC = 23.0
OWNERS: tuple[Kind, Kind] = ("first", "second")
"""The colours of the players' discs."""


@dataclass(frozen=True)
class OthelloView(View):
    """A board of any size; its squares are named as the game names its moves, and below them is the pass."""

    game: Othello
    pieces: ClassVar[tuple[str, ...]] = ("X", "O", "-")

    def picture(
        self, state: Board, player: int | None = None, last: int | None = None, before: Board | None = None
    ) -> Picture:
        if last is not None and last != self.game.pass_move and not (state.own | state.other) >> last & 1:
            last = None
        shapes = (
            Box(0, 0, self.width, self.height, "ground", 22),
            *self.names(),
            *self.cells(),
            *self.discs(state),
            *self.open_squares(state),
            *self.pass_box(state),
            *self.flip_rings(last, before),
            *self.last_frame(last),
        )
        return Picture(self.width, self.height, shapes, self.label(state, last, before))

    def path(self, state: Board, move: int) -> tuple[str, ...]:
        return (self.game.describe(state, move),)

    def placed(self, state: Board, square: str, piece: str) -> Board:
        """The state with a disc on a square, or none; put on the pass, with the other side to move."""
        if square == self.game.describe(state, self.game.pass_move):
            return Board(state.other, state.own, 1 - state.turn)
        bit = 1 << next(s for s in range(self.game.pass_move) if self.game.square_name(s) == square)
        first, second = (side & ~bit for side in self.game.sides(state))
        if piece == "X":
            first |= bit
        elif piece == "O":
            second |= bit
        return Board(first, second, 0) if state.turn == 0 else Board(second, first, 1)

    def standing(self, state: Board) -> str:
        first, second = self.players
        black, white = self.game.sides(state)
        return f"{first} {black.bit_count()} : {white.bit_count()} {second}"

    def worded(self, state: Board, move: int) -> str:
        turned = [self.game.square_name(square) for square in each(self.flips(state, move))]
        return self.game.describe(state, move) + (
            f", turning {join_names(turned, last='and')}" if turned else ""
        )

    def flips(self, state: Board, move: int) -> Bits:
        """The discs that a move turns; none if it is a pass."""
        return 0 if move == self.game.pass_move else self.game.flips(state.own, state.other, move)

    # Where things are

    @property
    def width(self) -> float:
        """How wide the picture is."""
        return 2 * MARGIN + EDGE + self.game.size * STEP - GAP

    @property
    def height(self) -> float:
        """How high the picture is."""
        return self.width + FOOT

    def corner(self, square: int) -> tuple[float, float]:
        """Where the top left corner of a square is."""
        row, column = divmod(square, self.game.size)
        return MARGIN + EDGE + column * STEP, MARGIN + EDGE + row * STEP

    def middle(self, square: int) -> tuple[float, float]:
        """Where the middle of a square is."""
        x, y = self.corner(square)
        return x + CELL / 2, y + CELL / 2

    def pass_place(self) -> tuple[float, float, float, float]:
        """Where the pass is clicked: left, top, width and height."""
        width, height = 92.0, 38.0
        return (self.width + EDGE - width) / 2, self.height - MARGIN - height, width, height

    # What is drawn

    def names(self) -> Iterator[Shape]:
        """The files' letters above them, and the rows' numbers on their left."""
        for index in range(self.game.size):
            across, _ = self.middle(index)
            _, down = self.middle(index * self.game.size)
            yield Words(across, MARGIN + EDGE / 2 - 3, FILES[index], "name", 16)
            yield Words(MARGIN + EDGE / 2 - 3, down, str(index + 1), "name", 16)

    def cells(self) -> Iterator[Shape]:
        """The squares without their discs."""
        for square in range(self.game.pass_move):
            yield Square(self.game.square_name(square), *self.corner(square), CELL, CELL, "cell", 6)

    def discs(self, state: Board) -> Iterator[Shape]:
        """The discs: the first player's carry a cross, the second's a ring."""
        arm = 8
        for owner, squares in enumerate(self.game.sides(state)):
            for square in each(squares):
                x, y = self.middle(square)
                yield Disc(x, y, DISC, OWNERS[owner])
                if owner:
                    yield Disc(x, y, 9.5, "mark", 5)
                else:
                    yield Stroke(((x - arm, y - arm), (x + arm, y + arm)), "mark", 5)
                    yield Stroke(((x - arm, y + arm), (x + arm, y - arm)), "mark", 5)

    def open_squares(self, state: Board) -> Iterator[Shape]:
        """A dot on each square where the player to act can place a disc."""
        for square in each(self.game.landings(state.own, state.other)):
            yield Disc(*self.middle(square), 4, "name")

    def pass_box(self, state: Board) -> Iterator[Shape]:
        """The place to pass, muted where that is not legal."""
        x, y, width, height = self.pass_place()
        legal = self.game.pass_move in self.game.moves(state)
        kind: Kind = "last" if legal else "name"
        yield Square(self.game.describe(state, self.game.pass_move), x, y, width, height, None, 10)
        yield Box(x, y, width, height, kind, 10, 2.5 if legal else 1)
        yield Words(x + width / 2, y + height / 2, self.game.describe(state, self.game.pass_move), kind, 18)

    def flip_rings(self, last: int | None, before: Board | None) -> Iterator[Shape]:
        """A ring around each disc that the last move turned."""
        if last is not None and before is not None:
            for square in each(self.flips(before, last)):
                yield Disc(*self.middle(square), DISC + 2, "last", 2)

    def last_frame(self, last: int | None) -> Iterator[Shape]:
        """A frame around the square that was taken last, or around the pass."""
        if last == self.game.pass_move:
            x, y, width, height = self.pass_place()
            yield Box(x - 4, y - 4, width + 8, height + 8, "last", 13, 4)
        elif last is not None:
            x, y = self.corner(last)
            yield Box(x, y, CELL, CELL, "last", 6, 4)

    def label(self, state: Board, last: int | None, before: Board | None) -> str:
        """The position in words: the score, whose discs lie where, who is to move, and the last move."""
        words = []
        for name, squares in zip(self.players, self.game.sides(state), strict=True):
            places = ", ".join(self.game.square_name(square) for square in each(squares))
            words.append(f"{name} has {squares.bit_count()}{': ' if places else ''}{places}")
        sentences = ["; ".join(words), self.situation(state)]
        if last is not None:
            mover = self.players[1 - state.turn]
            move = self.game.describe(state, last) if before is None else self.worded(before, last)
            sentences.append(f"Last move: {mover} {move}")
        return f"{'. '.join(sentences)}."

    def situation(self, state: Board) -> str:
        """Who can do what next."""
        mover = self.players[state.turn]
        if self.game.over(state):
            return "Neither side can move"
        return f"{mover} must pass" if self.game.pass_move in self.game.moves(state) else f"{mover} to move"

    @property
    def players(self) -> tuple[str, str]:
        """What the players are called."""
        return player_name(self.game, 0), player_name(self.game, 1)
