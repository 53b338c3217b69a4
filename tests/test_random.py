"""The generator: SplitMix64, the same draws everywhere, each as likely as it should be."""

from __future__ import annotations

from collections import Counter
from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from outwit.random import WORD, Generator, scramble


def test_the_words_are_those_of_splitmix64() -> None:
    dice = Generator()
    dice.state = 1234567
    assert [dice.word() for _ in range(5)] == [
        6457827717110365317,
        3203168211198807973,
        9817491932198370423,
        4593380528125082431,
        16408922859458223821,
    ]


@given(st.integers())
def test_a_seed_fixes_the_draws(seed: int) -> None:
    one, two = Generator(seed), Generator(seed)
    assert [one.word() for _ in range(5)] == [two.word() for _ in range(5)]
    assert 0 <= one.word() <= WORD


def test_neighbouring_seeds_have_nothing_in_common() -> None:
    firsts = [Generator(seed).word() for seed in range(1000)]
    assert len(set(firsts)) == 1000
    differing = [bin(a ^ b).count("1") for a, b in pairwise(firsts)]
    assert 31 < sum(differing) / len(differing) < 33


def test_scrambling_is_one_to_one_on_a_sample_and_keeps_to_a_word() -> None:
    words = {scramble(n) for n in range(10_000)} | {scramble(n << 48) for n in range(1, 10_000)}
    assert len(words) == 19_999
    assert all(0 <= word <= WORD for word in words)


@pytest.mark.parametrize("n", [1, 2, 3, 6, 7, 10, 1000, 2**63 + 1, 2**64])
def test_whole_numbers_stay_below_and_are_equally_likely(n: int) -> None:
    dice = Generator(1)
    draws = [dice.below(n) for _ in range(3000)]
    assert all(0 <= draw < n for draw in draws)
    if n <= 10:
        counts = Counter(draws)
        assert set(counts) == set(range(n))
        expected = 3000 / n
        assert sum((count - expected) ** 2 / expected for count in counts.values()) < 40
    else:
        assert abs(sum(draws) / len(draws) / n - 0.5) < 0.02


@pytest.mark.parametrize("n", [0, -1])
def test_below_nothing_there_is_nothing(n: int) -> None:
    with pytest.raises(ValueError, match="from 1 to"):
        Generator().below(n)


def test_uniform_numbers_lie_from_nought_to_one() -> None:
    dice = Generator(2)
    draws = [dice.uniform() for _ in range(5000)]
    assert all(0 <= draw < 1 for draw in draws)
    assert abs(sum(draws) / len(draws) - 0.5) < 0.02


def test_every_order_is_equally_likely() -> None:
    dice = Generator(3)
    counts: Counter[tuple[int, ...]] = Counter()
    for _ in range(6000):
        items = [1, 2, 3]
        dice.shuffle(items)
        counts[tuple(items)] += 1
    assert len(counts) == 6
    assert all(850 < count < 1150 for count in counts.values())


@given(st.lists(st.integers()), st.integers())
def test_shuffling_keeps_everything(items: list[int], seed: int) -> None:
    shuffled = list(items)
    Generator(seed).shuffle(shuffled)
    assert sorted(shuffled) == sorted(items)


def test_weighted_draws_come_as_often_as_they_should_and_never_at_nought() -> None:
    dice = Generator(4)
    outcomes = [("never", 0.0), ("a", 0.1), ("not either", 0.0), ("b", 0.9), ("nor this", 0.0)]
    counts = Counter(dice.weighted(outcomes) for _ in range(5000))
    assert set(counts) == {"a", "b"}
    assert 420 < counts["a"] < 580


def test_probabilities_that_fall_short_by_rounding_still_give_an_outcome() -> None:
    class Last(Generator):
        def uniform(self) -> float:
            return 1 - 2**-53

    assert Last().weighted([("a", 0.3), ("b", 0.3), ("c", 0.4 - 1e-12), ("d", 0.0)]) == "c"


@given(st.lists(st.integers(), min_size=1), st.integers())
def test_a_choice_is_one_of_the_items(items: list[int], seed: int) -> None:
    assert Generator(seed).choice(items) in items
