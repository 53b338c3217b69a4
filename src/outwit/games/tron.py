"""Tron: two light cycles that leave walls behind; whoever has nowhere to go has lost."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property
from typing import NamedTuple

from outwit.bits import Wide, wide_add, wide_has
from outwit.errors import BadOptionError, BadPositionError, IllegalMoveError, shorten
from outwit.game import SIMULTANEOUS, Game, refusal

NORTH, EAST, SOUTH, WEST = range(4)
NAMES = ("n", "e", "s", "w")
ALSO = {"north": 0, "up": 0, "u": 0, "east": 1, "right": 1, "r": 1, "south": 2, "down": 2, "d": 2}
ALSO |= {"west": 3, "left": 3, "l": 3}
"""Other words that people write for a direction."""

OUTSIDE = -1
NOBODY, EITHER = -1, 2
"""Whose a cell is that no cycle reaches, and whose that both reach at once."""

MOST = 25
"""The longest side of a grid."""


class Grid(NamedTuple):
    trails: tuple[Wide, Wide]
    """The cells that each cycle has been on, its own included: row by row from the top, a bit each."""
    heads: tuple[int, int]
    """The cell that each cycle is on; the same if they have run into each other."""
    crashed: int
    """Which cycles have crashed: 1 the first, 2 the second, 3 both."""


@dataclass(frozen=True)
class Tron(Game):
    """Steer a light cycle that leaves a wall; whoever cannot help but run into one, or the border, loses.

    Both choose a direction at once, among those that do not lead into a wall that stands already: such a step
    would lose whatever the other does. If both have nowhere to go, or meet on one cell, it is a draw.
    """

    width: int = 13
    height: int = 13

    player_names = ("A", "B")

    def __post_init__(self) -> None:
        if not (3 <= self.width <= MOST and 3 <= self.height <= MOST):
            raise BadOptionError(
                f"tron:width={self.width},height={self.height} is no grid: width and height go from 3 to "
                f"{MOST}."
            )

    def initial(self) -> Grid:
        """Each cycle stands a quarter of the width from its side, half a turn of the grid from the other."""
        first = self.height // 2 * self.width + self.width // 4
        second = self.width * self.height - 1 - first
        return self.settled((wide_add(self.empty, first), wide_add(self.empty, second)), (first, second))

    def settled(self, trails: tuple[Wide, Wide], heads: tuple[int, int]) -> Grid:
        """The grid with these trails, and who has crashed on it."""
        first, second = trails
        if heads[0] == heads[1]:
            return Grid((first, second), heads, 3)
        crashed = 0
        for player in range(2):
            free = False
            for direction in range(4):
                cell = self.ahead(heads[player], direction)
                if cell != OUTSIDE and not wide_has(first, cell) and not wide_has(second, cell):
                    free = True
            if not free:
                crashed |= 1 << player
        return Grid((first, second), heads, crashed)

    def ahead(self, cell: int, direction: int) -> int:
        """The next cell in a direction, or `OUTSIDE`."""
        if direction == NORTH:
            return cell - self.width if cell >= self.width else OUTSIDE
        if direction == SOUTH:
            return cell + self.width if cell + self.width < self.width * self.height else OUTSIDE
        if direction == EAST:
            return cell + 1 if (cell + 1) % self.width else OUTSIDE
        return cell - 1 if cell % self.width else OUTSIDE

    def turn(self, state: Grid) -> int:
        return SIMULTANEOUS

    def moves_for(self, state: Grid, player: int) -> Iterator[int]:
        if state.crashed:
            return
        first, second = state.trails
        for direction in range(4):
            cell = self.ahead(state.heads[player], direction)
            if cell != OUTSIDE and not wide_has(first, cell) and not wide_has(second, cell):
                yield direction

    def play_joint(self, state: Grid, moves: tuple[int, ...]) -> Grid:
        first = self.ahead(state.heads[0], moves[0])
        second = self.ahead(state.heads[1], moves[1])
        trails = (wide_add(state.trails[0], first), wide_add(state.trails[1], second))
        return self.settled(trails, (first, second))

    def over(self, state: Grid) -> bool:
        return state.crashed > 0

    def payoff(self, state: Grid, player: int) -> float:
        lost, won = state.crashed >> player & 1, state.crashed >> (1 - player) & 1
        return float(won - lost)

    def bounds(self, state: Grid, player: int) -> tuple[float, float]:
        """What is decided once a cycle has crashed, and anything before."""
        if state.crashed:
            return self.payoff(state, player), self.payoff(state, player)
        return -1.0, 1.0

    def evaluate(self, state: Grid, player: int) -> float:
        """How many more cells a cycle reaches first than the other does, all cells being one point."""
        if state.crashed:
            return self.payoff(state, player)
        own = other = 0
        for owner in self.territory(state):
            own += owner == player
            other += owner == 1 - player
        return (own - other) / (self.width * self.height)

    def territory(self, state: Grid) -> list[int]:
        """Whose each free cell is: of the cycle that can be there first, of `EITHER`, of `NOBODY`."""
        first, second = state.trails
        owners = [NOBODY] * (self.width * self.height)
        steps = [0] * (self.width * self.height)
        reached = [state.heads[0], state.heads[1]]
        owners[reached[0]], owners[reached[1]] = 0, 1
        at = 0
        while at < len(reached):
            cell = reached[at]
            at += 1
            for direction in range(4):
                near = self.ahead(cell, direction)
                if near == OUTSIDE or wide_has(first, near) or wide_has(second, near):
                    continue
                if owners[near] == NOBODY:
                    owners[near], steps[near] = owners[cell], steps[cell] + 1
                    reached.append(near)
                elif steps[near] == steps[cell] + 1 and owners[near] != owners[cell]:
                    owners[near] = EITHER
        owners[state.heads[0]] = owners[state.heads[1]] = NOBODY
        return owners

    @cached_property
    def empty(self) -> Wide:
        """No cell of the grid."""
        return (0,) * ((self.width * self.height + 63) // 64)

    def describe(self, state: Grid, move: int) -> str:
        return NAMES[move]

    def parse(self, state: Grid, text: str) -> int:
        """A direction by its letter, by its name, or as up, right, down, left."""
        wanted = text.strip().casefold()
        move = NAMES.index(wanted) if wanted in NAMES else ALSO.get(wanted, OUTSIDE)
        legal = sorted({move for player in (0, 1) for move in self.moves_for(state, player)})
        if move not in legal:
            raise IllegalMoveError(refusal(text, [NAMES[each] for each in legal]))
        return move

    def text(self, state: Grid, player: int | None = None) -> str:
        """The grid, each cycle by its letter, its trail by the small one, both cycles on one cell by `*`."""
        first, second = state.trails
        marks = []
        for cell in range(self.width * self.height):
            if cell in state.heads:
                here = [name for name, head in zip("AB", state.heads, strict=True) if head == cell]
                marks.append(here[0] if len(here) == 1 else "*")
            else:
                marks.append("a" if wide_has(first, cell) else "b" if wide_has(second, cell) else ".")
        rows = range(0, len(marks), self.width)
        return "\n".join(" ".join(marks[row : row + self.width]) for row in rows)

    def position(self, text: str) -> Grid:
        """The grid row by row: cycles A and B, or `*` where both are, trails a and b, free cells `.`."""
        rows = [row for line in re.split(r"[\n/]", text) if (row := "".join(line.split()))]
        row_drawn = re.compile(f"[.abAB*]{{{self.width}}}")
        if len(rows) != self.height or not all(map(row_drawn.fullmatch, rows)):
            raise BadPositionError(
                f"{shorten(text)!r} is no grid of {self.height} rows of {self.width} cells, drawn with A and "
                "B for the cycles, a and b for their trails, * where both cycles are and '.' for free cells."
            )
        cells = "".join(rows)
        count = tuple(cells.count(mark) for mark in "AB*")
        if count not in ((1, 1, 0), (0, 0, 1)):
            raise BadPositionError(
                f"The grid drawn has {count[0]} A, {count[1]} B and {count[2]} *; it takes one A and one B, "
                "or one *."
            )
        trails = []
        for marks in ("Aa*", "Bb*"):
            trail = self.empty
            for cell, mark in enumerate(cells):
                if mark in marks:
                    trail = wide_add(trail, cell)
            trails.append(trail)
        both = cells.find("*")
        heads = (both, both) if both >= 0 else (cells.index("A"), cells.index("B"))
        return self.settled((trails[0], trails[1]), heads)
