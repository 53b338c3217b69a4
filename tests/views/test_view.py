"""Where moves lead on the pictures of views, and pieces that are put on squares."""

from __future__ import annotations

import pytest

from outwit.errors import BadPositionError
from outwit.game import Move, State
from outwit.games import find_game
from outwit.play import Session
from outwit.views import View, find_view


def arrow_of(spec: str, moves: str, text: str) -> tuple[View, State, Move, tuple[tuple[float, float], ...]]:
    session = Session(find_game(spec))
    if moves:
        session.read(moves)
    view = find_view(session.game)
    move = session.find_move(text)
    return view, session.state, move, view.track(view.picture(session.state), session.state, move)


def test_a_disc_at_connect_4_is_shown_where_it_comes_to_lie() -> None:
    _, _, _, low = arrow_of("connect4", "", "4")
    _, _, _, high = arrow_of("connect4", "44", "4")
    assert low[0][0] == high[0][0]
    assert low[0][1] > high[0][1]


def test_an_arrow_goes_to_squares_of_the_board_and_not_to_buttons() -> None:
    view, state, move, points = arrow_of("wargame:board=1 2/3 4", "drop A1 drop B2", "blitz B1")
    assert view.path(state, move) == ("B1", "blitz")
    assert len(points) == 1


def test_a_unit_s_arrow_begins_where_the_unit_stands_though_it_need_not_be_clicked() -> None:
    view, state, move, points = arrow_of("tactics", "", "swordsman attacks archer")
    assert len(view.path(state, move)) == 1
    assert len(points) == 2


# Pieces


@pytest.mark.parametrize("spec", ["connect4", "tictactoe", "othello", "wargame:board=1 2/3 4"])
def test_a_piece_that_is_put_on_a_square_and_taken_away_leaves_the_board_as_it_was(spec: str) -> None:
    game = find_game(spec)
    view, start = find_view(game), game.initial()
    square = view.picture(start).squares[0].name
    assert view.pieces
    for piece in view.pieces[:-1]:
        put = view.placed(start, square, piece)
        assert game.text(put) != game.text(start)
        assert view.placed(put, square, view.pieces[-1]) == start


def test_positions_put_together_are_judged_by_the_game() -> None:
    game = find_game("connect4")
    view = find_view(game)
    state = view.placed(view.placed(game.initial(), "4", "X"), "4", "O")
    assert game.position(game.text(state)) == game.position("44")
    with pytest.raises(BadPositionError, match="X moves first"):
        game.position(game.text(view.placed(game.initial(), "1", "O")))


def test_a_full_column_takes_no_disc_and_an_empty_one_gives_none() -> None:
    game = find_game("connect4:width=2,height=2,length=2")
    view, state = find_view(game), game.initial()
    assert view.placed(state, "1", ".") == state
    for piece in "XO":
        state = view.placed(state, "1", piece)
    assert view.placed(state, "1", "X") == state


def test_clicking_the_pass_at_othello_gives_the_other_side_the_move() -> None:
    game = find_game("othello")
    view = find_view(game)
    state = view.placed(game.initial(), "pass", "X")
    assert game.text(state).endswith("O to move")
    assert game.position(game.text(state)) == state
