"""Positions as people write and read them: drawn with letters, and as GNU Backgammon's position ID.

The ID is ten bytes in base64: for each point from 1 to 24 and for the bar as many ones as checkers stand
there and a zero, first of the side that is not on roll and then of the side that is.
"""

from __future__ import annotations

import re
from base64 import b64decode, b64encode

from outwit.errors import BadPositionError, shorten
from outwit.games.backgammon.board import NAMES, OPENING, START, TO_ROLL, Board, sides
from outwit.games.backgammon.checkers import (
    BAR,
    CHECKERS,
    Side,
    checkers_left,
    checkers_on,
    mirror,
    occupied_points,
)
from outwit.games.backgammon.features import pips

ROWS = 5
"""How many checkers of a point are drawn; of more, their number."""

LINE = re.compile(
    r"(?:position id: ?)?(?P<id>[A-Za-z0-9+/]{14})(?:==)?"
    r"(?:\s+(?:(?P<opening>opening roll)|(?P<name>[XO])(?:\s+(?:to roll|(?P<dice>[1-6]\W?[1-6])))?))?",
    re.IGNORECASE,
)
"""What a position is read from: its ID, perhaps who is on roll and, after that, the dice."""

EXAMPLE = "write GNU Backgammon's position ID and who is to move with which dice, like '4HPwATDgc/ABMA X 3-1'"


def position_id(state: Board) -> str:
    """The position ID; of whose turn it is, and of the dice, it says nothing.

    >>> position_id(Board(START, START, 0, TO_ROLL))
    '4HPwATDgc/ABMA'
    """
    bits = "".join(
        "1" * checkers_on(side, point) + "0"
        for side in (state.other, state.own)
        for point in range(1, BAR + 1)
    )
    key = int(bits[::-1], 2).to_bytes(10, "little")
    return b64encode(key).decode().rstrip("=")


def sides_of(text: str) -> tuple[Side, Side]:
    """The checkers that an ID stands for: of the side on roll, and of the other."""
    bits = int.from_bytes(b64decode(f"{text}=="), "little")
    found = []
    for _ in range(2):
        counts = [0] * (BAR + 1)
        for point in range(1, BAR + 1):
            while bits & 1:
                counts[point] += 1
                bits >>= 1
            bits >>= 1
        if sum(counts) > CHECKERS:
            raise BadPositionError(
                f"{text!r} is no position of backgammon: a side would have {sum(counts)} checkers, and there "
                f"are {CHECKERS}."
            )
        found.append(side_of(counts))
    other, own = found
    return own, other


def side_of(counts: list[int]) -> Side:
    """A side that has so many checkers on each point."""
    digits = (sum((n >> digit & 1) << point for point, n in enumerate(counts)) for digit in range(4))
    return Side(*digits)


def read_position(text: str) -> Board:
    """The position in the last line of a text."""
    lines = text.strip().splitlines()
    found = LINE.fullmatch(lines[-1].strip()) if lines else None
    if not found:
        raise BadPositionError(f"{shorten(text)!r} is no position of backgammon; {EXAMPLE}.")
    own, other = sides_of(found["id"])
    if not occupied_points(own) and not occupied_points(other):
        raise BadPositionError(f"{shorten(text)!r} has no checkers; one side at least has some.")
    if occupied_points(own) & mirror(occupied_points(other)) & (1 << BAR) - 2:
        raise BadPositionError(f"{shorten(text)!r} is no position of backgammon: both are on one point.")
    dice = sorted(map(int, re.findall(r"[1-6]", found["dice"] or "")), reverse=True)
    if dice and not (occupied_points(own) and occupied_points(other)):
        raise BadPositionError(f"{shorten(text)!r} has dice, but there the game is over.")
    if (own, other) == (START, START) and not found["name"]:
        return Board(START, START, 0, OPENING)
    turn = NAMES.index((found["name"] or NAMES[0]).upper())
    return Board(own, other, turn, 10 * dice[0] + dice[1] if dice else TO_ROLL)


# Drawn with letters


def drawing(state: Board) -> str:
    """The board as X sits at it, its points as whoever is on roll counts them, and the line to read it by."""
    first, second = sides(state)
    upper, lower = tuple(range(13, 25)), tuple(range(12, 0, -1))
    rows = [
        edge(upper, state.turn),
        *(ranks(first, second, upper)),
        " |" + " " * 18 + "|bar|" + " " * 18 + "|",
        *reversed(ranks(first, second, lower)),
        edge(lower, state.turn),
    ]
    rows[1] += tally(second, NAMES[1])
    rows[-2] += tally(first, NAMES[0])
    return "\n".join([*rows, f"{position_id(state)}{roll_text(state)}"])


def roll_text(state: Board) -> str:
    """Who is on roll, and the dice."""
    if state.roll == OPENING:
        return " opening roll"
    who = f" {NAMES[state.turn]}"
    if not occupied_points(state.own) or not occupied_points(state.other):
        return who
    return f"{who} {state.roll // 10}-{state.roll % 10}" if state.roll else f"{who} to roll"


def tally(side: Side, name: str) -> str:
    """What is written beside the board of a side."""
    far = pips(side)
    return f"  {name}: {far} pip{'' if far == 1 else 's'}, {CHECKERS - checkers_left(side)} off"


def edge(points: tuple[int, ...], turn: int) -> str:
    """A row of numbers, as whose turn it is counts the points."""
    numbers = [f"{point if turn == 0 else BAR - point:->2}-" for point in points]
    return f" +{''.join(numbers[:6])}+---+{''.join(numbers[6:])}+"


def ranks(first: Side, second: Side, points: tuple[int, ...]) -> list[str]:
    """The rows of a half of the board, from its edge inwards; X waits in the upper half, where it enters."""
    far = points[0] == 13
    piles = [pile(checkers_on(first, point), checkers_on(second, BAR - point)) for point in points]
    waiting = pile(checkers_on(first, BAR) if far else 0, 0 if far else checkers_on(second, BAR))
    rows = []
    for rank in range(ROWS):
        marks = [f"{each[rank]:>2} " for each in piles]
        rows.append(f" |{''.join(marks[:6])}|{waiting[rank]:>2} |{''.join(marks[6:])}|")
    return rows


def pile(first: int, second: int) -> list[str]:
    """The checkers on a point, from the edge inwards, the last place being their number if they are more."""
    mark, many = (NAMES[0], first) if first else (NAMES[1], second)
    marks = [mark] * min(many, ROWS) + [""] * (ROWS - many)
    if many > ROWS:
        marks[-1] = str(many)
    return marks
