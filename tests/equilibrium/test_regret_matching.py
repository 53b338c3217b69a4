"""Regret matching: no opponent makes it regret more than the bound, and two of them find an equilibrium."""

from __future__ import annotations

import math
from collections.abc import Callable

import numpy as np
import pytest

from outwit.equilibrium.matrix import solve_matrix
from outwit.equilibrium.regret_matching import RegretMatcher, play_matrix
from outwit.errors import OutwitError
from tests.equilibrium.random_matrices import Matrix

Vector = np.ndarray[tuple[int], np.dtype[np.float64]]
Opponent = Callable[[Matrix, Vector, int], int]

RANDOM = np.random.default_rng(7)


def spiteful(matrix: Matrix, strategy: Vector, number: int) -> int:
    """The column that is worst for what is about to be played."""
    return int((strategy @ matrix).argmin())


def cyclic(matrix: Matrix, strategy: Vector, number: int) -> int:
    return number % matrix.shape[1]


def fickle(matrix: Matrix, strategy: Vector, number: int) -> int:
    """A column for a while, then another for twice as long."""
    return int(math.log2(number + 1)) % matrix.shape[1]


@pytest.mark.parametrize("plus", [False, True])
@pytest.mark.parametrize("opponent", [spiteful, cyclic, fickle])
def test_whoever_plays_against_it_the_regret_stays_below_the_bound(opponent: Opponent, plus: bool) -> None:
    """Range times the square root of moves times rounds: Cesa-Bianchi and Lugosi, 2006, section 2.1."""
    for moves in (2, 3, 10):
        matrix = RANDOM.uniform(-1, 1, size=(moves, 6))
        matcher = RegretMatcher(moves, plus)
        won = 0.0
        would = np.zeros(moves)
        for number in range(2000):
            column = opponent(matrix, matcher.strategy, number)
            won += float(matcher.strategy @ matrix[:, column])
            would += matrix[:, column]
            matcher.observe(matrix[:, column])
            rounds = number + 1
            regret = (would.max() - won) / rounds
            assert regret <= 2 * math.sqrt(moves / rounds)
            assert regret <= matcher.regret + 1e-12  # with plus, what it remembers is an upper bound
        assert matcher.regret <= 2 * math.sqrt(moves / 2000)


@pytest.mark.parametrize("rounds", [1, 10, 100, 1000])
def test_the_averages_are_as_near_to_an_equilibrium_as_the_regrets_say(rounds: int) -> None:
    for height, width in ((2, 2), (3, 3), (5, 8)):
        matrix = RANDOM.normal(size=(height, width))
        average = play_matrix(matrix, rounds)
        value = solve_matrix(matrix).value
        assert average.least - 1e-12 <= value <= average.most + 1e-12
        assert average.gap <= average.bound + 1e-12
        spread = matrix.max() - matrix.min()
        assert average.bound <= spread * (math.sqrt(height) + math.sqrt(width)) / math.sqrt(rounds)
        assert sum(average.rows) == pytest.approx(1)
        assert sum(average.columns) == pytest.approx(1)


def test_with_a_plus_it_comes_nearer_in_the_same_time() -> None:
    matrices = [RANDOM.normal(size=(6, 6)) for _ in range(10)]
    plain = sum(play_matrix(matrix, 1000).gap for matrix in matrices)
    plus = sum(play_matrix(matrix, 1000, plus=True).gap for matrix in matrices)
    assert plus < plain / 3


def test_rock_paper_scissors_is_learned() -> None:
    average = play_matrix([[0, -1, 2], [1, 0, -2], [-2, 2, 0]], 5000, plus=True)
    assert average.rows == pytest.approx([0.4, 0.4, 0.2], abs=0.01)
    assert average.gap < 0.005


def test_before_the_first_round_all_moves_are_as_likely() -> None:
    matcher = RegretMatcher(4)
    assert matcher.strategy.tolist() == matcher.average.tolist() == [0.25] * 4
    assert matcher.regret == math.inf


def test_no_rounds_are_refused() -> None:
    with pytest.raises(OutwitError, match="rounds=0 is too few"):
        play_matrix([[1]], 0)
