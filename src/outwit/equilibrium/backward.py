"""The agent that plays by backward induction: a mixed strategy wherever both choose at once."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace
from itertools import count
from typing import Any, ClassVar

from outwit.decision import Agent, Decision, Limit, Progress, Watch, deciding_player, option
from outwit.equilibrium.backward_induction import BackwardInduction, SolvedMatrices
from outwit.equilibrium.double_oracle import DoubleOracle
from outwit.equilibrium.game_graph import GameGraph, GraphNode
from outwit.equilibrium.mixed_decision import mixed_decision
from outwit.errors import TooDeepError
from outwit.faults import is_endless_rule
from outwit.game import CHANCE, SIMULTANEOUS, Game, Move, State
from outwit.memory import Kept
from outwit.random import Generator
from outwit.random_positions import lines_of_play
from outwit.search.agent import SearchAgent
from outwit.search.rollout import Budget
from outwit.search.search import OutOfBudgetError
from outwit.search.searcher import objection_to, search_for

VALUE_BYTES = 150
"""What a value that is kept takes, about."""

ROUNDING = 1e-12
"""Values that lie no farther apart are the same."""

DESCENTS, SMALL = 4, 20_000_000
"""Random games that tell whether a game is tried whole: if it branches into at most so many lines of play."""

WHOLE = 0.75
"""The part of a limit that this may take."""

LISTED = 20
"""How many moves are listed when somebody looks in the time that a candidate with its probability takes."""


@dataclass(frozen=True)
class Backward(SearchAgent["BackwardSearch"]):
    """Solves the game from its end, with a matrix of values wherever both choose at once.

    Its answer is an equilibrium strategy: how likely each move is to be played, so that no opponent wins more
    than the value. It is proved if the search comes to the end of the game; else the game's `evaluate` says
    what positions are worth at the depth that was completed last.

    >>> from outwit.games import find_game
    >>> game = find_game("matrix:2 -1; -1 1")
    >>> decision = Backward(seed=1).decide(game, game.initial(), player=0)
    >>> [round(candidate.probability, 3) for candidate in decision.candidates], decision.value, decision.exact
    ([0.6, 0.4], 0.2, True)
    """

    depth: int | None = option(None, "Look this many moves ahead; without it, to the end of the game.")
    seconds: float | None = option(None, "Answer within this time.")
    nodes: int | None = option(None, "Visit at most this many positions.")
    oracle: bool = option(
        True, "Begin with a move of each player and add the best answers (double oracle), not all moves."
    )
    serialize: bool = option(
        True, "First bound what a position is worth by letting one player see the other's move; needs oracle."
    )
    evaluation: str | None = option(
        None, "Judge positions by this one of the game's evaluations; without it, by the game's own."
    )
    model: str | None = option(
        None, "Search this one of the game's models in place of the game itself, such as dice averaged."
    )
    keep: bool = option(
        True, "Go on with the values proved at earlier moves, if whoever asks has a memory for them."
    )
    compiled: bool = option(
        True, "Compile the simplex method once many matrices were solved, if no time is set; off, never."
    )
    seed: int | None = option(None, "Makes the draws, and so the moves, repeatable.")

    name = "backward"
    summary = "Backward induction for two who choose at once: exact values and mixed strategies."
    shortest: ClassVar[Limit] = Limit(seconds=1, depth=1)

    @classmethod
    def objection(cls, game: Game) -> str | None:
        reason = objection_to(game, chance=True, many=False, solo=False, joint=True)
        if reason is None and not game.simultaneous:
            return f"nobody chooses at once in it; {search_for(game)} plays it."
        return reason

    def limit(self) -> Limit:
        return Limit(seconds=self.seconds, depth=self.depth, nodes=self.nodes)

    def with_seed(self, seed: int) -> Agent:
        return self if self.seed is not None else replace(self, seed=seed)

    def deepens(self, limit: Limit) -> bool:
        return limit.seconds is not None or limit.nodes is not None

    def begin(self, game: Game, state: State, limit: Limit, watch: Watch, past: int) -> BackwardSearch:
        turn = game.turn(state)
        player = None if turn == CHANCE else deciding_player(game, state)
        return BackwardSearch(self, game, state, limit, watch, past, player)

    def begin_for(
        self, player: int | None, game: Game, state: State, limit: Limit, watch: Watch, past: int
    ) -> BackwardSearch:
        if game.turn(state) != SIMULTANEOUS:
            return self.begin(game, state, limit, watch, past)
        chooser = deciding_player(game, state, player)
        return BackwardSearch(self, game, state, limit, watch, past, chooser)

    def run(
        self, search: BackwardSearch, kept: Kept | None, history: Sequence[State], tree: bool
    ) -> Decision:
        if kept is not None and self.keep:
            search.proved = kept.take(Proved) or search.proved
            search.kept = len(search.proved.values)
        search.run()
        if kept is not None and self.keep:
            kept.keep(search.proved, VALUE_BYTES * len(search.proved.values))
        return search.decision(self.origin(search))


@dataclass
class Proved:
    """What positions are worth to the first player for certain, by their keys."""

    values: dict[object, float] = field(default_factory=dict)


@dataclass(frozen=True)
class Answer:
    """What one pass has found."""

    depth: int
    """How many moves ahead it looked; at least as many as the game has left if it is `exact`."""
    exact: bool
    value: float
    """For the first player."""
    strategy: tuple[float, ...] = ()
    """How likely the player who is asked plays each move."""
    worths: tuple[float, ...] = ()
    """What each move is worth to the first player against what the other plays."""


class BackwardSearch:
    """One search of one position."""

    def __init__(
        self,
        agent: Backward,
        game: Game,
        state: State,
        limit: Limit,
        watch: Watch,
        past: int,
        player: int | None,
    ) -> None:
        self.agent = agent
        self.game = game
        self.root = state
        self.limit = limit
        self.watch = watch
        self.past = past
        self.player = player
        """Whose decision it is; None where chance acts."""
        self.moves: list[Move] = [] if player is None else list(game.moves_for(state, player))
        self.budget = Budget(limit, watch)
        self.budget.set_aside(LISTED * len(self.moves))
        self.budget.nodes = 0  # the root is counted when it gets its node
        self.matrices = SolvedMatrices(patient=limit.seconds is not None or not agent.compiled)
        self.proved = Proved()
        self.kept: int | None = None
        """How many values were known from earlier decisions; None if there is no memory."""
        self.answer: Answer | None = None

    @property
    def seconds(self) -> float:
        """The time since it began."""
        return self.budget.elapsed

    def end(self) -> None:
        """There is nothing to let go of."""

    def run(self) -> None:
        """Search to one depth after the other until all is proved, or the limit is reached."""
        for depth, limit in self.passes():
            self.budget.limit, self.budget.next_look = limit, 0
            graph = GameGraph(self.game, self.proved.values, self.budget.enter)
            try:
                self.answer = self.pass_over(graph, depth)
            except (OutOfBudgetError, RecursionError, TooDeepError) as stopped:
                self.refuse_depth(stopped)
                continue
            finally:
                graph.prove()
            self.report(self.answer)
            if self.answer.exact:
                break

    def passes(self) -> Iterator[tuple[int | None, Limit]]:
        """How many moves to look ahead, None for to the end, and the limit of that pass.

        Where it may be stopped at any moment, one move is looked ahead, and then one more each time; but a
        game that is small is first tried whole, since what rests on no estimates is proved much sooner.
        """
        most, limit = self.limit.depth, self.budget.limit
        if not self.agent.deepens(self.limit):
            yield most, limit
            return
        for depth in count(1) if most is None else range(1, most + 1):
            if self.watch.stopped or self.is_spent(limit):
                return
            yield depth, limit
            if depth == 1 and most is None and self.is_small():
                yield None, self.part(limit)

    def is_spent(self, limit: Limit) -> bool:
        """Is nothing left of the limit?"""
        return limit.less(seconds=self.seconds, nodes=self.budget.nodes) is None

    def is_small(self) -> bool:
        """Does the game branch so little from here that it may be solved in no time?"""
        random = Generator(1)
        return all(lines_of_play(self.game, self.root, random, SMALL) <= SMALL for _ in range(DESCENTS))

    def part(self, limit: Limit) -> Limit:
        """The limit at which to give up to solve the whole game, since there must be enough left for less."""
        seconds, nodes = self.seconds, self.budget.nodes
        return Limit(
            seconds=None if limit.seconds is None else seconds + WHOLE * (limit.seconds - seconds),
            nodes=None if limit.nodes is None else nodes + int(WHOLE * (limit.nodes - nodes)),
        )

    def refuse_depth(self, stopped: Exception) -> None:
        """Go on where a pass was broken off by the limit, or went too deep and another one did not."""
        if isinstance(stopped, OutOfBudgetError):
            return
        if isinstance(stopped, RecursionError) and is_endless_rule(stopped):
            raise stopped
        if self.answer is None:
            raise TooDeepError(
                f"{self.agent.name} cannot look to the end of this game: it goes too deep, or comes back to "
                "a position; give a depth, or seconds or nodes."
            ) from stopped

    def pass_over(self, graph: GameGraph, depth: int | None) -> Answer:
        """Look so many moves ahead, or to the end."""
        root = graph.node(self.root, depth)
        induction = self.induction(graph, root)
        graph.open(root)
        self.moves = root.columns if self.player == 1 and root.columns else root.rows
        strategy: tuple[float, ...] = ()
        worths: tuple[float, ...] = ()
        if self.player is None:
            value = induction.value(root)
        elif root.turn == SIMULTANEOUS:
            found = induction.strategies(root)
            value = found.value
            strategy = tuple(found.rows if self.player == 0 else found.columns)
            worths = tuple(induction.answers(root, self.player, found))
        else:
            worths = tuple(induction.value(graph.child(root, place)) for place in range(len(self.moves)))
            value = max(worths) if self.player == 0 else min(worths)
            best = worths.index(value)
            strategy = tuple(float(place == best) for place in range(len(worths)))
        graph.leave(root, 0, value, value)  # the answers may rest on more than the value does
        exact = not root.estimated
        same = ROUNDING * max(1.0, abs(value))
        worths = tuple(value if abs(worth - value) <= same else worth for worth in worths)
        return Answer(root.height if depth is None or exact else depth, exact, value, strategy, worths)

    def induction(self, graph: GameGraph, root: GraphNode) -> BackwardInduction:
        """The form of backward induction that the agent's options ask for."""
        if not self.agent.oracle:
            return BackwardInduction(graph, self.matrices)
        return DoubleOracle(graph, self.matrices, root, self.agent.serialize)

    def report(self, answer: Answer) -> None:
        """Tell whoever watches what a pass has found."""
        if self.watch.report is not None:
            value = self.seen_by_player(answer.value)
            line = () if self.player is None else (self.moves[answer.strategy.index(max(answer.strategy))],)
            self.watch.report(Progress(answer.depth, self.budget.nodes, self.seconds, value, line))

    def seen_by_player(self, value: float) -> float:
        """A value of the first player as the one who is asked sees it."""
        return 0.0 - value if self.player == 1 else value

    def decision(self, origin: dict[str, Any]) -> Decision:
        """The answer of the agent that searches; if no pass was completed, any move is as good."""
        answer = self.answer
        known = {} if answer is None else {"depth": answer.depth, "exact": answer.exact}
        more = {**origin, **known, "nodes": self.budget.nodes, "stats": self.stats()}
        if self.player is None:
            return Decision(move=None, value=None if answer is None else answer.value, **more)
        values: dict[Move, float | None] = dict.fromkeys(self.moves)
        shares = dict.fromkeys(self.moves, 1 / len(self.moves))
        if answer is not None:
            shares = dict(zip(self.moves, answer.strategy, strict=True))
            values = dict(zip(self.moves, map(self.seen_by_player, answer.worths), strict=True))
        game, state = more.pop("game"), more.pop("state")
        return mixed_decision(
            game, state, self.player, shares, values, seed=self.agent.seed, past=self.past, **more
        )

    def stats(self) -> dict[str, float]:
        """Counts of what was done."""
        return {**self.matrices.counts, **({} if self.kept is None else {"kept": self.kept})}
