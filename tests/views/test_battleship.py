"""Battleship drawn: what a seat sees, told by shapes as well as by colours, and where to click."""

from __future__ import annotations

import pytest

from outwit.draw.shapes import Box, Disc, Shape, Stroke, Words
from outwit.games.battleship import Battleship, Sea
from outwit.games.battleship.gunnery import likeliest
from outwit.random import Generator
from outwit.views import Picture
from outwit.views.battleship import CELL, EDGE, MARGIN, SMALL, TITLE, BattleshipView

GAME = Battleship(size=6, fleet=(3, 2))
VIEW = BattleshipView(GAME)
PLACED = "a1-c1 a3-a4 b2-b4 e6-f6"


def played(moves: str) -> Sea:
    state = GAME.initial()
    for move in moves.split():
        state = GAME.play(state, GAME.parse(state, move))
    return state


def on_square(picture: Picture, name: str, small: bool = False) -> list[Shape]:
    """What is drawn on a square of the large or the small waters, but for the square itself."""
    column, row = "abcdef".index(name[0]), int(name[1:]) - 1
    cell = SMALL if small else CELL
    top = MARGIN + TITLE + EDGE + (6 * CELL + MARGIN + TITLE if small else 0)
    x, y = MARGIN + EDGE + (column + 0.5) * cell, top + (row + 0.5) * cell
    found: list[Shape] = []
    for shape in picture.shapes[1:]:
        if isinstance(shape, Box) and shape.kind != "cell":
            inside = shape.x <= x <= shape.x + shape.width and shape.y <= y <= shape.y + shape.height
        elif isinstance(shape, Stroke):
            inside = all(abs(px - x) < cell / 2 and abs(py - y) < cell / 2 for px, py in shape.points)
        else:
            inside = isinstance(shape, Disc | Words) and abs(shape.x - x) < 1 and abs(shape.y - y) < 1
        if inside:
            found.append(shape)
    return found


def kinds(shapes: list[Shape]) -> list[str]:
    """The shapes by their names and colours, without frames."""
    return [f"{type(shape).__name__} {shape.kind}" for shape in shapes if hasattr(shape, "kind")]


def test_a_miss_is_a_ring_a_hit_a_cross_and_a_ship_that_sank_has_a_frame() -> None:
    state = played(f"{PLACED} c3 a1 b3 d4 e6 d5 f6 d6")
    picture = VIEW.picture(state, 0)
    assert kinds(on_square(picture, "c3")) == ["Disc name"]
    assert kinds(on_square(picture, "b3")) == ["Box second", "Stroke mark", "Stroke mark"]
    assert kinds(on_square(picture, "e6")) == ["Box wall", "Box second", "Stroke last", "Stroke last"]
    assert kinds(on_square(picture, "a1", small=True)) == ["Box first", "Stroke mark", "Stroke mark"]
    assert kinds(on_square(picture, "b1", small=True)) == ["Box first"]


def test_the_enemys_ships_are_drawn_only_as_far_as_the_seat_knows() -> None:
    state = played(f"{PLACED} b3 a1")
    world = GAME.determinize(state, 0, Generator(3))
    assert world != state
    assert VIEW.picture(state, 0) == VIEW.picture(world, 0)
    assert VIEW.picture(state, 0) != VIEW.picture(state, None)
    assert kinds(on_square(VIEW.picture(state, None), "b2")) == ["Box second"]


def test_once_the_game_is_over_everything_is_shown() -> None:
    state = played(f"{PLACED} b2 f1 b3 f2 b4 f3 e6 f4 f6")
    assert GAME.over(state)
    assert kinds(on_square(VIEW.picture(state, 1), "b1")) == ["Box first"]


def test_the_last_shot_is_framed_in_whichever_waters_it_is() -> None:
    state = played(f"{PLACED} c3")
    large, small = (VIEW.picture(state, player, 14) for player in (0, 1))
    assert kinds(on_square(large, "c3")) == ["Disc name", "Box last"]
    assert kinds(on_square(small, "c3", small=True)) == ["Disc name", "Box last"]


def test_a_ship_is_placed_by_its_two_ends_either_way() -> None:
    state = GAME.initial()
    paths = {VIEW.path(state, move) for move in GAME.moves(state)}
    assert {("a1", "c1"), ("a1", "a3")} <= paths
    assert VIEW.action(state, [GAME.parse(state, "a1-c1")]) == "place the cruiser at a1-c1"
    shot = played(PLACED)
    assert VIEW.path(shot, 14) == ("c3",)
    assert VIEW.action(shot, [14]) == "shoot at c3"


def test_ships_are_placed_at_random_while_any_is_left_to_place() -> None:
    assert VIEW.shortcuts(GAME.initial()) == {"Place at random": "random"}
    assert VIEW.shortcuts(played(PLACED)) == {}


def test_beliefs_are_percentages_on_the_squares_not_shot_at_and_add_up_to_the_ships() -> None:
    state = played(f"{PLACED} c3 a1 b3 d4")
    believing = VIEW.with_beliefs()
    chances = believing.chances(state, 0)
    assert sum(chances) == pytest.approx(5)
    best = likeliest(chances, GAME.times_of(state, 0))
    picture = believing.picture(state, 0)
    words = [
        shape.text
        for shape in on_square(picture, "abcdef"[best % 6] + str(best // 6 + 1))
        if isinstance(shape, Words)
    ]
    assert words == [f"{100 * chances[best]:.0f}"]
    assert not any(isinstance(shape, Words) for shape in on_square(picture, "c3"))
    world = GAME.determinize(state, 0, Generator(3))
    assert believing.picture(world, 0) == picture


def test_the_picture_is_told_in_words() -> None:
    state = played(f"{PLACED} c3 a1 e6 d4 f6")
    assert VIEW.picture(state, 0).label == (
        "Orange's waters: destroyer e6-f6 sunk; hits e6 and f6; misses c3. "
        "Blue's waters: cruiser a1-c1, destroyer a3-a4; hits a1; misses d4. "
        "Orange shot at d4: miss. Blue shot at f6: sinks the destroyer; sunk so far: destroyer."
    )
    assert VIEW.standing(state) == "ships afloat: blue 2, orange 1"
    before = played(f"{PLACED} c3 a1 e6 d4")
    assert VIEW.recounted(before, GAME.parse(before, "f6"), state) == "f6: sinks the destroyer"
    start = GAME.initial()
    assert VIEW.recounted(start, GAME.parse(start, "a1-c1"), start) == "the cruiser at a1-c1"
    assert VIEW.standing(GAME.initial()) == "blue places the cruiser"


def test_a_ship_is_clicked_from_either_end() -> None:
    state = GAME.initial()
    moves = list(GAME.moves(state))
    for move in moves:
        near, far = VIEW.path(state, move)
        for clicks in ((near, far), (far, near)):
            assert VIEW.onward(state, moves, clicks) == ([move], {})
            assert move in VIEW.onward(state, moves, clicks[:1])[1][clicks[1]]
            assert move in VIEW.onward(state, moves)[1][clicks[0]]


def test_a_shot_is_one_click() -> None:
    state = played(PLACED)
    moves = list(GAME.moves(state))
    assert {square: VIEW.onward(state, moves, (square,)) for square in ("a1", "f6")} == {
        "a1": ([GAME.parse(state, "a1")], {}),
        "f6": ([GAME.parse(state, "f6")], {}),
    }
