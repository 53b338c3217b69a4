"""Flat Monte Carlo with its games played out in machine code, a round of all moves at a time."""

from __future__ import annotations

from collections import deque
from typing import TYPE_CHECKING

import numpy as np

from outwit.decision import Limit, Watch
from outwit.engine.budget import TOO_MANY_MOVES
from outwit.engine.control import At
from outwit.engine.grown import Plot, signed
from outwit.engine.link import Data
from outwit.engine.playout import BY_ORDER, many_values
from outwit.errors import OutwitError
from outwit.game import Game, State
from outwit.search.montecarlo import FlatSampling

if TYPE_CHECKING:
    from outwit.engine.montecarlo import MonteCarlo


class CompiledRounds(FlatSampling):
    """Flat Monte Carlo under way, compiled."""

    def __init__(
        self, game: Game, state: State, limit: Limit, watch: Watch, seed: int, agent: MonteCarlo
    ) -> None:
        self.program = agent.program(game)
        super().__init__(game, state, limit, watch, seed, agent)
        self.data = Data(game)
        self.values = many_values(game)
        self.plot = Plot(self.values, 0)
        self.plot[At.RANDOM] = signed(self.random.state)
        self.plot[At.CUTOFF] = -1 if agent.cutoff is None else agent.cutoff
        self.plot[At.SWITCHES] = BY_ORDER * (agent.rollout == "order")
        self.plot[At.NODES] = 0
        self.waiting: deque[tuple[float, ...]] = deque()
        """How the games of this round have ended that nobody has asked for yet."""

    @property
    def nodes(self) -> int:
        return self.plot[At.NODES]

    def outcome(self, state: State) -> tuple[float, ...]:
        """How a game ends; those of all moves in question are played out together."""
        if not self.waiting:
            together = [self.following[arm.move] for arm in self.left[self.place :]] or [state]
            self.waiting.extend(self.played_out(together))
        return self.waiting.popleft()

    def played_out(self, states: list[State]) -> list[tuple[float, ...]]:
        """How games from some positions end for each player."""
        packed = [word for state in states for word in self.program.linked.layout.pack(state)]
        words = np.array([*packed, *[0] * (self.values * len(states))], dtype=np.int64)
        question = self.data.address, int(words.ctypes.data), len(states), 0.0, 0.0, self.plot.address
        self.program.call(*question)
        if self.plot[At.ABORTED] == TOO_MANY_MOVES:
            raise OutwitError("There are too many moves to search this game compiled; set compiled=off.")
        ends = words[len(packed) :].view(np.float64).reshape(len(states), self.values).tolist()
        return [(end[0], -end[0]) if self.values == 1 else tuple(end) for end in ends]
