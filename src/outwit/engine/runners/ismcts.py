"""Runs compiled information set Monte Carlo tree search: in machine code, a moment at a time."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from outwit.decision import Limit, Watch
from outwit.engine.kernels.control_block import At, Switch
from outwit.engine.kernels.ismcts import SINGLE
from outwit.engine.kernels.limits import NO_WORLD
from outwit.engine.kernels.rollout import many_values, policy_switch
from outwit.engine.runners.game_data import bind
from outwit.engine.runners.history import pack_state
from outwit.engine.runners.information_sets import CompiledSet, SetControl, SetMemory
from outwit.engine.runners.moments import InMoments
from outwit.game import Game, State
from outwit.repetition import Remembering
from outwit.search.ismcts import IsmctsSearch
from outwit.worlds import no_world_error

if TYPE_CHECKING:
    from outwit.engine.ismcts import ISMCTS


class CompiledIsmcts(InMoments, IsmctsSearch):
    """One information set Monte Carlo tree search in machine code."""

    agent: ISMCTS
    control: SetControl

    def __init__(
        self, game: Game, state: State, limit: Limit, watch: Watch, seed: int, agent: ISMCTS
    ) -> None:
        self.program = agent.program(game.unwrapped)
        super().__init__(game, state, limit, watch, seed, agent)
        self.data = bind(game.unwrapped).data
        self.words = np.concatenate([pack_state(self.program, each) for each in (state, game.initial())])
        """The root's state, and that of the beginning of the game."""
        self.control = SetControl(SetMemory((agent.mb << 20) // 8, many_values(game), game.players))
        self.prepare()

    def prepare(self) -> None:
        super().prepare()
        control, agent = self.control, self.agent
        control.memory[At.HALVES].view(np.float64)[: self.game.players] = self.rule.halves
        control[At.OBSERVER] = self.player
        control.set_real(At.EXPLORATION, agent.exploration)
        control[At.SWITCHES] = (
            policy_switch(agent.rollout)
            + SINGLE * self.single
            + Switch.PAST * isinstance(self.game, Remembering)
        )

    def work(self) -> None:
        super().work()
        if self.control[At.ABORTED] == NO_WORLD:
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
