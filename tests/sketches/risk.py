"""Risk on a small map: three players, and reinforcing, attacking and fortifying in one turn."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from itertools import product
from typing import NamedTuple

from outwit.errors import BadOptionError
from outwit.game import CHANCE, Game

NAMES = ("NA", "SA", "EU", "AF", "AS", "AU")
LANDS = len(NAMES)
NEIGHBOURS = ((1, 2, 4), (0, 3), (0, 3, 4), (1, 2, 4), (0, 2, 3, 5), (4,))
START = ((0, 3), (1, 3), (2, 3), (0, 3), (1, 3), (2, 3))

REINFORCE, ATTACK, ROLL, FORTIFY = 0, 1, 2, 3
DONE = LANDS * LANDS
"""A move from one land to another is LANDS * from + to; to reinforce a land is a move from it to itself."""


class World(NamedTuple):
    lands: tuple[tuple[int, int], ...]
    """The owner of each land and its armies."""
    turn: int
    phase: int
    reserve: int
    """Armies still to be placed in this turn."""
    battle: int
    """The attack that the dice are thrown for, or `DONE`."""
    turns: int
    """Turns completed."""

    def held(self, player: int) -> int:
        """How many lands a player owns."""
        return sum(owner == player for owner, _ in self.lands)


def dice(state: World) -> tuple[int, int]:
    """How many dice the attacker and the defender throw: always as many as they may."""
    source, target = divmod(state.battle, LANDS)
    return min(3, state.lands[source][1] - 1), min(2, state.lands[target][1])


@cache
def losses(attack: int, defence: int) -> tuple[tuple[int, float], ...]:
    """How many armies the attacker loses with so many dice a side, and how likely that is."""
    counts = [0] * (min(attack, defence) + 1)
    for faces in product(range(1, 7), repeat=attack + defence):
        pairs = zip(sorted(faces[:attack])[::-1], sorted(faces[attack:])[::-1], strict=False)
        counts[sum(own <= other for own, other in pairs)] += 1
    return tuple((lost, count / sum(counts)) for lost, count in enumerate(counts))


@dataclass(frozen=True)
class Risk(Game):
    """Conquer the world; if nobody has when the turns run out, each is paid for the lands held.

    A turn brings an army for each land held, at least three, to be placed one by one; then come attacks, as
    many as one likes; last, all armies but one may move from a land to another of one's own. The armies that
    conquer a land move in.
    """

    turns: int = 30

    players = 3

    def __post_init__(self) -> None:
        if self.turns < 1:
            raise BadOptionError(f"risk:turns={self.turns} needs a turn or more.")

    def initial(self) -> World:
        return World(START, 0, REINFORCE, 3, DONE, 0)

    def turn(self, state: World) -> int:
        return CHANCE if state.phase == ROLL else state.turn

    def moves(self, state: World) -> Iterator[int]:
        if self.over(state):
            return
        for land, (owner, armies) in enumerate(state.lands):
            if owner != state.turn:
                continue
            if state.phase == REINFORCE:
                yield LANDS * land + land
            elif armies > 1:
                for near in NEIGHBOURS[land]:
                    own = state.lands[near][0] == owner
                    if own == (state.phase == FORTIFY):
                        yield LANDS * land + near
        if state.phase != REINFORCE:
            yield DONE

    def chances(self, state: World) -> Iterator[tuple[int, float]]:
        yield from losses(*dice(state))

    def play(self, state: World, move: int) -> World:
        if state.phase == ROLL:
            return self.fought(state, move)
        if move == DONE:
            return state._replace(phase=FORTIFY) if state.phase == ATTACK else self.next_turn(state)
        source, target = divmod(move, LANDS)
        armies = state.lands[source][1]
        if state.phase == REINFORCE:
            lands = placed(state.lands, source, state.turn, armies + 1)
            phase = REINFORCE if state.reserve > 1 else ATTACK
            return state._replace(lands=lands, reserve=state.reserve - 1, phase=phase)
        if state.phase == ATTACK:
            return state._replace(phase=ROLL, battle=move)
        lands = placed(state.lands, source, state.turn, 1)
        lands = placed(lands, target, state.turn, state.lands[target][1] + armies - 1)
        return self.next_turn(state._replace(lands=lands))

    def fought(self, state: World, lost: int) -> World:
        """The world after a throw of the dice that cost the attacker so many armies."""
        source, target = divmod(state.battle, LANDS)
        attack, defence = dice(state)
        enemy, defenders = state.lands[target]
        attackers = state.lands[source][1] - lost
        defenders -= min(attack, defence) - lost
        if defenders == 0:
            enemy, attackers, defenders = state.turn, attackers - attack, attack
        lands = placed(state.lands, source, state.turn, attackers)
        return state._replace(lands=placed(lands, target, enemy, defenders), phase=ATTACK, battle=DONE)

    def next_turn(self, state: World) -> World:
        """The world as the next player who still owns a land finds it."""
        after = (state.turn + 1) % self.players
        while state.held(after) == 0:
            after = (after + 1) % self.players
        return World(state.lands, after, REINFORCE, max(3, state.held(after)), DONE, state.turns + 1)

    def over(self, state: World) -> bool:
        return state.turns >= self.turns or state.held(state.turn) == LANDS

    def payoff(self, state: World, player: int) -> float:
        """Three points for the world, shared by lands, less the one that each has staked."""
        return 3 * state.held(player) / LANDS - 1

    def bounds(self, state: World, player: int) -> tuple[float, float]:
        return (-1.0, 2.0) if state.held(player) else (-1.0, -1.0)

    def evaluate(self, state: World, player: int) -> float:
        """The payoff if lands and armies were shared as they are now."""
        own = sum(armies for owner, armies in state.lands if owner == player)
        share = own / sum(armies for _, armies in state.lands)
        return 3 * (state.held(player) / LANDS + share) / 2 - 1

    def describe(self, state: World, move: int) -> str:
        if state.phase == ROLL:
            return f"attacker loses {move} of {min(dice(state))}"
        if move == DONE:
            return "done"
        source, target = divmod(move, LANDS)
        if state.phase == REINFORCE:
            return f"+{NAMES[source]}"
        return f"{NAMES[source]}{'>' if state.phase == ATTACK else '-'}{NAMES[target]}"

    def text(self, state: World, player: int | None = None) -> str:
        rows = [
            f"{name}: player {owner + 1}, {armies}"
            for name, (owner, armies) in zip(NAMES, state.lands, strict=True)
        ]
        phase = ("places armies", "attacks", "attacks", "fortifies")[state.phase]
        return "\n".join([*rows, f"turn {state.turns + 1} of {self.turns}: player {state.turn + 1} {phase}"])


def placed(
    lands: tuple[tuple[int, int], ...], land: int, owner: int, armies: int
) -> tuple[tuple[int, int], ...]:
    """The lands with one of them changed."""
    return (*lands[:land], (owner, armies), *lands[land + 1 :])
