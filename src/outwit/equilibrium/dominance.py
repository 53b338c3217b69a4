"""What need not be mixed in a matrix game: saddle points, and moves that another is never worse than.

J. von Neumann and O. Morgenstern, "Theory of games and economic behavior", 1944. To leave out a move
that is only weakly dominated may lose equilibria but never all of them, and keeps the value. Where that
leaves a saddle point there was one before, so saddle points are looked for first, and once.

One source for the interpreter and the compiler; a matrix is a flat sequence of its entries, row by row.
"""

from __future__ import annotations

from outwit.equilibrium.simplex import Numbers

NONE = -1


def saddle_point(matrix: Numbers, height: int, width: int) -> int:
    """The place of an entry that is least in its row and greatest in its column; `NONE` without any."""
    best, place = 0.0, NONE
    for row in range(height):
        lowest = 0
        for column in range(1, width):
            if matrix[row * width + column] < matrix[row * width + lowest]:
                lowest = column
        least = matrix[row * width + lowest]
        if place == NONE or least > best:
            best, place = least, row * width + lowest
    for column in range(width):
        most = matrix[column]
        for row in range(1, height):
            most = max(most, matrix[row * width + column])
        if most <= best:
            return place - place % width + column
    return NONE


def leave_out(matrix: Numbers, height: int, width: int, kept: Numbers) -> int:
    """Keep no row or column of which another is at least as good everywhere; how many were left out.

    What is kept is 1 in `kept`, first the rows, then the columns, and what is not is 0.
    """
    for line in range(height + width):
        kept[line] = 1
    count = 0
    changed = True
    while changed:
        changed = False
        for row in range(height):
            if kept[row] and is_row_needless(matrix, height, width, kept, row):
                kept[row] = 0
                changed = True
                count += 1
        for column in range(width):
            if kept[height + column] and is_column_needless(matrix, height, width, kept, column):
                kept[height + column] = 0
                changed = True
                count += 1
    return count


def is_row_needless(matrix: Numbers, height: int, width: int, kept: Numbers, row: int) -> bool:
    """Is another row that is kept at least as good, whatever column is chosen?"""
    for other in range(height):
        if other == row or not kept[other]:
            continue
        better = True
        for column in range(width):
            if kept[height + column] and matrix[other * width + column] < matrix[row * width + column]:
                better = False
                break
        if better:
            return True
    return False


def is_column_needless(matrix: Numbers, height: int, width: int, kept: Numbers, column: int) -> bool:
    """Is another column that is kept at least as good, for who wants little, whatever row is chosen?"""
    for other in range(width):
        if other == column or not kept[height + other]:
            continue
        better = True
        for row in range(height):
            if kept[row] and matrix[row * width + other] > matrix[row * width + column]:
                better = False
                break
        if better:
            return True
    return False
