"""A picture as SVG: sound, safe, to be used with a mouse, with keys, and by ear."""

from __future__ import annotations

import re
from typing import get_args

import pytest
from hypothesis import given
from hypothesis import strategies as st

from outwit.views.colours import COLOURS, STYLE, Kind
from outwit.views.shapes import Box, Disc, Picture, Polygon, Square, Stroke, Words

from .drawn import SVG, of_kind, parsed

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


def luminance(colour: str) -> float:
    """How bright a colour is, as WCAG 2 defines it."""
    parts = [int(colour[at : at + 2], 16) / 255 for at in (1, 3, 5)]
    red, green, blue = (p / 12.92 if p <= 0.04045 else ((p + 0.055) / 1.055) ** 2.4 for p in parts)
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def contrast(one: str, two: str) -> float:
    dark, light = sorted((luminance(one), luminance(two)))
    return (light + 0.05) / (dark + 0.05)


def declared(selector: str) -> dict[str, str]:
    """The custom properties that the first rule of a selector sets."""
    rule = re.search(rf"(?:^|\{{){re.escape(selector)}\{{([^}}]*)\}}", STYLE, re.MULTILINE)
    assert rule, selector
    return dict(re.findall(r"--ow-(\w+):(#\w+);", rule[1]))


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


# Shapes


def test_a_polygon_is_filled_or_an_outline() -> None:
    corners = ((0.0, 0.0), (10.0, 0.0), (5.0, 8.5))
    shapes = (Polygon(corners, "third"), Polygon(corners, "third", 2))
    filled, outline = of_kind(parsed(Picture(20, 20, shapes, "").svg()), "third")
    assert filled.get("points") == outline.get("points") == "0,0 10,0 5,8.5"
    assert filled.get("fill") == "currentColor"
    assert (outline.get("fill"), outline.get("stroke-width")) == ("none", "2")


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


# Colours


def test_every_kind_has_a_colour_of_its_own_name() -> None:
    assert set(COLOURS) == set(get_args(Kind))


@pytest.mark.parametrize("theme", [0, 1], ids=["light", "dark"])
@pytest.mark.parametrize("ground", ["ground", "cell"])
@pytest.mark.parametrize("kind", ["first", "second", "third", "last", "win", "choice"])
def test_what_matters_stands_out_from_the_board(kind: Kind, ground: Kind, theme: int) -> None:
    assert contrast(COLOURS[kind][theme], COLOURS[ground][theme]) >= 3


@pytest.mark.parametrize("theme", [0, 1], ids=["light", "dark"])
def test_marks_stand_out_from_the_pieces_and_names_can_be_read(theme: int) -> None:
    assert contrast(COLOURS["mark"][theme], COLOURS["first"][theme]) >= 3
    assert contrast(COLOURS["mark"][theme], COLOURS["second"][theme]) >= 3
    assert contrast(COLOURS["mark"][theme], COLOURS["third"][theme]) >= 3
    assert contrast(COLOURS["name"][theme], COLOURS["ground"][theme]) >= 4.5
    assert contrast(COLOURS["name"][theme], COLOURS["cell"][theme]) >= 4.5


def test_the_page_has_the_last_word_about_light_and_dark() -> None:
    light = {kind: colours[0] for kind, colours in COLOURS.items()}
    dark = {kind: colours[1] for kind, colours in COLOURS.items()}
    assert declared(".ow-board") == light
    assert declared("@media (prefers-color-scheme:dark){.ow-board") == dark
    assert declared(".body--light .ow-board") == light
    assert declared(".body--dark .ow-board") == dark


def test_focus_shows_an_outline_and_not_only_a_colour() -> None:
    rule = re.search(r"\.ow-legal:focus-visible rect\{[^}]*stroke:[^}]*stroke-width:(\d+)px", STYLE)
    assert rule
    assert int(rule[1]) >= 2


def test_the_style_touches_nothing_outside_the_board() -> None:
    bare = re.sub(r"@media[^{]*\{", "", STYLE)
    selectors = [s.strip() for rule in re.findall(r"([^{}]+)\{", bare) for s in rule.split(",")]
    assert selectors
    assert all(".ow-board" in selector for selector in selectors)
