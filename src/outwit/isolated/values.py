"""Moves, states' positions and pictures as plain data, to be sent from one process to another and back."""

from __future__ import annotations

from dataclasses import dataclass, fields

from outwit.draw.picture import Picture
from outwit.draw.shapes import Box, Disc, Inset, Polygon, Square, Stroke, Words
from outwit.json_types import Json, JsonObject

PLAIN = (type(None), bool, int, float, str)
"""What is sent as it is: exactly these types, so that what arrives is what was sent."""

SHAPES = {cls.__name__: cls for cls in (Box, Disc, Inset, Polygon, Square, Stroke, Words)}


@dataclass(frozen=True)
class Opaque:
    """A value of a type that only its own game knows: what it is known by, and how it is written."""

    name: str
    text: str

    def __str__(self) -> str:
        return self.text


def pack(value: Json) -> Json:
    """A move, or any other value of a game, as plain data; a list stands for a tuple.

    >>> pack((1, "a"))
    [1, 'a']
    """
    if type(value) in PLAIN:
        return value
    if type(value) is tuple:
        return [pack(item) for item in value]
    if isinstance(value, Opaque):
        return {"name": value.name, "text": value.text}
    return {"name": repr(value), "text": str(value)}


def unpack(data: Json) -> Json:
    """The value that plain data stands for.

    >>> unpack([1, "a"])
    (1, 'a')
    """
    if isinstance(data, list):
        return tuple(unpack(item) for item in data)
    if isinstance(data, dict):
        return Opaque(str(data["name"]), str(data["text"]))
    return data


def is_opaque(data: Json) -> bool:
    """Does packed data hold anything that only its game knows?"""
    return isinstance(data, dict) or (isinstance(data, list) and any(map(is_opaque, data)))


def pack_picture(picture: Picture) -> JsonObject:
    """A picture as plain data."""
    return {
        **{name: getattr(picture, name) for name in ("width", "height", "label", "foot", "marked")},
        "shapes": [pack_shape(shape) for shape in picture.shapes],
        "controls": [pack_shape(shape) for shape in picture.controls],
    }


def unpack_picture(data: JsonObject) -> Picture:
    """The picture that plain data stands for."""
    shapes = {name: tuple(unpack_shape(shape) for shape in data[name]) for name in ("shapes", "controls")}
    return Picture(**{**data, **shapes})


def pack_shape(shape: Json) -> list[Json]:
    """A shape as its name and its fields; anything else cannot be drawn elsewhere."""
    name = type(shape).__name__
    if SHAPES.get(name) is not type(shape):
        raise TypeError(f"a picture is made of {', '.join(SHAPES)}, not of {name}")
    if isinstance(shape, Inset):
        return [name, shape.x, shape.y, [pack_shape(each) for each in shape.shapes]]
    return [name, *(pack(getattr(shape, field.name)) for field in fields(shape))]


def unpack_shape(data: list[Json]) -> Json:
    """The shape that plain data stands for."""
    name, *given = data
    if name == Inset.__name__:
        x, y, shapes = given
        return Inset(x, y, tuple(unpack_shape(each) for each in shapes))
    return SHAPES[name](*(unpack(each) for each in given))
