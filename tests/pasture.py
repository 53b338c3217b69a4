"""A game for three in which many moves are worth the same to whoever makes them, and not to the others."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import NamedTuple

from outwit import Game


class Field(NamedTuple):
    cells: tuple[int, ...]
    """Whose each cell is, row by row; -1 for nobody's."""
    turn: int


@dataclass(frozen=True)
class Pasture(Game):
    """Three players fill a field, each beside the own cells; whoever has most in the end wins."""

    size: int = 4
    players = 3
    zero_sum = False
    player_names = ("R", "G", "B")

    def initial(self) -> Field:
        cells = [-1] * self.size**2
        for player, corner in enumerate((0, self.size - 1, self.size**2 - 1)):
            cells[corner] = player
        return Field(tuple(cells), 0)

    def beside(self, cell: int) -> list[int]:
        y, x = divmod(cell, self.size)
        return [
            (y + dy) * self.size + x + dx
            for dy, dx in ((-1, 0), (1, 0), (0, -1), (0, 1))
            if 0 <= y + dy < self.size and 0 <= x + dx < self.size
        ]

    def is_open(self, cells: tuple[int, ...], cell: int, player: int) -> bool:
        return cells[cell] == -1 and any(cells[each] == player for each in self.beside(cell))

    def can_move(self, cells: tuple[int, ...], player: int) -> bool:
        return any(self.is_open(cells, cell, player) for cell in range(self.size**2))

    def moves(self, field: Field) -> Iterator[int]:
        for cell in range(self.size**2):
            if self.is_open(field.cells, cell, field.turn):
                yield cell

    def play(self, field: Field, cell: int) -> Field:
        cells = (*field.cells[:cell], field.turn, *field.cells[cell + 1 :])
        turn = (field.turn + 1) % 3
        while turn != field.turn and not self.can_move(cells, turn):
            turn = (turn + 1) % 3
        return Field(cells, turn)

    def over(self, field: Field) -> bool:
        return not any(self.can_move(field.cells, player) for player in range(3))

    def payoff(self, field: Field, player: int) -> float:
        counts = [field.cells.count(each) for each in range(3)]
        return 1 / counts.count(max(counts)) if counts[player] == max(counts) else 0.0

    def bounds(self, field: Field, player: int) -> tuple[float, float]:
        return 0.0, 1.0
