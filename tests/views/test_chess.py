"""Chess drawn: pieces told apart without colour, moves by two clicks, and positions set up by clicks."""

from __future__ import annotations

import pytest

from outwit.draw.shapes import Box, Disc, Polygon
from outwit.errors import BadPositionError
from outwit.games.chess import Chess
from outwit.views.chess import BODIES, ChessView, piece_shapes

GAME = Chess()
VIEW = ChessView(GAME)


def path_of(fen: str, move: str) -> tuple[str, ...]:
    state = GAME.position(fen)
    return VIEW.path(state, GAME.parse(state, move))


@pytest.mark.parametrize(
    ("fen", "move", "path"),
    [
        ("4k3/8/8/8/8/8/4P3/4K3 w - - 0 1", "e4", ("e2", "e4")),
        ("7k/4P3/8/8/8/8/8/4K3 w - - 0 1", "e8=N", ("e7", "e8", "knight")),
        ("4k3/8/8/8/8/8/8/R3K2R w KQ - 0 1", "O-O", ("e1", "g1")),
        ("4k3/8/8/8/8/8/8/R3K2R w KQ - 0 1", "O-O-O", ("e1", "c1")),
        ("4k3/8/8/8/8/8/8/5RK1 w F - 0 1", "O-O-O", ("g1", "c1")),
        ("4k3/8/8/8/8/8/8/5KR1 w G - 0 1", "O-O", ("f1", "g1")),
        ("4k3/8/8/8/8/8/8/R1K5 w A - 0 1", "O-O-O", ("c1", "a1")),
    ],
)
def test_a_move_is_clicked_square_by_square(fen: str, move: str, path: tuple[str, ...]) -> None:
    assert path_of(fen, move) == path


def test_a_piece_is_drawn_in_both_colours_with_the_same_outline_and_the_other_fill() -> None:
    for piece in BODIES:
        white, black = (list(piece_shapes(piece, owner, 0, 0, 20)) for owner in (0, 1))
        filled = [shape for shape in white if isinstance(shape, Polygon) and not shape.line]
        assert {shape.kind for shape in filled} == {"ivory"}
        solid = [shape for shape in black if isinstance(shape, Polygon) and not shape.line]
        assert {shape.kind for shape in solid} == {"ebony"}
        assert [shape.points for shape in filled] == [shape.points for shape in solid]
    assert len({BODIES[piece] for piece in BODIES}) == 6


def test_a_check_is_ringed_at_the_king_and_at_the_attacker() -> None:
    quiet = VIEW.picture(GAME.position("4k3/8/8/8/8/8/8/4K3 w - - 0 1"))
    assert not [shape for shape in quiet.shapes if isinstance(shape, Disc) and shape.kind == "second"]
    checked = VIEW.picture(GAME.position("4k3/8/8/8/8/8/8/r3K3 w - - 0 1"))
    rings = [shape for shape in checked.shapes if isinstance(shape, Disc) and shape.kind == "second"]
    squares = {square.name: square for square in checked.squares}
    for name in ("e1", "a1"):
        middle = squares[name].x + 30, squares[name].y + 30
        assert middle in [(ring.x, ring.y) for ring in rings]
    assert "white to move, in check" in checked.label


def test_the_last_move_is_framed_where_it_began_and_ended_and_told() -> None:
    before = GAME.initial()
    move = GAME.parse(before, "Nf3")
    picture = VIEW.picture(GAME.play(before, move), None, move, before)
    frames = [shape for shape in picture.shapes if isinstance(shape, Box) and shape.kind == "last"]
    squares = {square.name: square for square in picture.squares}
    assert [(frame.x - 2, frame.y - 2) for frame in frames] == [
        (squares[name].x, squares[name].y) for name in ("g1", "f3")
    ]
    assert picture.label.endswith("Last move: white Nf3.")
    assert "black has king e8, queen d8, rook a8, rook h8" in picture.label


def test_h1_is_a_light_square_on_the_lower_right() -> None:
    squares = {square.name: square for square in VIEW.picture(GAME.initial()).squares}
    assert squares["h1"].kind == "rise"
    assert squares["a1"].kind == "peak"
    assert squares["a1"].x < squares["h1"].x
    assert squares["a1"].y > squares["a8"].y


def test_pieces_are_put_on_squares_and_taken_away() -> None:
    start = GAME.initial()
    for piece in VIEW.pieces[:-1]:
        put = VIEW.placed(start, "e5", piece)
        assert GAME.text(put) != GAME.text(start)
        if piece.upper() != "K":
            assert VIEW.placed(put, "e5", ".") == start
    assert GAME.position(GAME.text(VIEW.placed(start, "d8", "."))).material == 950
    assert " w Qkq - " in GAME.text(VIEW.placed(start, "h1", "."))
    without = VIEW.placed(start, "e8", ".")
    assert VIEW.picture(without).label.startswith("white has king e1")
    with pytest.raises(BadPositionError, match="Black has 0 kings"):
        GAME.position(GAME.text(without))


def test_a_click_says_what_it_does() -> None:
    state = GAME.position("6k1/4P3/8/8/8/8/8/4K2R w K - 0 1")
    moves = list(GAME.moves(state))
    _, first = VIEW.onward(state, moves)
    assert VIEW.action(state, first["h1"]) == "move the rook on h1"
    assert VIEW.action(state, first["e7"]) == "play e8=Q+ or e8=R+ or e8=B or e8=N"
    _, then = VIEW.onward(state, moves, ("e7",))
    _, last = VIEW.onward(state, moves, ("e7", "e8"))
    assert list(then) == ["e8"]
    assert VIEW.action(state, last["knight"]) == "play e8=N"
