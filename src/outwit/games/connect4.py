"""Connect 4: drop discs into columns until four of one's own lie in a row."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property
from typing import NamedTuple

from outwit.errors import BadOptionError, BadPositionError, shorten
from outwit.game import Game

COLUMNS = "123456789abcdefghijklmnop"

LOSES = -1_000.0
"""Where a move stands in the order that loses at once."""


class Board(NamedTuple):
    own: int
    """The discs of the player to act, a bit each: column by column, bottom up, one spare bit above each."""
    other: int
    turn: int


@dataclass(frozen=True)
class Connect4(Game):
    """Drop discs into seven columns; four in a row, in any direction, win."""

    width: int = 7
    height: int = 6
    length: int = 4
    graded: bool = False

    title = "Connect 4"
    player_names = ("X", "O")

    def __post_init__(self) -> None:
        if not (
            1 <= self.width <= len(COLUMNS)
            and 1 <= self.height <= 25
            and 2 <= self.length <= max(self.width, self.height)
        ):
            raise BadOptionError(
                f"connect4:width={self.width},height={self.height},length={self.length} is no board: width "
                "and height go from 1 to 25, and length from 2 to the longer of them."
            )

    def initial(self) -> Board:
        return Board(0, 0, 0)

    def moves(self, state: Board) -> Iterator[int]:
        if self.over(state):
            return
        taken = state.own | state.other
        top = 1 << (self.height - 1)
        for column in range(self.width):
            if not taken & top << column * (self.height + 1):
                yield column

    def play(self, state: Board, move: int) -> Board:
        own, other, turn = state
        shift = move * (self.height + 1)
        disc = ((own | other) + (1 << shift)) & self.column << shift
        return Board(other, own | disc, 1 - turn)

    def over(self, state: Board) -> bool:
        return self.has_row(state.other) or (state.own | state.other) == self.squares

    def payoff(self, state: Board, player: int) -> float:
        own, other, turn = state
        if self.has_row(other):
            worth = -self.grade(1 - turn, other.bit_count())
        elif self.has_row(own):
            worth = self.grade(turn, own.bit_count())
        else:
            return 0.0
        return worth if player == turn else -worth

    def grade(self, winner: int, discs: int) -> float:
        """What a win with so many discs pays: 1, or graded 1 with the last disc, 2 with the last but one.

        Nothing if the player never gets so many.
        """
        left = (self.width * self.height + 1 - winner) // 2 - discs
        if left < 0:
            return 0.0
        return left + 1.0 if self.graded else 1.0

    def bounds(self, state: Board, player: int) -> tuple[float, float]:
        """Exact where a side wins with its next disc; else neither wins before its next but one."""
        own, other, turn = state
        playable = self.playable(own | other)
        own_next, other_next = own.bit_count() + 1, other.bit_count() + 1
        if self.over(state):
            low = high = self.payoff(state, turn)
        elif self.winning_squares(own, other) & playable:
            low = high = self.grade(turn, own_next)
        elif not self.safe(playable, self.winning_squares(other, own)):
            low = high = -self.grade(1 - turn, other_next)
        else:
            low = -self.grade(1 - turn, max(self.length, other_next + 1))
            high = self.grade(turn, max(self.length, own_next + 1))
        return (low, high) if player == turn else (-high, -low)

    def evaluate(self, state: Board, player: int) -> float:
        """Free squares that would complete a row, and discs in the middle, own less the opponent's."""
        own, other, turn = state
        threats = self.winning_squares(own, other).bit_count() - self.winning_squares(other, own).bit_count()
        middle = self.squares & self.column << self.width // 2 * (self.height + 1)
        centre = (own & middle).bit_count() - (other & middle).bit_count()
        worth = (4 * threats + centre) / 64
        return worth if player == turn else -worth

    def order(self, state: Board, move: int) -> float:
        """Moves that make more threats come first, and among equals the middle: it is part of more rows.

        Moves that let the opponent win at once come last.
        """
        own, other, _ = state
        after_other, after_own, _ = self.play(state, move)
        if after_own & ~own & ~self.safe(self.playable(own | other), self.winning_squares(other, own)):
            return LOSES
        threats = self.winning_squares(after_own, after_other).bit_count()
        return self.width * threats - abs(2 * move - self.width + 1)

    def playable(self, taken: int) -> int:
        """The squares on which a disc can come to lie next: the lowest free one of each column."""
        return (taken + self.bottom) & self.squares

    def winning_squares(self, own: int, other: int) -> int:
        """The free squares, in reach or not, where one more disc would complete a row."""
        return self.completions(own) & self.squares & ~other

    def safe(self, playable: int, losing: int) -> int:
        """The playable squares after which the opponent, who wins on the losing ones, does not do so at once.

        A losing square in reach must be taken, two cannot be, and none may be uncovered by playing below it.
        """
        threats = losing & playable
        if threats & (threats - 1):
            return 0
        return (threats or playable) & ~(losing >> 1)

    def has_row(self, discs: int) -> bool:
        """Is there a row of full length among these discs?"""
        column = self.height + 1
        found = 0
        for step in (1, column - 1, column, column + 1):
            run, size = discs, 1
            while 2 * size <= self.length:
                run &= run >> size * step
                size *= 2
            found |= run & run >> (self.length - size) * step
        return found != 0

    def completions(self, discs: int) -> int:
        """The squares that would make a full row with length - 1 of these discs.

        For each stretch of squares, `whole` says that all are discs and `short` that all but one are;
        stretches are doubled while they fit and then extended square by square.
        """
        column = self.height + 1
        found = 0
        for step in (1, column - 1, column, column + 1):
            disc = discs >> step
            whole, short, size = discs & disc, discs ^ disc, 2
            while 2 * size <= self.length:
                far = size * step
                short = short & whole >> far | whole & short >> far
                whole &= whole >> far
                size *= 2
            while size < self.length:
                disc = discs >> size * step
                short = short & disc | whole & ~disc
                whole &= disc
                size += 1
            for _ in range(self.length):
                found |= short
                short <<= step
        return found & ~discs

    @cached_property
    def bottom(self) -> int:
        """The lowest square of each column."""
        return sum(1 << c * (self.height + 1) for c in range(self.width))

    @cached_property
    def column(self) -> int:
        """All squares of the leftmost column."""
        return (1 << self.height) - 1

    @cached_property
    def squares(self) -> int:
        """All squares of the board."""
        return sum(self.column << c * (self.height + 1) for c in range(self.width))

    def describe(self, state: Board, move: int) -> str:
        return COLUMNS[move]

    def text(self, state: Board, player: int | None = None) -> str:
        first, second = (state.own, state.other) if state.turn == 0 else (state.other, state.own)
        rows = []
        for row in reversed(range(self.height)):
            bits = [column * (self.height + 1) + row for column in range(self.width)]
            rows.append(" ".join("X" if first >> b & 1 else "O" if second >> b & 1 else "." for b in bits))
        return "\n".join([*rows, " ".join(COLUMNS[: self.width])])

    def position(self, text: str) -> Board:
        """The columns played from the empty board, `4453`, or the board drawn row by row with X, O and ."""
        if re.search(r"[.XO]", text):
            return self.read_drawing(text)
        state = self.initial()
        for number, name in enumerate("".join(text.split()), 1):
            column = COLUMNS.find(name.lower())
            where = f"{shorten(text)!r} is no Connect 4 position: move {number}, {name!r},"
            if not 0 <= column < self.width:
                raise BadPositionError(f"{where} is not a column from 1 to {COLUMNS[self.width - 1]}.")
            if self.over(state):
                raise BadPositionError(f"{where} comes after the end of the game.")
            if column not in self.moves(state):
                raise BadPositionError(f"{where} goes into a full column.")
            state = self.play(state, column)
        return state

    def read_drawing(self, text: str) -> Board:
        """The position that a drawing of the board shows."""
        rows = [re.sub(r"[^.XO]", "", row) for row in re.split(r"[\n/]", text)]
        rows = [row for row in rows if row]
        if len(rows) != self.height or any(len(row) != self.width for row in rows):
            raise BadPositionError(
                f"The board drawn is not {self.height} rows of {self.width} squares of X, O and '.'."
            )
        discs = {"X": 0, "O": 0}
        for column in range(self.width):
            pile = "".join(row[column] for row in reversed(rows))
            if "." in pile.rstrip("."):
                raise BadPositionError(f"A disc hangs in the air in column {COLUMNS[column]}.")
            for row, mark in enumerate(pile.rstrip(".")):
                discs[mark] |= 1 << column * (self.height + 1) + row
        turn = discs["X"].bit_count() - discs["O"].bit_count()
        if turn in (0, 1) and self.has_row(discs["XO"[turn]]):
            raise BadPositionError(f"The board drawn goes on after {'XO'[turn]} has won.")
        if turn not in (0, 1):
            raise BadPositionError(
                f"The board drawn has {discs['X'].bit_count()} X and {discs['O'].bit_count()} O; X moves "
                "first, so it has as many as O or one more."
            )
        return Board(discs["XO"[turn]], discs["OX"[turn]], turn)
