"""Nodes or simulations a second, measured fairly on a machine that is doing other things too."""

from __future__ import annotations

from collections.abc import Callable
from time import perf_counter

from benchmarks.figure import Ratio
from benchmarks.positions import GAME
from outwit import Agent

Run = Callable[[], tuple[int, float]]
"""Something that searches, and says how many nodes, or simulations, it made in how many seconds."""


def seconds_of(action: Callable[[], object]) -> float:
    """The seconds that something takes."""
    started = perf_counter()
    action()
    return perf_counter() - started


def timed(search: Callable[[], int]) -> Run:
    """A run of something that counts its nodes and leaves the clock to us."""

    def run() -> tuple[int, float]:
        started = perf_counter()
        nodes = search()
        return nodes, perf_counter() - started

    return run


def searching(agent: Agent) -> Run:
    """A run of one of Outwit's agents on the empty Connect 4 board."""
    return timed(lambda: agent.decide(GAME, GAME.initial()).nodes)


def contest(
    what: str,
    outwit: Run,
    peer: Run,
    peer_name: str,
    *,
    at_least: float | None,
    rounds: int,
    unit: str = "nodes/s",
) -> Ratio:
    """The best rates of Outwit and of a peer that run in turns, after one run of each to warm up.

    Whatever else the machine does can only slow a run down, and often for longer than one takes, so that the
    best of several tells what a program can do, where their median tells how busy the machine was.
    """
    rates: tuple[list[float], list[float]] = ([], [])
    for number in range(rounds + 1):
        for run, found in zip((outwit, peer), rates, strict=True):
            nodes, seconds = run()
            if number > 0:
                found.append(nodes / seconds)
    return Ratio(what, max(rates[0]), unit, max(rates[1]), peer_name, at_least=at_least)
