from __future__ import annotations

import json
import os
import shutil
import signal
import subprocess
import sys
from pathlib import Path
from time import sleep

from outwit import find_game
from outwit.engine import cache
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


def test_ctrl_c_ends_it_with_what_is_known(tmp_path: Path) -> None:
    """The moment that it is at work is seen by its taking what was compiled from a cache of its own."""
    game = find_game("othello")
    Solver().prepare(game)
    name = Solver.program(game).name
    tmp_path.chmod(0o700)
    for file in (f for ending in ("code", "choice") for f in cache.folder().glob(f"{name}*.{ending}")):
        shutil.copy2(file, tmp_path)
    code = tmp_path / f"{name}.code"
    os.utime(code, ns=(0, 0))
    command = [sys.executable, "-m", "outwit", "solve", "othello"]
    environment = {**os.environ, "OUTWIT_CACHE": str(tmp_path)}
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True, env=environment) as running:
        while code.stat().st_atime_ns == 0:
            assert running.poll() is None
            sleep(0.05)
        sleep(2)
        running.send_signal(signal.SIGINT)
        printed, _ = running.communicate(timeout=60)
    assert running.returncode == 1
    assert "Not solved: after" in printed
