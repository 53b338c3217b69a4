"""Pictures as PNG, the same on every machine: also their text, whose font comes along with Pillow."""

from __future__ import annotations

import unicodedata
from collections.abc import Iterable
from dataclasses import replace
from functools import cache
from pathlib import Path
from tempfile import TemporaryDirectory

from PIL import ImageFont
from resvg_py import svg_to_bytes

from outwit.draw.picture import Picture
from outwit.draw.shapes import Inset, Shape, Words
from outwit.draw.theme import Theme
from outwit.errors import BadOptionError, OutwitError

ZOOMS = (0.5, 10.0)
"""How small and how large a picture can be made; below, no text could be read."""

LONGEST = 8192
"""How many pixels a side of a picture may have."""

SUBSTITUTES = {
    "−": "-", "–": "-", "—": "-", "‐": "-", "‑": "-",
    "×": "x", "→": ">", "←": "<", "≤": "<=", "≥": ">=", "≠": "!=",
    "ß": "ss", "Æ": "AE", "æ": "ae", "Œ": "OE", "œ": "oe", "Ø": "O", "ø": "o", "Ł": "L", "ł": "l",
    "„": "“", "•": "·",
}  # fmt: skip
"""What is written instead of signs that the font does not have and that are no letters with accents."""


def png(picture: Picture, zoom: float = 2.0, theme: Theme = "light") -> bytes:
    """A picture as PNG, in the colours of a theme, so many times as large as it measures.

    >>> from outwit.draw.shapes import Disc
    >>> png(Picture(20, 20, (Disc(10, 10, 9, "first"),), "A disc."))[1:4]
    b'PNG'
    """
    refuse_unless_drawable(picture, zoom)
    plain = replace(picture, shapes=tuple(make_legible(picture.shapes)))
    font = bundled_font()
    with TemporaryDirectory() as folder:
        file = Path(folder) / "font.ttf"
        file.write_bytes(font.font_bytes)
        drawn = svg_to_bytes(
            svg_string=plain.svg(theme=theme),
            zoom=zoom,
            skip_system_fonts=True,
            font_files=[str(file)],
            sans_serif_family=font.getname()[0],
        )
    return bytes(drawn)


def refuse_unless_drawable(picture: Picture, zoom: float) -> None:
    """A picture must be large enough to be read and small enough for memory."""
    low, high = ZOOMS
    if not low <= zoom <= high:
        raise BadOptionError(f"The zoom is {zoom:g}; it must be from {low:g} to {high:g}.")
    width, height = round(picture.width * zoom), round(picture.height * zoom)
    if max(width, height) > LONGEST:
        raise BadOptionError(
            f"The picture would be {width} by {height} pixels; no side may have more than {LONGEST}, "
            "so choose a smaller zoom."
        )


def make_legible(shapes: Iterable[Shape]) -> Iterable[Shape]:
    """Shapes whose words have only signs that the font has."""
    for shape in shapes:
        if isinstance(shape, Words):
            yield replace(shape, text=legible(shape.text))
        elif isinstance(shape, Inset):
            yield replace(shape, shapes=tuple(make_legible(shape.shapes)))
        else:
            yield shape


def legible(text: str) -> str:
    """Text with only signs that the font has: letters lose their accents, and what is unknown is a `?`.

    >>> legible("Zoë: −3 × ✂")
    'Zoe: -3 x ?'
    """
    return "".join(map(substitute, unicodedata.normalize("NFC", text)))


@cache
def substitute(sign: str) -> str:
    """A sign as the font can draw it."""
    if sign.isspace():
        return " "
    if drawable(sign):
        return sign
    if sign in SUBSTITUTES:
        return SUBSTITUTES[sign]
    return "".join(filter(drawable, unicodedata.normalize("NFKD", sign))) or "?"


@cache
def drawable(sign: str) -> bool:
    """Whether the font has a sign; what it does not have, it draws as it draws a sign that nobody has."""
    font = bundled_font()
    return bytes(font.getmask(sign)) != bytes(font.getmask("\uffff"))


def length(text: str, size: float) -> float:
    """How long a text in letters of this size is drawn."""
    font = bundled_font()
    return font.getlength(legible(text)) * size / font.size


@cache
def bundled_font() -> ImageFont.FreeTypeFont:
    """The font that Pillow carries inside itself, large enough to be measured."""
    font = ImageFont.load_default(64)
    if not isinstance(font, ImageFont.FreeTypeFont):
        raise OutwitError("Pictures need a Pillow with FreeType; the one installed was built without it.")
    return font
