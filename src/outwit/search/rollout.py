"""Rollouts: a game played on, by chance or by a simple policy, to see how it may end."""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import Literal

from outwit.game import CHANCE, Game, Move, State
from outwit.random import Generator

Policy = Literal["random", "order"]

LONGEST = 10_000
"""After so many moves a rollout is taken to have no end, and is estimated."""


@dataclass
class Rollouts:
    """How games are played on from a position: who chooses, and when it is enough.

    `random` plays any legal move; `order` the better of two drawn at random, by the game's `order`. After
    `cutoff` moves, or at once where it is 0, the position is estimated.
    """

    game: Game
    random: Generator
    policy: Policy = "random"
    cutoff: int | None = None
    nodes: int = 0
    """Positions visited in all."""
    estimated: bool = False
    """Was the last game not played to its end?"""

    def play(self, state: State) -> tuple[float, ...]:
        """How a game played on from a position ends, for each player."""
        game = self.game
        left = LONGEST if self.cutoff is None else self.cutoff
        self.estimated = False
        while True:
            self.nodes += 1
            if game.over(state):
                return payoffs(game, state)
            if game.turn(state) == CHANCE:
                state = game.play(state, self.random.weighted(list(game.chances(state))))
                continue
            if left == 0:
                self.estimated = True
                return estimates(game, state)
            left -= 1
            state = game.play(state, self.choose(state))

    def choose(self, state: State) -> Move:
        """A move by the policy."""
        moves = list(self.game.moves(state))
        chosen = moves[self.random.roughly(len(moves))]
        if self.policy == "order" and len(moves) > 1:
            other = moves[self.random.roughly(len(moves))]
            if self.game.order(state, other) > self.game.order(state, chosen):
                return other
        return chosen


def payoffs(game: Game, state: State) -> tuple[float, ...]:
    """What the end of a game pays each player."""
    return tuple(float(game.payoff(state, player)) for player in range(game.players))


def estimates(game: Game, state: State) -> tuple[float, ...]:
    """What a position is worth to each player by the game's own estimate, kept within its bounds.

    Of two players whose payoffs cancel, the second's is the first's turned round.
    """
    if game.players == 2 and game.zero_sum:
        value = within(game, state, 0)
        return value, -value
    return tuple(within(game, state, player) for player in range(game.players))


def within(game: Game, state: State, player: int) -> float:
    """A player's estimate, no better or worse than is still possible."""
    low, high = game.bounds(state, player)
    value = float(game.evaluate(state, player))
    return min(max(value, low), high) if math.isfinite(value) else 0.0
