"""What chance does to a value: attitudes to risk, and how far the values after a chance event lie apart.

Exponential utility: Pratt, "Risk aversion in the small and in the large", 1964.
"""

from __future__ import annotations

import math
from abc import abstractmethod
from collections.abc import Iterable
from dataclasses import dataclass, field, replace
from functools import cached_property
from time import perf_counter
from typing import NamedTuple

from outwit.errors import BadOptionError
from outwit.game import Move
from outwit.search.search import Search

ATTITUDES = ("mean", "worst", "utility")
"""What a chance event can be taken to be worth."""

SHARE = 16
"""One part in so many of the nodes that a search may be expected to visit can go into spreads."""

FEW = 2048
"""So many nodes more are never too many for them, unless the nodes themselves are limited."""


def refuse_unless_averse(aversion: float) -> None:
    """Refuse, in a sentence, what is no aversion to risk."""
    if not 0 < aversion < math.inf:
        raise BadOptionError(f"aversion={aversion} is no aversion to risk; give a number above 0.")


def certainty_equivalent(lottery: Iterable[tuple[float, float]], aversion: float) -> float:
    """The sure value that is as welcome as a lottery, its values with their probabilities.

    The aversion is that to player 0's risk; below 0 it is the aversion of the other, to whom values are the
    opposite. What is subtracted before the utility is computed, and added again, keeps it from overflowing.

    >>> round(certainty_equivalent([(1.0, 0.5), (0.0, 0.5)], 1.0), 6)
    0.379885
    >>> certainty_equivalent([(1.0, 0.5), (0.0, 0.5)], 1e4) < 0.0001
    True
    """
    lottery = list(lottery)
    values = [value for value, _ in lottery]
    worst = min(values) if aversion > 0 else max(values)
    loss = 0.0
    for value, probability in lottery:
        loss += probability * math.expm1(-aversion * (value - worst))
    return worst - math.log1p(loss) / aversion


def deviation(lottery: Iterable[tuple[float, float]]) -> float:
    """The standard deviation of values with their probabilities.

    >>> deviation([(1.0, 0.5), (0.0, 0.5)])
    0.5
    """
    lottery = list(lottery)
    whole, mean = 0.0, 0.0
    for value, probability in lottery:
        whole += probability
        mean += probability * value
    mean /= whole
    variance = 0.0
    for value, probability in lottery:
        variance += probability * (value - mean) * (value - mean)
    return math.sqrt(variance / whole)


class Measured(NamedTuple):
    """The spread of a move, as a search of one depth sees it."""

    spread: float | None
    """None if no chance event follows the move at once."""
    nodes: int
    """What it took."""
    certain: bool
    """Was nothing estimated for it?"""


@dataclass
class Spreads:
    """How far the values of each move at the root spread over the chance event that follows it at once."""

    known: dict[Move, float] = field(default_factory=dict)
    depth: int = -1
    """How deep beyond the chance event the search went that they are from."""
    best: dict[Move, float] = field(default_factory=dict)
    """Those of the best moves as deep as the search itself went, where that is too much for all of them."""
    certain: bool = False
    """Was nothing estimated for them? Then they stay as they are."""
    thorough: bool = True
    """Could they be measured as deep as the search itself went, so far?"""


class Spreading(Search):
    """A search that also measures spreads.

    Pruning leaves most of the values behind a chance event at bounds, so they are searched for beside the
    tree, the best moves first, all to the same depth: that of the search itself if that is cheap, and else as
    deep as is. Where the search looks beyond the next move, so must they: an estimate may not see what a roll
    of the dice is good for until it is played.
    """

    @cached_property
    def spreads(self) -> Spreads:
        """What has been measured so far."""
        return Spreads()

    @abstractmethod
    def measure_spread(self, move: Move, depth: int, nodes: int) -> Measured | None:
        """A move's spread, by a search so deep beyond the chance event; None if nodes or time run out."""

    def spread_out(self, depth: int) -> None:
        """Measure spreads after a search that went so deep beyond the chance event."""
        spreads = self.spreads
        if not (self.spreads_wanted and self.root_moves and self.game.stochastic) or spreads.certain:
            return
        spreads.best = {}
        spreads.thorough = spreads.thorough and self.measure(depth, spreads.best)
        following = max(spreads.depth + 1, 1)
        while not (spreads.thorough or spreads.certain) and following < depth and self.measure(following, {}):
            following += 1
        if spreads.depth < min(depth, 1) and not spreads.certain:
            spreads.known = {}
            if not spreads.best:
                self.measure(1, spreads.best)
        self.tell_spreads()

    def expected_nodes(self) -> int:
        """How many nodes the search may be expected to have visited in the end."""
        limit, seconds = self.limit, perf_counter() - self.started
        if limit.depth is not None:
            return self.nodes
        return int(self.nodes * max(1.0, (limit.seconds or 0.0) / max(seconds, 1e-6)))

    def spendable(self) -> int:
        """How many nodes may still be spent on spreads."""
        most = self.limit.nodes
        if most is None:
            return max(self.expected_nodes() // SHARE + FEW - self.beside, 0)
        return max(min(most // SHARE, most - self.nodes) - self.beside, 0)

    def measure(self, depth: int, found: dict[Move, float]) -> bool:
        """Measure all spreads at one depth, if half of what may still be spent on them is enough.

        What is found before that is clear, of the best moves, is noted.
        """
        spreads, certain = self.spreads, True
        nodes = self.spendable() // 2
        for move in sorted(self.root_moves, key=self.merit, reverse=True):
            measured = self.measure_spread(move, depth, nodes) if nodes else None
            if measured is None:
                self.beside += nodes
                return False
            nodes -= measured.nodes
            self.beside += measured.nodes
            certain = certain and measured.certain
            if measured.spread is not None:
                found[move] = measured.spread
        spreads.known, spreads.depth, spreads.certain = dict(found), depth, certain
        return True

    def merit(self, move: Move) -> float:
        """What a move is known to be worth to the player who chooses it."""
        value = self.candidates[move].value if move in self.candidates else None
        return -math.inf if value is None else value

    def tell_spreads(self) -> None:
        """Let the candidates tell what is known."""
        for move, spread in (self.spreads.known | self.spreads.best).items():
            if move in self.candidates:
                self.candidates[move] = replace(self.candidates[move], spread=spread)
