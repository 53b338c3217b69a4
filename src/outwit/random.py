"""Outwit's own small random generator.

SplitMix64 (Steele, Lea and Flood 2014): sixty-four bits of state and a handful of operations on them, so
that the same seed gives the same draws on every machine, interpreted or compiled.
"""

from __future__ import annotations

from collections.abc import MutableSequence, Sequence
from typing import TypeVar

T = TypeVar("T")

WORD = (1 << 64) - 1
GOLDEN = 0x9E3779B97F4A7C15


def scramble(word: int) -> int:
    """A 64-bit word with every bit depending on every bit of the one given."""
    word &= WORD
    word = ((word ^ (word >> 30)) * 0xBF58476D1CE4E5B9) & WORD
    word = ((word ^ (word >> 27)) * 0x94D049BB133111EB) & WORD
    return word ^ (word >> 31)


class Generator:
    """A stream of random draws that a seed fixes.

    >>> dice = Generator(seed=7)
    >>> [1 + dice.below(6) for _ in range(5)]
    [2, 2, 3, 6, 6]
    """

    __slots__ = ("state",)

    def __init__(self, seed: int = 0) -> None:
        self.state = scramble(seed)

    def word(self) -> int:
        """The next 64 random bits."""
        self.state = (self.state + GOLDEN) & WORD
        return scramble(self.state)

    def below(self, n: int) -> int:
        """A whole number from 0 to n - 1, each equally likely."""
        if not 1 <= n <= WORD + 1:
            raise ValueError(f"below({n}): give a number from 1 to 2**64")
        least = (WORD + 1) % n
        word = self.word()
        while word < least:
            word = self.word()
        return word % n

    def roughly(self, n: int) -> int:
        """A whole number from 0 to n - 1 for n up to 2**32, by one multiplication.

        Some are more likely than others by one part in 2**32 / n, which no rollout notices.

        >>> dice = Generator(seed=7)
        >>> [1 + dice.roughly(6) for _ in range(5)]
        [4, 2, 6, 6, 4]
        """
        return (self.word() >> 32) * n >> 32

    def uniform(self) -> float:
        """A number from 0 up to, not including, 1."""
        return (self.word() >> 11) / (1 << 53)

    def choice(self, items: Sequence[T]) -> T:
        """One of the items, each equally likely."""
        return items[self.below(len(items))]

    def shuffle(self, items: MutableSequence[T]) -> None:
        """Put the items into a random order, every order equally likely."""
        for last in range(len(items) - 1, 0, -1):
            other = self.below(last + 1)
            items[last], items[other] = items[other], items[last]

    def weighted(self, outcomes: Sequence[tuple[T, float]]) -> T:
        """One of the outcomes, each with the probability beside it."""
        point = self.uniform()
        for outcome, probability in outcomes:
            point -= probability
            if point < 0:
                return outcome
        return next(outcome for outcome, probability in reversed(outcomes) if probability > 0)
