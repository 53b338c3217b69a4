from __future__ import annotations

import json
import os
import signal
import subprocess
import sys

from outwit import find_game
from outwit.engine.solver import Solver
from tests.cli.conftest import Command


def test_a_position_is_solved_with_a_line(outwit: Command) -> None:
    done = outwit("solve", "connect4:graded=on", "--position", "53637676615726", "--json")
    answer = json.loads(done.out)
    assert (done.status, answer["exact"]) == (0, True)
    assert answer["line"]


def test_every_move_can_be_asked_for(outwit: Command) -> None:
    answer = json.loads(outwit("solve", "nim", "--position", "6", "--all-moves", "--json").out)
    assert answer["value"] == 1
    assert {(each["move"], each["value"], each["bound"]) for each in answer["candidates"]} == {
        ("2", 1, "exact"),
        ("1", -1, "exact"),
        ("3", -1, "exact"),
    }


def test_what_is_not_solved_in_time_is_said_so(outwit: Command) -> None:
    done = outwit("solve", "othello", "--seconds", 0.2)
    assert done.status == 1
    assert "Not solved: after" in done.out


def test_a_game_of_chance_is_solved(outwit: Command) -> None:
    done = outwit("solve", "pig:goal=20", "--position", "14 : 14", "--json")
    assert done.status == 0
    answer = json.loads(done.out)
    assert answer["exact"]
    assert answer["move"] == "roll"


def test_a_game_that_cannot_be_solved_is_refused(outwit: Command) -> None:
    refused = outwit("solve", "tests/measured_games.py:Trio")
    assert refused.status == 2
    assert "cannot play Trio: it has 3 players; maxn plays it." in refused.err
    assert outwit("solve", "connect4", "--threads", 0).status == 2


def test_ctrl_c_ends_it_with_what_is_known() -> None:
    """Its errors go to a terminal, where it says that it is at work."""
    Solver().prepare(find_game("othello"))
    command = [sys.executable, "-m", "outwit", "solve", "othello"]
    ours, its = os.openpty()
    try:
        with subprocess.Popen(
            command, stdout=subprocess.PIPE, stderr=its, text=True, env={**os.environ, "TERM": "xterm"}
        ) as running:
            os.close(its)
            said = b""
            while b"nodes" not in said:
                said += os.read(ours, 4096)
            running.send_signal(signal.SIGINT)
            printed, _ = running.communicate(timeout=60)
    finally:
        os.close(ours)
    assert running.returncode == 1
    assert "Not solved: after" in printed
