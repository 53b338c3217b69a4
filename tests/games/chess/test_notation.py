"""Moves and positions in writing, beside python-chess."""

from __future__ import annotations

import chess
import pytest

from outwit.errors import BadPositionError, IllegalMoveError
from outwit.games.chess import Board, Chess, read_fen, write_fen
from outwit.games.chess.san import write_uci

from .positions import COUNTS, GAME, KIWIPETE, oracle, random_positions, random_starts, uci


def assert_named_alike(state: Board) -> None:
    board = oracle(state)
    for move in GAME.moves(state):
        theirs = chess.Move.from_uci(uci(state, move))
        name = GAME.describe(state, move)
        assert name == board.san(theirs), write_fen(state)
        assert GAME.parse(state, name) == move
        assert GAME.parse(state, board.lan(theirs)) == move
        assert GAME.parse(state, uci(state, move)) == move


@pytest.mark.parametrize("many", [60, 1000])
def test_moves_are_named_as_python_chess_names_them(many: int) -> None:
    for state in random_positions(many, 31):
        assert_named_alike(state)


def test_moves_of_chess960_are_named_as_python_chess_names_them() -> None:
    for game in random_starts(25, 32):
        for state in random_positions(2, game.start, game):
            assert_named_alike(state)


def test_usual_castling_is_written_as_two_steps_for_engines() -> None:
    for state in random_positions(40, 33):
        board = chess.Board(write_fen(state))
        for move in GAME.moves(state):
            assert write_uci(state, move) == board.parse_san(GAME.describe(state, move)).uci()
            assert GAME.parse(state, write_uci(state, move)) == move


@pytest.mark.parametrize(
    ("written", "name"),
    [
        ("0-0", "O-O"), ("o-o-o", "O-O-O"), ("e1g1", "O-O"), ("e1h1", "O-O"), ("Qxf6!", "Qxf6"),
        ("Qf6", "Qxf6"), ("gxh3", "gxh3"), ("gh3", "gxh3"), ("g2h3", "gxh3"), ("Bd2-e3", "Be3"),
        ("Bde3", "Be3"), (" a4 ", "a4"), ("D5E6", "dxe6"), ("dxe6?!", "dxe6"),
    ],
)  # fmt: skip
def test_moves_are_read_however_people_write_them(written: str, name: str) -> None:
    state = GAME.position(KIWIPETE)
    assert GAME.describe(state, GAME.parse(state, written)) == name


def test_what_is_no_move_or_could_be_two_is_refused() -> None:
    state = GAME.position(KIWIPETE)
    with pytest.raises(IllegalMoveError, match=r"'Ke3' is not a legal move here; legal: "):
        GAME.parse(state, "Ke3")
    state = GAME.position("4k3/8/8/8/8/8/8/R3K2R w - - 0 1")
    with pytest.raises(IllegalMoveError, match=r"'Rh2f1' is not a legal move here"):
        GAME.parse(state, "Rh2f1")
    state = GAME.position("4k3/8/8/8/8/8/4K3/R6R w - - 0 1")
    with pytest.raises(IllegalMoveError, match=r"'Rd1' is not a legal move here; legal: Rad1, Rhd1\."):
        GAME.parse(state, "Rd1")


def test_positions_are_written_and_read_as_python_chess_does() -> None:
    for state in random_positions(200, 34):
        board = oracle(state)
        assert write_fen(state) == board.fen(en_passant="legal")
        assert GAME.position(board.fen(en_passant="fen")) == state
        assert GAME.position(GAME.text(state)) == state
    for game in random_starts(60, 35):
        for state in random_positions(2, game.start, game):
            board = oracle(state)
            assert write_fen(state) == board.fen(en_passant="legal")
            assert write_fen(state, shredder=True) == board.fen(shredder=True, en_passant="legal")
            assert read_fen(write_fen(state)) == state


def test_keys_are_equal_where_all_but_the_counts_is_equal() -> None:
    keys: dict[int, str] = {}
    for state in random_positions(60, 36):
        for move in GAME.moves(state):
            following = GAME.play(state, move)
            squares = write_fen(following).rsplit(" ", 2)[0]
            assert keys.setdefault(following.key, squares) == squares
    assert len(set(keys.values())) == len(keys)


def test_a_fen_may_leave_out_its_counts() -> None:
    for fen in COUNTS:
        squares, side, castling, passed, *_ = fen.split()
        assert write_fen(read_fen(f"{squares} {side} {castling} {passed}")).endswith(" 0 1")
    assert write_fen(read_fen("4k3/8/8/8/8/8/8/4K3 b")) == "4k3/8/8/8/8/8/8/4K3 b - - 0 1"


@pytest.mark.parametrize(
    ("fen", "why"),
    [
        ("", "it has 0 fields, not six"),
        ("4k3/8/8/8/8/8/8/4K3 w - - 0 1 extra", "it has 7 fields, not six"),
        ("4k3/8/8/8/8/8/4K3 w - - 0 1", "it has 7 ranks, not 8"),
        ("4k3/8/8/9/8/8/8/4K3 w - - 0 1", "'9' in rank 5 is neither"),
        ("4k3/8/8/8/8/8/44P/4K3 w - - 0 1", "rank 2 has 9 squares, not 8"),
        ("4k3/8/8/8/8/8/8/4K2 w - - 0 1", "rank 1 has 7 squares, not 8"),
        ("8/8/8/8/8/8/8/4K3 w - - 0 1", "Black has 0 kings, not one"),
        ("4k3/8/8/8/8/8/8/K3K3 w - - 0 1", "White has 2 kings, not one"),
        ("4k3/8/8/8/8/8/8/P3K3 w - - 0 1", "a pawn stands on a1"),
        ("4k3/8/8/8/8/8/8/4K3 x - - 0 1", "the side to move is 'x', not w or b"),
        ("4k3/8/8/8/8/8/8/4K3 w K - 0 1", "castling 'K' needs a king and such a rook"),
        ("4k3/8/8/8/8/8/8/4K2R w Z - 0 1", "'Z' in the castling field is none of"),
        ("4k3/8/8/8/8/8/8/4KR1R w FH - 0 1", "one rook on each side only"),
        ("4k3/8/8/8/8/8/8/4K3 w - e3 0 1", "the en passant square is 'e3', not - or a square of rank 6"),
        ("4k3/8/8/8/8/8/8/4K3 w - e6 0 1", "no pawn can just have passed e6"),
        ("4k3/8/8/8/8/8/8/4K3 w - - x 1", "the number of quiet half-moves is 'x'"),
        ("4k3/8/8/8/8/8/8/4K3 w - - 0 -1", "the number of the move is '-1'"),
        ("4k3/8/8/8/8/8/8/4RK2 w - - 0 1", "the king of the side that is not to move stands in check"),
    ],
)
def test_a_broken_fen_is_told_what_is_wrong(fen: str, why: str) -> None:
    with pytest.raises(BadPositionError) as raised:
        GAME.position(fen)
    assert why in str(raised.value)
    assert "a FEN looks like" in str(raised.value)


def test_the_board_is_shown_with_its_fen() -> None:
    shown = Chess().text(Chess().initial()).splitlines()
    assert shown[0] == "8 r n b q k b n r"
    assert shown[-2:] == ["  a b c d e f g h", "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1"]


def test_a_bishop_is_not_taken_for_a_file() -> None:
    state = GAME.position("6k1/8/1BB5/2B5/3B4/8/8/4K3 w - - 0 1")
    for move in GAME.moves(state):
        assert GAME.parse(state, GAME.describe(state, move)) == move
