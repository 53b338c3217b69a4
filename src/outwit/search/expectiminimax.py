"""Expectiminimax: max, min, and chance, whose nodes are worth their average.

Michie, "Game-playing and game-learning automata", 1966. Star1 and Star2: Ballard, "The *-minimax search
procedure for trees containing chance nodes", 1983. Outcomes drawn: Kearns, Mansour and Ng, "A sparse
sampling algorithm for near-optimal planning in large Markov decision processes", 1999.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import NamedTuple

from outwit.decision import Bound, Limit, Watch, option
from outwit.errors import BadOptionError
from outwit.game import CHANCE, Game, Move, State, mixed
from outwit.random import Generator
from outwit.search.alphabeta import facing, relation
from outwit.search.inquiry import Inquiry
from outwit.search.ordering import Ordering
from outwit.search.searcher import Searcher, objection_to
from outwit.search.tempo import HORIZON

MOST_SAMPLES = 1000
"""How many outcomes of one event may be drawn."""


@dataclass(frozen=True)
class Expectiminimax(Searcher):
    """The best expected payoff where chance takes part; for one player or two opposed ones.

    Chance nodes cost no depth, and a depth limit never stops on one.

    >>> from outwit.games import find_game
    >>> game = find_game("tree:(0.4 [1/2:1 1/2:0])")
    >>> decision = Expectiminimax().decide(game, game.initial())
    >>> decision.described(), decision.value
    (['2'], 0.5)
    """

    star1: bool = option(
        True, "Cut at chance nodes once the outcomes left cannot bring the average into the window."
    )
    star2: bool = option(
        True,
        "First try one move after each outcome, for bounds that let Star1 cut sooner; implies it.",
    )
    samples: int | None = option(
        None, "Try only so many outcomes of a chance event, drawn at random by the seed, in place of all."
    )
    order: bool = option(True, "Search first what the game's `order` recommends; costs a call a move.")

    name = "expectiminimax"
    summary = "Max, min and chance: the best expected payoff, exhaustive or pruned by Star1 and Star2."
    default_limit = Limit(seconds=2)

    def __post_init__(self) -> None:
        super().__post_init__()
        if self.samples is not None and not 1 <= self.samples <= MOST_SAMPLES:
            raise BadOptionError(
                f"samples={self.samples} cannot be drawn; give from 1 to {MOST_SAMPLES:,}, or none for all."
            )

    @classmethod
    def objection(cls, game: Game) -> str | None:
        return objection_to(game, chance=True, many=False, solo=True)

    def inquire(self, game: Game, state: State, limit: Limit, watch: Watch) -> Inquiry:
        return ExpectiminimaxInquiry(game, state, limit, watch, self)

    def pass_over(self, inquiry: Inquiry, depth: int) -> float:
        value: float = inquiry.visit(inquiry.root, depth, 0, -math.inf, math.inf)
        return value


@dataclass
class Branch:
    """An outcome of a chance node, and what its value can still be."""

    state: State
    probability: float
    low: float
    high: float


class Probe(NamedTuple):
    """What trying one move after an outcome showed."""

    move: Move
    value: float
    """For player 0."""
    bound: Bound

    def settles(self, move: Move, sign: int, low: float, high: float) -> bool:
        """Does it answer what this move is worth to the player to act, as far as the window asks?"""
        if move != self.move:
            return False
        if self.bound == "exact":
            return True
        worth = sign * self.value
        return worth <= low if (self.bound == "at most") == (sign > 0) else worth >= high


class ExpectiminimaxInquiry(Inquiry):
    """Expectiminimax under way."""

    def __init__(self, game: Game, state: State, limit: Limit, watch: Watch, agent: Expectiminimax) -> None:
        super().__init__(game, state, limit, watch, agent.quick)
        self.certain = False
        self.probed: dict[tuple[State, int, int], Probe] = {}
        self.every = agent.handicap is not None
        """Is what every move at the root is worth wanted, and not only the best?"""
        self.samples, self.seed = agent.samples, agent.seed or 0
        self.prunes = agent.star1 or agent.star2
        self.probes = agent.star2
        self.ordering = Ordering(game, hint=agent.order, killers=False, history=False, refutation=False)

    def value(self, state: State, depth: int, ply: int, alpha: float, beta: float) -> float:
        self.enter(depth, ply)
        if self.over(state):
            return self.final(state, ply)
        player = self.turn(state)
        if player == CHANCE:
            if self.prunes:
                return self.star(state, depth, ply, alpha, beta)
            return self.average(state, depth, ply)
        if depth == 0:
            return self.estimate(state)
        sign = 1 if player == 0 else -1
        low, high = (alpha, beta) if player == 0 else (-beta, -alpha)
        best = -math.inf
        probed = self.probed.pop((state, depth, ply), None) if self.probes else None
        for move in self.ordering.arranged(state, self.choices(state, ply), ply, player, None):
            narrows = self.prunes and not (self.every and ply == 0)
            floor = max(low, best) if narrows else -math.inf
            estimates = self.estimates
            if probed and probed.settles(move, sign, floor, high):
                worth = sign * probed.value
            else:
                child = self.play(state, move)
                worth = sign * self.visit(child, depth - 1, ply + 1, *facing(sign, floor, high))
            if ply == 0:
                self.weigh(move, worth, relation(worth, floor, high))
            if worth > best:
                best = worth
                self.lead(ply, move)
                if ply == 0:
                    self.certain = self.estimates == estimates
                if best >= high:
                    self.cut(move, "beta")
                    break
        return sign * best

    def outcomes(self, state: State) -> list[tuple[Move, float]]:
        """What can happen at a chance event, with its probability; or some of it, drawn, all as likely."""
        chances = list(self.game.chances(state))
        if self.samples is None:
            return chances
        random = Generator(self.seed ^ mixed(state))
        return [(random.weighted(chances), 1 / self.samples) for _ in range(self.samples)]

    def average(self, state: State, depth: int, ply: int) -> float:
        """The average over all outcomes."""
        total = 0.0
        for outcome, probability in self.outcomes(state):
            child = self.play(state, outcome)
            total += probability * self.visit(child, depth, ply + 1, -math.inf, math.inf)
        return total

    def star(self, state: State, depth: int, ply: int, alpha: float, beta: float) -> float:
        """The average, as far as it matters to the window: Ballard's Star1, after Star2's probing.

        With the best and the worst that the other outcomes can bring, each outcome gets a window of its own:
        outside of it, the average is outside too.
        """
        branches = [
            Branch(child, probability, *self.game.bounds(child, 0))
            for outcome, probability in self.outcomes(state)
            if probability > 0
            for child in (self.play(state, outcome),)
        ]
        if self.probes and depth > 0:
            least, most = self.probe(branches, depth, ply, alpha, beta)
            if least >= beta or most <= alpha:
                self.cut(None, "probe")
                for branch in branches:
                    self.probed.pop((branch.state, depth, ply + 1), None)
                return least if least >= beta else most
        rest = [(0.0, 0.0)]
        for branch in reversed(branches[1:]):
            least, most = rest[-1]
            rest.append((least + branch.probability * branch.low, most + branch.probability * branch.high))
        known = 0.0
        for branch in branches:
            least, most = rest.pop()
            share = branch.probability
            low, high = (alpha - most - known) / share, (beta - least - known) / share
            window = max(low, branch.low), min(high, branch.high)
            worth: float = self.visit(branch.state, depth, ply + 1, *window)
            known += share * worth
            if worth <= low or worth >= high:
                if rest:
                    self.cut(None, "chance")
                return min(known + most, alpha) if worth <= low else max(known + least, beta)
        return known

    def probe(
        self,
        branches: list[Branch],
        depth: int,
        ply: int,
        alpha: float,
        beta: float,
    ) -> tuple[float, float]:
        """Bound each outcome by one move after it, until the average is known to miss the window.

        A move of max shows what the outcome is worth at least, a move of min what at most. Returns what the
        average is worth at least and at most.
        """
        least = sum(b.probability * b.low for b in branches)
        most = sum(b.probability * b.high for b in branches)
        for branch in branches:
            if self.over(branch.state) or self.turn(branch.state) == CHANCE:
                continue
            share = branch.probability
            raises = self.turn(branch.state) == 0
            if raises:
                low, high = branch.low, (beta - least) / share + branch.low
            else:
                low, high = (alpha - most) / share + branch.high, branch.high
            if not low < high or math.isinf(
                high if raises else low
            ):  # nothing to cut, or no bound to cut with
                continue
            move = self.promising(branch.state, ply + 1)
            worth = self.visit(self.play(branch.state, move), depth - 1, ply + 2, low, high)
            self.probed[branch.state, depth, ply + 1] = Probe(move, worth, relation(worth, low, high))
            self.counts["probes"] += 1
            if raises and worth > low:
                least += share * (worth - branch.low)
                branch.low = worth
            elif not raises and worth < high:
                most += share * (worth - branch.high)
                branch.high = worth
            if least >= beta or most <= alpha:
                break
        return least, most

    def promising(self, state: State, ply: int) -> Move:
        """The move to probe: the first in the order of search."""
        moves = self.ordering.arranged(state, self.moves(state), ply, self.turn(state), None)
        return next(iter(moves))

    def proved(self, value: float) -> bool:
        """Without a guess anywhere or, by a move below which nothing was guessed, the most there is."""
        if self.samples is not None:
            return False
        return self.estimates == 0 or (self.certain and best_possible(self, value))


def best_possible(inquiry: Inquiry, value: float) -> bool:
    """Is a value the most that the player to act at the root can come to?"""
    low, high = inquiry.game.bounds(inquiry.root, 0)
    if inquiry.turn(inquiry.root) == 0:
        return value >= high * inquiry.fade[HORIZON] > 0
    return value <= low * inquiry.fade[HORIZON] < 0
