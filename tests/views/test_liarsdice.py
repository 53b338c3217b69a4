"""Liar's dice drawn: a cup over the other's dice, and a place for every bid."""

from __future__ import annotations

from outwit.draw.shapes import Square, Words
from outwit.games.liarsdice import LIAR, LiarsDice

from .drawn import of_kind, parsed, view_of

GAME = LiarsDice()
VIEW = view_of(GAME)


def test_the_other_s_dice_are_under_a_cup_until_somebody_doubts() -> None:
    one, other = (VIEW.picture(GAME.position(f"3 {face} 1x2"), 0) for face in (1, 6))
    assert one == other
    assert "Player 2: a die under a cup." in one.label
    called = VIEW.picture(GAME.position("3 6 1x2 liar"), 0)
    assert "Player 1: rolled 3. Player 2: rolled 6." in called.label
    assert "under a cup" not in called.label


def test_dice_that_count_are_framed_once_they_are_shown() -> None:
    framed = [
        len(of_kind(parsed(VIEW.picture(GAME.position(position), 0).svg()), "win"))
        for position in ("3 6 2x3", "3 6 2x3 liar", "3 1 2x3 liar", "2 1 2x3 liar")
    ]
    no_dice = framed[3]
    assert framed[0] == 0
    assert (framed[1] - no_dice, framed[2] - no_dice) == (2, 1), "a six is wild"


def test_what_can_be_bid_stands_out_from_what_was_passed_over() -> None:
    picture = VIEW.picture(GAME.position("3 6 1x2 1x5"), 0)
    kinds = {square.name: square.kind for square in picture.squares}
    assert kinds["1x2"] == "first"
    assert kinds["1x5"] == "second"
    assert kinds["1x3"] is None
    assert kinds["1x6"] == "cell"
    numbers = {shape.text for shape in picture.shapes if isinstance(shape, Words)}
    assert {"1", "2"} <= numbers, "bids are numbered in their order"


def test_a_bid_is_doubted_by_a_button_that_stills_leave_out() -> None:
    state = GAME.position("3 6 1x2")
    picture = VIEW.picture(state, 1)
    assert VIEW.path(state, LIAR) == ("liar",)
    assert VIEW.action(state, [LIAR]) == "doubt the last bid"
    assert [shape.name for shape in picture.controls if isinstance(shape, Square)] == ["liar"]
    assert not VIEW.picture(GAME.position("3 6"), 0).controls
    assert picture.still().height < picture.height
