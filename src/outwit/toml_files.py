"""What games are set up with, in TOML: shipped by name, in a file of one's own, or in one line of a spec.

Whatever is wrong is told in a sentence with the file and the field.
"""

from __future__ import annotations

import math
import re
import tomllib
from collections.abc import Callable, Iterable
from functools import cached_property
from pathlib import Path
from typing import Generic, Protocol, TypeVar

from outwit.errors import BadOptionError, UnknownNameError, join_names, shorten
from outwit.json_types import Json, JsonObject


class Entry:
    """One table of a file, which knows where it stands and which of its fields have been read."""

    def __init__(self, content: Json, source: str, *place: str) -> None:
        self.source = source
        self.place = place
        if not isinstance(content, dict):
            raise self.wrong(f"{quote(content)} is no table of fields")
        self.content: JsonObject = content
        self.known: list[str] = []

    def wrong(self, trouble: str, *field: str) -> BadOptionError:
        """The sentence about what is wrong, with the file and the field."""
        return BadOptionError(f"{', '.join((self.source, *self.place, *field))}: {trouble}.")

    def get(self, field: str, wanted: str, default: Json = None) -> Json:
        """What a field holds; where it is missing, the default, or a sentence that says what is wanted."""
        self.known.append(field)
        value = self.content.get(field, default)
        if value is None:
            raise self.wrong(f"it is missing; give {wanted}", field)
        return value

    def whole(self, field: str, least: int, most: int, default: int | None = None) -> int:
        """A whole number."""
        wanted = f"a whole number from {least} to {most}"
        value = self.get(field, wanted, default)
        if not isinstance(value, int) or isinstance(value, bool) or not least <= value <= most:
            raise self.wrong(f"{quote(value)} is not {wanted}", field)
        return value

    def real(self, field: str, default: float) -> float:
        """A number."""
        value = self.get(field, "a number", default)
        if not isinstance(value, int | float) or isinstance(value, bool) or not math.isfinite(value):
            raise self.wrong(f"{quote(value)} is not a number", field)
        return float(value)

    def truth(self, field: str, default: bool) -> bool:
        """True or false."""
        value = self.get(field, "true or false", default)
        if not isinstance(value, bool):
            raise self.wrong(f"{quote(value)} is not true or false", field)
        return value

    def text(self, field: str, form: re.Pattern[str], wanted: str, default: str | None = None) -> str:
        """A text of some form."""
        value = self.get(field, wanted, default)
        if not isinstance(value, str) or not form.fullmatch(value) or len(value) > 60:
            raise self.wrong(f"{quote(value)} is not {wanted}", field)
        return value

    def several(self, field: str, wanted: str, default: Json = None) -> list[Json]:
        """A list."""
        value = self.get(field, wanted, default)
        if not isinstance(value, list):
            raise self.wrong(f"{quote(value)} is not {wanted}", field)
        return value

    def within(self, field: str, default: Json = None) -> Entry:
        """A table inside this one."""
        return Entry(self.get(field, "a table of its fields", default), self.source, *self.place, field)

    def finish(self) -> None:
        """Refuse fields that nobody asked for."""
        for field in self.content:
            if field not in self.known:
                raise self.wrong(
                    f"there is no such field; known here are {join_names(self.known, 'and')}", field
                )


def parse_file(content: str, source: str) -> Entry:
    """The outermost table of a file's content; the source is what sentences call the file."""
    try:
        parsed = tomllib.loads(content)
    except (ValueError, RecursionError) as error:
        raise BadOptionError(f"{source} is not TOML: {shorten(str(error), 120).rstrip('.')}.") from error
    return Entry(parsed, source)


def parse_line(text: str, what: str) -> Entry:
    """The table in one line of TOML, a list with nothing else in it; `what` it is, sentences say."""
    try:
        parsed = tomllib.loads(f"line = {text}")
    except (ValueError, RecursionError) as error:
        raise BadOptionError(
            f"The {what} is no line of TOML: {shorten(str(error), 120).rstrip('.')}."
        ) from error
    tables = parsed["line"]
    if list(parsed) != ["line"] or not isinstance(tables, list) or len(tables) != 1:
        raise BadOptionError(f"The {what} is not a list with one table; write [{{title=...}}].")
    return Entry(tables[0], f"the {what}")


class Writable(Protocol):
    """What can be written in one line of TOML."""

    @property
    def title(self) -> str:
        """What people call it."""

    def to_toml(self) -> str:
        """A list with one table, of the same fields as a file."""


T = TypeVar("T", bound=Writable)


class Shelf(Generic[T]):
    """Files of one kind that come with a game, and how one of them, or somebody's own, is found."""

    def __init__(self, what: str, folder: Path, read: Callable[[Entry], T]) -> None:
        self.what = what
        self.folder = folder
        self.read = read
        self.known: dict[str, T] = {}

    @cached_property
    def shipped(self) -> dict[str, Path]:
        """The files that come with the game, by name."""
        return {file.stem: file for file in sorted(self.folder.glob("*.toml"))}

    def shipped_name(self, text: str) -> str | None:
        """The name of the shipped file that is meant, if one is."""
        return next((name for name in self.shipped if name.casefold() == text.strip().casefold()), None)

    def open(self, text: str) -> str:
        """What the command line gives: a name, a line, or a file, which is read and put into a line."""
        if self.shipped_name(text) or is_line(text):
            return text
        try:
            content = Path(text).expanduser().read_text("utf-8")
        except FileNotFoundError as error:
            raise BadOptionError(
                f"There is no {self.what} {shorten(text)!r}: it is neither "
                f"{join_names(self.shipped)} nor a file."
            ) from error
        except (OSError, UnicodeDecodeError) as error:
            reason = error.strerror if isinstance(error, OSError) else "it is not text"
            raise BadOptionError(f"The {self.what} {shorten(text)!r} cannot be read: {reason}.") from error
        return self.read(parse_file(content, text)).to_toml()

    def canonical(self, text: str) -> str:
        """The one way to spell it: the name of a shipped file, or one line."""
        name = self.shipped_name(text)
        if name:
            return name
        if not is_line(text):
            raise UnknownNameError(self.what, shorten(text), self.shipped)
        found = self.find(text.strip())
        return next((name for name in self.shipped if self.find(name) == found), found.to_toml())

    def title(self, text: str) -> str:
        """The short name of what a shipped name, or one line, stands for: that name, or its title."""
        return text if text in self.shipped else self.find(text).title

    def find(self, text: str) -> T:
        """What a shipped name, or one line, stands for."""
        if text not in self.known:
            file = self.shipped.get(text)
            entry = parse_file(file.read_text("utf-8"), file.name) if file else parse_line(text, self.what)
            while len(self.known) >= MOST_KNOWN:
                del self.known[next(iter(self.known))]
            self.known[text] = self.read(entry)
        return self.known[text]


MOST_KNOWN = 64
"""So many are remembered."""


def is_line(text: str) -> bool:
    """Is this one line of TOML, and not the name of something shipped or of a file?"""
    return text.strip().startswith("[")


def quote(value: Json) -> str:
    """What somebody wrote, as a sentence shows it."""
    if isinstance(value, bool):
        return str(value).lower()
    try:
        return shorten(repr(value))
    except ValueError:
        return "a number of thousands of digits"


def toml_string(text: str) -> str:
    """A text in TOML; what would need care is not allowed in names."""
    return f'"{text}"'


def array(items: Iterable[str]) -> str:
    """Items already written, as a list in TOML."""
    return f"[{','.join(items)}]"


def table(**entries: str) -> str:
    """Entries already written, as a table in TOML."""
    return "{" + ",".join(f"{name}={value}" for name, value in entries.items()) + "}"
