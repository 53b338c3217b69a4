"""A matrix game from its entries to both strategies, one source for the interpreter and the compiler."""

from __future__ import annotations

from outwit.equilibrium.dominance import NONE, leave_out, saddle_point
from outwit.equilibrium.simplex import Numbers, solve_program

SADDLE, SIMPLEX, FAILED = 0, 1, 2
"""How a solution was found, or that none was."""


def solve(
    matrix: Numbers,
    height: int,
    width: int,
    rows: Numbers,
    columns: Numbers,
    reduced: Numbers,
    tableau: Numbers,
    labels: Numbers,
    kept: Numbers,
) -> tuple[int, int, float, float]:
    """Find both strategies, by a saddle point or else by a program without dominated moves.

    The answer is how, how many moves were left out, what the rows' strategy wins at least, and what the
    columns' lets them win at most. There must be room for height * width numbers in `reduced`, for
    (height + 1) * (width + 1) in `tableau`, for height + width whole numbers in `labels` and in `kept`.
    """
    way, left_out = SADDLE, 0
    if not choose_purely(matrix, height, width, rows, columns):
        left_out = leave_out(matrix, height, width, kept)
        low, narrow = gather(matrix, height, width, kept, reduced)
        way = SIMPLEX if solve_program(reduced, low, narrow, rows, columns, tableau, labels) else FAILED
        spread_out(rows, kept, 0, height, low)
        spread_out(columns, kept, height, width, narrow)
    least, most = guarantee(matrix, height, width, rows), concession(matrix, height, width, columns)
    return way, left_out, least, most


def choose_purely(matrix: Numbers, height: int, width: int, rows: Numbers, columns: Numbers) -> bool:
    """Choose the row and the column of a saddle point, if there is one."""
    place = saddle_point(matrix, height, width)
    if place == NONE:
        return False
    for row in range(height):
        rows[row] = 1.0 if row == place // width else 0.0
    for column in range(width):
        columns[column] = 1.0 if column == place % width else 0.0
    return True


def gather(matrix: Numbers, height: int, width: int, kept: Numbers, reduced: Numbers) -> tuple[int, int]:
    """Put the entries that are kept side by side; how many rows and columns these are."""
    low = narrow = place = 0
    for column in range(width):
        narrow += kept[height + column]
    for row in range(height):
        if kept[row]:
            low += 1
            for column in range(width):
                if kept[height + column]:
                    reduced[place] = matrix[row * width + column]
                    place += 1
    return low, narrow


def spread_out(strategy: Numbers, kept: Numbers, first: int, size: int, count: int) -> None:
    """Move the shares of the moves that are kept, which stand at the front, to where those moves stand."""
    source = count
    for move in range(size - 1, -1, -1):
        if kept[first + move]:
            source -= 1
            strategy[move] = strategy[source]
        else:
            strategy[move] = 0.0


def guarantee(matrix: Numbers, height: int, width: int, rows: Numbers) -> float:
    """What a strategy of the rows wins at least."""
    least = 0.0
    for column in range(width):
        total = 0.0
        for row in range(height):
            total += rows[row] * matrix[row * width + column]
        if column == 0 or total < least:
            least = total
    return least


def concession(matrix: Numbers, height: int, width: int, columns: Numbers) -> float:
    """What a strategy of the columns lets the rows win at most."""
    most = 0.0
    for row in range(height):
        total = 0.0
        for column in range(width):
            total += columns[column] * matrix[row * width + column]
        if row == 0 or total > most:
            most = total
    return most
