"""A position after a move: the sets of squares, what is forfeited, and all that is carried along."""

from __future__ import annotations

from outwit.bits import Bits, bit, each
from outwit.games.chess import marks
from outwit.games.chess.attacks import PAWN_STRIKES
from outwit.games.chess.board import (
    KING,
    NOTHING,
    PAWN,
    ROOK,
    WHITE,
    Board,
    pawns,
    piece_at,
    sides,
)
from outwit.games.chess.legality import FIRST_RANK, can_strike, castled, find_checkers
from outwit.games.chess.values import ENDING, OPENING, PHASE, WORTH


def change(state: Board, player: int, piece: int, square: int, sign: int) -> Board:
    """A position with a piece put on an empty square (`sign` 1), or taken from its square (-1).

    Whoever calls it settles afterwards what else has changed, such as whose turn it is.
    """
    here = bit(square)
    place = player << 9 | piece << 6 | square
    worth = WORTH[piece] if player == WHITE else -WORTH[piece]
    return state._replace(
        low=state.low ^ (here if piece & 1 else 0),
        middle=state.middle ^ (here if piece & 2 else 0),
        high=state.high ^ (here if piece & 4 else 0),
        white=state.white ^ (here if player == WHITE and piece else 0),
        key=state.key ^ marks.PIECES[place],
        material=state.material + sign * worth,
        opening=state.opening + sign * OPENING[place],
        ending=state.ending + sign * ENDING[place],
        phase=state.phase + sign * PHASE[piece],
    )


def after(state: Board, move: int) -> Board:
    """The position after a legal move."""
    source, target, promoted = move & 63, move >> 6 & 63, move >> 12
    player = state.turn
    own, _ = sides(state)
    piece, taken = piece_at(state, source), piece_at(state, target)
    if piece == KING and own & bit(target):
        return settle(castle(state, source, target), source, target, KING, 0, False)
    board = change(state, player, piece, source, -1)
    if taken:
        board = change(board, 1 - player, taken, target, -1)
    if piece == PAWN and state.en_passant and target == state.en_passant:
        board = change(board, 1 - player, PAWN, target ^ 8, -1)
    board = change(board, player, promoted if promoted else piece, target, 1)
    stepped = (source + target) >> 1 if piece == PAWN and abs(source - target) == 16 else 0
    return settle(board, source, target, piece, stepped, piece == PAWN or taken != NOTHING)


def castle(state: Board, king: int, rook: int) -> Board:
    """The position with king and rook where castling puts them."""
    king_to, rook_to = castled(king, rook)
    player = state.turn
    board = change(change(state, player, KING, king, -1), player, ROOK, rook, -1)
    return change(change(board, player, KING, king_to, 1), player, ROOK, rook_to, 1)


def settle(board: Board, source: int, target: int, piece: int, stepped: int, final: bool) -> Board:
    """A position whose pieces have been moved, with the turn given over and all else put right.

    A pawn has `stepped` over a square, 0 if none has; what is `final` can never be taken back.
    """
    player = board.turn
    castling = board.castling
    key = board.key ^ marks.BLACK_TO_MOVE ^ marks.EN_PASSANT[board.en_passant]
    if castling:
        lost: Bits = bit(source) | bit(target)
        if piece == KING:
            lost = FIRST_RANK << 56 * player
        lost &= castling
        if lost:
            castling ^= lost
            key ^= marks.castling_marks(lost)
    board = board._replace(
        turn=1 - player,
        castling=castling,
        en_passant=0,
        quiet=0 if final else board.quiet + 1,
        number=board.number + player,
        key=key,
    )
    if stepped and is_struck(board, stepped):
        board = board._replace(en_passant=stepped, key=key ^ marks.EN_PASSANT[stepped])
    return board._replace(checkers=find_checkers(board))


def is_struck(board: Board, square: int) -> bool:
    """May any pawn of the side to move take one that has just passed a square?"""
    own, _ = sides(board)
    for source in each(PAWN_STRIKES[(1 - board.turn) << 6 | square] & pawns(board) & own):
        if can_strike(board, source, square):
            return True
    return False


def passed(board: Board) -> Board:
    """The position with the turn given up, which nobody in check may do."""
    key = board.key ^ marks.BLACK_TO_MOVE ^ marks.EN_PASSANT[board.en_passant]
    return board._replace(
        turn=1 - board.turn,
        en_passant=0,
        quiet=board.quiet + 1,
        number=board.number + board.turn,
        key=key,
    )
