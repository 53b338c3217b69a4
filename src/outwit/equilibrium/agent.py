"""The agent that finds an equilibrium of the whole game and plays it."""

from __future__ import annotations

import logging
from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import cache
from time import perf_counter
from typing import TYPE_CHECKING, Literal

from outwit.decision import Agent, Decision, Limit, Progress, Watch, deciding_player, option
from outwit.engine.compiled_agent import Preparable, load_compiler
from outwit.equilibrium.mixed_decision import mixed_decision
from outwit.equilibrium.objection import objection_to_unfolding, partial_search
from outwit.equilibrium.search_limit import search_limit
from outwit.errors import BadOptionError, CompileError, OutwitError
from outwit.game import Game, State
from outwit.memory import Kept, Memory, borrow_kept
from outwit.repetition import add_memory
from outwit.search.searcher import able, search_for

if TYPE_CHECKING:
    from outwit.equilibrium.sequence_form import Unfolded
    from outwit.equilibrium.solution import Solution

log = logging.getLogger("outwit")

MOST = 500_000
"""Positions of a game that is small enough: to unfold them takes some seconds."""


@dataclass(frozen=True)
class CFR(Preparable):
    """Plays an equilibrium of the whole game, found by counterfactual regret minimization.

    It plays games for two whose payoffs cancel, with something hidden or with moves made at once, that are
    small enough to be unfolded. Where something is hidden it sets out from the start of the game, else from
    the position. Each move is drawn by its probability in the average strategy.

    >>> from outwit.games import find_game
    >>> game = find_game("kuhn")
    >>> decision = CFR(iterations=200, compiled=False, seed=1).decide(game, game.position("Q J"))
    >>> [game.describe(decision.state, each.move) for each in decision.candidates]
    ['check', 'bet']
    """

    algorithm: Literal["cfr+", "cfr", "linear", "discounted", "external", "outcome"] = option(
        "cfr+",
        "The form of counterfactual regret minimization; external and outcome look at samples of the game.",
    )
    iterations: int | None = option(None, "Make at most so many iterations.")
    seconds: float | None = option(None, "Answer within this time.")
    compiled: bool = option(True, "Compile the algorithm; off, Python interprets it.")
    seed: int | None = option(None, "Makes the draws, and so the moves, repeatable.")

    needs = ("algorithm",)
    name = "cfr"
    summary = "An equilibrium of a small game with something hidden, or with moves at once, by regret."

    def __post_init__(self) -> None:
        super().__post_init__()
        self.limit()

    @classmethod
    def objection(cls, game: Game) -> str | None:
        reason = objection_to_unfolding(game)
        if reason:
            return f"{reason}; {able(game)} it."
        if not (game.hidden or game.simultaneous):
            return f"nothing is hidden in it and nobody chooses at once; {search_for(game)} plays it."
        return None

    def limit(self) -> Limit:
        return search_limit(self.iterations, self.seconds)

    def refuse_limit(self, game: Game, limit: Limit | None) -> None:
        if limit is not None and limit.depth is not None:
            raise BadOptionError("cfr solves the whole game and has no depth; limit it by seconds.")

    def with_seed(self, seed: int) -> Agent:
        return self if self.seed is not None else replace(self, seed=seed)

    def prepare(self, game: Game) -> None:
        """Load or compile the algorithm."""
        self.require(game)
        if self.is_compiled():
            warm(self.algorithm)

    def is_compiled(self) -> bool:
        """Is the algorithm to run as machine code, and can it?"""
        return self.compiled and can_compile()

    def decide(
        self,
        game: Game,
        state: State,
        limit: Limit | None = None,
        history: Sequence[State] = (),
        *,
        player: int | None = None,
        watch: Watch | None = None,
        tree: bool = False,
        memory: Memory | None = None,
    ) -> Decision:
        self.refuse_limit(game, limit)
        self.prepare(game)
        limit = self.limit().override(limit).in_one_go()
        if limit.seconds is None and limit.simulations is None and limit.nodes is None:
            limit = limit.override(self.default_limit)
        rules, now = add_memory(game, state, history)
        player = deciding_player(rules, now, player)
        finding = Finding(self, limit, watch or Watch())
        with borrow_kept(memory, self, rules, player) as kept:
            solution = finding.solution(rules, now, player, kept)
            finding.improve(solution)
            if kept is not None:
                kept.keep(solution, solution.game.size)
        probabilities, values = solution.probabilities(now, player)
        return mixed_decision(
            rules,
            now,
            player,
            probabilities,
            values,
            seed=self.seed,
            past=len(history),
            depth=solution.game.depth,
            nodes=finding.nodes,
            seconds=finding.elapsed,
            stats={
                "iterations": solution.solver.iterations,
                "exploitability": solution.exploitability,
                "information sets": solution.game.sets,
            },
            agent=self.spec,
        )


class Finding:
    """How an equilibrium is found for one decision, within its limit."""

    def __init__(self, agent: CFR, limit: Limit, watch: Watch) -> None:
        self.agent = agent
        self.limit = limit
        self.watch = watch
        self.began = perf_counter()
        self.nodes = 1
        """Positions looked at: all there are when the game is unfolded, and in each iteration again."""

    @property
    def elapsed(self) -> float:
        """The seconds since it began."""
        return perf_counter() - self.began

    def solution(self, rules: Game, state: State, player: int, kept: Kept | None) -> Solution:
        """What was kept of the game, or else an algorithm that is about to begin with it."""
        from outwit.equilibrium.sampled_cfr import SAMPLINGS
        from outwit.equilibrium.solution import Solution
        from outwit.equilibrium.solved_games import find_solved

        known = None if kept is None else kept.take(Solution)
        if known is not None and known.game.find(state, player) is not None:
            return known
        algorithm, seed = self.agent.algorithm, self.agent.seed
        before = find_solved(rules, algorithm, self.agent.is_compiled(), self.limit) if rules.hidden else None
        if before is not None:
            self.nodes = before.nodes
            return before.solution
        found = self.unfold(rules, state, algorithm in SAMPLINGS)
        self.nodes, self.began = found.positions, perf_counter()
        return Solution(found, algorithm, seed, self.agent.is_compiled())

    def unfold(self, rules: Game, root: State, nodes: bool) -> Unfolded:
        """The whole game from there, or a sentence that it is too large; no clock runs meanwhile."""
        from outwit.equilibrium.unfold import TooLargeError, unfold
        from outwit.equilibrium.unfolded_games import refuse_hopeless, whole_game

        name = type(rules.unwrapped).__name__
        instead = partial_search(rules)
        most = MOST if self.limit.nodes is None else min(MOST, self.limit.nodes)

        def report(positions: int, sets: int) -> None:
            self.tell(positions)
            if self.watch.stopped:
                raise OutwitError(f"cfr was stopped while it unfolded {name}, after {positions:,} positions.")

        try:
            if rules.hidden:
                return whole_game(rules, most, nodes, report)
            refuse_hopeless(rules, root, most)
            return unfold(rules, root, most=most, nodes=nodes, report=report)
        except TooLargeError as error:
            raise TooLargeError(
                f"{name} is too large for cfr, which unfolds all of it within {most:,} positions; {instead}."
            ) from error

    def improve(self, solution: Solution) -> None:
        """Come closer to an equilibrium until the limit is reached, or the strategies are close enough."""
        from outwit.equilibrium.solved_games import Solved, hold_solved

        positions, before = solution.game.positions, solution.solver.iterations
        if solution.points and solution.exploitability <= solution.close:
            return
        left = None if self.limit.seconds is None else max(self.limit.seconds - self.elapsed, 0.0)
        most = [] if self.limit.simulations is None else [self.limit.simulations]
        if self.limit.nodes is not None:
            most.append((self.limit.nodes - self.nodes) // positions)
        solution.improve(
            min(most, default=None),
            left,
            solution.close,
            report=lambda _: self.tell(positions),
            stopped=lambda: self.watch.stopped,
        )
        self.nodes += positions * (solution.solver.iterations - before)
        if before == 0 and solution.game.game.hidden:
            hold_solved(Solved(solution, self.agent.is_compiled(), self.limit, self.nodes))

    def tell(self, positions: int) -> None:
        """Tell whoever watches that it goes on."""
        if self.watch.report is not None:
            self.watch.report(Progress(0, positions, self.elapsed, None, ()))


def warm(algorithm: str) -> None:
    """Load or compile an algorithm and what measures it."""
    from outwit.equilibrium.kernels import evaluation, iteration
    from outwit.equilibrium.sampled_cfr import SAMPLINGS, sampling_iteration

    evaluation(True)
    if algorithm in SAMPLINGS:
        sampling_iteration(algorithm, True)
    else:
        iteration(True)


@cache
def can_compile() -> bool:
    """Is the compiler what Outwit knows? If not, that is said once."""
    try:
        load_compiler()
    except CompileError as error:
        log.warning("%s Equilibria are computed interpreted.", error)
        return False
    return True
