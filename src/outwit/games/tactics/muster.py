"""The options of a battle, and all the numbers that follow from them before anybody moves.

Tuples of numbers are data to the compiler: another scenario of the same shape (tiles, units, armies) needs no
compiling.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import cached_property
from itertools import product
from typing import Literal, get_args

from outwit.errors import BadOptionError, join_names
from outwit.game import Game
from outwit.games.tactics import dice, terrain
from outwit.games.tactics.scenario import ABILITIES, FEATURES, SCENARIOS, USUAL_WEIGHTS, Scenario
from outwit.random import Generator

Rules = Literal["smp", "emp", "empv"]
Model = Literal["rolls", "expected", "published"]

BLESS, GUARD, SMOKE, BANISH = range(len(ABILITIES))


@dataclass(frozen=True)
class Muster(Game):
    """The options, and what they come to in numbers."""

    scenario: str = field(
        default="duel",
        metadata={"opened": SCENARIOS.open, "short": SCENARIOS.title, "known": tuple(SCENARIOS.shipped)},
    )
    rules: Rules = "smp"
    turns: int | None = None
    model: Model = "rolls"

    title = "Tactics"
    feature_names = FEATURES
    weights = USUAL_WEIGHTS
    models = get_args(Model)

    def __post_init__(self) -> None:
        for name, kinds in (("rules", Rules), ("model", Model)):
            if getattr(self, name) not in get_args(kinds):
                raise BadOptionError(
                    f"tactics:{name}={getattr(self, name)} is not known; {name} is "
                    f"{join_names(get_args(kinds))}."
                )
        object.__setattr__(self, "scenario", SCENARIOS.canonical(self.scenario))
        if self.turns == self.battlefield.turns:
            object.__setattr__(self, "turns", None)
        elif self.turns is not None and not 1 <= self.turns <= 1000:
            raise BadOptionError(f"tactics:turns={self.turns} is no limit; give from 1 to 1000.")
        weights = self.battlefield.weights
        evaluations = {"scenario": weights, "health": (weights[0], 0.0, 0.0)}
        names = tuple(army.name for army in self.battlefield.armies)
        for name, value in (
            ("players", len(names)),
            ("player_names", names),
            ("weights", weights),
            ("evaluations", evaluations),
        ):
            object.__setattr__(self, name, value)

    @cached_property
    def battlefield(self) -> Scenario:
        """The scenario itself."""
        return SCENARIOS.find(self.scenario)

    @property
    def turn_limit(self) -> int:
        """After how many turns, each of one army, the battle is a draw."""
        return self.battlefield.turns if self.turns is None else self.turns

    # What shapes the rules

    @cached_property
    def uses_dice(self) -> bool:
        """Are attacks left to the dice?"""
        return self.rules != "smp" and self.model == "rolls"

    @cached_property
    def has_abilities(self) -> bool:
        """Are there abilities?"""
        return self.rules == "empv"

    @cached_property
    def unit_count(self) -> int:
        """How many units there are."""
        return len(self.battlefield.units)

    @cached_property
    def area(self) -> int:
        """How many tiles there are."""
        return len(self.battlefield.board.levels)

    @cached_property
    def width(self) -> int:
        """How many columns the board has."""
        return self.battlefield.board.width

    @cached_property
    def steepest(self) -> int:
        """What the dearest step costs."""
        return terrain.steepest(self.battlefield.board)

    @cached_property
    def stride(self) -> int:
        """How many choices a unit can have: each tile, each unit by attack or ability, and to pass."""
        return self.area + self.unit_count * (1 + len(ABILITIES)) + 1

    # The board

    @cached_property
    def distance(self) -> tuple[tuple[int, ...], ...]:
        """The steps from tile to tile, around walls; neither heights nor units count."""
        return terrain.distances(self.battlefield.board)

    @cached_property
    def stairs(self) -> tuple[tuple[int, ...], ...]:
        """For each cost of a step and each direction, the tiles from which it costs that."""
        return terrain.stairs(self.battlefield.board)

    @cached_property
    def landings(self) -> tuple[tuple[int, ...], ...]:
        """For each tile, where a unit comes back that was banished there: the first free of these."""
        return terrain.landings(self.battlefield.board)

    # The units

    @cached_property
    def army_of(self) -> tuple[int, ...]:
        """Whose each unit is."""
        return tuple(number for number, army in enumerate(self.battlefield.armies) for _ in army.units)

    @cached_property
    def army_size(self) -> tuple[int, ...]:
        """How many units each army has at the start."""
        return tuple(len(army.units) for army in self.battlefield.armies)

    @cached_property
    def full_hp(self) -> tuple[int, ...]:
        """The hp of each unit at the start, in parts."""
        return tuple(unit.hp * dice.PARTS for unit in self.battlefield.units)

    @cached_property
    def army_hp(self) -> tuple[int, ...]:
        """The hp of each army at the start, in parts."""
        return tuple(sum(unit.hp for unit in army.units) * dice.PARTS for army in self.battlefield.armies)

    @cached_property
    def speeds(self) -> tuple[int, ...]:
        """The move points of each unit."""
        return tuple(unit.speed for unit in self.battlefield.units)

    @cached_property
    def ranges(self) -> tuple[int, ...]:
        """From how many steps away each unit attacks."""
        return tuple(unit.range for unit in self.battlefield.units)

    @cached_property
    def damages(self) -> tuple[int, ...]:
        """The full damage of each unit, in parts."""
        return tuple(unit.damage * dice.PARTS for unit in self.battlefield.units)

    @cached_property
    def threats(self) -> tuple[tuple[int, ...], ...]:
        """For each unit and each tile it may stand on, the tiles that it threatens from there."""
        board = self.battlefield.board
        return tuple(terrain.attack_tiles(board, unit.speed, unit.range) for unit in self.battlefield.units)

    # Abilities

    @cached_property
    def skills(self) -> tuple[tuple[int, ...], ...]:
        """For each unit, which abilities it has."""
        return tuple(tuple(int(each in u.abilities) for each in ABILITIES) for u in self.battlefield.units)

    @cached_property
    def skill_turns(self) -> tuple[int, ...]:
        """How long each ability lasts."""
        return tuple(ability.turns for ability in self.battlefield.abilities)

    @cached_property
    def skill_ranges(self) -> tuple[int, ...]:
        """From how many steps away each ability is used."""
        return tuple(ability.range for ability in self.battlefield.abilities)

    @cached_property
    def keys(self) -> tuple[int, ...]:
        """A random number for each field of a state, and for each unit's part of one, to make its key of."""
        random = Generator(8)
        return tuple(terrain.to_signed(random.word()) | 1 for _ in range(4 + 3 * self.unit_count))

    # Attacks: by attacker, target, and whether the one is blessed and the other guarded and in smoke

    @cached_property
    def fights(self) -> tuple[dict[str, int], ...]:
        """The figures of each attack that there can be, in the order of `Tactics.fight`."""
        units, abilities = self.battlefield.units, self.battlefield.abilities
        found = []
        for attacker, target, smoked, guarded, blessed in product(units, units, (0, 1), (0, 1), (0, 1)):
            found.append(
                {
                    "accuracy": attacker.accuracy + blessed * abilities[BLESS].amount,
                    "speed": attacker.speed,
                    "evasion": target.evasion + smoked * abilities[SMOKE].amount,
                    "mitigation": target.mitigation + guarded * abilities[GUARD].amount,
                }
            )
        return tuple(found)

    @cached_property
    def odds(self) -> tuple[tuple[float, ...], ...]:
        """Of each attack, how likely it is avoided, shrugged off, does half its damage, and all of it."""
        return tuple(dice.chances(**figures) for figures in self.fights)

    @cached_property
    def certain(self) -> tuple[int, ...]:
        """What each attack does where nothing is rolled, in parts; where dice are, what is expected of it."""
        damages = [unit.damage for unit in self.battlefield.units for _ in range(8 * self.unit_count)]
        pairs = zip(damages, self.fights, strict=True)
        if self.rules == "smp":
            return tuple(damage * dice.PARTS for damage, _ in pairs)
        if self.model == "published":
            return tuple(dice.published_damage(damage, **figures) for damage, figures in pairs)
        return tuple(dice.expected_damage(damage, **figures) for damage, figures in pairs)
