from __future__ import annotations

import json
import os
import re
import signal
import subprocess
import sys

import pytest

import outwit as package
from tests.cli.conftest import Command
from tests.test_counting import PUBLISHED


def test_a_row_for_each_depth_with_nodes_and_speed(outwit: Command) -> None:
    done = outwit("perft", "othello", "--depth", 6)
    assert (done.status, done.err) == (0, "")
    head, *rows, how = done.out.splitlines()
    assert head.split() == ["depth", "nodes", "seconds", "perft", "nodes/s"]
    counts = [int(row.split()[1].replace(",", "")) for row in rows]
    assert tuple(counts) == PUBLISHED["othello"][:6]
    assert how == "rules compiled, last moves counted in bulk"
    assert len({len(line) for line in (head, *rows)}) == 1


def test_as_json(outwit: Command) -> None:
    answer = json.loads(outwit("perft", "connect4", "--depth", 4, "--json", "--no-bulk").out)
    assert (answer["game"], answer["compiled"], answer["bulk"]) == ("connect4", True, False)
    assert answer["complete"]
    assert [row["depth"] for row in answer["depths"]] == [1, 2, 3, 4]
    assert [row["nodes"] for row in answer["depths"]] == list(PUBLISHED["connect4"][:4])
    assert all(row["seconds"] > 0 and row["nodes_per_second"] > 0 for row in answer["depths"])


@pytest.mark.parametrize("how", [[], ["--no-compiled"], ["--no-bulk"], ["--no-compiled", "--no-bulk"]])
def test_however_it_is_counted_the_count_is_the_same(outwit: Command, how: list[str]) -> None:
    answer = json.loads(outwit("perft", "pig", "--depth", 8, "--json", *how).out)
    assert answer["compiled"] == ("--no-compiled" not in how)
    assert [row["nodes"] for row in answer["depths"]] == [1, 6, 11, 41, 96, 301, 781, 2286]


def test_divided_by_the_first_move_in_notation(outwit: Command) -> None:
    done = outwit("perft", "othello", "--moves", "d3", "--depth", 3, "--divide")
    rows = dict(line.split() for line in done.out.splitlines()[1:4])
    assert [*rows] == ["c3", "e3", "c5"]
    total = re.search(r"^total ([\d,]+)$", done.out, re.MULTILINE)
    assert total is not None
    assert int(total[1]) == sum(map(int, rows.values())) == 244 // 4
    assert "depth 3, " in done.out
    answer = json.loads(outwit("perft", "othello", "d3", "--depth", 3, "--divide", "--json").out)
    assert {each["move"]: str(each["nodes"]) for each in answer["moves"]} == rows
    assert (answer["nodes"], answer["complete"]) == (61, True)


def test_a_joint_move_is_named_by_the_choice_of_each(outwit: Command) -> None:
    answer = json.loads(outwit("perft", "rps", "--depth", 1, "--divide", "--json").out)
    assert len({each["move"] for each in answer["moves"]}) == answer["nodes"] == 9
    assert answer["moves"][1]["move"] == "rock,paper"


def test_a_position_is_counted_from_there(outwit: Command) -> None:
    for given in (["--position", "44"], ["--moves", "44"], ["4", "4"]):
        answer = json.loads(outwit("perft", "connect4", *given, "--depth", 5, "--json").out)
        assert [row["nodes"] for row in answer["depths"]] == [7, 49, 343, 2401, 16806]


def test_without_a_depth_it_goes_on_for_its_time_and_says_so(outwit: Command) -> None:
    done = outwit("perft", "connect4", "--seconds", 0.3)
    assert done.status == 0
    assert re.search(r"^Depth \d+ (would take|takes) longer than 0\.3 s", done.out, re.MULTILINE)


def test_a_depth_that_was_asked_for_and_not_reached_is_status_one(outwit: Command) -> None:
    done = outwit("perft", "connect4", "--depth", 40, "--seconds", 0.3)
    assert done.status == 1
    assert "longer than 0.3 s" in done.out
    answer = json.loads(outwit("perft", "connect4", "--depth", 40, "--seconds", 0.3, "--json").out)
    assert not answer["complete"]
    divided = outwit("perft", "connect4", "--depth", 40, "--seconds", 0.3, "--divide")
    assert divided.status == 1
    assert "Stopped: 0 of 7 moves were counted, 0 nodes." in divided.out


def test_it_ends_where_every_game_has_ended(outwit: Command) -> None:
    done = outwit("perft", "tictactoe", "--depth", 12)
    assert done.status == 0
    counts = [int(line.split()[1].replace(",", "")) for line in done.out.splitlines()[1:11]]
    assert counts == [*PUBLISHED["tictactoe"], 0]
    assert "No game goes on for 10 moves from here." in done.out


def test_at_depth_zero_there_is_one_way_even_in_a_finished_position(outwit: Command) -> None:
    for given in ([], ["--position", "0"]):
        answer = json.loads(outwit("perft", "nim", *given, "--depth", 0, "--json").out)
        assert [(row["depth"], row["nodes"]) for row in answer["depths"]] == [(0, 1)]
    ended = json.loads(outwit("perft", "nim", "--position", "0", "--json").out)
    assert [row["nodes"] for row in ended["depths"]] == [0]


@pytest.mark.parametrize("divide", [[], ["--divide"]])
@pytest.mark.parametrize("how", ["--compiled", "--no-compiled"])
def test_ctrl_c_ends_it_with_what_is_known(how: str, divide: list[str]) -> None:
    """Its errors go to a terminal, where it shows how far it is."""
    package.perft(package.find_game("othello"), 1)
    command = [sys.executable, "-m", "outwit", "perft", "othello", "--depth", "30", how, *divide]
    ours, its = os.openpty()
    try:
        with subprocess.Popen(
            command, stdout=subprocess.PIPE, stderr=its, text=True, env={**os.environ, "TERM": "xterm"}
        ) as running:
            os.close(its)
            said = b""
            while b" nodes" not in said:
                said += os.read(ours, 4096)
            running.send_signal(signal.SIGINT)
            printed, _ = running.communicate(timeout=60)
    finally:
        os.close(ours)
    assert b"depth" in said
    assert running.returncode == 1
    if divide:
        assert re.search(r"^Stopped: \d of 4 moves were counted, [\d,]+ nodes\.$", printed, re.MULTILINE)
    else:
        assert re.search(r"^Depth \d+ was stopped: it has [\d,]+ nodes and more\.$", printed, re.MULTILINE)
        assert "390,216" in printed
