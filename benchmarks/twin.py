"""Compiled alpha-beta beside a C++ program that searches the very same tree."""

from __future__ import annotations

import subprocess
from collections.abc import Iterator, Sequence
from pathlib import Path
from shutil import which
from tempfile import TemporaryDirectory
from typing import NamedTuple

from benchmarks.figure import Figure, SkippedError
from benchmarks.positions import GAME, openings
from benchmarks.timing import contest
from outwit import AlphaBeta

SOURCE = Path(__file__).with_name("connect4.cpp")
POSITIONS = openings(many=5, discs=6)
DEPTHS = {True: 11, False: 10}
"""How deep to search with the moves in order, and as they come: a few tenths of a second each."""


class Answer(NamedTuple):
    """What a search of one position says."""

    nodes: int
    value: float
    line: str
    seconds: float


def run(quick: bool) -> Iterator[Figure]:
    """With the game's hint for the order of moves, as a search is run, and without, for comparison."""
    compiler = which("g++")
    if compiler is None:
        raise SkippedError("The C++ twin is left out: there is no g++ here to build it with.")
    with TemporaryDirectory() as folder:
        program = Path(folder, "connect4")
        subprocess.run(
            [compiler, "-std=c++17", "-O3", "-march=native", str(SOURCE), "-o", str(program)], check=True
        )
        for ordered, depth in DEPTHS.items():
            yield beside(program, depth, ordered, rounds=7 if quick else 15)


def beside(program: Path, depth: int, ordered: bool, rounds: int) -> Figure:
    """Both on the same positions, in turns, once it is certain that they search the same tree."""
    for columns, mine, theirs in zip(
        POSITIONS, by_outwit(depth, ordered), by_twin(program, depth, ordered), strict=True
    ):
        if mine[:3] != theirs[:3]:
            raise AssertionError(f"Not the same tree on {columns}: Outwit {mine}, the twin {theirs}.")
    return contest(
        f"Connect 4 at depth {depth}, moves {'ordered' if ordered else 'as they come'}",
        lambda: total(by_outwit(depth, ordered)),
        lambda: total(by_twin(program, depth, ordered)),
        "C++ twin, g++ -O3",
        at_least=0.85 if ordered else None,
        rounds=rounds,
    )


def by_outwit(depth: int, ordered: bool) -> list[Answer]:
    """The positions, each searched by Outwit."""
    agent = AlphaBeta.plain(depth=depth, order=ordered)
    decisions = [agent.decide(GAME, GAME.position(columns)) for columns in POSITIONS]
    return [Answer(d.nodes, d.value or 0.0, written(d.line), d.seconds) for d in decisions]


def by_twin(program: Path, depth: int, ordered: bool) -> list[Answer]:
    """The positions, each searched by the C++ program."""
    command = [str(program), str(depth), str(int(ordered)), *POSITIONS]
    printed = subprocess.run(command, check=True, capture_output=True, text=True).stdout
    lines = (line.split() for line in printed.splitlines())
    return [Answer(int(nodes), float(value), line, float(seconds)) for nodes, seconds, value, line in lines]


def written(line: Sequence[int]) -> str:
    """A line as the columns played."""
    return "".join(str(column + 1) for column in line)


def total(answers: Sequence[Answer]) -> tuple[int, float]:
    """The nodes and seconds of all positions together."""
    return sum(answer.nodes for answer in answers), sum(answer.seconds for answer in answers)
