"""From scores to Elo and back, and how much a match says about the difference between two agents."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from statistics import fmean, stdev

import numpy as np
from scipy.special import expit, stdtr, stdtrit

from outwit.errors import OutwitError

SCALE = 400 / math.log(10)
"""Elo points to one unit of the logarithm of the odds."""

VIRTUAL = 0.25
"""How much of a pair, half of it won and half of it lost, is added before the spread of pairs is judged."""


@dataclass(frozen=True)
class Estimate:
    """What a match between two agents says, seen from one of them."""

    pairs: int
    """How many pairs were played."""

    score: float
    """Their mean score; one half if there are none."""

    low: float
    """The least that the true score may well be."""

    high: float
    """The most that the true score may well be."""

    superiority: float
    """How likely it is, given the pairs, that the true score is above one half."""

    @property
    def inverse(self) -> Estimate:
        """The same match, seen from the other."""
        return Estimate(self.pairs, 1 - self.score, 1 - self.high, 1 - self.low, 1 - self.superiority)

    @property
    def elo(self) -> float:
        """The difference in strength for which the score is the one to expect."""
        return elo(self.score)

    @property
    def elo_low(self) -> float:
        """The least that the difference may well be; minus infinity if nothing speaks against it."""
        return elo(self.low)

    @property
    def elo_high(self) -> float:
        """The most that the difference may well be; infinity if nothing speaks against it."""
        return elo(self.high)


def elo(score: float) -> float:
    """The difference in Elo for which a score is the one to expect.

    >>> round(elo(0.75)), elo(0.5), elo(1)
    (191, 0.0, inf)
    """
    if not 0 <= score <= 1:
        raise OutwitError(f"{score} is not a score; scores lie between 0 and 1.")
    if score in (0, 1):
        return math.inf if score else -math.inf
    return SCALE * (math.log(score) - math.log1p(-score))


def expected_score(elo: float) -> float:
    """The score to expect of an agent that is so many Elo stronger than the other.

    >>> expected_score(0), round(expected_score(200), 2)
    (0.5, 0.76)
    """
    return float(expit(elo / SCALE))


def estimate(pairs: Sequence[float], confidence: float = 0.95) -> Estimate:
    """What the scores of pairs, each from 0 to 1, say about the true score.

    The interval is Wilson's (JASA 22, 1927), which stays within 0 and 1 and does not collapse when every pair
    was won, for as many coin tosses as would vary like these pairs: draws, and games of a pair that go
    together, are so taken account of, as Korn and Graubard (1998) do for surveys. For few pairs the quantile
    is Student's. The interval lies above one half exactly if `superiority` is above `(1 + confidence) / 2`.

    >>> found = estimate([1, 0.5, 0.75, 0.5, 1, 0.25, 0.75, 0.5])
    >>> [round(each, 2) for each in (found.low, found.score, found.high, found.superiority)]
    [0.43, 0.66, 0.83, 0.92]
    """
    if not 0 < confidence < 1:
        raise OutwitError(f"{confidence} is not a confidence; give a number between 0 and 1, such as 0.95.")
    scores = np.asarray(pairs, dtype=float)
    check_scores(scores)
    number = len(scores)
    if number == 0:
        return Estimate(0, 0.5, 0.0, 1.0, 0.5)
    mean = float(scores.mean())
    tosses = number / spread(scores)
    freedom = max(number - 1, 1)
    quantile = float(stdtrit(freedom, 0.5 + confidence / 2))
    width = quantile**2 / tosses
    centre = (mean + width / 2) / (1 + width)
    reach = math.sqrt(width * (mean * (1 - mean) + width / 4)) / (1 + width)
    superiority = float(stdtr(freedom, (mean - 0.5) * 2 * math.sqrt(tosses)))
    return Estimate(number, mean, max(centre - reach, 0.0), min(centre + reach, 1.0), superiority)


@dataclass(frozen=True)
class Mean:
    """A mean of numbers, and where the true one may well be."""

    mean: float
    low: float
    high: float

    @property
    def inverse(self) -> Mean:
        """The same, seen from the other of two whose numbers cancel."""
        return Mean(0.0 - self.mean, 0.0 - self.high, 0.0 - self.low)


def mean_of(numbers: Sequence[float], confidence: float = 0.95) -> Mean:
    """The mean of at least two numbers, with Student's interval.

    >>> found = mean_of([1, 2, 3, 2])
    >>> [round(each, 2) for each in (found.low, found.mean, found.high)]
    [0.7, 2.0, 3.3]
    """
    mean, error = fmean(numbers), stdev(numbers) / math.sqrt(len(numbers))
    reach = float(stdtrit(len(numbers) - 1, 0.5 + confidence / 2)) * error
    return Mean(mean, mean - reach, mean + reach)


def spread(scores: np.ndarray[tuple[int, ...], np.dtype[np.float64]]) -> float:
    """How much pairs vary, as a part, at most 1, of what tosses of a coin with the same mean would."""
    weight = len(scores) + VIRTUAL
    mean = (scores.sum() + VIRTUAL / 2) / weight
    square = (np.square(scores).sum() + VIRTUAL / 2) / weight
    return float((square - mean**2) / (mean - mean**2))


def check_scores(scores: np.ndarray[tuple[int, ...], np.dtype[np.float64]]) -> None:
    """Refuse what is not the score of a pair."""
    wrong = scores[~((scores >= 0) & (scores <= 1))]
    if len(wrong):
        raise OutwitError(f"{wrong[0]} is not the score of a pair; scores lie between 0 and 1.")
