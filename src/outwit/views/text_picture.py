"""The boards and the lines of a text as a picture."""

from __future__ import annotations

import re
import textwrap
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import groupby

from outwit.draw.picture import Picture
from outwit.draw.shapes import Anchor, Box, Disc, Shape, Square, Words
from outwit.draw.svg import text_width
from outwit.draw.theme import player_kind
from outwit.views.grid import Grid, Part
from outwit.views.rows import WALL, Marks, empty, owner
from outwit.views.text_clicks import Boards, Place

MARGIN = 14.0
CELL = 60.0
GAP = 3.0
STEP = CELL + GAP
DISC = 23.0
LETTER = 26.0
"""How large what stands in a cell is written."""

NARROWEST = 330.0
"""How wide a picture is at least, so that the words around a board have room."""

READABLE = 1 / 26
"""How large words are at least, as a part of the picture's width: enough on a phone."""

EMPTY = "empty"
"""What an empty cell is called."""

MONOSPACED = 0.62
"""How wide a character of a text that is no board is, as a part of its height."""

APART = re.compile(r"\s{3,}")
"""What parts of a line that stand far from each other have between them."""


@dataclass(frozen=True)
class TextPicture:
    """Boards and lines, one below the other."""

    parts: tuple[Part, ...]
    marks: Marks
    touched: frozenset[Place] = frozenset()
    """The cells of the last move."""

    @cached_property
    def boards(self) -> Boards:
        """The boards among the parts."""
        return Boards(tuple(part for part in self.parts if isinstance(part, Grid)))

    def picture(self, after: str = "") -> Picture:
        """All of it; what is told after the position in words comes last."""
        shapes: list[Shape] = []
        top, board = MARGIN, 0
        for part in self.parts:
            if isinstance(part, Grid):
                shapes += self.board(board, part, top)
                top += self.extent(part)[1] + GAP
                board += 1
                continue
            for line in self.wrap(part):
                shapes += self.words(line, top + 0.75 * self.size)
                top += 1.5 * self.size
        height = top - GAP + MARGIN
        ground = Box(0, 0, self.width, height, "ground", 22)
        label = " ".join(filter(None, (*self.label(), after)))
        return Picture(self.width, height, (ground, *shapes), label, marked=True)

    # Where things are

    @cached_property
    def widest(self) -> float:
        """How wide the widest board is without its names."""
        return max((g.size[1] + max(g.shifts, default=0.0)) * STEP - GAP for g in self.boards.grids)

    @cached_property
    def size(self) -> float:
        """How large the words around boards are written."""
        return max(17.0, READABLE * self.widest)

    @cached_property
    def small(self) -> float:
        """How large the names of rows and columns are written: no larger than a cell has room for."""
        return min(max(18.0, READABLE * self.widest), 0.6 * CELL)

    @cached_property
    def width(self) -> float:
        """How wide the picture is."""
        least = 0.0 if len(self.boards.grids) == len(self.parts) else NARROWEST
        return max(least, 2 * MARGIN + max(self.extent(grid)[0] for grid in self.boards.grids))

    def extent(self, grid: Grid) -> tuple[float, float]:
        """How wide and how high a board is with its names."""
        rows, columns = grid.size
        across = columns + max(grid.shifts, default=0.0)
        left, top = self.edges(grid)
        return left + across * STEP - GAP, top + rows * STEP - GAP

    def edges(self, grid: Grid) -> tuple[float, float]:
        """How much room the names of rows, and those of columns, take."""
        longest = max(map(len, grid.rows), default=0)
        return (longest * 0.62 + 0.7) * self.small * bool(longest), 1.5 * self.small * bool(grid.columns)

    # What is drawn

    def board(self, number: int, grid: Grid, top: float) -> Iterator[Shape]:
        """A board with the names of its rows and columns, in the middle of the picture."""
        rows, columns = grid.size
        edge, head = self.edges(grid)
        left = (self.width - self.extent(grid)[0]) / 2
        over = top if grid.foot else top + head
        foot = over + rows * STEP - GAP + head / 2 if grid.foot else top + head / 2 - GAP
        for column, name in enumerate(grid.columns):
            x = left + edge + column * STEP
            deepest = grid.shift(rows - 1 if grid.foot else 0) * STEP
            yield Words(x + deepest + CELL / 2, foot, name, "name", self.small)
            yield Square(self.boards.line(number, column), x, over, CELL, rows * STEP - GAP, None, 6)
        for row in range(rows):
            y, start = over + row * STEP, left + edge + grid.shift(row) * STEP
            if grid.rows:
                yield Words(start - edge / 2, y + CELL / 2, grid.rows[row], "name", self.small)
            for column in range(columns):
                yield from self.cell(Place(number, row, column), start + column * STEP, y)

    def cell(self, place: Place, x: float, y: float) -> Iterator[Shape]:
        """A cell and what stands in it: a player's piece with its letter, a wall, or what is written."""
        token = self.boards.token(place)
        yield Square(self.boards.name(place), x, y, CELL, CELL, "cell", 6)
        if token == WALL:
            yield Box(x, y, CELL, CELL, "wall", 6)
        elif not empty(token):
            player = owner(token, self.marks)
            if player is not None:
                yield Disc(x + CELL / 2, y + CELL / 2, DISC, player_kind(player))
            room = 2 * DISC - 10 if player is not None else CELL - 8
            size = min(LETTER, LETTER * room / text_width(token, LETTER))
            yield Words(x + CELL / 2, y + CELL / 2, token, "last" if player is None else "mark", size)
        if place in self.touched:
            yield Box(x + 1.5, y + 1.5, CELL - 3, CELL - 3, "last", 5, 3)

    def wrap(self, line: str) -> list[str]:
        """A line of words in as many lines as it needs."""
        if APART.search(line):
            return [line]
        return textwrap.wrap(line, max(8, int((self.width - 2 * MARGIN) / text_width("n", self.size))))

    def words(self, line: str, y: float) -> Iterator[Shape]:
        """A line of words in the middle, or its parts from the left to the right where they stand apart."""
        parts = APART.split(line)
        if len(parts) == 1:
            yield Words(self.width / 2, y, line, "last", self.size)
            return
        step = (self.width - 4 * MARGIN) / (len(parts) - 1)
        for number, part in enumerate(parts):
            at: Anchor = "start" if number == 0 else "end" if part is parts[-1] else "middle"
            yield Words(2 * MARGIN + number * step, y, part, "last", self.size, at)

    # What is told

    def label(self) -> Iterator[str]:
        """The position in words, from the top: each line, and each board row by row."""
        board = 0
        for part in self.parts:
            if isinstance(part, Grid):
                if len(self.boards.grids) > 1:
                    yield f"Board {board + 1}."
                yield f"R{'; '.join(self.row_label(part, row) for row in range(part.size[0]))[1:]}."
                board += 1
            else:
                line = ", ".join(APART.split(part))
                yield line if line.endswith((".", "!", "?")) else f"{line}."

    def row_label(self, grid: Grid, row: int) -> str:
        """A row in words; of empty cells side by side, how many they are."""
        name = grid.rows[row] if grid.rows else str(row + 1)
        words: list[str] = []
        for token, same in groupby(map(cell_label, grid.cells[row])):
            many = len(list(same))
            words += [f"{many} {token}"] if token == EMPTY and many > 1 else [token] * many
        return f"row {name}: {', '.join(words)}"


def cell_label(token: str) -> str:
    """What stands in a cell, in words."""
    return EMPTY if empty(token) else "wall" if token == WALL else token


def card(lines: Sequence[str]) -> Picture:
    """A text that is no board, as it is written: every word in its column."""
    size = 20.0
    pitch = MONOSPACED * size
    width = max(NARROWEST, 2 * MARGIN + pitch * max(map(len, lines), default=0))
    height = 2 * MARGIN + 1.5 * size * max(1, len(lines))
    shapes: list[Shape] = [Box(0, 0, width, height, "ground", 22)]
    for number, line in enumerate(lines):
        for word in re.finditer(r"\S+(?: \S+)*", line):
            x, y = MARGIN + pitch * word.start(), MARGIN + (number + 0.5) * 1.5 * size
            shapes.append(Words(x, y, word[0], "last", size, "start"))
    return Picture(width, height, tuple(shapes), " ".join(" ".join(lines).split()) or "Nothing is written.")
