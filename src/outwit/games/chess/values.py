"""What a piece is worth, and what it is worth to it to stand on a square.

All numbers are hundredths of a pawn. A square's bonus is that of its rank plus that of its file, once for a
board full of pieces and once for an endgame; between the two, `phase` says how much each counts. They are set
by hand: knights and kings' neighbours want the middle, pawns want to get on, rooks the seventh rank, and the
king hides behind its pawns until few pieces are left.
"""

from __future__ import annotations

from collections.abc import Mapping

from outwit.games.chess.board import BISHOP, KING, KNIGHT, NOTHING, PAWN, QUEEN, ROOK

WORTH = (0, 100, 320, 0, 0, 330, 500, 950)
"""What each piece is worth, at its number; a king has no price."""

PHASE = (0, 0, 1, 0, 0, 1, 2, 4)
"""How much of the opening each piece makes."""

FULL = 24
"""The phase of a full board."""

RANKS_OPENING = {
    PAWN: (0, -4, -2, 4, 10, 20, 40, 0),
    KNIGHT: (-22, -10, 0, 6, 10, 10, 0, -20),
    BISHOP: (-12, 0, 4, 6, 6, 4, 0, -8),
    ROOK: (0, -6, -6, -4, 0, 4, 16, 8),
    QUEEN: (-4, 2, 2, 2, 2, 2, 0, -2),
    KING: (12, 0, -20, -36, -46, -54, -60, -66),
}
RANKS_ENDING = {
    PAWN: (0, 0, 4, 12, 26, 50, 84, 0),
    KNIGHT: (-20, -10, 0, 6, 8, 4, -6, -18),
    BISHOP: (-8, -4, 2, 4, 4, 2, -2, -6),
    ROOK: (-4, -4, -2, 2, 4, 6, 10, 6),
    QUEEN: (-20, -10, 0, 8, 12, 12, 8, 0),
    KING: (-32, -14, 0, 12, 20, 20, 10, -10),
}
FILES_OPENING = {
    PAWN: (-8, -4, 0, 8),
    KNIGHT: (-22, -8, 4, 8),
    BISHOP: (-6, 2, 2, 4),
    ROOK: (-2, 0, 4, 6),
    QUEEN: (-4, 0, 2, 2),
    KING: (14, 18, -4, -14),
}
FILES_ENDING = {
    PAWN: (4, 2, -2, -4),
    KNIGHT: (-18, -6, 4, 6),
    BISHOP: (-6, 0, 2, 4),
    ROOK: (0, 0, 0, 0),
    QUEEN: (-10, -2, 4, 6),
    KING: (-16, -4, 6, 12),
}
"""Bonuses of the ranks as White counts them, and of the files from the edge to the middle."""


def square_values(
    ranks: Mapping[int, tuple[int, ...]], files: Mapping[int, tuple[int, ...]]
) -> tuple[int, ...]:
    """The bonus of every piece on every square, at the player's number times 512, the piece's times 64.

    Black's count against White.
    """
    found = []
    for player in range(2):
        for piece in range(8):
            for square in range(64):
                file, rank = square & 7, square >> 3
                bonus = 0
                if piece in ranks and piece != NOTHING:
                    bonus = ranks[piece][7 - rank if player else rank] + files[piece][min(file, 7 - file)]
                found.append(-bonus if player else bonus)
    return tuple(found)


OPENING = square_values(RANKS_OPENING, FILES_OPENING)
ENDING = square_values(RANKS_ENDING, FILES_ENDING)
