"""Positions of known value, solved: all answers must be right, and how long they take together."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from statistics import median
from time import perf_counter

from benchmarks.figure import Figure
from benchmarks.timing import seconds_of
from outwit import Game, find_game
from outwit.engine.compiler.rules import compile_rules
from outwit.engine.solver import Solver
from outwit.game import State

DATA = Path(__file__).with_name("data")
PERFT = (4, 12, 56, 244, 1396, 8200, 55092, 390216, 3005288)
"""How many ways there are to play the first moves of Othello, as published."""

SMALL = ("c2", "b4", "c5", "d2", "e4", "e3", "d1", "c1", "b1", "d5")
"""The first ten moves of perfect play in 6x6 Othello: the second player wins by 4. Feinstein 1993."""


def run(quick: bool) -> Iterator[Figure]:
    """Connect 4 and Othello by one thread and by two, the counts of Othello, and 6x6 Othello."""
    suites = {"Connect 4": (connect4(), 1.0), "Othello": (othello(), 4.0)}
    for threads in (1, 2):
        for name, ((game, positions), limit) in suites.items():
            seconds = median(solved(game, positions, threads) for _ in range(3 if quick else 5))
            by = "1 thread" if threads == 1 else f"{threads} threads"
            what = f"{len(positions)} positions of {name} solved, {by}"
            yield Figure(what, seconds, "s", at_most=limit if threads == 1 else None)
    yield perft()
    if not quick:
        yield small_othello()


def connect4() -> tuple[Game, list[tuple[State, float]]]:
    """The positions of Connect 4, each with what it is worth to the player to act."""
    game = find_game("connect4:graded=on")
    lines = [line.split() for line in (DATA / "connect4.txt").read_text().splitlines()]
    return game, [(game.position(columns), float(value)) for columns, value in lines]


def othello() -> tuple[Game, list[tuple[State, float]]]:
    """The endgames of Othello, each with its value."""
    game = find_game("othello")
    lines = [line.rsplit(maxsplit=1) for line in (DATA / "othello.txt").read_text().splitlines()]
    return game, [(game.position(board), float(value)) for board, value in lines]


def solved(game: Game, positions: list[tuple[State, float]], threads: int) -> float:
    """How long it takes to solve all positions, rightly."""
    agent = Solver(threads=threads)
    agent.decide(game, positions[0][0])
    started = perf_counter()
    answers = [agent.decide(game, state) for state, _ in positions]
    seconds = perf_counter() - started
    for (state, value), answer in zip(positions, answers, strict=True):
        if answer.value != value or not answer.exact:
            raise AssertionError(f"{game.text(state)} is worth {value}, not {answer.value}.")
    return seconds


def perft() -> Figure:
    """The counts of Othello, and how fast they are counted if every last move is played."""
    game = find_game("othello")
    rules, state = compile_rules(game), game.initial()
    counts = tuple(rules.perft(state, depth, bulk=False) for depth in range(1, 10))
    if counts != PERFT:
        raise AssertionError(f"The counts of Othello are {PERFT}, not {counts}.")
    seconds = min(seconds_of(lambda: rules.perft(state, 9, bulk=False)) for _ in range(5))
    return Figure("Perft of Othello to depth 9", PERFT[-1] / seconds, "perft nodes/s")


def small_othello() -> Figure:
    """6x6 Othello from ten moves in, where perfect play is known."""
    game = find_game("othello:size=6")
    state = game.initial()
    for move in SMALL:
        state = game.play(state, game.parse(state, move))
    answer = Solver(threads=2, mb=1024).decide(game, state)
    if (answer.value, answer.exact) != (-4.0, True):
        raise AssertionError(f"6x6 Othello is worth -4 to the first player, not {answer.value}.")
    return Figure("6x6 Othello solved from ten moves in, 2 threads", answer.seconds, "s")
