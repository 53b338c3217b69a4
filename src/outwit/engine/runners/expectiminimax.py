"""Runs compiled expectiminimax."""

from __future__ import annotations

import numpy as np

from outwit.engine.kernels.chance_nodes import NO_CHANCE
from outwit.engine.kernels.control_block import At, Control, Switch
from outwit.engine.kernels.expectiminimax import SCORE, SPREAD, build
from outwit.engine.runners.alphabeta import CompiledSearch
from outwit.game import Move, State, defines
from outwit.random import scramble
from outwit.search.expectiminimax import best_possible
from outwit.search.mcts import half
from outwit.search.risk import ATTITUDES, Measured, Spreading

BESIDE = (
    At.NODES,
    At.NODE_LIMIT,
    At.DEPTH_LEFT,
    At.ESTIMATES,
    At.CUTOFFS,
    At.HITS,
    At.PROBES,
    At.STATIC_EVALUATIONS,
)
"""What a search beside the tree must leave as it was."""


class CompiledExpectation(CompiledSearch, Spreading):
    """One search by expectiminimax in machine code."""

    purpose = "expectiminimax"
    build = staticmethod(build)

    def switches(self) -> dict[Switch, bool]:
        agent = self.agent
        return {
            Switch.ORDER: agent.order and defines(self.game, "order"),
            Switch.TABLE: agent.table,
            Switch.QUICK: agent.quick,
            Switch.STAR: self.prunes,
            Switch.PROBE: agent.star2,
            Switch.STATIC_ORDERING: self.orders_statically,
            Switch.PAST: agent.strict or agent.proves,
        }

    @property
    def prunes(self) -> bool:
        """Is anything cut?"""
        agent = self.agent
        return bool(agent.star1 or agent.star2) and agent.risk != "utility"

    @property
    def orders_statically(self) -> bool:
        """Does the game's estimate say which moves to search first?"""
        game = self.game
        judges = defines(game, "evaluate") or defines(game, "features")
        return self.prunes and self.agent.static_ordering and judges and not defines(game, "order")

    def prepare_control(self, depth: int) -> Control:
        control = super().prepare_control(depth)
        agent, asking = self.agent, -1 if self.turn(self.root) == 1 else 1
        control[At.SAMPLES] = agent.samples or 0
        control[At.SEED] = scramble(agent.seed or 0) >> 1
        control[At.RISK] = ATTITUDES.index(agent.risk)
        control[At.ASKING] = asking
        aversion = asking * agent.aversion / half(*self.game.bounds(self.root, 0))
        control[At.AVERSION] = int(np.float64(aversion).view(np.int64))
        return control

    def value(self, state: State, depth: int, ply: int, alpha: float, beta: float) -> float:
        if self.passes == 0 and self.orders_statically:
            control = self.control = self.prepare_control(depth)
            scores = {move: self.ask_kernel(control, SCORE, i) for i, move in enumerate(self.root_moves)}
            self.root_moves.sort(key=lambda move: -scores[move])
        return super().value(state, depth, ply, alpha, beta)

    def ask_kernel(self, control: Control, question: int, index: int) -> float:
        """What the compiled search answers about one of the root's moves."""
        at = int(self.words.ctypes.data)
        return float(self.program.call(self.data.address, at, question, float(index), 0.0, control.address))

    def measure_spread(self, move: Move, depth: int, nodes: int) -> Measured | None:
        control = self.control
        if control is None or self.watch.stopped:
            return None
        before = {at: control[at] for at in (*BESIDE, At.STRICT)}
        control.arrange(self.root_moves)
        control[At.NODE_LIMIT], control[At.STRICT] = control[At.NODES] + nodes, 1
        control[At.NEXT_LOOK] = control[At.ESTIMATES] = 0
        ring = self.stopper(control)
        self.watch.bells.append(ring)
        try:
            spread = self.ask_kernel(control, SPREAD - depth, self.root_moves.index(move))
            if control[At.ABORTED]:
                return None
            spent = control[At.NODES] - before[At.NODES]
            if spread == NO_CHANCE:
                return Measured(None, spent, True)
            return Measured(self.settled(spread), spent, control[At.ESTIMATES] == 0)
        finally:
            self.watch.bells.remove(ring)
            control[At.ABORTED] = control[At.NEXT_LOOK] = 0
            for at, word in before.items():
                control[at] = word

    def gather(self, control: Control, depth: int) -> None:
        super().gather(control, depth)
        for name, at in {"probes": At.PROBES, "static evaluations": At.STATIC_EVALUATIONS}.items():
            if control[at]:
                self.counts[name] = control[at]
        self.certain = bool(control[At.CERTAIN])
        self.tell_spreads()

    def is_proved(self, value: float) -> bool:
        if self.agent.samples or not self.sound:
            return False
        return self.estimates == 0 or (self.certain and best_possible(self, value))
