"""Strategies of a game in sequence form: how likely each player makes each move in each information set."""

from __future__ import annotations

from typing import TypeAlias

import numpy as np

from outwit.equilibrium.sequence_form import Side, Unfolded

Strategies: TypeAlias = tuple[np.ndarray, np.ndarray]
"""For each player a float64 for each of its sequences: how likely its last move is in its information set.
For the empty sequence that is 1."""


def normalize(side: Side, weights: np.ndarray) -> np.ndarray:
    """How likely the moves of each set are by their weights, a float64 for each sequence.

    In a set in which nothing weighs anything each move is as likely as the other.
    """
    if not side.sets:
        return np.ones(1)
    first = side.first.astype(np.int64)
    begins, widths = first[:-1] - 1, first[1:] - first[:-1]
    totals = np.repeat(np.add.reduceat(weights[1:], begins), widths)
    strategy = np.repeat(1.0 / widths, widths)
    np.divide(weights[1:], totals, out=strategy, where=totals > 0.0)
    return np.concatenate(([1.0], strategy))


def uniform(game: Unfolded) -> Strategies:
    """Every move as likely as the other."""
    one, other = (normalize(side, np.zeros(side.sequences)) for side in game.sides)
    return one, other


def plan(side: Side, strategy: np.ndarray) -> np.ndarray:
    """How likely the player makes all moves of each sequence by a strategy: a float64 for each sequence."""
    found = np.ones(side.sequences)
    for number, parent in enumerate(side.parent):
        low, high = side.first[number : number + 2]
        found[low:high] = found[parent] * strategy[low:high]
    return found
