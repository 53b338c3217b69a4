"""Two threads beside one, and all switches beside none, on Othello."""

from __future__ import annotations

from collections.abc import Iterator
from statistics import median

from benchmarks.figure import Figure, Ratio
from outwit import AlphaBeta, Limit, find_game
from outwit.analysis.ablation import positions

GAME = find_game("othello")
DEPTH = 14
"""How deep to search in the middle of a game: a second or more each."""

OPENING_DEPTH = 10


def run(quick: bool) -> Iterator[Figure]:
    """Nodes a second and time to the same depth by two threads, then the nodes that switches save."""
    alone, together = (AlphaBeta(threads=threads, mb=256) for threads in (1, 2))
    rates: tuple[list[float], list[float]] = ([], [])
    gains = []
    for state in positions(GAME, 4 if quick else 10, plies=20, seed=3):
        times = []
        for agent, found in zip((alone, together), rates, strict=True):
            runs = [agent.decide(GAME, state, Limit(depth=DEPTH)) for _ in range(1 if quick else 2)]
            best = min(runs, key=lambda decision: decision.seconds)
            found.append(best.nodes / best.seconds)
            times.append(best.seconds)
        gains.append(times[0] / times[1])
    yield Ratio(
        f"Othello at depth {DEPTH}, 2 threads",
        median(rates[1]),
        "nodes/s",
        median(rates[0]),
        "1 thread",
        at_least=1.8,
    )
    yield Figure("Speed-up to the same depth by 2 threads, median", median(gains), "times", at_least=1.3)
    yield switches()


def switches() -> Figure:
    """The nodes that all switches of alpha-beta leave of those of the plain one, in ten openings."""
    plain, full = AlphaBeta.plain(), AlphaBeta(refutation=True, aspiration=True)
    nodes = [0, 0]
    for state in positions(GAME, 10, plies=8):
        for index, agent in enumerate((full, plain)):
            nodes[index] += agent.decide(GAME, state, Limit(depth=OPENING_DEPTH)).nodes
    return Ratio(
        f"Ten openings of Othello at depth {OPENING_DEPTH}, all switches on",
        nodes[0],
        "nodes",
        nodes[1],
        "plain alpha-beta",
        at_most=0.1,
    )
