"""What was found about very many moves, left in arrays, says the same as candidates made one by one."""

from __future__ import annotations

import numpy as np
import pytest

from outwit.engine.kernels.transposition import BOUNDS
from outwit.engine.runners.candidate_arrays import FEW, Columns
from outwit.search.pass_results import PassResults, WeighedMoves

MANY = 3 * FEW


def columns() -> Columns:
    rows = np.arange(MANY)
    lines = np.stack([5 * rows, rows], axis=1)
    return Columns(
        5 * rows, 0.1 * (rows * 7 % 13), rows % len(BOUNDS), lines, 1 + rows % 2, lambda value: value
    )


def weighed() -> WeighedMoves:
    return WeighedMoves(columns().all())


def test_each_candidate_is_the_same_before_and_after_all_are_made() -> None:
    asked, every = columns(), columns().all()
    assert [asked[5 * row] for row in range(MANY)] == list(every.values())
    with pytest.raises(KeyError):
        columns()[1]


@pytest.mark.parametrize("line", [(), (60,), (5, 6), (MANY,)])
def test_the_same_move_leads(line: tuple[int, ...]) -> None:
    assert columns().lead(line) == weighed().lead(line)


@pytest.mark.parametrize("best", [0, 60])
def test_moves_come_into_the_same_order(best: int) -> None:
    orders = []
    for found in (columns(), weighed()):
        moves = [*range(0, 5 * MANY, 5), 1, 2]
        found.arrange(moves, best)
        orders.append(moves)
    assert orders[0] == orders[1]
    assert (orders[0][0], orders[0][-2:]) == (best, [1, 2])


@pytest.mark.parametrize("found", [columns(), weighed()], ids=["columns", "weighed"])
def test_a_depth_is_noted_with_all_of_them(found: PassResults) -> None:
    assert {each.depth for each in found.at(4).values()} == {4}


def test_what_is_found_anew_counts() -> None:
    found = weighed()
    top = found.top()
    assert top is not None
    del found[top.move]
    other = found.top()
    assert other is not None
    assert other.move != top.move
    found[top.move] = top
    assert found.lead((top.move,)) == top
