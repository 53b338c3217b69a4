"""What the evaluation of chess weighs: numbers that a player would look at, seen from one side."""

from __future__ import annotations

from typing import TypeAlias

from outwit.bits import Bits, bit, count, flip, lowest
from outwit.games.chess.attacks import KING_STEPS, KNIGHT_LEAPS, diagonal_attacks, straight_attacks
from outwit.games.chess.board import (
    LIGHT,
    WHITE,
    Board,
    bishops,
    kings,
    knights,
    occupied_squares,
    pawns,
    pieces_of,
    queens,
    rooks,
)
from outwit.games.chess.legality import pinned_pieces
from outwit.games.chess.structure import ahead, strikes, structure
from outwit.games.chess.values import FULL, WORTH

Features: TypeAlias = tuple[
    float, float, float, float, float, float, float, float, float, float,
    float, float, float, float, float, float, float, float, float,
]  # fmt: skip

FEATURES = (
    "material", "squares", "knight_mobility", "bishop_mobility", "rook_mobility", "queen_mobility",
    "doubled_pawns", "isolated_pawns", "backward_pawns", "passed_pawns", "free_passed_pawns", "bishop_pair",
    "open_files", "half_open_files", "king_shield", "king_attack", "pinned", "in_check", "to_move",
)  # fmt: skip
"""What each number is called.

Material and squares are in pawns. Mobility is how many squares a side's knights, bishops, rooks and queens
attack that no pawn of the opponent guards and no own piece takes up. Passed pawns count the more the farther
they are and the fewer pieces are left; free are those that can step on. King shield are the pawns before the
own king, king attack the attacks on squares around the other king: both count in full while all pieces are on
the board, and nothing in a pawn ending.
"""

HAND_SET = (
    0.01, 0.01, 0.0004, 0.0004, 0.0002, 0.0001,
    -0.001, -0.0012, -0.0008, 0.01, 0.0012, 0.003,
    0.0022, 0.001, 0.0012, 0.0009, -0.001, -0.002, 0.001,
)  # fmt: skip
"""What each is worth, set by hand: a pawn is a hundredth of a game."""

PASSED = (0, 5, 8, 16, 32, 60, 100, 0)
"""What a passed pawn is worth in an endgame by the rank it stands on, in hundredths; half in the opening."""

MOST = 0.98
"""No estimate is greater: more than this is only a game that is won."""

PAWNLESS, UNLIKE_BISHOPS = 0.25, 0.5
"""What is left of an advantage that is hard to win with."""


def features(state: Board, player: int, material: float, squares: float) -> Features:
    """The numbers of one player; what is carried along is handed in."""
    own, other = pieces_of(state, player), pieces_of(state, 1 - player)
    own_pawns, other_pawns = pawns(state) & own, pawns(state) & other
    phase = min(state.phase, FULL) / FULL
    king, enemy_king = lowest(kings(state) & own), lowest(kings(state) & other)
    zone: Bits = KING_STEPS[enemy_king] | bit(enemy_king)
    occupied = own | other
    room = flip(own | strikes(other_pawns, 1 - player))
    on_king = 0

    knight_room = 0
    pieces: Bits = knights(state) & own
    while pieces:
        seen: Bits = KNIGHT_LEAPS[lowest(pieces)]
        pieces &= pieces - 1
        knight_room += count(seen & room)
        on_king += count(seen & zone)
    bishop_room = 0
    pieces = bishops(state) & own
    while pieces:
        seen = diagonal_attacks(lowest(pieces), occupied)
        pieces &= pieces - 1
        bishop_room += count(seen & room)
        on_king += count(seen & zone)
    shape = structure(own_pawns, other_pawns, player)
    rook_room, open_files, half_open_files = 0, 0, 0
    pieces = rooks(state) & own
    while pieces:
        square = lowest(pieces)
        seen = straight_attacks(square, occupied)
        pieces &= pieces - 1
        rook_room += count(seen & room)
        on_king += count(seen & zone)
        if not shape.files & bit(square):
            if other_pawns & 0x0101010101010101 << (square & 7):
                half_open_files += 1
            else:
                open_files += 1
    queen_room = 0
    pieces = queens(state) & own
    while pieces:
        square = lowest(pieces)
        seen = diagonal_attacks(square, occupied) | straight_attacks(square, occupied)
        pieces &= pieces - 1
        queen_room += count(seen & room)
        on_king += count(seen & zone)
    on_king += count(strikes(own_pawns, player) & zone)

    far = 0
    passed: Bits = shape.passed
    while passed:
        rank = lowest(passed) >> 3
        passed &= passed - 1
        far += PASSED[rank if player == WHITE else 7 - rank]
    shield: Bits = KING_STEPS[king] & flip(bit(king))
    shield = ahead(shield | bit(king), player) & own_pawns
    return (
        material,
        squares,
        float(knight_room),
        float(bishop_room),
        float(rook_room),
        float(queen_room),
        float(shape.doubled),
        float(shape.isolated),
        float(shape.backward),
        far / 100 * (1.0 - phase / 2),
        float(count(ahead(shape.passed, player) & flip(occupied))),
        1.0 if count(bishops(state) & own) > 1 else 0.0,
        float(open_files),
        float(half_open_files),
        count(shield) * phase,
        on_king * phase,
        float(count(pinned_pieces(state, own, other, king))),
        1.0 if player == state.turn and state.checkers else 0.0,
        1.0 if player == state.turn else 0.0,
    )


def tapered(opening: int, ending: int, phase: int) -> float:
    """A value between that for a full board and that for an endgame, in pawns."""
    left = min(phase, FULL)
    return (opening * left + ending * (FULL - left)) / (100.0 * FULL)


def material_of(state: Board, player: int) -> int:
    """What a player's pieces are worth, in hundredths of a pawn."""
    own = pieces_of(state, player)
    return (
        WORTH[1] * count(pawns(state) & own)
        + WORTH[2] * count(knights(state) & own)
        + WORTH[5] * count(bishops(state) & own)
        + WORTH[6] * count(rooks(state) & own)
        + WORTH[7] * count(queens(state) & own)
    )


def winnable(state: Board, ahead_is: int) -> float:
    """How much of an advantage can be made good: little without pawns, or with bishops on unlike colours."""
    own = pieces_of(state, ahead_is)
    lead = state.material if ahead_is == WHITE else -state.material
    if not pawns(state) & own and lead <= WORTH[5]:
        return PAWNLESS
    runners = bishops(state)
    if count(runners) == 2 and count(runners & own) == 1 and count(runners & LIGHT) == 1:
        others = occupied_squares(state) & flip(pawns(state) | kings(state) | runners)
        if not others:
            return UNLIKE_BISHOPS
    return 1.0
