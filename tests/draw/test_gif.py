"""Pictures one after another: every one of them kept, in one palette, for as long as it was told."""

from __future__ import annotations

import io
from collections.abc import Iterator

import pytest
from PIL import Image, ImageColor

from outwit import find_game
from outwit.draw.gif import gif
from outwit.draw.picture import Picture
from outwit.draw.png import png
from outwit.draw.shapes import Box, Disc, Shape
from outwit.draw.theme import COLOURS, THEMES, Kind, Theme
from outwit.errors import BadOptionError, OutwitError
from tests.views.drawn import view_of, wander


def played(spec: str, seed: int = 3) -> list[Picture]:
    game = find_game(spec)
    return [view_of(game).picture(state, None, last) for state, last in wander(game, seed)]


def shots(data: bytes) -> Iterator[Image.Image]:
    film = Image.open(io.BytesIO(data))
    assert film.format == "GIF"
    for number in range(getattr(film, "n_frames", 1)):
        film.seek(number)
        yield film


def solid(colour: str) -> tuple[int, ...]:
    return ImageColor.getrgb(colour)


def blinking(*kinds: Kind) -> list[Picture]:
    """Pictures of a disc in one colour after another."""
    return [Picture(40, 40, (Disc(20, 20, 15, kind),), "") for kind in kinds]


def test_each_picture_is_a_frame() -> None:
    pictures = played("tictactoe")
    assert len(list(shots(gif(pictures)))) == len(pictures)


@pytest.mark.parametrize("count", [1, 2, 3, 10])
def test_equal_pictures_are_frames_of_their_own(count: int) -> None:
    film = gif(blinking("first") * count)
    assert [shot.convert("RGB").getpixel((40, 40)) for shot in shots(film)] == [
        solid(COLOURS["first"][0])
    ] * count


def test_equal_pictures_among_others_are_kept() -> None:
    film = gif(blinking("first", "first", "second", "second", "second", "first"))
    blue, red = solid(COLOURS["first"][0]), solid(COLOURS["second"][0])
    middles = [shot.convert("RGB").getpixel((40, 40)) for shot in shots(film)]
    assert middles == [blue, blue, red, red, red, blue]


def test_the_last_picture_is_shown_longer_and_the_film_begins_again() -> None:
    film = gif(played("tictactoe"), seconds=0.25, rest=2)
    *others, last = [shot.info["duration"] for shot in shots(film)]
    assert set(others) == {250}
    assert last == 2000
    assert Image.open(io.BytesIO(film)).info["loop"] == 0


def test_a_rest_is_never_shorter_than_the_rest_of_the_film() -> None:
    assert [shot.info["duration"] for shot in shots(gif(blinking("first", "second"), 5, 1))] == [5000, 5000]


@pytest.mark.parametrize("theme", THEMES)
def test_colours_are_those_of_the_theme_in_every_frame(theme: Theme) -> None:
    ground, cell = (solid(COLOURS[kind][THEMES.index(theme)]) for kind in ("ground", "cell"))
    pictures = played("connect4")
    for shot in shots(gif(pictures, theme=theme, zoom=1)):
        frame = shot.convert("RGB")
        assert frame.size == (pictures[0].width, pictures[0].height)
        assert frame.getpixel((5, 200)) == ground
        assert frame.getpixel((1, 1)) == cell


def test_colours_beyond_what_a_gif_can_have_are_shown_by_near_ones() -> None:
    grounds: tuple[Shape, ...] = tuple(
        Box(40 * i, 0, 40, 40 * len(COLOURS), kind) for i, kind in enumerate(COLOURS)
    )
    discs = tuple(
        Disc(40 * i + 20, 40 * j + 20, 15, kind)
        for i in range(len(COLOURS))
        for j, kind in enumerate(COLOURS)
    )
    picture = Picture(40 * len(COLOURS), 40 * len(COLOURS), grounds + discs, "Every colour on every other.")
    drawn = Image.open(io.BytesIO(png(picture))).convert("RGB")
    assert drawn.getcolors(256) is None
    [shown] = (shot.convert("RGB") for shot in shots(gif([picture])))
    pairs = zip(drawn.tobytes(), shown.tobytes(), strict=True)
    assert max(abs(one - other) for one, other in pairs) <= 24


def test_the_same_pictures_give_the_same_film() -> None:
    assert gif(played("tictactoe")) == gif(played("tictactoe"))


def test_no_pictures_are_no_film() -> None:
    with pytest.raises(OutwitError, match="no pictures"):
        gif([])


@pytest.mark.parametrize("seconds", [0.0, -1.0, 61.0, float("nan")])
def test_a_time_that_no_program_shows_is_refused(seconds: float) -> None:
    with pytest.raises(BadOptionError, match=r"from 0\.02 to 60"):
        gif([Picture(10, 10, (Box(0, 0, 10, 10, "cell"),), "")], seconds)
