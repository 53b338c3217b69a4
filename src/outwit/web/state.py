"""What pages and programs share: the games that may be played here, the store, the tables, the searches."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import Any

from outwit.agents import agent_spec
from outwit.decision import Agent, Limit
from outwit.errors import OutwitError
from outwit.game import Game
from outwit.games import game_loaders, is_built_in
from outwit.isolated import IsolatedGames
from outwit.protocols.requests import admit_game, check_allowed
from outwit.store import SessionStore, Tournaments
from outwit.web.limits import Grant, limit_to_json
from outwit.web.read_limiter import Readings
from outwit.web.sessions import SessionRegistry
from outwit.web.tournaments import TournamentRegistry
from outwit.web.workers import Job, Workers


class AppState:
    """One server's things."""

    def __init__(
        self, store: SessionStore, also: Sequence[str] = (), workers: int = 2, grant: Grant | None = None
    ) -> None:
        self.store = store
        self.also = tuple(also)
        """Games in files, as they were named on the command line: no others are loaded."""
        self.grant = grant or Grant()
        self.isolated = IsolatedGames()
        """The games that are not built in: their rules run in worker processes."""
        self.workers = Workers(workers, self.also)
        """Searches for those who play."""
        self.study = Workers(workers, self.also)
        """Searches for those who study a position or a game: nobody's turn waits for them."""
        self.readings = Readings()
        """Positions that pages read."""
        self.registry = SessionRegistry(store, self.workers, self.find, self.grant)
        self.tournaments = TournamentRegistry(Tournaments(store.url), self.find, self.grant)
        """The tournaments of the arena, in the same database."""

    def find(self, spec: str) -> Game:
        """The game of a spec, if it may be played here."""
        spelled = check_allowed(spec, self.also)
        if is_built_in(spelled):
            return admit_game(spelled, self.also)
        return self.isolated.find(spelled, files=spelled in self.also)

    async def load(self) -> None:
        """Load the games of the command line, so that nobody's page has to wait for it."""
        found = (asyncio.to_thread(self.find, each) for each in self.also)
        await asyncio.gather(*found, return_exceptions=True)

    def ask(
        self,
        doing: str,
        request: dict[str, Any],
        agent: Agent,
        limit: Limit,
        client: str,
        report: Callable[[], None] | None = None,
        study: bool = True,
        timed: bool = True,
    ) -> Job:
        """Ask for what a search can find out (`decide`, `tree`, `explain`, `review`), within what is granted.

        What is no `study` goes before, to the workers of those who play. A review's limit is for each
        position. A search that is to be the one of the book, not `timed`, is stopped when its time is up but
        does not know of a clock; trees are. Without any limit, a tree stays small.
        """
        own = agent.limit()
        granted = self.grant.limit(agent, limit)
        sent = granted
        if (doing == "tree" or not timed) and own.override(limit).seconds is None:
            sent = replace(granted, seconds=None) if limit or own else Limit()
        seconds = sent.seconds or self.grant.seconds
        if doing == "review":
            seconds *= 2 * (len(request.get("moves", ())) + 1)
        elif doing == "explain":
            seconds *= 5
        told = {**request, "do": doing, "agent": agent_spec(agent), "limit": limit_to_json(sent)}
        job = (self.study if study else self.workers).ask(told, client, report, seconds)
        if sent.seconds is None:
            asyncio.get_running_loop().call_later(seconds, job.stop)
        return job

    async def close(self) -> None:
        """Break off everything that goes on; what has been confirmed is in the store."""
        self.tournaments.stop()
        self.registry.close()
        await self.workers.close()
        await self.study.close()

    def games(self) -> dict[str, Game]:
        """The games in the gallery: those of the command line first."""
        found = {}
        for name in (*self.also, *game_loaders()):
            try:
                found[name] = self.find(name)
            except OutwitError:
                continue
        return found

    def game_text(self, spec: str, say: Callable[[Game], str]) -> str:
        """What can be said of a game, or nothing if it is not here any more."""
        try:
            return say(self.find(spec))
        except OutwitError:
            return ""
