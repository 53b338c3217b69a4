"""Tactics: armies of a few units on a small board; a turn is many choices, and attacks may be rolled."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import cast

from outwit.bits import ALL, changed, each
from outwit.game import CHANCE, Move
from outwit.games.tactics import notation
from outwit.games.tactics.dice import FULL, HALF
from outwit.games.tactics.field import DURATION, MOVED, NOBODY, READY, ROLLING, SPENT, Battle, Field
from outwit.games.tactics.muster import BANISH, BLESS, Model

__all__ = ["Battle", "Tactics"]


@dataclass(frozen=True)
class Tactics(Field):
    """Move, attack and pass, unit by unit: the last army alive wins, and when the turns run out nobody does.

    Under the rules `smp` attacks always hit, under `emp` they are rolled, under `empv` there are abilities as
    well. A choice is the number of the unit times `stride` and, added to it: a tile to move to; after the
    tiles, a unit to attack; after those, one to bless, to guard, to shroud in smoke, or to banish; and last,
    to pass.
    """

    def modelled(self, name: str) -> Tactics:
        """The same battle, attacks resolved in another way; states and moves mean the same."""
        same = replace(self, model=cast(Model, name))
        object.__setattr__(same, "weights", self.weights)
        return same

    @property
    def stochastic(self) -> bool:
        return self.uses_dice

    def initial(self) -> Battle:
        board, units = self.battlefield.board, self.battlefield.units
        return Battle(
            tuple(board.tile(*unit.at) for unit in units),
            self.full_hp,
            (0,) * len(units),
            0,
            NOBODY,
            READY,
            NOBODY,
            0,
            self.turn_limit,
            (1 << self.players) - 1,
        )

    def turn(self, state: Battle) -> int:
        return CHANCE if state.stage == ROLLING else state.turn

    # What a unit can do

    def moves(self, state: Battle) -> Iterator[int]:
        """Unit by unit: attacks, abilities, moves, and to pass."""
        if self.over(state) or state.stage == ROLLING:
            return
        for unit in range(self.unit_count):
            if not self.may_act(state, unit) or (state.unit != NOBODY and state.unit != unit):
                continue
            first = unit * self.stride
            if state.stage != SPENT:
                for whom in range(self.unit_count):
                    if self.can_attack(state, unit, whom):
                        yield first + self.area + whom
                if self.has_abilities:
                    for skill in range(4):
                        if self.skills[unit][skill]:
                            for whom in range(self.unit_count):
                                if self.can_use(state, unit, skill, whom):
                                    yield first + self.area + (1 + skill) * self.unit_count + whom
                if state.stage == READY:
                    for tile in each(self.reachable(state, unit)):
                        yield first + tile
            yield first + self.stride - 1

    # What comes of it

    def play(self, state: Battle, move: int) -> Battle:
        if state.stage == ROLLING:
            damage = self.damages[state.unit]
            if move < HALF:
                damage = 0
            elif move < FULL:
                damage //= 2
            return self.apply_attack(state, state.unit, state.target, damage)
        unit, what = move // self.stride, move % self.stride
        if what < self.area:
            return state._replace(tiles=changed(state.tiles, unit, what), unit=unit, stage=MOVED)
        if what == self.stride - 1:
            return self.pass_unit(state, unit)
        skill, whom = (what - self.area) // self.unit_count - 1, (what - self.area) % self.unit_count
        if skill >= 0:
            return self.use_ability(state, unit, skill, whom)
        if self.uses_dice:
            return state._replace(unit=unit, stage=ROLLING, target=whom)
        return self.apply_attack(state, unit, whom, self.certain[self.fight(state, unit, whom)])

    def chances(self, state: Battle) -> Iterator[tuple[int, float]]:
        fight = self.fight(state, state.unit, state.target)
        for outcome in range(4):
            probability = self.odds[fight][outcome]
            if probability > 0:
                yield outcome, probability

    def apply_attack(self, state: Battle, unit: int, whom: int, damage: int) -> Battle:
        """The battle after an attack that does this damage."""
        hp = state.hp[whom] - damage
        if hp > 0:
            return state._replace(hp=changed(state.hp, whom, hp), unit=unit, stage=SPENT, target=NOBODY)
        loser, alive = self.army_of[whom], False
        for other in range(self.unit_count):
            if other != whom and self.army_of[other] == loser and state.hp[other] > 0:
                alive = True
        return state._replace(
            tiles=changed(state.tiles, whom, NOBODY),
            hp=changed(state.hp, whom, 0),
            effects=changed(state.effects, whom, 0),
            unit=unit,
            stage=SPENT,
            target=NOBODY,
            armies=state.armies if alive else state.armies & ~(1 << loser),
        )

    def use_ability(self, state: Battle, unit: int, skill: int, whom: int) -> Battle:
        """The battle after a unit has used an ability, which takes the place of its attack."""
        place = DURATION * skill
        effects = (state.effects[whom] & ~(15 << place)) | self.skill_turns[skill] << place
        return state._replace(effects=changed(state.effects, whom, effects), unit=unit, stage=SPENT)

    def pass_unit(self, state: Battle, unit: int) -> Battle:
        """The battle after a unit has passed: another of its army is to act, or another army."""
        state = state._replace(done=state.done | 1 << unit, unit=NOBODY, stage=READY)
        if self.anyone(state):
            return state
        state = self.end_turn(state)
        while self.has_abilities and state.left > 0 and not self.anyone(state):
            state = self.end_turn(state)
        return state

    def anyone(self, state: Battle) -> bool:
        """Is there a unit that may act?"""
        for unit in range(self.unit_count):
            if self.may_act(state, unit):
                return True
        return False

    def end_turn(self, state: Battle) -> Battle:
        """The battle when an army's turn has ended and that of the next one alive begins.

        Banishment is counted when a turn of the banished unit's army ends, other effects when one begins.
        """
        if self.has_abilities:
            state = self.count_down(state, BANISH, BANISH + 1)
        turn = (state.turn + 1) % self.players
        while not state.armies >> turn & 1:
            turn = (turn + 1) % self.players
        state = state._replace(done=0, turn=turn, left=state.left - 1)
        if self.has_abilities:
            state = self.count_down(state, BLESS, BANISH)
        return state

    def count_down(self, state: Battle, first: int, end: int) -> Battle:
        """The battle with a turn less for these effects on the army that has priority."""
        for unit in range(self.unit_count):
            if self.army_of[unit] != state.turn:
                continue
            for skill in range(first, end):
                if self.duration(state, unit, skill) > 0:
                    effects = state.effects[unit] - (1 << DURATION * skill)
                    if skill == BANISH and self.duration(state, unit, BANISH) == 1:
                        state = state._replace(tiles=changed(state.tiles, unit, self.landing(state, unit)))
                    state = state._replace(effects=changed(state.effects, unit, effects))
        return state

    def landing(self, state: Battle, unit: int) -> int:
        """Where a banished unit comes back: on its tile or, if somebody is there, on the nearest free one."""
        for tile in self.landings[state.tiles[unit]]:
            free = True
            for other in range(self.unit_count):
                if self.present(state, other) and state.tiles[other] == tile:
                    free = False
            if free:
                return int(tile)
        return state.tiles[unit]

    # How it ends, and how it stands

    def over(self, state: Battle) -> bool:
        return state.left <= 0 or state.armies & (state.armies - 1) == 0

    def payoff(self, state: Battle, player: int) -> float:
        """A dead army loses 1, and those alive share it: the last one wins 1 for each enemy."""
        if not state.armies >> player & 1:
            return -1.0
        alive = state.armies.bit_count()
        return (self.players - alive) / alive

    def bounds(self, state: Battle, player: int) -> tuple[float, float]:
        return -1.0, self.players - 1.0

    def evaluate(self, state: Battle, player: int) -> float:
        """The features weighed, own less the mean of the others', in one go."""
        own, total = 0.0, 0.0
        for army in range(self.players):
            strength = self.strength(state, army)
            total += strength
            if army == player:
                own = strength
        others = self.players - 1
        value = self.weights[0] * (self.players * own / total - 1)
        for unit in range(self.unit_count):
            if self.present(state, unit):
                exposed, standoff = self.stance(state, unit)
                worth = self.weights[1] * exposed + self.weights[2] * standoff
                army = self.army_of[unit]
                worth /= self.army_size[army]
                value += worth if army == player else -worth / others
        return value

    def features(self, state: Battle, player: int) -> tuple[float, float, float]:
        """What the evaluation weighs, of one army.

        Health is its hp in per cent, as a share of all armies' per cents together, times the number of
        enemies; exposed, the part of its units that stand where an enemy could attack them after a move;
        standoff, the part that stand exactly at their range from an enemy.
        """
        total, exposed, standoff = 0.0, 0, 0
        for army in range(self.players):
            total += self.strength(state, army)
        for unit in range(self.unit_count):
            if self.army_of[unit] == player and self.present(state, unit):
                in_reach, at_range = self.stance(state, unit)
                exposed += in_reach
                standoff += at_range
        size = self.army_size[player]
        health = (self.players - 1) * self.strength(state, player) / total
        return health, exposed / size, standoff / size

    def order(self, state: Battle, move: int) -> float:
        """Killing blows, attacks by how much they take, abilities, moves to about a unit's range, passing."""
        unit, what = move // self.stride, move % self.stride
        if what < self.area:
            nearest = 99
            for enemy in range(self.unit_count):
                if self.army_of[enemy] != self.army_of[unit] and self.present(state, enemy):
                    off = self.distance[what][state.tiles[enemy]] - self.ranges[unit]
                    nearest = min(nearest, abs(off))
            return -nearest / 100
        if what == self.stride - 1:
            return -1.0
        if what >= self.area + self.unit_count:
            return 0.5
        whom = what - self.area
        hp = state.hp[whom]
        kills = 1.0 if self.damages[unit] >= hp else 0.0
        return 1.0 + kills + min(1.0, self.certain[self.fight(state, unit, whom)] / hp)

    def key(self, state: Battle) -> int:
        """The fields, each times a random number, added up: quicker than to mix them one after the other."""
        keys = self.keys
        total = keys[0] * state.done + keys[1] * (4 * state.unit + state.stage)
        total += keys[2] * (8 * state.left + state.turn) + keys[3] * state.target
        for unit in range(self.unit_count):
            at = 3 * unit + 4
            total += keys[at] * state.tiles[unit] + keys[at + 1] * state.hp[unit]
            if self.has_abilities:
                total += keys[at + 2] * state.effects[unit]
        return total & ALL

    # People

    def describe(self, state: Battle, move: Move) -> str:
        return notation.describe_move(self, state, move)

    def parse(self, state: Battle, text: str) -> Move:
        """A choice as it is described, with names or ids; for short, `A1 x S1` attacks and `S1 2,1` moves."""
        return notation.parse_move(self, state, text)

    def text(self, state: Battle, player: int | None = None) -> str:
        return notation.text(self, state)

    def position(self, text: str) -> Battle:
        """A position as it is shown; units that are not mentioned are as at the start."""
        return notation.position(self, text)
