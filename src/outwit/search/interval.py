"""Where the mean of independent payoffs lies, as far as those seen so far tell."""

from __future__ import annotations

import math

NORMAL = 1.959964
"""Within so many standard errors lies the mean of ninety-five large samples in a hundred."""

FEWEST = 10
"""Fewer payoffs than this say too little for an interval."""

VIRTUAL = 2
"""How many payoffs at either bound are added to those seen."""


def interval(count: int, total: float, squares: float, low: float, high: float) -> tuple[float, float] | None:
    """An interval that holds the true mean of independent payoffs, between two bounds, 95 times in 100.

    It is that of Agresti and Coull, "Approximate is better than 'exact' for interval estimation of binomial
    proportions", 1998, for any payoffs: two at each bound are added to those seen, so that thirty wins in a
    row do not make a win certain. For few payoffs the quantile is Student's. None if there are too few.

    >>> [round(end, 2) for end in interval(30, 30.0, 30.0, -1.0, 1.0)]
    [0.72, 1.0]
    >>> interval(3, -3.0, 3.0, -1.0, 1.0)
    """
    if count < FEWEST or not (math.isfinite(low) and math.isfinite(high)):
        return None
    weight = count + 2 * VIRTUAL
    centre = (total + VIRTUAL * (low + high)) / weight
    square = (squares + VIRTUAL * (low * low + high * high)) / weight
    reach = student(count - 1) * math.sqrt(max(square - centre * centre, 0.0) / weight)
    return max(centre - reach, low), min(centre + reach, high)


def student(freedom: int) -> float:
    """Student's quantile for 95 in 100, by the first terms of its expansion.

    Fisher and Cornish, "The percentile points of distributions having known cumulants", 1960.

    >>> round(student(9), 3), round(student(29), 3)
    (2.258, 2.045)
    """
    z, cube, fifth = NORMAL, NORMAL**3, NORMAL**5
    return z + (cube + z) / (4 * freedom) + (5 * fifth + 16 * cube + 3 * z) / (96 * freedom * freedom)
