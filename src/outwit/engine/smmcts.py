"""Simultaneous-move Monte Carlo tree search at the speed of machine code, for every game that compiles."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from outwit import search
from outwit.decision import Limit, Watch, option
from outwit.engine.compiled_agent import Compilable, load_compiler, notice
from outwit.errors import CompileError
from outwit.game import Game, State
from outwit.memory import refuse_unless_size
from outwit.search.sampler import SamplingSearch

if TYPE_CHECKING:
    from outwit.engine.compiler.rules import Compiled


@dataclass(frozen=True)
class SMMCTS(Compilable, search.SMMCTS):
    """The textbook's simultaneous-move search compiled with the rules: the same draws, the same tree."""

    mb: int = option(256, "Megabytes for the tree of the compiled search; once full, it grows no more.")

    def __post_init__(self) -> None:
        super().__post_init__()
        refuse_unless_size(self.mb)

    @classmethod
    def program(cls, game: Game) -> Compiled:
        from outwit.engine.kernels.smmcts import build
        from outwit.engine.runners.alphabeta import build_for

        return build_for(game, "smmcts", build)

    def new_search(
        self, game: Game, state: State, limit: Limit, watch: Watch, seed: int, player: int | None = None
    ) -> SamplingSearch:
        if self.compiled:
            try:
                load_compiler()
                from outwit.engine.runners.smmcts import CompiledSmmcts

                return CompiledSmmcts(game, state, limit, watch, seed, self, player)
            except CompileError as error:
                notice(game, error)
        return super().new_search(game, state, limit, watch, seed, player)
