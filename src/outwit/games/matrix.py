"""A matrix game: one player chooses a row, the other at once a column; the entry is what the first wins."""

from __future__ import annotations

import math
import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property
from typing import ClassVar, NamedTuple

from outwit.errors import BadOptionError, BadPositionError, shorten
from outwit.game import SIMULTANEOUS, Game
from outwit.games.tree import number

CLOSED = -1
"""The choice of a player who has not chosen yet."""


class Choice(NamedTuple):
    row: int
    column: int


@dataclass(frozen=True)
class MatrixGame(Game):
    """Choose a row while the other player chooses a column; the entry where they meet is what rows win."""

    written: str = "0 -1 1; 1 0 -1; -1 1 0"
    """The entries, rows apart by semicolons; without any other, rock-paper-scissors."""

    title = "Matrix game"
    player_names = ("rows", "columns")
    verbatim: ClassVar[str] = "written"

    def __post_init__(self) -> None:
        parse_matrix(self.written)

    @cached_property
    def entries(self) -> tuple[tuple[float, ...], ...]:
        """What the rows win, row by row."""
        return parse_matrix(self.written)

    @cached_property
    def range(self) -> tuple[float, float]:
        """The least and the greatest entry."""
        entries = [entry for row in self.entries for entry in row]
        return min(entries), max(entries)

    def initial(self) -> Choice:
        return Choice(CLOSED, CLOSED)

    def turn(self, state: Choice) -> int:
        return SIMULTANEOUS

    def moves_for(self, state: Choice, player: int) -> Iterator[int]:
        if state.row == CLOSED:
            for line in range(len(self.entries) if player == 0 else len(self.entries[0])):
                yield line

    def play_joint(self, state: Choice, moves: tuple[int, ...]) -> Choice:
        return Choice(moves[0], moves[1])

    def over(self, state: Choice) -> bool:
        return state.row != CLOSED

    def payoff(self, state: Choice, player: int) -> float:
        entry = self.entries[state.row][state.column]
        return entry if player == 0 else 0.0 - entry

    def bounds(self, state: Choice, player: int) -> tuple[float, float]:
        least, most = self.range
        return (least, most) if player == 0 else (0.0 - most, 0.0 - least)

    def describe(self, state: Choice, move: int) -> str:
        return str(move + 1)

    def text(self, state: Choice, player: int | None = None) -> str:
        if self.over(state):
            won = f"{self.payoff(state, 0):g}"
            return f"row {state.row + 1}, column {state.column + 1}: {won}"
        cells = [[f"{entry:g}" for entry in row] for row in self.entries]
        width = max(len(cell) for row in cells for cell in row)
        return "\n".join(" ".join(cell.rjust(width) for cell in row) for row in cells)

    def position(self, text: str) -> Choice:
        """`row 1, column 3` once both have chosen, or the matrix before."""
        if text.split() == self.text(self.initial()).split():
            return self.initial()
        found = re.fullmatch(r"row (\d+), column (\d+)(?::.*)?", text.strip())
        if found:
            row, column = int(found[1]) - 1, int(found[2]) - 1
            if 0 <= row < len(self.entries) and 0 <= column < len(self.entries[0]):
                return Choice(row, column)
        raise BadPositionError(
            f"{shorten(text)!r} is not a position of this matrix game; write 'row 1, column 1' or the matrix."
        )


LARGEST = 1e150
"""The largest entry that a matrix may have: sums and products of larger ones would be infinite."""


def parse_matrix(text: str) -> tuple[tuple[float, ...], ...]:
    """The entries of a written matrix, row by row.

    >>> parse_matrix("2 -1; -1 1/2")
    ((2.0, -1.0), (-1.0, 0.5))
    """
    rows: list[tuple[float, ...]] = []
    shown = f"The matrix {shorten(text, 40)!r}"
    for row in text.strip().removesuffix(";").split(";"):
        words = row.replace(",", " ").split()
        entries = [number(word) for word in words]
        for word, entry in zip(words, entries, strict=True):
            if entry is None or not math.isfinite(entry):
                raise BadOptionError(f"{shown}, row {len(rows) + 1}: {shorten(word)!r} is not a number.")
            if abs(entry) > LARGEST:
                where = f"{shown}, row {len(rows) + 1}"
                raise BadOptionError(f"{where}: {word} is too large; give numbers up to {LARGEST:g}.")
        rows.append(tuple(entry for entry in entries if entry is not None))
    widths = [len(row) for row in rows]
    if min(widths) < max(widths) or not widths[0]:
        raise BadOptionError(
            f"{shown} has rows of {', '.join(map(str, widths))} entries; give each row the same number, at "
            "least one, with semicolons between the rows, like '2 -1; -1 1'."
        )
    return tuple(rows)
