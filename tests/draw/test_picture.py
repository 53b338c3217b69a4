"""A picture as SVG: sound, safe, to be used with a mouse, with keys, and by ear."""

from __future__ import annotations

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from outwit.draw.picture import Picture
from outwit.draw.shapes import Box, Disc, Square, Stroke, Words
from outwit.draw.theme import STYLE
from tests.views.drawn import SVG, of_kind, parsed

NASTY = """<b>"it's" & more</b>\x00"""
SEEN = """<b>"it's" & more</b>\ufffd"""


def small(name: str = "b2", label: str = "A board.", words: str = "b") -> Picture:
    shapes = (
        Square(name, 0, 0, 40, 40, "cell", 4),
        Square("other", 40, 0, 40, 40),
        Disc(20, 20, 15, "first"),
        Stroke(((0, 0), (40, 40)), "win", 3),
        Box(2, 2, 36, 36, "last", 4, 2),
        Words(20, 50, words, "name", 12),
    )
    return Picture(80, 60, shapes, label)


# What can be clicked


def test_a_legal_square_is_a_button_that_says_what_it_does() -> None:
    root = parsed(small().svg({"b2": "play b2"}))
    (legal,) = of_kind(root, "legal")
    assert legal.get("class") == "ow-square ow-legal"
    assert legal.get("data-square") == "b2"
    assert (legal.get("role"), legal.get("tabindex")) == ("button", "0")
    assert legal.get("aria-label") == legal.findtext(f"{SVG}title") == "play b2"


def test_other_squares_cannot_be_reached_by_key() -> None:
    root = parsed(small().svg({"b2": "play b2"}))
    other = next(each for each in of_kind(root, "square") if each.get("data-square") == "other")
    assert other.attrib == {"class": "ow-square", "data-square": "other"}


def test_areas_to_click_lie_above_everything_drawn() -> None:
    root = parsed(small().svg({"b2": "play b2"}))
    style, drawing, *areas = list(root)
    assert style.tag == f"{SVG}style"
    assert drawing.get("aria-hidden") == "true"
    assert len(list(drawing)) == 5
    assert [area.get("data-square") for area in areas] == ["b2", "other"]


def test_a_picture_without_actions_is_an_image_and_with_them_a_group() -> None:
    assert parsed(small().svg()).get("role") == "img"
    assert parsed(small().svg({"b2": "play b2"})).get("role") == "group"


def test_a_chosen_square_and_those_that_may_follow_are_shown_as_such() -> None:
    root = parsed(small().svg({"b2": "take b2 back", "other": "play other"}, chosen=("b2",)))
    assert root.get("class") == "ow-board ow-choosing"
    (chosen,) = of_kind(root, "chosen")
    assert (chosen.get("data-square"), chosen.get("aria-pressed")) == ("b2", "true")
    assert [each.get("data-square") for each in of_kind(root, "legal")] == ["b2", "other"]
    plain = parsed(small().svg({"b2": "play b2", "other": "play other"}))
    assert plain.get("class") == "ow-board"
    assert not of_kind(plain, "chosen")
    assert re.search(r"\.ow-choosing \.ow-legal rect,[^{]*\{[^}]*stroke:[^}]*stroke-width:3px", STYLE)


def test_an_action_on_a_square_that_is_not_there_is_refused() -> None:
    with pytest.raises(ValueError, match="no square 'z9'"):
        small().svg({"z9": "play z9"})


# Text


def test_text_is_escaped() -> None:
    root = parsed(small(NASTY, NASTY, NASTY).svg({NASTY: NASTY}))
    assert root.get("aria-label") == SEEN
    assert [text.text for text in root.iter(f"{SVG}text")] == [SEEN]
    (legal,) = of_kind(root, "legal")
    assert (legal.get("data-square"), legal.get("aria-label")) == (SEEN, SEEN)
    assert legal.findtext(f"{SVG}title") == SEEN
    assert not list(root.iter("b"))


@given(st.text(), st.text(), st.text())
def test_any_text_gives_sound_xml(name: str, label: str, words: str) -> None:
    picture = small(name, label, words)
    parsed(picture.svg())
    parsed(picture.svg({name: label}))


def test_nothing_is_fetched_from_elsewhere() -> None:
    svg = small().svg({"b2": "play b2"})
    assert re.findall(r"https?://[^\"']+", svg) == ["http://www.w3.org/2000/svg"]
    assert "url(" not in svg
    assert "@import" not in svg


# Where it is shown


def test_a_picture_for_a_page_has_neither_a_style_sheet_nor_an_address() -> None:
    svg = small().svg({"b2": "play b2"}, theme="page")
    assert "<style>" not in svg
    assert "http" not in svg
    alone = small().svg({"b2": "play b2"}, theme="light")
    assert re.sub(r' xmlns="[^"]*"|<style>.*</style>', "", alone, flags=re.DOTALL) == svg
