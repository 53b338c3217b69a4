"""Expectiminimax: max, min, and chance, whose nodes are worth their average.

Michie, "Game-playing and game-learning automata", 1966. Star1 and Star2: Ballard, "The *-minimax search
procedure for trees containing chance nodes", 1983. Outcomes drawn: Kearns, Mansour and Ng, "A sparse
sampling algorithm for near-optimal planning in large Markov decision processes", 1999.
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass, replace
from typing import Literal, NamedTuple

from outwit.decision import Bound, Limit, Watch, option
from outwit.errors import BadOptionError
from outwit.game import CHANCE, Game, Move, State, defines, mix
from outwit.random import Generator
from outwit.search.alphabeta import relation, turn_window
from outwit.search.mcts import half
from outwit.search.ordering import Ordering
from outwit.search.risk import (
    Measured,
    Spreading,
    certainty_equivalent,
    deviation,
    refuse_unless_averse,
)
from outwit.search.search import OutOfBudgetError, Search
from outwit.search.searcher import Searcher, objection_to

MOST_SAMPLES = 1000
"""How many outcomes of one event may be drawn."""


@dataclass(frozen=True)
class Expectiminimax(Searcher):
    """The best expected payoff where chance takes part; for one player or two opposed ones.

    Chance nodes cost no depth, and a depth limit never stops on one.

    How much a chance event is worth is a matter of attitude: `mean` takes the average, which is right for a
    bet that is made again and again; `worst` the outcome that is worst for whoever decides at the root, which
    is right for one that must not be lost; `utility` lies between, the certainty equivalent under exponential
    utility, -ln(sum of p exp(-a v)) / a, with an aversion a in units of half the range of payoffs. The other
    player is taken to weight that view of values and to want the opposite. What is proved is so under the
    attitude. Star1 and Star2 bound averages; `worst` is cut as by alpha-beta, `utility` not at all.

    Candidates tell how far the values of the outcomes lie apart that may follow the move at once. That is
    measured beside the search, and left out where it would take more than a sixteenth as many nodes. These
    count for a limit of nodes, but not as nodes of the search.

    >>> from outwit.games import find_game
    >>> game = find_game("tree:(0.4 [1/2:1 1/2:0])")
    >>> decision = Expectiminimax().decide(game, game.initial())
    >>> decision.described(), decision.value
    (['2'], 0.5)
    >>> decision = Expectiminimax(risk="worst").decide(game, game.initial())
    >>> decision.described(), [candidate.spread for candidate in decision.candidates]
    (['1'], [None, 0.5])
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
    risk: Literal["mean", "worst", "utility"] = option(
        "mean",
        "What chance is worth: its average, the worst that it can do to whoever decides at the root, or less "
        "than the average by a utility that shies from risk.",
    )
    aversion: float = option(
        1.0, "How much a `utility` shies from risk, in units of half the range of payoffs; above 0."
    )

    name = "expectiminimax"
    summary = "Max, min and chance: the best expected payoff, exhaustive or pruned by Star1 and Star2."

    def __post_init__(self) -> None:
        super().__post_init__()
        if self.samples is not None and not 1 <= self.samples <= MOST_SAMPLES:
            raise BadOptionError(
                f"samples={self.samples} cannot be drawn; give from 1 to {MOST_SAMPLES:,}, or none for all."
            )
        refuse_unless_averse(self.aversion)

    @classmethod
    def objection(cls, game: Game) -> str | None:
        return objection_to(game, chance=True, many=False, solo=True)

    def new_search(self, game: Game, state: State, limit: Limit, watch: Watch) -> Search:
        return ExpectiminimaxSearch(game, state, limit, watch, self)

    def arrange(self, game: Game, state: State, moves: list[Move]) -> list[Move]:
        moves = super().arrange(game, state, moves)
        if self.order and defines(game, "order"):
            moves.sort(key=lambda move: -game.order(state, move))
        return moves

    def pass_over(self, search: Search, depth: int) -> float:
        value: float = search.visit(search.root, depth, 0, -math.inf, math.inf)
        if isinstance(search, Spreading):
            search.spread_out(depth - 1)
        return value


@dataclass
class Outcome:
    """An outcome of a chance node, and what its value can still be."""

    state: State
    probability: float
    low: float
    high: float
    probe: Probe | None = None


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


class ExpectiminimaxSearch(Spreading):
    """One search by expectiminimax."""

    def __init__(self, game: Game, state: State, limit: Limit, watch: Watch, agent: Expectiminimax) -> None:
        super().__init__(game, state, limit, watch, agent.quick)
        self.certain = False
        self.handed: Probe | None = None
        """What is known of a move in the position to be visited next."""
        self.every = agent.handicap is not None
        """Is what every move at the root is worth wanted, and not only the best?"""
        self.samples, self.seed = agent.samples, agent.seed or 0
        self.risk = agent.risk
        self.fate = "worst" if agent.risk == "worst" else "average"
        self.asking = -1 if self.turn(state) == 1 else 1
        """The sign of whoever decides at the root, whose risk it is."""
        self.aversion = self.asking * agent.aversion / half(*game.bounds(state, 0))
        self.prunes = (agent.star1 or agent.star2) and agent.risk != "utility"
        self.probes = agent.star2
        self.ordering = Ordering(game, hint=agent.order, killers=False, history=False, refutation=False)

    def value(self, state: State, depth: int, ply: int, alpha: float, beta: float) -> float:
        probed, self.handed = self.handed, None
        self.enter(depth, ply)
        if self.over(state):
            return self.final(state, ply)
        player = self.turn(state)
        if player == CHANCE:
            if self.risk == "worst":
                return self.worst(state, depth, ply, alpha, beta)
            if self.risk == "utility":
                return certainty_equivalent(self.lottery(state, depth, ply), self.aversion)
            if self.prunes:
                return self.star(state, depth, ply, alpha, beta)
            return self.average(state, depth, ply)
        if depth == 0:
            return self.estimate(state)
        sign = 1 if player == 0 else -1
        low, high = (alpha, beta) if player == 0 else (-beta, -alpha)
        best = -math.inf
        for move in self.root_moves if ply == 0 else self.order_moves(state, ply):
            narrows = self.prunes and not (self.every and ply == 0)
            floor = max(low, best) if narrows else -math.inf
            estimates = self.estimates
            if probed and probed.settles(move, sign, floor, high):
                worth = sign * probed.value
            else:
                child = self.play(state, move)
                worth = sign * self.visit(child, depth - 1, ply + 1, *turn_window(sign, floor, high))
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

    def order_moves(self, state: State, ply: int) -> Iterable[Move]:
        """The moves in the order of search."""
        return self.ordering.arrange(state, self.moves(state), ply, self.turn(state), None)

    def weigh(self, move: Move, value: float, bound: Bound = "exact") -> None:
        super().weigh(move, value, bound)
        self.tell_spreads()

    def outcomes(self, state: State) -> list[tuple[Move, float]]:
        """What can happen at a chance event, with its probability; or some of it, drawn, all as likely."""
        chances = list(self.game.chances(state))
        if self.samples is None:
            return chances
        random = Generator(self.seed ^ mix(state))
        return [(random.weighted(chances), 1 / self.samples) for _ in range(self.samples)]

    def average(self, state: State, depth: int, ply: int) -> float:
        """The average over all outcomes."""
        total = 0.0
        for outcome, probability in self.outcomes(state):
            child = self.play(state, outcome)
            total += probability * self.visit(child, depth, ply + 1, -math.inf, math.inf)
        return total

    def lottery(self, state: State, depth: int, ply: int) -> list[tuple[float, float]]:
        """What the outcomes that can happen are worth, each with its probability."""
        return [
            (self.visit(child, depth, ply + 1, -math.inf, math.inf), probability)
            for outcome, probability in self.outcomes(state)
            if probability > 0
            for child in (self.play(state, outcome),)
        ]

    def worst(self, state: State, depth: int, ply: int, alpha: float, beta: float) -> float:
        """The worst that can happen to whoever decides at the root: chance as an opponent, by alpha-beta."""
        sign = -self.asking
        low, high = turn_window(sign, alpha, beta)
        best = -math.inf
        for outcome, probability in self.outcomes(state):
            if probability > 0:
                child = self.play(state, outcome)
                window = turn_window(sign, max(low, best) if self.prunes else -math.inf, high)
                best = max(best, sign * self.visit(child, depth, ply + 1, *window))
                if best >= high:
                    self.cut(None, "chance")
                    break
        return sign * best

    def star(self, state: State, depth: int, ply: int, alpha: float, beta: float) -> float:
        """The average, as far as it matters to the window: Ballard's Star1, after Star2's probing.

        With the best and the worst that the other outcomes can bring, each outcome gets a window of its own:
        outside of it, the average is outside too.
        """
        outcomes = [
            Outcome(child, probability, *self.game.bounds(child, 0))
            for move, probability in self.outcomes(state)
            if probability > 0
            for child in (self.play(state, move),)
        ]
        if self.probes and depth > 0:
            least, most = self.probe(outcomes, depth, ply, alpha, beta)
            if least >= beta or most <= alpha:
                self.cut(None, "probe")
                return least if least >= beta else most
        rest = [(0.0, 0.0)]
        for outcome in reversed(outcomes[1:]):
            least, most = rest[-1]
            rest.append(
                (least + outcome.probability * outcome.low, most + outcome.probability * outcome.high)
            )
        known = 0.0
        for outcome in outcomes:
            least, most = rest.pop()
            weight = outcome.probability
            low, high = (alpha - most - known) / weight, (beta - least - known) / weight
            window = max(low, outcome.low), min(high, outcome.high)
            self.handed = outcome.probe
            worth: float = self.visit(outcome.state, depth, ply + 1, *window)
            known += weight * worth
            if worth <= low or worth >= high:
                if rest:
                    self.cut(None, "chance")
                return min(known + most, alpha) if worth <= low else max(known + least, beta)
        return known

    def probe(
        self, outcomes: list[Outcome], depth: int, ply: int, alpha: float, beta: float
    ) -> tuple[float, float]:
        """Bound each outcome by one move after it, until the average is known to miss the window.

        A move of max shows what the outcome is worth at least, a move of min what at most. Where the outcome
        decides who acts, neither bound comes near the window, and nothing is tried. Returns what the average
        is worth at least and at most.
        """
        least, most = 0.0, 0.0
        for outcome in reversed(outcomes):
            least += outcome.probability * outcome.low
            most += outcome.probability * outcome.high
        acting = {self.turn(outcome.state) for outcome in outcomes if not self.over(outcome.state)}
        raises = acting == {0}
        if not raises and acting != {1}:
            return least, most
        for outcome in outcomes:
            if least >= beta or most <= alpha:
                break
            weight = outcome.probability
            if raises:
                low, high = outcome.low, (beta - least) / weight + outcome.low
            else:
                low, high = (alpha - most) / weight + outcome.high, outcome.high
            hopeless = math.isinf(high if raises else low)  # without a bound there is nothing to cut with
            if hopeless or not low < high or self.over(outcome.state):
                continue
            move = next(iter(self.order_moves(outcome.state, ply + 1)))
            worth = self.visit(self.play(outcome.state, move), depth - 1, ply + 2, low, high)
            outcome.probe = Probe(move, worth, relation(worth, low, high))
            self.counts["probes"] += 1
            if raises and worth > low:
                least += weight * (worth - outcome.low)
                outcome.low = worth
            elif not raises and worth < high:
                most += weight * (worth - outcome.high)
                outcome.high = worth
        return least, most

    def measure_spread(self, move: Move, depth: int, nodes: int) -> Measured | None:
        child = self.play(self.root, move)
        if self.over(child) or self.turn(child) != CHANCE:
            return Measured(None, 0, True)
        limit, visited, counts = self.limit, self.nodes, self.counts
        self.limit = replace(limit, nodes=visited + self.beside + nodes)
        self.counts, self.next_look = Counter(), 0
        with self.aside():
            self.estimates = 0
            try:
                spread = self.settled(deviation(self.lottery(child, depth, 1)))
                return Measured(spread, self.nodes - visited, self.estimates == 0)
            except (OutOfBudgetError, RecursionError):
                return None
            finally:
                self.limit, self.counts, self.nodes, self.next_look = limit, counts, visited, 0

    def is_proved(self, value: float) -> bool:
        """Without a guess anywhere or, by a move below which nothing was guessed, the most there is."""
        if self.samples is not None:
            return False
        return self.estimates == 0 or (self.certain and best_possible(self, value))


def best_possible(search: Search, value: float) -> bool:
    """Is a value the most that the player to act at the root can come to?"""
    low, high = search.game.bounds(search.root, 0)
    if search.turn(search.root) == 0:
        return value >= search.surely(high) > 0
    return value <= search.surely(low) < 0
