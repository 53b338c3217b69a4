"""The entries of a request: plain data that may hold anything, read as what each entry must be."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any

from outwit.errors import OutwitError, UnknownNameError, shortened


@dataclass(frozen=True)
class Fields:
    """The entries of an object; an entry that is null counts as not given.

    >>> Fields.of({"moves": ["4", "4"]}, ["moves"]).texts("moves", most=100, longest=10)
    ('4', '4')
    """

    entries: Mapping[str, Any]
    within: str = ""
    """What the object is an entry of, with a dot behind it, so that messages can name it."""

    @classmethod
    def of(cls, data: object, known: Iterable[str], within: str = "") -> Fields:
        """The entries of plain data, if it is an object and has no entry that nobody knows."""
        if not isinstance(data, dict):
            what = f'"{within}"' if within else "A request"
            raise OutwitError(f"{what} must be an object, not {kind(data)}.")
        names = list(known)
        for name in data:
            if name not in names:
                raise UnknownNameError(f"entry of {within or 'this request'}", shortened(str(name)), names)
        return cls(data, f"{within}." if within else "")

    def text(self, name: str, longest: int) -> str | None:
        """A text of at most so many characters."""
        value = self.entries.get(name)
        if value is not None and not isinstance(value, str):
            raise self.refused(name, "a text", value)
        if value is not None and len(value) > longest:
            raise OutwitError(f'"{self.within}{name}" may have at most {longest:,} characters.')
        return value

    def texts(self, name: str, most: int, longest: int) -> tuple[str, ...]:
        """A list of at most so many texts, each of at most so many characters; nothing is an empty one."""
        value = self.entries.get(name)
        if value is None:
            return ()
        if not isinstance(value, list):
            raise self.refused(name, "a list of texts", value)
        if len(value) > most:
            raise OutwitError(f'"{self.within}{name}" may have at most {most:,} entries, not {len(value):,}.')
        for each in value:
            if not isinstance(each, str):
                raise OutwitError(f'"{self.within}{name}" must be a list of texts; {kind(each)} is in it.')
            if len(each) > longest:
                raise OutwitError(f'Each of "{self.within}{name}" may have at most {longest:,} characters.')
        return tuple(value)

    def whole(self, name: str, least: int, most: int) -> int | None:
        """A whole number between two bounds."""
        value = self.entries.get(name)
        if value is None:
            return None
        if isinstance(value, bool) or not isinstance(value, int) or not least <= value <= most:
            raise self.refused(name, f"a whole number from {least} to {most:,}", value)
        return value

    def number(self, name: str, most: float) -> float | None:
        """A number above zero and up to a bound."""
        value = self.entries.get(name)
        if value is None:
            return None
        if isinstance(value, bool) or not isinstance(value, int | float) or not 0 < value <= most:
            raise self.refused(name, f"a number above 0 and up to {most:,}", value)
        return value

    def flag(self, name: str) -> bool:
        """True or false; nothing is false."""
        value = self.entries.get(name)
        if value is not None and not isinstance(value, bool):
            raise self.refused(name, "true or false", value)
        return bool(value)

    def refused(self, name: str, wanted: str, value: object) -> OutwitError:
        """The answer to an entry that is not what it must be."""
        return OutwitError(f'"{self.within}{name}" must be {wanted}, not {kind(value)}.')


def kind(value: object) -> str:
    """A piece of plain data as a message names it: a small number as it is, anything else by its kind.

    >>> kind(-3), kind([1, 2]), kind("x")
    ('-3', 'a list', 'a text')
    """
    if value is None or isinstance(value, bool):
        return "null" if value is None else str(value).lower()
    if isinstance(value, int | float):
        return f"{value}" if abs(value) < 1e15 else "so large a number"
    if isinstance(value, str | list):
        return "a text" if isinstance(value, str) else "a list"
    return "an object"
