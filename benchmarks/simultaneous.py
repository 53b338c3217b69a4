"""Games in which both choose at once: matrices a second beside HiGHS, and goofspiel by backward induction.

How many matrices were solved does not depend on the machine. The value of every form is compared, and
open_spiel tells what could be won from the strategies.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from time import perf_counter

import numpy as np
import pyspiel
from tests.equilibrium.open_spiel import goofspiel_policy
from tests.equilibrium.random_matrices import Matrix, random_matrices

from benchmarks.figure import Figure, Ratio
from benchmarks.timing import Run, contest, timed
from outwit import Decision, find_game
from outwit.equilibrium.backward import Backward
from outwit.equilibrium.matrix import MatrixSolution, flatten, machine_code, solve_by_highs, solve_matrix
from outwit.games.goofspiel import Goofspiel

GAMES = {
    "Goofspiel, 5 cards": "goofspiel",
    "Goofspiel, 5 cards, highest prize first": "goofspiel:shuffled=off",
    "Goofspiel, 5 cards, for points": "goofspiel:points",
    "Tron 5x5": "tron:width=5,height=5",
}
PRUNED, FEWER = "goofspiel", 3
"""The game of which pruning must leave out so many matrices."""

WHOLE, UNPRUNED = Backward(seed=1), Backward(seed=1, oracle=False)


def run(quick: bool) -> Iterator[Figure]:
    """Matrices, then games."""
    machine_code()
    rounds = 3 if quick else 9
    for size, at_least in ((5, 30), (20, 10)):
        what = f"Matrix games {size}x{size}, solved"
        ours, theirs = solving(size, 2000, by_simplex), solving(size, 50, by_highs)
        yield contest(what, ours, theirs, "HiGHS", at_least=at_least, rounds=rounds, unit="matrices/s")
    yield Figure("1,000 matrices up to 20x20: farthest from HiGHS", farthest(1000), "", at_most=1e-9)
    for title, spec in GAMES.items():
        yield from solve_game(title, spec, 2 if quick else 5)
    yield exploitability(4)


def by_simplex(matrix: Matrix) -> MatrixSolution:
    """The solution of the compiled simplex method."""
    return solve_matrix(matrix, compiled=True)


def by_highs(matrix: Matrix) -> MatrixSolution:
    """The solution of HiGHS."""
    height, width, numbers = flatten(matrix)
    return solve_by_highs(numbers, height, width)


def solving(size: int, many: int, solve: Callable[..., MatrixSolution]) -> Run:
    """A run through so many random matrices without a saddle point."""
    random = np.random.default_rng(size)
    matrices = list[Matrix]()
    while len(matrices) < many:
        matrix = random.normal(size=(size, size))
        if solve_matrix(matrix).way == "simplex":
            matrices.append(matrix)

    def solve_all() -> int:
        for matrix in matrices:
            solve(matrix)
        return many

    return timed(solve_all)


def farthest(many: int) -> float:
    """How far a value lies from that of HiGHS, or a guarantee from its value, at most."""
    most = 0.0
    for matrix in random_matrices(many):
        found = solve_matrix(matrix)
        most = max(most, abs(found.value - by_highs(matrix).value), found.most - found.least)
    return most


def solve_game(title: str, spec: str, rounds: int) -> Iterator[Figure]:
    """How long it takes to solve a game whole, and how many of its matrices that takes."""
    game = find_game(spec)

    def solve(agent: Backward) -> tuple[Decision, float]:
        times = []
        for _ in range(rounds):
            started = perf_counter()
            found = agent.decide(game, game.initial(), player=0)
            times.append(perf_counter() - started)
        return found, min(times)

    pruned, seconds = solve(WHOLE)
    plain, unpruned_seconds = solve(UNPRUNED)
    if abs((pruned.value or 0.0) - (plain.value or 0.0)) > 1e-9 or not (pruned.exact and plain.exact):
        raise AssertionError(f"{spec} comes out as {pruned.value} and as {plain.value}")
    yield Figure(
        f"{title}, solved",
        seconds,
        "s",
        unpruned_seconds,
        "nothing left out",
        at_most=2.0 if spec == PRUNED else None,
    )
    some, all_of_them = (found.stats.get("matrices", 0) for found in (pruned, plain))
    yield Ratio(
        f"{title}: each matrix stands for so many",
        all_of_them,
        "matrices",
        max(some, 1),
        "pruned",
        at_least=FEWER if spec == PRUNED else None,
    )


def exploitability(cards: int) -> Figure:
    """What open_spiel finds could be won from the strategies in goofspiel."""
    theirs, policy = goofspiel_policy(WHOLE, Goofspiel(cards))
    found = pyspiel.exploitability(theirs, pyspiel.TabularPolicy(policy))
    return Figure(f"Goofspiel, {cards} cards: exploitability by open_spiel", found, "a game", at_most=1e-9)
