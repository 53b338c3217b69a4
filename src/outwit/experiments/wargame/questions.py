"""The questions that the report left open, answered by experiment."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from itertools import count
from time import perf_counter
from typing import NamedTuple

from outwit.decision import Limit, Progress, Watch
from outwit.engine.alphabeta import AlphaBeta
from outwit.experiments.wargame.contest import Map, Outcome, boards, contest, opening
from outwit.experiments.wargame.matches import Chooser, Searching, play
from outwit.experiments.wargame.player import Player
from outwit.games.wargame import WarGame
from outwit.games.wargame.boards import BOARDS

NODES = 10_000
"""How many nodes a move may take where equal effort is compared."""


LEAST_GROWTH = 20
"""How many times as long a whole search takes at least that looks one move further."""


@dataclass(frozen=True)
class Effort:
    """How thoroughly to ask."""

    openings: int = 20
    """How many openings of each board a contest has."""
    deepest: int = 5
    """The greatest depth that fixed depths are compared at."""
    seconds: tuple[float, float] = (1.0, 10.0)
    """The two times in which the depth reached is looked at."""
    depth: int = 7
    """How deep to search with and without the table."""


QUICK = Effort(openings=1, deepest=3, seconds=(0.1, 0.3), depth=4)
"""Enough to see that everything runs."""


class Answer(NamedTuple):
    """A table: what stands above its columns, and its rows."""

    headings: list[str]
    rows: list[list[str]]


@dataclass(frozen=True)
class Experiment:
    """The questions, asked with so much effort."""

    over: Map
    """Applies a function to many values, perhaps in several processes."""
    effort: Effort = Effort()
    watch: Callable[[str], None] = lambda what: None
    """Hears what is being done."""

    def evaluations(self) -> Answer:
        """Which evaluation plays best if each may visit as many nodes?"""
        pairs = [("balanced", "points"), ("balanced", "exposed"), ("balanced", "worst")]
        pairs += [("worst", "points"), ("exposed", "points"), ("worst", "exposed")]
        rows = []
        for first, second in pairs:
            outcome = self.contest(searcher_with(first), searcher_with(second), f"{first} against {second}")
            rows.append([first, second, *outcome_cells(outcome)])
        return Answer(["evaluation", "against", "score", "lead"], rows)

    def horizon(self) -> Answer:
        """Does looking one move further help, and was it the horizon if it did not?"""
        kinds: dict[str, Callable[[int], Chooser]] = {
            "the report's": lambda depth: Player("alphabeta", depth),
            "turns in order": lambda depth: Player("alphabeta", depth, doubled=False),
            "turns in order, quiescence": quiet,
        }
        rows = []
        for depth in range(3, self.effort.deepest + 1):
            for name, player in kinds.items():
                what = f"{name}: depth {depth} against {depth - 1}"
                outcome = self.contest(player(depth), player(depth - 1), what)
                rows.append([name, f"{depth} against {depth - 1}", *outcome_cells(outcome)])
        return Answer(["search", "depth", "score of the deeper", "lead"], rows)

    def quiescence(self) -> Answer:
        """What is it worth to search on while a conquering blitz is pending?"""
        rows = []
        for depth in range(2, self.effort.deepest + 1):
            plain = Player("alphabeta", depth, doubled=False)
            outcome = self.contest(quiet(depth), plain, f"quiescence at depth {depth}")
            rows.append([f"depth {depth}", "points", *outcome_cells(outcome)])
        for evaluation in ("points", "worst", "balanced"):
            on, off = searcher_with(evaluation), searcher_with(evaluation, quiescence=False)
            outcome = self.contest(on, off, f"quiescence, {evaluation}, at {NODES:,} nodes")
            rows.append([f"{NODES:,} nodes", evaluation, *outcome_cells(outcome)])
        return Answer(["equal", "evaluation", "score with quiescence", "lead"], rows)

    def table(self) -> Answer:
        """Does it pay to recognise positions that have been searched before?"""
        rows = []
        for board in BOARDS:
            game = WarGame(board)
            for plies in (0, 12):
                self.watch(f"{board} after {plies} moves")
                state = opening(game, 1, plies)
                found = []
                for table in (True, False):
                    agent = AlphaBeta(table=table, quiescence=False)
                    agent.decide(game, state, Limit(nodes=1000))
                    decision = agent.decide(game, state, Limit(depth=self.effort.depth))
                    found.append((decision.nodes, decision.seconds))
                (nodes, seconds), (more, longer) = found
                counts = f"{nodes:,}", f"{more:,}", f"{more / nodes:.1f}"
                times = f"{seconds:.2f}", f"{longer:.2f}", f"{longer / seconds:.1f}"
                rows.append([board, str(plies), *counts, *times])
        headings = ["board", "after moves", "nodes", "without", "times", "seconds", "without", "times"]
        return Answer(headings, rows)

    def depth(self) -> Answer:
        """How deep does each search come in a second, and in ten?"""
        rows = []
        for name, depths in searches().items():
            row = [name]
            for board in BOARDS:
                self.watch(f"{name} on {board}")
                reached = depths(WarGame(board), self.effort.seconds[1])
                row.append(" / ".join(str(within(reached, limit)) for limit in self.effort.seconds))
            rows.append(row)
        return Answer(["search", *BOARDS], rows)

    def mandatory(self) -> Answer:
        """What changes if a blitz that converts must be played as one?"""
        rows = []
        depth = self.effort.deepest - 1
        for board in BOARDS:
            self.watch(f"{board}, with the blitz a choice and with it mandatory")
            player = Player("alphabeta", depth, doubled=False)
            free, bound = (play(WarGame(board, mandatory), (player, player)) for mandatory in (False, True))
            points = ("{} : {}".format(*match.points) for match in (free, bound))
            before, after = sum(free.totals), sum(bound.totals)
            rows.append([board, *points, f"{before:,}", f"{after:,}", f"{after / before:.2f}"])
        return Answer(["board", "points", "mandatory", "nodes", "mandatory", "times"], rows)

    def contest(self, first: Chooser, second: Chooser, what: str) -> Outcome:
        """A contest, told of pair by pair."""
        total = self.effort.openings * len(boards())
        done = count(1)
        return contest(
            first,
            second,
            self.effort.openings,
            self.over,
            lambda: self.watch(f"{what}: {2 * next(done)} of {2 * total} games"),
        )


QUESTIONS: dict[str, Callable[[Experiment], Answer]] = {
    "evaluations": Experiment.evaluations,
    "horizon": Experiment.horizon,
    "quiescence": Experiment.quiescence,
    "table": Experiment.table,
    "depth": Experiment.depth,
    "mandatory": Experiment.mandatory,
}


def searcher_with(evaluation: str, quiescence: bool = True) -> Searching:
    """The engine with an evaluation and so many nodes a move."""
    return Searching(AlphaBeta(evaluation=evaluation, quiescence=quiescence, mb=4), Limit(nodes=NODES))


def quiet(depth: int) -> Searching:
    """The engine with the report's evaluation that searches on while a conquering blitz is pending."""
    return Searching(AlphaBeta(evaluation="points", mb=4), Limit(depth=depth))


def outcome_cells(outcome: Outcome) -> list[str]:
    """An outcome as two figures: the score with its interval, and the lead."""
    return [f"{100 * outcome.score:.1f} ± {100 * outcome.margin:.1f} %", f"{100 * outcome.lead:+.1f} %"]


Reached = list[tuple[int, float]]
"""The depths that a search has finished, each with how long that took from the beginning."""


def searches() -> dict[str, Callable[[WarGame, float], Reached]]:
    """The searches whose depths are looked at: how each is run for a time."""
    order = AlphaBeta.plain(deepening=True, order=True)
    return {
        "minimax": lambda game, seconds: by_hand(Player("minimax", 0, doubled=False), game, seconds),
        "alpha-beta, as moves come": lambda *run: reach_depths(AlphaBeta.plain(deepening=True), *run),
        "and ordered": lambda *run: reach_depths(order, *run),
        "and with the table": lambda *run: reach_depths(replace(order, table=True), *run),
        "all but quiescence": lambda *run: reach_depths(AlphaBeta(quiescence=False), *run),
        "all": lambda *run: reach_depths(AlphaBeta(), *run),
    }


def reach_depths(agent: AlphaBeta, game: WarGame, seconds: float) -> Reached:
    """The depths that an agent reaches."""
    reached: Reached = []

    def report(progress: Progress) -> None:
        if progress.depth > (reached[-1][0] if reached else 0):
            reached.append((progress.depth, progress.seconds))

    agent.decide(game, game.initial(), Limit(nodes=1000))
    agent.decide(game, game.initial(), Limit(seconds=seconds), watch=Watch(report))
    return reached


def by_hand(player: Player, game: WarGame, seconds: float) -> Reached:
    """The depths that a player reaches who knows of no limit: the next is tried if it may be finished."""
    reached: Reached = []
    replace(player, depth=1).choose(game, game.initial())
    started = perf_counter()
    last = 0.0
    while perf_counter() - started + LEAST_GROWTH * last < seconds:
        before, depth = perf_counter(), len(reached) + 1
        replace(player, depth=depth).choose(game, game.initial())
        last = perf_counter() - before
        reached.append((depth, perf_counter() - started))
    return reached


def within(reached: Reached, seconds: float) -> int:
    """The greatest depth that was finished within a time."""
    return max((depth for depth, time in reached if time <= seconds), default=0)
