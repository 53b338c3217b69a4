"""The War Game drawn: blue squares with strokes across two corners, green ones with dots, and the score."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import ClassVar

from outwit.bits import each
from outwit.draw.picture import Picture
from outwit.draw.shapes import Box, Disc, Shape, Square, Stroke, Words
from outwit.draw.theme import Kind
from outwit.errors import join_names
from outwit.game import player_name
from outwit.games.wargame import Front, WarGame
from outwit.games.wargame.boards import COLUMNS
from outwit.views.view import View

MARGIN = 14.0
CELL = 60.0
GAP = 5.0
STEP = CELL + GAP
HEAD = 42.0
"""How much room the score takes."""

EDGE = 26.0
"""How much room the names of the columns and of the rows take."""

FOOT = 52.0
"""How much room the ways to move take."""

NARROWEST = 390.0
"""How wide a picture is at least, so that the score has room."""

SAMPLE = 32.0
"""How large the squares beside the score are."""

WAYS = ("drop", "blitz")
"""How a square is taken, by a move's last bit."""

OWNERS: tuple[Kind, Kind] = ("first", "third")
"""The colours of the players' squares."""


@dataclass(frozen=True)
class WarGameView(View):
    """A board of any size; where a square can be taken in both ways, one of them is clicked after it."""

    game: WarGame
    scored: ClassVar[bool] = True
    pieces: ClassVar[tuple[str, ...]] = ("b", "g", ".")

    def picture(
        self, state: Front, player: int | None = None, last: int | None = None, before: Front | None = None
    ) -> Picture:
        if last is not None and not (state.blue | state.green) >> (last >> 1) & 1:
            last = None
        shapes = (
            Box(0, 0, self.width, self.height, "ground", 22),
            *self.score(state),
            *self.names(),
            *self.cells(state),
            *self.last_frame(last),
            *self.conquests(last, before),
        )
        label = self.label(state, last, before)
        return Picture(self.width, self.height, shapes, label, tuple(self.ways()), FOOT)

    def path(self, state: Front, move: int) -> tuple[str, ...]:
        square = self.game.square_name(move >> 1)
        in_both_ways = move ^ 1 in self.game.moves(state)
        return (square, WAYS[move & 1]) if in_both_ways else (square,)

    def placed(self, state: Front, square: str, piece: str) -> Front:
        bit = 1 << next(s for s in range(len(self.game.values)) if self.game.square_name(s) == square)
        blue = state.blue | bit if piece == "b" else state.blue & ~bit
        green = state.green | bit if piece == "g" else state.green & ~bit
        turn = (blue | green).bit_count() % 2
        return Front(blue, green, self.game.worth(blue), self.game.worth(green), turn)

    def standing(self, state: Front) -> str:
        blue, green = self.players
        return f"{blue} {state.blue_points} : {state.green_points} {green}"

    def worded(self, state: Front, move: int) -> str:
        return self.game.describe(state, move) + self.conquest_text(state, move)

    def action(self, state: Front, moves: Sequence[int]) -> str:
        choices = []
        for move in moves:
            gain = self.game.values[move >> 1] + self.game.worth(self.game.captures(state, move))
            choices.append(f"{self.game.describe(state, move)} for {gain}{self.conquest_text(state, move)}")
        return f"play {' or '.join(choices)}"

    def conquest_text(self, state: Front, move: int) -> str:
        """Which squares a move conquers, to be said after it; nothing where there are none."""
        turned = [self.game.square_name(square) for square in each(self.game.captures(state, move))]
        return f", conquering {join_names(turned, last='and')}" if turned else ""

    # Where things are

    @property
    def width(self) -> float:
        """How wide the picture is."""
        return max(NARROWEST, 2 * MARGIN + EDGE + self.game.width * STEP - GAP)

    @property
    def height(self) -> float:
        """How high the picture is."""
        return 2 * MARGIN + HEAD + EDGE + self.game.height * STEP - GAP + FOOT

    def corner(self, square: int) -> tuple[float, float]:
        """Where the top left corner of a square is."""
        row, column = divmod(square, self.game.width)
        left = (self.width + EDGE - self.game.width * STEP + GAP) / 2
        return left + column * STEP, MARGIN + HEAD + EDGE + row * STEP

    def place(self, way: int) -> tuple[float, float, float, float]:
        """Where a way to move is clicked: left, top, width and height."""
        width, height = 92.0, 38.0
        left = self.width / 2 + (GAP if way else -GAP - width)
        return left, self.height - MARGIN - height, width, height

    # What is drawn

    def score(self, state: Front) -> Iterator[Shape]:
        """Each player's points, beside a square as that player's are."""
        middle, inset = MARGIN + SAMPLE / 2, MARGIN + 4
        blue, green = self.players
        for player, x in ((0, inset), (1, self.width - inset - SAMPLE)):
            yield Box(x, MARGIN, SAMPLE, SAMPLE, OWNERS[player], 7)
            yield from pattern(x, MARGIN, SAMPLE, player)
        inset += SAMPLE + 10
        yield Words(inset, middle, f"{blue} {state.blue_points}", "last", 20, "start")
        yield Words(self.width - inset, middle, f"{state.green_points} {green}", "last", 20, "end")

    def names(self) -> Iterator[Shape]:
        """The columns' letters above them, and the rows' numbers on their left."""
        left, top = self.corner(0)
        for column in range(self.game.width):
            yield Words(left + column * STEP + CELL / 2, top - EDGE / 2, COLUMNS[column], "name", 16)
        for row in range(self.game.height):
            yield Words(left - EDGE / 2, top + row * STEP + CELL / 2, str(row + 1), "name", 16)

    def cells(self, state: Front) -> Iterator[Shape]:
        """The squares with their values, those that are taken as their owner's are."""
        for square, value in enumerate(self.game.values):
            x, y = self.corner(square)
            name, middle = self.game.square_name(square), (x + CELL / 2, y + CELL / 2)
            if (state.blue | state.green) >> square & 1:
                owner = state.green >> square & 1
                yield Square(name, x, y, CELL, CELL, OWNERS[owner], 9)
                yield from pattern(x, y, CELL, owner)
                yield Words(*middle, str(value), "mark", 24)
            else:
                yield Square(name, x, y, CELL, CELL, "cell", 9)
                yield Words(*middle, str(value), "last", 24)

    def ways(self) -> Iterator[Shape]:
        """The two ways to move, to be clicked after a square."""
        for way, name in enumerate(WAYS):
            x, y, width, height = self.place(way)
            yield Square(name, x, y, width, height, None, 10)
            yield Box(x, y, width, height, "name", 10, 1.5)
            yield Words(x + width / 2, y + height / 2, name, "name", 18)

    def last_frame(self, last: int | None) -> Iterator[Shape]:
        """A frame around the square that was taken last."""
        if last is not None:
            x, y = self.corner(last >> 1)
            yield Box(x - 1, y - 1, CELL + 2, CELL + 2, "last", 10, 4)

    def conquests(self, last: int | None, before: Front | None) -> Iterator[Shape]:
        """Around each square that the last move conquered the corners of a frame, and an arrow into it."""
        if last is None or before is None:
            return
        left, top = self.corner(last >> 1)
        for square in each(self.game.captures(before, last)):
            x, y = self.corner(square)
            yield from corners(x - 1, y - 1, CELL + 2)
            yield from arrow((left + x + CELL) / 2, (top + y + CELL) / 2, (x - left) / STEP, (y - top) / STEP)

    def label(self, state: Front, last: int | None, before: Front | None) -> str:
        """The position in words: the score, what each player holds, row by row, and the last move."""
        blue, green = self.players
        words = f"{blue} {state.blue_points}, {green} {state.green_points}"
        for name, squares in ((blue, state.blue), (green, state.green)):
            held = ", ".join(f"{self.game.square_name(s)} ({self.game.values[s]})" for s in each(squares))
            words += f"; {name} holds {held or 'nothing'}"
        if last is None:
            return f"{words}."
        mover = self.players[state.green >> (last >> 1) & 1]
        move = self.game.describe(state, last) if before is None else self.worded(before, last)
        return f"{words}. Last move: {mover} {move}."

    @property
    def players(self) -> tuple[str, str]:
        """What the players are called."""
        return player_name(self.game, 0), player_name(self.game, 1)


def pattern(x: float, y: float, size: float, player: int) -> Iterator[Shape]:
    """What tells a square's owner without colour: strokes across two corners, or dots in the other two."""
    right, bottom = x + size, y + size
    if player == 0:
        near = 0.08 * size
        for far in (0.18 * size, 0.275 * size, 0.37 * size):
            yield Stroke(((x + near, y + far), (x + far, y + near)), "mark", 0.034 * size)
            yield Stroke(((right - near, bottom - far), (right - far, bottom - near)), "mark", 0.034 * size)
    else:
        near, far = 0.14 * size, 0.27 * size
        for across, down in ((near, near), (far, near), (near, far)):
            yield Disc(right - across, y + down, 0.042 * size, "mark")
            yield Disc(x + across, bottom - down, 0.042 * size, "mark")


def corners(x: float, y: float, size: float) -> Iterator[Shape]:
    """The four corners of a frame, by its own top left one."""
    arm = 0.27 * size
    for left, inner in ((x, x + arm), (x + size, x + size - arm)):
        for top, middle in ((y, y + arm), (y + size, y + size - arm)):
            yield Stroke(((left, middle), (left, top), (inner, top)), "last", 4)


def arrow(x: float, y: float, dx: float, dy: float) -> Iterator[Shape]:
    """A disc around a point with an arrow in it that points so far across and down."""
    yield Disc(x, y, 11, "cell")
    yield Disc(x, y, 9.5, "last")
    back = (x - 2 * dx, y - 2 * dy)
    wings = [(back[0] + side * dy, back[1] + side * dx) for side in (4.5, -4.5)]
    yield Stroke((wings[0], (x + 3.5 * dx, y + 3.5 * dy), wings[1]), "cell", 2.8)
