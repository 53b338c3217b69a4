"""A random number for everything that tells two positions apart (Zobrist 1970).

A position's key is all its numbers put together by exclusive or, so that a move changes a few of them.
"""

from __future__ import annotations

from outwit.bits import Bits, each
from outwit.games.chess.board import NOTHING
from outwit.random import Generator

DRAWN = Generator(960)


def drawn(many: int) -> tuple[int, ...]:
    """So many random numbers of 63 bits."""
    return tuple(DRAWN.word() >> 1 for _ in range(many))


PIECES = tuple(0 if index >> 6 & 7 == NOTHING else mark for index, mark in enumerate(drawn(1024)))
"""Of a piece on a square: the player's number times 512, the piece's times 64, the square; 0 of nothing."""

EN_PASSANT = (0, *drawn(63))
"""Of the square on which a pawn can be taken in passing; 0 where there is none."""

ROOKS = drawn(64)
"""Of each rook with which a king may castle."""

BLACK_TO_MOVE = DRAWN.word() >> 1

LATE = drawn(101)
"""Of a count of quiet moves that comes near the hundredth."""


def castling_marks(castling: Bits) -> int:
    """The marks of some rooks with which kings may castle."""
    found = 0
    for square in each(castling):
        found ^= ROOKS[square]
    return found
