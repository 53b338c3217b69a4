"""The engine beside the textbook on Othello: on how many positions do they differ? On none."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import cycle, islice

from benchmarks.figure import Figure
from outwit import AlphaBeta, Limit, find_game, search
from outwit.engine.solver import Solver
from outwit.game import State
from outwit.random import Generator
from outwit.random_positions import random_position

GAME = find_game("othello")
POSITIONS = 2000
ENDGAMES = 500
EMPTY = 8
DEEPEST = 5


def run(quick: bool) -> Iterator[Figure]:
    """Positions at depths 1 to 5, and endgames to the end."""
    share = 20 if quick else 1
    number = POSITIONS // share
    depths = cycle(range(1, DEEPEST + 1))
    positions = zip(islice(met(), number), depths, strict=False)
    differing = sum(differs(state, depth) for state, depth in positions)
    yield Figure(f"Othello to depth 5: {number:,} positions, differing", differing, "positions", at_most=0)
    number = ENDGAMES // share
    endgames = islice((state for state in met(seed=2, least=60 - EMPTY) if empty(state) == EMPTY), number)
    differing = sum(differs(state) for state in endgames)
    yield Figure(f"Othello, {EMPTY} empty: {number:,} endgames, differing", differing, "positions", at_most=0)


def met(seed: int = 1, least: int = 0) -> Iterator[State]:
    """Positions from random play, at least so many moves in, without end."""
    random = Generator(seed)
    while True:
        yield random_position(GAME, random, least + random.below(60 - least))


def empty(state: State) -> int:
    """How many squares are empty."""
    return 64 - int((state.own | state.other).bit_count())


def differs(state: State, depth: int | None = None) -> bool:
    """Is a position worth something else to the engine than to the textbook, plain or with everything on?"""
    limit = Limit(depth=depth)
    expected = search.AlphaBeta(quick=False).decide(GAME, state, limit).value
    if depth is None:
        return Solver().decide(GAME, state).value != expected
    agents = AlphaBeta.plain(mb=1), AlphaBeta(quick=False, strict=True, mb=1)
    return any(agent.decide(GAME, state, limit).value != expected for agent in agents)
