"""Games in processes of their own: whatever an agent or the rules do there, the game is counted and named."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from concurrent.futures import CancelledError
from pathlib import Path

import pytest

from outwit.arena.plan import Fixture, Opening, Tournament
from outwit.arena.planner import plan
from outwit.arena.played import Played
from outwit.arena.referee import Scoresheet, referee
from outwit.arena.worker_pool import Processes
from outwit.errors import OutwitError

FAULTY = Path(__file__).with_name("faulty.py")


@pytest.fixture
def processes() -> Iterator[Processes]:
    own = Processes()
    yield own
    own.close()


def game_against(processes: Processes, agent: str, timeout: float = 60.0) -> Played:
    tournament = plan("connect4", [f"{FAULTY}:{agent}", "random:seed=1"], 2, timeout=timeout)
    return processes.play(tournament, tournament.fixtures()[0])[0]


@pytest.mark.parametrize(
    ("agent", "fault"),
    [
        ("Crashing", "crashed: ZeroDivisionError: I cannot think. Not at all."),
        ("Illegal", "played 99, which is not legal there."),
        ("Endless", "did not answer within 1 seconds."),
        ("Wordless", "answered None, which is no decision."),
        ("Leaving", "crashed: SystemExit: I am off."),
        ("Vanishing", "crashed: the process left with status 3."),
        ("Bursting", "crashed: the process ended by SIGSEGV."),
        ("Unprepared", "crashed: RuntimeError: not today."),
    ],
)
def test_a_fault_loses_the_game_and_is_named(processes: Processes, agent: str, fault: str) -> None:
    played = game_against(processes, agent, timeout=1.0)
    assert played.fault is not None
    assert played.fault.endswith(f"faulty.py:{agent} {fault}")
    assert played.culprit == 0
    assert played.counts
    assert (played.score(0, 1), played.score(1, 0)) == (0.0, 1.0)


def test_what_happened_before_a_fault_is_kept(processes: Processes) -> None:
    played = game_against(processes, "Vanishing:after=6")
    assert [step["by"] for step in played.steps] == [0, 1]  # four moves of the opening before
    assert played.moves == (1, 1)
    assert played.final.count("X") + played.final.count("O") == 6


def test_what_an_agent_prints_is_not_taken_for_an_event(processes: Processes) -> None:
    played = game_against(processes, "Printing")
    assert played.fault is None
    assert played.payoffs in ((1.0, -1.0), (-1.0, 1.0), (0.0, 0.0))


def test_the_next_game_is_played_after_a_fault(processes: Processes) -> None:
    tournament = plan("connect4", [f"{FAULTY}:Bursting", "random:seed=1"], 4)
    faults = [processes.play(tournament, fixture)[0].culprit for fixture in tournament.fixtures()]
    assert faults == [0, 1, 0, 1]


def test_a_game_in_a_process_is_the_game_played_here(processes: Processes) -> None:
    tournament = plan("pig:goal=20", ["expectiminimax:depth=1", "random"], 2, seed=3)
    for fixture in tournament.fixtures():
        sheet = Scoresheet(fixture, tournament.names)
        referee(tournament, fixture, sheet.take)
        here, there = sheet.to_played(), processes.play(tournament, fixture)[0]
        assert [step.get("move", step.get("outcome")) for step in here.steps] == [
            step.get("move", step.get("outcome")) for step in there.steps
        ]
        assert (here.payoffs, here.nodes, here.final) == (there.payoffs, there.nodes, there.final)


BROKEN_RULES = """
from outwit.games.nim import Nim

class Broken(Nim):
    def play(self, pile, n):
        if pile.coins < 10:
            {}
        return super().play(pile, n)
"""


@pytest.mark.parametrize(
    ("rules", "fault"),
    [
        (
            "raise KeyError('coins')",
            "Broken.play, line 7 of broken.py, raised KeyError: 'coins'; "
            "`outwit check {file}:Broken` tells more.",
        ),
        ("import os; os._exit(4)", "The rules crashed: the process left with status 4."),
    ],
)
def test_a_game_whose_rules_break_down_does_not_count(
    processes: Processes, tmp_path: Path, rules: str, fault: str
) -> None:
    file = tmp_path / "broken.py"
    file.write_text(BROKEN_RULES.format(rules))
    tournament = plan(f"{file}:Broken", ["random:seed=1", "random:seed=2"], 2)
    played = processes.play(tournament, tournament.fixtures()[0])[0]
    assert played.fault == fault.format(file=file)
    assert played.culprit is None
    assert not played.counts


@pytest.mark.parametrize("agent", ["alphabeta", "mcts:simulations=500", "minimax"])
def test_rules_that_break_down_in_a_search_are_not_the_agents_fault(
    processes: Processes, tmp_path: Path, agent: str
) -> None:
    file = tmp_path / "broken.py"
    file.write_text(BROKEN_RULES.format("raise KeyError('coins')"))
    tournament = plan(f"{file}:Broken", [agent, "random"], 2, plies=0)
    played = processes.play(tournament, tournament.fixtures()[0])[0]
    assert played.fault is not None
    assert "Broken.play, line 7 of broken.py, raised KeyError: 'coins'" in played.fault
    assert played.culprit is None


MEDDLING = """
from dataclasses import dataclass
from outwit import Random

@dataclass(frozen=True)
class Meddling(Random):
    \"\"\"Asks the rules what nobody may ask.\"\"\"

    def decide(self, game, state, *arguments, **options):
        game.play(state, "all of them")
"""


def test_an_agent_that_asks_the_rules_nonsense_is_to_blame_itself(
    processes: Processes, tmp_path: Path
) -> None:
    file = tmp_path / "meddling.py"
    file.write_text(MEDDLING)
    tournament = plan("nim", [f"{file}:Meddling", "random"], 2)
    played = processes.play(tournament, tournament.fixtures()[0])[0]
    assert played.fault is not None
    assert "Meddling crashed: TypeError" in played.fault
    assert played.culprit == 0


def test_rules_that_cannot_be_found_are_refused_in_a_sentence(processes: Processes) -> None:
    tournament = Tournament("nowhere.py:Nothing", ("random", "random"), 2, (Opening(),))
    with pytest.raises(OutwitError, match=r"There is no file 'nowhere\.py'"):
        processes.play(tournament, tournament.fixtures()[0])


def test_a_process_that_somebody_kills_costs_the_time_of_its_game_alone(processes: Processes) -> None:
    """Killed from outside once, the game is played again, and nobody is blamed."""
    tournament = plan("connect4", [f"{FAULTY}:Careful:after=99", "minimax:nodes=100000"], 2)
    answers: list[Played] = []
    worker = threading.Thread(
        target=lambda: answers.append(processes.play(tournament, tournament.fixtures()[0])[0])
    )
    worker.start()
    while not processes.all:
        time.sleep(0.01)
    time.sleep(1.0)
    (process,) = processes.all
    assert process.process.alive
    assert not answers
    os.kill(process.process.pid, signal.SIGKILL)
    worker.join()
    assert answers[0].fault is None
    assert answers[0].payoffs is not None


def test_a_process_killed_again_and_again_is_its_agents_fault(processes: Processes, tmp_path: Path) -> None:
    file = tmp_path / "greedy.py"
    file.write_text(
        "import os, signal\nfrom outwit import Random\n\n"
        "class Greedy(Random):\n    def decide(self, *question, **more):\n"
        "        os.kill(os.getpid(), signal.SIGKILL)\n"
    )
    tournament = plan("nim", ["random:seed=1", f"{file}:Greedy"], 2)
    played = processes.play(tournament, tournament.fixtures()[0])[0]
    assert played.culprit == 1
    assert str(played.fault).endswith("the process was killed 3 times, perhaps for want of memory.")


def test_a_process_leaves_in_the_middle_of_a_game_when_its_parent_is_gone(tmp_path: Path) -> None:
    """Even one whose agent never answers: nothing may be left behind that uses up a processor."""
    script = (
        "from outwit.arena.worker_pool import Processes\nfrom outwit.arena.planner import plan\n"
        "import threading, time\nprocesses = Processes()\n"
        f"t = plan('connect4', [{f'{FAULTY}:Endless:after=0'!r}, 'random'], 2)\n"
        "threading.Thread(target=processes.play, args=(t, t.fixtures()[0]), daemon=True).start()\n"
        "while not processes.all: time.sleep(.01)\n"
        "print(next(iter(processes.all)).process.pid, flush=True)\ntime.sleep(1000)"
    )
    parent = subprocess.Popen([sys.executable, "-c", script], stdout=subprocess.PIPE, text=True)
    assert parent.stdout is not None
    child = int(parent.stdout.readline())
    time.sleep(2.0)
    parent.kill()
    parent.wait()
    deadline = time.monotonic() + 30
    while running(child) and time.monotonic() < deadline:
        time.sleep(0.1)
    assert not running(child)


def running(pid: int) -> bool:
    try:
        return Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0] != "Z"
    except FileNotFoundError:
        return False


def test_no_game_begins_once_all_is_closed() -> None:
    own = Processes()
    own.close()
    with pytest.raises(CancelledError), own.borrow():
        raise AssertionError("a process was lent")


def test_seats_of_a_fixture_say_who_is_blamed() -> None:
    sheet = Scoresheet(Fixture(0, 0, (1, 0), 0, 0), ("first", "second"))
    sheet.take({"asking": 0})
    sheet.blame_current("crashed.")
    assert sheet.to_played().fault == "second crashed."
