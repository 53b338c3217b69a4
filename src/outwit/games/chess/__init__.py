"""Chess: mate the other king; by the laws of FIDE, and from any of the 960 first ranks of Chess960."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from outwit.bits import Bits, bit, flip, lowest
from outwit.errors import BadOptionError
from outwit.game import Game
from outwit.games.chess import marks, playing
from outwit.games.chess.board import (
    BISHOP,
    KNIGHT,
    NOTHING,
    PAWN,
    QUEEN,
    Board,
    kings,
    occupied_squares,
    pawns,
    piece_at,
    sides,
)
from outwit.games.chess.fen import mark_at, read_fen, write_fen
from outwit.games.chess.legality import (
    EDGE_RANKS,
    answers,
    is_drawn,
    king_square,
    pinned_pieces,
    surely_moves,
    targets,
)
from outwit.games.chess.setup import CLASSICAL, STARTS, start

__all__ = ["Board", "Chess", "read_fen", "write_fen"]


@dataclass(frozen=True)
class Chess(Game):
    """Attack the king so that it cannot escape; a draw by stalemate, repetition, or fifty moves of nothing.

    A move is the number of the square it begins on, plus 64 times that of the square it ends on, plus 4096
    times what a pawn becomes. Castling is the king's move to the square of its rook.
    """

    start: int = CLASSICAL
    """The number of the first rank, 0 to 959; 518 is the usual one."""

    title = "Chess"
    player_names = ("white", "black")
    repetition = 3

    def __post_init__(self) -> None:
        if not 0 <= self.start < STARTS:
            raise BadOptionError(
                f"chess:start={self.start} is no first rank: they go from 0 to {STARTS - 1}."
            )

    def initial(self) -> Board:
        return start(self.start)

    def moves(self, state: Board) -> Iterator[int]:
        """All legal moves, piece by piece from a1 to h8."""
        if is_drawn(state):
            return
        own, other = sides(state)
        king = king_square(state, own)
        open_, pins = answers(state, king), pinned_pieces(state, own, other, king)
        sources: Bits = own if open_ else bit(king)
        promoting: Bits = pawns(state) & (0xFF << 48 if state.turn == 0 else 0xFF << 8)
        while sources:
            source = lowest(sources)
            sources &= sources - 1
            ends: Bits = targets(state, source, own, other, king, open_, pins)
            best = QUEEN if promoting & bit(source) else NOTHING
            promoted = best
            while ends:
                yield source | lowest(ends) << 6 | promoted << 12
                if promoted > KNIGHT:
                    promoted = promoted - 1 if promoted > BISHOP else KNIGHT
                else:
                    ends &= ends - 1
                    promoted = best

    def play(self, state: Board, move: int) -> Board:
        return playing.after(state, move)

    def over(self, state: Board) -> bool:
        return is_drawn(state) or not self.can_move(state)

    def payoff(self, state: Board, player: int) -> float:
        if state.checkers and not self.can_move(state):
            return -1.0 if player == state.turn else 1.0
        return 0.0

    def can_move(self, state: Board) -> bool:
        """Has the side to move any legal move?"""
        own, other = sides(state)
        if surely_moves(state, own, other):
            return True
        king = king_square(state, own)
        open_, pins = answers(state, king), pinned_pieces(state, own, other, king)
        sources: Bits = own if open_ else bit(king)
        while sources:
            if targets(state, lowest(sources), own, other, king, open_, pins):
                return True
            sources &= sources - 1
        return False

    def text(self, state: Board, player: int | None = None) -> str:
        rows = []
        for rank in range(7, -1, -1):
            squares = range(8 * rank, 8 * rank + 8)
            rows.append(f"{rank + 1} {' '.join(mark_at(state, square) for square in squares)}")
        return "\n".join([*rows, "  a b c d e f g h", write_fen(state)])

    def position(self, text: str) -> Board:
        """A FEN; or the board as it is shown, whose last line is one."""
        lines = text.strip().splitlines()
        return read_fen(lines[-1] if lines else "")
