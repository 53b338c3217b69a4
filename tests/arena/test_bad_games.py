"""Rules that loop, crash or fill memory, in the arena: the game does not count, and the rule is named."""

from __future__ import annotations

import re
from collections.abc import Iterator

import pytest

from outwit.arena.plan import Fixture, Opening, Tournament
from outwit.arena.worker_pool import Processes
from tests.bad_games import BAD

FILE = "tests/bad_games.py"
AGENTS = ("minimax:depth=3", "minimax:depth=3,quick=off")


@pytest.fixture(scope="module")
def processes() -> Iterator[Processes]:
    own = Processes()
    yield own
    own.close()


def faults(processes: Processes, name: str) -> tuple[str, int | None]:
    """What is written down of a game in which a rule is bad, and who is blamed."""
    tournament = Tournament(f"{FILE}:{name}", AGENTS, 2, (Opening(),))
    played, _ = processes.play(tournament, Fixture(0, 0, (0, 1), 0, 1))
    assert played.fault is not None
    assert not played.counts
    return played.fault, played.culprit


SAID = {
    "Looping": "had not come back after 5 s and was ended",
    "Raising": "raised ZeroDivisionError: nothing to divide by",
    "Leaving": "raised SystemExit: 3",
    "Allocating": "took all the memory that it may have|had not come back",
    "Recursing": "raised RecursionError",
}
QUICK = [name for name, (fault, rule) in BAD.items() if rule == "moves" or fault == "Leaving"]


@pytest.mark.parametrize(
    "name", [pytest.param(name, marks=() if name in QUICK else pytest.mark.slow) for name in BAD]
)
def test_a_bad_rule_is_blamed_and_no_agent(processes: Processes, name: str) -> None:
    fault, rule = BAD[name]
    said, culprit = faults(processes, name)
    assert said.startswith(f"{name}.{rule}, line ")
    assert re.search(SAID[fault], said)
    assert culprit is None
