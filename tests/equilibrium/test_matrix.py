"""Matrix games: every solution has the value that HiGHS finds, and strategies that guarantee it."""

from __future__ import annotations

from collections import Counter

import numpy as np
import pytest

from outwit.equilibrium import matrix as matrix_games
from outwit.equilibrium.matrix import (
    LARGE,
    PATIENCE,
    MatrixSolution,
    MatrixSolver,
    flatten,
    solve_by_highs,
    solve_compiled,
    solve_interpreted,
    solve_matrix,
)
from outwit.equilibrium.matrix_kernel import SADDLE, SIMPLEX
from outwit.errors import OutwitError
from tests.equilibrium.random_matrices import Matrix, random_matrices

CLOSE = 1e-9


def guarantees(matrix: Matrix, solution: MatrixSolution) -> tuple[float, float]:
    """What the rows' strategy wins at least, and what the columns' lets the rows win at most."""
    return float((solution.rows @ matrix).min()), float((matrix @ solution.columns).max())


def assert_equilibrium(matrix: Matrix, solution: MatrixSolution) -> None:
    for strategy in (solution.rows, solution.columns):
        assert min(strategy) >= 0
        assert sum(strategy) == pytest.approx(1, abs=1e-12)
    least, most = guarantees(matrix, solution)
    assert least == pytest.approx(solution.value, abs=CLOSE)
    assert most == pytest.approx(solution.value, abs=CLOSE)
    assert (solution.least, solution.most) == pytest.approx((least, most), abs=1e-12)


def test_rock_paper_scissors_is_worth_nothing_and_mixed_evenly() -> None:
    solution = solve_matrix([[0, -1, 1], [1, 0, -1], [-1, 1, 0]])
    assert solution.value == 0
    assert solution.way == "simplex"
    assert solution.rows == pytest.approx([1 / 3] * 3)
    assert solution.columns == pytest.approx([1 / 3] * 3)


def test_a_thousand_random_matrices_have_the_value_of_highs_and_strategies_that_guarantee_it() -> None:
    ways: Counter[str] = Counter()
    reduced = 0
    for matrix in random_matrices(1000):
        solution = solve_matrix(matrix)
        height, width, numbers = flatten(matrix)
        assert solution.value == pytest.approx(solve_by_highs(numbers, height, width).value, abs=CLOSE)
        assert_equilibrium(matrix, solution)
        ways[solution.way] += 1
        reduced += solution.left_out > 0
    assert min(ways["saddle point"], ways["simplex"], reduced) >= 100
    assert not ways["HiGHS"]


def test_compiled_or_interpreted_a_solution_is_the_same_to_the_last_bit() -> None:
    ways: Counter[int] = Counter()
    for matrix in random_matrices(80, seed=2):
        height, width, numbers = flatten(matrix)
        found = solve_compiled(numbers, height, width)
        assert found == solve_interpreted(numbers, height, width)
        ways[found[2][0]] += 1
    assert ways[SADDLE]
    assert ways[SIMPLEX]


def test_machine_code_is_made_only_after_much_work(monkeypatch: pytest.MonkeyPatch) -> None:
    class MadeError(Exception):
        pass

    def make() -> None:
        raise MadeError

    monkeypatch.setattr(matrix_games, "machine_code", make)
    matrix_games.is_compilable.cache_clear()
    numbers, size = [0.0, -1.0, 1.0, 1.0, 0.0, -1.0, -1.0, 1.0, 0.0], 3
    eager, patient = MatrixSolver(), MatrixSolver(patient=True)
    for _ in range(10):
        assert eager.solve(numbers, size, size) == patient.solve(numbers, size, size)
    eager.work = patient.work = PATIENCE
    assert patient.solve(numbers, size, size).way == "simplex"
    with pytest.raises(MadeError):
        eager.solve(numbers, size, size)


@pytest.mark.parametrize(
    ("matrix", "value", "rows", "columns"),
    [
        ([[2.5]], 2.5, (1,), (1,)),
        ([[1, 2, 0.5]], 0.5, (1,), (0, 0, 1)),
        ([[1], [2], [0.5]], 2, (0, 1, 0), (1,)),
        ([[3, 1], [4, 2]], 2, (0, 1), (0, 1)),
        ([[0, 0], [0, 0]], 0, (1, 0), (1, 0)),
    ],
)
def test_where_there_is_a_saddle_point_it_is_played(
    matrix: list[list[float]], value: float, rows: tuple[float, ...], columns: tuple[float, ...]
) -> None:
    solution = solve_matrix(matrix)
    assert (solution.value, solution.rows, solution.columns) == (value, rows, columns)
    assert solution.way == "saddle point"


def test_dominated_moves_are_left_out_one_after_the_other() -> None:
    """The third column is never better than the first; without it, the third row is never better either."""
    matrix = np.array([[1.0, 3, 9], [2, 1, 8], [0.5, 0, 99]])
    solution = solve_matrix(matrix)
    assert solution.left_out == 2
    assert (solution.rows[2], solution.columns[2]) == (0, 0)
    assert_equilibrium(matrix, solution)


def test_left_out_moves_are_never_played_and_the_value_stays() -> None:
    core = np.array([[0.0, -1, 1], [1, 0, -1], [-1, 1, 0]])
    worse = np.vstack([core, core.min(axis=0) - 0.5, core[1]])
    wide = np.hstack([worse, worse.max(axis=1, keepdims=True) + 0.25])
    solution = solve_matrix(wide)
    assert solution.value == 0
    assert solution.rows[3] == 0
    assert solution.columns[3] == 0
    assert solution.left_out == 3
    assert_equilibrium(wide, solution)


def test_a_large_matrix_is_solved_by_highs_unless_it_has_a_saddle_point() -> None:
    width = LARGE // 20
    matrix = np.random.default_rng(3).normal(size=(20, width))
    solution = solve_matrix(matrix)
    assert solution.way == "HiGHS"
    assert_equilibrium(matrix, solution)
    matrix[7] = 9.0
    solution = solve_matrix(matrix)
    assert (solution.way, solution.value, solution.rows.index(1)) == ("saddle point", 9, 7)


@pytest.mark.parametrize(
    ("entries", "words"),
    [
        ([], "at least one row"),
        ([[]], "at least one row"),
        ([[1, 2], [3]], "rows of one length"),
        ([[1, float("nan")]], "finite entries"),
        ([[float("inf")]], "finite entries"),
        ([[1e308, -1e308], [-1e308, 1e308]], r"entries from -1e\+150 to 1e\+150"),
        ([["x"]], "no matrix of numbers"),
        (3, "no matrix of numbers"),
    ],
)
def test_what_is_no_matrix_is_refused_in_a_sentence(entries: object, words: str) -> None:
    with pytest.raises(OutwitError, match=words):
        solve_matrix(entries)  # type: ignore[arg-type]
