"""new_game: a game for Outwit, to start from and to change.

As it stands it is hexapawn: pawns step forward or take diagonally, as in chess. Whoever brings a pawn to the
far side wins, and so does whoever leaves the other without a move.

    outwit check new_game.py:NewGame
    outwit play new_game.py:NewGame
"""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import NamedTuple

from outwit import Game
from outwit.check import check


class Pawns(NamedTuple):
    """A state holds all there is to know; it is never changed, `play` makes a new one."""

    white: int  # a bit for each square with a white pawn, row by row from White's side
    black: int
    turn: int  # 0 is White's turn, 1 Black's


@dataclass(frozen=True)
class NewGame(Game):
    """Pawns on a small board: reach the far side, or leave the other without a move."""

    size: int = 3  # the fields of the class are the game's options: new_game.py:NewGame:size=4

    player_names = ("W", "B")

    def initial(self) -> Pawns:
        """The state at the start."""
        row = (1 << self.size) - 1
        return Pawns(row, row << self.size * (self.size - 1), 0)

    def moves(self, state: Pawns) -> Iterator[int]:
        """The legal moves; a move is a number: the square left, times 100, plus the square entered."""
        if self.has_arrived(state):
            return
        own, other, step = state.white, state.black, self.size
        if state.turn == 1:
            own, other, step = state.black, state.white, -self.size
        for square in range(self.size * self.size):
            if own >> square & 1:
                ahead = square + step
                if not (own | other) >> ahead & 1:
                    yield 100 * square + ahead
                if square % self.size > 0 and other >> ahead - 1 & 1:
                    yield 100 * square + ahead - 1
                if square % self.size < self.size - 1 and other >> ahead + 1 & 1:
                    yield 100 * square + ahead + 1

    def play(self, state: Pawns, move: int) -> Pawns:
        """The state after a move."""
        leave, enter = 1 << move // 100, 1 << move % 100
        if state.turn == 0:
            return Pawns(state.white ^ leave | enter, state.black & ~enter, 1)
        return Pawns(state.white & ~enter, state.black ^ leave | enter, 0)

    def over(self, state: Pawns) -> bool:
        """Is the game finished?"""
        for _ in self.moves(state):
            return False
        return True

    def payoff(self, state: Pawns, player: int) -> float:
        """The result once it is over: whoever would have to move has lost."""
        return -1.0 if state.turn == player else 1.0

    # Five methods make a game. The rest makes it play better and read better.

    def evaluate(self, state: Pawns, player: int) -> float:
        """A guess at the payoff, for when a search cannot look to the end: who has more pawns."""
        lead = (state.white.bit_count() - state.black.bit_count()) / (self.size + 1)
        return lead if player == 0 else -lead

    def noisy(self, state: Pawns, move: int) -> bool:
        """Stopping a search just before a capture would mislead it."""
        return (state.white | state.black) >> move % 100 & 1 == 1

    def order(self, state: Pawns, move: int) -> float:
        """Captures are worth trying first."""
        return 1.0 if self.noisy(state, move) else 0.0

    def describe(self, state: Pawns, move: int) -> str:
        """A move as people write it: a1a2, or a1xb2 for a capture."""
        takes = "x" if self.noisy(state, move) else ""
        return self.square(move // 100) + takes + self.square(move % 100)

    def text(self, state: Pawns, player: int | None = None) -> str:
        """The board, for people to look at."""
        rows = []
        for row in reversed(range(self.size)):
            squares = range(row * self.size, (row + 1) * self.size)
            marks = ["W" if state.white >> s & 1 else "B" if state.black >> s & 1 else "." for s in squares]
            rows.append(f"{row + 1} {' '.join(marks)}")
        return "\n".join([*rows, "  " + " ".join("abcdefgh"[: self.size])])

    def has_arrived(self, state: Pawns) -> bool:
        """Has a pawn reached the far side?"""
        near = (1 << self.size) - 1
        far = near << self.size * (self.size - 1)
        return state.white & far != 0 or state.black & near != 0

    def square(self, number: int) -> str:
        """A square's name."""
        return "abcdefgh"[number % self.size] + str(number // self.size + 1)


def test_new_game_keeps_every_promise_of_a_game() -> None:
    report = check(NewGame())
    assert report.broken is None, report.broken


def test_a_pawn_that_arrives_wins() -> None:
    game = NewGame()
    end = Pawns(white=1 << 7, black=1 << 6, turn=1)
    assert game.over(end)
    assert game.payoff(end, 0) == 1.0
