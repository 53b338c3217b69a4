"""Games in everyday Python, as people write them who know nothing of compilers: compiled beside interpreted.

Both make the same search, without the table and all that is learned on the way, so that a node is a node.
Processor time is measured, in turns, and the best of several short runs counts on either side.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from time import process_time
from typing import Any

from tests.plain.draughts import Draughts
from tests.plain.farkle import Farkle
from tests.plain.hex import Hex
from tests.plain.kalah import Kalah
from tests.plain.whist import Whist

from benchmarks.figure import Figure, Ratio
from outwit import AlphaBeta, Game, MonteCarlo

BARE = AlphaBeta(table=False, killers=False, history=False, quiescence=False)
CASES: tuple[tuple[Game, Any, Any], ...] = (
    (Kalah(), replace(BARE, depth=10), replace(BARE, depth=4)),
    (Hex(), replace(BARE, depth=4), replace(BARE, depth=2)),
    (Draughts(), replace(BARE, depth=8), replace(BARE, depth=4)),
    (Farkle(), MonteCarlo(simulations=1000, seed=1), MonteCarlo(simulations=20, seed=1, compiled=False)),
    (Whist(), replace(BARE, depth=9), replace(BARE, depth=4)),
)
"""Each game with the search that is compiled and the smaller one that is interpreted."""


def run(quick: bool) -> Iterator[Figure]:
    """Nodes a second, compiled and interpreted."""
    for game, compiled, interpreted in CASES:
        agents = compiled, replace(interpreted, compiled=False)
        compiled.prepare(game)
        best = [0.0, 0.0]
        for _ in range(3 if quick else 6):
            for index, agent in enumerate(agents):
                started = process_time()
                nodes = agent.decide(game, game.initial()).nodes
                best[index] = max(best[index], nodes / (process_time() - started))
        yield Ratio(
            f"{type(game).__name__} in everyday Python",
            best[0],
            "nodes/s",
            best[1],
            "interpreted",
            at_least=30,
        )
