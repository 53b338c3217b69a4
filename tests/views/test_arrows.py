"""Moves that are proposed, drawn over positions, and pieces that are put on squares."""

from __future__ import annotations

import pytest

from outwit.errors import BadPositionError
from outwit.game import Move, State
from outwit.games import find_game
from outwit.play import Session
from outwit.views import Picture, View, find_view
from outwit.views.arrows import Arrow, with_arrows
from outwit.views.shapes import Disc, Polygon, Square, Words
from tests.views.drawn import parsed

EMPTY = Picture(100, 100, (Square("a", 0, 0, 50, 50), Square("b", 50, 50, 50, 50)), "Two squares.")


def badges(picture: Picture) -> list[str]:
    return [
        shape.text for shape in picture.shapes if isinstance(shape, Words) and shape.kind in ("mark", "arrow")
    ]


def arrow_of(spec: str, moves: str, text: str) -> tuple[View, State, Move, tuple[tuple[float, float], ...]]:
    session = Session(find_game(spec))
    if moves:
        session.read(moves)
    view = find_view(session.game)
    move = session.meant(text)
    return view, session.state, move, view.track(view.picture(session.state), session.state, move)


def test_a_move_of_one_square_gets_a_ring_and_one_of_two_an_arrow() -> None:
    ring = with_arrows(EMPTY, [Arrow(((25, 25),), "1")])
    assert [shape for shape in ring.shapes if isinstance(shape, Disc) and shape.kind == "arrow"]
    assert not [shape for shape in ring.shapes if isinstance(shape, Polygon)]
    arrow = with_arrows(EMPTY, [Arrow(((25, 25), (75, 75)), "1")])
    heads = [shape for shape in arrow.shapes if isinstance(shape, Polygon) and shape.kind == "arrow"]
    assert len(heads) == 1
    tip = heads[0].points[0]
    assert 60 < tip[0] == tip[1] < 75


def test_those_who_propose_the_same_move_share_its_badge() -> None:
    moves = [Arrow(((25, 25),), "1"), Arrow(((75, 75),), "2"), Arrow(((25, 25),), "3")]
    assert sorted(badges(with_arrows(EMPTY, moves))) == ["1 3", "2"]


def test_a_reply_is_not_mistaken_for_the_same_move_played_first() -> None:
    moves = [Arrow(((25, 25),), "1"), Arrow(((25, 25),), "2", reply=True)]
    drawn = with_arrows(EMPTY, moves)
    assert sorted(badges(drawn)) == ["1", "2"]
    assert [shape.kind for shape in drawn.shapes if isinstance(shape, Words)] == ["arrow", "mark"]


def test_arrows_lie_below_what_is_clicked_and_hide_no_square() -> None:
    drawn = with_arrows(EMPTY, [Arrow(((25, 25),), "1")])
    assert drawn.squares == EMPTY.squares
    text = drawn.svg({"a": "play a"})
    assert text.index("ow-arrow") < text.index('data-square="a"')
    parsed(text)


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
