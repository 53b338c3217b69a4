"""Othello: a disc placed turns the opponent's discs that it encloses; the more discs win."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property
from types import MappingProxyType
from typing import NamedTuple

from outwit.bits import Bits, bit, count, each
from outwit.errors import BadOptionError, BadPositionError, shorten
from outwit.game import Game

FILES = "abcdefgh"
SIZES = (4, 6, 8)


class Board(NamedTuple):
    own: Bits
    """The discs of the player to act: bit 0 is a1, bit 1 is b1, and so on row by row."""
    other: Bits
    turn: int


@dataclass(frozen=True)
class Othello(Game):
    """Enclose the opponent's discs between two of your own and they become yours; the more discs win.

    A move is the number of its square; a player who can enclose nothing passes, and when neither can, the
    game is over. It pays the difference in discs, the winner getting the squares that are left empty.
    """

    size: int = 8

    title = "Othello"
    player_names = ("X", "O")
    feature_names = (
        "discs",
        "mobility",
        "corners",
        "discs to act",
        "mobility to act",
        "corners to act",
    )
    evaluations = MappingProxyType(
        {
            "difference": (0.125, 0.375, 2.5, 0.0, 0.0, 0.0),
            "one-sided": (0.0, 0.0, 0.0, 0.125, 0.375, 2.5),
        }
    )
    """Discs, three times mobility and twenty times corners, own less the opponent's or of who is to act.

    An eighth of it, which orders positions alike and keeps every estimate inside the bounds.
    """
    weights = evaluations["difference"]

    def __post_init__(self) -> None:
        if self.size not in SIZES:
            raise BadOptionError(f"othello:size={self.size} is no board: the size is 4, 6 or 8.")

    def initial(self) -> Board:
        last = self.size // 2
        first = last - 1
        black = bit(first * self.size + last) | bit(last * self.size + first)
        white = bit(first * self.size + first) | bit(last * self.size + last)
        return Board(black, white, 0)

    def moves(self, state: Board) -> Iterator[int]:
        """The squares row by row; a pass only where there is none and the opponent can go on."""
        landings = self.landings(state.own, state.other)
        for square in each(landings):
            yield square
        if not landings and self.landings(state.other, state.own):
            yield self.pass_move

    def play(self, state: Board, move: int) -> Board:
        own, other, turn = state
        if move == self.pass_move:
            return Board(other, own, 1 - turn)
        turned = self.flips(own, other, move)
        return Board(other ^ turned, own | turned | bit(move), 1 - turn)

    def over(self, state: Board) -> bool:
        return not self.landings(state.own, state.other) and not self.landings(state.other, state.own)

    def payoff(self, state: Board, player: int) -> float:
        own, other = count(state.own), count(state.other)
        worth = 0
        if own > other:
            worth = self.pass_move - 2 * other
        elif own < other:
            worth = 2 * own - self.pass_move
        return float(worth if player == state.turn else -worth)

    def bounds(self, state: Board, player: int) -> tuple[float, float]:
        if self.over(state):
            worth = self.payoff(state, player)
            return worth, worth
        return -float(self.pass_move), float(self.pass_move)

    def evaluate(self, state: Board, player: int) -> float:
        """The features weighed, own less the opponent's; mobility that weighs nothing is not computed."""
        discs, mobility, corners, discs_to_act, mobility_to_act, corners_to_act = self.weights
        own, other, turn = state
        value = (discs + discs_to_act) * count(own) - discs * count(other)
        value += (corners + corners_to_act) * count(own & self.corners)
        value -= corners * count(other & self.corners)
        if mobility + mobility_to_act:
            value += (mobility + mobility_to_act) * count(self.landings(own, other))
        if mobility:
            value -= mobility * count(self.landings(other, own))
        return value if player == turn else -value

    def features(self, state: Board, player: int) -> tuple[float, float, float, float, float, float]:
        """A player's discs, legal moves and corners, and the same once more if the player is to act."""
        own, other = (state.own, state.other) if player == state.turn else (state.other, state.own)
        discs = float(count(own))
        mobility = float(count(self.landings(own, other)))
        corners = float(count(own & self.corners))
        if player == state.turn:
            return discs, mobility, corners, discs, mobility, corners
        return discs, mobility, corners, 0.0, 0.0, 0.0

    def order(self, state: Board, move: int) -> float:
        """The fewer replies the better, and one on a corner counts twice.

        A corner counts as much as four replies, until three quarters of the board are full.
        """
        own, other, _ = self.play(state, move)
        replies = self.landings(own, other)
        value = -count(replies) - count(replies & self.corners)
        if 4 * count(own | other) < 3 * self.pass_move:
            value += 4 * count(bit(move) & self.corners)
        return float(value)

    def landings(self, own: Bits, other: Bits) -> Bits:
        """The empty squares where a disc would enclose some of the other player's."""
        found = 0
        for step in (1, self.size - 1, self.size, self.size + 1):
            up, down = self.runs(own, other, step)
            found |= up << step | down >> step
        return found & (self.squares ^ (own | other))

    def flips(self, own: Bits, other: Bits, move: int) -> Bits:
        """The other player's discs that a disc placed on a square encloses."""
        found = 0
        for step in (1, self.size - 1, self.size, self.size + 1):
            up, down = self.runs(bit(move), other, step)
            if own & up << step:
                found |= up
            if own & down >> step:
                found |= down
        return found

    def runs(self, start: Bits, other: Bits, step: int) -> tuple[Bits, Bits]:
        """The other player's discs that follow some squares without a gap, by steps up and by steps down.

        All at once and two squares at a time, as Kogge and Stone (1973) add numbers. A row across ends before
        the first and the last file: what lies there encloses and is never enclosed.
        """
        inner = other if step == self.size else other & self.inner
        higher, lower = inner & inner << step, inner & inner >> step
        up, down = inner & start << step, inner & start >> step
        up |= inner & up << step
        down |= inner & down >> step
        for _ in range(self.size // 2 - 2):
            up |= higher & up << 2 * step
            down |= lower & down >> 2 * step
        return up, down

    @cached_property
    def pass_move(self) -> int:
        """The number of a pass, which is how many squares there are."""
        return self.size * self.size

    @cached_property
    def squares(self) -> int:
        """All squares of the board."""
        return (1 << self.size * self.size) - 1

    @cached_property
    def inner(self) -> int:
        """The squares that have one on their left and one on their right."""
        row = (1 << self.size - 1) - 2
        return sum(row << self.size * each for each in range(self.size))

    @cached_property
    def corners(self) -> int:
        """The four corners."""
        size = self.size
        return 1 | 1 << size - 1 | 1 << size * (size - 1) | 1 << size * size - 1

    def square_name(self, square: int) -> str:
        """A square as people write it: the file's letter, and the row's number from the top."""
        return f"{FILES[square % self.size]}{square // self.size + 1}"

    def sides(self, state: Board) -> tuple[Bits, Bits]:
        """The discs of X, and those of O."""
        return (state.own, state.other) if state.turn == 0 else (state.other, state.own)

    def describe(self, state: Board, move: int) -> str:
        return "pass" if move == self.pass_move else self.square_name(move)

    def text(self, state: Board, player: int | None = None) -> str:
        black, white = self.sides(state)
        lines = ["  " + " ".join(FILES[: self.size])]
        for row in range(self.size):
            squares = range(row * self.size, (row + 1) * self.size)
            marks = ["X" if black >> s & 1 else "O" if white >> s & 1 else "-" for s in squares]
            lines.append(f"{row + 1} {' '.join(marks)}")
        stuck = ", but neither side can" if self.over(state) else ""
        return "\n".join([*lines, f"{self.player_names[state.turn]} to move{stuck}"])

    def position(self, text: str) -> Board:
        """The board as it is shown, or its squares from a1 on as X, O and -, then X or O if it is to move.

        White space and / may stand between squares, and X moves if nothing else is said.
        """
        bare = re.sub(r"([XO]) to move.*", r"\1", text, flags=re.DOTALL)
        rows = [row for row in re.split(r"[\n/]", bare) if row.split() != list(FILES[: self.size])]
        marks = "".join(re.sub(r"^\s*\d|\s", "", row) for row in rows)
        wrong = re.search(r"[^XO.-]", marks)
        if wrong:
            raise BadPositionError(
                f"{shorten(text)!r} is no Othello position: {wrong[0]!r} is neither X nor O nor - nor '.'."
            )
        squares, side = marks[: self.pass_move], marks[self.pass_move :]
        if len(squares) < self.pass_move or side not in ("", "X", "O"):
            raise BadPositionError(
                f"{shorten(text)!r} is no Othello position: it has {len(marks)} marks, and needed are "
                f"{self.pass_move} of X, O and - for the squares from a1 to "
                f"{self.square_name(self.pass_move - 1)}, and then perhaps X or O for the side to move."
            )
        black, white = (sum(1 << s for s, mark in enumerate(squares) if mark == disc) for disc in "XO")
        return Board(white, black, 1) if side == "O" else Board(black, white, 0)
