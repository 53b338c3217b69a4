"""A node of a Monte Carlo search tree."""

from __future__ import annotations

import math
from collections.abc import Iterator
from dataclasses import dataclass, field

from outwit.game import Move


@dataclass(slots=True, eq=False)
class MctsNode:
    """A position in the tree, with the statistics of the simulations that came to it."""

    move: Move = None
    turn: int | None = None
    """Who acts; None before it is known."""
    visits: int = 0
    totals: list[float] = field(default_factory=list)
    """The sum of the payoffs of its simulations, for each player."""
    squares: float = 0.0
    """The sum of their squares, for the first player."""
    proved: tuple[float, ...] | None = None
    """Its value for each player, where that is proved."""
    floor: tuple[float, ...] | None = None
    """The best proved value that whoever acts can choose, while another may still be better."""
    prior: float = 0.0
    """The probability of an outcome, below a chance node; in PUCT, the prior of a move."""
    ceiling: float = math.inf
    """The most that it can be worth to whoever acts, once that has been asked."""
    children: list[MctsNode] | None = None
    """What can follow; None before it is expanded."""

    def walk(self) -> Iterator[MctsNode]:
        """This node and all below it."""
        todo = [self]
        while todo:
            node = todo.pop()
            yield node
            todo.extend(node.children or ())

    def mean(self, player: int) -> float:
        """Its proved value for a player, or else the mean of its simulations."""
        return self.proved[player] if self.proved is not None else self.totals[player] / self.visits
