"""Hex: join your two sides of the board."""

from collections import deque
from dataclasses import dataclass, replace
from typing import Iterator, Optional

from outwit import Game

EMPTY, RED, BLUE = 0, 1, 2
DIRECTIONS = [(-1, 0), (-1, 1), (0, -1), (0, 1), (1, -1), (1, 0)]
MARKS = {EMPTY: ".", RED: "R", BLUE: "B"}


@dataclass(frozen=True)
class Position:
    cells: tuple[int, ...]
    turn: int = 0

    @property
    def stone(self) -> int:
        """The colour of whoever is to move."""
        return self.turn + 1

    def with_stone(self, cell: int) -> "Position":
        cells = list(self.cells)
        cells[cell] = self.stone
        return replace(self, cells=tuple(cells), turn=1 - self.turn)


@dataclass(frozen=True)
class Hex(Game):
    """Red joins top and bottom, Blue joins left and right; there are no draws."""

    size: int = 5

    title = "Hex"
    player_names = ("R", "B")

    def __post_init__(self):
        if not 2 <= self.size <= 11:
            raise ValueError("size must be from 2 to 11")

    def initial(self) -> Position:
        return Position(cells=(EMPTY,) * self.size**2)

    def moves(self, state: Position) -> Iterator[int]:
        if not self.over(state):
            yield from (cell for cell, stone in enumerate(state.cells) if stone == EMPTY)

    def play(self, state: Position, move: int) -> Position:
        return state.with_stone(move)

    def neighbours(self, cell: int) -> Iterator[int]:
        row, column = divmod(cell, self.size)
        for down, right in DIRECTIONS:
            r, c = row + down, column + right
            if 0 <= r < self.size and 0 <= c < self.size:
                yield r * self.size + c

    def first_side(self, colour: int) -> list[int]:
        """The cells at the top for red, at the left for blue."""
        if colour == RED:
            return list(range(self.size))
        return [row * self.size for row in range(self.size)]

    def at_far_side(self, cell: int, colour: int) -> bool:
        row, column = divmod(cell, self.size)
        return (row if colour == RED else column) == self.size - 1

    def connected(self, cells: tuple[int, ...], colour: int) -> bool:
        stack = [cell for cell in self.first_side(colour) if cells[cell] == colour]
        seen = set(stack)
        while stack:
            cell = stack.pop()
            if self.at_far_side(cell, colour):
                return True
            for other in self.neighbours(cell):
                if cells[other] == colour and other not in seen:
                    seen.add(other)
                    stack.append(other)
        return False

    def winner(self, state: Position) -> Optional[int]:
        for player, colour in enumerate((RED, BLUE)):
            if self.connected(state.cells, colour):
                return player
        return None

    def over(self, state: Position) -> bool:
        return self.winner(state) is not None

    def payoff(self, state: Position, player: int) -> float:
        return 1.0 if self.winner(state) == player else -1.0

    def missing(self, cells: tuple[int, ...], colour: int) -> int:
        """How many more stones the colour needs to join its sides, if the other passes."""
        cost = [0 if stone == colour else 1 for stone in cells]
        blocked = 3 - colour
        best = {cell: cost[cell] for cell in self.first_side(colour) if cells[cell] != blocked}
        queue = deque(sorted(best, key=lambda cell: best[cell]))
        while queue:
            cell = queue.popleft()
            if self.at_far_side(cell, colour):
                return best[cell]
            for other in self.neighbours(cell):
                if cells[other] == blocked:
                    continue
                total = best[cell] + cost[other]
                if total < best.get(other, len(cells)):
                    best[other] = total
                    if cost[other] == 0:
                        queue.appendleft(other)
                    else:
                        queue.append(other)
        return self.size

    def evaluate(self, state: Position, player: int) -> float:
        mine = self.missing(state.cells, player + 1)
        theirs = self.missing(state.cells, 2 - player)
        return (theirs - mine) / (2 * self.size)

    def describe(self, state: Position, move: int) -> str:
        row, column = divmod(move, self.size)
        return f"{chr(ord('a') + column)}{row + 1}"

    def text(self, state: Position, player: Optional[int] = None) -> str:
        lines = ["   " + " ".join(chr(ord("a") + column) for column in range(self.size))]
        for row in range(self.size):
            stones = state.cells[row * self.size : (row + 1) * self.size]
            lines.append(" " * row + f"{row + 1:2} " + " ".join(MARKS[stone] for stone in stones))
        return "\n".join(lines)
