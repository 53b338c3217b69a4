"""Which squares a piece attacks, and what lies between two squares.

Along a line, what a piece sees is found by subtraction: the nearest piece above it, doubled, less the nearest
below it leaves exactly the squares between them (obstruction difference, Michael Hoffmann).
"""

from __future__ import annotations

from outwit.bits import Bits, bit
from outwit.games.chess.board import Board, kings, knights, pawns

STEPS = ((0, 1), (1, 0), (1, 1), (-1, 1))
"""File and rank of a step upwards along each line: its file, its rank, and both diagonals."""

FILE, RANK, DIAGONAL, ANTIDIAGONAL = 0, 64, 128, 192
"""Where the squares of each line begin in `BELOW` and `ABOVE`."""


def on_board(file: int, rank: int) -> bool:
    """Is there such a square?"""
    return 0 <= file < 8 and 0 <= rank < 8


def ray(square: int, step: tuple[int, int]) -> int:
    """All squares from one to the edge, itself not among them."""
    file, rank = square & 7, square >> 3
    found = 0
    while on_board(file + step[0], rank + step[1]):
        file, rank = file + step[0], rank + step[1]
        found |= 1 << file + 8 * rank
    return found


def leaps(steps: tuple[tuple[int, int], ...]) -> tuple[int, ...]:
    """For each square, those that lie so many files and ranks away."""
    return tuple(
        sum(
            1 << square + file + 8 * rank
            for file, rank in steps
            if on_board((square & 7) + file, (square >> 3) + rank)
        )
        for square in range(64)
    )


def back(step: tuple[int, int]) -> tuple[int, int]:
    """A step the other way."""
    return -step[0], -step[1]


ABOVE = tuple(ray(square, step) for step in STEPS for square in range(64))
BELOW = tuple(ray(square, back(step)) for step in STEPS for square in range(64))
"""The squares of each line through a square that are greater than it, and those that are smaller."""

KNIGHT_LEAPS = leaps(((1, 2), (2, 1), (2, -1), (1, -2), (-1, -2), (-2, -1), (-2, 1), (-1, 2)))
KING_STEPS = leaps(((0, 1), (1, 1), (1, 0), (1, -1), (0, -1), (-1, -1), (-1, 0), (-1, 1)))
PAWN_STRIKES = leaps(((-1, 1), (1, 1))) + leaps(((-1, -1), (1, -1)))
"""What a pawn attacks: White's at its square, Black's 64 farther on."""

STRAIGHT = tuple(ABOVE[s] | BELOW[s] | ABOVE[RANK + s] | BELOW[RANK + s] for s in range(64))
DIAGONALS = tuple(
    ABOVE[DIAGONAL + s] | BELOW[DIAGONAL + s] | ABOVE[ANTIDIAGONAL + s] | BELOW[ANTIDIAGONAL + s]
    for s in range(64)
)
"""What a rook, and what a bishop, attacks on an empty board."""


def between_squares() -> tuple[tuple[int, ...], tuple[int, ...]]:
    """For each two squares, those between them, and the line through both; none where they share no line."""
    inside, through = [0] * 4096, [0] * 4096
    for square in range(64):
        for step in (*STEPS, *map(back, STEPS)):
            ahead, line = ray(square, step), ray(square, step) | ray(square, back(step)) | 1 << square
            other, passed = square + step[0] + 8 * step[1], 0
            for _ in range(ahead.bit_count()):
                inside[square << 6 | other], through[square << 6 | other] = passed, line
                passed |= 1 << other
                other += step[0] + 8 * step[1]
    return tuple(inside), tuple(through)


BETWEEN, LINES = between_squares()
"""The squares between two, and the line through both; the first square counts 64 times as much."""


def along(line: int, occupied: Bits) -> Bits:
    """What is seen along a line, `FILE` or another plus the square, up to the nearest piece either way."""
    below, above = BELOW[line], ABOVE[line]
    last = bit((below & occupied | 1).bit_length() - 1)
    blockers: Bits = above & occupied
    return ((blockers & -blockers) << 1) - last & (below | above)


def straight_attacks(square: int, occupied: Bits) -> Bits:
    """What a rook attacks."""
    return along(FILE + square, occupied) | along(RANK + square, occupied)


def diagonal_attacks(square: int, occupied: Bits) -> Bits:
    """What a bishop attacks."""
    return along(DIAGONAL + square, occupied) | along(ANTIDIAGONAL + square, occupied)


def attackers(state: Board, square: int, player: int, occupied: Bits) -> Bits:
    """The pieces that attack a square, of either side; pawns as if all were those of a player's opponent.

    Whoever asks takes the side that is meant. Lines end at what is `occupied`, which may be another set than
    the board's.
    """
    found: Bits = PAWN_STRIKES[player << 6 | square] & pawns(state)
    found |= KNIGHT_LEAPS[square] & knights(state)
    found |= KING_STEPS[square] & kings(state)
    straight: Bits = STRAIGHT[square] & state.high & state.middle
    if straight:
        found |= straight & straight_attacks(square, occupied)
    diagonal: Bits = DIAGONALS[square] & state.high & state.low
    if diagonal:
        found |= diagonal & diagonal_attacks(square, occupied)
    return found
