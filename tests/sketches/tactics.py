"""Tactics: a swordsman hunts an archer, and a turn is several choices."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import NamedTuple

from outwit.errors import BadOptionError
from outwit.game import CHANCE, Game

SIZE = 5
ROCKS = (7, 17)
ATTACK, PASS = 25, 26
MISS, HIT = 0, 1
READY, AIMING, SPENT = 0, 1, 2


class Unit(NamedTuple):
    mark: str
    health: int
    steps: int
    """Move points a turn."""
    reach: int
    """From how many steps away it strikes, rocks or not."""
    damage: int
    accuracy: float
    """How likely an attack hits, where the rules leave that to chance."""


SWORDSMAN = Unit("S", health=6, steps=3, reach=1, damage=3, accuracy=0.8)
ARCHER = Unit("A", health=4, steps=2, reach=3, damage=2, accuracy=0.6)
UNITS = (SWORDSMAN, ARCHER)


class Field(NamedTuple):
    tiles: tuple[int, int]
    """Where each unit stands; tiles are numbered row by row."""
    health: tuple[int, int]
    turn: int
    steps: int
    """Move points that the unit to act has left."""
    stage: int
    """May it still act, is its attack in the air, or has it attacked?"""
    turns: int
    """Turns completed."""


def distance(here: int, there: int) -> int:
    """Steps between two tiles if nothing stood in the way."""
    return abs(here // SIZE - there // SIZE) + abs(here % SIZE - there % SIZE)


NEIGHBOURS = tuple(
    tuple(there for there in range(SIZE * SIZE) if distance(here, there) == 1 and there not in ROCKS)
    for here in range(SIZE * SIZE)
)


@dataclass(frozen=True)
class Tactics(Game):
    """Move, then attack, then pass: kill the other unit before the turns run out, or it is a draw.

    Under the rules `smp` every attack hits; under `emp` a swordsman's hits four times in five, an archer's
    three times in five.
    """

    rules: str = "smp"
    turns: int = 24

    player_names = ("swordsman", "archer")

    def __post_init__(self) -> None:
        if self.rules not in ("smp", "emp") or self.turns < 1:
            raise BadOptionError(
                f"tactics:rules={self.rules},turns={self.turns} needs the rules smp or emp, and a turn or "
                "more."
            )

    @property
    def stochastic(self) -> bool:
        return self.rules == "emp"

    def initial(self) -> Field:
        return Field((0, SIZE * SIZE - 1), (SWORDSMAN.health, ARCHER.health), 0, SWORDSMAN.steps, READY, 0)

    def turn(self, state: Field) -> int:
        return CHANCE if state.stage == AIMING else state.turn

    def moves(self, state: Field) -> Iterator[int]:
        if self.over(state):
            return
        if state.stage == READY:
            if distance(*state.tiles) <= UNITS[state.turn].reach:
                yield ATTACK
            yield from self.walks(state)
        yield PASS

    def walks(self, state: Field) -> dict[int, int]:
        """The tiles that the unit to act can still reach, near ones first, and the steps to each."""
        here, enemy = state.tiles[state.turn], state.tiles[1 - state.turn]
        steps: dict[int, int] = {}
        rim = [here]
        for step in range(1, state.steps + 1):
            rim = [near for tile in rim for near in NEIGHBOURS[tile] if near not in (here, enemy, *steps)]
            steps |= dict.fromkeys(rim, step)
        return steps

    def chances(self, state: Field) -> Iterator[tuple[int, float]]:
        accuracy = UNITS[state.turn].accuracy
        yield HIT, accuracy
        yield MISS, 1 - accuracy

    def play(self, state: Field, move: int) -> Field:
        if state.stage == AIMING:
            return self.struck(state) if move == HIT else state._replace(stage=SPENT)
        if move == ATTACK:
            return state._replace(stage=AIMING) if self.rules == "emp" else self.struck(state)
        if move == PASS:
            other = 1 - state.turn
            return Field(state.tiles, state.health, other, UNITS[other].steps, READY, state.turns + 1)
        tiles = (move, state.tiles[1]) if state.turn == 0 else (state.tiles[0], move)
        return state._replace(tiles=tiles, steps=state.steps - self.walks(state)[move])

    def struck(self, state: Field) -> Field:
        """The field after the attack of the unit to act has hit."""
        first, second = state.health
        damage = UNITS[state.turn].damage
        health = (first, second - damage) if state.turn == 0 else (first - damage, second)
        return state._replace(health=health, stage=SPENT)

    def over(self, state: Field) -> bool:
        return min(state.health) <= 0 or state.turns >= self.turns

    def payoff(self, state: Field, player: int) -> float:
        if min(state.health) > 0:
            return 0.0
        return 1.0 if state.health[player] > 0 else -1.0

    def evaluate(self, state: Field, player: int) -> float:
        """The share of health left, own less the other's."""
        own, other = player, 1 - player
        return state.health[own] / UNITS[own].health - state.health[other] / UNITS[other].health

    def order(self, state: Field, move: int) -> float:
        return float(move == ATTACK)

    def describe(self, state: Field, move: int) -> str:
        if state.stage == AIMING:
            return "hit" if move == HIT else "miss"
        if move >= ATTACK:
            return "attack" if move == ATTACK else "pass"
        return f"{'abcde'[move % SIZE]}{1 + move // SIZE}"

    def text(self, state: Field, player: int | None = None) -> str:
        marks = dict.fromkeys(ROCKS, "#")
        marks |= {tile: unit.mark for tile, unit in zip(state.tiles, UNITS, strict=True)}
        rows = [
            " ".join([str(1 + row), *(marks.get(SIZE * row + column, ".") for column in range(SIZE))])
            for row in range(SIZE)
        ]
        return "\n".join(
            [
                *rows,
                "  a b c d e",
                f"health {state.health[0]} : {state.health[1]}, turn {state.turns + 1} of {self.turns}, "
                f"{self.player_names[state.turn]} with {state.steps} steps left",
            ]
        )
