"""The sessions that this server has at hand, found by their names, and kept in step with the store."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from secrets import randbits
from typing import Any, TypeVar

from outwit.agents import agent_spec
from outwit.errors import OutwitError
from outwit.game import SIMULTANEOUS, Game
from outwit.games import game_spec
from outwit.play import Session
from outwit.protocols.budget import refuse_crowd
from outwit.random import WORD
from outwit.store import Kept, SessionStore, StoreError, UnusableStoreError
from outwit.web.limits import Grant, limit_to_json
from outwit.web.table import HUMAN, Table, memory_name
from outwit.web.workers import Job, Workers

log = logging.getLogger("outwit.web")

SEED_BITS = 63
"""How long a seed is: what is hidden follows from it, and nobody shall find it by trying them all."""

LONGEST_GAME = 4_000
"""How many characters a game's spec may have: that of a written tree is the tree."""

RESTING = 64
"""How many tables that nobody looks at are kept at hand."""

LOOK = 1.0
"""Seconds between two looks whether another server has changed a session that somebody looks at here."""

THREADS = 8
"""How many threads wait for the database, so that nobody else does."""

PATIENCE = 30.0
"""Seconds that a page waits for the database before it gives up."""

ENDING = "The server is ending; the game goes on when it is back."

Answer = TypeVar("Answer")


class SessionRegistry:
    """Every table, found by its name; those that nobody looks at rest in the store."""

    def __init__(
        self, store: SessionStore, workers: Workers, find: Callable[[str], Game], grant: Grant
    ) -> None:
        self.store = store
        self.workers = workers
        self.find = find
        self.grant = grant
        self.tables: dict[str, Table] = {}
        """Those at hand, the one opened last at the end."""
        self.threads = ThreadPoolExecutor(THREADS, "outwit store")

    async def run_in_store(self, work: Callable[..., Answer], *arguments: Any) -> Answer:
        """Do something with the store in a thread: it may be slow, or locked for seconds."""
        return await asyncio.get_running_loop().run_in_executor(self.threads, partial(work, *arguments))

    async def open(self, key: str) -> Table:
        """The table of that name as it is in the store, set up again if it rested."""
        table = self.tables.get(key)
        if table is not None:
            await self.look_again(table)
        else:
            kept = await self.run_in_store(self.find_kept, key)
            table = self.tables.get(key)  # somebody else may have opened it meanwhile
            if table is None:
                table = self.tables[key] = Table(self, kept)
                table.go_on()
        self.tables.pop(key, None)
        self.tables[key] = table
        self.rest(table)
        return table

    def find_kept(self, key: str) -> Kept:
        """A session as it is in the store; why one cannot be set up is not told where it may name a card."""
        games: list[Game] = []

        def find(spec: str) -> Game:
            games.append(self.find(spec))
            return games[-1]

        try:
            return self.store.find(key, find)
        except StoreError:
            raise
        except Exception as error:  # rules may raise anything
            if not any(game.hidden for game in games):
                raise
            log.warning("A session with hidden information cannot be set up again.", exc_info=error)
            raise OutwitError(
                "This game cannot be set up again; why is in the server's log, because it may tell what is "
                "hidden."
            ) from error

    async def look_again(self, table: Table) -> None:
        """Bring a table that is at hand up to date; one that is not in the store any more is let go."""
        try:
            await table.look()
        except UnusableStoreError:
            pass  # what is known can be looked at, and who changes something is told
        except StoreError:
            table.halt()
            self.tables.pop(table.key, None)
            raise

    async def follow(self) -> None:
        """See again and again what other servers have changed of the tables that somebody looks at here."""
        while True:
            await asyncio.sleep(LOOK)
            watched = {key: table for key, table in self.tables.items() if table.listeners}
            try:
                versions = await self.run_in_store(self.store.versions, list(watched)) if watched else {}
            except StoreError:
                continue  # whoever changes something is told
            for key, version in versions.items():
                if version > watched[key].kept.version:
                    await self.catch_up(watched[key])

    async def catch_up(self, table: Table) -> None:
        """Show what another server has made of a session, if that can be read."""
        try:
            await table.look()
        except Exception as error:  # one table must not keep the others from being looked after
            log.warning("A table could not be brought up to date.", exc_info=error)

    def close(self) -> None:
        """Break off whatever goes on; what has been confirmed is in the store."""
        for table in self.tables.values():
            table.halt()
            table.trouble = ENDING
            table.tell()
        self.threads.shutdown(wait=False, cancel_futures=True)

    def rest(self, opened: Table) -> None:
        """Put away tables at which nobody looks and where nothing goes on; all there is to them is stored."""
        idle = [key for key, table in self.tables.items() if table is not opened and table.idle]
        for key in idle[: max(0, len(self.tables) - RESTING)]:
            self.forget(self.tables.pop(key))

    def forget(self, table: Table) -> None:
        """Let go of what agents have kept at a table from move to move."""
        for player in range(table.game.players):
            self.workers.forget(memory_name(table.key, player))

    async def new(
        self,
        game: Game,
        players: Sequence[str],
        browser: str,
        start: str | None = None,
        seats: Sequence[str | None] | None = None,
    ) -> Table:
        """Set up a new table; without `seats`, whoever does takes the first seat that is a person's."""
        players = tuple(self.player(game, spec) for spec in players)
        if len(players) != game.players:
            raise OutwitError(
                f"{type(game).__name__} has {game.players} seats, and {len(players)} are filled."
            )
        return await self.begin(Session(game, players, start=start), browser, seats)

    async def begin(self, session: Session, browser: str, seats: Sequence[str | None] | None = None) -> Table:
        """Set up a table for a session that may have begun elsewhere; not if it has too many moves.

        What chance brings from here on is drawn anew: whoever brings a game along knows its seed.
        """
        refuse_crowd(session)
        refuse_long(session.game)
        session.seed = randbits(SEED_BITS)
        people = [player for player, spec in enumerate(session.players) if spec == HUMAN]
        if session.game.hidden and len(people) > 1 and (session.steps or session.start is not None):
            raise OutwitError(
                "A game with hidden information that has begun elsewhere is not played on between people: "
                "whoever brings it may know what is hidden."
            )
        if seats is None:
            seats = [browser if people[:1] == [player] else None for player in range(session.game.players)]
        key = await self.run_in_store(self.store.add, session, seats)
        table = self.tables[key] = Table(self, Kept(key, session, list(seats)))
        table.go_on()
        self.rest(table)
        return table

    def player(self, game: Game, spec: str) -> str:
        """A player's spec, if such a one can play the game here."""
        if spec != HUMAN:
            self.grant.agent(spec).require(game)
        return spec

    def ask(
        self,
        session: Session,
        spec: str,
        player: int | None,
        client: str,
        report: Callable[[], None] | None = None,
        memory: str | None = None,
    ) -> Job:
        """Ask an agent about a session's present position; in a session, it goes on from its last answer."""
        agent = self.grant.agent(spec)
        request = {
            "game": game_spec(session.game),
            "start": session.start,
            "moves": session.described(),
            "agent": agent_spec(agent),
            "limit": limit_to_json(self.grant.limit(agent)),
            "player": player if session.turn == SIMULTANEOUS else None,
            "seed": session.seed & WORD,
            "session": memory,
        }
        return self.workers.ask(request, client, report)


def refuse_long(game: Game) -> None:
    """Refuse a game that takes long to say: it would be read again by everybody who looks."""
    long = len(game_spec(game))
    if long > LONGEST_GAME:
        raise OutwitError(
            f"A game that is played here may have up to {LONGEST_GAME:,} characters, options and all, and "
            f"this has {long:,}; the tree lab takes longer ones."
        )
