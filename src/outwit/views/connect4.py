"""Connect 4 drawn: a panel with holes, and discs with crosses and rings."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import ClassVar

from outwit.draw.picture import Picture
from outwit.draw.shapes import Box, Disc, Shape, Square, Stroke, Words
from outwit.game import player_name
from outwit.games.connect4 import COLUMNS, Board, Connect4
from outwit.views.view import View

MARGIN = 14.0
CELL = 70.0
FOOT = 34.0
"""How much room the names below the columns take."""

DISC = 24.0
DIRECTIONS = ((0, 1), (1, 0), (1, 1), (1, -1))


@dataclass(frozen=True)
class Connect4View(View):
    """A board of any size; its squares are whole columns, named as the game names its moves."""

    game: Connect4
    pieces: ClassVar[tuple[str, ...]] = ("X", "O", ".")

    def picture(
        self, state: Board, player: int | None = None, last: int | None = None, before: Board | None = None
    ) -> Picture:
        width = 2 * MARGIN + self.game.width * CELL
        height = 2 * MARGIN + self.game.height * CELL + FOOT
        piles = self.piles(state)
        if last is not None and not piles[last]:
            last = None
        rows = self.rows(piles)
        shapes = (
            Box(0, 0, width, height, "ground", 26),
            *self.columns(state, height),
            *self.holes(),
            *self.winning_lines(rows),
            *self.discs(piles),
            *self.last_ring(piles, last),
        )
        return Picture(width, height, shapes, self.label(state, piles, rows, last))

    def path(self, state: Board, move: int) -> tuple[str, ...]:
        return (self.game.describe(state, move),)

    def track(self, picture: Picture, state: Board, move: int) -> tuple[tuple[float, float], ...]:
        """Where the disc comes to lie."""
        return (self.middle(move, len(self.piles(state)[move])),)

    def placed(self, state: Board, square: str, piece: str) -> Board:
        """The state with a disc on top of a column, or with the topmost taken away; full columns stay."""
        column = COLUMNS.index(square)
        bottom, up = column * (self.game.height + 1), len(self.piles(state)[column])
        first, second = (state.own, state.other) if state.turn == 0 else (state.other, state.own)
        if piece == ".":
            kept = ~(1 << bottom + up - 1) if up else ~0
            first, second = first & kept, second & kept
        elif up < self.game.height:
            disc = 1 << bottom + up
            first, second = (first | disc, second) if piece == "X" else (first, second | disc)
        return Board(first, second, 0) if state.turn == 0 else Board(second, first, 1)

    def piles(self, state: Board) -> list[list[int]]:
        """The player of each disc, column by column, from the bottom up."""
        first = state.own if state.turn == 0 else state.other
        taken = state.own | state.other
        bits = [
            range(c * (self.game.height + 1), (c + 1) * (self.game.height + 1) - 1) for c in self.across()
        ]
        return [[1 - (first >> bit & 1) for bit in column if taken >> bit & 1] for column in bits]

    def rows(self, piles: list[list[int]]) -> list[tuple[tuple[int, int], ...]]:
        """The places, as column and height, of each winning row."""
        owner = {(column, up): who for column, pile in enumerate(piles) for up, who in enumerate(pile)}
        found = []
        for (column, up), who in owner.items():
            for dx, dy in DIRECTIONS:
                row = tuple((column + n * dx, up + n * dy) for n in range(self.game.length))
                if all(owner.get(place) == who for place in row):
                    found.append(row)
        return found

    def across(self) -> range:
        """The columns, from the left."""
        return range(self.game.width)

    def middle(self, column: int, up: int) -> tuple[float, float]:
        """Where the middle of a place is, so far up from the bottom."""
        return MARGIN + (column + 0.5) * CELL, MARGIN + (self.game.height - up - 0.5) * CELL

    def columns(self, state: Board, height: float) -> Iterator[Shape]:
        """The columns, each with its name at the foot."""
        for column in self.across():
            name = self.game.describe(state, column)
            x, _ = self.middle(column, 0)
            yield Square(name, x - CELL / 2 + 1, 6, CELL - 2, height - 12, None, 20)
            yield Words(x, height - MARGIN - FOOT / 2, name, "name", 20)

    def holes(self) -> Iterator[Shape]:
        """The places without their discs."""
        for column in self.across():
            for up in range(self.game.height):
                yield Disc(*self.middle(column, up), DISC + 2, "cell")

    def winning_lines(self, rows: list[tuple[tuple[int, int], ...]]) -> Iterator[Shape]:
        """What marks winning rows: a line behind their discs, and a ring around each of these."""
        for row in rows:
            yield Stroke((self.middle(*row[0]), self.middle(*row[-1])), "win", 9)
        for place in sorted({place for row in rows for place in row}):
            yield Disc(*self.middle(*place), DISC + 7.5, "cell")
            yield Disc(*self.middle(*place), DISC + 7.5, "win", 4)

    def discs(self, piles: list[list[int]]) -> Iterator[Shape]:
        """The discs: the first player's carry a cross, the second's a ring."""
        arm = 8
        for column, pile in enumerate(piles):
            for up, who in enumerate(pile):
                x, y = self.middle(column, up)
                yield Disc(x, y, DISC, "second" if who else "first")
                if who:
                    yield Disc(x, y, 9.5, "mark", 5)
                else:
                    yield Stroke(((x - arm, y - arm), (x + arm, y + arm)), "mark", 5)
                    yield Stroke(((x - arm, y + arm), (x + arm, y - arm)), "mark", 5)

    def last_ring(self, piles: list[list[int]], last: int | None) -> Iterator[Shape]:
        """A ring around the disc dropped last."""
        if last is not None:
            yield Disc(*self.middle(last, len(piles[last]) - 1), DISC + 3.5, "last", 3)

    def label(
        self,
        state: Board,
        piles: list[list[int]],
        rows: list[tuple[tuple[int, int], ...]],
        last: int | None,
    ) -> str:
        """The position in words, column by column from the left."""
        names = [player_name(self.game, player) for player in (0, 1)]
        columns = []
        for column, pile in enumerate(piles):
            discs = ", ".join(names[who] for who in pile) or "empty"
            order = " from the bottom up" if len(pile) > 1 else ""
            columns.append(f"column {self.game.describe(state, column)}: {discs}{order}")
        words = [f"C{'; '.join(columns)[1:]}."]
        if last is not None:
            words.append(f"Last move: {names[piles[last][-1]]} in column {self.game.describe(state, last)}.")
        for winner in sorted({piles[row[0][0]][row[0][1]] for row in rows}):
            words.append(f"{names[winner]} has {self.game.length} in a row.")
        return " ".join(words)
