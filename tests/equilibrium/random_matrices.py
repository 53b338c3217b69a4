"""Matrices of all kinds that are hard to solve: with ties, repeated lines, saddle points, close together."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

Matrix = np.ndarray[tuple[int, int], np.dtype[np.float64]]


def random_matrices(count: int, seed: int = 1) -> Iterator[Matrix]:
    """Matrices of up to 20 rows and columns, most of them degenerate in one way or another."""
    random = np.random.default_rng(seed)
    for number in range(count):
        height, width = random.integers(1, 21, 2)
        size = (height, width)
        kind = number % 8
        if kind == 0:  # full of ties
            yield random.integers(-1, 2, size).astype(float)
        elif kind == 1:  # rows and columns repeated
            small = random.integers(-3, 4, size).astype(float)
            yield small[random.integers(0, height, height)][:, random.integers(0, width, width)]
        elif kind == 2:  # constant
            yield np.full(size, random.normal())
        elif kind == 3:  # each player's choice counts for itself: a saddle point
            yield random.normal(size=(height, 1)) + random.normal(size=(1, width))
        elif kind == 4:  # skew-symmetric: worth nothing
            half = random.integers(-4, 5, (height, height)).astype(float)
            yield half - half.T
        elif kind == 5:  # a cycle of any length, with moves that are worse by a hair
            cycle = np.eye(height) - np.roll(np.eye(height), 1, axis=1)
            yield np.vstack([cycle, cycle - 1e-7])
        elif kind == 6:  # far from 0, and close together
            yield 1000 + 1e-3 * random.normal(size=size)
        else:
            yield random.normal(size=size)
