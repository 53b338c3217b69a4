"""The sequential test: play until it is clear which of two differences in strength is the likelier."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass
from typing import Literal, TypeAlias

from outwit.arena.elo import expected_score
from outwit.errors import OutwitError
from outwit.specs import build

PairScores: TypeAlias = Sequence[float] | Mapping[float, int]
"""The scores of pairs, one after the other, or how many pairs had each score."""

FEWEST = 10
"""Before so many pairs nothing is decided: the spread of fewer says too little."""

WIDEST = 2000.0
"""The greatest difference in Elo that a hypothesis may name; the score to expect is nearly 1."""

TRACE = 0.001
"""How many pairs a score counts for that must be possible but has not occurred."""


@dataclass(frozen=True)
class Sprt:
    """Wald's sequential probability ratio test between two differences in Elo.

    How often each score occurs is not known beforehand, so that the likelihoods compared are the greatest
    that any distribution with the expected score has: the generalised test, worked out for games by Michel
    Van den Bergh in his notes on the GSPRT and on multinomial likelihoods with a given expectation, by which
    chess engines are tested. Scores of any kind are served, those of game pairs among them.
    """

    elo0: float = 0.0
    """The difference that H0 supposes."""

    elo1: float = 10.0
    """The difference that H1 supposes, greater than the other."""

    alpha: float = 0.05
    """How often H1 may be accepted though H0 is true."""

    beta: float = 0.05
    """How often H0 may be accepted though H1 is true."""

    def __post_init__(self) -> None:
        for name in ("elo0", "elo1"):
            value = getattr(self, name)
            if not -WIDEST <= value <= WIDEST:
                raise OutwitError(
                    f"{name}={value:g} is no difference to test for; give one within {WIDEST:g} Elo."
                )
        if not self.elo0 < self.elo1:
            raise OutwitError(
                f"elo0={self.elo0:g} must be less than elo1={self.elo1:g} for a test between them."
            )
        for name in ("alpha", "beta"):
            value = getattr(self, name)
            if not 0 < value < 0.5:
                raise OutwitError(f"{name}={value:g} is no rate of errors; give a number between 0 and 0.5.")

    @classmethod
    def read(cls, text: str) -> Sprt:
        """The test that a text names; what it leaves out is as usual.

        >>> Sprt.read("elo0=-5,elo1=5")
        Sprt(elo0=-5.0, elo1=5.0, alpha=0.05, beta=0.05)
        """
        return build(cls, "sprt", text)

    def to_json(self) -> dict[str, float]:
        """The test as plain data."""
        return asdict(self)

    @property
    def lower(self) -> float:
        """The log-likelihood ratio at which H0 is accepted."""
        return math.log(self.beta / (1 - self.alpha))

    @property
    def upper(self) -> float:
        """The log-likelihood ratio at which H1 is accepted."""
        return math.log((1 - self.beta) / self.alpha)

    def llr(self, pairs: PairScores) -> float:
        """The logarithm of how many times likelier the pairs are under H1 than under H0.

        >>> round(Sprt(elo0=0, elo1=50).llr([1, 0.5, 0.75, 0.5] * 20), 2)
        10.69
        """
        return self.llr_of(score_counts(pairs))

    def llr_of(self, counts: Mapping[float, int]) -> float:
        """The same from how many pairs had each score; it takes no longer for many pairs than for few."""
        if not any(counts.values()):
            return 0.0
        weights = {0.0: TRACE, 1.0: TRACE} | {score: count for score, count in counts.items() if count}
        low, high = expected_score(self.elo0), expected_score(self.elo1)
        tilt0, tilt1 = tilt(weights, low), tilt(weights, high)
        return sum(
            weight * (math.log1p(tilt0 * (score - low)) - math.log1p(tilt1 * (score - high)))
            for score, weight in weights.items()
        )

    def verdict(self, pairs: PairScores) -> Literal["H0", "H1"] | None:
        """The hypothesis that is accepted, or None as long as neither is."""
        counts = score_counts(pairs)
        if sum(counts.values()) < FEWEST:
            return None
        ratio = self.llr_of(counts)
        if ratio >= self.upper:
            return "H1"
        return "H0" if ratio <= self.lower else None

    def sentence(self, pairs: PairScores) -> str:
        """How the test stands, in words.

        >>> Sprt(elo0=0, elo1=50).sentence([1, 0.5, 0.75, 0.5] * 20)
        'H1 is accepted after 80 pairs: 50 Elo are likelier than 0 (log-likelihood ratio 10.69, bound 2.94).'
        """
        counts = score_counts(pairs)
        number = sum(counts.values())
        ratio, accepted = self.llr_of(counts), self.verdict(counts)
        played = f"{number:,} pair{'' if number == 1 else 's'}"
        if accepted is None:
            if number < FEWEST:
                return f"Nothing is decided before {FEWEST} pairs; {played} so far."
            ends = f"{self.lower:.2f} (H0, {self.elo0:g} Elo) and {self.upper:.2f} (H1, {self.elo1:g} Elo)"
            return (
                f"Nothing is decided after {played}: the log-likelihood ratio is {ratio:.2f}, between {ends}."
            )
        likelier, other, bound = self.elo1, self.elo0, self.upper
        if accepted == "H0":
            likelier, other, bound = self.elo0, self.elo1, self.lower
        return (
            f"{accepted} is accepted after {played}: {likelier:g} Elo are likelier than {other:g} "
            f"(log-likelihood ratio {ratio:.2f}, bound {bound:.2f})."
        )


def score_counts(pairs: PairScores) -> Mapping[float, int]:
    """How many pairs had each score; scores that differ by rounding alone are one."""
    given = pairs if isinstance(pairs, Mapping) else Counter(pairs)
    counts: Counter[float] = Counter()
    for score, count in given.items():
        if not 0 <= score <= 1:
            raise OutwitError(f"{score} is not the score of a pair; scores lie between 0 and 1.")
        counts[round(float(score), 9)] += count
    return counts


def tilt(weights: Mapping[float, float], mean: float) -> float:
    """How the weights of scores must be tilted to have a given mean, and be the likeliest that have it.

    The likeliest frequencies with this mean are `weight / (1 + tilt * (score - mean))`, all over the sum of
    the weights; as none of them is above 1, the tilt is bounded (Owen, Annals of Statistics 18, 1990). Both 0
    and 1 must be among the scores.
    """
    from scipy.optimize import brentq  # takes as long to load as all else, and few ask for it

    terms = [(weight, score - mean) for score, weight in weights.items()]

    def slope(tilt: float) -> float:
        total = 0.0
        for weight, offset in terms:
            total += weight * offset / (1 + tilt * offset)
        return total

    whole = sum(weights.values())
    least = max((weight / whole - 1) / offset for weight, offset in terms if offset > 0)
    most = min((weight / whole - 1) / offset for weight, offset in terms if offset < 0)
    return brentq(slope, least, most, xtol=1e-8, rtol=1e-8)
