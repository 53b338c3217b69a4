"""The words of a node: how the tree of a compiled Monte Carlo tree search lies in memory.

The tree is a block of memory. A node is a few words, and the children of one stand side by side, so
that choosing among them reads memory in one go.
"""

from __future__ import annotations

MOVE, TURN, VISITS, FIRST, COUNT, PRIOR, PROVED, SQUARES, CEILING, TOTALS = range(10)
"""The words of a node; behind the totals stand as many values for what is certain."""

CLAIMED = 1
"""What stands for the first child while a thread makes them."""

SURE, FLOORED = 1, 2
"""What `PROVED` says: what it is worth is certain; whoever acts can have so much for certain, or more."""

LONGEST_PATH = 4096
"""How deep the tree can be."""

BY_PRIORS, SOLVING, PARALLEL = 2, 4, 8
"""Bits of the switches: puct in place of uct; what is certain is passed up; several threads grow the tree."""


def words_of(values: int) -> int:
    """How many words a node has, where so many numbers say how a game ends."""
    return TOTALS + 2 * values
