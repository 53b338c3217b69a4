"""The War Game: two sides take the squares of a board by paradrop and blitz; the more valuable half wins."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import cached_property
from types import MappingProxyType
from typing import NamedTuple

from outwit.bits import Bits, bit, each, shift
from outwit.errors import BadPositionError, shorten
from outwit.game import Game
from outwit.games.wargame.boards import BOARDS, COLUMNS, canonical, read_board, values_of

CELL = re.compile(r"(?P<owner>[bg.]?)(?P<value>\d*)")
"""A square in writing: whose it is, and what it is worth."""


class Front(NamedTuple):
    blue: Bits
    """The first player's squares: bit 0 is the top left, bit 1 the square to its right."""
    green: Bits
    blue_points: int
    green_points: int
    turn: int


@dataclass(frozen=True)
class WarGame(Game):
    """Take squares by paradrop, or by blitz and with them the enemy's next to them; the higher sum wins.

    A drop takes any free square. A blitz takes one that is horizontally or vertically next to one's own, and
    every enemy square next to it changes sides. A move is twice the number of its square, and one more if it
    is a blitz.
    """

    board: str = field(default="Smolensk", metadata={"opened": read_board, "known": tuple(BOARDS)})
    mandatory: bool = False

    title = "War Game"
    player_names = ("blue", "green")
    feature_names = ("points", "exposed", "worst", "threatened", "gain")
    evaluations = MappingProxyType(
        {
            "balanced": (1.0, -0.2, 0.0, -0.4, 0.5),
            "points": (1.0, 0.0, 0.0, 0.0, 0.0),
            "exposed": (1.0, -1.0, 0.0, 0.0, 0.0),
            "worst": (1.0, 0.0, -1.0, 0.0, 0.0),
        }
    )
    weights = evaluations["balanced"]

    def __post_init__(self) -> None:
        object.__setattr__(self, "board", canonical(self.board))

    def initial(self) -> Front:
        return Front(0, 0, 0, 0, 0)

    def moves(self, state: Front) -> Iterator[int]:
        """Row by row, on each free square the drop and then, where it is possible, the blitz."""
        own, other = self.sides(state, state.turn)
        near = self.beside(own)
        for square in each(self.squares ^ (own | other)):
            blitz = near & bit(square) != 0
            if not (self.mandatory and blitz and self.beside(bit(square)) & other):
                yield 2 * square
            if blitz:
                yield 2 * square + 1

    def play(self, state: Front, move: int) -> Front:
        blue, green, blue_points, green_points, turn = state
        taken = bit(move >> 1)
        turned = self.captures(state, move)
        points, lost = self.values[move >> 1], 0
        for square in each(turned):
            lost += self.values[square]
        if turn == 0:
            return Front(
                blue | taken | turned, green ^ turned, blue_points + points + lost, green_points - lost, 1
            )
        return Front(
            blue ^ turned, green | taken | turned, blue_points - lost, green_points + points + lost, 0
        )

    def over(self, state: Front) -> bool:
        return state.blue | state.green == self.squares

    def payoff(self, state: Front, player: int) -> float:
        lead = state.blue_points - state.green_points
        return float(lead if player == 0 else -lead)

    def bounds(self, state: Front, player: int) -> tuple[float, float]:
        return -self.total, self.total

    def captures(self, state: Front, move: int) -> Bits:
        """The enemy's squares that change sides by a move."""
        _, other = self.sides(state, state.turn)
        return self.beside(bit(move >> 1)) & other if move & 1 else 0

    def noisy(self, state: Front, move: int) -> bool:
        """A blitz that turns anything."""
        return self.captures(state, move) != 0

    def order(self, state: Front, move: int) -> float:
        """What a move gains at once, its own points and, twice, those that it turns."""
        return self.values[move >> 1] + 2.0 * self.worth(self.captures(state, move))

    def sides(self, state: Front, player: int) -> tuple[Bits, Bits]:
        """A player's squares, and the enemy's."""
        if player == 0:
            return state.blue, state.green
        return state.green, state.blue

    def beside(self, squares: Bits) -> Bits:
        """The squares next to any of these, horizontally or vertically."""
        across = (squares & self.not_last) << 1 | (squares & self.not_first) >> 1
        return (across | shift(squares, self.width) | squares >> self.width) & self.squares

    def worth(self, squares: Bits) -> int:
        """The points of some squares."""
        points = 0
        for square in each(squares):
            points += self.values[square]
        return points

    def evaluate(self, state: Front, player: int) -> float:
        """The features weighed, own less the enemy's; those that weigh nothing are not computed."""
        points, exposed, worst, threatened, gain = self.weights
        own, other = self.sides(state, state.turn)
        free = self.squares ^ (own | other)
        value = points * (state.blue_points - state.green_points) * (1 - 2 * state.turn)
        if exposed:
            value -= exposed * self.worth(self.exposed_squares(other, own, free))
        if worst:
            value -= worst * self.worst(other, own, free)
        if threatened:
            value += threatened * self.worth(self.exposed_squares(own, other, free))
        if gain:
            value += gain * self.blitz_gain(own, other, free)
        return value if player == state.turn else -value

    def features(self, state: Front, player: int) -> tuple[float, float, float, float, float]:
        """What an evaluation can weigh, of one player's.

        Points held; when the enemy is to act, those that a blitz could take, and the most that one could;
        when one is to act oneself, all that a blitz could take later, and the most that a move gains at once.
        """
        own, other = self.sides(state, player)
        free = self.squares ^ (own | other)
        points = float(state.blue_points if player == 0 else state.green_points)
        exposed = float(self.worth(self.exposed_squares(own, other, free)))
        if player == state.turn:
            return points, 0.0, 0.0, exposed, float(self.blitz_gain(own, other, free))
        return points, exposed, float(self.worst(own, other, free)), 0.0, 0.0

    def exposed_squares(self, own: Bits, other: Bits, free: Bits) -> Bits:
        """One's own squares that the other side could take by a blitz."""
        return own & self.beside(free & self.beside(other))

    def worst(self, own: Bits, other: Bits, free: Bits) -> int:
        """The most points that the other side could take by a single blitz."""
        most = 0
        for square in each(free & self.beside(other) & self.beside(own)):
            most = max(most, self.worth(self.beside(bit(square)) & own))
        return most

    def blitz_gain(self, own: Bits, other: Bits, free: Bits) -> int:
        """The most that one move gains at once, its own points and, twice, those that it turns."""
        near, most = self.beside(own), 0
        for square in each(free):
            points = self.values[square]
            if near & bit(square):
                points += 2 * self.worth(self.beside(bit(square)) & other)
            most = max(most, points)
        return most

    @cached_property
    def values(self) -> tuple[int, ...]:
        """What each square is worth, row by row."""
        return tuple(value for row in values_of(self.board) for value in row)

    @cached_property
    def total(self) -> float:
        """What all squares are worth together."""
        return float(sum(self.values))

    @cached_property
    def width(self) -> int:
        """How many columns the board has."""
        return len(values_of(self.board)[0])

    @cached_property
    def height(self) -> int:
        """How many rows the board has."""
        return len(values_of(self.board))

    @cached_property
    def squares(self) -> int:
        """All squares of the board."""
        return (1 << self.width * self.height) - 1

    @cached_property
    def not_first(self) -> int:
        """The squares that have one to their left."""
        return sum(1 << square for square in range(self.width * self.height) if square % self.width)

    @cached_property
    def not_last(self) -> int:
        """The squares that have one to their right."""
        return self.not_first >> 1

    def square_name(self, square: int) -> str:
        """A square as people write it: the column's letter, and the row's number from the top."""
        return f"{COLUMNS[square % self.width]}{square // self.width + 1}"

    def describe(self, state: Front, move: int) -> str:
        return f"{'blitz' if move & 1 else 'drop'} {self.square_name(move >> 1)}"

    def text(self, state: Front, player: int | None = None) -> str:
        cells = [
            ("b" if state.blue >> square & 1 else "g" if state.green >> square & 1 else "") + str(value)
            for square, value in enumerate(self.values)
        ]
        lines = ["   " + "".join(f"{COLUMNS[column]:>5}" for column in range(self.width))]
        for row in range(self.height):
            names = cells[row * self.width : (row + 1) * self.width]
            lines.append(f"{row + 1:>3}" + "".join(f"{name:>5}" for name in names))
        return "\n".join([*lines, f"blue {state.blue_points} : {state.green_points} green"])

    def position(self, text: str) -> Front:
        """The board as it is shown, or its rows with b, g and . for the squares, a / or a new line between.

        Every move takes one square, so their number says who is to move.
        """
        rows = [cells for line in re.split(r"[\n/]", text) if (cells := self.cells(line))]
        if len(rows) != self.height or any(len(row) != self.width for row in rows):
            raise BadPositionError(
                f"{shorten(text)!r} is no position of this War Game: {self.height} rows of {self.width} "
                "squares are needed, b for blue, g for green and . for a free one."
            )
        owned = {"b": 0, "g": 0}
        for square, cell in enumerate(cell for row in rows for cell in row):
            found = CELL.fullmatch(cell)
            if not found or found["value"] not in ("", str(self.values[square])):
                raise BadPositionError(
                    f"{shorten(cell)!r} cannot be {self.square_name(square)}, which is worth "
                    f"{self.values[square]}: b or g stands before what is taken."
                )
            if found["owner"] in owned:
                owned[found["owner"]] |= 1 << square
        blue, green = owned.values()
        turn = (blue | green).bit_count() % 2
        return Front(blue, green, self.worth(blue), self.worth(green), turn)

    def cells(self, line: str) -> list[str]:
        """The squares of a row as it is written; none in a line that names columns or tells the score."""
        if re.fullmatch(r"[\sA-Z]*", line) or re.match(r"\s*blue\b", line):
            return []
        if re.fullmatch(r"[.bg\s]*", line):
            return list(re.sub(r"\s", "", line))
        cells = line.split()
        return cells[1:] if len(cells) == self.width + 1 else cells
