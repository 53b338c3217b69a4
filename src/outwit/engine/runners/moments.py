"""What the searches share whose simulations one thread makes in machine code, a moment at a time."""

from __future__ import annotations

from abc import abstractmethod
from typing import TYPE_CHECKING, Any

from outwit.engine.compiler.clock import now
from outwit.engine.kernels.control_block import TOO_MANY, At, deadline
from outwit.engine.kernels.limits import OUT_OF_BUDGET, TOO_MANY_MOVES
from outwit.engine.kernels.mcts_nodes import LONGEST_PATH
from outwit.engine.kernels.rollout import LONGEST_WAY
from outwit.engine.runners.history import tell_past, to_signed
from outwit.errors import OutwitError
from outwit.search.sampler import SamplingSearch
from outwit.search.search import REPORT

if TYPE_CHECKING:
    from outwit.engine.compiler.linker import Data
    from outwit.engine.compiler.rules import Compiled
    from outwit.engine.runners.mcts import SimulationControl

MOMENT = 20_000_000
"""For so many nanoseconds the machine runs before Python is asked whether anybody has interrupted it."""


class InMoments(SamplingSearch):
    """A search whose simulations are made in machine code; Python looks at what came of them in between."""

    program: Compiled
    data: Data
    words: Any
    """The state, or states, that the machine sets out from."""
    control: SimulationControl

    def prepare(self) -> None:
        """Tell the machine of the limits, of the draws, and of what has been before the root."""
        control, limit, cutoff = self.control, self.budget.limit, self.agent.cutoff
        way = LONGEST_PATH + LONGEST_WAY
        tell_past(control, self.game, self.root, self.program, self.data.address, way)
        control[At.RANDOM] = to_signed(self.random.state)
        control[At.CUTOFF] = -1 if cutoff is None else cutoff
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

    @abstractmethod
    def look(self) -> None:
        """Read from the machine's memory what has been found at the root."""
