"""A game with a view in its own file; one option breaks it."""

from dataclasses import dataclass
from typing import Any

from outwit.views import Box, Disc, Picture, Square, View
from tests.views.boards import Board, Cells


@dataclass(frozen=True)
class Drawn(Board):
    """Three in a row or in a column, drawn by its own file."""

    broken: bool = False


class DrawnView(View):
    """Discs on squares; the cell in the middle has to be chosen from the list."""

    game: Drawn

    def picture(self, state: Cells, player: Any = None, last: Any = None, before: Any = None) -> Picture:
        if self.game.broken:
            raise LookupError("there is no board")
        shapes: list[Any] = [Box(0, 0, 300, 300, "ground", 20)]
        for cell, who in enumerate(state.cells):
            row, column = divmod(cell, 3)
            shapes.append(Square(f"cell {cell}", 100 * column + 5, 100 * row + 5, 90, 90, "cell", 8))
            if who >= 0:
                shapes.append(Disc(100 * column + 50, 100 * row + 50, 35, ("first", "second")[who]))
        return Picture(300, 300, tuple(shapes), "A board of the game's own.")

    def path(self, state: Cells, move: int) -> tuple[str, ...]:
        return () if move == 4 else (f"cell {move}",)
