"""How close strategies come is measured by the iterations alone, up to the limit and not beyond."""

from __future__ import annotations

from itertools import pairwise
from time import perf_counter

import pytest

from outwit import BadOptionError, OutwitError, find_game
from outwit.equilibrium.cfr import CounterfactualRegret
from outwit.equilibrium.convergence import Point, converge
from outwit.equilibrium.picture import exploitability_picture
from outwit.equilibrium.solution import Solution, solve
from outwit.equilibrium.unfold import unfold


def test_so_many_iterations_are_made_and_measured_at_the_same_points_however_often() -> None:
    game = unfold(find_game("kuhn"))
    runs = [converge(CounterfactualRegret(game), iterations=1_000) for _ in range(2)]
    for points in runs:
        assert points[-1].iterations == 1_000
        assert [each.iterations for each in points[:6]] == [1, 2, 3, 4, 5, 6]
        assert all(one.seconds <= other.seconds for one, other in pairwise(points))
        assert len(points) < 40
    assert [each[::2] for each in runs[0]] == [each[::2] for each in runs[1]]


def test_it_ends_once_it_is_close_enough_and_then_not_before_the_next_point() -> None:
    points = converge(CounterfactualRegret(unfold(find_game("kuhn"))), close=1e-3)
    assert points[-1].exploitability <= 1e-3
    assert all(each.exploitability > 1e-3 for each in points[:-1])


def test_nothing_is_close_enough_where_nobody_says_so() -> None:
    rps = unfold(find_game("rps"))
    assert converge(CounterfactualRegret(rps), iterations=50)[-1].iterations == 50


def test_time_and_whoever_stops_it_end_it() -> None:
    game = unfold(find_game("leduc"))
    began = perf_counter()
    points = converge(CounterfactualRegret(game), seconds=0.2)
    assert perf_counter() - began < 5
    assert points[-1].iterations > 10
    told: list[Point] = []
    stopped = converge(CounterfactualRegret(game), report=told.append, stopped=lambda: len(told) > 4)
    assert stopped == told
    assert len(told) == 5


def test_a_limit_that_is_reached_leaves_what_was_there() -> None:
    solver = CounterfactualRegret(unfold(find_game("kuhn")))
    converge(solver, iterations=20)
    [point] = converge(solver, iterations=20)
    assert point.iterations == 20
    assert converge(CounterfactualRegret(solver.game), iterations=0)[0].exploitability == pytest.approx(
        11 / 24
    )


def test_a_solution_goes_on_where_it_stood() -> None:
    game = unfold(find_game("leduc"))
    parts, whole = Solution(game), Solution(game)
    for _ in range(3):
        parts.improve(iterations=20)
    whole.improve(iterations=60)
    assert parts.exploitability == whole.exploitability
    assert [each.iterations for each in parts.points][-1] == 60


def test_an_algorithm_that_there_is_not_is_refused() -> None:
    with pytest.raises(OutwitError, match="no algorithm for equilibria called 'cfr2'; did you mean cfr"):
        solve(find_game("kuhn"), "cfr2")


def test_the_picture_has_both_scales_and_tells_where_it_ends() -> None:
    points = [(1.0, 0.5), (10.0, 0.05), (1_000.0, 0.00025)]
    one = exploitability_picture([("cfr+", points)], "Exploitability of kuhn")
    assert one.label == "Exploitability of kuhn: the exploitability at the end is cfr+ 0.00025"
    drawn = one.svg()
    for figure in ("Exploitability of kuhn", "0.0001", "1,000", "iterations"):
        assert f">{figure}<" in drawn
    two = exploitability_picture([("cfr+", points), ("cfr", [(1.0, 0.5), (30.0, 0.0)])], "Both", "seconds")
    assert two.height > one.height
    assert all(f">{name}<" in two.svg() for name in ("cfr+", "cfr", "seconds"))
    assert exploitability_picture([("one", [(1.0, 0.5)])], "One point").svg()


@pytest.mark.parametrize(
    ("limit", "said"),
    [
        ({"iterations": -3}, "iterations=-3 is too small; give 1 or more."),
        ({"iterations": 0}, "iterations=0 is too small; give 1 or more."),
        ({"seconds": -1}, "seconds=-1 is not a time; give a number above 0."),
        ({"seconds": 0}, "seconds=0 is not a time; give a number above 0."),
    ],
)
def test_a_limit_that_is_none_is_refused(limit: dict[str, int], said: str) -> None:
    with pytest.raises(BadOptionError, match=f"^{said}$"):
        solve(find_game("kuhn"), **limit)  # type: ignore[arg-type]
