"""Which of several moves to try next, when each was tried a few times: by its mean and by the doubt left.

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
    """What has been seen of a position."""

    @property
    def visits(self) -> int:
        """How many games have come to it."""

    @property
    def totals(self) -> Sequence[float]:
        """What came of them for each player, added up."""

    @property
    def proved(self) -> tuple[float, ...] | None:
        """What it is worth to each player, where that is certain."""

    @property
    def share(self) -> float:
        """How much it is favoured, in puct."""


Some = TypeVar("Some", bound=Tried)


class Promise(NamedTuple):
    """What a move promises, in payoffs: the larger the sum, the sooner its turn."""

    mean: float
    doubt: float
    """The benefit of the doubt: the less tried, the more."""


@dataclass(frozen=True)
class Rule:
    """How the next move to try is chosen.

    >>> round(Rule("uct", 1.0, True, (1.0, 1.0)).doubt(10, 2, 0.0, 0), 6)
    1.072983
    """

    select: Select
    """`uct` treats all moves alike, `puct` favours some by their share."""
    exploration: float
    """How much doubt counts beside the mean, in parts of half the range of payoffs."""
    solve: bool
    """Do moves whose worth is certain need no more games?"""
    halves: tuple[float, ...]
    """Half the range of each player's payoffs."""

    def doubt(self, above: int, visits: int, share: float, player: int) -> float:
        """What doubt is worth, after so many games in the position above and so many with the move."""
        weight = self.exploration * self.halves[player]
        if self.select == "puct":
            return share * (weight * math.sqrt(above)) / (1 + visits)
        return weight * math.sqrt(math.log(max(above, 1))) / math.sqrt(visits) if visits else math.inf

    def promise(self, above: Tried, move: Tried, player: int) -> Promise:
        """What a move promises the player who chooses; one not tried yet, as much as the position above."""
        if move.proved is not None:
            return Promise(move.proved[player], 0.0)
        known = move if move.visits else above
        mean = known.totals[player] / known.visits if known.visits else 0.0
        return Promise(mean, self.doubt(above.visits, move.visits, move.share, player))

    def choose(self, above: Tried, moves: Sequence[Some], player: int) -> Some:
        """The move that promises most, the first of equals."""
        best, highest = moves[0], -math.inf
        for each in moves:
            if self.solve and each.proved is not None:
                continue
            mean, doubt = self.promise(above, each, player)
            if mean + doubt > highest:
                best, highest = each, mean + doubt
                if highest == math.inf:
                    break
        return best
