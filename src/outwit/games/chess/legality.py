"""Where a piece may go without leaving its king attacked: pins, checks, castling, pawns taken in passing."""

from __future__ import annotations

from outwit.bits import Bits, bit, each, flip, lowest
from outwit.games.chess.attacks import (
    BETWEEN,
    DIAGONALS,
    KING_STEPS,
    KNIGHT_LEAPS,
    LINES,
    PAWN_STRIKES,
    STRAIGHT,
    attackers,
    diagonal_attacks,
    straight_attacks,
)
from outwit.games.chess.board import (
    BLACK,
    KING,
    KNIGHT,
    LIGHT,
    PAWN,
    WHITE,
    Board,
    bishops,
    kings,
    knights,
    occupied_squares,
    pawns,
    piece_at,
    sides,
)

PATIENCE = 100
"""After so many moves of either side without a capture or a move of a pawn the game is drawn."""

FIRST_RANK, LAST_RANK = 0xFF, 0xFF00000000000000
EDGE_RANKS: int = FIRST_RANK | LAST_RANK
"""Where pawns promote."""

THIRD_RANK, SIXTH_RANK = 0xFF0000, 0xFF0000000000
"""Where a pawn stands after one step from its first square."""


def is_drawn(state: Board) -> bool:
    """Is the game over because nothing has happened for so long, or because nobody can mate?"""
    return state.quiet >= PATIENCE or is_insufficient(state)


def is_insufficient(state: Board) -> bool:
    """Can no moves whatever lead to mate: kings alone, a single minor piece, bishops on one colour?"""
    if state.high & state.middle or pawns(state):
        return False
    pieces = occupied_squares(state)
    if pieces.bit_count() <= 3:
        return True
    runners = bishops(state)
    return not knights(state) and (runners & LIGHT == 0 or runners & flip(LIGHT) == 0)


def king_square(state: Board, own: Bits) -> int:
    """Where the king stands whose pieces these are."""
    return lowest(kings(state) & own)


def find_checkers(state: Board) -> Bits:
    """The pieces that attack the king of the side to move."""
    own, other = sides(state)
    return attackers(state, king_square(state, own), state.turn, own | other) & other


def pinned_pieces(state: Board, own: Bits, other: Bits, king: int) -> Bits:
    """The pieces that alone stand between their king and one that would attack it."""
    behind: Bits = other & state.high
    behind &= STRAIGHT[king] & state.middle | DIAGONALS[king] & state.low
    found: Bits = 0
    while behind:
        inside: Bits = BETWEEN[king << 6 | lowest(behind)] & (own | other)
        behind &= behind - 1
        if inside & inside - 1 == 0:
            found |= inside & own
    return found


def answers(state: Board, king: int) -> Bits:
    """The squares on which a piece other than the king may land: in check, those that end it."""
    checkers = state.checkers
    if not checkers:
        return flip(0)
    if checkers & checkers - 1:
        return 0
    return checkers | BETWEEN[king << 6 | lowest(checkers)]


def targets(
    state: Board, source: int, own: Bits, other: Bits, king: int, open_: Bits, pins: Bits, wanted: Bits
) -> Bits:
    """Where the piece on a square may legally go, among the squares that are `wanted`.

    Castling is a king's move to its rook. What is `open_`, and which pieces are pinned, is found beforehand.
    """
    piece = piece_at(state, source)
    if piece == KING:
        return king_targets(state, own, other, king, wanted)
    occupied = own | other
    found: Bits = 0
    if piece == PAWN:
        found = pawn_targets(state.turn, source, occupied, other)
    elif piece == KNIGHT:
        found = KNIGHT_LEAPS[source] & flip(own)
    else:
        if piece & 1:
            found = diagonal_attacks(source, occupied)
        if piece & 2:
            found |= straight_attacks(source, occupied)
        found &= flip(own)
    found &= open_ & wanted
    if pins & bit(source):
        found &= LINES[king << 6 | source]
    if piece == PAWN and state.en_passant and can_strike(state, source, state.en_passant):
        found |= bit(state.en_passant) & wanted
    return found


def pawn_targets(player: int, square: int, occupied: Bits, other: Bits) -> Bits:
    """Where a pawn may step or take, whatever that does to its king."""
    empty = flip(occupied)
    here = bit(square)
    found: Bits = 0
    if player == WHITE:
        found = here << 8 & empty
        found |= (found & THIRD_RANK) << 8 & empty
    else:
        found = here >> 8 & empty
        found |= (found & SIXTH_RANK) >> 8 & empty
    return found | PAWN_STRIKES[player << 6 | square] & other


def can_strike(state: Board, source: int, square: int) -> bool:
    """May the pawn on a square of the side to move take one that has just passed another square?"""
    if not bit(square) & PAWN_STRIKES[state.turn << 6 | source]:
        return False
    own, other = sides(state)
    taken = bit(square ^ 8)
    occupied = (own | other) ^ bit(source) ^ taken | bit(square)
    king = king_square(state, own)
    return attackers(state, king, state.turn, occupied) & other & flip(taken) == 0


def king_targets(state: Board, own: Bits, other: Bits, king: int, wanted: Bits) -> Bits:
    """Where the king may step, and the rooks with which it may castle, among the squares that are wanted."""
    found: Bits = 0
    rest = (own | other) ^ bit(king)
    for square in each(KING_STEPS[king] & flip(own) & wanted):
        if not attackers(state, square, state.turn, rest) & other:
            found |= bit(square)
    if state.castling and not state.checkers:
        for rook in each(state.castling & own & wanted):
            if can_castle(state, own, other, king, rook):
                found |= bit(rook)
    return found


def castled(king: int, rook: int) -> tuple[int, int]:
    """Where king and rook stand after castling."""
    rank = king & 56
    if rook > king:
        return rank | 6, rank | 5
    return rank | 2, rank | 3


def can_castle(state: Board, own: Bits, other: Bits, king: int, rook: int) -> bool:
    """Is the way free and, for the king, not attacked?"""
    king_to, rook_to = castled(king, rook)
    ways = BETWEEN[king << 6 | king_to] | bit(king_to) | BETWEEN[rook << 6 | rook_to] | bit(rook_to)
    rest = (own | other) ^ bit(king)
    if ways & (rest ^ bit(rook)):
        return False
    for square in each(BETWEEN[king << 6 | king_to]):
        if attackers(state, square, state.turn, rest) & other:
            return False
    return attackers(state, king_to, state.turn, rest ^ bit(rook) | bit(rook_to)) & other == 0


def surely_moves(state: Board, own: Bits, other: Bits) -> bool:
    """Is there a legal move that is seen at a glance: a pawn's or a knight's that cannot be pinned?"""
    if state.checkers:
        return False
    king = king_square(state, own)
    free = flip(STRAIGHT[king] | DIAGONALS[king]) & own
    steppers: Bits = pawns(state) & free
    empty = flip(own | other)
    if (steppers << 8 if state.turn != BLACK else steppers >> 8) & empty:
        return True
    riders: Bits = knights(state) & free
    return riders != 0 and KNIGHT_LEAPS[lowest(riders)] & flip(own) != 0
