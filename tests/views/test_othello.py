"""Othello drawn, on boards of all sizes, with a place to pass."""

from __future__ import annotations

from itertools import pairwise

import pytest

from outwit import find_game
from outwit.bits import Bits, each
from outwit.games.othello import Board, Othello
from outwit.views.othello import OthelloView

from .drawn import SVG, Element, middles, of_kind, parsed, wander
from .test_views import extent

GAME = Othello()
BOUND_TO_PASS = GAME.position("OX" + "-" * 62 + "X")
SIZES = pytest.mark.parametrize("game", [Othello(), Othello(6), Othello(4)], ids=str)


def drawn(game: Othello, state: Board, last: int | None = None, before: Board | None = None) -> Element:
    return parsed(OthelloView(game).picture(state, None, last, before).svg())


def areas(root: Element) -> dict[str, tuple[float, float, float, float]]:
    """Each place's left, top, right and bottom."""
    return {
        square.get("data-square", ""): extent(rect)
        for square in of_kind(root, "square")
        for rect in square.findall(f"{SVG}rect")
    }


def within(root: Element, points: set[tuple[float, float]]) -> set[str]:
    """The names of the places in which points lie."""
    return {
        name
        for x, y in points
        for name, (left, top, right, bottom) in areas(root).items()
        if left < x < right and top < y < bottom
    }


def named(game: Othello, squares: Bits) -> set[str]:
    """The names of some squares."""
    return {game.square_name(square) for square in each(squares)}


@SIZES
def test_squares_lie_row_by_row_and_the_pass_below_them(game: Othello) -> None:
    root = drawn(game, game.initial())
    places = areas(root)
    ordered = sorted(places, key=lambda name: (places[name][1], places[name][0]))
    assert ordered == [*(game.square_name(square) for square in range(game.pass_move)), "pass"]


@SIZES
def test_places_do_not_overlap(game: Othello) -> None:
    places = sorted(areas(drawn(game, game.initial())).values(), key=lambda place: (place[1], place[0]))
    for (_, top, right, bottom), (left, following, _, _) in pairwise(places):
        assert right <= left if top == following else bottom <= following


@SIZES
def test_files_are_lettered_and_rows_numbered(game: Othello) -> None:
    root = drawn(game, game.initial())
    words = {text.text: text for text in root.iter(f"{SVG}text")}
    assert set(words) == {*"abcdefgh"[: game.size], *"12345678"[: game.size], "pass"}
    for name, (left, top, right, bottom) in areas(root).items():
        if name != "pass":
            assert left < float(words[name[0]].get("x", "")) < right
            assert top < float(words[name[1]].get("y", "")) < bottom


@SIZES
def test_discs_lie_where_the_game_has_them_and_dots_where_one_can_be_placed(game: Othello) -> None:
    for state, _ in wander(game, 4):
        root = drawn(game, state)
        black, white = game.sides(state)
        assert within(root, middles(of_kind(root, "first"))) == named(game, black)
        assert within(root, middles(of_kind(root, "second"))) == named(game, white)
        dots = within(root, middles(of_kind(root, "name")))
        assert dots == {game.describe(state, move) for move in game.moves(state)} - {"pass"}


def test_discs_of_the_players_differ_in_shape() -> None:
    only_black = GAME.position("X" + "-" * 63)
    only_white = GAME.position("O" + "-" * 63)
    assert [each.tag for each in of_kind(drawn(GAME, only_black), "mark")] == [f"{SVG}polyline"] * 2
    assert [each.tag for each in of_kind(drawn(GAME, only_white), "mark")] == [f"{SVG}circle"]


@SIZES
def test_every_legal_move_is_one_click_on_a_place_with_its_name(game: Othello) -> None:
    view = OthelloView(game)
    for seed in range(3):
        for state, last in wander(game, seed):
            names = [square.name for square in view.picture(state, None, last).squares]
            assert len(names) == len(set(names)) == game.pass_move + 1
            for move in game.moves(state):
                assert view.path(state, move) == (game.describe(state, move),)
                assert view.path(state, move)[0] in names


def test_the_pass_is_muted_unless_it_is_the_move() -> None:
    def kinds(state: Board) -> list[str | None]:
        return [text.get("class") for text in drawn(GAME, state).iter(f"{SVG}text") if text.text == "pass"]

    assert kinds(GAME.initial()) == ["ow-name"]
    assert kinds(BOUND_TO_PASS) == ["ow-last"]
    assert kinds(GAME.play(BOUND_TO_PASS, 64)) == ["ow-name"]


def test_a_pass_is_clicked_and_told() -> None:
    view = OthelloView(GAME)
    assert view.onward(BOUND_TO_PASS, GAME.moves(BOUND_TO_PASS)) == ([], {"pass": [64]})
    assert view.action(BOUND_TO_PASS, [64]) == "play pass"
    root = parsed(view.picture(BOUND_TO_PASS).svg({"pass": "play pass"}))
    assert [each.get("data-square") for each in of_kind(root, "legal")] == ["pass"]
    label = view.picture(BOUND_TO_PASS).label
    assert label == "X has 1: b1; O has 1: a1. X must pass."
    after = GAME.play(BOUND_TO_PASS, 64)
    picture = view.picture(after, None, 64, BOUND_TO_PASS)
    assert picture.label == "X has 1: b1; O has 1: a1. O to move. Last move: X pass."
    (frame,) = of_kind(parsed(picture.svg()), "last")
    left, top, right, bottom = extent(frame)
    inner_left, inner_top, inner_right, inner_bottom = areas(parsed(picture.svg()))["pass"]
    assert left < inner_left < inner_right < right
    assert top < inner_top < inner_bottom < bottom


def test_the_last_move_is_framed_and_what_it_turned_is_ringed() -> None:
    before = GAME.initial()
    after = GAME.play(before, 19)

    def marked(root: Element) -> tuple[set[str], set[str]]:
        frames = [each for each in of_kind(root, "last") if each.tag == f"{SVG}rect"]
        centres = {((box[0] + box[2]) / 2, (box[1] + box[3]) / 2) for box in map(extent, frames)}
        return within(root, centres), within(root, middles(of_kind(root, "last")))

    assert marked(drawn(GAME, after)) == (set(), set())
    assert marked(drawn(GAME, after, 19)) == ({"d3"}, set())
    assert marked(drawn(GAME, after, 19, before)) == ({"d3"}, {"d4"})


def test_a_last_move_that_left_no_disc_is_not_marked() -> None:
    assert not of_kind(drawn(GAME, GAME.initial(), 0), "last")


def test_a_move_is_told_with_what_it_turns() -> None:
    view = OthelloView(GAME)
    state = GAME.initial()
    assert view.worded(state, 19) == "d3, turning d4"
    assert view.action(state, [19]) == "play d3, turning d4"
    state = GAME.position("XOO-" + "-" * 60)
    assert view.worded(state, 3) == "d1, turning b1 and c1"


def test_the_standing_counts_discs() -> None:
    game = find_game("othello")
    view = OthelloView(Othello())
    assert view.standing(game.initial()) == "X 2 : 2 O"
    after = game.play(game.initial(), 19)
    assert view.standing(after) == view.beside(after) == "X 4 : 1 O"


def test_the_label_tells_the_position_in_words() -> None:
    view = OthelloView(GAME)
    before = GAME.initial()
    after = GAME.play(before, 19)
    assert view.picture(before).label == "X has 2: e4, d5; O has 2: d4, e5. X to move."
    told = "X has 4: d3, d4, e4, d5; O has 1: e5. O to move. Last move: X d3"
    assert view.picture(after, None, 19).label == f"{told}."
    assert view.picture(after, None, 19, before).label == f"{told}, turning d4."
    over = Othello().position("X" + "-" * 63)
    assert view.picture(over).label == "X has 1: a1; O has 0. Neither side can move."
