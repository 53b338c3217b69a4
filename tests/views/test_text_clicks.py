"""What is clicked for a move on a board that is drawn from its text."""

from __future__ import annotations

import pytest

from outwit import Game
from outwit.game import State
from outwit.views import TextView
from outwit.views.grid import Grid, read_text
from outwit.views.text_clicks import Boards, cells_to_point_at, changes

from .boards import Amazons, Board, Drop, Four, Framed, Hex, Houses, Kalah, Slide
from .drawn import wander

GAMES = [Board(), Four(), Framed(), Hex(), Hex(size=5), Drop(), Drop(size=4), Slide(size=4), Amazons(size=4)]


def boards(text: str) -> Boards:
    return Boards(tuple(part for part in read_text(text, ("X", "O")) if isinstance(part, Grid)))


def reached(view: TextView, state: State) -> dict[tuple[str, ...], object]:
    """The moves that clicks come to, by the clicks."""
    squares = [square.name for square in view.picture(state).squares]
    moves = view.clickable(state, list(view.game.moves(state)), squares)
    return {view.path(state, move): move for move in moves}


@pytest.mark.parametrize("game", GAMES, ids=lambda game: type(game).__name__)
def test_every_move_of_a_written_board_is_clicked_and_no_click_comes_to_two(game: Game) -> None:
    view = TextView(game)
    for seed in range(6):
        for state, _ in wander(game, seed):
            moves = list(game.moves(state))
            paths = reached(view, state)
            assert sorted(paths.values(), key=str) == sorted(moves, key=str)
            for path, move in paths.items():
                complete, following = view.onward(state, moves, path)
                assert complete == [move]
                assert not following


def test_a_cell_is_where_the_move_shows() -> None:
    game = Framed()
    view = TextView(game)
    for state, _ in wander(game, 3)[:-1]:
        for move in game.moves(state):
            row, column = divmod(move, game.size)
            assert view.path(state, move) == (f"row {row + 1} column {column + 1}",)


def test_a_column_is_clicked_by_its_name_and_points_where_the_piece_comes_to_lie() -> None:
    game = Drop()
    view, state = TextView(game), game.play(game.initial(), 1)
    assert view.path(state, 1) == ("column 2",)
    assert view.crossed(state, 1) == ("row 2 column 2",)


def test_a_house_is_clicked_whose_seeds_are_sown() -> None:
    game = Kalah()
    view = TextView(game)
    north = game.play(game.initial(), 0)
    assert view.path(game.initial(), 2) == ("column 3 of board 2",)
    assert view.path(north, 9) == ("column 3 of board 1",)
    assert view.crossed(north, 9) == ("row 1 column 3 of board 1",)


def test_a_house_is_clicked_also_when_its_seeds_capture_in_one_of_the_same_name() -> None:
    game = Kalah()
    state = Houses((2, 0, 1, 0, 0, 0, 9, 3, 3, 3, 3, 3, 3, 9), 0)
    assert game.play(state, 2).seeds[:13] == (2, 0, 0, 0, 0, 0, 13, 3, 3, 0, 3, 3, 3)
    assert set(reached(TextView(game), state)) == {("column 1 of board 2",), ("column 3 of board 2",)}


def test_nearly_every_move_of_kalah_is_clicked() -> None:
    game = Kalah()
    view = TextView(game)
    states = [state for seed in range(20) for state, _ in wander(game, seed)[:-1]]
    every = sum(len(list(game.moves(state))) for state in states)
    assert sum(len(reached(view, state)) for state in states) > 0.98 * every


def test_what_clicks_cannot_tell_apart_is_left_to_the_list() -> None:
    class Turned(Hex):
        """A mark may be laid along or across."""

        def moves(self, state):  # type: ignore[no-untyped-def]
            for move in super().moves(state):
                yield 2 * move
                yield 2 * move + 1

        def play(self, state, move):  # type: ignore[no-untyped-def]
            return super().play(state, move // 2)

        def describe(self, state, move):  # type: ignore[no-untyped-def]
            return super().describe(state, move // 2) + (" across" if move % 2 else " along")

    game = Turned()
    view, state = TextView(game), game.initial()
    assert view.path(state, 0) == view.path(state, 1) == ("a1",)
    assert reached(view, state) == {}


def test_where_one_path_goes_on_beyond_another_only_the_longer_is_clicked() -> None:
    class Jumping(Hex):
        """Some moves go on."""

        def describe(self, state, move):  # type: ignore[no-untyped-def]
            return {0: "a1", 1: "a1-b1"}.get(move) or super().describe(state, move)

    game = Jumping()
    paths = reached(TextView(game), game.initial())
    assert ("a1",) not in paths
    assert paths["a1", "b1"] == 1


def test_nothing_is_found_out_of_a_move_where_something_is_hidden() -> None:
    class Secret(Board):
        """Nobody may know beforehand what a move will show."""

        hidden = True

    class Named(Hex):
        """Names are no secret."""

        hidden = True

    state = Board().initial()
    assert TextView(Secret()).path(state, 4) == ()
    assert TextView(Secret()).crossed(state, 4) == ()
    assert TextView(Named()).path(state, 4) == ("b2",)


def test_a_position_with_too_many_moves_is_not_tried() -> None:
    game = Board(size=24)
    state = game.initial()
    squares = [square.name for square in TextView(game).picture(state).squares]
    assert TextView(game).clickable(state, list(game.moves(state)), squares) == []


@pytest.mark.parametrize(
    ("description", "names"),
    [
        ("a3", ["a3"]),
        ("A3", ["a3"]),
        ("a3-b2", ["a3", "b2"]),
        ("a3b2", ["a3", "b2"]),
        ("a3xb2xc1", ["a3", "b2", "c1"]),
        ("move a3 to b2", ["a3", "b2"]),
        ("a3 -> b2", ["a3", "b2"]),
        ("fire at c1!", ["c1"]),
        ("d4", []),
        ("a3-d4", []),
        ("Na3", []),
        ("pass", []),
        ("3", []),
    ],
)
def test_descriptions_name_cells(description: str, names: list[str]) -> None:
    board = boards("3 X . .\n2 . O .\n1 . . .\n  a b c")
    assert [board.name(place) for place in board.cells_named(description)] == names


def test_letters_may_stand_for_rows() -> None:
    board = boards("  1 2 3\nA X . .\nB . O .\nC . . .")
    [place] = board.cells_named("B3")
    assert (place.row, place.column, board.name(place)) == (1, 2, "B3")


@pytest.mark.parametrize(
    ("before", "after", "cells"),
    [
        ("X . .\n. . .", "X . .\n. O .", ["row 2 column 2"]),
        ("X O .\n. . .", "X X X\n. . .", ["row 1 column 3"]),
        ("X . .\nO . .", "O . .\n. . .", ["row 2 column 1", "row 1 column 1"]),
        ("X . .\n. O .\n. . .", ". . .\n. . .\n. . X", ["row 1 column 1", "row 3 column 3"]),
        ("x . .\nO . .", ". . .\nO X .", ["row 1 column 1", "row 2 column 2"]),
        ("2 4 1\n1 1 1", "0 5 2\n1 1 1", ["row 1 column 1"]),
        ("X . .\n. . .", "X . .\n. . .", []),
        ("X O .\n. . .", ". . X\nO . .", []),
        ("X . .\n. . .", "X O .\n. O .", []),
        ("X . .\n. . .", "X . .", []),
    ],
)
def test_what_a_move_changes_shows_where_it_was_made(before: str, after: str, cells: list[str]) -> None:
    changed = changes(boards(before), boards(after))
    assert [boards(before).name(place) for place in cells_to_point_at(changed)] == cells
