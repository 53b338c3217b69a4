"""The simplex method alone, nothing left out before: it ends, and its strategies guarantee the value."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np
import pytest

from outwit.equilibrium import simplex
from outwit.equilibrium.simplex import entering, leaving, solve_program
from tests.equilibrium.random_matrices import Matrix


def degenerate_matrices(count: int) -> Iterator[Matrix]:
    """Matrices full of ties, with rows and columns more than once."""
    random = np.random.default_rng(5)
    for number in range(count):
        height, width = random.integers(1, 13, 2)
        small = random.integers(-1, 2, (height, width)).astype(float) * (number % 5 > 0)
        yield small[random.integers(0, height, 2 * height)][:, random.integers(0, width, 2 * width)]


def solved(matrix: Matrix) -> tuple[float, float]:
    """What the strategies that the method finds guarantee to rows and columns."""
    height, width = matrix.shape
    rows, columns = [0.0] * height, [0.0] * width
    tableau, labels = [0.0] * ((height + 1) * (width + 1)), [0] * (height + width)
    assert solve_program(matrix.ravel().tolist(), height, width, rows, columns, tableau, labels)
    for strategy in (rows, columns):
        assert min(strategy) >= 0
        assert sum(strategy) == pytest.approx(1, abs=1e-12)
    return float((rows @ matrix).min()), float((matrix @ columns).max())


@pytest.mark.parametrize("careful", [False, True])
def test_degenerate_matrices_are_solved_by_either_rule(
    careful: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    if careful:  # Bland's rule, which cannot cycle, from the first pivot on

        def enter(*asked: object) -> int:
            return entering(*asked[:-1], True)  # type: ignore[arg-type, call-arg]

        def leave(*asked: object) -> int:
            return leaving(*asked[:-1], True)  # type: ignore[arg-type, call-arg]

        monkeypatch.setattr(simplex, "entering", enter)
        monkeypatch.setattr(simplex, "leaving", leave)
    for matrix in degenerate_matrices(200):
        least, most = solved(matrix)
        assert least == pytest.approx(most, abs=1e-12)


def test_entries_may_be_large_or_close_together() -> None:
    random = np.random.default_rng(6)
    for scale, shift in ((1e9, 0.0), (1e-9, 0.0), (1.0, 1e6)):
        matrix = scale * random.normal(size=(9, 7)) + shift
        least, most = solved(matrix)
        assert least == pytest.approx(most, rel=1e-9, abs=1e-9 * scale)


def test_the_rule_of_bland_takes_over_where_the_sum_does_not_grow(monkeypatch: pytest.MonkeyPatch) -> None:
    asked = list[bool]()

    def stubborn(tableau: object, height: int, width: int, labels: object, careful: bool) -> int:
        """Whatever does not help, for as long as anything goes."""
        asked.append(careful)
        return 0 if not careful else entering(tableau, height, width, labels, careful)

    def least(*given: object) -> int:
        return 0 if not given[-1] else leaving(*given)  # type: ignore[arg-type]

    monkeypatch.setattr(simplex, "entering", stubborn)
    monkeypatch.setattr(simplex, "leaving", least)
    rows, columns = [0.0] * 3, [0.0] * 3
    solve_program([0.0, -1, 1, 1, 0, -1, -1, 1, 0], 3, 3, rows, columns, [0.0] * 16, [0] * 6)
    assert asked.index(True) > 6
    assert True in asked
