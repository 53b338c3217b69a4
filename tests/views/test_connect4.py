"""Connect 4 drawn, on boards of all sizes."""

from __future__ import annotations

from itertools import pairwise

import pytest

from outwit import Game, find_game
from outwit.games.connect4 import Connect4

from .drawn import SVG, Element, middles, of_kind, parsed, view_of, wander

GAME = find_game("connect4")


def drawn(game: Game, moves: str, last: int | None = None) -> Element:
    return parsed(view_of(game).picture(game.position(moves), None, last).svg())


def places(discs: list[Element], game: Connect4, root: Element) -> set[tuple[int, int]]:
    """The columns and rows, from 1 and from the bottom, of discs, measured against the holes."""
    holes = middles(of_kind(root, "cell"))
    columns = sorted({x for x, _ in holes})
    rows = sorted({y for _, y in holes}, reverse=True)
    assert (len(columns), len(rows)) == (game.width, game.height)
    return {(columns.index(x) + 1, rows.index(y) + 1) for x, y in middles(discs)}


def test_a_square_is_a_whole_column() -> None:
    root = drawn(GAME, "")
    squares = of_kind(root, "square")
    assert [square.get("data-square") for square in squares] == list("1234567")
    holes = sorted({x for x, _ in middles(of_kind(root, "cell"))})
    heights = [y for _, y in middles(of_kind(root, "cell"))]
    for square, middle in zip(squares, holes, strict=True):
        (rect,) = square.findall(f"{SVG}rect")
        x, y, width, height = (float(rect.get(name, "")) for name in ("x", "y", "width", "height"))
        assert x < middle < x + width
        assert y < min(heights)
        assert y + height > max(heights)


def test_columns_do_not_overlap() -> None:
    rects = [square.find(f"{SVG}rect") for square in of_kind(drawn(GAME, ""), "square")]
    spans = [(float(r.get("x", "")), float(r.get("width", ""))) for r in rects if r is not None]
    assert all(x + width <= following for (x, width), (following, _) in pairwise(spans))


def test_columns_have_their_names_below() -> None:
    game = find_game("connect4:width=12")
    root = drawn(game, "")
    texts = list(root.iter(f"{SVG}text"))
    assert [text.text for text in texts] == list("123456789abc")
    assert all(float(text.get("y", "")) > max(y for _, y in middles(of_kind(root, "cell"))) for text in texts)


def test_discs_lie_where_the_text_has_them() -> None:
    for seed in range(3):
        game = Connect4(6, 5)
        state, _ = wander(game, seed)[-1]
        root = parsed(view_of(game).picture(state).svg())
        rows = [row.split() for row in game.text(state).splitlines()[:-1]]
        for mark, kind in (("X", "first"), ("O", "second")):
            expected = {
                (column + 1, game.height - row)
                for row, cells in enumerate(rows)
                for column, cell in enumerate(cells)
                if cell == mark
            }
            assert places(of_kind(root, kind), game, root) == expected


def test_pieces_of_the_players_differ_in_shape() -> None:
    first, second = drawn(GAME, "4"), drawn(GAME, "44")
    assert [each.tag for each in of_kind(first, "mark")] == [f"{SVG}polyline"] * 2
    assert [each.tag for each in of_kind(second, "mark")] == [f"{SVG}polyline"] * 2 + [f"{SVG}circle"]


@pytest.mark.parametrize(
    ("moves", "row"),
    [
        ("1213141", {(1, 1), (1, 2), (1, 3), (1, 4)}),
        ("1122334", {(1, 1), (2, 1), (3, 1), (4, 1)}),
        ("12233434474", {(1, 1), (2, 2), (3, 3), (4, 4)}),
        ("76655454414", {(7, 1), (6, 2), (5, 3), (4, 4)}),
        ("71122334", {(1, 1), (2, 1), (3, 1), (4, 1)}),
        ("112233", set()),
    ],
)
def test_the_winning_row_is_marked(moves: str, row: set[tuple[int, int]]) -> None:
    game = Connect4()
    root = drawn(game, moves)
    assert places(of_kind(root, "win"), game, root) == row
    assert ("in a row" in (root.get("aria-label") or "")) == bool(row)


def test_rows_of_another_length_are_marked() -> None:
    game = Connect4(length=3)
    root = drawn(game, "11223")
    assert places(of_kind(root, "win"), game, root) == {(1, 1), (2, 1), (3, 1)}
    assert "X has 3 in a row." in (root.get("aria-label") or "")


def test_a_row_is_marked_in_just_those_positions_that_are_won() -> None:
    game = Connect4(5, 4)
    for seed in range(30):
        for state, _ in wander(game, seed)[-2:]:
            root = parsed(view_of(game).picture(state).svg())
            assert bool(of_kind(root, "win")) == (game.over(state) and game.payoff(state, 0) != 0)


def test_the_last_disc_is_ringed_and_only_that() -> None:
    game = Connect4()
    root = drawn(game, "4453", 3)
    assert places(of_kind(root, "last"), game, root) == {(4, 2)}
    assert not of_kind(drawn(game, "4453"), "last")


def test_a_last_move_that_left_no_disc_is_not_marked() -> None:
    assert not of_kind(drawn(GAME, "4", 0), "last")


def test_the_label_tells_the_position_column_by_column() -> None:
    game = Connect4(4, 4)
    picture = view_of(game).picture(game.position("334"), None, 3)
    assert picture.label == (
        "Column 1: empty; column 2: empty; column 3: X, O from the bottom up; column 4: X. "
        "Last move: X in column 4."
    )
