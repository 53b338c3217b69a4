"""How an algorithm comes closer to an equilibrium, iteration by iteration."""

from __future__ import annotations

import math
from collections.abc import Callable
from time import perf_counter
from typing import NamedTuple

from outwit.equilibrium.best_response import exploitability
from outwit.equilibrium.cfr import Solver

GROWTH = 1.3
"""After so many times the iterations it is measured again how far the strategies are from an equilibrium."""

PAUSE = 0.05
"""Seconds between two looks at the clock, about."""

CONCLUDING = 3
"""So many times as long as measuring takes, it takes to measure for the last time and to read the answer."""

CLOSE = 1e-6
"""An equilibrium is found well enough where nobody can win more than this part of what is at stake."""


class Point(NamedTuple):
    """How far the average strategies were from an equilibrium at one time."""

    iterations: int
    seconds: float
    """Since the algorithm began."""
    exploitability: float


def converge(
    solver: Solver,
    iterations: int | None = None,
    seconds: float | None = None,
    close: float = 0.0,
    compiled: bool = True,
    report: Callable[[Point], None] | None = None,
    stopped: Callable[[], bool] = lambda: False,
) -> list[Point]:
    """Let an algorithm work until it has made so many iterations, or so many seconds have gone by.

    It ends sooner once the exploitability is no more than `close`, unless that is 0, or somebody `stopped`
    it. When it is measured depends on the number of iterations alone; the last point is of the end.
    """
    began, cost, each = perf_counter(), 0.0, 0.0
    points: list[Point] = []

    def measure() -> None:
        nonlocal cost
        start = perf_counter()
        found = exploitability(solver.game, solver.strategies(), compiled)
        now = perf_counter()
        cost = now - start
        points.append(Point(solver.iterations, now - began, found))
        if report is not None:
            report(points[-1])

    def left() -> float:
        """The seconds left for iterations, if it is to be measured and concluded in time."""
        return math.inf if seconds is None else seconds - (perf_counter() - began) - CONCLUDING * cost

    while iterations is None or solver.iterations < iterations:
        until = max(solver.iterations + 1, int(solver.iterations * GROWTH))
        if iterations is not None:
            until = min(until, iterations)
        while solver.iterations < until and not stopped() and left() > each:
            most = max(1, int(min(PAUSE, left()) / each)) if each else 1
            start, number = perf_counter(), min(until - solver.iterations, most)
            solver.run(number)
            each = max((perf_counter() - start) / number, 1e-9)
        if solver.iterations < until:
            break
        measure()
        if close > 0 and points[-1].exploitability <= close:
            break
    if not points or points[-1].iterations < solver.iterations:
        measure()
    return points
