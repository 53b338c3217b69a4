"""Boards in texts: however people write them, they are found; and what is no board is not taken for one."""

from __future__ import annotations

import random

import pytest

from outwit.views.grid import Grid, read_text

MARKS = ("X", "O")


def grids(text: str, size: tuple[int, int] | None = None) -> list[Grid]:
    return [part for part in read_text(text, MARKS, size) if isinstance(part, Grid)]


def board(text: str) -> Grid:
    [grid] = grids(text)
    return grid


def words(text: str) -> list[str]:
    return [part for part in read_text(text, MARKS) if isinstance(part, str)]


THREE = (("X", "O", "."), (".", "X", "."), (".", ".", "O"))
BLANK = tuple(tuple(cell.replace(".", "") for cell in row) for row in THREE)


@pytest.mark.parametrize(
    ("text", "cells", "rows", "columns"),
    [
        ("X O .\n. X .\n. . O", THREE, "", ""),
        ("XO.\n.X.\n..O", THREE, "", ""),
        ("X|O|.\n.|X|.\n.|.|O", THREE, "", ""),
        ("X|O| \n-+-+-\n |X| \n-+-+-\n | |O", BLANK, "", ""),
        ("X | O |\n--+---+--\n  | X |\n--+---+--\n  |   | O", BLANK, "", ""),
        (
            "+---+---+---+\n| X | O |   |\n+---+---+---+\n|   | X |   |\n|   |   | O |\n+---+---+---+",
            BLANK,
            "",
            "",
        ),
        ("┌───┬───┬───┐\n│ X │ O │   │\n│   │ X │   │\n│   │   │ O │\n└───┴───┴───┘", BLANK, "", ""),
        ("|X O .|\n|. X .|\n|. . O|", THREE, "", ""),
        ("X O  \n  X  \n    O", BLANK, "", ""),
        ("3 X O .\n2 . X .\n1 . . O\n  a b c", THREE, "321", "abc"),
        ("  a b c\n1 X O .\n2 . X .\n3 . . O", THREE, "123", "abc"),
        ("  a b c\n1 X O . 1\n2 . X . 2\n3 . . O 3\n  a b c", THREE, "123", "abc"),
        ("  A B C\n 3 XO. \n 2 .X. \n 1 ..O ", THREE, "321", "ABC"),
        ("3 XO.\n2 .X.\n1 ..O\n  abc", THREE, "321", "abc"),
        (
            "    1   2   3\n  +---+---+---+\nA | X | O |   |\nB |   | X |   |\nC |   |   | O |",
            BLANK,
            "ABC",
            "123",
        ),
        ("1   2   3\nX | O | X\n  | X |\n  |   | O", (("X", "O", "X"), *BLANK[1:]), "", "123"),
        ("+ a b c\n1 X O .\n2 . X .\n3 . . O", THREE, "123", "abc"),
        ("X O .\n. X .\n. . O\n1 2 3", THREE, "", "123"),
        ("0 1 2\nX O .\n. X .\n. . O", THREE, "", "012"),
        ("1 X O .\n2 . X .\n3 . . O", THREE, "123", ""),
    ],
)
def test_a_board_is_found_however_it_is_written(
    text: str, cells: tuple[tuple[str, ...], ...], rows: str, columns: str
) -> None:
    grid = board(text)
    assert grid.cells == cells
    assert "".join(grid.rows) == rows
    assert "".join(grid.columns) == columns
    assert not words(text)


@pytest.mark.parametrize("empty", [".", "-", "_", "·"])
@pytest.mark.parametrize("between", [" ", "", "|", " | "])
@pytest.mark.parametrize("labels", [False, True])
def test_random_boards_of_any_size_are_read_back(empty: str, between: str, labels: bool) -> None:
    source = random.Random(7)
    for _ in range(60):
        rows, columns = source.randrange(2, 12), source.randrange(3, 12)
        cells = tuple(tuple(source.choice(("X", "O", empty)) for _ in range(columns)) for _ in range(rows))
        lines = [between.join(row) for row in cells]
        if labels:
            lines = [f"{rows - row:>2} {line}" for row, line in enumerate(lines)]
            lines.append("   " + between.join("abcdefghijklm"[:columns]))
        grid = board("\n".join(["X against O, move 7", *lines, "X to move"]))
        assert grid.cells == cells
        assert bool(grid.rows) == bool(grid.columns) == labels


def test_the_lines_around_a_board_stay() -> None:
    text = "Score 3 : 4\n\nX . .\n. O .\n. . .\n\nX to move, 3 left"
    parts = read_text(text, MARKS)
    assert [part if isinstance(part, str) else part.size for part in parts] == [
        "Score 3 : 4",
        (3, 3),
        "X to move, 3 left",
    ]


@pytest.mark.parametrize("line", ["X is up", "X to go", "no one", "end", "X to move", "a b", "12 left"])
def test_a_line_of_words_below_a_board_is_no_row_of_it(line: str) -> None:
    grid = board(f"X . .\n. O .\n. . .\n{line}")
    assert grid.size == (3, 3)
    assert words(f"X . .\n. O .\n. . .\n{line}") == [line]


@pytest.mark.parametrize(
    "text",
    [
        "",
        "21 coins, player 1 to move",
        "Pile(coins=21, turn=0)",
        "34 : 57, pot 12, player 1 to move",
        "player 1: 12 points\nplayer 2: 15 points",
        "hello\nworld",
        "It is up\nto a man",
        "red 3\nblu 4",
        "NA: player 1, 3\nSA: player 2, 3",
        "prize 4\nplayer 1: 0 points, cards 1 2 3\nplayer 2: 0 points, cards 1 2 3",
        "((3 12 8)(2 4 6)(14 5 2))",
        "1: |||\n2: |||||",
        "- - -",
        "a b c",
        "X",
        "Xylophone\nOverboard",
        "one two\nsix ten",
    ],
)
def test_what_is_no_board_is_not_taken_for_one(text: str) -> None:
    if text != "- - -":
        assert not grids(text)
        assert list(read_text(text, MARKS)) == text.splitlines()


def test_a_row_alone_is_a_board_where_something_stands_in_it() -> None:
    assert board("X X . O O").size == (1, 5)
    assert board("XX.OO").size == (1, 5)
    assert not grids("1 2 3 4")


def test_cells_that_are_numbered_are_no_names_of_columns() -> None:
    assert board("1 2 3\n4 X 6\n7 O 9").size == (3, 3)
    assert grids("1 2 3\nX O X\nO X O", size=(3, 3))[0].size == (3, 3)


def test_numbers_are_cells_and_their_labels_are_not() -> None:
    north, south = grids(
        "    6  5  4  3  2  1\n    4  4  0  5  5  5\n 0                    1\n    4  4  4  4  4  0\n"
        "    1  2  3  4  5  6"
    )
    assert north.cells == (("4", "4", "0", "5", "5", "5"),)
    assert north.columns == tuple("654321")
    assert south.columns == tuple("123456")
    assert south.foot
    assert not north.foot


def test_rows_that_are_set_in_are_drawn_so() -> None:
    assert board(". . .\n . X .\n  O . .").shifts == (0.0, 0.5, 1.0)
    assert board(". . .\n. X .\nO . .").shifts == ()


def test_pieces_may_have_several_characters() -> None:
    grid = board("wK .. ..\n.. bQ ..\n.. .. bK")
    assert grid.cells[1] == ("..", "bQ", "..")
    assert board(" X3  .  O2\n  .  .  X11").cells == (("X3", ".", "O2"), (".", ".", "X11"))


def test_lines_between_the_parts_of_a_board_are_only_drawn() -> None:
    grid = board("5 3 . | . 7 .\n6 . . | 1 9 5\n------+------\n. 9 8 | . . .\n8 . . | . 6 .")
    assert grid.size == (4, 6)
    assert grid.cells[1] == ("6", ".", ".", "1", "9", "5")


def test_walls_around_a_board_are_cells() -> None:
    assert board("#####\n#X..#\n#..O#\n#####").size == (4, 5)


def test_two_boards_in_one_text_are_both_found() -> None:
    text = "mine\n  a b\n1 . X\n2 . .\ntheirs\n  a b\n1 . .\n2 . O"
    assert [grid.cells for grid in grids(text)] == [((".", "X"), (".", ".")), ((".", "."), (".", "O"))]
    assert words(text) == ["mine", "theirs"]


def test_a_chess_board_is_found_without_spaces_and_with_them() -> None:
    ranks = ["rnbqkbnr", "pppppppp", *["........"] * 4, "PPPPPPPP", "RNBQKBNR"]
    assert board("\n".join(ranks)).size == (8, 8)
    named = "\n".join([*(f"{8 - i} {' '.join(rank)}" for i, rank in enumerate(ranks)), "  a b c d e f g h"])
    assert board(named).rows == tuple("87654321")


def test_a_board_of_go_has_no_column_i() -> None:
    rows = "\n".join(f"{9 - i:>2} . . . . . . . . ." for i in range(9))
    assert board(f"   A B C D E F G H J\n{rows}").columns == tuple("ABCDEFGHJ")


def test_a_text_that_is_too_long_is_left_alone() -> None:
    assert not grids("\n".join([" ".join("." * 60)] * 60))
    assert grids("\n".join([" ".join("." * 50)] * 50))
