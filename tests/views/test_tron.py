"""Tron drawn: two trails that are told apart without colours, and buttons for whoever steers."""

from __future__ import annotations

from outwit.draw.shapes import Square, Stroke
from outwit.games.tron import EAST, NORTH, Tron
from outwit.play import Session
from outwit.play.log import log_text

from .drawn import view_of

GAME = Tron(5, 5)
VIEW = view_of(GAME)


def test_whoever_steers_has_four_buttons_and_those_who_watch_none() -> None:
    state = GAME.initial()
    for player in (0, 1):
        picture = VIEW.picture(state, player)
        assert {square.name for square in picture.squares} == {"n", "e", "s", "w"}
        assert picture.still().height < picture.height
    assert not VIEW.picture(state).squares
    assert (VIEW.path(state, NORTH), VIEW.action(state, [EAST])) == (("n",), "go east")


def test_a_way_that_is_barred_is_only_outlined() -> None:
    state = GAME.play_joint(GAME.initial(), (EAST, NORTH))
    picture = VIEW.picture(state, 0)
    kinds = {square.name: square.kind for square in picture.controls if isinstance(square, Square)}
    assert {name for name, kind in kinds.items() if kind == "cell"} == {"n", "s"}


def test_the_second_trail_has_a_stroke_in_every_cell() -> None:
    def strokes(steps: int) -> int:
        state = GAME.initial()
        for _ in range(steps):
            state = GAME.play_joint(state, (NORTH, NORTH))
        return sum(isinstance(shape, Stroke) for shape in VIEW.picture(state).shapes)

    assert [strokes(steps) - strokes(0) for steps in (1, 2)] == [1, 2]


def test_the_grid_is_told_in_words_with_how_it_ended() -> None:
    session = Session(GAME)
    label = VIEW.picture(session.state, 0).label
    assert label == (
        "5 by 5 cells. A at row 3, column 2, its trail 1 long, free to the north, east, south and west. "
        "B at row 3, column 4, its trail 1 long."
    )
    session.read("e,w")
    assert VIEW.picture(session.state, 0).label.count("draw") == 2
    assert "1. all: A goes east, B goes west" in log_text(session)
