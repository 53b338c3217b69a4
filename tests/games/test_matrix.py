"""Matrices as games: how they are written, and what is said where they cannot be read."""

from __future__ import annotations

import pytest

from outwit import SIMULTANEOUS, OutwitError, find_game, game_spec
from outwit.errors import BadPositionError
from outwit.games.matrix import Choice, MatrixGame
from outwit.games.rps import RockPaperScissors


def test_the_default_is_rock_paper_scissors() -> None:
    game, hands = MatrixGame(), RockPaperScissors()
    start = game.initial()
    assert game.turn(start) == SIMULTANEOUS
    for row in game.moves_for(start, 0):
        for column in game.moves_for(start, 1):
            end = game.play_joint(start, (row, column))
            shown = hands.play_joint(hands.initial(), (row, column))
            assert game.over(end)
            assert [game.payoff(end, player) for player in range(2)] == [
                hands.payoff(shown, player) for player in range(2)
            ]


def test_a_matrix_is_read_row_by_row_and_written_back() -> None:
    game = find_game("matrix:2 -1 1/2; 0,3.5,-4")
    start = game.initial()
    assert [len(list(game.moves_for(start, player))) for player in range(2)] == [2, 3]
    assert game.payoff(Choice(0, 2), 0) == 0.5
    assert game.payoff(Choice(1, 1), 1) == -3.5
    assert game.bounds(start, 0) == (-4, 3.5)
    assert game.bounds(start, 1) == (-3.5, 4)
    assert game_spec(game) == "matrix:2 -1 1/2; 0,3.5,-4"
    assert game.text(start).split("\n") == ["  2  -1 0.5", "  0 3.5  -4"]


@pytest.mark.parametrize(
    ("text", "complaint"),
    [
        ("1 2; 3", "rows of 2, 1 entries"),
        ("1; 2 3; 4", "rows of 1, 2, 1 entries"),
        (";;", "rows of 0, 0 entries"),
        ("1 x; 2 3", "row 1: 'x' is not a number"),
        ("1 2; 3 nan", "row 2: 'nan' is not a number"),
        ("1 2; 3 inf", "row 2: 'inf' is not a number"),
        ("1 2; 3 -1e308", "row 2: -1e308 is too large; give numbers up to 1e\\+150"),
    ],
)
def test_what_is_no_matrix_is_refused(text: str, complaint: str) -> None:
    with pytest.raises(OutwitError, match="The matrix .*" + complaint):
        find_game(f"matrix:{text}")


def test_a_position_reads_back_from_its_text() -> None:
    game = MatrixGame("1 -2; 3 4.5; -6 0")
    for state in (game.initial(), *(Choice(row, column) for row in range(3) for column in range(2))):
        assert game.position(game.text(state)) == state


@pytest.mark.parametrize("text", ["", "row 4, column 1", "row 1, column 3", "row 0, column 1", "1 2; 3 4"])
def test_what_is_no_position_is_refused(text: str) -> None:
    with pytest.raises(BadPositionError, match="is not a position of this matrix game"):
        MatrixGame("1 -2; 3 4.5; -6 0").position(text)
