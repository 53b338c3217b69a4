"""What a search keeps in memory: its table and no more, which the next decision uses again.

Run as a program it is the process that is measured: `python -m benchmarks.memory table`, or `decisions`.
"""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

from benchmarks.figure import Figure, SkippedError
from benchmarks.positions import GAME, openings
from outwit import AlphaBeta, Limit, Watch

STATM = Path("/proc/self/statm")
MB = 1 << 20
TABLE = 64
NODES = 20_000_000
"""Enough to fill every entry of the table."""

DECISIONS = 1000


def run(quick: bool) -> Iterator[Figure]:
    """Each in a process of its own."""
    if not STATM.exists():
        raise SkippedError("Memory is left out: this system does not say how much a process holds.")
    [filled] = measured("table")
    yield Figure(f"Memory taken by a table of {TABLE} MB, filled", filled, "MB", at_least=59, at_most=69)
    first, second = measured("decisions")
    half = DECISIONS // 2
    yield Figure(f"Memory held at most, {half} short decisions", first, "MB", at_most=TABLE + 5)
    yield Figure(f"Memory held more, the next {half}", second - first, "MB", at_most=2)


def measured(what: str) -> list[float]:
    """The answer of a new process that measures itself."""
    command = [sys.executable, "-m", "benchmarks.memory", what]
    root = Path(__file__).parent.parent
    printed = subprocess.run(command, cwd=root, check=True, capture_output=True, text=True).stdout
    return [float(number) for number in printed.split()]


def resident() -> float:
    """The megabytes that this process holds in memory."""
    return int(STATM.read_text().split()[1]) * os.sysconf("SC_PAGESIZE") / MB


def table() -> tuple[float, ...]:
    """By how much the process grows while a search fills its table."""
    AlphaBeta(mb=1).decide(GAME, GAME.initial(), Limit(nodes=NODES // 10))
    before = resident()
    seen: list[float] = []
    watch = Watch(report=lambda _: seen.append(resident()))
    AlphaBeta(mb=TABLE).decide(GAME, GAME.initial(), Limit(nodes=NODES), watch=watch)
    return (max(seen) - before,)


def decisions() -> tuple[float, ...]:
    """By how much the process has grown at most during each half of many decisions, after a first one."""
    agent, limit = AlphaBeta(mb=TABLE), Limit(nodes=1000)
    states = [GAME.position(columns) for columns in openings(DECISIONS, discs=8)]
    AlphaBeta(mb=1).decide(GAME, GAME.initial(), limit)
    before = resident()
    grown = []
    for state in states:
        agent.decide(GAME, state, limit)
        grown.append(resident() - before)
    return max(grown[: DECISIONS // 2]), max(grown[DECISIONS // 2 :])


if __name__ == "__main__":
    print(*{"table": table, "decisions": decisions}[sys.argv[1]]())
