from __future__ import annotations

import json
import re
from pathlib import Path

import pytest

from tests.cli.conftest import Command


def test_the_plan_is_printed_nested_and_in_brackets_and_said_to_be_proved(outwit: Command) -> None:
    done = outwit("plan", "vacuum")
    assert done.status == 0
    lines = done.out.splitlines()
    assert lines[2:7] == ["Suck", "if state 5:", "  Right", "  Suck", "if state 7: done"]
    assert "[Suck, if state 5: [Right, Suck], if state 7: []]" in lines
    assert "An acyclic plan: it reaches the goal whatever happens, which is proved." in lines
    assert "Verified against every answer: a move for 3 states." in lines


def test_a_cyclic_plan_is_said_to_be_one(outwit: Command) -> None:
    done = outwit("plan", "vacuum:slippery=on,erratic=off", "--labels")
    assert "[Suck, L1: Right, if state 6: [Suck], if state 5: L1]" in done.out
    assert "A cyclic plan: it may go round" in done.out


def test_an_impossible_world_is_said_to_be_so_and_the_status_is_1(outwit: Command) -> None:
    done = outwit("plan", "vacuum:steps=2")
    assert done.status == 1
    assert "There is no plan, which is proved: none is sure to end with 1" in done.out


def test_no_plan_within_the_limit_is_no_proof(outwit: Command) -> None:
    done = outwit("plan", "vacuum:width=3,height=3", "--nodes", "20")
    assert done.status == 1
    assert "No plan was found within the limit." in done.out


INTERRUPTED = """
import signal
from outwit.games.vacuum import Vacuum

class Interrupted(Vacuum):
    played = 0

    def play(self, state, move):
        Interrupted.played += 1
        if Interrupted.played == 500:
            signal.raise_signal(signal.SIGINT)
        return super().play(state, move)
"""


def test_ctrl_c_tells_that_there_is_no_plan_yet_and_how_far_the_search_was(
    outwit: Command, tmp_path: Path
) -> None:
    rules = tmp_path / "interrupted.py"
    rules.write_text(INTERRUPTED)
    done = outwit("plan", f"{rules}:Interrupted:width=5,height=5,slippery=on")
    assert done.status == 130
    assert "Stopped: no plan was found yet." in done.out
    assert re.search(r"andor: \d{3,} nodes", done.out)


def test_one_state_is_a_single_one(outwit: Command) -> None:
    done = outwit("plan", "vacuum", "--position", "state 6")
    assert "Verified against every answer: a move for 1 state." in done.out


@pytest.mark.parametrize("option", ["--no-cache", "--no-order", "--no-cyclic"])
def test_switches_change_the_search_and_not_the_plan_s_worth(outwit: Command, option: str) -> None:
    done = outwit("plan", "vacuum", option)
    assert done.status == 0
    assert "An acyclic plan" in done.out


def test_what_the_player_has_seen_counts(outwit: Command) -> None:
    done = outwit("plan", "vacuum:sight=local,start=none,erratic=off", "state 3")
    assert "[Suck, Right, if right dirty: [Suck, Stop], if right clean: [Stop]]" in done.out


def test_a_program_reads_json(outwit: Command) -> None:
    told = json.loads(outwit("plan", "vacuum:slippery=on", "--json").out)
    assert told["kind"] == "strong cyclic"
    assert told["proved"] is True
    assert told["plan"] == "[Suck, if state 5: [while state 5: Right, Suck], if state 7: []]"
    assert json.loads(outwit("plan", "vacuum:steps=1", "--json").out)["plan"] is None


def test_a_program_is_given_the_whole_plan_however_little_is_written(outwit: Command) -> None:
    whole, cut = (
        json.loads(outwit("plan", "vacuum:slippery=on", "--json", "--most", most).out) for most in (200, 2)
    )
    assert (whole["cut"], cut["cut"]) == (False, True)
    assert cut["moves"] == whole["moves"]
    assert {each["state"]: each["move"] for each in whole["moves"]} == {
        "state 1: V*": "Suck",
        "state 5: v*": "Right",
        "state 6: .V": "Suck",
    }
    assert json.loads(outwit("plan", "vacuum:steps=1", "--json").out)["moves"] == []


def test_where_the_goal_is_reached_the_plan_is_empty(outwit: Command) -> None:
    done = outwit("plan", "vacuum", "--position", "state 7")
    assert done.status == 0
    assert "[]" in done.out.splitlines()


def test_the_plan_is_drawn(outwit: Command, tmp_path: Path) -> None:
    file = tmp_path / "plan.svg"
    done = outwit("plan", "vacuum:slippery=on", "--svg", file)
    assert f"Picture written to {file}." in done.out
    picture = file.read_text()
    assert "state 5" in picture
    assert "and: every answer must" in picture
    assert ">loop<" in picture


def test_the_search_for_a_plan_is_shown_with_its_loops(outwit: Command) -> None:
    done = outwit("tree", "vacuum:slippery=on,erratic=off", "--agent", "andor")
    assert done.status == 0
    assert "and = -1" in done.out
    assert "a loop: the way here has been in this state before" in done.out
    assert "Suck is sure to reach the goal, and that is enough" in done.out


def test_an_agent_decides_by_its_plan(outwit: Command) -> None:
    done = outwit("decide", "vacuum", "--agent", "andor")
    assert "Suck  (value 1, proved)" in done.out


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        (["nim"], "andor cannot play Nim: it has 2 players, and a plan is for one; alphabeta plays it."),
        (["vacuum:width=9"], "is no room"),
        (["vacuum", "--position", "VV"], "'VV' is not a position of vacuum"),
        (["vacuum", "--nodes", "0"], "nodes=0 is too small"),
        (["vacuum", "--svg", "plan.png"], "'plan.png' cannot be written; the file's name must end in .svg."),
    ],
)
def test_bad_input_is_one_sentence_and_status_2(outwit: Command, arguments: list[str], sentence: str) -> None:
    done = outwit("plan", *arguments)
    assert done.status == 2
    assert sentence in done.err
    assert len(done.err.strip().splitlines()) == 1
