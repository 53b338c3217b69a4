"""Flat Monte Carlo at the speed of machine code: the textbook's, with compiled rollouts."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from outwit import search
from outwit.decision import Limit, Watch
from outwit.engine.compiled_agent import Compilable, load_compiler, notice
from outwit.errors import CompileError
from outwit.game import Game, State
from outwit.search.sampler import SamplingSearch

if TYPE_CHECKING:
    from outwit.engine.compiler.rules import Compiled


@dataclass(frozen=True)
class MonteCarlo(Compilable, search.MonteCarlo):
    """The textbook's flat Monte Carlo, its rollouts compiled with the rules: the same draws and means."""

    @classmethod
    def program(cls, game: Game) -> Compiled:
        from outwit.engine.kernels.rollout import build
        from outwit.engine.runners.alphabeta import build_for

        return build_for(game, "rollouts", build)

    def new_search(
        self, game: Game, state: State, limit: Limit, watch: Watch, seed: int, player: int | None = None
    ) -> SamplingSearch:
        if self.compiled:
            try:
                load_compiler()
                from outwit.engine.runners.montecarlo import CompiledRounds

                return CompiledRounds(game, state, limit, watch, seed, self, player)
            except CompileError as error:
                notice(game, error)
        return super().new_search(game, state, limit, watch, seed, player)
