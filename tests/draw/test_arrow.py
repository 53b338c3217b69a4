"""Moves that are proposed, drawn over a position."""

from __future__ import annotations

from outwit.draw.arrow import Arrow, with_arrows
from outwit.draw.picture import Picture
from outwit.draw.shapes import Disc, Polygon, Square, Words
from tests.views.drawn import parsed

EMPTY = Picture(100, 100, (Square("a", 0, 0, 50, 50), Square("b", 50, 50, 50, 50)), "Two squares.")


def badges(picture: Picture) -> list[str]:
    return [
        shape.text for shape in picture.shapes if isinstance(shape, Words) and shape.kind in ("mark", "arrow")
    ]


def test_a_move_of_one_square_gets_a_ring_and_one_of_two_an_arrow() -> None:
    ring = with_arrows(EMPTY, [Arrow(((25, 25),), "1")])
    assert [shape for shape in ring.shapes if isinstance(shape, Disc) and shape.kind == "arrow"]
    assert not [shape for shape in ring.shapes if isinstance(shape, Polygon)]
    arrow = with_arrows(EMPTY, [Arrow(((25, 25), (75, 75)), "1")])
    heads = [shape for shape in arrow.shapes if isinstance(shape, Polygon) and shape.kind == "arrow"]
    assert len(heads) == 1
    tip = heads[0].points[0]
    assert 60 < tip[0] == tip[1] < 75


def test_those_who_propose_the_same_move_share_its_badge() -> None:
    moves = [Arrow(((25, 25),), "1"), Arrow(((75, 75),), "2"), Arrow(((25, 25),), "3")]
    assert sorted(badges(with_arrows(EMPTY, moves))) == ["1 3", "2"]


def test_a_reply_is_not_mistaken_for_the_same_move_played_first() -> None:
    moves = [Arrow(((25, 25),), "1"), Arrow(((25, 25),), "2", reply=True)]
    drawn = with_arrows(EMPTY, moves)
    assert sorted(badges(drawn)) == ["1", "2"]
    assert [shape.kind for shape in drawn.shapes if isinstance(shape, Words)] == ["arrow", "mark"]


def test_arrows_lie_below_what_is_clicked_and_hide_no_square() -> None:
    drawn = with_arrows(EMPTY, [Arrow(((25, 25),), "1")])
    assert drawn.squares == EMPTY.squares
    text = drawn.svg({"a": "play a"})
    assert text.index("ow-arrow") < text.index('data-square="a"')
    parsed(text)
