"""Random games in which both choose at once, one acts alone, or chance does, with transpositions."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import NamedTuple

from outwit.game import CHANCE, SIMULTANEOUS, Game, mix


class Spot(NamedTuple):
    level: int
    place: int


@dataclass(frozen=True)
class JointTree(Game):
    """Four levels of seven positions each; the seed draws who acts, how many moves there are, what pays."""

    seed: int = 0
    levels: int = 4
    wide: int = 7

    stochastic = True
    simultaneous = True

    def drawn(self, *what: object) -> int:
        """A number that depends on the seed and what it is for."""
        return mix((self.seed, *what))

    def initial(self) -> Spot:
        return Spot(0, 0)

    def turn(self, state: Spot) -> int:
        return (SIMULTANEOUS, SIMULTANEOUS, SIMULTANEOUS, CHANCE, 0, 1)[self.drawn("turn", state) % 6]

    def count(self, state: Spot, player: int) -> int:
        return 1 + self.drawn("moves", state, player) % 4

    def moves(self, state: Spot) -> Iterator[int]:
        if not self.over(state):
            yield from range(self.count(state, 0))

    def chances(self, state: Spot) -> Iterator[tuple[int, float]]:
        weights = [1 + self.drawn("weight", state, each) % 3 for each in range(self.count(state, 0))]
        for each, weight in enumerate(weights):
            yield each, weight / sum(weights)

    def moves_for(self, state: Spot, player: int) -> Iterator[int]:
        if self.over(state):
            return
        if self.turn(state) == SIMULTANEOUS:
            yield from range(self.count(state, player))
        elif self.turn(state) == player:
            yield from self.moves(state)

    def play(self, state: Spot, move: int) -> Spot:
        return Spot(state.level + 1, self.drawn("next", state, move) % self.wide)

    def play_joint(self, state: Spot, moves: tuple[int, ...]) -> Spot:
        return self.play(state, 10 * moves[0] + moves[1])

    def over(self, state: Spot) -> bool:
        return state.level == self.levels or (state.level > 0 and self.drawn("over", state) % 5 == 0)

    def payoff(self, state: Spot, player: int) -> float:
        value = (
            (self.drawn("payoff", state) % 5 - 2) / 2
            if self.seed % 2
            else self.drawn("payoff", state) / (1 << 63) - 1
        )
        return value if player == 0 else 0.0 - value

    def bounds(self, state: Spot, player: int) -> tuple[float, float]:
        if self.over(state):
            return self.payoff(state, player), self.payoff(state, player)
        return -1.0, 1.0


class Standoff(Game):
    """Both wait for as long as both want to; whoever moves alone wins."""

    def initial(self) -> int:
        return 0

    def turn(self, state: int) -> int:
        return SIMULTANEOUS

    def over(self, state: int) -> bool:
        return state != 0

    def payoff(self, state: int, player: int) -> float:
        return float(state) if player == 0 else -float(state)

    def moves_for(self, state: int, player: int) -> Iterator[int]:
        yield from (0, 1) if state == 0 else ()

    def play_joint(self, state: int, moves: tuple[int, ...]) -> int:
        return moves[0] - moves[1]
