"""A line of text as the cells of a board: how people write a row, and what a token in it stands for."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import pairwise
from typing import TypeAlias

BAR = re.compile(r"[|│┃║╎¦]")
"""What people draw between cells, or around a row."""

RULE = re.compile(r"[\s|+\-=_\u2500-\u257f]+")
"""A line that is only drawn, between rows or around a board."""

TOKEN = re.compile(r"[^\s:;,!?|]{1,3}")
"""What can be written in a cell."""

LETTERS = ("abcdefghijklmnopqrstuvwxyz", "abcdefghjklmnopqrstuvwxyz")
"""The names of columns in their order; on boards of Go there is no i."""

LINES = 1024
"""How many lines are remembered as they were read: from one position to the next, few change."""

WORDY = 6
"""From how many characters on a line without a blank or a mark is rather a row than a word."""

WALL = "#"
"""What stands for a cell that nobody enters."""

BLANKS = ".-_·"
"""What stands for an empty cell, once or repeated."""


@dataclass(frozen=True)
class Row:
    """A line read as cells."""

    cells: tuple[str, ...]
    starts: tuple[int, ...] = ()
    """In which column of the text each cell begins, where that says how far a row is set in."""
    left: str = ""
    """What stands before the frame or the packed cells: perhaps the row's name."""
    right: str = ""
    """What stands behind them."""


Marks: TypeAlias = tuple[str, ...]
"""The letter of each player, in their order; nothing for one who has none."""

Reader: TypeAlias = Callable[[str, Marks], Row | None]
"""A way to read a line as a row, given the players' marks; None where it is no such row."""


def empty(token: str) -> bool:
    """Does a token stand for an empty cell?

    >>> [empty(token) for token in (".", "--", "", "X", "-1")]
    [True, True, True, False, False]
    """
    return not token or (token[0] in BLANKS and token == token[0] * len(token))


def number(token: str) -> bool:
    """Is a token a number?"""
    return token.removeprefix("-").isdecimal()


def owner(token: str, marks: Marks) -> int | None:
    """Whose piece a token is: a player's mark, also in the other case or with a count behind it.

    >>> marks = ("X", "O")
    >>> [owner(token, marks) for token in ("X", "o", "X3", "Q", "")]
    [0, 1, 0, None, None]
    """
    bare = token.rstrip("0123456789") or token
    if not bare or bare in marks:
        return marks.index(bare) if bare else None
    same = [player for player, mark in enumerate(marks) if mark.casefold() == bare.casefold()]
    return same[0] if len(same) == 1 else None


def consecutive(names: Sequence[str]) -> bool:
    """Are these the names of rows or columns: numbers or letters in their order, forward or back?

    >>> consecutive("abc"), consecutive(["3", "2", "1"]), consecutive(["2", "4"]), consecutive("ABDE")
    (True, True, False, False)
    """
    if len(names) < 2:
        return False
    if all(name.isdecimal() for name in names):
        numbers = [int(name) for name in names]
        steps = {after - before for before, after in pairwise(numbers)}
        return steps in ({1}, {-1}) and min(numbers) <= 1
    joined = "".join(names)
    if len(joined) != len(names) or not (joined.islower() or joined.isupper()):
        return False
    row = joined.lower() if joined[0] < joined[-1] else joined.lower()[::-1]
    return any(letters.startswith(row) for letters in LETTERS)


@lru_cache(maxsize=LINES)
def read_framed(line: str, marks: Marks) -> Row | None:
    """`| X | O |   |`: every cell between two bars."""
    pieces = [piece.strip() for piece in BAR.split(line)]
    if len(pieces) < 4 or pieces[-1] not in ("", pieces[0]):
        return None
    return read_barred(pieces[1:-1], pieces[0], pieces[-1])


@lru_cache(maxsize=LINES)
def read_divided(line: str, marks: Marks) -> Row | None:
    """`X | O |`: bars between cells, and none around them."""
    return read_barred([piece.strip() for piece in BAR.split(line)])


def read_barred(cells: Sequence[str], left: str = "", right: str = "") -> Row | None:
    """Cells that had bars between them."""
    if len(cells) < 2 or not all(not cell or TOKEN.fullmatch(cell) for cell in cells):
        return None
    if all(len(cell) > 1 and empty(cell) for cell in cells):
        return None  # a line drawn below a row
    return Row(tuple(cells), (), left, right)


@lru_cache(maxsize=LINES)
def read_spaced(line: str, marks: Marks) -> Row | None:
    """`X O .`: cells with space between them, perhaps in a frame."""
    if max(len(piece.split()) for piece in BAR.split(line)) < 2:
        return None  # bars stand between the cells themselves
    found = list(re.finditer(r"\S+", BAR.sub(" ", line)))
    if len(found) < 2 or not all(TOKEN.fullmatch(each[0]) for each in found):
        return None
    return Row(tuple(each[0] for each in found), tuple(each.start() for each in found))


@lru_cache(maxsize=LINES)
def read_pitched(line: str, marks: Marks) -> Row | None:
    """`X   O`: single characters with one space between them, where a space is an empty cell."""
    if len(line) < 3 or len(line) % 2 == 0 or line[1::2].strip():
        return None
    cells = tuple(each.strip() for each in line[::2])
    return Row(cells) if all(empty(cell) or owner(cell, marks) is not None for cell in cells) else None


@lru_cache(maxsize=LINES)
def read_packed(line: str, marks: Marks) -> Row | None:
    """`X.O`: a character for each cell, perhaps with the row's name before and behind, or in a frame."""
    parts = BAR.sub(" ", line).split()
    if RULE.fullmatch(line) and set(line) - set(BLANKS) - {" ", "|"}:
        return None
    if len(parts) == 1:
        left, cells, right = "", parts[0], ""
    elif len(parts) == 2 and len(parts[0]) <= 2:
        left, cells, right = *parts, ""
    elif len(parts) == 3 and parts[0] == parts[2]:
        left, cells, right = parts
    else:
        return None
    if len(cells) < 2 or not all(TOKEN.fullmatch(each) for each in cells):
        return None
    known = any(each == WALL or empty(each) or owner(each, marks) is not None for each in cells)
    return Row(tuple(cells), (), left, right) if known or left or len(cells) >= WORDY else None


READERS: tuple[Reader, ...] = (read_framed, read_divided, read_spaced, read_pitched, read_packed)
"""The ways to read a line, the more certain first."""
