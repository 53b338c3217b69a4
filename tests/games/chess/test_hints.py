"""What chess tells a search: noisy moves, their order, exchanges, and the evaluation."""

from __future__ import annotations

import chess
import pytest

from outwit.evaluate import with_evaluation
from outwit.game import State
from outwit.games.chess import Board, read_fen, write_fen
from outwit.games.chess.exchange import taken, wins
from outwit.games.chess.values import WORTH

from .positions import GAME, oracle, random_positions, uci
from .test_moves import compiled

PRICES = (0, 100, 320, 330, 500, 950, 0)
"""What each piece is worth, as python-chess numbers them."""


def move_named(state: Board, name: str) -> int:
    return GAME.parse(state, name)


def mirrored(state: Board) -> Board:
    """The position with colours exchanged, seen from the other side of the board."""
    squares, side, castling, passed, *counts = write_fen(state, shredder=True).split()
    rows = "/".join(reversed(squares.swapcase().split("/")))
    passed = passed if passed == "-" else passed[0] + {"3": "6", "6": "3"}[passed[1]]
    words = rows, "b" if side == "w" else "w", castling.swapcase(), passed, *counts
    return read_fen(" ".join(words))


def test_the_noisy_moves_are_those_among_the_moves_that_are_noisy() -> None:
    found = 0
    for state in random_positions(150, 21):
        expected = [move for move in GAME.moves(state) if GAME.noisy(state, move)]
        assert list(GAME.noisy_moves(state)) == expected, write_fen(state)
        found += len(expected)
    assert found > 100


def test_compiled_hints_are_the_hints() -> None:
    rules = compiled()
    for state in random_positions(150, 22):
        assert list(rules.noisy_moves(state)) == list(GAME.noisy_moves(state))
        assert rules.evaluate(state, 0) == GAME.evaluate(state, 0)
        assert rules.key(state) == GAME.key(state)
        assert rules.passed(state) == GAME.passed(state)
        for move in GAME.moves(state):
            assert rules.order(state, move) == GAME.order(state, move)
            assert rules.late(state, move) == GAME.late(state, move)
            assert rules.irreversible(state, move) == GAME.irreversible(state, move)


@pytest.mark.parametrize(
    ("fen", "name", "worth"),
    [
        ("1k1r4/1pp4p/p7/4p3/8/P5P1/1PP4P/2K1R3 w - - 0 1", "Rxe5", 100),
        ("1k1r3q/1ppn3p/p4b2/4p3/8/P2N2P1/1PP1R1BP/2K1Q3 w - - 0 1", "Nxe5", -220),
        ("4k3/8/3p4/4p3/8/8/4R3/4K3 w - - 0 1", "Rxe5", -400),
        ("4k3/8/3p4/4p3/3P4/8/4R3/4K3 w - - 0 1", "dxe5", 100),
        ("4k3/4r3/4r3/4p3/8/8/4R3/K3R3 w - - 0 1", "Rxe5", -400),
        ("3rk3/2P5/8/8/8/8/8/4K3 w - - 0 1", "cxd8=Q+", 400),
        ("4k3/2P5/8/8/8/8/8/4K3 w - - 0 1", "c8=Q+", 850),
        ("8/2Pk4/8/8/8/8/8/4K3 w - - 0 1", "c8=Q+", -100),
        ("4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 1", "exd6", 100),
        ("8/8/4k3/4p3/8/4R3/4K3/8 w - - 0 1", "Rxe5+", -400),
        ("8/8/4k3/4p3/8/4R3/4R3/4K3 w - - 0 1", "Rxe5+", 100),
    ],
)  # fmt: skip
def test_an_exchange_is_worth_what_both_sides_make_of_it(fen: str, name: str, worth: int) -> None:
    state = GAME.position(fen)
    move = move_named(state, name)
    assert wins(state, move, worth)
    assert not wins(state, move, worth + 1)


def test_good_captures_come_before_quiet_moves_and_losing_ones_after_them() -> None:
    state = GAME.position("4k3/8/3p2n1/4p3/5P2/8/1Q2R3/4K3 w - - 0 1")
    good, bad = move_named(state, "fxe5"), move_named(state, "Rxe5")
    quiet = move_named(state, "Kd1")
    assert GAME.order(state, good) > GAME.order(state, quiet) == 0 > GAME.order(state, bad)
    assert GAME.noisy(state, good)
    assert not GAME.noisy(state, bad)


def test_a_turn_is_not_given_up_in_check_or_with_pawns_alone() -> None:
    for fen in ("4k3/8/8/8/8/8/4r3/4K1N1 w - - 0 1", "4k3/8/8/8/8/8/4P3/4K3 w - - 0 1"):
        state = GAME.position(fen)
        assert GAME.passed(state) == state
    state = GAME.position("4k1n1/8/8/8/8/8/4P3/4K1N1 w - - 0 1")
    assert write_fen(GAME.passed(state)) == "4k1n1/8/8/8/8/8/4P3/4K1N1 b - - 1 1"
    assert GAME.passed(GAME.passed(state)).key == state.key


def test_the_evaluation_is_the_same_from_both_sides_and_with_colours_exchanged() -> None:
    for state in random_positions(200, 23):
        value = GAME.evaluate(state, 0)
        assert value == -GAME.evaluate(state, 1)
        assert -1 < value < 1
        assert GAME.evaluate(mirrored(state), 1) == pytest.approx(value), write_fen(state)


def test_the_evaluation_weighs_the_features() -> None:
    for state in random_positions(200, 24):
        own, other = (GAME.features(state, player) for player in (0, 1))
        total = sum(w * (a - b) for w, a, b in zip(GAME.weights, own, other, strict=True))
        value = GAME.evaluate(state, 0)
        assert any(value == pytest.approx(total * part) for part in (1.0, 0.5, 0.25)), write_fen(state)


def test_what_is_hard_to_win_is_worth_less() -> None:
    for fen, part in (
        ("4k3/8/8/8/8/8/8/2B1K3 w - - 0 1", 0.25),
        ("2b1k3/pp6/8/8/8/8/PPPP4/2B1K3 w - - 0 1", 0.5),
        ("3bk3/pp6/8/8/8/8/PPPP4/2B1K3 w - - 0 1", 1.0),
        ("4k3/8/8/8/8/8/8/R3K3 w - - 0 1", 1.0),
    ):
        state = GAME.position(fen)
        own, other = (GAME.features(state, player) for player in (0, 1))
        total = sum(w * (a - b) for w, a, b in zip(GAME.weights, own, other, strict=True))
        assert GAME.evaluate(state, 0) == pytest.approx(part * total), fen


@pytest.mark.parametrize(
    ("feature", "fen", "expected"),
    [
        ("material", "4k3/8/8/8/8/8/PP6/RN2K3 w - - 0 1", 10.2),
        ("knight_mobility", "4k3/8/4p3/8/4N3/8/8/4K3 w - - 0 1", 8),
        ("knight_mobility", "4k3/1p6/8/8/3N4/8/8/4K3 w - - 0 1", 7),
        ("bishop_mobility", "4k3/8/8/8/8/8/8/B3K3 w - - 0 1", 7),
        ("rook_mobility", "4k3/8/8/8/8/8/8/R3K3 w - - 0 1", 10),
        ("queen_mobility", "4k3/8/8/8/8/8/8/Q3K3 w - - 0 1", 17),
        ("doubled_pawns", "4k3/8/8/8/2P5/8/2PP4/4K3 w - - 0 1", 1),
        ("isolated_pawns", "4k3/8/8/8/2P5/8/2P2P2/4K3 w - - 0 1", 3),
        ("backward_pawns", "4k3/8/8/4p3/2P5/3P4/8/4K3 w - - 0 1", 1),
        ("backward_pawns", "4k3/8/8/4p3/8/3P4/2P5/4K3 w - - 0 1", 0),
        ("passed_pawns", "4k3/8/3P4/8/8/8/8/4K3 w - - 0 1", 0.6),
        ("passed_pawns", "4k3/4p3/8/3P4/8/8/8/4K3 w - - 0 1", 0),
        ("free_passed_pawns", "4k3/8/3P4/8/P7/8/8/4K3 w - - 0 1", 2),
        ("bishop_pair", "4k3/8/8/8/8/8/8/B1B1K3 w - - 0 1", 1),
        ("open_files", "4k3/p7/8/8/8/8/8/RR2K3 w - - 0 1", 1),
        ("half_open_files", "4k3/p7/8/8/8/8/8/RR2K3 w - - 0 1", 1),
        ("king_shield", "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1", 3),
        ("king_attack", "4k3/8/8/8/8/8/8/3QK3 w - - 0 1", 2 * 4 / 24),
        ("pinned", "4k3/8/8/8/4r3/8/4N3/4K3 w - - 0 1", 1),
        ("in_check", "4k3/8/8/8/4r3/8/8/4K3 w - - 0 1", 1),
        ("to_move", "4k3/8/8/8/4r3/8/8/4K3 w - - 0 1", 1),
    ],
)  # fmt: skip
def test_features_say_what_they_are_called(feature: str, fen: str, expected: float) -> None:
    state = GAME.position(fen)
    found = dict(zip(GAME.feature_names, GAME.features(state, 0), strict=True))
    assert found[feature] == pytest.approx(expected)
    turned = dict(zip(GAME.feature_names, GAME.features(mirrored(state), 1), strict=True))
    assert turned[feature] == pytest.approx(expected)


def test_material_alone_can_be_chosen() -> None:
    game = with_evaluation(GAME, "material")
    state: State = GAME.position("4k3/8/8/8/8/8/8/Q3K3 w - - 0 1")
    features = dict(zip(GAME.feature_names, GAME.features(state, 0), strict=True))
    other = dict(zip(GAME.feature_names, GAME.features(state, 1), strict=True))
    assert game.evaluate(state, 0) == pytest.approx(
        (features["material"] + features["squares"] - other["squares"]) / 100
    )


def taken_back(board: chess.Board, square: int, occupied: int, side: chess.Color, at_risk: int) -> int:
    """What a side wins by taking on a square, its least valuable piece first, or by leaving it."""
    takers = board.attackers_mask(side, square, occupied) & occupied
    for piece in (chess.PAWN, chess.KNIGHT, chess.BISHOP, chess.ROOK, chess.QUEEN, chess.KING):
        found = takers & board.pieces_mask(piece, side)
        if found:
            left = occupied & ~(found & -found)
            if piece == chess.KING and board.attackers_mask(not side, square, left) & left:
                return 0
            return max(0, at_risk - taken_back(board, square, left, not side, PRICES[piece]))
    return 0


def test_exchanges_in_random_positions_are_worth_what_a_search_of_them_finds() -> None:
    tried = 0
    for state in random_positions(150, 41):
        board = oracle(state)
        for move in GAME.moves(state):
            won = taken(state, move)
            if won <= 0:
                continue
            source, target, promoted = move & 63, move >> 6 & 63, move >> 12
            occupied = board.occupied & ~(1 << source) | 1 << target
            if board.is_en_passant(chess.Move.from_uci(uci(state, move))):
                occupied &= ~(1 << (target ^ 8))
            piece = board.piece_type_at(source)
            assert piece
            at_risk = WORTH[promoted] if promoted else PRICES[piece]
            worth = won - taken_back(board, target, occupied, not board.turn, at_risk)
            assert wins(state, move, worth), (write_fen(state), GAME.describe(state, move))
            assert not wins(state, move, worth + 1), (write_fen(state), GAME.describe(state, move))
            tried += 1
    assert tried > 200
