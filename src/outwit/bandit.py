"""Selection in tree search: the move with the highest upper confidence bound (UCB) is tried next.

Auer, Cesa-Bianchi and Fischer, "Finite-time analysis of the multiarmed bandit problem", 2002 (UCB1, in trees
UCT); Rosin, "Multi-armed bandits with episode context", 2011 (PUCT).
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal, NamedTuple, Protocol, TypeVar

Select = Literal["uct", "puct"]


class Tried(Protocol):
    """The statistics of a node."""

    @property
    def visits(self) -> int:
        """How many simulations have come to it."""

    @property
    def totals(self) -> Sequence[float]:
        """What came of them for each player, added up."""

    @property
    def proved(self) -> tuple[float, ...] | None:
        """What it is worth to each player, where that is certain."""

    @property
    def prior(self) -> float:
        """How likely the move is to be good, before anything was tried; only PUCT asks."""


Some = TypeVar("Some", bound=Tried)


class UCBScore(NamedTuple):
    """An upper confidence bound of a move, in payoffs: the move with the largest sum is tried next."""

    mean: float
    exploration_term: float
    """What is added for having been tried little."""


@dataclass(frozen=True)
class Rule:
    """How a tree search selects the next move to try.

    >>> round(Rule("uct", 1.0, True, (1.0, 1.0)).exploration_term(10, 2, 0.0, 0), 6)
    1.072983
    """

    select: Select
    """`uct` treats all moves alike, `puct` weighs the exploration term by their priors."""
    exploration: float
    """The exploration constant, in units of half the range of payoffs."""
    solve: bool
    """Are moves left out whose value is proved?"""
    halves: tuple[float, ...]
    """Half the range of each player's payoffs."""

    def exploration_term(self, above: int, visits: int, prior: float, player: int) -> float:
        """What is added to the mean of a move with so many visits, in a position with so many `above`."""
        weight = self.exploration * self.halves[player]
        if self.select == "puct":
            return prior * (weight * math.sqrt(above)) / (1 + visits)
        return weight * math.sqrt(math.log(max(above, 1))) / math.sqrt(visits) if visits else math.inf

    def ucb_score(self, above: Tried, move: Tried, player: int) -> UCBScore:
        """A move's score for the player who selects; one without visits has the mean of its parent."""
        if move.proved is not None:
            return UCBScore(move.proved[player], 0.0)
        known = move if move.visits else above
        mean = known.totals[player] / known.visits if known.visits else 0.0
        return UCBScore(mean, self.exploration_term(above.visits, move.visits, move.prior, player))

    def choose(self, above: Tried, moves: Sequence[Some], player: int) -> Some:
        """The move with the highest UCB score, the first of equals."""
        best, highest = moves[0], -math.inf
        for each in moves:
            if self.solve and each.proved is not None:
                continue
            mean, term = self.ucb_score(above, each, player)
            if mean + term > highest:
                best, highest = each, mean + term
                if highest == math.inf:
                    break
        return best
