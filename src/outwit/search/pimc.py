"""Perfect information Monte Carlo: every world is searched as if all were seen, and the values are averaged.

Levy, "The million pound bridge program", 1989; Ginsberg, "GIB: imperfect information in a computationally
challenging game", 2001; Frank and Basin, "Search in games with incomplete information: a case study using
bridge card play", 1998 (strategy fusion).
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import ClassVar

from outwit.decision import Candidate, Limit, Watch, option
from outwit.errors import BadOptionError
from outwit.game import Game, Move, State
from outwit.search.alphabeta import AlphaBeta
from outwit.search.expectiminimax import Expectiminimax
from outwit.search.maxn import MaxN
from outwit.search.mcts import MCTS
from outwit.search.sampler import (
    Arm,
    SamplingSearch,
    candidates_with_intervals,
    payoff_range,
    record,
)
from outwit.search.search import OutOfBudgetError
from outwit.search.searcher import Searcher, search_for
from outwit.search.world_sampler import WorldSampler
from outwit.worlds import determinize_error, draw_world


@dataclass(frozen=True)
class PIMC(WorldSampler):
    """Draw worlds, search each as if everybody saw it all, and play the move with the best mean value.

    In every world the search sees what is hidden, so it takes for granted that the player will know it in
    time, and act on it (strategy fusion); it never pays for finding something out. Worlds are drawn
    independently, so a candidate's interval tells where the mean of ever more worlds lies.

    >>> from outwit.games import find_game
    >>> game = find_game("nim:coins=6")
    >>> PIMC(depth=6).decide(game, game.initial()).described()
    ['2']
    """

    simulations: int | None = option(200, "Make so many simulations in each world, where no depth is given.")
    worlds: int | None = option(None, "Search at most so many worlds.")
    depth: int | None = option(
        None, "Look at every line so many moves ahead in each world; without it, mcts searches the worlds."
    )

    name = "pimc"
    summary = (
        "Perfect information Monte Carlo: searches worlds in which all is seen, and averages the values."
    )
    searches: ClassVar[dict[str, type[Searcher]]] = {
        cls.name: cls for cls in (AlphaBeta, Expectiminimax, MaxN)
    }
    """What looks at every line of a world, by name."""
    tree_search: ClassVar[type[MCTS]] = MCTS
    """What searches a world where no depth is given."""

    def __post_init__(self) -> None:
        super().__post_init__()
        if self.worlds is not None and self.worlds < 1:
            raise BadOptionError(f"worlds={self.worlds} is too few to decide by; give 1 or more.")
        if self.simulations is not None and self.simulations < 1:
            raise BadOptionError(f"simulations={self.simulations} are too few for a world; give 1 or more.")
        if self.simulations is None and self.depth is None:
            raise BadOptionError("pimc needs to know how far to search a world; give simulations or a depth.")

    def limit(self) -> Limit:
        return Limit(seconds=self.seconds, depth=self.depth, nodes=self.nodes)

    def limit_of(self, limit: Limit | None) -> Limit:
        wanted = self.limit().override(limit).in_one_go()
        if wanted.simulations is None and self.worlds is None:
            return super().limit_of(limit)
        return wanted

    def refuse_limit(self, game: Game, limit: Limit | None) -> None:
        """A depth is how far each world is searched; so every limit means something."""

    def inner(self, game: Game, depth: int | None) -> Searcher | MCTS:
        """The agent that searches the worlds of a game, as if nothing were hidden."""
        if depth is not None:
            return self.searches[search_for(game)]()
        return self.tree_search(solve=False, rollout=self.rollout, cutoff=self.cutoff)

    def new_search(self, game: Game, state: State, limit: Limit, watch: Watch, seed: int) -> SamplingSearch:
        return PimcSearch(game, state, limit, watch, seed, self)


class PimcSearch(SamplingSearch):
    """Worlds searched one after the other; each is a simulation, and only those searched to the end count."""

    agent: PIMC

    def __init__(self, game: Game, state: State, limit: Limit, watch: Watch, seed: int, agent: PIMC) -> None:
        self.total = limit.simulations
        """How many simulations may be made in all worlds together."""
        super().__init__(game, state, replace(limit, simulations=agent.worlds), watch, seed, agent)
        self.looked = limit.depth
        """How many moves ahead the worlds are searched, if every line is."""
        self.inner = agent.inner(game, limit.depth)
        self.made = 0
        """How many simulations have been made in the worlds."""
        self.averages = [Arm(move) for move in self.moves]
        self.range = payoff_range(game, self.player)

    @property
    def depth(self) -> int:
        return self.looked or 1

    @property
    def settled(self) -> bool:
        return not self.game.hidden and self.looked is not None and self.simulations > 0

    def simulate(self) -> None:
        """Draw a world, and note what each move is worth in it."""
        world = draw_world(self.game, self.root, self.player, self.random, look=self.budget.look)
        if set(self.game.moves(world)) != set(self.moves):
            raise determinize_error(
                self.game, self.player, "drew a world in which `moves` is not what the player knows"
            )
        values = self.values_by_tree(world) if self.looked is None else self.values_by_line(world)
        for arm in self.averages:
            record(arm, values[arm.move])
        self.range = min(self.range[0], *values.values()), max(self.range[1], *values.values())

    def values_by_line(self, world: State) -> dict[Move, float]:
        """What each move of a world is worth if every line is looked at, to the depth that is wanted."""
        assert isinstance(self.inner, Searcher)
        assert self.looked is not None
        values = {}
        for move in self.moves:
            search = self.inner.begin(self.game, world, self.rest(), self.watch, 0, [move])
            try:
                found = self.inner.passes(search, (self.looked,), whole=True)
            finally:
                search.end()
            if not found.complete or found.best.value is None:
                raise OutOfBudgetError
            self.budget.nodes += search.nodes
            values[move] = found.best.value
        return values

    def values_by_tree(self, world: State) -> dict[Move, float]:
        """The mean of each move of a world in a tree search, which tries every move at least once."""
        assert isinstance(self.inner, MCTS)
        assert self.agent.simulations is not None
        wanted = max(self.agent.simulations, len(self.moves))
        if self.total is not None and self.made + wanted > self.total:
            raise OutOfBudgetError
        limit = replace(self.rest(), simulations=wanted)
        search = self.inner.new_search(self.game, world, limit, self.watch, self.random.word())
        try:
            search.run()
            values = {arm.move: arm.mean for arm in search.arms()}
        finally:
            search.end()
        if search.simulations < wanted:
            raise OutOfBudgetError
        self.budget.nodes += search.nodes
        self.made += wanted
        return values

    def rest(self) -> Limit:
        """What is left of the limit for the next search of a world."""
        limit = Limit(seconds=self.budget.limit.seconds, nodes=self.budget.limit.nodes)
        left = limit.less(seconds=self.budget.elapsed, nodes=self.budget.nodes)
        if left is None:
            raise OutOfBudgetError
        return left

    def read_arms(self) -> list[Arm]:
        return self.averages

    def best(self) -> Arm | None:
        """The move with the best mean, the first of equals."""
        return max(self.averages, key=lambda arm: arm.mean, default=None)

    def candidate_maker(self, best: Arm | None) -> Callable[[], list[Candidate]]:
        return candidates_with_intervals(self.averages, best, *self.range)

    def stats(self) -> dict[str, float]:
        return {"worlds": self.simulations, **({} if self.looked else {"simulations": self.made})}
