"""Nodes a second, measured fairly on a machine that is doing other things too."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from time import perf_counter

Run = Callable[[], int]
"""Something that searches, and says how many nodes it visited."""


@dataclass(frozen=True)
class Contest:
    """The best of several short runs of Outwit and of a peer, taken in turns."""

    title: str
    outwit: float
    """Nodes a second."""
    peer: float
    peer_name: str
    at_least: float
    """The ratio that Outwit means to reach."""

    @property
    def ratio(self) -> float:
        """How many times the peer's nodes a second."""
        return self.outwit / self.peer


def contest(title: str, outwit: Run, peer: Run, peer_name: str, at_least: float, rounds: int = 5) -> Contest:
    """Run both in turns and keep the best rate of each."""
    rates: tuple[list[float], list[float]] = ([], [])
    for _ in range(rounds):
        for run, found in zip((outwit, peer), rates, strict=True):
            started = perf_counter()
            nodes = run()
            found.append(nodes / (perf_counter() - started))
    return Contest(title, max(rates[0]), max(rates[1]), peer_name, at_least)
