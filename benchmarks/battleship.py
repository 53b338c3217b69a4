"""Battleship: how many shots each script needs, how fast fleets are drawn, and what careful placing gains.

Games are played in batches that a seed fixes, and kept in `build/battleship.json` as they are done: a run
that was broken off goes on where it was. What was measured with other source does not count.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from math import sqrt
from pathlib import Path
from statistics import median
from time import process_time
from typing import NamedTuple

from benchmarks.figure import Figure
from benchmarks.shooting import (
    AHEAD,
    DENSITY,
    FLEETS,
    GAME,
    HUNT,
    INDEPENDENT,
    RANDOM,
    ROLLOUTS,
    draw_fleets,
    program,
    shots_needed,
    source_digest,
)
from outwit import find_agent
from outwit.files import write_whole
from outwit.games.battleship import Sea
from outwit.games.battleship.placing import OFFERED
from outwit.random import Generator

KEPT = Path(__file__).parent.parent / "build" / "battleship.json"

QUICK = 40
"""How many times as many games a full run plays as a quick one."""

CERTAIN = 1.96
"""How many standard errors a 95 % interval reaches to either side."""

DRAWS = 500_000
"""How many fleets are drawn after one preparation."""


class Row(NamedTuple):
    """One way to shoot at fleets that are placed in one way."""

    name: str
    way: int
    games: int
    batch: int
    """How many games are played between two times that they are kept."""
    drawn: int = 0
    """How many fleets are drawn for a shot, if any."""
    offered: int = 1
    """From how many fleets a fleet is chosen: from one, every fleet is equally likely."""
    at_most: float | None = None


ROWS = (
    Row("density, the default", DENSITY, 100_000, 2_500, at_most=44.5),
    Row("independent density", INDEPENDENT, 40_000, 1_000),
    Row("random", RANDOM, 20_000, 500),
    Row("hunt and target with parity", HUNT, 20_000, 500),
    Row("200 fleets drawn a shot", FLEETS, 8_000, 200, drawn=200),
    Row("1,000 fleets drawn a shot", FLEETS, 4_000, 100, drawn=1_000),
    Row("density, looking two shots ahead in 1,000 fleets", AHEAD, 2_000, 50, drawn=1_000),
    Row("density, by rollouts on 20 fleets", ROLLOUTS, 200, 5, drawn=20),
)
CAREFUL = Row("density, at fleets placed with care", DENSITY, 40_000, 1_000, offered=OFFERED)


class Sample(NamedTuple):
    """So many games, what their shots add up to, and their squares."""

    games: int = 0
    shots: int = 0
    squares: int = 0

    @property
    def mean(self) -> float:
        """The mean number of shots."""
        return self.shots / self.games

    @property
    def error(self) -> float:
        """The standard error of the mean."""
        return sqrt((self.squares / self.games - self.mean**2) / self.games)

    def __str__(self) -> str:
        return f"{self.mean:.2f} ± {self.error:.2f} in {self.games:,} games"


def run(quick: bool) -> Iterator[Figure]:
    """Every way to shoot, then the placing, the fleets and the time of a decision."""
    samples = {}
    for row in (*ROWS, CAREFUL):
        sample = samples[row] = play(row, row.games // QUICK if quick else row.games, KEPT)
        what = f"Battleship, shots to sink a fleet, {row.name} ({sample})"
        yield Figure(what, sample.mean, "shots", at_most=row.at_most)
    plain, careful = samples[ROWS[0]], samples[CAREFUL]
    gain, error = careful.mean - plain.mean, sqrt(careful.error**2 + plain.error**2)
    what = f"Battleship, shots that placing with care gains ({gain:.2f} ± {error:.2f}), at least"
    yield Figure(what, gain - CERTAIN * error, "shots", at_least=None if quick else 0)
    for name, state in positions().items():
        yield Figure(f"Battleship, fleets drawn, {name}", fleets_a_second(state), "a second", at_least=1e6)
    yield Figure("Battleship, median decision of the default", 1e3 * decision_time(), "ms", at_most=5)


def play(row: Row, games: int, kept: Path) -> Sample:
    """Play so many games, but for those that are kept already."""
    name = f"{row.name} {source_digest()}"
    known: dict[str, list[int]] = json.loads(kept.read_text()) if kept.exists() else {}
    sample = Sample(*known.get(name, ()))
    while sample.games < games:
        size = min(row.batch, games - sample.games)
        shots = shots_needed(row.way, row.drawn, row.offered, sample.games, size)
        added = (size, int(shots.sum()), int((shots * shots).sum()))
        sample = Sample(*(old + new for old, new in zip(sample, added, strict=True)))
        known[name] = list(sample)
        kept.parent.mkdir(parents=True, exist_ok=True)
        write_whole(kept, json.dumps(known).encode())
    return sample


def positions() -> dict[str, Sea]:
    """Before the first shot, and after forty between two that hunt."""
    random, state = Generator(4), GAME.initial()
    found = {}
    while state.shots < 40:
        if not GAME.placing(state) and not state.shots:
            found["before the first shot"] = state
        state = GAME.play(state, GAME.script(state, "hunt", random))
    return {**found, "after 20 shots": state}


def fleets_a_second(state: Sea) -> float:
    """How many fleets are drawn in a second of the processor, in batches after one preparation each."""
    program()
    rates = []
    for seed in range(5):
        started = process_time()
        draw_fleets(state, seed, DRAWS)
        rates.append(DRAWS / (process_time() - started))
    return median(rates)


def decision_time() -> float:
    """The median of the processor's seconds that the default agent takes for a decision, as it comes."""
    agent, random, times = find_agent(GAME.default_agent), Generator(1), []
    state = GAME.initial()
    while not GAME.over(state):
        started = process_time()
        agent.decide(GAME, state)
        times.append(process_time() - started)
        state = GAME.play(state, GAME.script(state, "hunt", random))
    return median(times)
