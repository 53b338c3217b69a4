"""Solving games of chance and of one player: expectiminimax to the end or, where play can come back, a graph.

A search to the end cannot end where a position may come again. So where it does not prove the value, all
positions that can come about are found, and their values closed in on together. The same is done for games
that do not compile: the textbook's search would visit a position as often as there are ways to it.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

import numpy as np

from outwit.decision import Candidate, Limit, Watch
from outwit.engine.compiled_agent import load_compiler, notice
from outwit.engine.expectiminimax import Expectiminimax
from outwit.engine.solving.graph import Graph
from outwit.engine.solving.interval_iteration import CLOSE, IntervalIteration
from outwit.errors import CompileError, OutwitError
from outwit.game import CHANCE, Game, Move, State
from outwit.search.pass_results import is_completed, worth
from outwit.search.search import UNLIMITED, OutOfBudgetError, Search
from outwit.search.win_distance import payoff_restorer
from outwit.tree.record.recorder import Recorder

if TYPE_CHECKING:
    from outwit.engine.runners.expectiminimax import CompiledExpectation

TRIAL = 50_000
"""After so many nodes it is known whether a search comes to ends, or only goes on and on."""


@dataclass(frozen=True)
class Averager(Expectiminimax):
    """Expectiminimax that is there to prove a value."""

    quick: bool = False
    proves = True

    def plunges(self) -> bool:
        return True


class Averaging(Search):
    """One proof of what a position is worth where chance takes part, or one player alone."""

    def __init__(
        self, game: Game, state: State, limit: Limit, watch: Watch, mb: int, compiled: bool = True
    ) -> None:
        super().__init__(game, state, limit, watch, quick=False)
        self.mb = mb
        self.sign = -1 if self.turn(state) == 1 else 1
        self.search = self.compile_search() if compiled else None
        """The compiled search; None if there is none, or it does not come to an end."""
        self.graph: Graph | None = None
        self.iteration: IntervalIteration | None = None
        self.distances = np.zeros(0)
        """How far from the end each position of the graph is."""
        if self.search is not None:
            self.started = self.search.started

    def compile_search(self) -> CompiledExpectation | None:
        """The compiled search of the game, if it compiles."""
        try:
            load_compiler()
            from outwit.engine.runners.expectiminimax import CompiledExpectation

            return CompiledExpectation(self.game, self.root, self.limit, self.watch, Averager(mb=self.mb))
        except CompileError as error:
            notice(self.game, error)
            return None

    def begin(self, recorder: Recorder | None) -> None:
        if recorder is not None:
            raise OutwitError("The solver has no tree to show of games of chance or of one player.")
        super().begin(None)
        if self.search is not None:
            self.search.begin(None)

    def end(self) -> None:
        super().end()
        self.graph = self.iteration = None
        if self.search is not None:
            self.search.end()

    def value(self, state: State, depth: int, ply: int, alpha: float, beta: float) -> float:
        """The root's value for player 0, or that of the moves that are to be looked at."""
        search = self.search
        if search is not None:
            search.root_moves = list(self.root_moves)
            if depth < UNLIMITED or self.ends(search):
                value = self.search_value(search, depth)
                if depth < UNLIMITED or search.is_proved(value):
                    return value
            search.end()
            self.search = None
        return self.explore_all()

    def ends(self, search: CompiledExpectation) -> bool:
        """Does a search come to ends of the game, as far as a first look at it can tell?"""
        few = self.limit.nodes is not None and self.limit.nodes <= TRIAL
        if not few:
            try:
                with search.allow_nodes(TRIAL):
                    search.visit(self.root, UNLIMITED, 0, -math.inf, math.inf)
            except OutOfBudgetError:
                if search.nodes < TRIAL:
                    raise
            finally:
                self.nodes = search.nodes
        return few or search.estimates == 0

    def search_value(self, search: CompiledExpectation, depth: int) -> float:
        """The value by expectiminimax; what it has proved is noted, even if the limit breaks it off."""
        try:
            value: float = search.visit(self.root, depth, 0, -math.inf, math.inf)
        except OutOfBudgetError:
            if search.estimates == 0:
                self.note(search.candidates)
            raise
        finally:
            self.nodes, self.counts = search.nodes, search.counts
            self.estimates, self.depth_left = search.estimates, search.depth_left
            self.candidates, self.lines[0] = search.candidates, search.lines[0]
        return value

    def note(self, candidates: Mapping[Move, Candidate]) -> None:
        """Tell what is proved by the moves that were searched to the end: the value is no less."""
        reached = [each for each in candidates.values() if is_completed(each)]
        if reached:
            best = max(reached, key=worth)
            _, most = self.game.bounds(self.root, max(self.turn(self.root), 0))
            self.report(0, None, best.line, (worth(best), most))

    def explore_all(self) -> float:
        """The value by all positions that can come about, found once for all moves."""
        if self.graph is None:
            graph = Graph(self.game, self.root)
            graph.explore(lambda: self.enter(0, 0), self.mb)
            self.counts["positions"] = len(graph.numbers)
            self.graph = graph
        graph, iteration = self.graph, self.graph.iteration
        self.limit = replace(self.limit, nodes=None)  # from here on no more are visited
        children = {move: self.game.play(self.root, move) for move in self.root_moves}
        numbers = [graph.numbers[state] for state in (self.root, *children.values())]
        for _ in iteration.close_in(numbers, self.pause):
            self.counts["sweeps"] = iteration.sweeps
            self.reported = replace(self.reported, known=self.span(self.root))
            self.pause()
        self.depth_left = UNLIMITED - graph.depth
        self.settled = payoff_restorer(-iteration.greatest, iteration.greatest)
        self.distances = graph.distances(2 * CLOSE * iteration.greatest)
        self.candidates = {move: self.candidate_for(move, child) for move, child in children.items()}
        best = max(children, key=lambda move: self.preference(children[move], 1), default=None)
        self.lines[0] = () if best is None else self.candidates[best].line
        low, high = self.span(self.root)
        proved = iteration.meet(low, high)
        self.estimates = 0 if proved else 1
        self.report(0, None, self.lines[0], (low, high))
        return self.sign * (self.settled((low + high) / 2) if proved else low)

    def pause(self) -> None:
        """Look at the clock, although no more positions are visited."""
        self.next_look = 0
        self.look()

    def span(self, state: State) -> tuple[float, float]:
        """What a position is worth at least and at most to whoever acts at the root."""
        low, high = self.graph.worth(state) if self.graph else self.game.bounds(state, 0)
        return (low, high) if self.sign > 0 else (-high, -low)

    def preference(self, state: State, own: int) -> tuple[float, float]:
        """What a position is worth at least to whoever acts at the root or, if `own` is -1, to the other.

        Of what is worth the same, what is nearer to the end is preferred.
        """
        low, high = self.span(state)
        number = None if self.graph is None else self.graph.numbers.get(state)
        steps = math.inf if number is None else float(self.distances[number])
        return self.settled(low if own > 0 else -high), -steps

    def candidate_for(self, move: Move, child: State) -> Candidate:
        """What is known of a move at the root, and what is expected to follow it."""
        low, high = self.span(child)
        line = (move, *self.expected_line(child))
        if self.graph and self.graph.iteration.meet(low, high):
            return Candidate(move, self.settled((low + high) / 2), "exact", line)
        if high <= self.span(self.root)[0]:
            return Candidate(move, high + 0.0, "at most", line)
        return Candidate(move, low + 0.0, "at least", line)

    def expected_line(self, state: State) -> Iterator[Move]:
        """What follows if all play their best, as far as the next chance event or a position again."""
        seen: set[State] = {self.root}
        while not (state in seen or self.over(state) or self.turn(state) == CHANCE):
            seen.add(state)
            own = self.sign * (-1 if self.turn(state) == 1 else 1)
            after = [(move, self.game.play(state, move)) for move in self.moves(state)]
            best, state = max(after, key=lambda way: self.preference(way[1], own))
            yield best
