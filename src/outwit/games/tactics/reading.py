"""Scenarios read from TOML: whatever is wrong is told in a sentence with the file and the field."""

from __future__ import annotations

import re
from collections import Counter

from outwit.errors import join_names
from outwit.games.tactics.scenario import (
    ABILITIES,
    FEATURES,
    FLAT,
    USUAL_WEIGHTS,
    WALL,
    Ability,
    Army,
    Board,
    Scenario,
    Unit,
)
from outwit.json_types import JsonObject
from outwit.toml_files import Entry, parse_file, quote

MOST_TILES = 64
MOST_UNITS = 16
MOST_ARMIES = 6
MOST_TURNS = 1000
HIGHEST = 3
"""How high a tile can lie."""

NAME = re.compile(r"[^\W\d_]+(?:[ '-][^\W\d_]+)*")
"""Words of letters, which a hyphen or an apostrophe may join."""

TITLE = re.compile(r"[^\x00-\x1f\x7f\"\\()\[\]<>]{1,60}")
"""Anything but quotation marks, brackets and what cannot be seen."""

ID = re.compile(r"[A-Za-z]{1,2}[0-9]{0,2}")

FIGURES = {
    "hp": (1, 999),
    "range": (1, 20),
    "speed": (0, 20),
    "accuracy": (-99, 99),
    "damage": (0, 999),
    "evasion": (-99, 99),
    "mitigation": (-99, 99),
}
"""The numbers of a unit, with the least and the most that each can be."""

USUAL = Ability(4, 2, 3)
"""What an ability does where the scenario does not say."""


def read(content: str, source: str) -> Scenario:
    """The scenario in a file's content; the source is what sentences call the file."""
    return scenario(parse_file(content, source))


def scenario(entry: Entry) -> Scenario:
    """The scenario of the outermost table."""
    title = entry.text("title", TITLE, "a title without quotation marks or brackets")
    board = board_of(entry.within("board"), title)
    kinds = kinds_of(entry.within("kinds", {}))
    found = Scenario(
        title,
        entry.whole("turns", 1, MOST_TURNS),
        board,
        armies(entry, kinds, board),
        weights(entry.within("weights", {})),
        abilities(entry.within("abilities", {})),
    )
    entry.finish()
    for name, times in Counter(name.casefold() for name in found.display_names).items():
        if times > 1:
            raise entry.wrong(f"more than one unit would be called {name!r}; give them other names", "armies")
    return found


def board_of(entry: Entry, title: str) -> Board:
    """The board, row by row."""
    wanted = f"rows of the same length, of {FLAT}, {WALL} and heights from 0 to {HIGHEST}"
    rows = entry.several("rows", wanted)
    name = entry.text("name", TITLE, "a name without quotation marks or brackets", title)
    entry.finish()
    for number, row in enumerate(rows, 1):
        if (
            not isinstance(row, str)
            or not re.fullmatch(rf"[{FLAT}{WALL}0-{HIGHEST}]+", row)
            or len(row) != len(rows[0])
        ):
            raise entry.wrong(f"{quote(row)}, row {number}, is not one of {wanted}", "rows")
    if not rows or len(rows) * len(rows[0]) > MOST_TILES:
        tiles = len(rows) * len(rows[0]) if rows else 0
        raise entry.wrong(f"they make {tiles} tiles; a board has from 1 to {MOST_TILES}", "rows")
    return Board(name, tuple(row.replace("0", FLAT) for row in rows))


def kinds_of(entry: Entry) -> dict[str, JsonObject]:
    """What the units of a kind have in common, by its name; whether they are right, each unit says."""
    found = {}
    for name in entry.content:
        table = entry.within(name)
        table.known += ["name", *FIGURES, "abilities"]
        table.finish()
        found[name] = table.content
    return found


def weights(entry: Entry) -> tuple[float, ...]:
    """How much each feature counts: so little in all that an estimate is never as sure as a victory."""
    found = tuple(entry.real(name, usual) for name, usual in zip(FEATURES, USUAL_WEIGHTS, strict=True))
    entry.finish()
    if sum(map(abs, found)) > 1:
        raise entry.wrong("they add up to more than 1, which is what a victory is worth")
    return found


def abilities(entry: Entry) -> tuple[Ability, ...]:
    """What each ability does."""
    found = []
    for name in ABILITIES:
        table = entry.within(name, {})
        amount = 0 if name == "banish" else USUAL.amount
        found.append(
            Ability(
                table.whole("amount", min(amount, 1), 0 if name == "banish" else 99, amount),
                table.whole("turns", 1, 9, USUAL.turns),
                table.whole("range", 0, 20, USUAL.range),
            )
        )
        table.finish()
    entry.finish()
    return tuple(found)


def armies(entry: Entry, kinds: dict[str, JsonObject], board: Board) -> tuple[Army, ...]:
    """The armies, each with its units."""
    tables = entry.several("armies", f"from 2 to {MOST_ARMIES} tables, [[armies]]")
    if not 2 <= len(tables) <= MOST_ARMIES:
        raise entry.wrong(
            f"there are {len(tables)}; a battle is between 2 to {MOST_ARMIES} of them", "armies"
        )
    found: list[Army] = []
    marks = Marks()
    for number, content in enumerate(tables, 1):
        table = Entry(content, entry.source, *entry.place, f"army {number}")
        name = table.text("name", NAME, "a name of letters")
        if name.casefold() in (army.name.casefold() for army in found):
            raise table.wrong(f"{name!r} is the name of another army", "name")
        ai = table.truth("ai", number > 1)
        units = table.several("units", "a list of units")
        table.finish()
        if not units:
            raise table.wrong("it is empty; an army needs a unit", "units")
        read_units = []
        for index, unit in enumerate(units, 1):
            place = Entry(unit, entry.source, *table.place, f"unit {index}")
            read_units.append(unit_of(place, kinds, board, marks))
        found.append(Army(name, ai, tuple(read_units)))
    return tuple(found)


class Marks:
    """The tiles and the ids that units have taken so far."""

    def __init__(self) -> None:
        self.tiles: dict[tuple[int, int], str] = {}
        self.ids: set[str] = set()

    def free_id(self, name: str) -> str:
        """The first letter of a name, with the lowest number that nobody has taken."""
        letter = name[0].upper() if name[0].isascii() else "U"
        return next(f"{letter}{n}" for n in range(1, 100) if f"{letter}{n}".casefold() not in self.ids)


def unit_of(entry: Entry, kinds: dict[str, JsonObject], board: Board, marks: Marks) -> Unit:
    """A unit: its own fields, and for the rest those of its kind."""
    kind = entry.content.get("kind")
    if kind is not None:
        if not isinstance(kind, str) or kind not in kinds:
            raise entry.wrong(
                f"{quote(kind)} is none of the kinds; they are {join_names(kinds) or 'none'}", "kind"
            )
        entry.content = {"name": kind, **kinds[kind], **entry.content}
        entry.known.append("kind")
    name = entry.text("name", NAME, "a name of letters")
    at = tile_of(entry, board, marks, name)
    mark = entry.text("id", ID, "a letter or two and up to two digits", marks.free_id(name))
    if mark.casefold() in marks.ids:
        raise entry.wrong(f"{mark!r} is the id of another unit", "id")
    numbers = {field: entry.whole(field, *limits) for field, limits in FIGURES.items()}
    skills = entry.several("abilities", f"a list of {join_names(ABILITIES)}", [])
    entry.finish()
    for skill in skills:
        if skill not in ABILITIES:
            raise entry.wrong(f"{quote(skill)} is none of {join_names(ABILITIES, 'and')}", "abilities")
    marks.ids.add(mark.casefold())
    marks.tiles[at] = f"{name} {mark}"
    if len(marks.ids) > MOST_UNITS:
        raise entry.wrong(f"it is one too many; a battle has {MOST_UNITS} units at most")
    return Unit(mark, name, at, **numbers, abilities=tuple(each for each in ABILITIES if each in skills))


def tile_of(entry: Entry, board: Board, marks: Marks, name: str) -> tuple[int, int]:
    """Where a unit stands: on the board, on no wall, and alone."""
    wanted = f"a tile [x, y] from [0, 0] to [{board.width - 1}, {board.height - 1}]"
    at = entry.several("at", wanted)
    if len(at) != 2 or not all(isinstance(each, int) and not isinstance(each, bool) for each in at):
        raise entry.wrong(f"{quote(at)} is not {wanted}", "at")
    x, y = at
    if not (0 <= x < board.width and 0 <= y < board.height):
        raise entry.wrong(f"{quote(at)} is off the board; give {wanted}", "at")
    if board.rows[y][x] == WALL:
        raise entry.wrong(f"{quote(at)} is a wall; give another tile", "at")
    if (x, y) in marks.tiles:
        raise entry.wrong(f"{name} cannot stand on {quote(at)}, where {marks.tiles[x, y]} stands", "at")
    return x, y
