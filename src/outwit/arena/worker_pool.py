"""A process in which games are played: ended when an agent loops, and replaced when it dies."""

from __future__ import annotations

import atexit
import signal
import threading
from collections.abc import Callable, Iterator
from concurrent.futures import CancelledError
from contextlib import contextmanager, suppress
from dataclasses import asdict, replace
from typing import Any

from outwit.arena.plan import Fixture, Tournament
from outwit.arena.played import Played
from outwit.arena.referee import Scoresheet
from outwit.errors import OutwitError
from outwit.processes import ClosedError, LateError, LineProcess

GRACE = 300.0
"""Seconds for what is no move: compiling, and the rules."""

TRIES = 3
"""How often a game is begun again whose process was killed from outside, before the agent is blamed."""

KILLED = -getattr(signal, "SIGKILL", 9)
"""How a process ends that somebody, or a machine short of memory, has killed."""


Hear = Callable[[dict[str, Any] | None], None]
"""Hears how a game goes: None when it begins, perhaps anew, then each event with a position as it happens."""


class LostError(Exception):
    """The process of a game has been killed from outside."""

    def __init__(self, sheet: Scoresheet) -> None:
        super().__init__()
        self.sheet = sheet


class Process:
    """A process that plays games, one after another."""

    def __init__(self) -> None:
        self.process = LineProcess("outwit.arena.worker_main")

    def play(
        self, tournament: Tournament, fixture: Fixture, hear: Hear | None = None
    ) -> tuple[Played, tuple[str, ...]]:
        """Play a game: what happened, and what else there was to say."""
        sheet = Scoresheet(fixture, tournament.names)
        notices: list[str] = []
        self.process.send({"tournament": tournament.to_json(), "fixture": asdict(fixture)})
        while True:
            patience = GRACE if sheet.asked is None or sheet.preparing else tournament.timeout
            try:
                event = self.process.receive(patience)
            except LateError:
                self.process.end()
                sheet.blame_current(f"did not answer within {patience:g} seconds.")
                break
            except ClosedError:
                status = self.process.exit_status()
                if status == KILLED:
                    raise LostError(sheet) from None
                sheet.blame_current(f"crashed: the process {ending(status)}.")
                break
            if "refused" in event:
                raise OutwitError(event["refused"])
            if "done" in event:
                break
            if "notice" in event:
                notices.append(event["notice"])
            else:
                sheet.take(event)
                if hear is not None and "final" in event:
                    hear(event)
        played = sheet.to_played()
        if not played.counts:  # broken rules may have left the process without memory to go on with
            self.process.end()
        return played, tuple(notices)


class Processes:
    """The processes of this one that play games: those at work, and those that wait for the next game."""

    def __init__(self) -> None:
        self.all: set[Process] = set()
        self.idle: list[Process] = []
        self.lock = threading.Lock()
        self.closed = False

    @contextmanager
    def borrow(self) -> Iterator[Process]:
        """A process for one game; it is kept for another if it outlives this one."""
        with self.lock:
            if self.closed:
                raise CancelledError
            process = self.idle.pop() if self.idle else Process()
            self.all.add(process)
        try:
            yield process
        finally:
            with self.lock:
                if process.process.alive and not self.closed:
                    self.idle.append(process)
                else:
                    self.all.discard(process)

    def close(self) -> None:
        """End all of them; games under way are broken off, and no other can begin."""
        with self.lock:
            self.closed = True
            for process in self.all:
                process.process.end()
            self.all.clear()
            self.idle.clear()

    def play(
        self, tournament: Tournament, fixture: Fixture, hear: Hear | None = None
    ) -> tuple[Played, tuple[str, ...]]:
        """Play a game of a tournament in one of them: what happened, and what else there was to say."""
        alone = replace(tournament, openings=(tournament.openings[fixture.opening],))
        for _ in range(TRIES):
            try:
                with self.borrow() as process:
                    if hear is not None:
                        hear(None)
                    return process.play(alone, replace(fixture, opening=0), hear)
            except LostError as lost:
                if self.closed:
                    raise CancelledError from None
                sheet = lost.sheet
        sheet.blame_current(f"crashed: the process was killed {TRIES} times, perhaps for want of memory.")
        return sheet.to_played(), ()


processes = Processes()
"""Those of games that were handed to this process by another."""

atexit.register(processes.close)


def play(tournament: Tournament, fixture: Fixture) -> tuple[Played, tuple[str, ...]]:
    """Play a game of a tournament in a process of its own: what happened, and what else there was to say.

    This is what an executor is given to do; it can be done anywhere where Outwit is installed.
    """
    return processes.play(tournament, fixture)


def ending(status: int) -> str:
    """How a process ended, in words.

    >>> ending(3), ending(-11)
    ('left with status 3', 'ended by SIGSEGV')
    """
    if status >= 0:
        return f"left with status {status}"
    with suppress(ValueError):
        return f"ended by {signal.Signals(-status).name}"
    return f"ended by signal {-status}"
