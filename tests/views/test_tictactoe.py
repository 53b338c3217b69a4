"""Tic-tac-toe drawn."""

from __future__ import annotations

from itertools import combinations

import pytest

from outwit import find_game
from outwit.games.tictactoe import LINES

from .drawn import SVG, Element, of_kind, parsed, view_of

GAME = find_game("tictactoe")


def drawn(position: str, last: int | None = None) -> Element:
    return parsed(view_of(GAME).picture(GAME.position(position), None, last).svg())


def areas(root: Element) -> dict[str, tuple[float, float, float, float]]:
    """Each square's left, top, width and height."""
    found = {}
    for square in of_kind(root, "square"):
        (rect,) = square.findall(f"{SVG}rect")
        x, y, width, height = (float(rect.get(name, "")) for name in ("x", "y", "width", "height"))
        found[square.get("data-square", "")] = (x, y, width, height)
    return found


def within(root: Element, x: float, y: float) -> str:
    """The name of the square that a point lies in."""
    (name,) = (
        n for n, (left, top, w, h) in areas(root).items() if left <= x <= left + w and top <= y <= top + h
    )
    return name


def test_squares_are_named_as_a_page_is_read() -> None:
    places = areas(drawn("........."))
    assert sorted(places, key=lambda name: (places[name][1], places[name][0])) == list("123456789")


def test_free_squares_show_their_names() -> None:
    root = drawn("X...O....")
    assert [text.text for text in root.iter(f"{SVG}text")] == list("2346789")
    for text in root.iter(f"{SVG}text"):
        assert within(root, float(text.get("x", "")), float(text.get("y", ""))) == text.text


def test_pieces_of_the_players_differ_in_shape() -> None:
    root = drawn("XO. X.. ..O".replace(" ", ""))
    assert {each.tag for each in of_kind(root, "first")} == {f"{SVG}polyline"}
    assert {each.tag for each in of_kind(root, "second")} == {f"{SVG}circle"}


def test_pieces_lie_in_their_squares() -> None:
    root = drawn("X.O ... .XO".replace(" ", ""))
    rings = [within(root, float(o.get("cx", "")), float(o.get("cy", ""))) for o in of_kind(root, "second")]
    assert rings == ["3", "9"]
    ends = [
        within(root, *(float(n) for n in pair.split(",")))
        for stroke in of_kind(root, "first")
        for pair in stroke.get("points", "").split()
    ]
    assert ends == ["1"] * 4 + ["8"] * 4


@pytest.mark.parametrize("line", LINES)
@pytest.mark.parametrize("winner", [0, 1])
def test_the_winning_row_is_marked(line: int, winner: int) -> None:
    squares = [s for s in range(9) if line >> s & 1]
    free = [s for s in range(9) if s not in squares]
    others = next(three for three in combinations(free, 3) if sum(1 << s for s in three) not in LINES)
    x, o = (squares, others[:2]) if winner == 0 else (others, squares)
    root = drawn("".join("X" if s in x else "O" if s in o else "." for s in range(9)))
    (mark,) = of_kind(root, "win")
    ends = [within(root, *map(float, pair.split(","))) for pair in mark.get("points", "").split()]
    assert ends == [str(squares[0] + 1), str(squares[-1] + 1)]
    assert f"{'XO'[winner]} has three in a row." in (root.get("aria-label") or "")


def test_two_rows_completed_at_once_are_both_marked() -> None:
    assert len(of_kind(drawn("XXX OOX OOX".replace(" ", "")), "win")) == 2


def test_a_game_without_three_in_a_row_has_no_mark() -> None:
    root = drawn("XOX XOO OXX".replace(" ", ""))
    assert not of_kind(root, "win")
    assert "in a row" not in (root.get("aria-label") or "")


def test_the_last_move_is_marked_and_only_that() -> None:
    root = drawn("X...O....", 4)
    (frame,) = of_kind(root, "last")
    assert within(root, float(frame.get("x", "")) + 1, float(frame.get("y", "")) + 1) == "5"
    assert not of_kind(drawn("X...O...."), "last")


def test_a_last_move_that_left_no_piece_is_not_marked() -> None:
    assert not of_kind(drawn("X...O....", 8), "last")


def test_the_label_tells_the_position_row_by_row() -> None:
    picture = view_of(GAME).picture(GAME.position("X.O .X. ..."), None, 4)
    assert picture.label == (
        "Row 1: X, empty, O; row 2: empty, X, empty; row 3: empty, empty, empty. Last move: X on 5."
    )
