"""The view of a game that has none of its own: the board that its text is, drawn, or the text itself."""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence
from dataclasses import dataclass
from functools import cached_property, lru_cache
from typing import ClassVar

from outwit.draw.picture import Picture
from outwit.game import CHANCE, SIMULTANEOUS, Move, State
from outwit.views.grid import Grid, Part, read_text
from outwit.views.rows import Marks
from outwit.views.text_clicks import Boards, Change, Place, cells_to_point_at, changes, is_gone
from outwit.views.text_picture import TextPicture, card
from outwit.views.view import View

MOST_TRIED = 200_000
"""How many cells are compared at most to find what the moves of a position change."""

REMEMBERED = 512
"""How many texts are remembered with what was found in them."""


@dataclass(frozen=True)
class TextView(View):
    """Every position drawn from its text: boards as boards, and other lines as words."""

    failed: str = ""
    """What went wrong with the view that the game has."""
    guessed: ClassVar[bool] = True

    def picture(
        self,
        state: State,
        player: int | None = None,
        last: Move | None = None,
        before: State | None = None,
    ) -> Picture:
        parts = self.parts(state, player)
        if not any(isinstance(part, Grid) for part in parts):
            return card([str(part) for part in parts])
        if last is None or before is None or (self.game.hidden and player is not None):
            return TextPicture(parts, self.marks).picture()
        touched = frozenset(self.crossed_cells(before, last))
        return TextPicture(parts, self.marks, touched).picture(
            f"Last move: {self.game.describe(before, last)}."
        )

    def written(self, state: State, player: int | None = None) -> str | None:
        if any(isinstance(part, Grid) for part in self.parts(state, player)):
            return None
        return self.game.text(state, player)

    @property
    def trouble(self) -> str:
        return self.failed

    # What the text says

    @cached_property
    def marks(self) -> Marks:
        """The players' letters: of each the name, where that is a single letter."""
        return tuple(name if len(name) == 1 else "" for name in self.game.player_names)

    @cached_property
    def size(self) -> tuple[int, int] | None:
        """How many rows and columns the board has at the start; None where there is none yet."""
        parts = read_text(self.game.text(self.game.initial()), self.marks)
        return next((part.size for part in parts if isinstance(part, Grid)), None)

    def parts(self, state: State, player: int | None = None) -> tuple[Part, ...]:
        """The boards of a position, and the lines around them."""
        return self.read(self.game.text(state, player))

    def boards(self, state: State) -> Boards:
        """The boards of a position with what their cells are called."""
        return self.boards_in(self.game.text(state))

    @cached_property
    def read(self) -> Callable[[str], tuple[Part, ...]]:
        """Finds the boards and lines of a text, once for each of the latest."""
        return lru_cache(maxsize=REMEMBERED)(lambda text: read_text(text, self.marks, self.size))

    @cached_property
    def boards_in(self) -> Callable[[str], Boards]:
        """Finds the boards of a text, once for each of the latest."""
        return lru_cache(maxsize=REMEMBERED)(
            lambda text: Boards(tuple(part for part in self.read(text) if isinstance(part, Grid)))
        )

    # Clicks

    def clickable(self, state: State, moves: Sequence[Move], squares: Collection[str]) -> list[Move]:
        cells = sum(1 for _ in self.boards(state).places())
        return super().clickable(state, moves, squares) if len(moves) * cells <= MOST_TRIED else []

    def path(self, state: State, move: Move) -> tuple[str, ...]:
        """The squares to click: the cells or the column that a move names, or the cells that it changes."""
        boards = self.boards(state)
        description = self.game.describe(state, move)
        named = boards.cells_named(description)
        if named:
            return tuple(map(boards.name, named))
        column = self.column(state, move)
        if column is not None:
            return (boards.line(*column),)
        return tuple(map(boards.name, cells_to_point_at(self.changes(state, move))))

    def column(self, state: State, move: Move) -> tuple[int, int] | None:
        """The column that a move is the name of: on which board, and which; None where that is not clear.

        Where columns of several boards have that name, it is on the board on which every move has its column.
        """
        columns = self.columns(state, move)
        if len(columns) > 1:
            common = set.intersection(
                *(self.boards_of_move(state, other) for other in self.game.moves(state))
            )
            columns = [column for column in columns if column[0] in common]
        return columns[0] if len(columns) == 1 else None

    def columns(self, state: State, move: Move) -> list[tuple[int, int]]:
        """The columns that a move is the name of: those where it takes something away, or else changes it."""
        changed = self.changes(state, move)
        named = list(self.boards(state).columns(self.game.describe(state, move))) if changed else []
        for among in ([each for each in changed if is_gone(each)], changed):
            there = {(each.place.board, each.place.column) for each in among}
            if found := [column for column in named if column in there]:
                return found
        return []

    def boards_of_move(self, state: State, move: Move) -> set[int]:
        """The boards on which a move is the name of a column."""
        return {board for board, _ in self.columns(state, move)}

    def crossed(self, state: State, move: Move) -> tuple[str, ...]:
        return tuple(map(self.boards(state).name, self.crossed_cells(state, move)))

    def crossed_cells(self, state: State, move: Move) -> tuple[Place, ...]:
        """The cells that a move goes between: those that it names, or those that it changes."""
        named = self.boards(state).cells_named(self.game.describe(state, move))
        changed = self.changes(state, move)
        column = None if named else self.column(state, move)
        if column is not None:
            changed = [each for each in changed if (each.place.board, each.place.column) == column]
        return named or cells_to_point_at(changed)

    def changes(self, state: State, move: Move) -> list[Change]:
        """The cells that a move changes.

        None where something is hidden, as what a move will change is then not for everybody to know, or
        where it is not played alone.
        """
        if self.game.hidden or self.game.turn(state) in (CHANCE, SIMULTANEOUS):
            return []
        return changes(self.boards(state), self.boards(self.game.play(state, move)))
