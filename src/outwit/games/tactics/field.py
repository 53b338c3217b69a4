"""A battle under way, and what can be seen of it: who is there, who may act, who reaches whom."""

from __future__ import annotations

from dataclasses import dataclass
from typing import NamedTuple

from outwit.bits import Bits, bit, flip
from outwit.games.tactics.muster import BANISH, BLESS, GUARD, SMOKE, Muster

READY, MOVED, SPENT, ROLLING = range(4)
"""Has the acting unit done nothing yet, moved, done all but pass, or are its dice in the air?"""

NOBODY = -1

DURATION = 4
"""An effect's turns take so many bits in a unit's `effects`."""


class Battle(NamedTuple):
    tiles: tuple[int, ...]
    """Where each unit stands, row by row; -1 once it is dead. A banished one comes back there."""
    hp: tuple[int, ...]
    """In parts, of which 800 make a point; 0 once it is dead."""
    effects: tuple[int, ...]
    """How many turns each unit is still blessed, guarded, in smoke and banished, four bits each."""
    done: int
    """The units that have acted in this turn, a bit each."""
    unit: int
    """The unit that has begun to act, or `NOBODY`."""
    stage: int
    """What it has done."""
    target: int
    """Whom it attacks while the dice roll, or `NOBODY`."""
    turn: int
    """The army that has priority."""
    left: int
    """How many turns are left, this one among them."""
    armies: int
    """The armies that are alive, a bit each."""


@dataclass(frozen=True)
class Field(Muster):
    """What a state means."""

    def present(self, state: Battle, unit: int) -> bool:
        """Is a unit on the board: neither dead nor banished?"""
        return state.hp[unit] > 0 and not (self.has_abilities and self.duration(state, unit, BANISH) > 0)

    def duration(self, state: Battle, unit: int, skill: int) -> int:
        """How many turns the effect of an ability on a unit will last."""
        return state.effects[unit] >> DURATION * skill & 15

    def may_act(self, state: Battle, unit: int) -> bool:
        """Has a unit's army priority, and the unit not yet had its part of this turn?"""
        return self.army_of[unit] == state.turn and not state.done >> unit & 1 and self.present(state, unit)

    def can_attack(self, state: Battle, unit: int, whom: int) -> bool:
        """Is an enemy there, and near enough?"""
        return (
            self.army_of[whom] != self.army_of[unit]
            and self.present(state, whom)
            and self.distance[state.tiles[unit]][state.tiles[whom]] <= self.ranges[unit]
        )

    def can_use(self, state: Battle, unit: int, skill: int, whom: int) -> bool:
        """Is a unit there and near enough, an enemy to be banished and else a friend, and would it help?"""
        return (
            self.present(state, whom)
            and (self.army_of[whom] != self.army_of[unit]) == (skill == BANISH)
            and self.distance[state.tiles[unit]][state.tiles[whom]] <= self.skill_ranges[skill]
            and self.duration(state, whom, skill) < self.skill_turns[skill]
        )

    def reachable(self, state: Battle, unit: int) -> Bits:
        """The tiles that a unit can move to with all its move points.

        It moves once: wherever a second move could end, the first could have gone. `reached` are the tiles
        within so many points, and the others those within one, two and three points less.
        """
        occupied: Bits = bit(state.tiles[unit])
        for other in range(self.unit_count):
            if self.present(state, other):
                occupied |= bit(state.tiles[other])
        free = flip(occupied)
        reached: Bits = bit(state.tiles[unit])
        one: Bits = 0
        two: Bits = 0
        three: Bits = 0
        for _ in range(self.speeds[unit]):
            grown = self.step_from(reached, 0)
            if self.steepest > 1:
                grown |= self.step_from(one, 1)
            if self.steepest > 2:
                grown |= self.step_from(two, 2)
            if self.steepest > 3:
                grown |= self.step_from(three, 3)
            three, two, one = two, one, reached
            reached |= grown & free
        return reached & free

    def step_from(self, tiles: Bits, climb: int) -> Bits:
        """The tiles next to some, where the step to them climbs so many levels (or, if none, descends)."""
        right, left, down, up = (
            self.stairs[climb][0],
            self.stairs[climb][1],
            self.stairs[climb][2],
            self.stairs[climb][3],
        )
        across = (tiles & right) << 1 | (tiles & left) >> 1
        return across | (tiles & down) << self.width | (tiles & up) >> self.width

    def fight(self, state: Battle, unit: int, whom: int) -> int:
        """The number of an attack as it stands, in `odds` and `certain`."""
        number = 8 * (unit * self.unit_count + whom)
        if self.has_abilities:
            number += (
                (self.duration(state, unit, BLESS) > 0)
                + 2 * (self.duration(state, whom, GUARD) > 0)
                + 4 * (self.duration(state, whom, SMOKE) > 0)
            )
        return number

    def strength(self, state: Battle, army: int) -> float:
        """What is left of an army's hp, of 1."""
        hp = 0
        for unit in range(self.unit_count):
            if self.army_of[unit] == army:
                hp += state.hp[unit]
        return hp / self.army_hp[army]

    def stance(self, state: Battle, unit: int) -> tuple[int, int]:
        """Does a unit stand in the reach of an enemy, and does it stand exactly at its range from one?"""
        here, army, range_ = state.tiles[unit], self.army_of[unit], self.ranges[unit]
        exposed, standoff = 0, 0
        for enemy in range(self.unit_count):
            if self.army_of[enemy] != army and self.present(state, enemy):
                there = state.tiles[enemy]
                exposed |= self.threats[enemy][there] >> here & 1
                if self.distance[here][there] == range_:
                    standoff = 1
        return exposed, standoff
