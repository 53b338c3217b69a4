"""Chess on five by five squares: a game that declares late and noisy moves, a passed turn and repetition.

Gardner's army without castling and double steps; a king may be left to be taken, and that ends the game.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import NamedTuple

from outwit import Game
from outwit.bits import Bits, bit, count, each, lowest
from outwit.random import Generator

SIDE = 5
SQUARES = SIDE * SIDE
PAWN, KNIGHT, BISHOP, ROOK, QUEEN, KING = range(6)
WORTH = (1.0, 3.0, 3.0, 5.0, 9.0, 0.0)
FILES = (1, 0, -1, 0, 1, 1, -1, -1)
RANKS = (0, 1, 0, -1, 1, -1, 1, -1)
ARMY = (ROOK, KNIGHT, BISHOP, QUEEN, KING)
CENTRE = tuple(0.02 * (4 - abs(square // SIDE - 2) - abs(square % SIDE - 2)) for square in range(SQUARES))


def leaps(steps: tuple[tuple[int, int], ...]) -> tuple[int, ...]:
    """The squares that a piece reaches which moves by such steps, for every square."""
    reached = []
    for square in range(SQUARES):
        mask = 0
        for file, rank in steps:
            column, row = square % SIDE + file, square // SIDE + rank
            if 0 <= column < SIDE and 0 <= row < SIDE:
                mask |= 1 << (row * SIDE + column)
        reached.append(mask)
    return tuple(reached)


KNIGHT_LEAPS = leaps(((1, 2), (2, 1), (2, -1), (1, -2), (-1, -2), (-2, -1), (-2, 1), (-1, 2)))
KING_LEAPS = leaps(tuple(zip(FILES, RANKS, strict=True)))
DRAWN = Generator(5)
MARKS = tuple(DRAWN.word() >> 1 for _ in range(2 * 6 * SQUARES + 1))
"""A random number for every piece on every square, and one for the turn."""


class Position(NamedTuple):
    white: Bits
    black: Bits
    pawns: Bits
    knights: Bits
    bishops: Bits
    rooks: Bits
    queens: Bits
    kings: Bits
    mark: int
    """The numbers of all pieces, and of the turn, put together."""
    quiet: int
    """How many moves have been played since the last capture or pawn move."""
    turn: int


def slides(square: int, first: int, last: int, occupied: Bits) -> Bits:
    """The squares that a piece reaches which moves in such directions until something stands in its way."""
    reached: Bits = 0
    for way in range(first, last):
        column, row = square % SIDE + FILES[way], square // SIDE + RANKS[way]
        while 0 <= column < SIDE and 0 <= row < SIDE:
            there = row * SIDE + column
            reached |= bit(there)
            if occupied & bit(there):
                break
            column += FILES[way]
            row += RANKS[way]
    return reached


def piece_on(state: Position, square: int) -> int:
    """Which piece stands on a square; -1 if none does."""
    here = bit(square)
    if state.pawns & here:
        return PAWN
    if state.knights & here:
        return KNIGHT
    if state.bishops & here:
        return BISHOP
    if state.rooks & here:
        return ROOK
    if state.queens & here:
        return QUEEN
    return KING if state.kings & here else -1


def reach(state: Position, square: int, occupied: Bits) -> Bits:
    """Where a piece can go, or what it attacks, if nothing but the board is in its way."""
    piece = piece_on(state, square)
    if piece == PAWN:
        ahead = square + (SIDE if state.turn == 0 else -SIDE)
        file = square % SIDE
        reached: Bits = bit(ahead) & ~occupied
        if file > 0:
            reached |= bit(ahead - 1) & occupied
        if file < SIDE - 1:
            reached |= bit(ahead + 1) & occupied
        return reached
    if piece == KNIGHT:
        return KNIGHT_LEAPS[square]
    if piece == KING:
        return KING_LEAPS[square]
    return slides(square, 4 if piece == BISHOP else 0, 4 if piece == ROOK else 8, occupied)


def marked(player: int, piece: int, square: int) -> int:
    """The number of a piece on a square."""
    return MARKS[(player * 6 + piece) * SQUARES + square]


@dataclass(frozen=True)
class Minichess(Game):
    """Take the king; a game without capture or pawn move for `patience` moves is drawn."""

    repetition: int = 3
    patience: int = 40
    player_names = ("white", "black")
    scale = 0.02

    def initial(self) -> Position:
        fields = [0, 0, 0, 0, 0, 0]
        mark = 0
        for file, piece in enumerate(ARMY):
            for player, square in ((0, file), (1, SQUARES - SIDE + file)):
                fields[piece] |= 1 << square
                mark ^= marked(player, piece, square)
            for player, square in ((0, SIDE + file), (1, SQUARES - 2 * SIDE + file)):
                fields[PAWN] |= 1 << square
                mark ^= marked(player, PAWN, square)
        pawns, knights, bishops, rooks, queens, kings = fields
        white, black = (1 << 10) - 1, (1 << 25) - (1 << 15)
        return Position(white, black, pawns, knights, bishops, rooks, queens, kings, mark, 0, 0)

    def moves(self, state: Position) -> Iterator[int]:
        own = state.white if state.turn == 0 else state.black
        occupied = state.white | state.black
        if not self.over(state):
            for square in each(own):
                for there in each(reach(state, square, occupied) & ~own):
                    yield square * 32 + there

    def noisy_moves(self, state: Position) -> Iterator[int]:
        own = state.white if state.turn == 0 else state.black
        other = state.black if state.turn == 0 else state.white
        for square in each(own):
            for there in each(reach(state, square, own | other) & other):
                yield square * 32 + there

    def play(self, state: Position, move: int) -> Position:
        white, black, pawns, knights, bishops, rooks, queens, kings, mark, quiet, turn = state
        square, there = move // 32, move % 32
        gone, come = bit(square), bit(there)
        piece, taken = piece_on(state, square), piece_on(state, there)
        mark ^= marked(turn, piece, square) ^ MARKS[2 * 6 * SQUARES]
        if taken >= 0:
            mark ^= marked(1 - turn, taken, there)
        rest = ~(gone | come)
        own, other = (white, black) if turn == 0 else (black, white)
        own, other = (own & rest) | come, other & ~come
        pawns, knights, bishops = pawns & rest, knights & rest, bishops & rest
        rooks, queens, kings = rooks & rest, queens & rest, kings & rest
        quiet = 0 if taken >= 0 or piece == PAWN else quiet + 1
        if piece == PAWN and (there < SIDE or there >= SQUARES - SIDE):
            piece = QUEEN
        mark ^= marked(turn, piece, there)
        if piece == PAWN:
            pawns |= come
        elif piece == KNIGHT:
            knights |= come
        elif piece == BISHOP:
            bishops |= come
        elif piece == ROOK:
            rooks |= come
        elif piece == QUEEN:
            queens |= come
        else:
            kings |= come
        white, black = (own, other) if turn == 0 else (other, own)
        return Position(white, black, pawns, knights, bishops, rooks, queens, kings, mark, quiet, 1 - turn)

    def over(self, state: Position) -> bool:
        return count(state.kings) < 2 or state.quiet >= self.patience

    def payoff(self, state: Position, player: int) -> float:
        if count(state.kings) == 2:
            return 0.0
        return 1.0 if (state.kings & state.white != 0) == (player == 0) else -1.0

    def evaluate(self, state: Position, player: int) -> float:
        own, other = (state.white, state.black) if player == 0 else (state.black, state.white)
        balance = 0.0
        balance += WORTH[PAWN] * (count(state.pawns & own) - count(state.pawns & other))
        balance += WORTH[KNIGHT] * (count(state.knights & own) - count(state.knights & other))
        balance += WORTH[BISHOP] * (count(state.bishops & own) - count(state.bishops & other))
        balance += WORTH[ROOK] * (count(state.rooks & own) - count(state.rooks & other))
        balance += WORTH[QUEEN] * (count(state.queens & own) - count(state.queens & other))
        for square in each(own):
            balance += CENTRE[square]
        for square in each(other):
            balance -= CENTRE[square]
        return balance / 50

    def order(self, state: Position, move: int) -> float:
        taken = piece_on(state, move % 32)
        if taken < 0:
            return CENTRE[move % 32] - CENTRE[move // 32]
        return 1000.0 if taken == KING else 10 * WORTH[taken] - WORTH[piece_on(state, move // 32)] + 10

    def noisy(self, state: Position, move: int) -> bool:
        return piece_on(state, move % 32) >= 0

    def gain(self, state: Position, move: int) -> float:
        taken = piece_on(state, move % 32)
        return 1000.0 if taken == KING else WORTH[taken] / 50

    def urgent(self, state: Position) -> bool:
        return state.quiet == 0

    def late(self, state: Position, move: int) -> int:
        return 2 if piece_on(state, move % 32) < 0 and piece_on(state, move // 32) != PAWN else 0

    def passed(self, state: Position) -> Position:
        return state._replace(turn=1 - state.turn, mark=state.mark ^ MARKS[2 * 6 * SQUARES])

    def key(self, state: Position) -> int:
        return state.mark ^ state.quiet * 0x5851F42D4C957F2D

    def repetition_key(self, state: Position) -> int:
        return state.mark

    def irreversible(self, state: Position, move: int) -> bool:
        taken = (state.white | state.black) & bit(move % 32)
        return (taken | (state.pawns & bit(move // 32))) != 0

    def text(self, state: Position, player: int | None = None) -> str:
        rows = []
        for row in reversed(range(SIDE)):
            marks = []
            for square in range(row * SIDE, (row + 1) * SIDE):
                piece = piece_on(state, square)
                letter = "." if piece < 0 else "pnbrqk"[piece]
                marks.append(letter.upper() if state.white & bit(square) else letter)
            rows.append(" ".join(marks))
        return "\n".join(rows)

    def describe(self, state: Position, move: int) -> str:
        square, there = move // 32, move % 32
        names = [f"{'abcde'[each % SIDE]}{each // SIDE + 1}" for each in (square, there)]
        return "".join(names)


def king_square(state: Position, player: int) -> int:
    """Where a king stands."""
    return lowest(state.kings & (state.white if player == 0 else state.black))
