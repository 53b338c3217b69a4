"""Maps: territories, continents and borders; in TOML files and in the line of a spec."""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path

from outwit.json_types import Json
from outwit.toml_files import Entry, Shelf, array, quote, table, toml_string

MOST_TERRITORIES = 48
MOST_CONTINENTS = 8
FEWEST_PLAYERS, MOST_PLAYERS = 2, 6
FEWEST_TERRITORIES = 2 * MOST_PLAYERS
"""So many that each of six players has two."""

MOST_ARMIES = 200
"""What a player can start with."""

FARTHEST = 12.0
"""How far from the top left corner a territory can be drawn, in boxes."""

APART = 0.85
"""How far two territories must be drawn apart, across or down."""

NAME = re.compile(r"[^\W\d_]+(?:[ '-][^\W\d_]+)*")
"""Words of letters, which a hyphen or an apostrophe may join."""

ID = re.compile(r"[A-Z]{2,4}")

WAYS = ("land", "sea", "around")
"""How a border is drawn: a line, a dashed line, or an end at either side of the map."""


@dataclass(frozen=True)
class Territory:
    """A place that somebody owns."""

    id: str
    """What it is called where there is little room."""
    name: str
    at: tuple[float, float]
    """Where it is drawn: how many boxes from the left and from the top."""


@dataclass(frozen=True)
class Continent:
    """Territories that bring more armies if one player holds them all."""

    name: str
    bonus: int
    territories: tuple[Territory, ...]


@dataclass(frozen=True)
class Border:
    """Two territories, by their numbers, that armies can go between."""

    one: int
    other: int
    way: str
    """One of `WAYS`."""


@dataclass(frozen=True)
class Map:
    """All that is settled before territories are dealt."""

    title: str
    armies: tuple[int, ...]
    """What each player starts with, for two players, three, and so on."""
    continents: tuple[Continent, ...]
    borders: tuple[Border, ...]

    @cached_property
    def territories(self) -> tuple[Territory, ...]:
        """Those of all continents, continent by continent."""
        return tuple(each for continent in self.continents for each in continent.territories)

    @cached_property
    def neighbours(self) -> tuple[int, ...]:
        """For each territory, those that it borders on, a bit each."""
        found = [0] * len(self.territories)
        for border in self.borders:
            found[border.one] |= 1 << border.other
            found[border.other] |= 1 << border.one
        return tuple(found)

    @cached_property
    def masks(self) -> tuple[int, ...]:
        """For each continent, its territories, a bit each."""
        found, first = [], 0
        for continent in self.continents:
            many = len(continent.territories)
            found.append(((1 << many) - 1) << first)
            first += many
        return tuple(found)

    def to_toml(self) -> str:
        """The map in one line of TOML: a list with one table, of the same fields as a file."""
        ids = [territory.id for territory in self.territories]
        continents = array(
            table(
                name=toml_string(continent.name),
                bonus=str(continent.bonus),
                territories=array(
                    table(
                        id=toml_string(each.id),
                        name=toml_string(each.name),
                        at=array(map(str, each.at)),
                    )
                    for each in continent.territories
                ),
            )
            for continent in self.continents
        )
        borders = {
            way: array(toml_string(f"{ids[b.one]} {ids[b.other]}") for b in self.borders if b.way == way)
            for way in WAYS
        }
        tables = table(
            title=toml_string(self.title),
            armies=array(map(str, self.armies)),
            continents=continents,
            borders=table(**borders),
        )
        return array([tables])


def read_map(entry: Entry) -> Map:
    """The map of the outermost table."""
    title = entry.text("title", NAME, "a title of letters")
    armies = armies_of(entry)
    tables = entry.several("continents", f"from 1 to {MOST_CONTINENTS} tables, [[continents]]")
    if not 1 <= len(tables) <= MOST_CONTINENTS:
        raise entry.wrong(f"there are {len(tables)}; a map has from 1 to {MOST_CONTINENTS}", "continents")
    taken: dict[str, str] = {}
    continents = tuple(
        continent_of(Entry(content, entry.source, f"continent {number}"), taken)
        for number, content in enumerate(tables, 1)
    )
    ids = [territory.id for continent in continents for territory in continent.territories]
    refuse_overlaps(entry, continents)
    if not FEWEST_TERRITORIES <= len(ids) <= MOST_TERRITORIES:
        raise entry.wrong(
            f"they have {len(ids)} territories; a map has from {FEWEST_TERRITORIES} to {MOST_TERRITORIES}",
            "continents",
        )
    borders = borders_of(entry.within("borders"), ids)
    entry.finish()
    found = Map(title, armies, continents, borders)
    refuse_parts(entry, found)
    return found


def armies_of(entry: Entry) -> tuple[int, ...]:
    """What each player starts with."""
    many = MOST_PLAYERS - FEWEST_PLAYERS + 1
    wanted = f"{many} whole numbers from 1 to {MOST_ARMIES}, for two to six players"
    armies = entry.several("armies", wanted)
    found = tuple(each for each in armies if is_whole(each) and 1 <= each <= MOST_ARMIES)
    if len(found) != len(armies) or len(found) != many:
        raise entry.wrong(f"{quote(armies)} is not {wanted}", "armies")
    return found


def is_whole(value: Json) -> bool:
    """Is it a whole number?"""
    return isinstance(value, int) and not isinstance(value, bool)


def continent_of(entry: Entry, taken: dict[str, str]) -> Continent:
    """A continent; `taken` are the names and ids so far, each with what has it."""
    name = entry.text("name", NAME, "a name of letters")
    bonus = entry.whole("bonus", 0, 20)
    tables = entry.several("territories", "a list of territories")
    entry.finish()
    if not tables:
        raise entry.wrong("it is empty; a continent needs a territory", "territories")
    territories = tuple(
        territory_of(Entry(content, entry.source, *entry.place, f"territory {number}"), taken)
        for number, content in enumerate(tables, 1)
    )
    return Continent(name, bonus, territories)


def territory_of(entry: Entry, taken: dict[str, str]) -> Territory:
    """A territory, with a name, an id and a place of its own."""
    mark = entry.text("id", ID, "two to four capital letters")
    name = entry.text("name", NAME, "a name of letters")
    at = entry.several("at", f"where it is drawn, [x, y] from 0 to {FARTHEST:g}")
    entry.finish()
    if len(at) != 2 or not all(
        isinstance(each, int | float) and not isinstance(each, bool) and 0 <= each <= FARTHEST for each in at
    ):
        raise entry.wrong(f"{quote(at)} is not where it is drawn, [x, y] from 0 to {FARTHEST:g}", "at")
    for field, value in (("id", mark), ("name", name)):
        if value.casefold() in taken:
            raise entry.wrong(f"{value!r} is what {taken[value.casefold()]} is called too", field)
    taken[mark.casefold()] = taken[name.casefold()] = name
    x, y = at
    return Territory(mark, name, (float(x), float(y)))


def refuse_overlaps(entry: Entry, continents: tuple[Continent, ...]) -> None:
    """Refuse a map in which the box of a territory would lie on that of another."""
    drawn: list[Territory] = []
    for number, continent in enumerate(continents, 1):
        for place, territory in enumerate(continent.territories, 1):
            for other in drawn:
                (x, y), (to_x, to_y) = territory.at, other.at
                if abs(x - to_x) < APART and abs(y - to_y) < APART:
                    raise entry.wrong(
                        f"its box would lie on that of {other.name}; give places {APART} apart or more",
                        f"continent {number}",
                        f"territory {place}",
                        "at",
                    )
            drawn.append(territory)


def borders_of(entry: Entry, ids: list[str]) -> tuple[Border, ...]:
    """The borders, each written as two ids with a space between."""
    found: dict[tuple[int, int], Border] = {}
    for way in WAYS:
        for text in entry.several(way, "a list of borders like 'AB CD'", []):
            pair = text.split() if isinstance(text, str) else []
            if len(pair) != 2 or pair[0] == pair[1] or not all(mark in ids for mark in pair):
                raise entry.wrong(
                    f"{quote(text)} is not two ids of territories, as in '{ids[0]} {ids[1]}'", way
                )
            one, other = sorted(map(ids.index, pair))
            if (one, other) in found:
                raise entry.wrong(f"{quote(text)} is there already, by {found[one, other].way}", way)
            found[one, other] = Border(one, other, way)
    entry.finish()
    return tuple(found.values())


def refuse_parts(entry: Entry, found: Map) -> None:
    """Refuse a map on which some territories cannot be reached from the others."""
    reached, before = 1, 0
    while reached != before:
        before = reached
        for place, near in enumerate(found.neighbours):
            if near & reached:
                reached |= 1 << place
    for number, territory in enumerate(found.territories):
        if not reached >> number & 1:
            raise entry.wrong(
                f"no way leads from {found.territories[0].id} to {territory.id}; give one more border",
                "borders",
            )


MAPS = Shelf("map", Path(__file__).parent / "maps", read_map)
"""The maps that come with the game, and how any is found."""
