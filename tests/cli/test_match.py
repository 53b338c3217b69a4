"""`outwit match` and `outwit tournament`: who is stronger, by how much, and how sure we are."""

from __future__ import annotations

import csv
import json
import os
import re
import signal
import subprocess
import sys
import time
from pathlib import Path

import pexpect
import pytest

from outwit.store import Tournaments
from tests.cli.conftest import Command

FAULTY = Path(__file__).parents[1] / "arena" / "faulty.py"


def test_a_match_ends_with_table_elo_and_interval(outwit: Command) -> None:
    done = outwit("match", "tictactoe", "minimax:depth=3", "random", "--games", "20")
    assert done.status == 0
    assert "tictactoe: 20 of 20 games, seed 0" in done.out
    row = next(line for line in done.out.splitlines() if line.startswith("minimax:depth=3 "))
    assert row.split()[1] == "20"
    assert re.search(r"Elo difference [+−]\d+, 95 % from [+−]\d+ to [+−][\d∞]+ \(10 pairs\)", done.out)
    assert "is stronger with a likelihood of" in done.out


def test_the_same_command_twice_gives_the_same_result(outwit: Command) -> None:
    def games(seed: int) -> object:
        done = outwit("match", "connect4", "minimax:depth=2", "random", "-g", 10, "--seed", seed, "--json")
        answer = json.loads(done.out)
        for agent in answer["agents"]:
            del agent["seconds_per_move"]
        del answer["tournament"]
        return answer

    assert games(1) == games(1)
    assert games(1) != games(2)


def test_reports_are_written_in_every_form(outwit: Command, tmp_path: Path) -> None:
    files = [tmp_path / f"report.{ending}" for ending in ("html", "csv", "json")]
    options = [part for file in files for part in ("--report", file)]
    done = outwit("tournament", "tictactoe", "random", "minimax:depth=2", "minimax", "-g", 4, *options)
    assert done.status == 0
    assert "minimax:depth=2" in files[0].read_text("utf-8")
    with files[1].open(newline="") as sheet:
        assert len(list(csv.DictReader(sheet))) == 12
    assert len(json.loads(files[2].read_text("utf-8"))["games"]) == 12


def test_a_tournament_rates_everybody(outwit: Command) -> None:
    done = outwit("tournament", "tictactoe", "random", "minimax:depth=4", "minimax:depth=1", "--games", 20)
    heading = next(line for line in done.out.splitlines() if line.startswith("agent"))
    assert "rating" in heading
    order = [line.split()[0] for line in done.out.splitlines() if line.startswith(("minimax", "random"))]
    assert order[0] == "minimax:depth=4"


def test_faults_are_counted_and_named(outwit: Command) -> None:
    done = outwit("match", "connect4", f"{FAULTY}:Illegal", f"{FAULTY}:Endless", "-g", 2, "--timeout", 1)
    assert done.status == 0
    assert "faults" in done.out
    assert re.search(r"Game 1: .*Illegal played 99, which is not legal there\.", done.out)
    assert re.search(r"Game 2: .*Endless did not answer within 1 seconds\.", done.out)


def test_a_sequential_test_says_what_it_has_accepted(outwit: Command) -> None:
    done = outwit("match", "connect4", "minimax:depth=2", "random", "-g", 200, "--sprt", "elo0=0,elo1=100")
    assert "H1 is accepted after" in done.out
    assert "of 200 games" in done.out


def test_openings_come_from_a_file(outwit: Command, tmp_path: Path) -> None:
    file = tmp_path / "openings.txt"
    file.write_text("44\n4455\n")
    done = outwit("match", "connect4", "random:seed=1", "random:seed=2", "-g", 4, "--openings", file)
    key = re.search(r"tournament (\w+);", done.out)
    assert key is not None
    tournament, _ = Tournaments().find(key[1])
    assert [opening.moves for opening in tournament.openings] == [("4", "4"), ("4", "4", "5", "5")]


def test_too_few_openings_are_pointed_out(outwit: Command, caplog: pytest.LogCaptureFixture) -> None:
    outwit("match", "nim", "random:seed=1", "random:seed=2", "--games", "20", "--plies", "1")
    assert "There are 3 different openings for 10 pairs" in caplog.text


def test_nothing_is_lost_when_somebody_presses_ctrl_c(tmp_path: Path) -> None:
    command = [sys.executable, "-m", "outwit", "match", "connect4", "minimax:depth=3", "minimax:depth=2"]
    command += ["--games", "400", "--store", f"sqlite:///{tmp_path / 'games.db'}"]
    process = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
    store = Tournaments(f"sqlite:///{tmp_path / 'games.db'}")
    while not any(entry.played > 2 for entry in store.entries()):
        assert process.poll() is None
        time.sleep(0.05)
    os.kill(process.pid, signal.SIGINT)
    _, err = process.communicate(timeout=60)
    assert process.returncode == 130
    assert re.search(r"\d+ games are kept; the same command with --resume goes on\.", err)
    (entry,) = store.entries()
    assert all(game.fault is None for game in store.find(entry.id)[1].values())


def test_a_terminal_shows_the_standings_while_they_change() -> None:
    terminal = pexpect.spawn(
        sys.executable,
        ["-m", "outwit", "match", "connect4", "minimax:depth=3", "minimax:depth=2", "-g", "20"],
        encoding="utf-8",
        timeout=120,
        dimensions=(40, 120),
    )
    terminal.expect("nodes/move")
    terminal.expect(r"/20")
    terminal.expect("Elo difference")
    terminal.expect(pexpect.EOF)
    terminal.close()
    assert terminal.exitstatus == 0


@pytest.mark.parametrize(
    ("arguments", "complaint"),
    [
        (["match", "connect4", "random"], "A match of connect4 is between 2 agents, not 1."),
        (["match", "connect4", "random", "random", "random"], "outwit tournament takes more."),
        (["match", "connect4", "random", "human"], "human cannot play in the arena"),
        (["match", "pig", "random", "alphabeta"], "alphabeta cannot play Pig"),
        (["match", "nim", "random", "random", "--sprt", "elo0=5,elo1=0"], "elo0=5 must be less than elo1=0"),
        (
            ["match", "nim", "random", "random", "--sprt", "elo2=5"],
            "no option of sprt called 'elo2'",
        ),
        (["match", "nim", "random", "random", "--report", "x.pdf"], "must end in .html, .csv or .json"),
        (["match", "nim", "random", "random", "--report", "no/where.html"], "there is no folder 'no'"),
        (["match", "nim", "random", "random", "--openings", "nowhere.txt"], "cannot be read"),
        (["match", "nim", "random", "random", "--store", "what is this"], "is no database address"),
        (
            ["match", "nim", "random", "random", "--cluster", "nowhere"],
            "No Dask scheduler answers",
        ),
        (["tournament", "connect4", "random"], "connect4 is played by 2; 1 agents are too few."),
    ],
)
def test_what_cannot_be_done_is_one_sentence(outwit: Command, arguments: list[str], complaint: str) -> None:
    done = outwit(*arguments)
    assert done.status == 2
    assert complaint in done.err
    assert "Traceback" not in done.err
