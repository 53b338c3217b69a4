"""Matrix games solved exactly: what both players can be sure of, and the strategies that make it so.

J. von Neumann, "Zur Theorie der Gesellschaftsspiele", 1928.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cache
from typing import TYPE_CHECKING, Any, Literal, TypeAlias

from outwit.equilibrium import dominance, matrix_kernel, simplex
from outwit.equilibrium.matrix_kernel import FAILED
from outwit.errors import BadOptionError, OutwitError, UnknownCompilerError
from outwit.games.matrix import LARGEST

if TYPE_CHECKING:
    import numpy as np

Rows: TypeAlias = "Sequence[Sequence[float]] | np.ndarray[Any, Any]"
"""The entries of a matrix, row by row."""

Way = Literal["saddle point", "simplex", "HiGHS"]

WAYS: tuple[Way, ...] = ("saddle point", "simplex")
"""What the numbers of `matrix_kernel` stand for."""

LARGE = 200_000
"""With so many entries HiGHS is the faster one; it takes a millisecond for the smallest matrix."""

CLOSE = 1e-10
"""How far the two guarantees may lie apart, as a part of the greatest entry, before HiGHS is asked."""

ROUND = 12
"""A number of so few digits behind the point is taken to be meant where rounding leaves a choice."""

PATIENCE = 3_000_000
"""After so much work, in entries times lines, machine code is worth making; it takes Python a second."""


@dataclass(frozen=True)
class MatrixSolution:
    """An equilibrium of a matrix game: neither player can do better while the other keeps to it."""

    value: float
    """What the row player wins on average."""

    rows: tuple[float, ...]
    """How likely the row player chooses each row."""

    columns: tuple[float, ...]
    """How likely the column player chooses each column."""

    way: Way
    """How it was found: by a saddle point, or by a linear program and what has solved that."""

    left_out: int
    """How many moves were left out before, since another one is never worse."""

    least: float
    """What the rows' strategy wins at least, whatever the column player does."""

    most: float
    """What the columns' strategy lets the row player win at most."""


def solve_matrix(entries: Rows, compiled: bool | None = None) -> MatrixSolution:
    """An equilibrium of the game in which one player chooses a row, the other a column, and the entry counts.

    Saddle points come first, then moves are left out that another is never worse than, and then a linear
    program is solved: by a small simplex method or, if the matrix is large or rounding gets in the way, by
    scipy's HiGHS. Unless said, the simplex method is `compiled` once it has had much to do.

    >>> solve_matrix([[3, 1], [4, 2]])
    MatrixSolution(value=2.0, rows=(0.0, 1.0), columns=(0.0, 1.0), way='saddle point', ...)
    >>> solution = solve_matrix([[0, -1, 2], [1, 0, -2], [-2, 2, 0], [-3, 1, -1]])
    >>> [round(share, 9) for share in solution.rows], solution.way, solution.left_out
    ([0.4, 0.4, 0.2, 0.0], 'simplex', 1)
    """
    height, width, numbers = flatten(entries)
    return usual_solver().solve(numbers, height, width, compiled)


class MatrixSolver:
    """Solves matrix games one after the other; from some time on by machine code.

    Compiled or interpreted, it is the same source, and the answers are the same to the last bit.
    """

    def __init__(self, patient: bool = False) -> None:
        """A solver that has not begun; a `patient` one leaves all to the interpreter."""
        self.patient = patient
        self.work = 0
        """How much has been done, in entries times lines."""

    def solve(
        self, numbers: Sequence[float], height: int, width: int, compiled: bool | None = None
    ) -> MatrixSolution:
        """The solution of the matrix with these entries, which stand row by row."""
        if len(numbers) >= LARGE:
            return solve_large(numbers, height, width)
        self.work += len(numbers) * (height + width)
        if compiled is None:
            compiled = self.work > PATIENCE and not self.patient and is_compilable()
        rows, columns, (way, left_out, least, most) = (solve_compiled if compiled else solve_interpreted)(
            numbers, height, width
        )
        if way == FAILED or most - least > CLOSE * max(map(abs, numbers)):
            other = solve_by_highs(numbers, height, width)
            if way == FAILED or other.most - other.least < most - least:
                return other
        value = between(least, most)
        return MatrixSolution(value, rows, columns, WAYS[way], left_out, least + 0.0, most + 0.0)


def between(least: float, most: float) -> float:
    """The value that both guarantees leave: of all between them, a round one if there is any."""
    middle = (least + most) / 2
    rounded = round(middle, ROUND)
    return (rounded if least <= rounded <= most else middle) + 0.0


@cache
def usual_solver() -> MatrixSolver:
    """The solver of this process for whoever has no own."""
    return MatrixSolver()


Found: TypeAlias = tuple[tuple[float, ...], tuple[float, ...], tuple[int, int, float, float]]
"""Both strategies, how they were found, and what they guarantee."""


def solve_interpreted(numbers: Sequence[float], height: int, width: int) -> Found:
    """The solution by Python alone."""
    rows, columns = [0.0] * height, [0.0] * width
    reduced, tableau = [0.0] * (height * width), [0.0] * ((height + 1) * (width + 1))
    labels, kept = [0] * (height + width), [0] * (height + width)
    found = matrix_kernel.solve(numbers, height, width, rows, columns, reduced, tableau, labels, kept)
    return tuple(rows), tuple(columns), found


def solve_compiled(numbers: Sequence[float], height: int, width: int) -> Found:
    """The same by machine code."""
    import numpy as np

    matrix = np.array(numbers, dtype=np.float64)
    rows, columns = np.zeros(height), np.zeros(width)
    reduced, tableau = np.empty(height * width), np.empty((height + 1) * (width + 1))
    labels, kept = np.empty((2, height + width), dtype=np.int64)
    found = machine_code()(matrix, height, width, rows, columns, reduced, tableau, labels, kept)
    return tuple(rows.tolist()), tuple(columns.tolist()), found


@cache
def is_compilable() -> bool:
    """Is there a compiler that Outwit knows?"""
    try:
        machine_code()
    except UnknownCompilerError:
        return False
    return True


@cache
def machine_code() -> Callable[..., tuple[int, int, float, float]]:
    """The kernel as machine code, from the cache or compiled now."""
    from numba import types

    from outwit.engine.compiler.standalone import compile_alone, with_callees

    reals, words = types.float64[::1], types.int64[::1]
    size = types.int64, types.int64
    kinds = (reals, *size, reals, reals, reals, reals, words, words)
    sources = (dominance.__file__, matrix_kernel.__file__, simplex.__file__)
    return compile_alone("matrix games", lambda: with_callees(matrix_kernel.solve), kinds, *sources)


def solve_large(numbers: Sequence[float], height: int, width: int) -> MatrixSolution:
    """The solution of a large matrix: its saddle point or, without one, what HiGHS finds."""
    import numpy as np

    matrix = np.array(numbers, dtype=np.float64).reshape(height, width)
    lowest, highest = matrix.min(axis=1), matrix.max(axis=0)
    row, column = int(lowest.argmax()), int(highest.argmin())
    value = float(lowest[row])
    if value < highest[column]:
        return solve_by_highs(numbers, height, width)
    rows = tuple(float(each == row) for each in range(height))
    columns = tuple(float(each == column) for each in range(width))
    return MatrixSolution(value, rows, columns, "saddle point", 0, value, value)


def solve_by_highs(numbers: Sequence[float], height: int, width: int) -> MatrixSolution:
    """The solution that scipy's HiGHS finds.

    Q. Huangfu and J. A. J. Hall, "Parallelizing the dual revised simplex method", Mathematical Programming
    Computation, 2018.
    """
    import numpy as np
    from scipy.optimize import linprog

    matrix = np.array(numbers, dtype=np.float64).reshape(height, width)
    least, most = float(matrix.min()), float(matrix.max())
    scale = most - least or 1.0
    scaled = (matrix - least) / scale
    # The row player's shares and the value: as much as possible, and no column lets less be won.
    program = linprog(
        np.append(np.zeros(height), -1.0),
        A_ub=np.hstack([-scaled.T, np.ones((width, 1))]),
        b_ub=np.zeros(width),
        A_eq=np.append(np.ones(height), 0.0)[None],
        b_eq=[1.0],
        bounds=[(0.0, None)] * height + [(None, None)],
        method="highs",
        options={"primal_feasibility_tolerance": 1e-10, "dual_feasibility_tolerance": 1e-10},
    )
    if program.x is None:
        raise OutwitError(f"HiGHS does not solve this matrix game: {program.message}")
    rows, columns = (np.clip(each, 0.0, None) for each in (program.x[:-1], -program.ineqlin.marginals))
    rows, columns = rows / rows.sum(), columns / columns.sum()
    sure, given = float((rows @ matrix).min()), float((matrix @ columns).max())
    value = between(sure, given)
    return MatrixSolution(value, tuple(rows.tolist()), tuple(columns.tolist()), "HiGHS", 0, sure, given)


def flatten(entries: Rows) -> tuple[int, int, list[float]]:
    """How many rows and columns a matrix has, and its entries, row by row; a sentence if it is none."""
    try:
        rows = [[float(entry) for entry in row] for row in entries]
    except (TypeError, ValueError):
        raise BadOptionError(
            "The entries are no matrix of numbers; give rows of numbers, like [[1, -1], [-1, 1]]."
        ) from None
    widths = {len(row) for row in rows}
    if len(widths) != 1 or widths == {0}:
        raise BadOptionError("A matrix game needs at least one row and one column, and rows of one length.")
    numbers = [entry for row in rows for entry in row]
    if not all(map(math.isfinite, numbers)):
        raise BadOptionError("A matrix game needs finite entries, and one of them is infinite or no number.")
    if max(map(abs, numbers)) > LARGEST:
        raise BadOptionError(f"A matrix game needs entries from {-LARGEST:g} to {LARGEST:g}.")
    return len(rows), len(rows[0]), numbers
