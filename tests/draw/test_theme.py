"""The colours: one for every kind in each theme, to be told apart, and under names of their own."""

from __future__ import annotations

import re
from typing import get_args

import pytest

from outwit.draw.theme import COLOURS, SHADES, STYLE, THEMES, Kind, Theme, colour

from .contrast import contrast


def declared(selector: str) -> dict[str, str]:
    """The custom properties that the first rule of a selector sets."""
    rule = re.search(rf"(?:^|\{{){re.escape(selector)}\{{([^}}]*)\}}", STYLE, re.MULTILINE)
    assert rule, selector
    return dict(re.findall(r"--ow-(\w+):(#\w+);", rule[1]))


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


@pytest.mark.parametrize("theme", [0, 1], ids=["light", "dark"])
def test_white_pieces_are_light_and_black_ones_dark_on_either_page(theme: int) -> None:
    assert contrast(COLOURS["ivory"][theme], COLOURS["ebony"][theme]) >= 12
    assert contrast(COLOURS["ivory"][theme], "#000000") > contrast(COLOURS["ebony"][theme], "#000000")


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


@pytest.mark.parametrize("theme", THEMES)
@pytest.mark.parametrize("area", [name for name in SHADES if name.endswith("pale")])
def test_words_can_be_read_on_every_pale_area(area: str, theme: Theme) -> None:
    assert contrast(colour("last", theme), colour(area, theme)) >= 4.5
