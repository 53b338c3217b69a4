"""What the searches share that sample the game by rollouts: flat Monte Carlo and Monte Carlo tree search."""

from __future__ import annotations

import math
from abc import ABC, abstractmethod
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from typing import Any, ClassVar, Literal

from outwit.decision import Agent, Candidate, Decision, Limit, Progress, Watch, option
from outwit.errors import BadOptionError
from outwit.game import CHANCE, Game, Move, State
from outwit.listing import Listing
from outwit.memory import Kept
from outwit.random import Generator
from outwit.search.agent import SearchAgent
from outwit.search.interval import interval
from outwit.search.rollout import Budget, Rollouts
from outwit.search.search import REPORT, OutOfBudgetError
from outwit.search.searcher import objection_to, search_for
from outwit.tree.record.node import Tree


@dataclass(frozen=True)
class Sampler(SearchAgent["SamplingSearch"]):
    """An agent that decides by rollouts: games continued by a simple policy to see how they end."""

    seconds: float | None = option(None, "Answer within this time.")
    simulations: int | None = option(None, "Make at most so many simulations.")
    nodes: int | None = option(None, "Visit at most this many positions.")
    rollout: Literal["random", "order", "best"] = option(
        "random",
        "How rollouts choose moves: any, the better of two by the game's `order`, or the best of all by it.",
    )
    cutoff: int | None = option(
        None,
        "Stop a rollout after so many moves and estimate; 0 estimates at once, without it the end decides.",
    )
    evaluation: str | None = option(
        None, "Judge positions by this one of the game's evaluations; without it, by the game's own."
    )
    model: str | None = option(
        None, "Search this one of the game's models in place of the game itself, such as dice averaged."
    )
    seed: int | None = option(None, "Makes the draws, and so the answer, repeatable.")

    shortest: ClassVar[Limit] = Limit(seconds=1, simulations=1)

    def __post_init__(self) -> None:
        super().__post_init__()
        if self.cutoff is not None and self.cutoff < 0:
            raise BadOptionError(f"cutoff={self.cutoff} is no number of moves; give 0 or more, or none.")

    @classmethod
    def objection(cls, game: Game) -> str | None:
        return objection_to(game, chance=True, many=True, solo=True)

    def limit(self) -> Limit:
        return Limit(seconds=self.seconds, simulations=self.simulations, nodes=self.nodes)

    def limit_of(self, limit: Limit | None) -> Limit:
        wanted = super().limit_of(limit).in_one_go()
        if wanted.seconds is None and wanted.simulations is None and wanted.nodes is None:
            return wanted.override(self.default_limit)
        return wanted

    def refuse_limit(self, game: Game, limit: Limit | None) -> None:
        if limit is not None and limit.depth is not None:
            instead = "" if game.hidden or game.simultaneous else f", or ask {search_for(game)}"
            raise BadOptionError(
                f"{self.name} plays games to their ends and has no depth; limit it by seconds or nodes"
                f"{instead}."
            )

    def with_seed(self, seed: int) -> Agent:
        return self if self.seed is not None else replace(self, seed=seed)

    @abstractmethod
    def new_search(self, game: Game, state: State, limit: Limit, watch: Watch, seed: int) -> SamplingSearch:
        """A search of this kind that has not begun."""

    def begin(self, game: Game, state: State, limit: Limit, watch: Watch, past: int) -> SamplingSearch:
        return self.new_search(game, state, limit, watch, self.draw_seed(state, past))

    def run(
        self, search: SamplingSearch, kept: Kept | None, history: Sequence[State], tree: bool
    ) -> Decision:
        if tree:
            search.record()
        if kept is not None:
            search.recall(kept, history)
        search.run()
        search.play_on()
        decision = search.decision(self.origin(search))
        if kept is not None:
            search.keep(kept)
        return decision


@dataclass
class Arm:
    """What has been seen of one move: how often it was tried, and what came of it."""

    move: Move
    visits: int = 0
    total: float = 0.0
    """The sum of what it paid the player who chooses."""
    squares: float = 0.0
    proved: float | None = None
    """What it is worth to that player, where that is certain."""
    line: tuple[Move, ...] = ()

    @property
    def mean(self) -> float:
        """What it paid on average; what is certain is not averaged."""
        if self.proved is not None:
            return self.proved
        return self.total / self.visits if self.visits else -math.inf

    @property
    def error(self) -> float:
        """The standard error of the mean; infinite before there are two."""
        if self.proved is not None:
            return 0.0
        if self.visits < 2:
            return math.inf
        variance = max(self.squares - self.total * self.total / self.visits, 0.0) / (self.visits - 1)
        return math.sqrt(variance / self.visits)

    def candidate(self, interval: tuple[float, float] | None) -> Candidate:
        """The move as a candidate: its mean, how often it was tried, and where the mean lies if known."""
        if not self.visits and self.proved is None:
            return Candidate(self.move)
        proved = self.proved is not None
        line = self.line or (self.move,)
        return Candidate(self.move, self.mean + 0.0, "exact", line, self.visits, interval, proved)


class SamplingSearch(ABC):
    """One search by rollouts from one position."""

    def __init__(
        self,
        game: Game,
        state: State,
        limit: Limit,
        watch: Watch,
        seed: int,
        agent: Sampler,
        player: int | None = None,
    ) -> None:
        """A search of a position; for a player, where several choose at once."""
        self.game = game
        self.root = state
        self.limit = limit
        self.watch = watch
        self.agent = agent
        self.seed = seed
        self.budget = Budget(limit, watch)
        self.random = Generator(seed)
        self.rollouts = Rollouts(game, self.random, self.budget, agent.rollout, agent.cutoff)
        self.joint = player is not None
        """Do several choose at once at the root?"""
        self.player = game.turn(state) if player is None else player
        self.moves: list[Move] = []
        if player is not None:
            self.moves = list(game.moves_for(state, player))
        elif self.player != CHANCE:
            self.moves = list(game.moves(state))
        self.budget.set_aside(len(self.moves))
        self.next_report = REPORT
        self.simulations = 0
        self.seen: list[Arm] | None = None
        """What has been seen of each move, once that was asked for after the last simulation."""
        self.extra_nodes = 0
        """Positions visited in a further search."""

    @property
    def nodes(self) -> int:
        """Positions visited."""
        return self.budget.nodes

    @property
    def seconds(self) -> float:
        """The time since the search began."""
        return self.budget.elapsed

    def end(self) -> None:  # noqa: B027 - most searches hold nothing beyond themselves
        """Let go of what the search held."""

    def recall(self, kept: Kept, history: Sequence[State]) -> None:  # noqa: B027 - most searches begin anew
        """Go on from what was kept of earlier decisions, if this position has come about since."""

    def keep(self, kept: Kept) -> None:  # noqa: B027 - most searches leave nothing behind
        """Leave to the next decision what it can go on from."""

    def record(self) -> None:  # noqa: B027 - most searches have no tree to show
        """Write down what is done from now on."""

    def recorded_tree(self) -> Tree | None:
        """The tree that has been written down."""
        return None

    @abstractmethod
    def simulate(self) -> None:
        """Make one more simulation; `OutOfBudgetError`, and nothing has changed, if it may not end."""

    def arms(self) -> list[Arm]:
        """What has been seen of each move of the root."""
        if self.seen is None:
            self.seen = self.read_arms()
        return self.seen

    @abstractmethod
    def read_arms(self) -> list[Arm]:
        """Find out what has been seen of each move of the root."""

    @property
    def settled(self) -> bool:
        """Would more simulations not change the answer?"""
        return False

    @property
    def depth(self) -> int:
        """How many moves ahead was looked before rollouts began."""
        return 1

    def run(self) -> None:
        """Make simulations until the limit is reached, or there is no more to find out."""
        most = math.inf if self.limit.simulations is None else self.limit.simulations
        while not self.watch.stopped and not self.settled and self.simulations < most:
            nodes = self.budget.nodes
            try:
                self.simulate()
            except OutOfBudgetError:
                self.budget.nodes = nodes
                break
            self.simulations += 1
            self.seen = None
            spent = self.budget.elapsed
            if spent >= self.next_report:
                self.next_report = spent + REPORT
                self.report(spent)

    def play_on(self) -> None:  # noqa: B027 - most searches have not given up
        """Use what is left of the limit where the search has ended early, if that can help."""

    def report(self, spent: float) -> None:
        """Tell whoever watches how it goes."""
        if self.watch.report is not None:
            best = self.best()
            line = best.line or (best.move,) if best is not None else ()
            value = None if best is None else best.mean
            self.watch.report(Progress(self.depth, self.nodes, spent, value, line))

    def visited_arms(self) -> list[Arm]:
        """The moves of the root of which something has been seen, in the game's order."""
        return [arm for arm in self.arms() if arm.visits or arm.proved is not None]

    def best(self) -> Arm | None:
        """The move to play: the one tried most often, unless one that is certain is as good."""
        known = self.visited_arms()
        tried: Arm | None = None
        sure: Arm | None = None
        for arm in known:
            if arm.proved is not None:
                if sure is None or (arm.mean, arm.visits) > (sure.mean, sure.visits):
                    sure = arm
            elif tried is None or (arm.visits, arm.mean) > (tried.visits, tried.mean):
                tried = arm
        if tried is None and len(known) < len(self.moves):
            seen = {arm.move for arm in known}
            tried = Arm(next(move for move in self.moves if move not in seen))
        return self.better(tried, sure)

    def better(self, tried: Arm | None, sure: Arm | None) -> Arm | None:
        """The better of the move that was tried most often and the best of those that are certain."""
        if tried is None or sure is None:
            return tried or sure
        return sure if sure.mean >= tried.mean and not self.is_lost(sure.mean) else tried

    def is_lost(self, value: float) -> bool:
        """Is there nothing worse than this value, which is no good?"""
        low, _ = self.game.bounds(self.root, self.player)
        return value <= low and value < sum(self.game.bounds(self.game.initial(), self.player)) / 2

    def worth(self, best: Arm | None) -> tuple[float | None, bool]:
        """What the root is worth to whoever acts, given the best move, and is that proved?"""
        if best is None or (not best.visits and best.proved is None):
            return None, False
        return best.mean + 0.0, best.proved is not None and self.is_decided(best)

    def is_decided(self, best: Arm) -> bool:
        """Is nothing better possible than the best move, which is certain?"""
        _, high = self.game.bounds(self.root, self.player)
        assert best.proved is not None
        if best.proved >= high:
            return True
        others = [arm.proved for arm in self.arms()]
        return all(each is not None and each <= best.proved for each in others)

    def decision(self, origin: dict[str, Any]) -> Decision:
        """The answer of the agent that searches."""
        best = self.best()
        value, exact = self.worth(best)
        return Decision(
            move=None if best is None else best.move,
            value=value,
            line=() if best is None else best.line or (best.move,),
            candidates=Listing(len(self.moves), self.candidate_maker(best)),
            depth=self.depth,
            nodes=self.nodes + self.extra_nodes,
            exact=exact,
            stats=self.stats(),
            tree=self.recorded_tree(),
            **origin,
        )

    def candidate_maker(self, best: Arm | None) -> Callable[[], list[Candidate]]:
        """What makes the candidates, best first, later and without holding on to the search."""
        arms = self.arm_reader()

        def make() -> list[Candidate]:
            return [arm.candidate(None) for arm in rank_arms(arms(), best)]

        return make

    def arm_reader(self) -> Callable[[], list[Arm]]:
        """What tells later, without holding on to the search, what has been seen of each move by now."""
        arms = self.arms()
        return lambda: arms

    def stats(self) -> dict[str, float]:
        """Counts of what was done."""
        return {"simulations": self.simulations}


def record(arm: Arm, paid: float) -> None:
    """Note what came of a move."""
    arm.visits += 1
    arm.total += paid
    arm.squares += paid * paid


def candidates_with_intervals(
    arms: list[Arm], best: Arm | None, low: float, high: float
) -> Callable[[], list[Candidate]]:
    """What makes candidates, best first, that tell where their means lie, given how far payoffs range."""

    def make() -> list[Candidate]:
        order = rank_arms(arms, best)
        return [arm.candidate(interval(arm.visits, arm.total, arm.squares, low, high)) for arm in order]

    return make


def payoff_range(game: Game, player: int) -> tuple[float, float]:
    """The least and the most that a game pays a player, as far as the bounds of its start tell.

    Where they know how the game ends if all play their best, what they say of all players together.
    """
    start = game.initial()
    low, high = game.bounds(start, player)
    if low < high:
        return low, high
    lows, highs = zip(*(game.bounds(start, each) for each in range(game.players)), strict=True)
    return min(lows), max(highs)


def rank_arms(arms: list[Arm], best: Arm | None) -> list[Arm]:
    """The moves, best first; those of which nothing was seen last, as the game gives them.

    What is best is told by how often each was tried, unless it is proved of all of them what they are worth.
    """
    known, unknown = list[Arm](), list[Arm]()
    for arm in arms:
        if best is None or arm.move != best.move:
            (unknown if arm.visits == 0 and arm.proved is None else known).append(arm)
    if all(arm.proved is not None for arm in known):
        known.sort(key=lambda arm: (-arm.mean, -arm.visits))
    else:
        known.sort(key=lambda arm: (-arm.visits, -arm.mean))
    return [*([] if best is None else [best]), *known, *unknown]
