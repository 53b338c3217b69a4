"""The boards of the War Game: the five of the report, and any that somebody writes down."""

from __future__ import annotations

import re
from pathlib import Path

from outwit.errors import BadOptionError, UnknownNameError, join_names, shorten

LEAST, MOST = 1, 99
"""What a square can be worth."""

SQUARES = 64
"""How many squares a board can have."""

COLUMNS = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"

BOARDS = {
    "Keren": "/".join(["1 1 1 1 1 1"] * 6),
    "Narvik": "/".join(["99 1 99 1 99 1", "1 99 1 99 1 99"] * 3),
    "Sevastopol": "/".join(" ".join([str(2**row)] * 6) for row in range(6)),
    "Smolensk": "66 76 28 66 11 9/31 39 50 8 33 14/80 76 39 59 2 48/"
    "50 73 43 3 13 3/99 45 72 87 49 4/80 63 92 28 61 53",
    "Westerplatte": "1 1 1 1 1 1/1 3 4 4 3 1/1 4 2 2 4 1/1 4 2 2 4 1/1 3 4 4 3 1/1 1 1 1 1 1",
}
"""The report's boards, row by row from the top."""


def read_board(text: str) -> str:
    """A board as the command line gives it, by name, row by row or in a file; a file is read."""
    path = Path(text).expanduser()
    if find_board_name(text) or (is_inline(text) and not path.is_file()):
        return text
    try:
        content = path.read_text("utf-8")
    except FileNotFoundError as error:
        raise BadOptionError(
            f"There is no board {shorten(text)!r}: it is neither {join_names(BOARDS)} nor a file."
        ) from error
    except (OSError, UnicodeDecodeError) as error:
        reason = error.strerror if isinstance(error, OSError) else "it is not text"
        raise BadOptionError(f"The board {shorten(text)!r} cannot be read: {reason}.") from error
    return "/".join(rows(content, text))


def canonical(text: str) -> str:
    """A board in the one way that it is spelled: the name of one of the report's, or row by row.

    >>> canonical("smolensk"), canonical("1 2 / 3 4")
    ('Smolensk', '1 2/3 4')
    """
    name = find_board_name(text)
    if name:
        return name
    if not is_inline(text):
        raise UnknownNameError("board", shorten(text), BOARDS)
    found = "/".join(rows(text, "The board"))
    return next((name for name, content in BOARDS.items() if content == found), found)


def values_of(board: str) -> tuple[tuple[int, ...], ...]:
    """The values of a settled board, row by row."""
    return tuple(tuple(map(int, row.split())) for row in BOARDS.get(board, board).split("/"))


def find_board_name(text: str) -> str | None:
    """The name of the report's board that is meant, if one is."""
    return next((name for name in BOARDS if name.casefold() == text.strip().casefold()), None)


def is_inline(text: str) -> bool:
    """Is this a board row by row, and not the name of one or of a file?"""
    return re.search(r"\s", text.strip()) is not None or re.fullmatch(r"[\d/]*", text.strip()) is not None


def rows(content: str, source: str) -> list[str]:
    """The rows of a board, the values with a space between; what is wrong is told with line and column."""
    found: list[str] = []
    width = 0
    for number, line in enumerate(re.split(r"\r\n|[\r\n/]", content), 1):
        values = [(value[0], value.start() + 1) for value in re.finditer(r"\S+", line)]
        if not values:
            continue
        width = width or len(values)
        for index, (value, column) in enumerate(values):
            trouble = None
            if not re.fullmatch(r"[0-9]{1,9}", value) or not LEAST <= int(value) <= MOST:
                trouble = f"{shorten(value)!r} is not a whole number from {LEAST} to {MOST}"
            elif index >= len(COLUMNS):
                trouble = f"a row can have {len(COLUMNS)} values at most"
            elif index >= width:
                trouble = f"the row goes on after {width} values, as many as the first has"
            elif width * len(found) + index >= SQUARES:
                trouble = f"a board can have {SQUARES} squares at most"
            if trouble:
                raise board_error(source, number, column, trouble)
        if len(values) < width:
            trouble = f"the row ends after {len(values)} values, and the first has {width}"
            raise board_error(source, number, len(line.rstrip()) + 1, trouble)
        found.append(" ".join(str(int(value)) for value, _ in values))
    if not found:
        raise board_error(source, 1, 1, "there are no values")
    return found


def board_error(source: str, line: int, column: int, trouble: str) -> BadOptionError:
    """What is wrong with a board, and where."""
    return BadOptionError(f"{source}, line {line}, column {column}: {trouble}.")
