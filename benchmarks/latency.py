"""How promptly a decision begins, and how promptly it ends when time, nodes or patience run out."""

from __future__ import annotations

import math
import os
import subprocess
import sys
from collections.abc import Callable, Iterator
from functools import partial
from itertools import cycle, islice
from statistics import median
from tempfile import TemporaryDirectory
from threading import Timer
from time import perf_counter, sleep

from benchmarks.figure import Figure
from benchmarks.positions import GAME, openings
from benchmarks.timing import seconds_of
from outwit import AlphaBeta, Limit, Watch, find_game
from outwit.games.connect4 import Board

SECONDS = 0.2
NODES = 100_000
PATIENCE = 0.05
"""Seconds until somebody stops a search that nothing else limits."""

OPENINGS = [GAME.position(columns) for columns in openings(many=50, discs=4)]
"""Far from the end: no search here proves its answer before it is stopped."""

FIRST = """
from time import perf_counter
started = perf_counter()
import numba
from outwit import AlphaBeta, find_game
imported = perf_counter()
game = find_game("connect4")
AlphaBeta(depth=4).decide(game, game.initial())
print(imported - started, perf_counter() - imported)
"""


def run(quick: bool) -> Iterator[Figure]:
    """All of them; the decisions against the clock take most of the time."""
    yield from first_decisions(processes=1 if quick else 3)
    yield from next_decisions(decisions=100 if quick else 300)
    yield from overshoots(decisions=50 if quick else 500)
    yield stopping(decisions=20 if quick else 100)
    yield node_limit()


def first_decisions(processes: int) -> Iterator[Figure]:
    """The first decision of a new process, beyond the imports: a cold start, and a warm one."""
    cold, warm = [], []
    for _ in range(processes):
        with TemporaryDirectory() as cache:
            cold.append(first_decision(cache))
            warm.append(first_decision(cache))
    yield Figure("Import of Outwit and numba", median(imports for imports, _ in warm), "s")
    yield Figure(
        "Cold start: first decision, empty cache", median(seconds for _, seconds in cold), "s", at_most=6
    )
    yield Figure(
        "Warm start: first decision, compiled before",
        median(seconds for _, seconds in warm),
        "s",
        at_most=0.6,
    )


def next_decisions(decisions: int) -> Iterator[Figure]:
    """What a decision costs around its search: one move ahead, the game compiled and decided on before."""
    agent = AlphaBeta(depth=1)
    for name in ("connect4", "othello", "nim"):
        game = find_game(name)
        state = game.initial()
        agent.decide(game, state)
        taken = [seconds_of(partial(agent.decide, game, state)) for _ in range(decisions)]
        what = f"{game.title or name}: another decision, of depth 1, median of {decisions}"
        yield Figure(what, 1000 * median(taken), "ms", at_most=0.5)


def first_decision(cache: str) -> tuple[float, float]:
    """The seconds that a new process takes to import and to decide, with a folder for what it compiles."""
    environment = {**os.environ, "OUTWIT_CACHE": cache}
    printed = subprocess.run(
        [sys.executable, "-c", FIRST], env=environment, check=True, capture_output=True, text=True
    )
    importing, deciding = map(float, printed.stdout.split())
    return importing, deciding


def overshoots(decisions: int) -> Iterator[Figure]:
    """By how much decisions pass their time, beside how much a mere sleep does on this machine."""
    agent, limit = compiled(), Limit(seconds=SECONDS)
    late, asleep = [], []
    for state in islice(cycle(OPENINGS), decisions):
        asleep.append(lateness(partial(sleep, SECONDS)))
        late.append(lateness(partial(agent.decide, GAME, state, limit)))
    for name, hundredth, most in (("median", 50, None), ("99th percentile", 99, 5), ("worst", 100, None)):
        yield Figure(
            f"Deadline overshoot at {SECONDS:g} s, {name} of {decisions}",
            percentile(late, hundredth),
            "ms",
            percentile(asleep, hundredth),
            "time.sleep",
            at_most=most,
        )


def lateness(action: Callable[[], object]) -> float:
    """The milliseconds that something which should take `SECONDS` takes longer."""
    return 1000 * (seconds_of(action) - SECONDS)


def percentile(numbers: list[float], hundredth: int) -> float:
    """The least of the numbers that so many in a hundred do not exceed."""
    return sorted(numbers)[max(0, math.ceil(len(numbers) * hundredth / 100) - 1)]


def stopping(decisions: int) -> Figure:
    """How soon a search answers that nothing limits but somebody who stops it."""
    agent = compiled()
    reactions = [reaction(agent, state) for state in islice(cycle(OPENINGS), decisions)]
    return Figure(f"Stop latency, median of {decisions}", median(reactions), "ms", at_most=5)


def reaction(agent: AlphaBeta, state: Board) -> float:
    """The milliseconds from a stop in another thread to the answer."""
    watch = Watch()
    asked: list[float] = []

    def stop() -> None:
        asked.append(perf_counter())
        watch.stop()

    timer = Timer(PATIENCE, stop)
    timer.start()
    agent.decide(GAME, state, watch=watch)
    answered = perf_counter()
    timer.join()
    return 1000 * (answered - asked[0])


def node_limit() -> Figure:
    """By how many nodes a limit of nodes is passed at most."""
    agent, limit = compiled(), Limit(nodes=NODES)
    worst = max(agent.decide(GAME, state, limit).nodes - NODES for state in OPENINGS)
    return Figure(
        f"Overshoot of a limit of {NODES:,} nodes, worst of {len(OPENINGS)}", worst, "nodes", at_most=1100
    )


def compiled() -> AlphaBeta:
    """Outwit's best search, with its compilation behind it."""
    agent = AlphaBeta()
    agent.prepare(GAME)
    return agent
