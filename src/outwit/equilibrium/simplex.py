"""The simplex method for a matrix game, small enough to be machine code.

G. B. Dantzig, "A proof of the equivalence of the programming problem and the game problem", 1951;
R. G. Bland, "New finite pivoting rules for the simplex method", Mathematics of Operations Research, 1977.

One source for the interpreter and the compiler. A matrix is a flat sequence of its entries, row by row.
"""

from __future__ import annotations

from typing import Any, TypeAlias

Numbers: TypeAlias = Any
"""A list or a float64 array: `Any`, since the compiler types it itself."""

SMALLEST = 1e-11
"""What is nearer to zero than this is rounding, where entries are between 1 and 2."""

PIVOTS = 50
"""After so many pivots a line of the matrix, the method gives up; it takes hardly ever more than three."""


def solve_program(
    matrix: Numbers,
    height: int,
    width: int,
    rows: Numbers,
    columns: Numbers,
    tableau: Numbers,
    labels: Numbers,
) -> bool:
    """Find the strategies of a matrix game; False if rounding has led nowhere.

    With all entries positive, the plan y >= 0 of the columns that is largest in sum while no row of the
    matrix brings more than 1 is an equilibrium strategy times a number, and so is the solution of the dual
    program for the rows. The tableau holds a line for each row and one for the sum; a label says which
    variable stands where: a column of the matrix from 0, or the slack of a row, after them. `tableau` has
    room for (height + 1) * (width + 1) numbers, `labels` for height + width.
    """
    least = most = matrix[0]
    for entry in range(height * width):
        least = min(least, matrix[entry])
        most = max(most, matrix[entry])
    scale = 1.0 / (most - least) if most > least else 1.0
    span = width + 1
    for row in range(height):
        for column in range(width):
            tableau[row * span + column] = (matrix[row * width + column] - least) * scale + 1.0
        tableau[row * span + width] = 1.0
        labels[width + row] = width + row
    for column in range(width):
        tableau[height * span + column] = -1.0
        labels[column] = column
    tableau[height * span + width] = 0.0

    stuck, largest = 0, 0.0
    for _ in range(PIVOTS * (height + width)):
        careful = stuck > height + width
        column = entering(tableau, height, width, labels, careful)
        if column < 0:
            return read_plans(tableau, height, width, labels, rows, columns)
        row = leaving(tableau, height, width, labels, column, careful)
        if row < 0:
            return False
        pivot(tableau, height, width, row, column)
        labels[column], labels[width + row] = labels[width + row], labels[column]
        stuck += 1
        if tableau[height * span + width] > largest + SMALLEST:
            stuck, largest = 0, tableau[height * span + width]
    return False


def entering(tableau: Numbers, height: int, width: int, labels: Numbers, careful: bool) -> int:
    """The column that raises the sum most or, to be `careful`, the first by Bland's rule; -1 if none does."""
    best, chosen = -SMALLEST, -1
    for column in range(width):
        gain = tableau[height * (width + 1) + column]
        if gain >= -SMALLEST:
            continue
        if careful:
            if chosen < 0 or labels[column] < labels[chosen]:
                chosen = column
        elif gain < best:
            best, chosen = gain, column
    return chosen


def leaving(tableau: Numbers, height: int, width: int, labels: Numbers, column: int, careful: bool) -> int:
    """The row that allows the least of a column; of equal ones the largest pivot or, `careful`, the first."""
    span = width + 1
    chosen, allowed = -1, 0.0
    for row in range(height):
        entry = tableau[row * span + column]
        if entry <= SMALLEST:
            continue
        ratio = tableau[row * span + width] / entry
        if chosen < 0 or ratio < allowed - SMALLEST:
            chosen, allowed = row, ratio
        elif ratio <= allowed + SMALLEST:
            if careful:
                better = labels[width + row] < labels[width + chosen]
            else:
                better = entry > tableau[chosen * span + column]
            if better:
                chosen, allowed = row, min(ratio, allowed)
    return chosen


def pivot(tableau: Numbers, height: int, width: int, row: int, column: int) -> None:
    """Let the variable of a row and that of a column change places."""
    span = width + 1
    start = row * span
    inverse = 1.0 / tableau[start + column]
    for other in range(span):
        tableau[start + other] *= inverse
    tableau[start + column] = inverse
    for line in range(height + 1):
        if line == row:
            continue
        there = line * span
        factor = tableau[there + column]
        if factor != 0.0:
            tableau[there + column] = 0.0
            for other in range(span):
                tableau[there + other] -= factor * tableau[start + other]


def read_plans(
    tableau: Numbers, height: int, width: int, labels: Numbers, rows: Numbers, columns: Numbers
) -> bool:
    """The strategies that a final tableau stands for; False if they are none."""
    span = width + 1
    for row in range(height):
        rows[row] = 0.0
    for column in range(width):
        columns[column] = 0.0
    for column in range(width):
        if labels[column] >= width:
            rows[labels[column] - width] = max(tableau[height * span + column], 0.0)
    for row in range(height):
        if labels[width + row] < width:
            columns[labels[width + row]] = max(tableau[row * span + width], 0.0)
    return normalise(rows, height) and normalise(columns, width)


def normalise(strategy: Numbers, size: int) -> bool:
    """Make numbers add up to 1; False if they are all 0."""
    total = 0.0
    for move in range(size):
        total += strategy[move]
    if not total > 0.0:
        return False
    for move in range(size):
        strategy[move] /= total
    return True
