"""Compiling beside those who wait: they are answered in time, interpreted until all is ready."""

from __future__ import annotations

import logging
import os
import subprocess
import sys
import threading
from collections.abc import Callable, Iterator
from pathlib import Path
from time import monotonic, perf_counter, sleep

import pytest

from outwit import AlphaBeta, Decision, Game, Limit, Watch, find_agent, find_game
from outwit.decision import Agent, Progress
from outwit.engine.runners import alphabeta as runner
from outwit.protocols import preparing
from outwit.protocols.preparing import (
    MOST_PREPARED,
    MOST_UNDER_WAY,
    compile_elsewhere,
    decide_prepared,
    preparation,
    rest,
    wait_prepared,
)
from outwit.protocols.searches import Deciding, Explaining, Reviewing

NIM = find_game("nim")
START = NIM.initial()


@pytest.fixture(autouse=True)
def nothing_is_prepared(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("OUTWIT_CACHE", str(tmp_path / "cache"))
    monkeypatch.setattr(runner, "ready", {})
    monkeypatch.setattr(preparing, "preparations", {})


class Workshop:
    """Stands for the other process and the cache: makes what is asked for when it is told to."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.asked: list[tuple[str, str]] = []
        self.finish = threading.Event()
        self.reason = ""
        self.kept = False
        monkeypatch.setattr(preparing, "compile_elsewhere", self.make)
        monkeypatch.setattr(AlphaBeta, "load", lambda agent, game: self.kept)

    def make(self, spec: str, agent: str, heard: Callable[[str], None]) -> str:
        self.asked.append((spec, agent))
        self.finish.wait(60)
        self.kept = not self.reason
        return self.reason

    def finishing(self, begun: threading.Event, seconds: float) -> threading.Thread:
        """Be done so many seconds after something has begun."""

        def finish() -> None:
            begun.wait(60)
            sleep(seconds)
            self.finish.set()

        thread = threading.Thread(target=finish)
        thread.start()
        return thread


@pytest.fixture
def workshop(monkeypatch: pytest.MonkeyPatch) -> Iterator[Workshop]:
    made = Workshop(monkeypatch)
    yield made
    made.finish.set()
    for begun in preparing.preparations.values():
        begun.done.wait(60)


class Asked:
    """Asks as a request would: interpreted, an agent takes all the time it has; compiled, none."""

    def __init__(self) -> None:
        self.agents: list[Agent] = []
        self.limits: list[Limit] = []
        self.begun = threading.Event()

    def __call__(self, agent: Agent, limit: Limit, watch: Watch) -> Decision:
        self.agents.append(agent)
        self.limits.append(limit)
        self.begun.set()
        assert isinstance(agent, AlphaBeta)
        until = perf_counter() + (0 if agent.compiled else limit.seconds or 0)
        while perf_counter() < until and not watch.stopped:
            sleep(0.001)
        if watch.report is not None:
            watch.report(Progress(1, 10, 0.5, 0.0, ()))
        return Decision(move=len(self.agents), value=0.0, depth=1, nodes=10, seconds=0.5)


def test_until_it_is_compiled_an_agent_searches_interpreted(workshop: Workshop) -> None:
    asked = Asked()
    decision = decide_prepared("nim", NIM, AlphaBeta(), Limit(seconds=0.1), Watch(), asked)
    assert asked.agents == [AlphaBeta(compiled=False)]
    assert decision.move == 1
    assert workshop.asked == [("nim", "alphabeta")]


def test_what_becomes_ready_takes_over_with_what_is_left(workshop: Workshop) -> None:
    asked, heard = Asked(), list[Progress]()
    timer = workshop.finishing(asked.begun, 0.1)
    limit = Limit(seconds=30, nodes=100)
    decision = decide_prepared("nim", NIM, AlphaBeta(), limit, Watch(heard.append), asked)
    timer.join()
    assert asked.agents == [AlphaBeta(compiled=False), AlphaBeta()]
    assert asked.limits[1].nodes == 90
    assert 25 < (asked.limits[1].seconds or 0) < 29.95
    assert (decision.move, decision.nodes) == (2, 20)
    assert decision.seconds > 0.6
    assert heard[1].seconds > heard[0].seconds == 0.5
    assert [progress.compiling for progress in heard] == [False, False]


def test_progress_says_that_the_game_is_being_compiled(workshop: Workshop) -> None:
    heard = list[Progress]()
    decide_prepared("nim", NIM, AlphaBeta(), Limit(seconds=0.05), Watch(heard.append), Asked())
    assert [progress.compiling for progress in heard] == [True]


def test_so_late_that_nothing_is_left_nothing_takes_over(workshop: Workshop) -> None:
    asked = Asked()
    timer = workshop.finishing(asked.begun, 0.19)
    decide_prepared("nim", NIM, AlphaBeta(), Limit(seconds=0.2), Watch(), asked)
    timer.join()
    assert len(asked.agents) == 1


def test_what_is_there_already_is_waited_for_and_searched_compiled(workshop: Workshop) -> None:
    workshop.kept = True
    asked = Asked()
    decide_prepared("nim", NIM, AlphaBeta(), Limit(seconds=0.1), Watch(), asked)
    assert asked.agents == [AlphaBeta()]
    assert workshop.asked == []


def test_without_a_clock_all_is_waited_for(workshop: Workshop) -> None:
    asked = Asked()
    threading.Timer(0.2, workshop.finish.set).start()
    decide_prepared("nim", NIM, AlphaBeta(depth=3), Limit(depth=3), Watch(), asked)
    assert asked.agents == [AlphaBeta(depth=3)]


def test_whoever_is_told_to_stop_waits_no_longer(workshop: Workshop) -> None:
    asked, watch = Asked(), Watch()
    threading.Timer(0.2, watch.stop).start()
    decide_prepared("nim", NIM, AlphaBeta(), Limit(depth=3), watch, asked)
    assert asked.agents == [AlphaBeta(compiled=False)]
    watch = Watch()
    threading.Timer(0.2, watch.stop).start()
    began = monotonic()
    decide_prepared("nim", NIM, AlphaBeta(), Limit(seconds=50), watch, asked)
    assert monotonic() - began < 20
    assert asked.agents[1:] == [AlphaBeta(compiled=False)]
    assert watch.bells == []


def test_it_is_prepared_once_whatever_the_limit_and_anew_for_other_needs(workshop: Workshop) -> None:
    for agent in (AlphaBeta(), AlphaBeta(depth=3, seconds=2), AlphaBeta(level=2)):
        assert preparation("nim", NIM, agent) is preparation("nim", NIM, AlphaBeta())
    assert preparation("nim", NIM, AlphaBeta(killers=False, history=True)) is not preparation(
        "nim", NIM, AlphaBeta()
    )
    assert preparation("nim", NIM, AlphaBeta(compiled=False)) is None
    assert preparation("nim", NIM, find_agent("random")) is None


def test_what_fails_is_not_tried_again_and_said_once(
    workshop: Workshop, caplog: pytest.LogCaptureFixture
) -> None:
    workshop.reason = "Nim.moves, line 7 of nim.py: no. It plays interpreted."
    workshop.finish.set()
    asked = Asked()
    with caplog.at_level(logging.WARNING, "outwit"):
        for _ in range(3):
            assert wait_prepared("nim", NIM, AlphaBeta(), Watch()) == AlphaBeta(compiled=False)
            decide_prepared("nim", NIM, AlphaBeta(), Limit(seconds=0.05), Watch(), asked)
    assert asked.agents == [AlphaBeta(compiled=False)] * 3
    assert len(workshop.asked) == 1
    assert [record.getMessage() for record in caplog.records] == [workshop.reason]


def test_what_cannot_be_kept_is_said_with_the_folder(
    workshop: Workshop, caplog: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(AlphaBeta, "load", lambda agent, game: False)
    workshop.finish.set()
    with caplog.at_level(logging.WARNING, "outwit"):
        assert wait_prepared("nim", NIM, AlphaBeta(), Watch()) == AlphaBeta(compiled=False)
    [record] = caplog.records
    assert "set OUTWIT_CACHE to a folder" in record.getMessage()


@pytest.mark.parametrize("error", [KeyError("eighteen"), SystemExit(3)])
def test_rules_that_fail_or_leave_are_no_reason_to_wait_for_ever(
    error: BaseException, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    def load(agent: AlphaBeta, game: Game) -> bool:
        raise error

    monkeypatch.setattr(AlphaBeta, "load", load)
    assert wait_prepared("nim", NIM, AlphaBeta(), Watch()) == AlphaBeta(compiled=False)
    assert type(error).__name__ in caplog.text


def test_of_a_limit_half_is_left_however_long_the_question_took_to_read() -> None:
    assert rest(Limit(depth=3), perf_counter() - 100) == Limit(depth=3)
    assert rest(Limit(seconds=2, depth=3), perf_counter() - 100) == Limit(seconds=1, depth=3)
    left = rest(Limit(seconds=2), perf_counter() - 0.5).seconds
    assert left is not None
    assert 1 < left <= 1.5


# With a real process


def test_another_process_makes_what_this_one_loads() -> None:
    agent = AlphaBeta()
    game = find_game("nim:coins=9,take=2")
    assert not agent.load(game)
    heard = list[str]()
    assert compile_elsewhere("nim:coins=9,take=2", "alphabeta", heard.append) == ""
    assert heard == ["Compiling Nim for alphabeta", "Tuning Nim"]
    assert agent.load(game)
    assert wait_prepared("nim:coins=9,take=2", game, agent, Watch()) is agent


@pytest.mark.slow
def test_a_request_with_a_clock_is_answered_before_anything_is_compiled(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(preparing, "SHARE", 0.0)
    deciding = Deciding({"game": "connect4", "agent": "alphabeta", "limit": {"seconds": 0.5}})
    decision = deciding.answer(Watch())["decision"]
    assert decision["agent"] == "alphabeta:compiled=off"
    assert decision["depth"] >= 1
    [begun] = preparing.preparations.values()
    assert begun.done.wait(300)
    assert begun.ready
    decision = Deciding({"game": "connect4", "agent": "alphabeta", "limit": {"depth": 4}}).answer(Watch())
    assert decision["decision"]["agent"] == "alphabeta"
    assert not isinstance(next(iter(runner.ready.values())), Exception)


def test_reasons_and_reviews_are_given_by_what_is_prepared(workshop: Workshop) -> None:
    workshop.finish.set()
    told = Explaining({"game": "nim:coins=6", "limit": {"seconds": 0.2}, "agent": "alphabeta"})
    workshop.reason = "No."
    answer = told.answer(Watch())["explanation"]
    assert answer["decision"]["agent"] == "alphabeta:compiled=off"
    asked = {"game": "nim:coins=5", "moves": ["2", "3"], "agent": "alphabeta:depth=4"}
    assert Reviewing(asked).answer(Watch())["review"]["agent"] == "alphabeta:depth=4,compiled=off"


BROKEN = """
import os
import time
from pathlib import Path

from outwit.games.nim import Nim


class Crashing(Nim):
    def play(self, pile, n):
        if "preparer" in Path("/proc/self/cmdline").read_text():
            os.abort()
        return super().play(pile, n)


class Printing(Nim):
    def initial(self):
        print("{}")
        return super().initial()

    def evaluate(self, pile, player):
        return float(len(f"{pile.coins:3d}"))


class Slow(Nim):
    def initial(self):
        Path(__file__).with_suffix(".pid").write_text(str(os.getpid()))
        time.sleep(600)
"""


@pytest.fixture
def broken(tmp_path: Path) -> Path:
    file = tmp_path / "broken.py"
    file.write_text(BROKEN)
    return file


def test_a_process_that_crashes_gives_a_reason(broken: Path) -> None:
    assert compile_elsewhere(f"{broken}:Crashing", "alphabeta").endswith("broke off. It plays interpreted.")


def test_a_game_that_does_not_compile_gives_the_line(broken: Path) -> None:
    reason = compile_elsewhere(f"{broken}:Printing", "alphabeta")
    assert reason.startswith("Printing.evaluate, line ")
    assert reason.endswith("It plays interpreted.")


def test_a_game_that_is_not_there_gives_a_reason(tmp_path: Path) -> None:
    reason = compile_elsewhere(f"{tmp_path / 'none.py'}:None", "alphabeta")
    assert reason.startswith("There is no file")


def test_a_process_that_does_not_end_is_ended(broken: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(preparing, "LONGEST", 5.0)
    assert "did not end within 5 seconds" in compile_elsewhere(f"{broken}:Slow", "alphabeta")
    assert gone(broken.with_suffix(".pid"))


PARENT = """
import sys
from outwit.protocols.preparing import compile_elsewhere
compile_elsewhere(sys.argv[1], "alphabeta")
"""


def test_the_process_ends_when_its_parent_is_killed(broken: Path) -> None:
    parent = subprocess.Popen([sys.executable, "-c", PARENT, f"{broken}:Slow"])
    noted = broken.with_suffix(".pid")
    try:
        eventually(noted.exists)
    finally:
        parent.kill()
        parent.wait()
    eventually(lambda: gone(noted))


def gone(noted: Path) -> bool:
    """Has the process ended whose number is noted in a file, if it came so far?"""
    try:
        os.kill(int(noted.read_text()), 0)
    except (FileNotFoundError, ProcessLookupError):
        return True
    return False


def eventually(condition: Callable[[], bool]) -> None:
    until = monotonic() + 60
    while not condition():
        assert monotonic() < until
        sleep(0.05)


def test_of_ever_new_games_a_few_are_prepared_and_the_others_searched_interpreted(workshop: Workshop) -> None:
    agent = AlphaBeta()

    def asked(coins: int) -> Agent:
        spec = f"nim:coins={coins}"
        needed = preparation(spec, find_game(spec), agent)
        assert needed is not None
        if needed.done.is_set():
            return wait_prepared(spec, find_game(spec), agent, Watch())
        return agent

    agents = [asked(coins) for coins in range(1, 31)]
    assert [each == agent for each in agents] == [True] * MOST_UNDER_WAY + [False] * (30 - MOST_UNDER_WAY)
    assert agents[-1] == agent.without_compiler()
    assert len(preparing.preparations) == MOST_UNDER_WAY, "what was not begun may be asked for again"


def test_what_was_prepared_long_ago_is_let_go_of(workshop: Workshop) -> None:
    workshop.finish.set()
    agent = AlphaBeta()
    for coins in range(1, MOST_PREPARED + 20):
        for _ in range(2):
            needed = preparation(f"nim:coins={coins}", find_game(f"nim:coins={coins}"), agent)
            assert needed is not None
            assert needed.done.wait(60)
    assert len(preparing.preparations) == MOST_PREPARED
    assert [key[0] for key in preparing.preparations][-1] == f"nim:coins={MOST_PREPARED + 19}"


def test_compiled_searches_are_held_up_to_a_number(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(runner, "MOST_READY", 2)
    monkeypatch.setattr(runner, "compile_for", lambda game, purpose, build, hidden: f"compiled for {purpose}")
    made = [runner.build_for(NIM, f"purpose {number}", lambda _: None) for number in range(5)]
    assert len(made) == 5
    assert [key[0] for key in runner.ready] == ["purpose 3", "purpose 4"]
