"""What a capture leads to if both sides go on taking on the same square, the least valuable piece first."""

from __future__ import annotations

from outwit.bits import Bits, bit, flip, lowest
from outwit.games.chess.attacks import PAWN_STRIKES, attackers, diagonal_attacks, straight_attacks
from outwit.games.chess.board import (
    BISHOP,
    KING,
    KNIGHT,
    NOTHING,
    PAWN,
    QUEEN,
    ROOK,
    Board,
    bishops,
    knights,
    pawns,
    piece_at,
    queens,
    rooks,
    sides,
)
from outwit.games.chess.values import WORTH


def taken(state: Board, move: int) -> int:
    """What a move wins at once: the piece that is taken, and what a pawn is worth more as another piece."""
    source, target, promoted = move & 63, move >> 6 & 63, move >> 12
    won = 0
    if promoted:
        won = WORTH[promoted] - WORTH[PAWN]
    _, other = sides(state)
    if other & bit(target):
        return won + WORTH[piece_at(state, target)]
    if state.en_passant and target == state.en_passant and piece_at(state, source) == PAWN:
        return WORTH[PAWN]
    return won


def wins(state: Board, move: int, least: int) -> bool:
    """Does a move win at least so much, if both sides take on its square as long as that pays?

    Pins are not seen.
    """
    source, target, promoted = move & 63, move >> 6 & 63, move >> 12
    won = taken(state, move) - least
    if won < 0:
        return False
    at_risk = WORTH[promoted] if promoted else WORTH[piece_at(state, source)]
    won = at_risk - won
    if won <= 0:
        return True
    own, other = sides(state)
    occupied = (own | other) & flip(bit(source)) | bit(target)
    if state.en_passant and target == state.en_passant and piece_at(state, source) == PAWN:
        occupied ^= bit(target ^ 8)
    own_pawns = pawns(state) & own
    taking = attackers(state, target, state.turn, occupied) & flip(own_pawns)
    taking |= PAWN_STRIKES[(1 - state.turn) << 6 | target] & own_pawns
    mine, answer = False, True
    while True:
        taking &= occupied
        side = own if mine else other
        taker = least_valuable(state, taking & side)
        if taker == NOTHING:
            return answer
        answer = not answer
        if taker == KING:
            # a king may take only what nobody defends any more
            against = other if mine else own
            return not answer if taking & against else answer
        won = WORTH[taker] - won
        if won < (1 if answer else 0):
            return answer
        occupied ^= bit(lowest(taking & side & squares_of(state, taker)))
        if taker not in (KNIGHT, ROOK):
            taking |= diagonal_attacks(target, occupied) & state.high & state.low
        if taker in (ROOK, QUEEN):
            taking |= straight_attacks(target, occupied) & state.high & state.middle
        mine = not mine


def least_valuable(state: Board, among: Bits) -> int:
    """Which is the least valuable piece on some squares; `NOTHING` if there is none."""
    if not among:
        return NOTHING
    if among & pawns(state):
        return PAWN
    if among & knights(state):
        return KNIGHT
    if among & bishops(state):
        return BISHOP
    if among & rooks(state):
        return ROOK
    if among & queens(state):
        return QUEEN
    return KING


def squares_of(state: Board, piece: int) -> Bits:
    """The squares with such a piece."""
    found = state.low if piece & 1 else flip(state.low)
    found &= state.middle if piece & 2 else flip(state.middle)
    return found & (state.high if piece & 4 else flip(state.high))
