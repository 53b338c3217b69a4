"""Numbers that people write into fields: read as they are written, or refused with a sentence."""

from __future__ import annotations

from typing import Any

from outwit.errors import BadOptionError


def number(label: str, value: Any) -> float:
    """The number in a field that must not be empty.

    >>> number("Seconds", 0.5)
    0.5
    >>> number("Seconds", None)
    Traceback (most recent call last):
    outwit.errors.BadOptionError: “Seconds” is empty; write a number.
    """
    if value is None or value == "":
        raise BadOptionError(f"“{label}” is empty; write a number.")
    return float(value)


def whole(label: str, value: Any) -> int:
    """The whole number in a field that must not be empty.

    >>> whole("width", 7.0)
    7
    >>> whole("width", 7.5)
    Traceback (most recent call last):
    outwit.errors.BadOptionError: “width” takes a whole number, not 7.5.
    >>> whole("width", None)
    Traceback (most recent call last):
    outwit.errors.BadOptionError: “width” is empty; write a whole number.
    """
    if value is None or value == "":
        raise BadOptionError(f"“{label}” is empty; write a whole number.")
    if not float(value).is_integer():
        raise BadOptionError(f"“{label}” takes a whole number, not {value:g}.")
    return int(value)
