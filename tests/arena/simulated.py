"""Bouts between players of known strength: pairs of games, with draws, from openings that favour a side."""

from __future__ import annotations

from functools import cache

import numpy as np
from scipy.optimize import brentq

from outwit.arena.elo import expected_score

SCORES = (0.0, 0.25, 0.5, 0.75, 1.0)
"""What a pair of games can come to."""


@cache
def chances(elo: float, draws: float, bias: float) -> tuple[float, ...]:
    """How often a pair of games comes to each of its scores.

    The mean is what `elo` lets expect. Games are drawn the more often the greater `draws`, as Rao and Kupper
    have it; openings favour a side, the more the greater `bias`, and both games of a pair share an opening.
    """

    def with_skill(skill: float) -> np.ndarray[tuple[int], np.dtype[np.float64]]:
        found = np.zeros(5)
        for favour in (-1.5, -0.5, 0.5, 1.5):
            first = game(skill + favour * bias, draws)
            second = game(skill - favour * bias, draws)
            found += np.convolve(first, second) / 4
        return found

    skill = brentq(lambda skill: float(with_skill(skill) @ SCORES) - expected_score(elo), -4000, 4000)
    return tuple(with_skill(skill))


def game(elo: float, draws: float) -> list[float]:
    """How often a game is lost, drawn and won."""
    lost, won = expected_score(-elo - draws), expected_score(elo - draws)
    return [lost, max(1 - lost - won, 0.0), won]
