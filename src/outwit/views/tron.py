"""Tron drawn: the grid, both trails, the cycles; four buttons steer the own one."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import ClassVar

from outwit.bits import wide_has
from outwit.draw.picture import Picture
from outwit.draw.shapes import Box, Disc, Polygon, Shape, Square, Stroke, Words
from outwit.draw.theme import Kind, player_kind
from outwit.errors import join_names
from outwit.game import player_name
from outwit.games.tron import EAST, NAMES, NORTH, SOUTH, WEST, Grid, Tron
from outwit.views.view import View

MARGIN = 14.0
CELL = 30.0
LEAST = 13
"""So many cells find room side by side in every picture: for the buttons, and for the names."""

NAME = 34.0
"""How much room the players' names take above the grid."""

KEY, TALL = 84.0, 52.0
"""How wide and how high a button is."""

GAP = 8.0
KEYS = {NORTH: (1, 0), WEST: (0, 1), SOUTH: (1, 1), EAST: (2, 1)}
"""Where the buttons are, by column and row: as the arrows of a keyboard."""

WORDS = ("north", "east", "south", "west")
POINTS = ((0.0, -1.0), (1.0, 0.0), (0.0, 1.0), (-1.0, 0.0))
"""Which way each direction goes on the picture."""


@dataclass(frozen=True)
class TronView(View):
    """The grid from above, the same for both; whoever plays has buttons below it.

    The first player's trail is plain, the second's has a stroke through every cell.
    """

    game: Tron
    scored: ClassVar[bool] = True
    joint: ClassVar[bool] = True

    @property
    def width(self) -> float:
        return 2 * MARGIN + max(self.game.width, LEAST) * CELL

    def picture(
        self, state: Grid, player: int | None = None, last: object = None, before: Grid | None = None
    ) -> Picture:
        bottom = MARGIN + NAME + self.game.height * CELL + MARGIN
        steering = player is not None and not self.game.over(state)
        foot = 2 * TALL + GAP + MARGIN if steering else 0.0
        shapes = (
            Box(0, 0, self.width, bottom + foot, "ground", 22),
            *self.names(state),
            *self.cells(),
            *self.trails(state),
            *self.heads(state),
        )
        controls = tuple(self.keys(state, player, bottom)) if player is not None and steering else ()
        return Picture(self.width, bottom + foot, shapes, self.label(state, player), controls, foot)

    def path(self, state: Grid, move: int) -> tuple[str, ...]:
        return (NAMES[move],)

    def worded(self, state: Grid, move: int) -> str:
        return WORDS[move]

    def action(self, state: Grid, moves: Sequence[int]) -> str:
        return f"go {WORDS[moves[0]]}"

    def recounted(self, before: Grid, move: tuple[int, ...], after: Grid) -> str:
        ways = (f"{player_name(self.game, seat)} goes {WORDS[way]}" for seat, way in enumerate(move))
        return ", ".join(ways)

    # What is drawn

    def corner(self, cell: int) -> tuple[float, float]:
        """Where the top left corner of a cell is."""
        left = (self.width - self.game.width * CELL) / 2
        return left + cell % self.game.width * CELL, MARGIN + NAME + cell // self.game.width * CELL

    def middle(self, cell: int) -> tuple[float, float]:
        """Where the middle of a cell is."""
        x, y = self.corner(cell)
        return x + CELL / 2, y + CELL / 2

    def names(self, state: Grid) -> Iterator[Shape]:
        """Who plays which cycle, and how it has gone."""
        y = MARGIN + NAME / 2 - 4
        for player, (x, way) in enumerate(((MARGIN + 14, 1), (self.width - MARGIN - 14, -1))):
            yield from token(x, y, player, player_name(self.game, player))
            trail = x + way * 22 - (way < 0) * 22
            yield from trail_cell(trail, y - 11, 22, player)
            result = self.result(state, player)
            kind: Kind = "win" if result == "wins" else "last"
            yield Words(x + way * 54, y, result, kind, 17, "start" if way > 0 else "end")

    def result(self, state: Grid, player: int) -> str:
        """How a player has fared; nothing before the end."""
        if not self.game.over(state):
            return ""
        return {1.0: "wins", 0.0: "draw", -1.0: "has crashed"}[self.game.payoff(state, player)]

    def cells(self) -> Iterator[Shape]:
        """The cells of the grid."""
        for cell in range(self.game.width * self.game.height):
            x, y = self.corner(cell)
            yield Box(x + 0.75, y + 0.75, CELL - 1.5, CELL - 1.5, "cell", 3)

    def trails(self, state: Grid) -> Iterator[Shape]:
        """The walls that both have left."""
        for player, trail in enumerate(state.trails):
            for cell in range(self.game.width * self.game.height):
                if wide_has(trail, cell):
                    x, y = self.corner(cell)
                    yield from trail_cell(x + 0.75, y + 0.75, CELL - 1.5, player)

    def heads(self, state: Grid) -> Iterator[Shape]:
        """The cycles where they are now; whoever has crashed is crossed out."""
        if state.heads[0] == state.heads[1]:
            yield from crossed(*self.middle(state.heads[0]))
            return
        for player, head in enumerate(state.heads):
            x, y = self.middle(head)
            yield from token(x, y, player, player_name(self.game, player))
            if state.crashed >> player & 1:
                yield from crossed(x, y)

    def keys(self, state: Grid, player: int, top: float) -> Iterator[Shape]:
        """The buttons that steer a player's cycle; a way that is barred is only outlined."""
        free = set(self.game.moves_for(state, player))
        left = self.width / 2 - 1.5 * KEY - GAP
        yield from token(left + 13, top + TALL / 2, player, player_name(self.game, player))
        yield Words(left + 34, top + TALL / 2, "goes", "last", 16, "start")
        for direction, (column, row) in KEYS.items():
            x, y = left + column * (KEY + GAP), top + row * (TALL + GAP)
            legal = direction in free
            yield Square(NAMES[direction], x, y, KEY, TALL, "cell" if legal else None, 12)
            yield Box(x + 1, y + 1, KEY - 2, TALL - 2, "last" if legal else "wall", 12, 2)
            yield from arrow(x + KEY / 2 - 14, y + TALL / 2, direction, "last" if legal else "wall")
            words = NAMES[direction].upper()
            yield Words(x + KEY / 2 + 18, y + TALL / 2, words, "last" if legal else "wall", 17)

    # In words

    def label(self, state: Grid, player: int | None) -> str:
        """The grid in words: where the cycles are, where they can go, how long their trails are."""
        said = []
        for seat, head in enumerate(state.heads):
            where = f"row {head // self.game.width + 1}, column {head % self.game.width + 1}"
            length = sum(word.bit_count() for word in state.trails[seat])
            said.append(f"{player_name(self.game, seat)} at {where}, its trail {length} long")
            if self.game.over(state):
                said[-1] += f", {self.result(state, seat)}"
            elif player in (None, seat):
                ways = join_names((WORDS[way] for way in self.game.moves_for(state, seat)), last="and")
                said[-1] += f", free to the {ways}"
        size = f"{self.game.width} by {self.game.height} cells"
        return f"{size}. {'. '.join(said)}."


def token(x: float, y: float, player: int, name: str) -> Iterator[Shape]:
    """A cycle around a point: a disc with its player's letter."""
    yield Disc(x, y, 13, "last")
    yield Disc(x, y, 11, player_kind(player))
    yield Words(x, y, name[:1].upper(), "mark", 15)


def trail_cell(x: float, y: float, size: float, player: int) -> Iterator[Shape]:
    """A cell of a trail, by its top left corner."""
    yield Box(x, y, size, size, player_kind(player), 3)
    if player == 1:
        yield Stroke(((x + 6, y + size - 6), (x + size - 6, y + 6)), "mark", 3)


def crossed(x: float, y: float) -> Iterator[Shape]:
    """A cross over whatever has crashed."""
    for kind, width in (("cell", 9.0), ("last", 5.0)):
        for way in (-1, 1):
            yield Stroke(((x - 12, y - 12 * way), (x + 12, y + 12 * way)), kind, width)  # type: ignore[arg-type]


def arrow(x: float, y: float, direction: int, kind: Kind) -> Iterator[Shape]:
    """An arrow around a point."""
    ahead, down = POINTS[direction]
    tip, back = (x + 12 * ahead, y + 12 * down), (x - 12 * ahead, y - 12 * down)
    yield Stroke((back, (x + 4 * ahead, y + 4 * down)), kind, 4)
    side = (-down * 9, ahead * 9)
    yield Polygon(
        (
            tip,
            (x + 2 * ahead + side[0], y + 2 * down + side[1]),
            (x + 2 * ahead - side[0], y + 2 * down - side[1]),
        ),
        kind,
    )
