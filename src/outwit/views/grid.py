"""A board found in a text: rows of cells, the names of rows and columns, and the lines around them."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import TypeAlias

from outwit.views.rows import (
    BAR,
    READERS,
    RULE,
    Marks,
    Reader,
    Row,
    consecutive,
    empty,
    number,
    owner,
    read_packed,
)

LONGEST = 6_000
"""How many characters a text may have to be looked at for boards: those of 50 rows and columns have room."""

SHARE = 0.2
"""How many of the cells of a board that is written without spaces must be empty, unless all are pieces."""


@dataclass(frozen=True)
class Grid:
    """A board as it is written."""

    cells: tuple[tuple[str, ...], ...]
    rows: tuple[str, ...] = ()
    """The names of the rows, from the top; none where they are not written."""
    columns: tuple[str, ...] = ()
    """The names of the columns, from the left; none where they are not written."""
    foot: bool = False
    """Do the columns' names stand below the board?"""
    shifts: tuple[float, ...] = ()
    """How far each row is set in, in cells; none where all begin at the left."""

    @property
    def size(self) -> tuple[int, int]:
        """How many rows and how many columns there are."""
        return len(self.cells), len(self.cells[0])

    def shift(self, row: int) -> float:
        """How far a row is set in, in cells."""
        return self.shifts[row] if self.shifts else 0.0


Part: TypeAlias = Grid | str
"""A board, or a line of words."""


@dataclass(frozen=True)
class Found:
    """A board among lines: which of them it takes."""

    grid: Grid
    first: int
    end: int


def read_text(text: str, marks: Marks, size: tuple[int, int] | None = None) -> tuple[Part, ...]:
    r"""The boards in a text, and the lines of words between them; where two readings are possible, this size.

    >>> read_text("2 X .\n1 . O\n  a b\nX to move", ("X", "O"))[0].columns
    ('a', 'b')
    >>> read_text("21 coins, player 1 to move", ())
    ('21 coins, player 1 to move',)
    """
    lines = text.expandtabs().splitlines()
    parts: list[Part] = []
    at = 0
    words: list[str] = []
    while at < len(lines):
        found = best_at(lines, at, marks, size) if len(text) <= LONGEST else None
        if found is None:
            words.append(lines[at])
            at += 1
            continue
        kept = len(words) - (at - found.first)
        parts += [*text_lines(words[:kept]), found.grid]
        words, at = [], found.end
    parts += text_lines(words) if any(isinstance(part, Grid) for part in parts) else lines
    return tuple(parts)


def text_lines(lines: Sequence[str]) -> Iterator[str]:
    """The lines that say something: neither blank nor only drawn."""
    return (line.strip() for line in lines if not RULE.fullmatch(line) and line.strip())


def best_at(lines: Sequence[str], at: int, marks: Marks, size: tuple[int, int] | None) -> Found | None:
    """The board whose rows begin at a line: of the size that is wanted, or else of the most lines."""
    if RULE.fullmatch(lines[at]) and not any(reader(lines[at], marks) for reader in READERS):
        return None
    found = [each for reader in READERS for each in readings(lines, at, marks, reader)]
    return max(found, key=lambda each: (each.grid.size == size, each.end - at), default=None)


def readings(lines: Sequence[str], at: int, marks: Marks, reader: Reader) -> Iterator[Found]:
    """The boards that one way of reading makes of the lines from one on, the likeliest first."""
    rows, end = run(lines, at, marks, reader)
    if not rows:
        return
    before, after = beside(lines, at - 1, -1), beside(lines, end, 1)
    tried = set()
    for within, outside in ((True, True), (False, True), (False, False)):
        inner = rows
        above: tuple[str, ...] = ()
        below: tuple[str, ...] = ()
        if within and names_columns(inner[0].cells, inner[1:]):
            above, inner = inner[0].cells, inner[1:]
        if within and names_columns(inner[-1].cells, inner[:-1][::-1]):
            below, inner = inner[-1].cells, inner[:-1]
        first, last = at, end
        if outside and not above and before is not None and column_names(lines[before], inner):
            above, first = column_names(lines[before], inner), before
        if outside and not below and after is not None and column_names(lines[after], inner):
            below, last = column_names(lines[after], inner), after + 1
        if (first, last, len(inner)) in tried:
            continue
        tried.add((first, last, len(inner)))
        grid = assemble(inner, above, below, marks)
        if grid is not None and plausible(grid, marks, reader is read_packed):
            yield Found(grid, first, last)


def run(lines: Sequence[str], at: int, marks: Marks, reader: Reader) -> tuple[list[Row], int]:
    """The rows of equally many cells from a line on, and the line after the last."""
    rows: list[Row] = []
    end = at
    lengths: set[int] = set()
    for here in range(at, len(lines)):
        row = reader(lines[here], marks)
        fits = row is not None and (not rows or len(row.cells) == len(rows[0].cells))
        if row is not None and fits:
            lengths |= {len(cell) for cell in row.cells if cell.isalpha()}
            if len(lengths) > 1:
                break  # words of one length are pieces; of several, they are words
            rows.append(row)
            end = here + 1
        elif not (rows and lines[here].strip() and RULE.fullmatch(lines[here])):
            break
    return rows, end


def beside(lines: Sequence[str], at: int, step: int) -> int | None:
    """The line before or after a board that is not only drawn."""
    while 0 <= at < len(lines) and lines[at].strip() and RULE.fullmatch(lines[at]):
        at += step
    return at if 0 <= at < len(lines) and lines[at].strip() else None


def column_names(line: str, rows: Sequence[Row]) -> tuple[str, ...]:
    """The names of columns that a line beside some rows gives; nothing if it is no such line."""
    if not rows:
        return ()
    many = len(rows[0].cells)
    names = tuple(BAR.sub(" ", line).split())
    if len(names) == 1 and len(names[0]) > 1:
        names = tuple(names[0])
    return names if many - 2 <= len(names) <= many and consecutive(names) else ()


def names_columns(cells: Sequence[str], others: Sequence[Row]) -> bool:
    """Are these cells of a first or last row the names of the columns, not cells that are counted?"""
    corner = consecutive(cells[1:]) and consecutive([row.cells[0] for row in others])
    if not (consecutive(cells) or corner) or not others:
        return False
    pairs = list(zip(others[0].cells, cells, strict=True))
    counted = [int(cell) - int(own) for cell, own in pairs if number(cell) and number(own)]
    return not counted or any(abs(step) != len(cells) for step in counted)


def assemble(rows: Sequence[Row], above: Sequence[str], below: Sequence[str], marks: Marks) -> Grid | None:
    """The board of some rows, without what in them is a name of a row."""
    if not rows:
        return None
    cells = [list(row.cells) for row in rows]
    starts = [row.starts for row in rows]
    names = [row.left for row in rows]
    if any(names) and not consecutive(names) and len(rows) > 1:
        return None
    many = len(cells[0])
    written = len(above) or len(below)
    short = many - written if written else 0
    if not any(names) and names_rows([row[0] for row in cells], cells, short, marks):
        names = [row[0] for row in cells]
        both = [row[-1] for row in cells] == names and many > 2
        cells = [row[1:-1] if both else row[1:] for row in cells]
        starts = [each[1:] for each in starts]
        if written == many:  # the corner was written too
            above, below = above[1:], below[1:]
    columns = tuple(above or below)
    if columns and len(columns) != len(cells[0]):
        return None
    if above and below and tuple(above) != tuple(below):
        columns = ()
    return Grid(
        tuple(map(tuple, cells)),
        tuple(names) if any(names) else (),
        columns,
        bool(columns) and not above,
        set_in(cells, starts),
    )


def names_rows(first: Sequence[str], cells: Sequence[Sequence[str]], short: int, marks: Marks) -> bool:
    """Is the first cell of each row the row's name?

    Certainly where columns have names and there is one too few, or two; else where they are numbers, and no
    other stands in the cells themselves. Letters may be pieces, which move.
    """
    if not consecutive(first):
        return False
    if short:
        return True
    if not first[0].isdecimal() or any(name in marks for name in first) or len(cells[0]) < 3:
        return False
    rest = [cell for row in cells for cell in row[1:] if cell not in first]
    return not any(number(cell) and owner(cell, marks) is None for cell in rest)


def set_in(cells: Sequence[Sequence[str]], starts: Sequence[Sequence[int]]) -> tuple[float, ...]:
    """How far each row is set in, in cells; nothing where all begin together."""
    if any(len(cell) != 1 for row in cells for cell in row) or not all(starts):
        return ()
    pitches = {after - before for row in starts for before, after in pairwise(row)}
    if len(pitches) != 1:
        return ()
    least = min(row[0] for row in starts)
    shifts = tuple((row[0] - least) / min(pitches) for row in starts)
    return shifts if any(shifts) else ()


def plausible(grid: Grid, marks: Marks, dense: bool) -> bool:
    """Is it a board, and not words that happen to stand below one another?"""
    rows, columns = grid.size
    counts = Counter(cell for row in grid.cells for cell in row)
    blank = sum(many for cell, many in counts.items() if empty(cell))
    known = blank + sum(many for cell, many in counts.items() if owner(cell, marks) is not None)
    if columns < 2:
        return False
    simple = all(len(cell) == 1 or number(cell) for cell in counts)
    if dense:
        return known == rows * columns or (rows > 1 and blank >= SHARE * rows * columns)
    if rows == 1:
        return columns > 2 and simple and (known > 0 or len(grid.columns) > 0)
    return known > 0 or simple
