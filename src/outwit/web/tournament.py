"""A tournament that pages look at, and that may be played in this server.

It is played by a thread of its own, which hands its games to processes (`outwit.arena.run`); the event loop
never waits for it. What there is to see is drawn in a thread too, a few times a second, once for all pages.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable
from threading import Event, Lock, Thread, get_ident
from time import monotonic
from typing import Any

from outwit.arena.plan import Fixture, Tournament
from outwit.arena.played import Played
from outwit.arena.run import Run, Watcher, default_workers
from outwit.arena.standings import Standings
from outwit.errors import OutwitError
from outwit.game import Game
from outwit.store import StoreError, Tournaments
from outwit.web.limits import address
from outwit.web.tournament_html import Live, Scene, report_parts

log = logging.getLogger("outwit.web")

TICK = 0.25
"""Seconds between two looks at a tournament that is played here."""

POLL = 2.0
"""Seconds between two looks into the store, where a tournament may be played by somebody else."""

EASE = 10
"""Working out the standings may take one part in so many of the time."""

FEW = 4
"""After so many games it can be said how long the others will take."""


class WatchedTournament(Watcher):
    """A tournament in the store, played here or not; whatever changes, every page hears of it."""

    def __init__(
        self, store: Tournaments, find: Callable[[str], Game], key: str, tournament: Tournament
    ) -> None:
        self.store = store
        self.find = find
        self.key = key
        self.tournament = tournament
        self.fixtures = tournament.fixtures()
        self.played: dict[int, Played] = {}
        """The games that have been played, by number."""
        self.notices: list[str] = []
        """What there is to say that is not about one game."""
        self.trouble = ""
        """Why it was broken off."""
        self.slots: dict[int, Live] = {}
        """The game under way, or that was last, for each of those who play."""
        self.address = ""
        """Where in the network whoever has it played is."""
        self.begun_with = 0
        self.started = 0.0
        """When it was begun, or gone on with, here: on a clock that only goes forward."""
        self.scene = Scene()
        self.listeners: set[Callable[[], None]] = set()
        self.lock = Lock()
        """Held while games are noted: those who play and those who draw are different threads."""
        self.drawing = asyncio.Lock()
        self.following: asyncio.Task[None] | None = None
        self.thread: Thread | None = None
        self.halt = Event()
        self.not_before = 0.0
        """When the standings may be drawn again."""

    # What goes on

    @property
    def running(self) -> bool:
        """Is it played here and now?"""
        return self.thread is not None and self.thread.is_alive()

    @property
    def finished(self) -> bool:
        """Is there nothing left to play?"""
        return self.scene.standings is not None and self.scene.standings.finished

    @property
    def seconds_left(self) -> float | None:
        """How many seconds the rest will take, if as much as the games so far; None while nobody knows."""
        ended = len(self.played) - self.begun_with
        if not self.running or ended < FEW:
            return None
        return (monotonic() - self.started) / ended * (len(self.fixtures) - len(self.played))

    def play(self, workers: int | None) -> None:
        """Play what is left, in a thread, until it is done or stopped."""
        self.halt.clear()
        self.trouble = ""
        self.slots.clear()
        self.begun_with, self.started = len(self.played), monotonic()
        self.address = address.get()
        most = default_workers()
        run = Run(self.tournament, self.store, self.key, self.played, self, self.halt)

        def work() -> None:
            try:
                run.play(workers=min(workers or most, most))
            except OutwitError as error:
                self.trouble = str(error)
            except Exception as error:  # at the end of a thread: the page tells what nobody else would hear
                log.exception("A tournament broke down.")
                self.trouble = f"The tournament broke down: {type(error).__name__}: {error}."

        self.thread = Thread(target=work, name="outwit tournament", daemon=True)
        self.thread.start()
        self.follow()

    def stop(self) -> None:
        """Break off: what has been played is kept, and it can be gone on with."""
        if not self.running:
            raise OutwitError("This tournament is not being played here.")
        self.halt.set()

    # What is heard, by the threads that play

    def on_end(self, fixture: Fixture, played: Played, standings: Callable[[], Standings]) -> None:
        with self.lock:
            self.played[played.number] = played
            for live in self.slots.values():
                live.over |= live.fixture.number == played.number

    def on_notice(self, notice: str) -> None:
        if notice not in self.notices:
            self.notices.append(notice)

    def on_begin(self, fixture: Fixture) -> None:
        live = Live(self.tournament, fixture, self.find)
        with self.lock:
            self.slots[get_ident()] = live

    def on_step(self, fixture: Fixture, step: dict[str, Any] | None, position: str) -> None:
        if step is not None:
            self.slots[get_ident()].notes.append(step)

    # What is seen

    def games(self) -> dict[int, Played]:
        """The games that have been played by now."""
        with self.lock:
            return dict(self.played)

    def listen(self, listener: Callable[[], None]) -> None:
        """Call this whenever there is something new to see."""
        self.listeners.add(listener)
        self.follow()

    def tell(self) -> None:
        """Let every page know."""
        for listener in list(self.listeners):
            listener()

    def follow(self) -> None:
        """Look again and again, as long as anything can change."""
        if self.following is None or self.following.done():
            self.following = asyncio.create_task(self.follow_run())

    async def follow_run(self) -> None:
        """See what changes, and tell the pages."""
        while self.running or (self.listeners and not self.finished):
            playing = self.running
            await asyncio.sleep(TICK if playing else POLL)
            if self.listeners:
                try:
                    if not playing:
                        await self.read()
                    await self.look()
                except StoreError as error:
                    self.trouble = str(error)
                    self.tell()
                    return
                self.tell()

    async def read(self) -> None:
        """See in the store whether somebody else has played on."""
        if await asyncio.to_thread(self.store.many, self.key) == len(self.played):
            return
        played = (await asyncio.to_thread(self.store.find, self.key))[1]
        if not self.running:  # it may have been gone on with meanwhile
            self.played = played

    async def look(self) -> None:
        """Draw how it stands now."""
        async with self.drawing:
            self.scene = await asyncio.to_thread(self.draw)

    def draw(self) -> Scene:
        """How it stands now: the standings, where they have changed and there was time, and the boards."""
        played = self.games()
        with self.lock:
            slots = list(self.slots.values())
        running = self.running
        boards = tuple(live.board() for live in slots) if running else ()
        before = self.scene
        fresh = before.standings is None or before.count != len(played)
        if not fresh or (running and monotonic() < self.not_before):
            return Scene(before.standings, before.parts, boards, before.count)
        started = monotonic()
        standings = Standings(self.tournament, played.values())
        parts = report_parts(standings)
        self.not_before = monotonic() + EASE * (monotonic() - started)
        return Scene(standings, parts, boards, len(played))
