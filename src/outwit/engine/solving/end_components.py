"""End components: sets of positions in which play can stay for ever.

Where a player decides, a move stays within one; whatever chance brings stays within it; and each of its
positions can be reached from each other. The largest are found as by de Alfaro, "Formal verification of
probabilistic systems", 1997: strongly connected components lose what chance may lead out of, and what has no
move left then, until nothing more is lost.
"""

from __future__ import annotations

from dataclasses import dataclass, replace

import numpy as np
from scipy.sparse import csr_array
from scipy.sparse.csgraph import connected_components

MAX, MIN, AVERAGE = range(3)
"""What the value of a position is to those of the positions after it."""


@dataclass(frozen=True)
class Equations:
    """What each position in which a game goes on is worth, by the positions that follow it.

    Positions are numbers; a row is an equation.
    """

    rows: np.ndarray
    """The position that each row is the equation of; other positions are ends."""
    kinds: np.ndarray
    """What the value of each row is made of: `MAX`, `MIN` or `AVERAGE`."""
    starts: np.ndarray
    """Where in `after` the positions that follow each row begin, and where the last row's end."""
    after: np.ndarray
    shares: np.ndarray
    """The probability of each position that follows, where chance acts."""
    levels: np.ndarray
    """The first row of each level: those of a level are as many moves and chance events away."""

    @property
    def of(self) -> np.ndarray:
        """The row of which each entry of `after` is a part."""
        return np.repeat(np.arange(len(self.rows)), np.diff(self.starts))


def end_components(equations: Equations, positions: int) -> np.ndarray:
    """The number of the largest end component that each position is in, whoever decides there; or -1."""
    before, after = equations.rows[equations.of], equations.after
    chance = equations.kinds[equations.of] == AVERAGE
    left = np.ones(len(after), dtype=bool)
    while True:
        ways = csr_array((left[left], (before[left], after[left])), shape=(positions, positions))
        _, labels = connected_components(ways, connection="strong")
        within = left & (labels[before] == labels[after])
        staying = np.zeros(positions, dtype=bool)
        staying[before[within]] = True
        staying[before[chance & ~within]] = False
        within &= staying[before] & staying[after]
        if within.sum() == left.sum():
            return np.where(staying, labels, -1)
        left = within


def merge(
    equations: Equations, low: np.ndarray, high: np.ndarray
) -> tuple[Equations, np.ndarray, np.ndarray, np.ndarray]:
    """The equations with each end component as one position, for somebody who plays alone.

    Wherever one is within it, one can get to every way out of it, so all its positions are worth the best of
    them; and to stay for ever is worth the least. Returned are the equations, which position stands for each,
    and the bounds of each. Without this, what is claimed from above supports itself: Brazdil and others,
    "Verification of Markov decision processes using learning algorithms", 2014; Haddad and Monmege,
    "Reachability in MDPs: refining convergence of value iteration", 2014.
    """
    component = end_components(equations, len(low))
    inside = np.flatnonzero(component >= 0)
    standing = np.arange(len(low))
    if not len(inside):
        return equations, standing, low, high
    _, first, which = np.unique(component[inside], return_index=True, return_inverse=True)
    standing[inside] = inside[first][which]
    low, high = low.copy(), high.copy()
    np.maximum.at(low, standing[inside], low[inside])
    np.minimum.at(high, standing[inside], high[inside])

    of = equations.of
    before, after = standing[equations.rows][of], standing[equations.after]
    leaving = (component[equations.rows][of] < 0) | (before != after)
    has_way_out = np.zeros(len(low), dtype=bool)
    has_way_out[before[leaving]] = True
    stuck = np.flatnonzero((component >= 0) & ~has_way_out[standing])
    high[stuck] = low[stuck] = low[standing[stuck]]

    row_of = np.full(len(low), -1)
    row_of[equations.rows] = np.arange(len(equations.rows))
    kept = has_way_out[equations.rows] & (standing[equations.rows] == equations.rows)
    new_row = np.cumsum(kept) - 1
    ways = np.flatnonzero(leaving)
    target = new_row[row_of[before[ways]]]
    ways = ways[np.argsort(target, kind="stable")]
    counts = np.bincount(target, minlength=int(kept.sum()))
    kinds = np.where(component[equations.rows] >= 0, MAX, equations.kinds)[kept]
    merged = replace(
        equations,
        rows=equations.rows[kept],
        kinds=kinds,
        starts=np.concatenate([[0], np.cumsum(counts)]),
        after=after[ways],
        shares=equations.shares[ways],
        levels=np.concatenate([[0], np.cumsum(kept)])[equations.levels],
    )
    return merged, standing, low, high
