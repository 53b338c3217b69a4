"""A compiled expectiminimax under way."""

from __future__ import annotations

from outwit.engine.chance import build
from outwit.engine.control import At, Control, Switch
from outwit.engine.run import CompiledInquiry
from outwit.game import State, defines
from outwit.random import scramble
from outwit.search.expectiminimax import best_possible


class CompiledExpectation(CompiledInquiry):
    """Expectiminimax under way in machine code."""

    purpose = "expectiminimax"
    build = staticmethod(build)

    def switches(self) -> dict[Switch, bool]:
        agent = self.agent
        return {
            Switch.ORDER: agent.order and defines(self.game, "order"),
            Switch.TABLE: agent.table,
            Switch.QUICK: agent.quick,
            Switch.STAR: agent.star1 or agent.star2,
        }

    def prepared(self, depth: int) -> Control:
        control = super().prepared(depth)
        control[At.SAMPLES] = self.agent.samples or 0
        control[At.SEED] = scramble(self.agent.seed or 0) >> 1
        return control

    def value(self, state: State, depth: int, ply: int, alpha: float, beta: float) -> float:
        if self.passes == 0 and self.agent.order and defines(self.game, "order"):
            self.root_moves.sort(key=lambda move: -self.game.order(state, move))
        return super().value(state, depth, ply, alpha, beta)

    def gather(self, control: Control, depth: int) -> None:
        super().gather(control, depth)
        self.certain = bool(control[At.CERTAIN])

    def proved(self, value: float) -> bool:
        if self.agent.samples:
            return False
        return self.estimates == 0 or (self.certain and best_possible(self, value))
