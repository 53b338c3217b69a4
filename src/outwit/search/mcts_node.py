"""A position in a tree that grows game by game."""

from __future__ import annotations

import math
from collections.abc import Iterator
from dataclasses import dataclass, field

from outwit.game import Move


@dataclass(slots=True, eq=False)
class MctsNode:
    """A position in the tree, and what has been seen of it."""

    move: Move = None
    turn: int | None = None
    """Who acts; None before it is known."""
    visits: int = 0
    totals: list[float] = field(default_factory=list)
    """What came of it for each player, added up."""
    squares: float = 0.0
    """The squares of what came of it for the first player, added up."""
    proved: tuple[float, ...] | None = None
    """What it is worth to each player, where that is certain."""
    floor: tuple[float, ...] | None = None
    """The best that whoever acts can have for certain, while something else may still be better."""
    share: float = 0.0
    """How likely it is, below chance; how much it is favoured, in puct."""
    ceiling: float = math.inf
    """The most that it can be worth to whoever acts, once that has been asked."""
    branches: list[MctsNode] | None = None

    def walk(self) -> Iterator[MctsNode]:
        """This branch and all below it."""
        todo = [self]
        while todo:
            branch = todo.pop()
            yield branch
            todo.extend(branch.branches or ())

    def mean(self, player: int) -> float:
        """What it is worth to a player, as far as is known."""
        return self.proved[player] if self.proved is not None else self.totals[player] / self.visits
