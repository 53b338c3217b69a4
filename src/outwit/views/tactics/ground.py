"""The battlefield before anybody stands on it: where its tiles are, and what is drawn whatever happens."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from outwit.draw.shapes import Box, Shape, Square, Words
from outwit.draw.theme import Kind
from outwit.games.tactics import Tactics
from outwit.games.tactics.scenario import ABILITIES
from outwit.views.tactics import tokens
from outwit.views.view import View

MARGIN = 14.0
CELL = 72.0
GAP = 5.0
STEP = CELL + GAP
EDGE = 24.0
"""How much room the numbers of the columns and of the rows take."""

ROW = 34.0
"""How much room a row of armies takes."""

LINE = 24.0
"""How much room a line of words takes."""

FOOT = 54.0
"""How much room the buttons take."""

NARROWEST = 420.0
"""How wide a picture is at least, so that the words have room."""

TOKEN = 18.0
"""How large a unit's token is, from its middle."""

GROUNDS: tuple[Kind, ...] = ("cell", "rise", "hill", "peak")
"""The colours of tiles, by their height."""

PAINTS: tuple[Kind, ...] = ("first", "second", "third", "choice", "last", "name")
"""The colours of armies."""

NAMED: dict[str, Kind] = {"blue": "first", "red": "second", "green": "third"}
"""The colours of armies that are called by one."""


@dataclass(frozen=True)
class Ground(View):
    """A board of any size, its armies' colours, and the buttons below it."""

    game: Tactics

    # Where things are

    @property
    def columns(self) -> int:
        """How many columns the board has."""
        return self.game.battlefield.board.width

    @property
    def above(self) -> float:
        """How much room there is above the board and its numbers."""
        return MARGIN + ROW * ((self.game.players + 1) // 2) + 2 * LINE

    @property
    def width(self) -> float:
        """How wide the picture is."""
        return max(NARROWEST, 2 * MARGIN + EDGE + self.columns * STEP - GAP)

    @property
    def height(self) -> float:
        """How high the picture is."""
        return self.above + EDGE + self.game.battlefield.board.height * STEP - GAP + MARGIN + FOOT

    def corner(self, tile: int) -> tuple[float, float]:
        """Where the top left corner of a tile is."""
        row, column = divmod(tile, self.columns)
        left = (self.width + EDGE - self.columns * STEP + GAP) / 2
        return left + column * STEP, self.above + EDGE + row * STEP

    def middle(self, tile: int) -> tuple[float, float]:
        """Where the middle of a token on a tile is."""
        x, y = self.corner(tile)
        return x + CELL / 2, y + 32

    def paint(self, army: int) -> Kind:
        """The colour of an army: the one it is called by, or the first that is left."""
        names = [name.casefold() for name in self.game.player_names]
        taken = [NAMED[name] for name in names if name in NAMED]
        free = iter([kind for kind in PAINTS if kind not in taken])
        return [NAMED[name] if name in NAMED else next(free) for name in names][army]

    # What is drawn

    def tiles(self) -> Iterator[Shape]:
        """The ground: tiles by their heights, and walls, which cannot be clicked."""
        board = self.game.battlefield.board
        for tile, level in enumerate(board.levels):
            x, y = self.corner(tile)
            if level < 0:
                yield Box(x, y, CELL, CELL, "wall", 8)
                yield from tokens.bricks(x, y, CELL)
                continue
            yield Square(board.place(tile), x, y, CELL, CELL, GROUNDS[level], 8)
            if level:
                yield from tokens.height(x + 6, y + 5, level)

    def numbers(self) -> Iterator[Shape]:
        """The columns' numbers above them, and the rows' numbers on their left."""
        left, top = self.corner(0)
        board = self.game.battlefield.board
        for x in range(board.width):
            yield Words(left + x * STEP + CELL / 2, top - EDGE / 2, str(x), "name", 15)
        for y in range(board.height):
            yield Words(left - EDGE / 2, top + y * STEP + CELL / 2, str(y), "name", 15)

    def buttons(self) -> Iterator[Shape]:
        """What is chosen by name and not on the board: abilities that some unit has, and to pass."""
        skills = [
            name
            for number, name in enumerate(ABILITIES)
            if self.game.has_abilities and any(unit[number] for unit in self.game.skills)
        ]
        names = [*skills, "pass"]
        wide, high = min(92.0, (self.width - 2 * MARGIN + GAP) / len(names) - GAP), 38.0
        left = (self.width - len(names) * (wide + GAP) + GAP) / 2
        top = self.height - MARGIN - high
        for name in names:
            yield Square(name, left, top, wide, high, None, 10)
            yield Box(left, top, wide, high, "name", 10, 1.5)
            yield Words(left + wide / 2, top + high / 2, name, "name", 17)
            left += wide + GAP
