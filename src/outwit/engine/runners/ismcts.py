"""Runs compiled information set Monte Carlo tree search: in machine code, a moment at a time."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from outwit.decision import Limit, Watch
from outwit.engine.compiler.clock import now
from outwit.engine.kernels.control_block import TOO_MANY, At, Switch, deadline
from outwit.engine.kernels.ismcts import SINGLE
from outwit.engine.kernels.limits import NO_WORLD, OUT_OF_BUDGET, TOO_MANY_MOVES
from outwit.engine.kernels.mcts_nodes import LONGEST_PATH
from outwit.engine.kernels.rollout import LONGEST_WAY, many_values, policy_switch
from outwit.engine.runners.game_data import bind
from outwit.engine.runners.history import pack_state, tell_past, to_signed
from outwit.engine.runners.information_sets import CompiledSet, SetControl, SetMemory
from outwit.errors import OutwitError
from outwit.game import Game, State
from outwit.repetition import Remembering
from outwit.search.ismcts import IsmctsSearch
from outwit.search.search import REPORT
from outwit.worlds import no_world_error

if TYPE_CHECKING:
    from outwit.engine.ismcts import ISMCTS

MOMENT = 20_000_000
"""For so many nanoseconds the machine runs before Python is asked whether anybody has interrupted it."""


class CompiledIsmcts(IsmctsSearch):
    """One information set Monte Carlo tree search in machine code."""

    agent: ISMCTS

    def __init__(
        self, game: Game, state: State, limit: Limit, watch: Watch, seed: int, agent: ISMCTS
    ) -> None:
        self.program = agent.program(game.unwrapped)
        super().__init__(game, state, limit, watch, seed, agent)
        self.data = bind(game.unwrapped).data
        self.words = np.concatenate([pack_state(self.program, each) for each in (state, game.initial())])
        """The root's state, and that of the beginning of the game."""
        self.control = SetControl(SetMemory((agent.mb << 20) // 8, many_values(game), game.players))
        self.prepare(self.control)

    def prepare(self, control: SetControl) -> None:
        """Tell the machine what to do."""
        agent, limit = self.agent, self.budget.limit
        way = LONGEST_PATH + LONGEST_WAY
        tell_past(control, self.game, self.root, self.program, self.data.address, way)
        control.memory[At.HALVES].view(np.float64)[: self.game.players] = self.rule.halves
        control[At.RANDOM] = to_signed(self.random.state)
        control[At.CUTOFF] = -1 if agent.cutoff is None else agent.cutoff
        control[At.OBSERVER] = self.player
        control.set_real(At.EXPLORATION, agent.exploration)
        control[At.SWITCHES] = (
            policy_switch(agent.rollout)
            + SINGLE * self.single
            + Switch.PAST * isinstance(self.game, Remembering)
        )
        if limit.seconds is not None:
            control[At.DEADLINE] = deadline(limit.seconds - self.budget.elapsed)
        if limit.simulations is not None:
            control[At.SIMULATION_LIMIT] = limit.simulations
        if limit.nodes is not None:
            control[At.NODE_LIMIT] = limit.nodes

    @property
    def nodes(self) -> int:
        return self.control[At.NODES]

    @property
    def depth(self) -> int:
        return self.control[At.DEEPEST]

    def run(self) -> None:
        """Make simulations until the limit is reached, or somebody has asked to stop; report now and then."""

        def stop() -> None:
            self.control[At.STOP] = 1

        self.watch.bells.append(stop)
        try:
            while not self.watch.stopped and self.run_for_a_moment():
                spent = self.budget.elapsed
                if self.watch.report is not None and spent >= self.next_report:
                    self.next_report = spent + REPORT
                    self.look()
                    self.report(spent)
        finally:
            self.watch.bells.remove(stop)
        self.look()

    def run_for_a_moment(self) -> bool:
        """Make simulations for a moment, or as long as one takes; are there more to make?"""
        control, moment = self.control, MOMENT
        last, made = control[At.DEADLINE], control[At.SIMULATIONS]
        while True:
            until = now() + moment
            control[At.DEADLINE] = min(last, until)
            self.work()
            control[At.DEADLINE] = last
            interrupted = control[At.ABORTED] == OUT_OF_BUDGET and now() >= until < last
            if not interrupted or self.watch.stopped:
                return False
            control[At.ABORTED] = 0
            if control[At.SIMULATIONS] > made:
                return True
            moment *= 2

    def work(self) -> None:
        """Let the machine make simulations, with more room if moves do not fit."""
        control = self.control
        question = self.data.address, int(self.words.ctypes.data), 0, 0.0, 0.0, control.address
        self.program.call(*question)
        while control[At.ABORTED] == TOO_MANY_MOVES:
            if not control.enlarge_stack():
                raise OutwitError(TOO_MANY)
            self.program.call(*question)
        if control[At.ABORTED] == NO_WORLD:
            raise no_world_error(self.game, self.player)

    def look(self) -> None:
        """Read from the machine's memory what has been found at the root."""
        control = self.control
        self.simulations = control[At.SIMULATIONS]
        control.sets.buffer.used = control[At.TREE_SIZE]
        if control[At.ROOT]:
            self.top = CompiledSet(control.sets, control[At.ROOT])
        least, most = (float(control.words[at : at + 1].view(np.float64)[0]) for at in (At.LEAST, At.MOST))
        self.range = min(least, self.range[0]), max(most, self.range[1])
        self.seen = None

    def stats(self) -> dict[str, float]:
        return {"simulations": self.simulations, "information sets": self.control[At.SETS] or 1}
