"""Tournaments, kept game by game."""

from __future__ import annotations

import json
import secrets
import time
from dataclasses import dataclass

from sqlalchemy import (
    Column,
    Float,
    ForeignKey,
    Integer,
    RowMapping,
    String,
    Table,
    Text,
    delete,
    func,
    insert,
    select,
)
from sqlalchemy.exc import IntegrityError

from outwit.arena.plan import Tournament
from outwit.arena.played import Played
from outwit.errors import OutwitError
from outwit.store.database import Database, StoreError, metadata, refuse_damaged

tournaments = Table(
    "tournaments",
    metadata,
    Column("id", String(32), primary_key=True),
    Column("digest", String(64), nullable=False, index=True),
    Column("plan", Text, nullable=False),
    Column("created", Float, nullable=False, index=True),
)
games = Table(
    "tournament_games",
    metadata,
    Column("tournament", ForeignKey("tournaments.id", ondelete="CASCADE"), primary_key=True),
    Column("number", Integer, primary_key=True),
    Column("game", Text, nullable=False),
    Column("ended", Float, nullable=False),
)


@dataclass(frozen=True)
class Entry:
    """A tournament in a list."""

    id: str
    tournament: Tournament
    played: int
    """How many of its games have been played."""
    created: float
    """When it was begun, in seconds since 1970."""
    changed: float
    """When its last game ended."""


class Tournaments(Database):
    """The tournaments in a database. A game is there when `ended` returns, whatever happens next.

    >>> from outwit.arena.plan import Opening
    >>> store = Tournaments("sqlite://")
    >>> key = store.begin(Tournament("nim", ("random:seed=1", "alphabeta"), 2, (Opening(),)))
    >>> store.find(key)[1]
    {}
    """

    def begin(self, tournament: Tournament) -> str:
        """Keep the plan of a tournament; returns the name by which it is found again."""
        key = secrets.token_hex(4)
        row = {
            "id": key,
            "digest": tournament.digest,
            "plan": json.dumps(tournament.to_json()),
            "created": time.time(),
        }
        with self.engine.begin() as database:
            database.execute(insert(tournaments).values(row))
        return key

    def find_last(self, tournament: Tournament) -> str | None:
        """The last tournament with this very plan."""
        query = (
            select(tournaments.c.id)
            .where(tournaments.c.digest == tournament.digest)
            .order_by(tournaments.c.created.desc())
        )
        with self.engine.connect() as database:
            return database.execute(query).scalar()

    def holds(self, key: str) -> bool:
        """Is there a tournament of this name?"""
        with self.engine.connect() as database:
            known = select(tournaments.c.id).where(tournaments.c.id == key)
            return database.execute(known).scalar() is not None

    def keep_game(self, key: str, played: Played) -> None:
        """Keep a game that has been played; one that is kept already stays as it is."""
        row = {
            "tournament": key,
            "number": played.number,
            "game": json.dumps(played.to_json()),
            "ended": time.time(),
        }
        try:
            with self.engine.begin() as database:
                database.execute(insert(games).values(row))
        except IntegrityError:
            kept = select(games.c.number).where(games.c.tournament == key, games.c.number == played.number)
            with self.engine.connect() as database:
                if database.execute(kept).scalar() is None:
                    raise StoreError(
                        f"There is no tournament {key!r} any more; it may have been deleted."
                    ) from None

    def find(self, key: str) -> tuple[Tournament, dict[int, Played]]:
        """A tournament and the games of it that have been played, by number."""
        with self.engine.connect() as database:
            plan = database.execute(select(tournaments.c.plan).where(tournaments.c.id == key)).scalar()
            query = select(games.c.game).where(games.c.tournament == key).order_by(games.c.number)
            kept = database.execute(query).scalars().all()
        if plan is None:
            raise missing_error(key)
        with refuse_damaged("tournament", key):
            found = [Played.from_json(json.loads(text)) for text in kept]
            return Tournament.from_json(json.loads(plan)), {game.number: game for game in found}

    def game(self, key: str, number: int) -> tuple[Tournament, Played]:
        """A tournament and one of its games, by its number from 0."""
        plan = select(tournaments.c.plan).where(tournaments.c.id == key)
        kept = select(games.c.game).where(games.c.tournament == key, games.c.number == number)
        with self.engine.connect() as database:
            found, game = database.execute(plan).scalar(), database.execute(kept).scalar()
        if found is None:
            raise missing_error(key)
        if game is None:
            raise StoreError(f"Game {number + 1} of tournament {key} has not been played.")
        with refuse_damaged("tournament", key):
            return Tournament.from_json(json.loads(found)), Played.from_json(json.loads(game))

    def many(self, key: str) -> int:
        """How many games of a tournament have been played."""
        query = select(func.count()).where(games.c.tournament == key)
        with self.engine.connect() as database:
            return database.execute(query).scalar_one()

    def entries(self, many: int | None = None) -> list[Entry]:
        """All tournaments that can be read, or no more than so many, the last begun first."""
        return self.list_entries(many)[0]

    def list_entries(self, many: int | None = None) -> tuple[list[Entry], list[str]]:
        """The entries, and a sentence for each tournament that would be among them and is damaged."""
        of_this = games.c.tournament == tournaments.c.id
        played = select(func.count()).where(of_this).scalar_subquery()
        last = select(func.max(games.c.ended)).where(of_this).scalar_subquery()
        query = (
            select(tournaments, played.label("played"), last.label("last"))
            .order_by(tournaments.c.created.desc())
            .limit(many)
        )
        with self.engine.connect() as database:
            rows = database.execute(query).mappings().all()
        found, damaged = list[Entry](), list[str]()
        for row in rows:
            try:
                found.append(self.entry(row))
            except OutwitError as error:
                damaged.append(str(error))
        return found, damaged

    def entry(self, row: RowMapping) -> Entry:
        """A row as it is listed."""
        with refuse_damaged("tournament", row["id"]):
            plan = Tournament.from_json(json.loads(row["plan"]))
            return Entry(row["id"], plan, row["played"], row["created"], row["last"] or row["created"])

    def remove(self, key: str) -> None:
        """Forget a tournament and its games."""
        with self.engine.begin() as database:
            database.execute(delete(games).where(games.c.tournament == key))
            if not database.execute(delete(tournaments).where(tournaments.c.id == key)).rowcount:
                raise missing_error(key)


def missing_error(key: str) -> StoreError:
    """The answer to a name that no tournament has."""
    return StoreError(f"There is no tournament {key!r}; outwit store list shows those there are.")
