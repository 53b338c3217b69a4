"""Positions put together piece by piece, and the 960 first ranks of Chess960."""

from __future__ import annotations

from itertools import combinations

from outwit.bits import Bits, each
from outwit.games.chess import marks
from outwit.games.chess.board import BISHOP, BLACK, KING, KNIGHT, PAWN, QUEEN, ROOK, WHITE, Board
from outwit.games.chess.legality import find_checkers
from outwit.games.chess.playing import change, is_struck

STARTS = 960
CLASSICAL = 518
"""The number of the usual first rank."""

EMPTY = Board(0, 0, 0, 0, WHITE, 0, 0, 0, 1, 0, 0, 0, 0, 0, 0)


def first_rank(number: int) -> tuple[int, ...]:
    """The pieces of a first rank by its number, as Reinhard Scharnagl counts them.

    >>> from outwit.games.chess.board import LETTERS
    >>> "".join(LETTERS[piece] for piece in first_rank(518))
    'RNBQKBNR'
    """
    files = [0] * 8
    rest, bishop = divmod(number, 4)
    files[2 * bishop + 1] = BISHOP
    rest, bishop = divmod(rest, 4)
    files[2 * bishop] = BISHOP
    rest, queen = divmod(rest, 6)
    files[[file for file in range(8) if not files[file]][queen]] = QUEEN
    free = [file for file in range(8) if not files[file]]
    for place in tuple(combinations(range(5), 2))[rest]:
        files[free[place]] = KNIGHT
    for file, piece in zip((file for file in free if not files[file]), (ROOK, KING, ROOK), strict=True):
        files[file] = piece
    return tuple(files)


def start(number: int) -> Board:
    """The position at the start of a game, by the number of its first rank."""
    pieces, castling = {}, 0
    for file, piece in enumerate(first_rank(number)):
        pieces[file], pieces[file + 56] = (WHITE, piece), (BLACK, piece)
        pieces[file + 8], pieces[file + 48] = (WHITE, PAWN), (BLACK, PAWN)
        if piece == ROOK:
            castling |= 1 << file | 1 << file + 56
    return arrange(pieces, WHITE, castling, 0, 0, 1)


def arrange(
    pieces: dict[int, tuple[int, int]], turn: int, castling: Bits, en_passant: int, quiet: int, number: int
) -> Board:
    """The position with such pieces, each the player's and its kind by the square it stands on.

    The square of a pawn that has just passed it is kept only where that pawn can be taken.
    """
    board = EMPTY._replace(turn=turn, castling=castling, quiet=quiet, number=number)
    for square, (player, piece) in pieces.items():
        board = change(board, player, piece, square, 1)
    key = board.key ^ (marks.BLACK_TO_MOVE if turn == BLACK else 0)
    for square in each(castling):
        key ^= marks.ROOKS[square]
    board = board._replace(key=key)
    if en_passant and is_struck(board, en_passant):
        board = board._replace(en_passant=en_passant, key=key ^ marks.EN_PASSANT[en_passant])
    return board._replace(checkers=find_checkers(board))
