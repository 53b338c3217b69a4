"""Elo, and what a match says: intervals that hold the truth as often as they claim."""

from __future__ import annotations

import math

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from outwit import OutwitError
from outwit.arena.elo import elo, estimate, expected_score
from tests.arena.simulated import SCORES, chances

scores = st.floats(0, 1)
matches = st.lists(scores, min_size=1, max_size=60)


@given(st.floats(-2000, 2000))
def test_elo_and_expected_score_are_each_others_inverse(difference: float) -> None:
    assert elo(expected_score(difference)) == pytest.approx(difference, abs=1e-6)


def test_a_certain_win_is_infinitely_much_stronger() -> None:
    assert (elo(1.0), elo(0.0)) == (math.inf, -math.inf)
    assert (expected_score(math.inf), expected_score(-math.inf)) == (1.0, 0.0)
    assert (expected_score(1e9), expected_score(-1e9)) == (1.0, 0.0)


@pytest.mark.parametrize("wrong", [-0.1, 1.1, math.nan])
def test_what_is_no_score_is_refused(wrong: float) -> None:
    with pytest.raises(OutwitError, match="between 0 and 1"):
        elo(wrong)
    with pytest.raises(OutwitError, match="between 0 and 1"):
        estimate([0.5, wrong])


@pytest.mark.parametrize("wrong", [0.0, 1.0, 95.0])
def test_what_is_no_confidence_is_refused(wrong: float) -> None:
    with pytest.raises(OutwitError, match=r"such as 0\.95"):
        estimate([0.5], confidence=wrong)


def test_no_bout_says_nothing() -> None:
    found = estimate([])
    assert (found.pairs, found.score, found.superiority) == (0, 0.5, 0.5)
    assert (found.elo, found.elo_low, found.elo_high) == (0, -math.inf, math.inf)


@pytest.mark.parametrize("score", SCORES)
def test_one_bout_says_little(score: float) -> None:
    found = estimate([score])
    assert found.high - found.low > 0.9
    assert 0.25 <= round(found.superiority, 9) <= 0.75


def test_winning_everything_leaves_open_by_how_much_one_is_stronger() -> None:
    short, long = estimate([1.0] * 20), estimate([1.0] * 200)
    assert short.elo_high == long.elo_high == math.inf
    assert 200 < short.elo_low < 400 < long.elo_low < 800
    assert 0.999 < short.superiority < long.superiority


def test_drawing_everything_is_no_proof_of_equality() -> None:
    found = estimate([0.5] * 20)
    assert found.low < 0.48
    assert found.high > 0.52
    assert found.superiority == pytest.approx(0.5)


@given(matches)
def test_an_interval_lies_among_the_scores_and_around_the_mean(pairs: list[float]) -> None:
    found = estimate(pairs)
    assert 0 <= found.low < found.high <= 1
    assert found.low <= found.score + 1e-12
    assert found.score <= found.high + 1e-12


@given(matches)
def test_the_other_side_sees_the_same_match(pairs: list[float]) -> None:
    ours, theirs = estimate(pairs), estimate([1 - score for score in pairs])
    assert theirs.low == pytest.approx(1 - ours.high, abs=1e-9)
    assert theirs.high == pytest.approx(1 - ours.low, abs=1e-9)
    assert theirs.superiority == pytest.approx(1 - ours.superiority, abs=1e-9)


@given(matches)
def test_an_interval_leaves_equality_out_exactly_if_superiority_is_that_sure(pairs: list[float]) -> None:
    found = estimate(pairs)
    if abs(found.low - 0.5) > 1e-9:
        assert (found.low > 0.5) == (found.superiority > 0.975)


@given(matches)
def test_to_be_surer_is_to_say_less(pairs: list[float]) -> None:
    sure, surer = estimate(pairs, confidence=0.9), estimate(pairs, confidence=0.99)
    assert surer.low <= sure.low + 1e-12
    assert sure.high <= surer.high + 1e-12


def test_pairs_that_end_level_say_more_than_tosses_of_a_coin() -> None:
    tosses, pairs = estimate([1.0, 0.0] * 50), estimate([0.75, 0.25] * 50)
    assert pairs.high - pairs.low == pytest.approx((tosses.high - tosses.low) / 2, rel=0.05)


@pytest.mark.parametrize("pairs", [20, 100, 500])
@pytest.mark.parametrize("strength", [0, 50, 150])
@pytest.mark.parametrize(("draws", "bias"), [(0, 0), (150, 0), (0, 200), (150, 200)])
def test_the_interval_holds_the_truth_as_often_as_it_claims(
    strength: int, draws: int, bias: int, pairs: int
) -> None:
    random = np.random.default_rng([strength, draws, bias, pairs])
    drawn = random.choice(SCORES, size=(1000, pairs), p=chances(strength, draws, bias))
    found = [estimate(match) for match in drawn]
    held = sum(each.elo_low <= strength <= each.elo_high for each in found)
    assert 930 <= held <= 970


def test_between_equals_superiority_is_as_often_claimed_as_it_may_be() -> None:
    drawn = np.random.default_rng(1).choice(SCORES, size=(1000, 100), p=chances(0, 150, 200))
    claims = [estimate(match).superiority for match in drawn]
    assert 0.035 < np.mean(np.array(claims) > 0.95) < 0.065
    assert 0.035 < np.mean(np.array(claims) < 0.05) < 0.065
