"""The sequential test: it errs no more often than it says, and decides nothing from nothing."""

from __future__ import annotations

import math
from collections import Counter
from typing import Literal

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy.optimize import LinearConstraint, minimize

from outwit import OutwitError
from outwit.arena.elo import expected_score
from outwit.arena.sprt import FEWEST, Sprt
from outwit.errors import UnknownNameError
from tests.arena.simulated import SCORES, chances

pairs = st.lists(st.sampled_from(SCORES), min_size=1, max_size=80)


@pytest.mark.parametrize(
    ("given", "sentence"),
    [
        ("elo0=5,elo1=5", "elo0=5 must be less than elo1=5 for a test between them."),
        ("elo0=20", "elo0=20 must be less than elo1=10 for a test between them."),
        ("elo1=inf", "elo1=inf is no difference to test for; give one within 2000 Elo."),
        ("elo0=nan", "elo0=nan is no difference to test for; give one within 2000 Elo."),
        ("alpha=0", "alpha=0 is no rate of errors; give a number between 0 and 0.5."),
        ("beta=0.5", "beta=0.5 is no rate of errors; give a number between 0 and 0.5."),
        ("elo1=much", "'sprt:elo1=much' needs a number after the '='."),
    ],
)
def test_a_test_that_cannot_be_made_is_refused_in_a_sentence(given: str, sentence: str) -> None:
    with pytest.raises(OutwitError) as refused:
        Sprt.read(given)
    assert str(refused.value) == sentence


def test_an_unknown_name_is_answered_with_the_known_ones() -> None:
    with pytest.raises(UnknownNameError, match="Known: alpha, beta, elo0, elo1"):
        Sprt.read("elo2=10")


def test_a_test_is_read_from_text_and_kept_as_plain_data() -> None:
    read = Sprt.read("elo0=-3, elo1=3,alpha=0.01")
    assert read == Sprt(-3, 3, alpha=0.01, beta=0.05)
    assert Sprt(**read.to_json()) == read
    assert Sprt.read("") == Sprt()


def test_bounds_are_walds() -> None:
    assert Sprt().upper == -Sprt().lower == pytest.approx(math.log(19))
    assert Sprt(alpha=0.01, beta=0.1).upper == pytest.approx(math.log(90))
    assert Sprt(alpha=0.01, beta=0.1).lower == pytest.approx(math.log(0.1 / 0.99))


@pytest.mark.parametrize(
    "counts", [(5, 20, 40, 25, 10), (1, 2, 3, 4, 5), (40, 3, 1, 3, 9), (100, 400, 900, 400, 300)]
)
def test_the_ratio_is_of_the_greatest_likelihoods_that_a_general_optimiser_finds(
    counts: tuple[int, ...],
) -> None:
    weights = np.array(counts) / sum(counts)

    def unlikeliness(frequencies: np.ndarray[tuple[int], np.dtype[np.float64]]) -> float:
        return -float(weights @ np.log(frequencies))

    def greatest(mean: float) -> float:
        """The log-likelihood of the likeliest frequencies with this mean."""
        given = LinearConstraint(np.array([np.ones(5), SCORES]), [1, mean], [1, mean])
        found = minimize(
            unlikeliness,
            np.full(5, 0.2),
            bounds=[(1e-9, 1.0)] * 5,
            constraints=[given],
            method="SLSQP",
            options={"ftol": 1e-14, "maxiter": 1000},
        )
        return -float(found.fun) * sum(counts)

    test = Sprt(elo0=-20, elo1=60)
    ratio = test.llr(dict(zip(SCORES, counts, strict=True)))
    assert ratio == pytest.approx(greatest(expected_score(60)) - greatest(expected_score(-20)), abs=1e-4)


def test_for_tosses_of_a_coin_the_ratio_is_walds() -> None:
    test = Sprt(elo0=0, elo1=50)
    won, lost = math.log(expected_score(50) / 0.5), math.log(expected_score(-50) / 0.5)
    assert test.llr([1.0] * 30 + [0.0] * 20) == pytest.approx(30 * won + 20 * lost)


@given(pairs)
def test_a_list_of_bouts_and_their_counts_are_the_same_to_it(pairs: list[float]) -> None:
    test, counts = Sprt(), Counter(pairs)
    assert test.llr(pairs) == pytest.approx(test.llr_of(counts), abs=1e-9)
    assert test.verdict(pairs) == test.verdict(counts)


@given(pairs)
def test_the_other_side_of_the_table_sees_the_mirrored_test(pairs: list[float]) -> None:
    ratio = Sprt(elo0=-5, elo1=40).llr(pairs)
    assert Sprt(elo0=-40, elo1=5).llr([1 - score for score in pairs]) == pytest.approx(-ratio, abs=1e-6)


def test_bouts_of_more_than_two_games_are_served() -> None:
    thirds = [1 / 3, 0.1 + 0.2 + 1 / 30, 2 / 3, 5 / 6, 1.0, 0.5] * 30
    assert Sprt(elo0=0, elo1=50).verdict(thirds) == "H1"
    assert Sprt(elo0=0, elo1=50).verdict([1 - score for score in thirds]) == "H0"


def test_no_bout_speaks_for_either() -> None:
    assert Sprt().llr([]) == 0
    assert Sprt().verdict([]) is None
    assert Sprt().sentence([]) == "Nothing is decided before 10 pairs; 0 pairs so far."


@pytest.mark.parametrize("score", SCORES)
@pytest.mark.parametrize("test", [Sprt(0, 50), Sprt(0, 400), Sprt(-1000, -900), Sprt(-1000, 1000)])
def test_a_handful_of_bouts_decides_nothing(score: float, test: Sprt) -> None:
    for number in range(FEWEST):
        assert test.verdict([score] * number) is None


def test_bouts_that_are_all_alike_decide_once_they_are_many() -> None:
    test = Sprt(elo0=0, elo1=50)
    assert test.verdict([1.0] * 15) is None
    assert test.verdict([1.0] * 30) == "H1"
    assert test.verdict([0.5] * 15) is None
    assert test.verdict([0.5] * 30) == "H0"
    assert test.verdict({0.0: 1_000_000}) == "H0"


def test_what_is_no_score_is_refused() -> None:
    with pytest.raises(OutwitError, match="between 0 and 1"):
        Sprt().llr([0.5, 1.5])


def test_it_says_in_words_how_it_stands() -> None:
    test = Sprt(elo0=0, elo1=50)
    assert test.sentence([0.75]) == "Nothing is decided before 10 pairs; 1 pair so far."
    assert test.sentence([0.0, 1.0] * 10) == (
        "Nothing is decided after 20 pairs: the log-likelihood ratio is -0.21, "
        "between -2.94 (H0, 0 Elo) and 2.94 (H1, 50 Elo)."
    )
    assert test.sentence([0.0, 0.25, 0.5, 0.75] * 300).startswith("H0 is accepted after 1,200 pairs: 0 Elo")


@pytest.mark.parametrize(
    ("test", "draws", "bias", "step"),
    [
        (Sprt(elo0=0, elo1=10), 150, 300, 40),
        (Sprt(elo0=0, elo1=50), 150, 300, 1),
        (Sprt(elo0=0, elo1=100), 0, 0, 1),
        (Sprt(elo0=-150, elo1=-50), 300, 0, 1),
    ],
)
@pytest.mark.parametrize(
    ("matches", "most"), [(200, 17), pytest.param(1000, 65, marks=pytest.mark.slow)], ids=["few", "many"]
)
def test_it_errs_no_more_often_than_it_may(
    test: Sprt, draws: float, bias: float, step: int, matches: int, most: int
) -> None:
    """Once in twenty: to be wrong more often than `most` times has a chance of one in sixty."""
    random = np.random.default_rng(7)
    wrong = {"H0": 0, "H1": 0}
    truths: list[tuple[Literal["H0", "H1"], float]] = [("H0", test.elo0), ("H1", test.elo1)]
    for truth, strength in truths:
        frequencies = chances(strength, draws, bias)
        for _ in range(matches):
            wrong[truth] += played(test, frequencies, step, random) != truth
    assert wrong["H0"] <= most
    assert wrong["H1"] <= most


def played(test: Sprt, frequencies: tuple[float, ...], step: int, random: np.random.Generator) -> str:
    """The verdict of a match in which the test is asked after every so many pairs."""
    counts = np.zeros(5, dtype=int)
    while True:
        for batch in random.multinomial(step, frequencies, size=50):
            counts += batch
            verdict = test.verdict(dict(zip(SCORES, counts.tolist(), strict=True)))
            if verdict is not None:
                return verdict
