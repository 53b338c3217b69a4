"""Levels of difficulty: how a search that could play better plays weaker, without playing the fool.

A weaker level visits fewer positions and, of moves that then look nearly as good as the best, takes one. What
it has seen it does not throw away: a win is taken, a loss is avoided, and of what it has searched to the end
of the game it plays the best. So its mistakes are those of a player who has not looked far enough.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace
from statistics import fmean

from outwit.decision import Candidate, Limit
from outwit.errors import BadOptionError, join_names


@dataclass(frozen=True)
class Handicap:
    """What a level takes away from a search."""

    nodes: int
    """How many positions are visited at most; a look at every move, one move deep, is always granted."""

    slack: float
    """How much worse than the best a move may look and still be chosen.

    A part, less than 2, of what a move costs on the average: no game's units need be known, and of two moves
    the better is always taken.
    """

    def cap(self, limit: Limit) -> Limit:
        """A limit with no more nodes than this level has."""
        return replace(limit, nodes=self.nodes if limit.nodes is None else min(self.nodes, limit.nodes))


LEVELS: dict[int, Handicap | None] = {
    1: Handicap(nodes=30, slack=1.2),
    2: Handicap(nodes=300, slack=0.8),
    3: Handicap(nodes=3_000, slack=0.55),
    4: Handicap(nodes=30_000, slack=0.25),
    5: None,
}
"""What each level takes away; the last is full strength."""

FULL_STRENGTH = max(LEVELS)

NAMES = {1: "Beginner", 2: "Casual", 3: "Practised", 4: "Strong", FULL_STRENGTH: "Full strength"}
"""What people call each level."""


def refuse_unless_level(level: int | None) -> None:
    """Refuse what is no level; None is one, full strength."""
    if level is not None and level not in LEVELS:
        raise BadOptionError(f"level={level} is no level of difficulty; give {join_names(map(str, LEVELS))}.")


def near_best(candidates: Iterable[Candidate], slack: float) -> list[tuple[Candidate, float]]:
    """The moves that look nearly as good as the best, each with the probability to be chosen.

    The weight of a move falls from that of the best to zero where its cost reaches the slack.

    >>> moves = [Candidate("a", 10.0), Candidate("b", 9.0), Candidate("c", 5.0), Candidate("d", 0.0)]
    >>> [(c.move, probability) for c, probability in near_best(moves, slack=0.5)]
    [('a', 0.8), ('b', 0.2)]
    """
    values = [(candidate, candidate.value) for candidate in candidates if candidate.value is not None]
    best = max(value for _, value in values)
    room = slack * fmean(best - value for _, value in values)
    weights = [
        (candidate, (1 - (best - value) / room) ** 2 if value < best else 1.0)
        for candidate, value in values
        if value == best or best - value < room
    ]
    total = sum(weight for _, weight in weights)
    return [(candidate, weight / total) for candidate, weight in weights]
