"""A position of chess: which piece stands where, in sets of squares, and all else that the rules remember.

What stands on a square is a number of three binary digits, each of which is a set of squares. The digits are
chosen so that the sets which rules ask for most are one operation away: all that moves along lines has the
highest digit, diagonally with the lowest, straight with the middle one.
"""

from __future__ import annotations

from typing import NamedTuple

from outwit.bits import Bits, flip

NOTHING, PAWN, KNIGHT, KING, BISHOP, ROOK, QUEEN = 0, 1, 2, 3, 5, 6, 7
"""What stands on a square."""

WHITE, BLACK = 0, 1

LETTERS = ".PNK?BRQ"
"""How each of them is written, at its number."""

FILES = "abcdefgh"

LIGHT: int = 0x55AA55AA55AA55AA
"""The light squares: b1, d1, ... in the first rank."""


class Board(NamedTuple):
    """A position; in its sets bit 0 is a1, bit 1 is b1, bit 8 is a2."""

    low: Bits
    """The squares with a pawn, a king, a bishop or a queen: the lowest digit."""
    middle: Bits
    """The squares with a knight, a king, a rook or a queen."""
    high: Bits
    """The squares with a bishop, a rook or a queen."""
    white: Bits
    """The squares with a white piece."""
    turn: int
    castling: Bits
    """The squares of the rooks with which their king may still castle."""
    en_passant: int
    """The square on which a pawn can be taken that has just passed it; 0 where no pawn legally can."""
    quiet: int
    """How many moves of either side there have been since a pawn moved or a piece was taken."""
    number: int
    """The number of the move: it grows after each move of Black."""
    checkers: Bits
    """The squares from which the king of the side to move is attacked."""
    key: int
    """The marks of all that makes this position what it is, put together."""
    material: int
    """What White's pieces are worth, less Black's, in hundredths of a pawn."""
    opening: int
    """How well White's pieces stand, less Black's, for a board full of pieces."""
    ending: int
    """The same for an endgame."""
    phase: int
    """How many pieces are left: a knight or a bishop counts 1, a rook 2, a queen 4."""


def pawns(state: Board) -> Bits:
    """The squares with a pawn."""
    return state.low & flip(state.middle | state.high)


def knights(state: Board) -> Bits:
    """The squares with a knight."""
    return state.middle & flip(state.low | state.high)


def kings(state: Board) -> Bits:
    """The squares with a king."""
    return state.low & state.middle & flip(state.high)


def bishops(state: Board) -> Bits:
    """The squares with a bishop."""
    return state.low & state.high & flip(state.middle)


def rooks(state: Board) -> Bits:
    """The squares with a rook."""
    return state.middle & state.high & flip(state.low)


def queens(state: Board) -> Bits:
    """The squares with a queen."""
    return state.low & state.middle & state.high


def occupied_squares(state: Board) -> Bits:
    """The squares with any piece."""
    return state.low | state.middle | state.high


def sides(state: Board) -> tuple[Bits, Bits]:
    """The pieces of the side to move, and those of the other."""
    black = occupied_squares(state) ^ state.white
    if state.turn == WHITE:
        return state.white, black
    return black, state.white


def pieces_of(state: Board, player: int) -> Bits:
    """The pieces of one player."""
    return state.white if player == WHITE else occupied_squares(state) ^ state.white


def piece_at(state: Board, square: int) -> int:
    """What stands on a square."""
    return int(
        (state.low >> square & 1) | (state.middle >> square & 1) << 1 | (state.high >> square & 1) << 2
    )


def square_name(square: int) -> str:
    """A square as people write it.

    >>> square_name(0), square_name(63)
    ('a1', 'h8')
    """
    return f"{FILES[square & 7]}{(square >> 3) + 1}"


def square_of(name: str) -> int:
    """The square that people write so.

    >>> square_of("e4")
    28
    """
    return FILES.index(name[0]) + 8 * (int(name[1]) - 1)


def source_of(move: int) -> int:
    """The square that a move begins on."""
    return move & 63


def target_of(move: int) -> int:
    """The square that a move ends on; of castling, the rook's."""
    return move >> 6 & 63


def promotion_of(move: int) -> int:
    """What a pawn becomes; `NOTHING` in all other moves."""
    return move >> 12
