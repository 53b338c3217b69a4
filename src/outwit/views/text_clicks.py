"""Which cells of a written board a move is about: those that it names, or those that it changes."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import NamedTuple

from outwit.views.grid import Grid
from outwit.views.rows import empty, number

NAMES = re.compile(r"[^\W_]+")
"""What in a description may be the names of cells."""


class Place(NamedTuple):
    """A cell: of which board, in which row and column, from 0 at the top left."""

    board: int
    row: int
    column: int


@dataclass(frozen=True)
class Boards:
    """The boards of one text, and what their cells are called."""

    grids: tuple[Grid, ...]

    def places(self) -> Iterator[Place]:
        """Every cell of every board."""
        for board, grid in enumerate(self.grids):
            rows, columns = grid.size
            for row in range(rows):
                for column in range(columns):
                    yield Place(board, row, column)

    def token(self, place: Place) -> str:
        """What is written in a cell."""
        return self.grids[place.board].cells[place.row][place.column]

    def name(self, place: Place) -> str:
        """What people call a cell: a3 where the board says so, else by its row and column."""
        grid = self.grids[place.board]
        row = grid.rows[place.row] if grid.rows else str(place.row + 1)
        column = grid.columns[place.column] if grid.columns else str(place.column + 1)
        if is_lettered(grid):
            name = column + row if column.isalpha() else row + column
        else:
            name = f"row {row} column {column}"
        return name + self.of_board(place.board)

    def line(self, board: int, column: int) -> str:
        """What a whole column is called that has a name."""
        return f"column {self.grids[board].columns[column]}{self.of_board(board)}"

    def of_board(self, board: int) -> str:
        """Which of several boards something is on; nothing where there is one."""
        return f" of board {board + 1}" if len(self.grids) > 1 else ""

    @cached_property
    def by_name(self) -> dict[str, Place | None]:
        """The cells that have a letter and a number, by that; None where several have the same."""
        known: dict[str, Place | None] = {}
        for place in self.places():
            if is_lettered(self.grids[place.board]):
                name = self.name(place).partition(" ")[0].casefold()
                known[name] = None if name in known else place
        return known

    def cells_named(self, description: str) -> tuple[Place, ...]:
        """The cells that a description names, in turn: `a3`, `a3-b4`, `a3xb4`, `move a3 to b4`."""
        found: list[Place] = []
        for word in NAMES.findall(description.casefold()):
            if re.fullmatch(r"(x?[a-z]\d{1,2})+", word):
                places = [self.by_name.get(name) for name in re.findall(r"[a-wyz]\d+|x\d+(?!\d)", word)]
                if None in places:
                    return ()
                found += [place for place in places if place is not None]
        return tuple(found)

    def columns(self, description: str) -> Iterator[tuple[int, int]]:
        """The columns that a description is the name of: on which board, and which."""
        for board, grid in enumerate(self.grids):
            for column, name in enumerate(grid.columns):
                if name.casefold() == description.strip().casefold():
                    yield board, column


class Change(NamedTuple):
    """A cell that a move changes."""

    place: Place
    before: str
    after: str


def changes(before: Boards, after: Boards) -> list[Change]:
    """The cells in which two texts differ; none where their boards are not of the same sizes."""
    if [grid.size for grid in before.grids] != [grid.size for grid in after.grids]:
        return []
    return [
        Change(Place(board, row, column), old, new)
        for board, grids in enumerate(zip(before.grids, after.grids, strict=True))
        for row, rows in enumerate(zip(grids[0].cells, grids[1].cells, strict=True))
        if rows[0] != rows[1]
        for column, (old, new) in enumerate(zip(*rows, strict=True))
        if old != new
    ]


def cells_to_point_at(changed: Sequence[Change]) -> tuple[Place, ...]:
    """The cells that somebody would point at to say what was changed; none where that is not clear.

    Where one thing is put down, its cell. Where one goes from a cell to another, both. Where a cell's
    counters are handed out to others, that cell.
    """
    left = [each for each in changed if is_gone(each)]
    entered = [each for each in changed if not is_gone(each)]
    filled = [each for each in entered if empty(each.before)]
    if not left:
        put = entered if len(entered) == 1 else filled
        return (put[0].place,) if len(put) == 1 else ()
    if len(entered) == 1:
        same = [each for each in left if each.before.casefold() == entered[0].after.casefold()]
        source = same if len(same) == 1 else left
        return (source[0].place, entered[0].place) if len(source) == 1 else ()
    sown = len(left) == 1 and all(number(each.after) for each in entered)
    return (left[0].place,) if sown else ()


def is_gone(change: Change) -> bool:
    """Was what stood in a cell taken away?"""
    return empty(change.after) or change.after == "0"


def is_lettered(grid: Grid) -> bool:
    """Do cells have a letter and a number?"""
    return bool(grid.rows and grid.columns) and grid.rows[0].isalpha() != grid.columns[0].isalpha()
