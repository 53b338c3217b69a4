"""`outwit levels`: each level against the one below it."""

from __future__ import annotations

import json

import pytest

from tests.cli.conftest import Command


def test_each_level_meets_the_one_below_it(outwit: Command) -> None:
    done = outwit("levels", "tictactoe", "--agent", "minimax:depth=3", "--games", 4)
    assert done.status == 0
    ladder = done.out[done.out.index("level ") :].splitlines()
    assert [line.split()[0] for line in ladder[1:]] == ["2", "3", "4", "5"]
    assert "Full strength" in ladder[-1]
    assert "minimax:depth=3,level=2" in done.out


def test_a_program_reads_the_same(outwit: Command) -> None:
    answer = json.loads(outwit("levels", "tictactoe", "-a", "minimax:depth=2", "-g", 2, "--json").out)
    assert len(answer["meetings"]) == 4
    assert answer["form"] == "ladder"


@pytest.mark.parametrize("agent", ["random", "solver"])
def test_an_agent_without_levels_is_refused(outwit: Command, agent: str) -> None:
    done = outwit("levels", "connect4", "--agent", agent)
    assert done.status == 2
    assert f"{agent} has no levels of difficulty" in done.err
