"""The tournaments that are looked at or played in this server, shared by all pages and programs."""

from __future__ import annotations

import asyncio
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from time import monotonic

from outwit.agents import find_agent
from outwit.arena.plan import Tournament
from outwit.arena.standings import Line, Standings
from outwit.errors import OutwitError
from outwit.game import Game
from outwit.store import Tournaments
from outwit.store.tournaments import Entry
from outwit.web.limits import Grant, address
from outwit.web.tournament import EASE, WatchedTournament
from outwit.web.tournament_request import Challenge
from outwit.web.workers import BusyError

MOST_AT_ONCE, MOST_AN_ADDRESS = 3, 2
"""How many tournaments are played at the same time, and how many of one address, so that another can play."""

SOONEST, UNKNOWN, LATEST = 1.0, 60.0, 3600.0
"""Seconds after which somebody is asked to come back: the least, if nobody knows, and the most."""

RESTING = 8
"""How many tournaments that nobody looks at are kept at hand."""

PATIENCE = 10.0
"""Seconds to wait for a tournament to end when the server does."""


@dataclass(frozen=True)
class Brief:
    """A tournament in a list: how it stands, as of when."""

    played: int
    lines: tuple[Line, ...]
    """What the two best have done."""
    finished: bool
    again: float
    """When it may be worked out anew."""


class TournamentRegistry:
    """Every tournament that somebody looks at or that is played here, found by its name in the store."""

    def __init__(self, store: Tournaments, find: Callable[[str], Game], grant: Grant) -> None:
        self.store = store
        self.find = find
        self.grant = grant
        self.at_hand: dict[str, WatchedTournament] = {}
        self.planning: Counter[str] = Counter()
        """How many tournaments are about to be played, by the address that asked for them."""
        self.briefs: dict[str, Brief] = {}

    def brief(self, entry: Entry) -> Brief:
        """How a tournament of the list stands; it takes long where there are many games, so not too often."""
        known = self.briefs.get(entry.id)
        if known is None or (known.played != entry.played and monotonic() >= known.again):
            started = monotonic()
            standings = Standings(entry.tournament, self.store.find(entry.id)[1].values())
            again = monotonic() + EASE * (monotonic() - started)
            known = Brief(entry.played, tuple(standings.lines[:2]), standings.finished, again)
            self.briefs[entry.id] = known
        return known

    async def open(self, key: str) -> WatchedTournament:
        """The tournament of that name, as it stands now."""
        watched = self.at_hand.get(key)
        if watched is None:
            tournament, played = await asyncio.to_thread(self.store.find, key)
            watched = self.at_hand.setdefault(key, WatchedTournament(self.store, self.find, key, tournament))
            if not watched.running:
                watched.played = played
        elif not watched.running:
            if not await asyncio.to_thread(self.store.holds, key):
                del self.at_hand[key]
                return await self.open(key)
            await watched.read()
        await watched.look()
        self.rest()
        return watched

    def rest(self) -> None:
        """Let go of tournaments that nobody looks at and that are not played."""
        idle = [key for key, each in self.at_hand.items() if not each.listeners and not each.running]
        for key in idle[: max(0, len(self.at_hand) - RESTING)]:
            del self.at_hand[key]

    def is_running(self, key: str) -> bool:
        """Is this tournament played here and now?"""
        return key in self.at_hand and self.at_hand[key].running

    async def begin(self, challenge: Challenge) -> WatchedTournament:
        """Plan a tournament and play it."""
        with self.place():
            tournament = await asyncio.to_thread(challenge.plan, self.find, self.grant)
            key = await asyncio.to_thread(self.store.begin, tournament)
            watched = self.at_hand[key] = WatchedTournament(self.store, self.find, key, tournament)
            watched.play(challenge.workers)
        await watched.look()
        return watched

    async def go_on(self, key: str, workers: int | None = None) -> WatchedTournament:
        """Play what is left of a tournament."""
        watched = await self.open(key)
        if watched.running:
            return watched
        if watched.finished:
            raise OutwitError("There is nothing left to play of this tournament.")
        with self.place():
            await asyncio.to_thread(self.admit, watched.tournament)
            if not watched.running:
                watched.play(workers)
        return watched

    def admit(self, tournament: Tournament) -> None:
        """Refuse a tournament whose game or agents may not be played here, such as those in files."""
        try:
            self.find(tournament.game)
            for spec in tournament.agents:
                if self.grant.agent(spec) != find_agent(spec, files=False):
                    raise OutwitError(f"{spec} asks for more than is granted here.")
        except OutwitError as error:
            raise OutwitError(
                f"Only the command line, with --resume, can go on with this: {error}"
            ) from error

    @contextmanager
    def place(self) -> Iterator[None]:
        """A place for another tournament to be played; refused where there is none."""
        running, here = [each for each in self.at_hand.values() if each.running], address.get()
        own = [each for each in running if each.address == here]
        if len(own) + self.planning[here] >= MOST_AN_ADDRESS:
            raise self.busy(f"{MOST_AN_ADDRESS} tournaments of yours are being played here already", own)
        if len(running) + self.planning.total() >= MOST_AT_ONCE:
            raise self.busy(f"{MOST_AT_ONCE} tournaments are being played here already", running)
        self.planning[here] += 1
        try:
            yield
        finally:
            self.planning[here] -= 1
            self.planning += Counter()  # which drops those that have none

    def busy(self, said: str, running: Sequence[WatchedTournament]) -> BusyError:
        """The answer to a tournament that there is no place for until one of these has ended."""
        rests = [UNKNOWN if each.seconds_left is None else each.seconds_left for each in running]
        after = min(LATEST, max(SOONEST, min(rests, default=SOONEST)))
        return BusyError(f"{said}; stop one, or wait for its end.", after)

    def stop(self) -> None:
        """Break off all that are played, without waiting for their end."""
        for each in self.at_hand.values():
            each.halt.set()

    async def close(self) -> None:
        """End everything; what has been played is in the store."""
        self.stop()
        for each in self.at_hand.values():
            if each.following is not None:
                each.following.cancel()
            if each.thread is not None:
                await asyncio.to_thread(each.thread.join, PATIENCE)
