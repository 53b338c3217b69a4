"""What a battle is fought with: board, armies, units, abilities; in files and in the line of a spec."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from functools import cache, cached_property, lru_cache
from pathlib import Path

from outwit.errors import BadOptionError, UnknownNameError, join_names, shorten

WALL, FLAT = "#", "."
"""Tiles in writing: one that nobody can enter, and one of height 0; the other heights are digits."""

ABILITIES = ("bless", "guard", "smoke", "banish")
"""What abilities are called; they change accuracy, mitigation, evasion, and whether a unit is there."""

FEATURES = ("health", "exposed", "standoff")
"""What the evaluation weighs."""

USUAL_WEIGHTS = (0.8, -0.08, 0.04)
"""How much each feature counts where a scenario does not say."""

FOLDER = Path(__file__).parent / "scenarios"


@dataclass(frozen=True)
class Board:
    """The tiles: (0, 0) is at the top left, x grows to the right and y downwards."""

    name: str
    rows: tuple[str, ...]
    """Row by row: a dot or a digit for a tile of that height, # for a wall."""

    @property
    def width(self) -> int:
        """How many columns there are."""
        return len(self.rows[0])

    @property
    def height(self) -> int:
        """How many rows there are."""
        return len(self.rows)

    @cached_property
    def levels(self) -> tuple[int, ...]:
        """How high each tile lies, row by row; -1 for a wall."""
        marks = "".join(self.rows)
        return tuple(-1 if mark == WALL else 0 if mark == FLAT else int(mark) for mark in marks)

    def tile(self, x: int, y: int) -> int:
        """The number of a tile."""
        return y * self.width + x

    def place(self, tile: int) -> str:
        """A tile as people write it.

        >>> Board("", ("...", "...")).place(5)
        '(2,1)'
        """
        return f"({tile % self.width},{tile // self.width})"


@dataclass(frozen=True)
class Unit:
    """One that fights, as it is at the start."""

    id: str
    """What it is called on the board, where there is little room."""
    name: str
    at: tuple[int, int]
    hp: int
    range: int
    """From how many steps away it attacks."""
    speed: int
    """How many move points it has in a turn; it also helps to hit."""
    accuracy: int
    damage: int
    evasion: int
    mitigation: int
    abilities: tuple[str, ...] = ()


@dataclass(frozen=True)
class Army:
    """The units of one player."""

    name: str
    ai: bool
    """Is it meant for the computer?"""
    units: tuple[Unit, ...]


@dataclass(frozen=True)
class Ability:
    """What a unit may do in place of an attack."""

    amount: int
    """By how much a figure rises; nothing for banishment."""
    turns: int
    """How long it lasts, in turns of the army of the unit that it is used on."""
    range: int
    """From how many steps away it is used."""


@dataclass(frozen=True)
class Scenario:
    """All that is settled before a battle begins."""

    title: str
    turns: int
    """After how many turns, each of one army, the battle is a draw."""
    board: Board
    armies: tuple[Army, ...]
    weights: tuple[float, ...]
    """How much each of `FEATURES` counts."""
    abilities: tuple[Ability, ...]
    """What each of `ABILITIES` does."""

    @cached_property
    def units(self) -> tuple[Unit, ...]:
        """The units of all armies, army by army."""
        return tuple(unit for army in self.armies for unit in army.units)

    @cached_property
    def display_names(self) -> tuple[str, ...]:
        """What people call each unit: its name, and its id too where others have the same name."""
        times = Counter(unit.name.casefold() for unit in self.units)
        return tuple(
            unit.name if times[unit.name.casefold()] == 1 else f"{unit.name} {unit.id}" for unit in self.units
        )

    def to_toml(self) -> str:
        """The scenario in one line of TOML: a list with one table, of the same fields as a file."""
        tables = {
            "title": toml_string(self.title),
            "turns": str(self.turns),
            "board": table(name=toml_string(self.board.name), rows=array(map(toml_string, self.board.rows))),
            "weights": table(**{name: repr(w) for name, w in zip(FEATURES, self.weights, strict=True)}),
            "abilities": table(
                **{
                    name: table(**{field: str(value) for field, value in vars(ability).items()})
                    for name, ability in zip(ABILITIES, self.abilities, strict=True)
                }
            ),
            "armies": array(
                table(
                    name=toml_string(army.name),
                    ai=str(army.ai).lower(),
                    units=array(table(**figures(unit)) for unit in army.units),
                )
                for army in self.armies
            ),
        }
        return array([table(**tables)])


def figures(unit: Unit) -> dict[str, str]:
    """The fields of a unit in TOML."""
    return {
        name: toml_string(value)
        if isinstance(value, str)
        else array(toml_string(each) if isinstance(each, str) else str(each) for each in value)
        if isinstance(value, tuple)
        else str(value)
        for name, value in vars(unit).items()
        if value != ()
    }


def toml_string(text: str) -> str:
    """A text in TOML; what would need care is not allowed in names."""
    return f'"{text}"'


def array(items: object) -> str:
    """Items already written, as a list in TOML."""
    return f"[{','.join(items)}]"  # type: ignore[arg-type]


def table(**entries: str) -> str:
    """Entries already written, as a table in TOML."""
    return "{" + ",".join(f"{name}={value}" for name, value in entries.items()) + "}"


# Scenarios by name, by file and written out


@cache
def shipped_scenarios() -> dict[str, Path]:
    """The scenarios that come with the game, by name."""
    return {file.stem: file for file in sorted(FOLDER.glob("*.toml"))}


def find_shipped(text: str) -> str | None:
    """The name of the shipped scenario that is meant, if one is."""
    return next((name for name in shipped_scenarios() if name.casefold() == text.strip().casefold()), None)


def is_inline(text: str) -> bool:
    """Is this a scenario in one line, and not the name of one or of a file?"""
    return text.strip().startswith("[")


def read_scenario(text: str) -> str:
    """A scenario as the command line gives it, by name, in one line or in a file; a file is read."""
    from outwit.games.tactics.reading import read

    if find_shipped(text) or is_inline(text):
        return text
    try:
        content = Path(text).expanduser().read_text("utf-8")
    except FileNotFoundError as error:
        raise BadOptionError(
            f"There is no scenario {shorten(text)!r}: it is neither "
            f"{join_names(shipped_scenarios())} nor a file."
        ) from error
    except (OSError, UnicodeDecodeError) as error:
        reason = error.strerror if isinstance(error, OSError) else "it is not text"
        raise BadOptionError(f"The scenario {shorten(text)!r} cannot be read: {reason}.") from error
    return read(content, text).to_toml()


def canonical(text: str) -> str:
    """A scenario in the one way that it is spelled: by the name of a shipped one, or in one line.

    >>> canonical("DUEL"), canonical(scenario_of("2v2").to_toml())
    ('duel', '2v2')
    """
    name = find_shipped(text)
    if name:
        return name
    if not is_inline(text):
        raise UnknownNameError("scenario", shorten(text), shipped_scenarios())
    found = scenario_of(text.strip())
    return next((name for name in shipped_scenarios() if scenario_of(name) == found), found.to_toml())


@lru_cache(maxsize=64)
def scenario_of(text: str) -> Scenario:
    """The scenario of a shipped name, or one written in one line."""
    from outwit.games.tactics.reading import read, read_line

    if text in shipped_scenarios():
        return read(shipped_scenarios()[text].read_text("utf-8"), shipped_scenarios()[text].name)
    return read_line(text)
