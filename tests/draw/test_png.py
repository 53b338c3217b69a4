"""Pictures as PNG: the right size, in the theme's colours, with text, and the same on every machine."""

from __future__ import annotations

import io
import os
import subprocess
import sys
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from PIL import Image, ImageColor

from outwit import find_game
from outwit.draw.picture import Picture
from outwit.draw.png import legible, length, png
from outwit.draw.shapes import Box, Inset, Words
from outwit.draw.theme import COLOURS, THEMES, Kind, Theme
from outwit.errors import BadOptionError
from tests.views.drawn import view_of, wander

SPELLINGS = ["tictactoe", "connect4"]


def opened(data: bytes) -> Image.Image:
    image = Image.open(io.BytesIO(data))
    assert image.format == "PNG"
    return image.convert("RGBA")


def colours(data: bytes) -> set[tuple[int, ...]]:
    found = opened(data).getcolors(1 << 24)
    assert found
    return {colour for _, colour in found if isinstance(colour, tuple)}


def solid(kind: Kind, theme: Theme) -> tuple[int, ...]:
    return (*ImageColor.getrgb(COLOURS[kind][THEMES.index(theme)]), 255)


def written(*words: Words) -> bytes:
    return png(Picture(200, 40, (Box(0, 0, 200, 40, "cell"), *words), "Words."))


def ended(spec: str) -> Picture:
    game = find_game(spec)
    state, last = wander(game, 3)[-1]
    return view_of(game).picture(state, None, last)


# Size and colours


@pytest.mark.parametrize("spec", SPELLINGS)
@pytest.mark.parametrize("zoom", [0.5, 1.0, 2.0])
def test_a_png_is_so_many_times_as_large_as_the_picture(spec: str, zoom: float) -> None:
    picture = ended(spec)
    assert opened(png(picture, zoom)).size == (picture.width * zoom, picture.height * zoom)


@pytest.mark.parametrize("spec", SPELLINGS)
@pytest.mark.parametrize("theme", THEMES)
def test_a_png_shows_both_players_in_the_colours_of_the_theme(spec: str, theme: Theme) -> None:
    found = colours(png(ended(spec), theme=theme))
    for kind in ("ground", "cell", "first", "second", "win", "last"):
        assert solid(kind, theme) in found, kind


def test_light_and_dark_differ() -> None:
    picture = ended("tictactoe")
    assert png(picture, theme="light") != png(picture, theme="dark")


def test_squares_that_can_be_clicked_leave_no_trace() -> None:
    picture = ended("connect4")
    bare = Picture(
        picture.width,
        picture.height,
        tuple(shape for shape in picture.shapes if shape not in picture.squares),
        "Nothing to click.",
    )
    assert png(picture) == png(bare)


def test_an_svg_of_one_theme_has_its_colours_and_no_others() -> None:
    svg = ended("tictactoe").svg(theme="dark")
    assert "var(" not in svg
    assert "@media" not in svg
    assert all(dark in svg for _, dark in COLOURS.values())
    assert not any(light in svg for light, dark in COLOURS.values() if light != dark)


@pytest.mark.parametrize("zoom", [0.0, -1.0, 0.49, 11.0, float("nan"), float("inf")])
def test_a_zoom_that_nobody_could_use_is_refused(zoom: float) -> None:
    with pytest.raises(BadOptionError, match=r"from 0\.5 to 10"):
        png(ended("tictactoe"), zoom)


def test_a_picture_too_large_for_memory_is_refused() -> None:
    with pytest.raises(BadOptionError, match=r"10000 by 10 pixels.*smaller zoom"):
        png(Picture(1000, 1, (), "A line."), 10)


# Text


def test_text_is_drawn() -> None:
    assert written(Words(100, 20, "blitz D3", "last", 20)) != written()
    assert solid("last", "light") in colours(written(Words(100, 20, "blitz D3", "last", 20)))


def test_text_within_an_inset_is_moved_with_it() -> None:
    words = Words(0, 0, "x", "last", 20)
    moved = png(Picture(200, 40, (Box(0, 0, 200, 40, "cell"), Inset(100, 20, (words,))), "Words."))
    assert moved == written(Words(100, 20, "x", "last", 20))


def test_text_has_its_middle_its_start_or_its_end_where_it_is_told() -> None:
    def inked(words: Words) -> tuple[int, int]:
        box = opened(written(words)).convert("L").point(lambda light: 255 * (light < 128)).getbbox()
        assert box
        return box[0], box[2]

    size = 20.0
    wide = 2 * length("HHHH", size)
    left, right = inked(Words(100, 20, "HHHH", "last", size))
    assert left + right == pytest.approx(400, abs=4)
    assert right - left == pytest.approx(wide, abs=12)
    assert inked(Words(100, 20, "HHHH", "last", size, "start"))[0] == pytest.approx(200, abs=6)
    assert inked(Words(100, 20, "HHHH", "last", size, "end"))[1] == pytest.approx(200, abs=6)


def test_a_longer_text_is_longer() -> None:
    assert length("12 of 36", 10) > length("12 of 3", 10) > 0
    assert length("12 of 36", 20) == pytest.approx(2 * length("12 of 36", 10))


@pytest.mark.parametrize(
    ("text", "drawn"),
    [
        ("12 of 36  green: blitz D3; O's turn, -4.5 (A/B) & <c>?!", None),
        ("·", None),
        ("Zoë, Žižka, e\u0301", "Zoe, Zizka, e"),
        ("−3 × 2 – 1 — 0", "-3 x 2 - 1 - 0"),
        ("Straße", "Strasse"),
        ("½", "1⁄2"),
        ("a\tb\u00a0c\nd", "a b c d"),
        ("✂ 王 \x00 \ud800", "? ? ? ?"),
    ],
)
def test_signs_that_the_font_lacks_are_replaced(text: str, drawn: str | None) -> None:
    assert legible(text) == (text if drawn is None else drawn)
    assert written(Words(100, 20, text, "last", 9)) == written(Words(100, 20, legible(text), "last", 9))


@given(st.text(max_size=20))
def test_any_text_can_be_drawn_and_measured(text: str) -> None:
    assert legible(legible(text)) == legible(text)
    assert length(text, 10) >= 0
    written(Words(100, 20, text, "last", 12))


def test_a_machine_without_fonts_draws_the_same(tmp_path: Path) -> None:
    script = (
        "import sys; from outwit.draw.picture import Picture; from outwit.draw.png import png;"
        "from outwit.draw.shapes import Words;"
        "sys.stdout.buffer.write(png(Picture(80, 20, (Words(40, 10, 'Ag: 4', 'last', 12),), '')))"
    )
    bare = {name: value for name, value in os.environ.items() if not name.startswith(("XDG_", "FONT"))}
    run = subprocess.run(
        [sys.executable, "-c", script],
        env={**bare, "HOME": str(tmp_path), "FONTCONFIG_FILE": os.devnull},
        capture_output=True,
        check=True,
    )
    assert run.stdout == png(Picture(80, 20, (Words(40, 10, "Ag: 4", "last", 12),), ""))
