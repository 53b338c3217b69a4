"""Ratings: Bradley and Terry's as published, and intervals that hold the truth as often as they claim."""

from __future__ import annotations

import math
from itertools import combinations

import numpy as np
import pytest

from outwit import OutwitError
from outwit.arena.elo import SCALE, elo, estimate
from outwit.arena.ratings import Rating, fit, ratings
from tests.arena.simulated import SCORES, chances

TEAMS = ("Milwaukee", "Detroit", "Toronto", "New York", "Boston", "Cleveland", "Baltimore")

WINS = (
    (0, 7, 9, 7, 7, 9, 11),
    (6, 0, 7, 5, 11, 9, 9),
    (4, 6, 0, 7, 7, 8, 12),
    (6, 8, 6, 0, 6, 7, 10),
    (6, 2, 6, 7, 0, 7, 12),
    (4, 4, 5, 6, 6, 0, 6),
    (2, 4, 1, 3, 1, 7, 0),
)
"""Games won by each team (rows) over each other in the American League's Eastern Division, 1987."""

SEASON = [(a, b, 1.0) for a in range(7) for b in range(7) for _ in range(WINS[a][b])]


def test_the_baseball_season_of_agresti_is_rated_as_published() -> None:
    """Agresti, Categorical Data Analysis, 2nd edition (2002), section 10.6, table 10.11.

    More digits, and the standard errors, are those of the R package BradleyTerry2 (Turner and Firth, J. Stat.
    Software 48, 2012), whose example the data are.
    """
    found = fit(7, SEASON, prior=0)
    above = dict(zip(TEAMS, found.strengths - found.strengths[6], strict=True))
    assert [round(strength, 2) for strength in above.values()] == [1.58, 1.44, 1.29, 1.25, 1.11, 0.68, 0]
    assert above["Milwaukee"] == pytest.approx(1.5814, abs=5e-5)
    assert above["Detroit"] == pytest.approx(1.4364, abs=5e-5)
    assert above["Toronto"] == pytest.approx(1.2945, abs=5e-5)
    assert above["New York"] == pytest.approx(1.2476, abs=5e-5)
    assert above["Boston"] == pytest.approx(1.1077, abs=5e-5)
    assert above["Cleveland"] == pytest.approx(0.6839, abs=5e-5)
    vary = found.model_covariance
    errors = [math.sqrt(vary[i, i] + vary[6, 6] - 2 * vary[i, 6]) for i in range(6)]
    assert errors == pytest.approx([0.3433, 0.3396, 0.3367, 0.3359, 0.3339, 0.3319], abs=5e-5)


def test_ratings_have_their_middle_at_0_and_the_scale_of_elo() -> None:
    rated = ratings(7, SEASON, prior=0)
    weights = fit(7, SEASON, prior=0).weights
    assert weights.sum() == pytest.approx(1)
    assert weights @ [each.elo for each in rated] == pytest.approx(0, abs=1e-6)
    assert rated[0].elo - rated[6].elo == pytest.approx(1.5814 * 400 / math.log(10), abs=0.02)
    assert all(each.low < each.elo < each.high for each in rated)


def test_one_that_loses_everything_does_not_blur_the_others() -> None:
    equals = [(0, 1, score) for score in [0.5, 1.0, 0.0, 0.25, 0.75, 0.5] * 4]
    beaten = [(agent, 2, 1.0) for agent in (0, 1) for _ in range(24)]
    first, second, last = ratings(3, equals + beaten)
    assert max(first.high - first.low, second.high - second.low) < 0.5 * (last.high - last.low)
    assert last.high < min(first.low, second.low)


def test_two_agents_are_as_far_apart_as_their_score_says() -> None:
    pairs = [1.0, 0.5, 0.75, 0.25, 0.5, 0.75] * 30
    better, worse = ratings(2, [(0, 1, score) for score in pairs], prior=0)
    assert better.elo - worse.elo == pytest.approx(elo(float(np.mean(pairs))))
    alone = estimate(pairs)
    assert 2 * better.low == pytest.approx(alone.elo_low, abs=3)
    assert 2 * better.high == pytest.approx(alone.elo_high, abs=3)


def test_it_does_not_matter_from_which_side_a_bout_is_told() -> None:
    told = [(0, 1, 0.75), (1, 2, 0.5), (0, 2, 1.0), (0, 1, 0.25)] * 5
    mirrored = [(b, a, 1 - score) for a, b, score in told]
    for one, other in zip(ratings(3, told), ratings(3, mirrored), strict=True):
        assert (one.elo, one.low, one.high) == pytest.approx((other.elo, other.low, other.high))


def test_a_draw_is_half_a_win_and_half_a_loss_but_surer() -> None:
    drawn = [(0, 1, 0.5), (1, 2, 0.5), (0, 2, 1.0), (2, 0, 1.0)] * 10
    split = [(0, 1, 1.0), (0, 1, 0.0), (1, 2, 1.0), (1, 2, 0.0), (0, 2, 1.0), (2, 0, 1.0)] * 10
    surer, unsure = ratings(3, drawn)[1], ratings(3, split)[1]
    assert surer.elo == pytest.approx(unsure.elo, abs=1e-6)
    assert surer.high - surer.low < (unsure.high - unsure.low) / 2


def test_whoever_wins_everything_is_far_ahead_by_a_finite_distance() -> None:
    best, middle, last = ratings(3, [(0, 1, 1.0), (0, 2, 1.0), (1, 2, 1.0)] * 20)
    assert 300 < best.elo < 2000
    assert middle.elo == pytest.approx(0, abs=1e-6)
    assert last.elo == pytest.approx(-best.elo)
    assert best.high - best.low > 400


def test_groups_that_never_met_are_compared_only_in_vain() -> None:
    apart = ratings(4, [(0, 1, 0.75), (0, 1, 0.5), (2, 3, 0.25), (2, 3, 0.5)] * 50)
    together = ratings(4, [(a, b, s) for a, b in combinations(range(4), 2) for s in (0.5, 0.75)] * 50)
    assert all(each.high - each.low > 500 for each in apart)
    assert all(each.high - each.low < 100 for each in together)


def test_of_whoever_has_not_played_nothing_is_said() -> None:
    unknown = Rating(0.0, -math.inf, math.inf)
    assert ratings(0, []) == []
    assert ratings(2, []) == [unknown, unknown]
    pairs = [0.75] * 8 + [0.5] * 8
    better, worse = ratings(2, [(0, 1, score) for score in pairs])
    assert ratings(4, [(1, 3, score) for score in pairs]) == [unknown, better, unknown, worse]


def test_the_prior_fades_as_bouts_become_many() -> None:
    plain = ratings(7, SEASON * 20, prior=0)
    for usual, each in zip(ratings(7, SEASON * 20), plain, strict=True):
        assert usual.elo == pytest.approx(each.elo, abs=0.5)


@pytest.mark.parametrize(
    "results", [[(0, 1, 1.0), (1, 2, 0.5)], [(0, 1, 0.5), (2, 3, 0.5)]], ids=["all won", "never met"]
)
def test_without_a_prior_a_distance_that_is_left_open_is_refused(
    results: list[tuple[int, int, float]],
) -> None:
    with pytest.raises(OutwitError, match="give a prior above 0"):
        fit(1 + max(b for _, b, _ in results), results, prior=0)


@pytest.mark.parametrize(
    ("results", "options", "sentence"),
    [
        ([(0, 2, 0.5)], {}, "There is no agent number 2; they are numbered from 0 to 1."),
        ([(-1, 1, 0.5)], {}, "There is no agent number -1; they are numbered from 0 to 1."),
        ([(1, 1, 0.5)], {}, "A pair is between two agents; one was given as its own opponent."),
        ([(0, 1, 2.0)], {}, "2.0 is not the score of a pair; scores lie between 0 and 1."),
        ([(0, 1, 0.5)], {"prior": -1.0}, "prior=-1 is no number of virtual draws; give 0 or more."),
        (
            [(0, 1, 0.5)],
            {"confidence": 95.0},
            "95.0 is not a confidence; give a number between 0 and 1, such as 0.95.",
        ),
    ],
)
def test_what_cannot_be_rated_is_refused_in_a_sentence(
    results: list[tuple[int, int, float]], options: dict[str, float], sentence: str
) -> None:
    with pytest.raises(OutwitError) as refused:
        ratings(2, results, **options)  # type: ignore[arg-type]
    assert str(refused.value) == sentence


def test_as_many_bouts_as_results_must_be_named() -> None:
    with pytest.raises(OutwitError, match="2 results need as many numbers of pairs, not 1"):
        ratings(2, [(0, 1, 0.5), (0, 1, 1.0)], pairs=[0])


COUNTED = pytest.mark.parametrize(
    ("times", "off"), [(300, 0.035), pytest.param(1000, 0.02, marks=pytest.mark.slow)], ids=["few", "many"]
)
"""How many tournaments are drawn, and how far from 95 % of them intervals hold: three standard deviations."""


@COUNTED
@pytest.mark.parametrize(
    ("strengths", "pairs", "draws", "bias"),
    [
        ((200, 100, 0, -50), 10, 0, 0),
        ((200, 100, 0, -50), 20, 150, 200),
        ((350, 150, 0, -250), 40, 300, 0),
        ((150, 100, 50, 0, -50, -150), 6, 150, 200),
    ],
)
def test_intervals_of_a_round_robin_hold_the_truth_as_often_as_they_claim(
    strengths: tuple[float, ...], pairs: int, draws: float, bias: float, times: int, off: float
) -> None:
    random = np.random.default_rng(11)
    truth = np.array(strengths) - np.mean(strengths)
    meetings = list(combinations(range(len(truth)), 2))
    frequencies = [chances(float(truth[a] - truth[b]), draws, bias) for a, b in meetings]
    held = np.zeros(len(truth))
    for _ in range(times):
        drawn = [random.choice(SCORES, size=pairs, p=each) for each in frequencies]
        results = [(a, b, score) for (a, b), row in zip(meetings, drawn, strict=True) for score in row]
        rated = ratings(len(truth), results)
        middle = fit(len(truth), results).weights @ truth
        held += [each.low <= true - middle <= each.high for each, true in zip(rated, truth, strict=True)]
    assert abs(held.mean() / times - 0.95) <= off
    assert held.min() / times >= 0.95 - 1.5 * off


@COUNTED
def test_results_of_one_bout_between_three_are_known_to_go_together(times: int, off: float) -> None:
    """Places are drawn as Plackett and Luce have it, which makes Bradley and Terry right about each two."""
    random = np.random.default_rng(13)
    truth = np.array([120.0, 0.0, -120.0])
    pairs = list(combinations(range(3), 2))
    held, wider = np.zeros(3), 0
    for _ in range(times):
        finish = random.exponential(size=(30, 3, 3)) / np.exp(truth / SCALE)
        results = [
            (a, b, float((finish[pair, :, a] < finish[pair, :, b]).mean()))
            for pair in range(30)
            for a, b in pairs
        ]
        together = ratings(3, results, pairs=[pair for pair in range(30) for _ in pairs])
        middle = fit(3, results).weights @ truth
        held += [each.low <= true - middle <= each.high for each, true in zip(together, truth, strict=True)]
        apart = ratings(3, results)
        wider += together[0].high - together[0].low > apart[0].high - apart[0].low
    assert all(abs(each / times - 0.95) <= off for each in held)
    assert wider > 0.8 * times
