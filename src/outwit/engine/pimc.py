"""Perfect information Monte Carlo with compiled searches of the worlds."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, ClassVar

from outwit import search
from outwit.decision import Limit, Watch
from outwit.engine.alphabeta import AlphaBeta
from outwit.engine.compiled_agent import Compilable
from outwit.engine.expectiminimax import Expectiminimax
from outwit.engine.maxn import MaxN
from outwit.engine.mcts import MCTS
from outwit.game import Game, State
from outwit.search.sampler import SamplingSearch
from outwit.search.searcher import Searcher

if TYPE_CHECKING:
    from outwit.engine.compiler.rules import Compiled


@dataclass(frozen=True)
class PIMC(Compilable, search.PIMC):
    """The textbook's perfect information Monte Carlo, its worlds searched by compiled agents."""

    searches: ClassVar[dict[str, type[Searcher]]] = {
        cls.name: cls for cls in (AlphaBeta, Expectiminimax, MaxN)
    }
    tree_search: ClassVar[type[search.MCTS]] = MCTS

    @classmethod
    def program(cls, game: Game) -> Compiled:
        return MCTS.program(game)

    def programs(self, game: Game) -> list[Compiled]:
        inner = self.inner(self.game_model(game), self.depth)
        return inner.programs(game) if isinstance(inner, Compilable) else []

    def new_search(self, game: Game, state: State, limit: Limit, watch: Watch, seed: int) -> SamplingSearch:
        """A search of worlds, for which all is compiled, and memory is at hand, before its clock starts."""
        whole = Limit(seconds=limit.seconds, nodes=limit.nodes)
        self.inner(game, limit.depth).begin(game, state, whole, Watch(), 0).end()
        return super().new_search(game, state, limit, watch, seed)

    def inner(self, game: Game, depth: int | None) -> Searcher | search.MCTS:
        agent = super().inner(game, depth)
        return agent if self.compiled or not isinstance(agent, Compilable) else agent.without_compiler()
