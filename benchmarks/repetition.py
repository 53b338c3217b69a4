"""What it costs to count repeated positions: a chess-like game searched with that rule and without it.

Both search the same positions to the same depth in turns, and processor time is measured, because what one
rule costs beside another is a matter of a few percent.
"""

from __future__ import annotations

from collections.abc import Iterator
from time import process_time

from tests.engine.minichess import Minichess

from benchmarks.figure import Figure, Ratio
from outwit import AlphaBeta, Limit
from outwit.game import State
from outwit.random import Generator
from outwit.repetition import Remembering

DEPTH = 8
POSITIONS = 12
LATEST = 24
"""Positions are of games played at random for so many moves at most."""


def run(quick: bool) -> Iterator[Figure]:
    """The best of several runs of each, taken in turns."""
    games = [Minichess(repetition=3), Minichess(repetition=0)]
    agent = AlphaBeta(killers=True, history=False)
    positions = drawn(games[0])
    best = [0.0, 0.0]
    for number in range(4 if quick else 12):
        for index, game in enumerate(games):
            agent.prepare(game)
            nodes, started = 0, process_time()
            for before, state in positions:
                nodes += agent.decide(game, state, Limit(depth=DEPTH), before).nodes
            if number > 0:
                best[index] = max(best[index], nodes / (process_time() - started))
    yield Ratio(
        f"A chess-like game to depth {DEPTH}, three repetitions a draw",
        best[0],
        "nodes/s",
        best[1],
        "the same without that rule",
        at_least=0.95,
    )


def drawn(game: Minichess) -> list[tuple[list[State], State]]:
    """Positions of games played at random, each with those before it."""
    random, memory = Generator(3), Remembering(game)
    found: list[tuple[list[State], State]] = []
    while len(found) < POSITIONS:
        states = [memory.initial()]
        while len(states) < LATEST and not memory.over(states[-1]):
            states.append(memory.play(states[-1], random.choice(list(memory.moves(states[-1])))))
        if not memory.over(states[-1]):
            found.append(([each.now for each in states[:-1]], states[-1].now))
    return found
