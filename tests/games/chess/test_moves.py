"""The moves of chess: published counts, python-chess move by move, and the compiled rules."""

from __future__ import annotations

from functools import cache

import chess
import pytest

from outwit.engine.compiler.rules import Rules, compile_rules
from outwit.errors import BadOptionError
from outwit.game import State
from outwit.games.chess import Board, Chess, read_fen, write_fen
from outwit.random import Generator

from .positions import COUNTS, GAME, KIWIPETE, NAMES, oracle, random_positions, random_starts, uci


@cache
def compiled() -> Rules:
    return compile_rules(GAME)


def ways(state: Board, depth: int) -> int:
    """How many ways there are to play so many moves, by the rules as they stand in Python."""
    return sum(ways(GAME.play(state, move), depth - 1) for move in GAME.moves(state)) if depth else 1


def expected_ways(board: chess.Board, depth: int) -> int:
    """The same as python-chess counts them, when the game ends as soon as it is drawn."""
    if board.halfmove_clock >= 100 or board.is_insufficient_material():
        return 0
    if depth == 1:
        return board.legal_moves.count()
    total = 0
    for move in list(board.legal_moves):
        board.push(move)
        total += expected_ways(board, depth - 1)
        board.pop()
    return total


def follow(state: Board, moves: str) -> Board:
    """The position after moves written as python-chess writes them."""
    for name in moves.split():
        state = GAME.play(state, next(move for move in GAME.moves(state) if uci(state, move) == name))
    return state


def moves_of(state: Board) -> set[str]:
    """The legal moves as python-chess writes them."""
    return {uci(state, move) for move in GAME.moves(state)}


@pytest.mark.parametrize("fen", COUNTS, ids=NAMES)
def test_as_many_ways_to_play_are_counted_as_published(fen: str) -> None:
    state = GAME.position(fen)
    assert [ways(state, depth) for depth in (1, 2)] == list(COUNTS[fen][:2])
    assert [compiled().perft(state, depth) for depth in range(1, 5)] == list(COUNTS[fen][:4])


@pytest.mark.parametrize("fen", COUNTS, ids=NAMES)
def test_as_many_ways_to_play_deep_down_are_counted_as_published(fen: str) -> None:
    assert compiled().perft(GAME.position(fen), len(COUNTS[fen])) == COUNTS[fen][-1]


def test_random_positions_have_the_moves_that_python_chess_finds() -> None:
    for state in random_positions(100, 7):
        assert moves_of(state) == {move.uci() for move in oracle(state).legal_moves}, write_fen(state)


def test_the_starts_of_chess960_have_the_moves_that_python_chess_finds() -> None:
    for game in random_starts(60, 3):
        for state in random_positions(2, game.start, game):
            assert moves_of(state) == {move.uci() for move in oracle(state).legal_moves}, write_fen(state)


def test_random_positions_have_as_many_ways_to_play_as_python_chess_counts() -> None:
    for state in random_positions(200, 11):
        assert compiled().perft(state, 3) == expected_ways(oracle(state), 3), write_fen(state)


def test_the_starts_of_chess960_have_as_many_ways_to_play_as_python_chess_counts() -> None:
    for game in random_starts(100, 5):
        for state in (game.initial(), *random_positions(1, game.start, game)):
            assert compiled().perft(state, 3) == expected_ways(oracle(state), 3), write_fen(state)


def test_every_first_rank_is_the_one_that_python_chess_knows_by_its_number() -> None:
    for number in range(960):
        expected = chess.Board.from_chess960_pos(number).fen(shredder=True)
        assert write_fen(Chess(start=number).initial(), shredder=True) == expected


def test_a_first_rank_that_is_none_is_refused() -> None:
    with pytest.raises(BadOptionError, match="start=960 is no first rank: they go from 0 to 959"):
        Chess(start=960)


def test_compiled_rules_are_the_rules() -> None:
    rules, random = compiled(), Generator(2)
    state: State = GAME.initial()
    for _ in range(2000):
        over = GAME.over(state)
        assert rules.over(state) == over
        if over:
            assert [rules.payoff(state, player) for player in (0, 1)] == [
                GAME.payoff(state, player) for player in (0, 1)
            ]
            state = GAME.initial()
            continue
        moves = list(GAME.moves(state))
        assert list(rules.moves(state)) == moves
        move = moves[random.below(len(moves))]
        following = GAME.play(state, move)
        assert rules.play(state, move) == following
        state = following


def test_what_a_position_carries_along_is_what_is_computed_from_its_squares() -> None:
    for state in (
        *random_positions(60, 4),
        *(s for g in random_starts(20, 9) for s in random_positions(2, 1, g)),
    ):
        assert read_fen(write_fen(state, shredder=True)) == state
        for move in GAME.moves(state):
            following = GAME.play(state, move)
            assert read_fen(write_fen(following, shredder=True)) == following


def test_a_pawn_is_taken_in_passing_at_once_or_never() -> None:
    state = follow(GAME.initial(), "e2e4 a7a6 e4e5 d7d5")
    assert "e5d6" in moves_of(state)
    taken = follow(state, "e5d6")
    assert write_fen(taken) == "rnbqkbnr/1pp1pppp/p2P4/8/8/8/PPPP1PPP/RNBQKBNR b KQkq - 0 3"
    assert "e5d6" not in moves_of(follow(state, "h2h3 h7h6"))


def test_a_pawn_that_shields_its_king_along_the_rank_together_with_its_victim_is_not_taken() -> None:
    state = follow(GAME.position("8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1"), "e2e4")
    assert state.en_passant == 0
    assert "f4e3" not in moves_of(state)


def test_a_check_by_a_pawn_is_answered_by_taking_it_in_passing() -> None:
    state = follow(GAME.position("8/8/8/2k5/4p3/8/3P4/4K3 w - - 0 1"), "d2d4")
    assert state.checkers == 1 << 27
    assert "e4d3" in moves_of(state)


def test_castling_is_forfeited_by_king_rook_and_the_rook_s_taker() -> None:
    state = GAME.position(KIWIPETE)
    assert {"e1h1", "e1a1"} <= moves_of(state)
    assert not {"e1h1", "e1a1"} & moves_of(follow(state, "e1d1 a6b7 d1e1 b7a6"))
    assert {"e1h1", "e1a1"} & moves_of(follow(state, "h1g1 a6b7 g1h1 b7a6")) == {"e1a1"}
    taken = follow(GAME.position("r3k2r/8/8/8/8/8/6b1/R3K2R b KQkq - 0 1"), "g2h1")
    assert {"e1h1", "e1a1"} & moves_of(taken) == {"e1a1"}
    assert write_fen(taken) == "r3k2r/8/8/8/8/8/8/R3K2b w Qkq - 0 2"


def test_nobody_castles_out_of_check_or_across_an_attacked_square() -> None:
    for fen, castling in (
        ("4k3/8/8/8/8/8/8/R3K2R w KQ - 0 1", {"e1a1", "e1h1"}),
        ("4r1k1/8/8/8/8/8/8/R3K2R w KQ - 0 1", set()),
        ("3r2k1/8/8/8/8/8/8/R3K2R w KQ - 0 1", {"e1h1"}),
        ("1r4k1/8/8/8/8/8/8/R3K2R w KQ - 0 1", {"e1a1", "e1h1"}),
        ("4k1r1/8/8/8/8/8/8/R3K2R w KQ - 0 1", {"e1a1"}),
    ):
        assert {"e1a1", "e1h1"} & moves_of(GAME.position(fen)) == castling


def test_castling_in_chess960_may_leave_the_king_where_it_is_and_must_not_uncover_it() -> None:
    state = GAME.position("4k3/8/8/8/8/8/8/5RK1 w F - 0 1")
    assert write_fen(follow(state, "g1f1")) == "4k3/8/8/8/8/8/8/2KR4 b - - 1 1"
    assert "c1b1" not in moves_of(GAME.position("4k3/8/8/8/8/8/8/qRK5 w B - 0 1"))
