"""A small game with features and dice, in which every figure can be computed by hand."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import NamedTuple

from outwit.game import CHANCE, Game

STRIKE, RETREAT = 0, 1
MISS, HIT = 0, 1


class Camp(NamedTuple):
    health: tuple[int, int]
    safe: tuple[int, int]
    turn: int
    aiming: bool
    left: int


@dataclass(frozen=True)
class Raid(Game):
    """Strike, which takes 3 health three times in five, or retreat; in the end the healthier wins."""

    moves_left: int = 10
    health: int = 100

    player_names = ("archer", "swordsman")
    feature_names = ("health", "out_of_reach")
    weights = (0.1, 0.25)

    def initial(self) -> Camp:
        return Camp((self.health, self.health), (0, 0), 0, False, self.moves_left)

    def turn(self, state: Camp) -> int:
        return CHANCE if state.aiming else state.turn

    def moves(self, state: Camp) -> Iterator[int]:
        if not self.over(state):
            yield from (STRIKE, RETREAT)

    def chances(self, state: Camp) -> Iterator[tuple[int, float]]:
        yield HIT, 0.6
        yield MISS, 0.4

    def play(self, state: Camp, move: int) -> Camp:
        first, second = state.health
        if state.aiming:
            lost = 3 if move == HIT else 0
            health = (first, second - lost) if state.turn == 0 else (first - lost, second)
            return Camp(health, state.safe, 1 - state.turn, False, state.left - 1)
        if move == STRIKE:
            return state._replace(aiming=True)
        safe = (1, state.safe[1]) if state.turn == 0 else (state.safe[0], 1)
        return state._replace(safe=safe, turn=1 - state.turn, left=state.left - 1)

    def over(self, state: Camp) -> bool:
        return state.left == 0 or min(state.health) <= 0

    def payoff(self, state: Camp, player: int) -> float:
        lead = state.health[player] - state.health[1 - player]
        return float((lead > 0) - (lead < 0))

    def features(self, state: Camp, player: int) -> tuple[float, float]:
        return float(state.health[player]), float(state.safe[player])

    def describe(self, state: Camp, move: int) -> str:
        if state.aiming:
            return "hit" if move == HIT else "miss"
        return "strike" if move == STRIKE else "retreat"


class Wily(Raid):
    """The same, but the estimate also counts who is to act, which is no feature."""

    def evaluate(self, state: Camp, player: int) -> float:
        return super().evaluate(state, player) + (0.05 if state.turn == player else -0.05)
