"""Shapes as SVG."""

from __future__ import annotations

from outwit.draw.picture import Picture
from outwit.draw.shapes import Box, Polygon, Shape, Stroke, Words
from tests.views.drawn import Element, of_kind, parsed


def drawn(*shapes: Shape) -> list[Element]:
    return of_kind(parsed(Picture(20, 20, shapes, "").svg()), "third")


def test_a_polygon_is_filled_or_an_outline() -> None:
    corners = ((0.0, 0.0), (10.0, 0.0), (5.0, 8.5))
    shapes = (Polygon(corners, "third"), Polygon(corners, "third", 2))
    filled, outline = of_kind(parsed(Picture(20, 20, shapes, "").svg()), "third")
    assert filled.get("points") == outline.get("points") == "0,0 10,0 5,8.5"
    assert filled.get("fill") == "currentColor"
    assert (outline.get("fill"), outline.get("stroke-width")) == ("none", "2")


def test_a_pale_shape_says_how_pale_and_a_full_one_nothing() -> None:
    points = ((0.0, 0.0), (10.0, 0.0), (5.0, 8.5))
    pale: tuple[Shape, ...] = (
        Box(0, 0, 5, 5, "third", opacity=0.35),
        Polygon(points, "third", opacity=0.35),
        Stroke(points, "third", 2, opacity=0.35),
    )
    assert [each.get("opacity") for each in drawn(*pale)] == ["0.35"] * 3
    full = (Box(0, 0, 5, 5, "third"), Polygon(points, "third"), Stroke(points, "third", 2))
    assert [each.get("opacity") for each in drawn(*full)] == [None] * 3


def test_words_may_be_thin_and_have_a_halo() -> None:
    plain, thin, set_off = drawn(
        Words(5, 5, "a", "third", 9),
        Words(5, 5, "a", "third", 9, thin=True),
        Words(5, 5, "a", "third", 9, halo=True),
    )
    assert plain.get("class") == "ow-third"
    assert thin.get("class") == "ow-third ow-thin"
    assert set_off.get("class") == "ow-third ow-halo"
