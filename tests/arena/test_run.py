"""Tournaments played: whatever dies on the way, the games are exactly those that were planned."""

from __future__ import annotations

import os
import random
import signal
import subprocess
import sys
import time
from collections.abc import Callable
from concurrent.futures import Executor, Future, ProcessPoolExecutor
from contextlib import suppress
from functools import partial
from multiprocessing import get_context
from pathlib import Path
from threading import Event, Thread
from typing import Any

import pytest

from outwit.arena.cluster import cluster
from outwit.arena.plan import Fixture, Tournament
from outwit.arena.planner import plan
from outwit.arena.played import Played
from outwit.arena.run import Watcher, run
from outwit.arena.sprt import Sprt
from outwit.arena.standings import Standings
from outwit.errors import OutwitError
from outwit.search.levels import LEVELS
from outwit.store import Tournaments

FAULTY = Path(__file__).with_name("faulty.py")
LIVES = [(2, 10), pytest.param(20, 150, marks=pytest.mark.slow)]
"""How often a tournament is killed, and how many games each two play in it."""


def moves_of(played: dict[int, Played]) -> dict[int, tuple[Any, ...]]:
    """What the games of a tournament are, apart from how long they took."""
    return {
        number: (
            [step.get("move", step.get("outcome")) for step in game.steps],
            game.payoffs,
            game.final,
            game.nodes,
            game.fault,
        )
        for number, game in played.items()
    }


def kept(store: Tournaments, tournament: Tournament) -> dict[int, tuple[Any, ...]]:
    key = store.find_last(tournament)
    assert key is not None
    return moves_of(store.find(key)[1])


def test_the_same_seed_gives_the_same_games() -> None:
    agents = ["alphabeta:depth=3", "alphabeta:nodes=300,compiled=off", "random"]
    tournament = plan("connect4", agents, 2, seed=9)
    runs = [moves_of(run(tournament, Tournaments("sqlite://")).played) for _ in range(2)]
    assert runs[0] == runs[1]
    other = plan("connect4", agents, 2, seed=10)
    assert moves_of(run(other, Tournaments("sqlite://")).played) != runs[0]


def test_how_many_play_at_once_changes_no_game() -> None:
    tournament = plan("tictactoe", ["random", "minimax:depth=2"], 20)
    one = run(tournament, Tournaments("sqlite://"), workers=1)
    three = run(tournament, Tournaments("sqlite://"), workers=3)
    assert moves_of(one.played) == moves_of(three.played)


def test_agents_that_crash_cheat_or_never_return_are_counted_named_and_finished() -> None:
    agents = ["minimax:depth=2", *(f"{FAULTY}:{name}" for name in ("Crashing", "Illegal", "Endless"))]
    tournament = plan("connect4", agents, 2, form="gauntlet", timeout=1)
    standings = run(tournament, Tournaments("sqlite://"))
    assert standings.finished
    best, *others = standings.lines
    assert (best.name, best.wins, best.games) == ("minimax:depth=2", 6, 6)
    assert [(line.losses, line.faults) for line in others] == [(2, 2)] * 3
    faults = {str(game.fault) for game in standings.played.values()}
    assert len(faults) == 3
    for name, what in (("Crashing", "crashed: "), ("Illegal", "played 99"), ("Endless", "within 1 seconds")):
        assert any(f"{name} " in fault and what in fault for fault in faults)


def test_a_match_goes_on_where_it_was_broken_off(tmp_path: Path) -> None:
    tournament = plan("connect4", ["random", "minimax:depth=2"], 12)
    store = Tournaments(f"sqlite:///{tmp_path / 'games.db'}")

    class Tired(Watcher):
        def on_end(self, fixture: Fixture, played: Played, standings: Callable[[], Standings]) -> None:
            if len(standings().played) == 5:
                raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        run(tournament, store, watcher=Tired())
    key = store.find_last(tournament)
    assert key is not None
    before = store.find(key)[1]
    assert len(before) == 5

    class Counting(Watcher):
        heard = 0

        def began(self, key: str, standings: Standings) -> None:
            assert len(standings.played) == 5

        def on_end(self, fixture: Fixture, played: Played, standings: Callable[[], Standings]) -> None:
            self.heard += 1

    counting = Counting()
    standings = run(tournament, store, resume=True, watcher=counting)
    assert counting.heard == 7
    assert store.find_last(tournament) == key
    assert {number: standings.played[number] for number in before} == before
    assert moves_of(standings.played) == moves_of(run(tournament, Tournaments("sqlite://")).played)


def test_without_resume_a_tournament_begins_anew(tmp_path: Path) -> None:
    tournament = plan("nim", ["random", "minimax:depth=3"], 2)
    store = Tournaments(f"sqlite:///{tmp_path / 'games.db'}")
    run(tournament, store)
    run(tournament, store)
    assert [entry.played for entry in store.entries()] == [2, 2]
    run(tournament, store, resume=True)
    assert len(store.entries()) == 2


@pytest.mark.parametrize(("lives", "games"), LIVES)
def test_a_tournament_killed_again_and_again_ends_with_the_games_planned(
    tmp_path: Path, report: Callable[[str], None], lives: int, games: int
) -> None:
    tournament = plan("connect4", ["minimax:depth=3", "minimax:depth=2", "random:seed=5"], games, seed=2)
    url = f"sqlite:///{tmp_path / 'killed.db'}"
    agents = ["minimax:depth=3", "minimax:depth=2", "random:seed=5"]
    command = [sys.executable, "-m", "outwit", "tournament", "connect4", *agents]
    command += ["--games", str(games), "--seed", "2", "--resume", "--store", url]
    moments = random.Random(7)
    for life in range(lives):
        before = many_kept(url)
        process = subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        while life % 4 and many_kept(url) == before and process.poll() is None:
            time.sleep(0.01)
        time.sleep(moments.uniform(0.0, 0.8))
        assert process.poll() is None, f"the tournament ended in life {life}"
        process.kill()
        process.wait()
    store = Tournaments(url)
    started = len(kept(store, tournament))
    assert 0 < started < 3 * games
    report(f"{started} of {3 * games} games were there after {lives} lives")
    ended = subprocess.run(command, capture_output=True, text=True, check=True)
    assert f"{3 * games} of {3 * games} games" in ended.stdout
    assert [entry.played for entry in store.entries()] == [3 * games]
    assert kept(store, tournament) == moves_of(run(tournament, Tournaments("sqlite://")).played)


def many_kept(url: str) -> int:
    """How many games a store holds: a life in four is killed before it has played one, the others later."""
    return sum(entry.played for entry in Tournaments(url).entries())


def test_games_are_played_by_any_executor_and_outlive_its_workers() -> None:
    """A pool of processes breaks when one of them dies; another is opened, and nothing is missing."""
    tournament = plan("connect4", ["random", "minimax:depth=2"], 30)
    opened: list[ProcessPoolExecutor] = []

    def pool() -> Executor:
        opened.append(ProcessPoolExecutor(2, mp_context=get_context("spawn")))
        return opened[-1]

    class Killing(Watcher):
        def on_end(self, fixture: Fixture, played: Played, standings: Callable[[], Standings]) -> None:
            if len(standings().played) == 8:
                os.kill(next(iter(opened[0]._processes)), signal.SIGKILL)

    standings = run(tournament, Tournaments("sqlite://"), pool, watcher=Killing())
    assert len(opened) == 2
    assert moves_of(standings.played) == moves_of(run(tournament, Tournaments("sqlite://")).played)


def test_workers_that_always_die_end_the_run_with_a_sentence() -> None:
    class Dead(Executor):
        def submit(self, *work: Any, **more: Any) -> Future[Any]:
            future: Future[Any] = Future()
            future.set_exception(OSError("gone"))
            return future

    with pytest.raises(OutwitError, match=r"Game \d+ was lost with its worker 5 times"):
        run(plan("nim", ["random", "random"], 2), Tournaments("sqlite://"), Dead)


def test_a_dask_cluster_with_a_worker_killed_ends_with_the_same_games(tmp_path: Path) -> None:
    from distributed import LocalCluster

    tournament = plan("connect4", ["minimax:depth=3", "minimax:depth=2", "random:seed=5"], 10)
    store = Tournaments(f"sqlite:///{tmp_path / 'cluster.db'}")
    with LocalCluster(
        n_workers=2, threads_per_worker=1, processes=True, dashboard_address=None, host="127.0.0.1"
    ) as local:
        pids = [worker.pid for worker in local.workers.values()]

        class Killing(Watcher):
            def on_end(self, fixture: Fixture, played: Played, standings: Callable[[], Standings]) -> None:
                if len(standings().played) == 10:
                    os.kill(pids[0], signal.SIGKILL)

        standings = run(tournament, store, partial(cluster, local.scheduler_address), watcher=Killing())
        assert [worker.pid for worker in local.workers.values()] != pids or not alive(pids[0])
    assert len(standings.played) == 30
    assert kept(store, tournament) == moves_of(run(tournament, Tournaments("sqlite://")).played)


def alive(pid: int) -> bool:
    try:
        os.kill(pid, 0)
    except ProcessLookupError:
        return False
    return True


def test_no_scheduler_is_a_sentence() -> None:
    with pytest.raises(OutwitError, match="No Dask scheduler answers at"):
        run(
            plan("nim", ["random", "random"], 2),
            Tournaments("sqlite://"),
            partial(cluster, "tcp://127.0.0.1:9"),
        )


def test_a_sequential_test_ends_the_match_the_same_way_however_many_play() -> None:
    tournament = plan("connect4", ["minimax:depth=2", "random"], 400, sprt=Sprt(0, 100))
    one = run(tournament, Tournaments("sqlite://"), workers=1)
    two = run(tournament, Tournaments("sqlite://"), workers=2)
    assert one.verdict == two.verdict == "H1"
    assert one.finished
    assert 10 <= len(one.played) < 100
    assert moves_of(one.played) == moves_of(two.played)


def test_a_decided_match_is_not_gone_on_with(tmp_path: Path) -> None:
    tournament = plan("connect4", ["minimax:depth=2", "random"], 400, sprt=Sprt(0, 100))
    store = Tournaments(f"sqlite:///{tmp_path / 'games.db'}")
    first = run(tournament, store)
    there = store.entries()[0].played
    again = run(tournament, store, resume=True)
    assert store.entries()[0].played == there
    assert moves_of(again.played) == moves_of(first.played)


class Listening(Watcher):
    """Hears every game step by step."""

    def __init__(self) -> None:
        self.heard: dict[int, list[Any]] = {}
        self.last: dict[int, str] = {}
        self.stepping = Event()

    def on_begin(self, fixture: Fixture) -> None:
        self.heard[fixture.number] = []

    def on_step(self, fixture: Fixture, step: dict[str, Any] | None, position: str) -> None:
        self.last[fixture.number] = position
        if step is not None:
            self.heard[fixture.number].append(step)
            self.stepping.set()


def test_every_step_is_heard_as_it_happens() -> None:
    listening = Listening()
    tournament = plan("pig:goal=20", ["expectiminimax:depth=1", "random"], 6)
    standings = run(tournament, Tournaments("sqlite://"), workers=2, watcher=listening)
    assert listening.heard == {number: list(game.steps) for number, game in standings.played.items()}
    assert listening.last == {number: game.final for number, game in standings.played.items()}


def test_where_steps_cannot_be_heard_the_games_are_played_all_the_same() -> None:
    listening = Listening()
    tournament = plan("nim", ["random", "minimax:depth=2"], 4)

    def pool() -> Executor:
        return ProcessPoolExecutor(1, mp_context=get_context("spawn"))

    assert run(tournament, Tournaments("sqlite://"), pool, watcher=listening).finished
    assert not listening.heard


def test_a_tournament_that_is_stopped_ends_at_once_and_can_be_gone_on_with(tmp_path: Path) -> None:
    """In the middle of a game whose agent never answers."""
    tournament = plan("connect4", [f"{FAULTY}:Endless:after=6", "random:seed=1"], 4, timeout=600)
    store = Tournaments(f"sqlite:///{tmp_path / 'games.db'}")
    stop, listening, ended = Event(), Listening(), []
    playing = Thread(
        target=lambda: ended.append(run(tournament, store, workers=1, watcher=listening, stop=stop))
    )
    playing.start()
    assert listening.stepping.wait(60)
    assert own_games()
    stop.set()
    playing.join(10)
    assert not playing.is_alive()
    assert not ended[0].finished
    assert not own_games()
    assert store.find_last(tournament) is not None


def test_two_tournaments_at_once_do_not_disturb_each_other() -> None:
    plans = [plan("connect4", ["random", "minimax:depth=2"], games, seed=4) for games in (4, 24)]
    found: dict[int, Standings] = {}

    def play(each: Tournament) -> None:
        found[each.games] = run(each, Tournaments("sqlite://"), workers=1)

    playing = [Thread(target=play, args=(each,)) for each in plans]
    for thread in playing:
        thread.start()
    for thread in playing:
        thread.join()
    for each in plans:
        assert found[each.games].finished
        assert moves_of(found[each.games].played) == moves_of(run(each, Tournaments("sqlite://")).played)


def own_games() -> list[str]:
    """The processes of this one in which games are played."""
    found = []
    for status in Path("/proc").glob("[0-9]*/stat"):
        with suppress(OSError):
            parent = status.read_text().rpartition(")")[2].split()[1]
            command = status.with_name("cmdline").read_text()
            if parent == str(os.getpid()) and "outwit.arena.worker_main" in command:
                found.append(command)
    return found


def test_a_run_leaves_no_process_behind() -> None:
    run(plan("nim", ["random", "random"], 4), Tournaments("sqlite://"))
    assert not own_games()


@pytest.mark.slow
@pytest.mark.parametrize("game", ["connect4", "wargame"])
def test_each_level_beats_the_one_below_it(game: str, report: Callable[[str], None]) -> None:
    agents = [f"alphabeta:nodes=300000,level={level}" for level in LEVELS]
    standings = run(plan(game, agents, 200, form="ladder"), Tournaments("sqlite://"))
    for meeting in standings.meetings.values():
        higher = 1 - meeting.estimate.high
        report(
            f"{game}, level {meeting.second + 1} against {meeting.first + 1}: at least {100 * higher:.1f} %"
        )
        assert higher > 0.5
