"""What a battle is fought with: board, armies, units, abilities; in files and in the line of a spec."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path

from outwit.toml_files import Entry, Shelf, array, table, toml_string

WALL, FLAT = "#", "."
"""Tiles in writing: one that nobody can enter, and one of height 0; the other heights are digits."""

ABILITIES = ("bless", "guard", "smoke", "banish")
"""What abilities are called; they change accuracy, mitigation, evasion, and whether a unit is there."""

FEATURES = ("health", "exposed", "standoff")
"""What the evaluation weighs."""

USUAL_WEIGHTS = (0.8, -0.08, 0.04)
"""How much each feature counts where a scenario does not say."""


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


def read_entry(entry: Entry) -> Scenario:
    """The scenario of the outermost table."""
    from outwit.games.tactics.reading import scenario  # it makes what is defined here

    return scenario(entry)


SCENARIOS = Shelf("scenario", Path(__file__).parent / "scenarios", read_entry)
"""The scenarios that come with the game, and how any is found."""
