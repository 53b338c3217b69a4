"""Monte Carlo tree search at the speed of machine code, for every game that compiles."""

from __future__ import annotations

from dataclasses import dataclass, replace

from outwit import search
from outwit.decision import Limit, Watch, option
from outwit.engine.compiling import notice
from outwit.errors import OutwitError
from outwit.game import Game, State
from outwit.search.sampler import Sampling


@dataclass(frozen=True)
class MCTS(search.MCTS):
    """The textbook's Monte Carlo tree search compiled with the rules: the same draws, the same tree."""

    compiled: bool = option(True, "Compile the rules and the search; off, Python interprets both.")
    mb: int = option(
        256, "Megabytes for the tree of the compiled search; when they are full, it grows no more."
    )

    def __post_init__(self) -> None:
        super().__post_init__()
        if not 1 <= self.mb <= 1 << 20:
            raise OutwitError(f"mb={self.mb} is no size for a tree; give 1 or more megabytes.")

    def prepare(self, game: Game) -> None:
        """Compile the game, if it can be."""
        start = game.initial()
        if self.compiled and self.objection(self.meant(game)) is None and not game.over(start):
            self.decide(game, start, Limit(simulations=1))

    def interpreted(self) -> MCTS:
        """The same agent without the compiler."""
        return replace(self, compiled=False)

    def sampling(self, game: Game, state: State, limit: Limit, watch: Watch, seed: int) -> Sampling:
        if self.compiled:
            from outwit.engine.failure import CompileError
            from outwit.engine.grown import CompiledTree

            try:
                return CompiledTree(game, state, limit, watch, seed, self)
            except CompileError as error:
                notice(str(error))
        return super().sampling(game, state, limit, watch, seed)
