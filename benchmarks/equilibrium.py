"""Equilibria of small games: iterations a second, and how far one is then, beside open_spiel's CFR+."""

from __future__ import annotations

from collections.abc import Iterator
from time import perf_counter

import pyspiel

from benchmarks.figure import Figure
from benchmarks.open_spiel_policy import open_spiel_policy
from benchmarks.timing import Run, contest, timed
from outwit import find_game
from outwit.equilibrium.best_response import expected_value, exploitability
from outwit.equilibrium.cfr import CounterfactualRegret
from outwit.equilibrium.convergence import converge
from outwit.equilibrium.sequence_form import Unfolded
from outwit.equilibrium.solution import Solution
from outwit.equilibrium.unfold import unfold

LEDUC, LIARS_DICE = "leduc:suits=on", "liarsdice"
"""The games that are history by history open_spiel's `leduc_poker` and `liars_dice`."""

ITERATIONS, PEER_ITERATIONS = 20_000, 60
"""How many iterations of Leduc poker make a run of some tenths of a second."""


def run(quick: bool) -> Iterator[Figure]:
    """The games in turn, the smallest first."""
    kuhn = unfold(find_game("kuhn"))
    found = solved(kuhn, "cfr+", 1.0)
    yield Figure("Kuhn poker, exploitability after 1 s of CFR+", found.exploitability, "a game", at_most=1e-5)
    value = expected_value(kuhn, found.solver.strategies())
    yield Figure("Kuhn poker, value off -1/18", abs(value + 1 / 18), "a game", at_most=1e-4)

    leduc, seconds = unfolded(LEDUC)
    yield Figure("Leduc poker, 936 information sets, unfolded", seconds, "s")
    yield contest(
        "Leduc poker, CFR+",
        by_outwit(leduc),
        by_peer(),
        "open_spiel CFRPlusSolver",
        at_least=150,
        rounds=3 if quick else 7,
        unit="iterations/s",
    )
    theirs = peer_after(1.0)
    for form in ("cfr+", "discounted"):
        yield Figure(
            f"Leduc poker, exploitability after 1 s, {form}",
            solved(leduc, form, 1.0).exploitability,
            "a game",
            theirs,
            "open_spiel CFRPlusSolver",
            at_most=1e-5,
        )
    yield agreement("Leduc poker", leduc, "leduc_poker")

    dice, seconds = unfolded(LIARS_DICE)
    yield Figure("Liar's dice, 24,576 information sets, unfolded", seconds, "s", at_most=3)
    for form in ("cfr+", "discounted"):
        found = solved(dice, form, 5.0)
        what = f"Liar's dice, exploitability after 5 s, {form}"
        yield Figure(what, found.exploitability, "a game", at_most=1e-4)
    if not quick:
        yield agreement("Liar's dice", dice, "liars_dice")


def unfolded(spec: str) -> tuple[Unfolded, float]:
    """A game unfolded, and how long that took: the best of three."""
    times = []
    for _ in range(3):
        started = perf_counter()
        game = unfold(find_game(spec))
        times.append(perf_counter() - started)
    return game, min(times)


def solved(game: Unfolded, form: str, seconds: float) -> Solution:
    """What was found of a game in so many seconds; what has to be compiled is compiled before."""
    converge(Solution(game, form).solver, iterations=2)
    solution = Solution(game, form)
    solution.improve(seconds=seconds)
    return solution


def by_outwit(game: Unfolded) -> Run:
    """A run of Outwit's CFR+, from the beginning."""

    def iterate() -> int:
        CounterfactualRegret(game, "cfr+").run(ITERATIONS)
        return ITERATIONS

    return timed(iterate)


def by_peer() -> Run:
    """A run of open_spiel's, from the beginning."""

    def iterate() -> int:
        solver = pyspiel.CFRPlusSolver(pyspiel.load_game("leduc_poker"))
        for _ in range(PEER_ITERATIONS):
            solver.evaluate_and_update_policy()
        return PEER_ITERATIONS

    return timed(iterate)


def peer_after(seconds: float) -> float:
    """The exploitability of open_spiel's CFR+ in Leduc poker after so many seconds."""
    game = pyspiel.load_game("leduc_poker")
    solver = pyspiel.CFRPlusSolver(game)
    until = perf_counter() + seconds
    while perf_counter() < until:
        solver.evaluate_and_update_policy()
    return float(pyspiel.exploitability(game, solver.average_policy()))


def agreement(title: str, game: Unfolded, peer: str) -> Figure:
    """How far open_spiel's exploitability of our strategies is from our own."""
    solver = CounterfactualRegret(game, "cfr+")
    solver.run(200)
    strategies = solver.strategies()
    theirs = pyspiel.load_game(peer)
    policy = pyspiel.TabularPolicy(open_spiel_policy(game, strategies, theirs))
    off = abs(pyspiel.exploitability(theirs, policy) - exploitability(game, strategies))
    return Figure(f"{title}, exploitability off open_spiel's", float(off), "a game", at_most=1e-9)
