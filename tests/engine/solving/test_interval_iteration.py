"""Bounds that meet are the value: held against every strategy of small random games, one after the other."""

from __future__ import annotations

from itertools import product

import numpy as np
import pytest

from outwit.engine.solving.end_components import AVERAGE, MAX, MIN, Equations, end_components
from outwit.engine.solving.interval_iteration import NEAR, IntervalIteration
from outwit.random import Generator

Row = tuple[int, list[int], list[float]]
"""What a position's value is made of, the positions after it, and their probabilities."""

ENDS = (-1.0, 0.25, 1.0)
"""The payoffs of the last positions."""


def rare(random: Generator) -> float:
    """A probability that may be very small."""
    return float(10.0 ** -random.choice((0, 0, 1, 3, 6)))


def drawn(seed: int, kinds: tuple[int, ...], size: int = 6) -> list[Row]:
    """A random game of `size` positions and three ends, in which play may come back to any position."""
    random = Generator(seed)
    rows: list[Row] = []
    for _ in range(size):
        after = [random.choice(range(size + len(ENDS))) for _ in range(2)]
        weights = [rare(random), rare(random)]
        rows.append((random.choice(kinds), after, [weight / sum(weights) for weight in weights]))
    return rows


def as_equations(rows: list[Row]) -> Equations:
    """A random game as the equations of its values."""
    return Equations(
        rows=np.arange(len(rows)),
        kinds=np.array([kind for kind, _, _ in rows]),
        starts=np.arange(0, 2 * len(rows) + 1, 2),
        after=np.array([to for _, after, _ in rows for to in after]),
        shares=np.array([share for _, _, shares in rows for share in shares]),
        levels=np.array([0]),
    )


def closed_in(rows: list[Row], alone: bool) -> IntervalIteration:
    """The bounds of a random game, as far as they come together."""
    bounds = np.array([-1.0] * len(rows) + list(ENDS)), np.array([1.0] * len(rows) + list(ENDS))
    iteration = IntervalIteration(as_equations(rows), *bounds, alone=alone)
    for _ in iteration.close_in(list(range(len(rows))), lambda: None):
        if iteration.sweeps > 400:
            break
    return iteration


def outcome(rows: list[Row], chosen: tuple[int, ...], endless: float) -> np.ndarray:
    """What each position is worth if players go the ways that are chosen; to go on for ever is worth that."""
    size = len(rows)
    ways = np.zeros((size, size + len(ENDS)))
    for number, ((kind, after, shares), way) in enumerate(zip(rows, chosen, strict=True)):
        for index, (to, share) in enumerate(zip(after, shares, strict=True)):
            ways[number, to] += share if kind == AVERAGE else float(index == way)
    reach = (ways[:, :size] > 0) | np.eye(size, dtype=bool)
    for _ in range(size):
        reach |= reach @ reach
    ending = (reach @ (ways[:, size:].sum(axis=1) > 0)).astype(bool)
    # The equation of a position from which play may end, with what it loses by leaving it on its diagonal.
    found = np.full(size, endless)
    at = np.flatnonzero(ending)
    inner = ways[np.ix_(at, at)]
    np.fill_diagonal(inner, 0.0)
    leaving = ways[at].sum(axis=1) - ways[at, at]
    known = ways[at, size:] @ np.array(ENDS) + ways[np.ix_(at, np.flatnonzero(~ending))].sum(axis=1) * endless
    found[at] = np.linalg.solve(np.diag(leaving) - inner, known)
    return found


def by_every_strategy(rows: list[Row], endless: float) -> np.ndarray:
    """The value of each position: the best for one player of what is then the worst for the other."""
    ways = [range(2) if kind == MAX else range(1) for kind, _, _ in rows]
    replies = [range(2) if kind == MIN else range(1) for kind, _, _ in rows]
    best = np.full(len(rows), -np.inf)
    for own in product(*ways):
        worst = np.full(len(rows), np.inf)
        for other in product(*replies):
            chosen = tuple(map(max, own, other))
            worst = np.minimum(worst, outcome(rows, chosen, endless))
        best = np.maximum(best, worst)
    return best


OFF = 1e-8
"""By what the linear equations of the reference may be off, where probabilities are small."""


@pytest.mark.parametrize("seed", range(25))
def test_one_who_plays_alone_is_worth_what_the_best_strategy_brings(seed: int) -> None:
    rows = drawn(seed, (MAX, MAX, AVERAGE))
    iteration = closed_in(rows, alone=True)
    low, high = (bounds[: len(rows)] for bounds in iteration.bounds)
    expected = by_every_strategy(rows, endless=-1.0)
    assert (high - low <= NEAR).all()
    assert low == pytest.approx(expected, abs=OFF)


@pytest.mark.parametrize("seed", range(25))
def test_two_are_bounded_whatever_playing_for_ever_is_worth(seed: int) -> None:
    rows = drawn(seed, (MAX, MIN, AVERAGE))
    iteration = closed_in(rows, alone=False)
    low, high = (bounds[: len(rows)] for bounds in iteration.bounds)
    least, most = by_every_strategy(rows, -1.0), by_every_strategy(rows, 1.0)
    assert (low <= least + OFF).all()
    assert (high >= most - OFF).all()
    if iteration.stops:
        assert (high - low <= NEAR).all()


def test_both_kinds_of_random_games_occur() -> None:
    """Else the tests above would say nothing of games that stop, or of those that need not."""
    alone = [end_components(as_equations(drawn(seed, (MAX, MAX, AVERAGE))), 9) for seed in range(25)]
    two = [closed_in(drawn(seed, (MAX, MIN, AVERAGE)), alone=False).stops for seed in range(25)]
    assert sum((found >= 0).sum() > 1 for found in alone) > 5
    assert 2 < sum(two) < 23


def test_an_end_component_is_what_can_be_stayed_in_for_ever() -> None:
    rows: list[Row] = [
        (MAX, [1, 6], [0.5, 0.5]),  # 0 and 1 are one: from each a move leads to the other
        (MAX, [0, 2], [0.5, 0.5]),
        (AVERAGE, [0, 7], [0.9, 0.1]),  # chance leads out of it sooner or later
        (AVERAGE, [3, 4], [0.9, 0.1]),  # 3 and 4 have no way out at all
        (MIN, [3, 3], [0.5, 0.5]),
        (MAX, [6, 8], [0.5, 0.5]),
    ]
    found = end_components(as_equations(rows), 9)
    assert found[0] == found[1] != found[3] == found[4]
    assert min(found[[0, 1, 3, 4]]) >= 0
    assert (found[[2, 5, 6, 7, 8]] == -1).all()
