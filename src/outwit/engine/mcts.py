"""Monte Carlo tree search at the speed of machine code, for every game that compiles."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from outwit import search
from outwit.decision import Limit, Watch, option
from outwit.engine.compiled_agent import Compilable, load_compiler, notice
from outwit.errors import BadOptionError, CompileError
from outwit.game import Game, State
from outwit.memory import refuse_unless_size
from outwit.search.sampler import SamplingSearch

if TYPE_CHECKING:
    from outwit.engine.compiler.rules import Compiled

MOST_THREADS = 256


@dataclass(frozen=True)
class MCTS(Compilable, search.MCTS):
    """The textbook's Monte Carlo tree search compiled with the rules: the same draws, the same tree."""

    mb: int = option(256, "Megabytes for the tree of the compiled search; once full, it grows no more.")
    threads: int = option(  # type: ignore[misc]
        1, "Threads that grow one tree; more than one are faster, and no longer repeat themselves."
    )

    def __post_init__(self) -> None:
        super().__post_init__()
        refuse_unless_size(self.mb)
        if not 1 <= self.threads <= MOST_THREADS:
            raise BadOptionError(f"threads={self.threads} must be from 1 to {MOST_THREADS}.")

    @classmethod
    def program(cls, game: Game) -> Compiled:
        from outwit.engine.kernels.mcts import build
        from outwit.engine.runners.alphabeta import build_for

        return build_for(game, "mcts", build)

    def new_search(self, game: Game, state: State, limit: Limit, watch: Watch, seed: int) -> SamplingSearch:
        if self.compiled:
            try:
                load_compiler()
                from outwit.engine.runners.mcts import CompiledTree

                return CompiledTree(game, state, limit, watch, seed, self)
            except CompileError as error:
                notice(game, error)
        return super().new_search(game, state, limit, watch, seed)
