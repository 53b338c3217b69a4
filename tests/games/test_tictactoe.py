"""Tic-tac-toe: the counts that everybody knows."""

from __future__ import annotations

from functools import cache

import pytest

from outwit import find_game
from outwit.errors import BadPositionError
from outwit.games.tictactoe import Board, TicTacToe

GAME = TicTacToe()


def test_there_are_255168_games() -> None:
    @cache
    def games(state: Board) -> int:
        return 1 if GAME.over(state) else sum(games(GAME.play(state, move)) for move in GAME.moves(state))

    assert games(GAME.initial()) == 255_168


def reachable() -> set[Board]:
    """Every position that can come up."""
    found, new = set(), {GAME.initial()}
    while new:
        found |= new
        new = {GAME.play(s, m) for s in new if not GAME.over(s) for m in GAME.moves(s)} - found
    return found


def test_there_are_5478_positions_of_which_958_are_finished() -> None:
    states = reachable()
    assert len(states) == 5478
    ends = [state for state in states if GAME.over(state)]
    assert [sum(GAME.payoff(end, 0) == worth for end in ends) for worth in (1, -1, 0)] == [626, 316, 16]


def test_every_position_reads_back_from_its_drawing() -> None:
    for state in reachable():
        assert GAME.position(GAME.text(state)) == state


def test_a_line_is_seen_in_every_direction() -> None:
    for won in (
        "XXX OO. ...",
        "OO. XXX ...",
        "... OO. XXX",
        "XO. XO. X..",
        "OX. OX. .X.",
        "O.X O.X ..X",
        "XO. .XO ..X",
        "O.X OX. X..",
    ):
        state = GAME.position(won)
        assert GAME.over(state)
        assert (GAME.payoff(state, 0), GAME.payoff(state, 1)) == (1, -1)


@pytest.mark.parametrize("text", ["XO", "XO.......X", "XO*......", "XXX......", "OO.......", ""])
def test_positions_that_cannot_be_are_refused(text: str) -> None:
    with pytest.raises(BadPositionError):
        GAME.position(text)


def test_a_board_on_which_play_went_on_after_a_win_is_no_game_still_open() -> None:
    """X has three in a row, yet as many squares as O: the game must have ended a move ago."""
    try:
        state = GAME.position("XXX OO. O..")
    except BadPositionError:
        return
    assert GAME.over(state)


def test_squares_are_named_one_to_nine() -> None:
    game = find_game("tictactoe")
    assert [game.describe(game.initial(), move) for move in game.moves(game.initial())] == list("123456789")
    assert game.parse(game.initial(), "5") == 4
