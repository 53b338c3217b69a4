"""How games of chess end."""

from __future__ import annotations

import pytest

from outwit import Session
from outwit.games.chess import write_fen

from .positions import GAME, oracle, random_positions
from .test_moves import follow


@pytest.mark.parametrize(
    ("fen", "payoff"),
    [
        ("rnb1kbnr/pppp1ppp/8/4p3/6Pq/5P2/PPPPP2P/RNBQKBNR w KQkq - 1 3", -1.0),
        ("R5k1/5ppp/8/8/8/8/8/K7 b - - 0 1", 1.0),
        ("R5k1/5ppp/8/8/8/8/8/K7 b - - 100 90", 1.0),
        ("7k/5Q2/6K1/8/8/8/8/8 b - - 0 1", 0.0),
        ("8/8/4k3/8/8/3QK3/8/8 w - - 100 90", 0.0),
        ("8/8/4k3/8/8/3NK3/8/8 w - - 0 1", 0.0),
        ("8/8/4k3/8/8/3BK3/8/8 w - - 0 1", 0.0),
        ("8/2b5/4k3/8/8/4K3/5B2/8 w - - 0 1", 0.0),
    ],
)
def test_the_game_is_over_and_pays(fen: str, payoff: float) -> None:
    state = GAME.position(fen)
    assert GAME.over(state)
    assert list(GAME.moves(state)) == []
    assert [GAME.payoff(state, player) for player in (0, 1)] == [payoff, -payoff]


@pytest.mark.parametrize(
    "fen",
    [
        "8/8/4k3/8/8/3QK3/8/8 w - - 99 90",
        "8/8/4k3/8/8/2NNK3/8/8 w - - 0 1",
        "8/3b4/4k3/8/8/4K3/5B2/8 w - - 0 1",
        "8/3n4/4k3/8/8/4K3/5B2/8 w - - 0 1",
        "8/8/4k3/8/8/4K3/5P2/8 w - - 0 1",
    ],
)
def test_the_game_goes_on(fen: str) -> None:
    state = GAME.position(fen)
    assert not GAME.over(state)
    assert list(GAME.moves(state))


def test_random_games_end_where_python_chess_ends_them() -> None:
    for state in random_positions(150, 13):
        for move in GAME.moves(state):
            following = GAME.play(state, move)
            board = oracle(following)
            outcome = board.outcome()
            drawn = board.is_fifty_moves() or (outcome is not None and outcome.winner is None)
            assert GAME.over(following) == (drawn or board.is_checkmate()), write_fen(following)


def test_the_third_time_a_position_comes_the_game_is_drawn() -> None:
    session = Session(GAME)
    session.read("Nf3 Nf6 Ng1 Ng8 Nf3 Nf6 Ng1")
    assert not session.over
    session.read("Ng8")
    assert session.over
    assert session.rules.payoff(session.state, 0) == 0.0


def test_a_position_in_which_a_pawn_could_be_taken_in_passing_is_another_one() -> None:
    start = GAME.position("4k3/8/8/8/1p6/8/P7/4K3 w - - 0 1")
    state = follow(start, "a2a4")
    again = follow(state, "e8e7 e1e2 e7e8 e2e1")
    assert again.key != state.key
    blocked = follow(GAME.position("4k3/8/8/8/8/8/P7/4K3 w - - 0 1"), "a2a4")
    assert follow(blocked, "e8e7 e1e2 e7e8 e2e1").key == blocked.key
