"""Tournaments played: games handed out to whoever can play them, and kept as they end."""

from __future__ import annotations

import os
from collections import Counter, deque
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from concurrent.futures import (
    FIRST_COMPLETED,
    BrokenExecutor,
    Executor,
    Future,
    ThreadPoolExecutor,
    wait,
)
from contextlib import contextmanager
from functools import partial
from threading import Event
from typing import Any, Protocol

from outwit.arena.plan import Fixture, Tournament
from outwit.arena.played import Played
from outwit.arena.sprt_match import Trial
from outwit.arena.standings import Standings
from outwit.arena.worker_pool import Processes, play
from outwit.errors import OutwitError

PATIENCE = 5
"""How often, without a game ending in between, workers may be lost before there is no point in going on."""

LOOK = 0.1
"""Every so many seconds, see whether the tournament is to be stopped."""

Open = Callable[[], Executor]
"""Opens an executor; called again when one has broken."""


class Keeper(Protocol):
    """Where tournaments are kept: `outwit.store.Tournaments`, or anything like it."""

    def begin(self, tournament: Tournament) -> str:
        """Keep a plan; returns the name by which it is found again."""
        ...

    def find_last(self, tournament: Tournament) -> str | None:
        """The last tournament with this very plan."""
        ...

    def find(self, key: str) -> tuple[Tournament, dict[int, Played]]:
        """A tournament and the games of it that have been played, by number."""
        ...

    def keep_game(self, key: str, played: Played) -> None:
        """Keep a game; it is safe when this returns."""
        ...


class Watcher:
    """Hears how a tournament goes; does nothing about it."""

    def began(self, key: str, standings: Standings) -> None:
        """The tournament of this name in the store is about to be played, or to be gone on with."""

    def on_end(self, fixture: Fixture, played: Played, standings: Callable[[], Standings]) -> None:
        """A game has ended; `standings` tells how things stand now, which takes a moment to work out."""

    def on_notice(self, notice: str) -> None:
        """There is something to be said that is not about one game."""

    def on_begin(self, fixture: Fixture) -> None:
        """A game begins, perhaps anew.

        This and `stepped` are called by the threads that look after the games, several at once; not at all
        where the games are played by other processes or machines.
        """

    def on_step(self, fixture: Fixture, step: dict[str, Any] | None, position: str) -> None:
        """Somebody has moved, or chance has acted; None once the opening is played. The position is text."""


def run(
    tournament: Tournament,
    store: Keeper,
    executor: Open | None = None,
    workers: int | None = None,
    resume: bool = False,
    watcher: Watcher | None = None,
    stop: Event | None = None,
) -> Standings:
    """Play a tournament to its end, each game kept in the store as it ends.

    Games are played by any `concurrent.futures.Executor`, which `executor` opens; by default by so many
    processes of this machine, one for each of its processors. A worker that is lost costs the time of its
    game. With `resume`, a tournament with the very same plan that was broken off is gone on with. Once `stop`
    is set, games under way are broken off, and what has been played is what is returned.
    """
    key = store.find_last(tournament) if resume else None
    if key is None:
        key = store.begin(tournament)
    played = store.find(key)[1]
    return Run(tournament, store, key, played, watcher, stop).play(executor, workers)


class Run:
    """A tournament under way."""

    def __init__(
        self,
        tournament: Tournament,
        store: Keeper,
        key: str,
        played: Mapping[int, Played],
        watcher: Watcher | None = None,
        stop: Event | None = None,
    ) -> None:
        self.tournament = tournament
        self.store = store
        self.key = key
        self.played = dict(played)
        self.watcher = watcher or Watcher()
        self.stop = stop or Event()
        self.trial = Trial(tournament) if tournament.sprt else None
        self.noticed: set[str] = set()
        self.failures: Counter[int] = Counter()

    def standings(self) -> Standings:
        """How things stand."""
        return Standings(self.tournament, self.played.values(), self.trial)

    @property
    def decided(self) -> bool:
        """Has a sequential test come to its end?"""
        return self.trial is not None and self.trial.advance(self.played) is not None

    @property
    def over(self) -> bool:
        """Is there no point in another game?"""
        return self.stop.is_set() or self.decided

    def play(self, executor: Open | None = None, workers: int | None = None) -> Standings:
        """Play what is left to be played."""
        workers = workers or default_workers()
        executor = executor or partial(threads, workers)
        self.watcher.began(self.key, self.standings())
        self.say(filter(None, (self.tournament.repetitive,)))
        losses = 0
        while not self.over:
            left = deque(f for f in self.tournament.fixtures() if f.number not in self.played)
            if not left:
                break
            before = len(self.played)
            try:
                with open_executor(executor) as (pool, processes):
                    self.hand_out(pool, processes, left, getattr(pool, "workers", workers))
            except BrokenExecutor as error:
                losses = losses + 1 if len(self.played) == before else 1
                if losses >= PATIENCE:
                    raise OutwitError(
                        f"The workers broke down {losses} times without ending a game; the same command "
                        "with --resume goes on."
                    ) from error
        return self.standings()

    def hand_out(self, pool: Executor, processes: Processes, left: deque[Fixture], workers: int) -> None:
        """Keep all workers busy, a game in reserve for each, and keep what they bring back.

        Threads of this process look after the run's own processes and can be heard.
        """
        here = isinstance(pool, ThreadPoolExecutor)
        under_way: dict[Future[tuple[Played, tuple[str, ...]]], Fixture] = {}
        try:
            while (left or under_way) and not self.over:
                while left and len(under_way) < 2 * workers:
                    fixture = left.popleft()
                    work = partial(processes.play, hear=partial(self.on_event, fixture)) if here else play
                    under_way[pool.submit(work, self.tournament, fixture)] = fixture
                done, _ = wait(under_way, LOOK, FIRST_COMPLETED)
                for future in done:
                    fixture = under_way.pop(future)
                    try:
                        played, notices = future.result()
                    except (OutwitError, BrokenExecutor):
                        raise
                    except Exception as error:  # whatever a worker's end raised; the game is played again
                        self.handle_loss(fixture, error)
                        left.appendleft(fixture)
                    else:
                        self.record_game(fixture, played, notices)
        finally:
            for future in under_way:
                future.cancel()

    def handle_loss(self, fixture: Fixture, error: Exception) -> None:
        """Put up with a game that came to nothing because its worker did; not for ever."""
        self.failures[fixture.number] += 1
        if self.failures[fixture.number] >= PATIENCE:
            raise OutwitError(
                f"Game {fixture.number + 1} was lost with its worker {PATIENCE} times, at last by {error!r}; "
                "the same command with --resume goes on."
            ) from error

    def record_game(self, fixture: Fixture, played: Played, notices: Sequence[str]) -> None:
        """Keep a game, then tell of it."""
        self.store.keep_game(self.key, played)
        self.played[played.number] = played
        self.say(notices)
        self.watcher.on_end(fixture, played, self.standings)

    def say(self, notices: Iterable[str]) -> None:
        """Tell what else there is to say, each thing once."""
        for notice in notices:
            if notice not in self.noticed:
                self.noticed.add(notice)
                self.watcher.on_notice(notice)

    def on_event(self, fixture: Fixture, event: dict[str, Any] | None) -> None:
        """Tell how a game goes."""
        if event is None:
            self.watcher.on_begin(fixture)
        else:
            self.watcher.on_step(fixture, event.get("step"), event["final"])


@contextmanager
def open_executor(executor: Open) -> Iterator[tuple[Executor, Processes]]:
    """An executor and processes for its threads; both are left at once, whatever is still under way."""
    pool, processes = executor(), Processes()
    try:
        yield pool, processes
    finally:
        pool.shutdown(wait=False)
        processes.close()
        if isinstance(pool, ThreadPoolExecutor):
            pool.shutdown()


def threads(workers: int) -> Executor:
    """So many threads, each of which looks after a process in which games are played."""
    return ThreadPoolExecutor(workers, thread_name_prefix="outwit game")


def default_workers() -> int:
    """As many as there are processors for this program."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1
