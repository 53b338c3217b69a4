"""Runs compiled max^n."""

from __future__ import annotations

import math

import numpy as np

from outwit.engine.kernels.control_block import MOST_PLIES, At, Control, Switch
from outwit.engine.kernels.maxn import build
from outwit.engine.runners.alphabeta import CompiledSearch
from outwit.game import State, defines
from outwit.search.maxn import VectorSearch, largest_payoff, slack


class CompiledMaxN(CompiledSearch, VectorSearch):
    """One search by max^n in machine code."""

    purpose = "maxn"
    build = staticmethod(build)

    def switches(self) -> dict[Switch, bool]:
        agent = self.agent
        return {
            Switch.ORDER: agent.order and defines(self.game, "order"),
            Switch.QUICK: agent.quick,
            Switch.STAR: agent.prune is not False,
            Switch.EVERY: agent.handicap is not None,
        }

    def prepare_control(self, depth: int) -> Control:
        control = super().prepare_control(depth)
        control.point(At.VALUES, MOST_PLIES * self.game.players)
        largest = largest_payoff(self.game, self.root)
        control[At.LARGEST] = real_word(largest)
        control[At.SLACK] = real_word(slack(largest, self.game.players) if self.agent.quick else 0.0)
        return control

    def value(self, state: State, depth: int, ply: int) -> tuple[float, ...]:  # type: ignore[override]
        """What the root is worth to each player: one pass over the tree."""
        control = self.control = self.control or self.prepare_control(depth)
        self.passes += 1
        self.search_root(control, depth, -math.inf, math.inf)
        row = control.memory[At.VALUES][: self.game.players]
        return tuple(row.view(np.float64).tolist())


def real_word(value: float) -> int:
    """A real number as it stands in a word of the control block."""
    return int(np.float64(value).view(np.int64))
