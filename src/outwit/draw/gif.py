"""Pictures one after another as an animated GIF, all in one palette, so that no colour flickers."""

from __future__ import annotations

import io
from collections.abc import Iterable, Iterator

import numpy as np
import numpy.typing as npt
from PIL import Image, ImageColor

from outwit.draw.picture import Picture
from outwit.draw.png import png
from outwit.draw.theme import COLOURS, THEMES, Theme
from outwit.errors import BadOptionError, OutwitError

SECONDS = (0.02, 60.0)
"""How long a picture can be shown; what is shorter, most programs show longer."""

ROOM = 256
"""How many colours a GIF can have."""

Colours = npt.NDArray[np.int32]
"""Colours as numbers, red in the highest byte of three and blue in the lowest; of any shape."""


def gif(
    pictures: Iterable[Picture],
    seconds: float = 0.7,
    rest: float = 3.0,
    zoom: float = 2.0,
    theme: Theme = "light",
) -> bytes:
    """Pictures of one size as a GIF that begins again and again, one frame each.

    Each is shown for so many seconds, and the last one at least for as long as the rest.
    """
    low, high = SECONDS
    if not low <= seconds <= high:
        raise BadOptionError(
            f"A picture cannot be shown for {seconds:g} seconds; it must be from {low:g} to {high:g}."
        )
    drawn = []
    met = np.zeros(1 << 24, bool)
    for picture in pictures:
        drawn.append(png(picture, zoom, theme))
        met[pixels(drawn[-1], theme)] = True
    if not drawn:
        raise OutwitError("There are no pictures to show one after another.")
    palette, places = shared_palette(met, theme)
    first, *others = frames(drawn, theme, palette, places)
    time = round(1000 * seconds)
    written = io.BytesIO()
    first.save(
        written,
        "GIF",
        save_all=True,
        append_images=others,
        duration=[*(time for _ in others), max(time, round(1000 * rest))],
        loop=0,
        disposal=1,
        palette=first.getpalette(),
    )
    return written.getvalue()


def pixels(drawn: bytes, theme: Theme) -> Colours:
    """The colours of a PNG, row by row; what is clear in it shows the colour of a cell."""
    image = Image.open(io.BytesIO(drawn)).convert("RGBA")
    ground = Image.new("RGBA", image.size, COLOURS["cell"][THEMES.index(theme)])
    return pack(np.asarray(Image.alpha_composite(ground, image), np.int32))


def shared_palette(met: npt.NDArray[np.bool_], theme: Theme) -> tuple[Colours, npt.NDArray[np.uint8]]:
    """A palette for every colour that was met, and for each of these the place of what comes nearest to it.

    The colours of the theme are in it as they are. It leaves room for one more.
    """
    flat = np.unique([colour_number(colours[THEMES.index(theme)]) for colours in COLOURS.values()]).astype(
        np.int32
    )
    found = np.flatnonzero(met).astype(np.int32)
    palette = np.concatenate([flat, spread(np.setdiff1d(found, flat), ROOM - 1 - len(flat))])
    places = np.zeros(len(met), np.uint8)
    places[found] = nearest(found, palette)
    return palette, places


def colour_number(colour: str) -> int:
    """A colour of a style sheet as one number."""
    red, green, blue = ImageColor.getrgb(colour)[:3]
    return red << 16 | green << 8 | blue


def pack(colours: Colours) -> Colours:
    """The colours whose red, green and blue are in the last dimension."""
    return colours[..., 0] << 16 | colours[..., 1] << 8 | colours[..., 2]


def unpack(colours: Colours) -> Colours:
    """The red, green and blue of each colour, in a last dimension of three."""
    return np.stack([colours >> 16, colours >> 8 & 255, colours & 255], axis=-1)


def spread(colours: Colours, most: int) -> Colours:
    """Colours that stand for all of these, at most so many, the rare as well as the common."""
    if len(colours) <= most:
        return colours
    row = Image.fromarray(unpack(colours).astype(np.uint8)[None])
    chosen = row.quantize(most, Image.Quantize.MAXCOVERAGE).convert("RGB")
    return np.unique(pack(np.asarray(chosen, np.int32)))


def nearest(colours: Colours, palette: Colours) -> npt.NDArray[np.uint8]:
    """Where in a palette the colour nearest to each of these is."""
    places = np.zeros(len(colours), np.uint8)
    least = np.full(len(colours), np.iinfo(np.int32).max, np.int32)
    for place, colour in enumerate(unpack(palette)):
        distance = np.square(unpack(colours) - colour).sum(axis=1, dtype=np.int32)
        closer = distance < least
        places[closer], least[closer] = place, distance[closer]
    return places


def frames(
    drawn: list[bytes], theme: Theme, palette: Colours, places: npt.NDArray[np.uint8]
) -> Iterator[Image.Image]:
    """The pictures as frames of a GIF.

    A frame that equals the one before would be left out of the file, so its first corner is changed by so
    little that nobody sees it.
    """
    corner = places[pixels(drawn[0], theme)[0, 0]]
    twin = len(palette)
    colours = unpack(np.append(palette, palette[corner] ^ 1)).astype(np.uint8).tobytes()
    before: npt.NDArray[np.uint8] | None = None
    for each in drawn:
        frame = places[pixels(each, theme)]
        if before is not None and np.array_equal(frame, before):
            frame[0, 0] = twin
        before = frame
        image = Image.fromarray(frame)
        image.putpalette(colours)
        yield image
