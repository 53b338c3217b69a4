"""What it means to answer in time, from the first move of a game on, with nothing compiled before."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from pathlib import Path
from time import perf_counter
from typing import Any

import pytest

from outwit.games import game_loaders

ROOT = Path(__file__).parent.parent

SECONDS = 0.2
"""What is allowed for a move."""

LATE = 0.02
"""Seconds beyond it in which nineteen of twenty answers must be there."""

BUSY = 0.008
"""If even a loop that looks at the clock is so late, in one case of twenty, nothing can be measured."""

OWN = (
    "tests/web/race.py:Race",
    "tests/engine/chancy.py:Duel",
    "tests/sketches/tactics.py:Tactics",
    "tests/sketches/risk.py:Risk",
    "tests/sketches/battleship.py:Battleship",
)
"""Games that come with the tests: of each kind one."""

GAMES = (*game_loaders(), *OWN)


class Lateness:
    """How late answers were, and how late the machine lets any process be that looks at the clock."""

    def __init__(self) -> None:
        self.late: list[float] = []
        self.machine: list[float] = []
        self.unfounded: list[str] = []
        """The games in which an answer rested on nothing."""

    def note(self, game: str, seconds: float, founded: bool = True) -> None:
        """Note how long an answer took, and whether it rests on a completed pass or a game played out."""
        self.late.append(seconds - SECONDS)
        self.machine.append(delay())
        if not founded:
            self.unfounded.append(game)

    def assert_small(self, report: Callable[[str], None], where: str) -> None:
        """All answers are founded and nineteen of twenty in time, unless the machine has too much to do."""
        late, machine = percentile(self.late), percentile(self.machine)
        report(
            f"{where}: {len(self.late)} answers to {SECONDS:g} s, p95 {1000 * late:.1f} ms late, "
            f"a mere loop {1000 * machine:.1f} ms"
        )
        if machine > BUSY:
            pytest.skip("the machine is too busy to tell who is late")
        assert self.unfounded == []
        assert late <= LATE + machine, sorted(self.late)[-5:]


def delay() -> float:
    """How late a loop that does nothing but look at the clock sees that its time is up."""
    until = perf_counter() + SECONDS / 4
    while (now := perf_counter()) < until:
        pass
    return now - until


def percentile(numbers: Sequence[float], hundredth: int = 95) -> float:
    """The least of the numbers that so many in a hundred do not exceed."""
    return sorted(numbers)[max(0, math.ceil(len(numbers) * hundredth / 100) - 1)]


def founded(decision: dict[str, Any]) -> bool:
    """Does an answer rest on a completed pass, or on a game played out, if its agent searches at all?"""
    searches = not decision["agent"].startswith(("random", "script"))
    return bool(not searches or decision["depth"] >= 1)
