"""Chess: mate the other king; by the laws of FIDE, and from any of the 960 first ranks of Chess960."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from types import MappingProxyType

from outwit.bits import Bits, bit, each, flip, lowest
from outwit.errors import BadOptionError, IllegalMoveError
from outwit.game import Game, refusal
from outwit.games.chess import evaluation, marks, playing, san
from outwit.games.chess.board import (
    BISHOP,
    KNIGHT,
    NOTHING,
    QUEEN,
    WHITE,
    Board,
    kings,
    occupied_squares,
    pawns,
    piece_at,
    pieces_of,
    sides,
)
from outwit.games.chess.evaluation import FEATURES, HAND_SET, MOST, Features, tapered, winnable
from outwit.games.chess.exchange import taken, wins
from outwit.games.chess.fen import mark_at, read_fen, write_fen
from outwit.games.chess.legality import (
    EDGE_RANKS,
    PATIENCE,
    answers,
    is_drawn,
    king_square,
    pinned_pieces,
    surely_moves,
    targets,
)
from outwit.games.chess.setup import CLASSICAL, STARTS, start
from outwit.games.chess.values import ENDING, OPENING, WORTH

__all__ = ["Board", "Chess", "read_fen", "write_fen"]

NEAR = 60
"""From so many quiet moves on, positions that differ in their number are not taken for the same."""


@dataclass(frozen=True)
class Chess(Game):
    """Attack the king so that it cannot escape; a draw by stalemate, repetition, or fifty moves of nothing.

    A move is the number of the square it begins on, plus 64 times that of the square it ends on, plus 4096
    times what a pawn becomes. Castling is the king's move to the square of its rook.
    """

    start: int = CLASSICAL
    """The number of the first rank, 0 to 959; 518 is the usual one."""

    title = "Chess"
    player_names = ("white", "black")
    feature_names = FEATURES
    evaluations = MappingProxyType(
        {"full": HAND_SET, "material": (*HAND_SET[:2], *(0.0 for _ in HAND_SET[2:]))}
    )
    """All features; or only which pieces there are, and where they stand."""
    weights = evaluations["full"]
    repetition = 3
    scale = HAND_SET[0]

    def __post_init__(self) -> None:
        if not 0 <= self.start < STARTS:
            raise BadOptionError(
                f"chess:start={self.start} is no first rank: they go from 0 to {STARTS - 1}."
            )

    def initial(self) -> Board:
        return start(self.start)

    def moves(self, state: Board) -> Iterator[int]:
        """All legal moves, piece by piece from a1 to h8."""
        if is_drawn(state):
            return
        own, other = sides(state)
        king = king_square(state, own)
        open_, pins = answers(state, king), pinned_pieces(state, own, other, king)
        sources: Bits = own if open_ else bit(king)
        promoting: Bits = pawns(state) & (0xFF << 48 if state.turn == 0 else 0xFF << 8)
        while sources:
            source = lowest(sources)
            sources &= sources - 1
            ends: Bits = targets(state, source, own, other, king, open_, pins, flip(0))
            best = QUEEN if promoting & bit(source) else NOTHING
            promoted = best
            while ends:
                yield source | lowest(ends) << 6 | promoted << 12
                if promoted > KNIGHT:
                    promoted = promoted - 1 if promoted > BISHOP else KNIGHT
                else:
                    ends &= ends - 1
                    promoted = best

    def play(self, state: Board, move: int) -> Board:
        return playing.after(state, move)

    def over(self, state: Board) -> bool:
        return is_drawn(state) or not self.can_move(state)

    def payoff(self, state: Board, player: int) -> float:
        if state.checkers and not self.can_move(state):
            return -1.0 if player == state.turn else 1.0
        return 0.0

    def can_move(self, state: Board) -> bool:
        """Has the side to move any legal move?"""
        own, other = sides(state)
        if surely_moves(state, own, other):
            return True
        king = king_square(state, own)
        open_, pins = answers(state, king), pinned_pieces(state, own, other, king)
        sources: Bits = own if open_ else bit(king)
        while sources:
            if targets(state, lowest(sources), own, other, king, open_, pins, flip(0)):
                return True
            sources &= sources - 1
        return False

    # What a search may want to know

    def evaluate(self, state: Board, player: int) -> float:
        """The features weighed, own less the other's; less of what is hard to win, and never all."""
        squares = tapered(state.opening, state.ending, state.phase)
        value = self.weights[0] * (state.material / 100) + self.weights[1] * squares
        positional = 0.0
        for index in range(2, len(self.weights)):
            positional += abs(self.weights[index])
        if positional > 0.0:
            white = evaluation.features(state, 0, 0.0, 0.0)
            black = evaluation.features(state, 1, 0.0, 0.0)
            for index in range(2, len(white)):
                value += self.weights[index] * (white[index] - black[index])
        value *= winnable(state, WHITE if value > 0 else 1)
        value = min(max(value, -MOST), MOST)
        return value if player == WHITE else -value

    def features(self, state: Board, player: int) -> Features:
        """What the evaluation weighs, of one player."""
        sign = 1 if player == WHITE else -1
        material, opening, ending = 0, 0, 0
        for square in each(pieces_of(state, player)):
            place = player << 9 | piece_at(state, square) << 6 | square
            material += WORTH[piece_at(state, square)]
            opening += sign * OPENING[place]
            ending += sign * ENDING[place]
        return evaluation.features(state, player, material / 100, tapered(opening, ending, state.phase))

    def noisy(self, state: Board, move: int) -> bool:
        """A capture, or a pawn that becomes a queen, by which nothing is lost on that square."""
        promoted = move >> 12
        return promoted in (NOTHING, QUEEN) and taken(state, move) > 0 and wins(state, move, 0)

    def gain(self, state: Board, move: int) -> float:
        """What it takes, and what a pawn is worth more as another piece."""
        return self.weights[0] * taken(state, move) / 100

    def urgent(self, state: Board) -> bool:
        return state.checkers != 0

    def noisy_moves(self, state: Board) -> Iterator[int]:
        if is_drawn(state):
            return
        own, other = sides(state)
        king = king_square(state, own)
        open_, pins = answers(state, king), pinned_pieces(state, own, other, king)
        sources: Bits = own if open_ else bit(king)
        steppers = pawns(state)
        beyond: Bits = other | EDGE_RANKS
        if state.en_passant:
            beyond |= bit(state.en_passant)
        while sources:
            source = lowest(sources)
            sources &= sources - 1
            wanted: Bits = beyond if steppers & bit(source) else other
            ends: Bits = targets(state, source, own, other, king, open_, pins, wanted)
            while ends:
                target = lowest(ends)
                ends &= ends - 1
                promoted = 0
                if steppers & bit(source) and EDGE_RANKS & bit(target):
                    promoted = QUEEN
                move = source | target << 6 | promoted << 12
                if wins(state, move, 0):
                    yield move

    def order(self, state: Board, move: int) -> float:
        """Good captures first, the most valuable piece by the least valuable; those that lose come last."""
        won = taken(state, move)
        if won <= 0:
            return 0.0
        piece = piece_at(state, move & 63)
        if wins(state, move, 0):
            return float(16 * won - WORTH[piece])
        return float(min(won - WORTH[piece], -1))

    def late(self, state: Board, move: int) -> int:
        """A quiet move that neither ends a check nor gives one."""
        if state.checkers or taken(state, move) > 0:
            return 0
        return 0 if playing.after(state, move).checkers else 2

    def passed(self, state: Board) -> Board:
        """The turn given up; not in check, nor where to move may be a burden: with king and pawns alone."""
        own, _ = sides(state)
        if state.checkers or not own & ~(pawns(state) | kings(state)):
            return state
        return playing.passed(state)

    def key(self, state: Board) -> int:
        """The position; and the count of quiet moves where the draw by it is near."""
        return state.key ^ marks.LATE[min(state.quiet, PATIENCE)] if state.quiet >= NEAR else state.key

    def repetition_key(self, state: Board) -> int:
        return state.key

    def irreversible(self, state: Board, move: int) -> bool:
        """A capture, a move of a pawn, or one by which castling is forfeited."""
        here, there = bit(move & 63), bit(move >> 6 & 63)
        if (pawns(state) & here) | (occupied_squares(state) & there) | (state.castling & here):
            return True
        own, _ = sides(state)
        return kings(state) & here != 0 and state.castling & own != 0

    # People

    def describe(self, state: Board, move: int) -> str:
        """The move in algebraic notation."""
        return self.name_among(state, move, list(self.moves(state)))

    def name_among(self, state: Board, move: int, legal: Sequence[int]) -> str:
        """The move in algebraic notation, where these are the legal ones."""
        after = playing.after(state, move)
        check = ("+" if self.can_move(after) else "#") if after.checkers else ""
        return san.write_san(state, move, legal, check)

    def parse(self, state: Board, text: str) -> int:
        """A move in algebraic notation, short or long, or as engines write it: `Nf3`, `Ng1-f3`, `g1f3`."""
        legal = list(self.moves(state))
        found = san.find_moves(state, text, legal)
        if len(found) == 1:
            return found[0]
        raise IllegalMoveError(
            refusal(text, [self.name_among(state, move, legal) for move in found or legal])
        )

    def text(self, state: Board, player: int | None = None) -> str:
        rows = []
        for rank in range(7, -1, -1):
            squares = range(8 * rank, 8 * rank + 8)
            rows.append(f"{rank + 1} {' '.join(mark_at(state, square) for square in squares)}")
        return "\n".join([*rows, "  a b c d e f g h", write_fen(state)])

    def position(self, text: str) -> Board:
        """A FEN; or the board as it is shown, whose last line is one."""
        lines = text.strip().splitlines()
        return read_fen(lines[-1] if lines else "")
