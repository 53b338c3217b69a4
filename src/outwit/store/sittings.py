"""Sittings, kept step by step."""

from __future__ import annotations

import json
import secrets
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

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
    update,
)

from outwit.game import Game
from outwit.games import find_game, spell_game
from outwit.play.saved import FORMAT, VERSION, from_json, noted
from outwit.play.sitting import Sitting
from outwit.store.database import Database, StoreError, metadata, reading

sittings = Table(
    "sittings",
    metadata,
    Column("id", String(32), primary_key=True),
    Column("game", Text, nullable=False),
    Column("players", Text, nullable=False),
    Column("seats", Text, nullable=False),
    Column("seed", String(32), nullable=False),
    Column("start", Text),
    Column("resigned", Integer),
    Column("result", Text),
    Column("created", Float, nullable=False),
    Column("changed", Float, nullable=False, index=True),
)
steps = Table(
    "steps",
    metadata,
    Column("sitting", ForeignKey("sittings.id", ondelete="CASCADE"), primary_key=True),
    Column("number", Integer, primary_key=True),
    Column("note", Text, nullable=False),
)

secrets_kept = Table(
    "secrets", metadata, Column("name", String(32), primary_key=True), Column("secret", Text, nullable=False)
)


@dataclass(frozen=True)
class Kept:
    """A sitting as it was kept."""

    id: str
    sitting: Sitting
    seats: tuple[str | None, ...]
    """Whose each seat is: the name of a browser, or None where it is free."""
    resigned: int | None
    """The player who gave the game up."""


@dataclass(frozen=True)
class Summary:
    """A sitting in a list."""

    id: str
    game: str
    players: tuple[str, ...]
    steps: int
    result: tuple[float, ...] | None
    resigned: int | None
    changed: float
    """When something last happened, in seconds since 1970."""


class Sittings(Database):
    """The sittings in a database. Every change is there when the method returns, whatever happens next.

    >>> from outwit.games import find_game
    >>> store = Sittings("sqlite://")
    >>> sitting = Sitting(find_game("nim"), ("human", "random"))
    >>> key = store.add(sitting)
    >>> sitting.read("3")
    >>> store.played(key, sitting)
    >>> store.find(key).sitting.described()
    ['3']
    """

    def add(self, sitting: Sitting, seats: Sequence[str | None] = ()) -> str:
        """Keep a new sitting; returns the name by which it is found again, too long to be guessed."""
        key = secrets.token_hex(12)  # no dash in front, which a command line would take for an option
        row = {
            "id": key,
            "game": spell_game(sitting.game),
            "players": json.dumps(list(sitting.players)),
            "seats": json.dumps(list(seats) or [None] * sitting.game.players),
            "seed": str(sitting.seed),
            "start": sitting.start,
            "result": outcome(sitting),
            "created": time.time(),
            "changed": time.time(),
        }
        texts = zip(sitting.steps, sitting.described(), strict=True)
        notes = [
            {"sitting": key, "number": number, "note": json.dumps(noted(step, text))}
            for number, (step, text) in enumerate(texts)
        ]
        with self.engine.begin() as database:
            database.execute(insert(sittings).values(row))
            if notes:
                database.execute(insert(steps), notes)
        return key

    def played(self, key: str, sitting: Sitting) -> None:
        """Keep the last step of a sitting, in place of whatever was kept from there on."""
        number = len(sitting.steps) - 1
        step = sitting.steps[number]
        note = noted(step, sitting.describe(sitting.states[number], step))
        with self.engine.begin() as database:
            database.execute(delete(steps).where(steps.c.sitting == key, steps.c.number >= number))
            database.execute(insert(steps).values(sitting=key, number=number, note=json.dumps(note)))
            database.execute(changed(key).values(result=outcome(sitting), resigned=None))

    def taken_back(self, key: str, number: int) -> None:
        """Keep only the first steps, so many."""
        with self.engine.begin() as database:
            database.execute(delete(steps).where(steps.c.sitting == key, steps.c.number >= number))
            database.execute(changed(key).values(result=None, resigned=None))

    def seated(self, key: str, players: Sequence[str], seats: Sequence[str | None]) -> None:
        """Keep who sits where from now on."""
        with self.engine.begin() as database:
            database.execute(
                changed(key).values(players=json.dumps(list(players)), seats=json.dumps(list(seats)))
            )

    def resigned(self, key: str, player: int) -> None:
        """Keep that a player has given up."""
        with self.engine.begin() as database:
            database.execute(changed(key).values(resigned=player))

    def find(self, key: str, game: Callable[[str], Game] = find_game) -> Kept:
        """A sitting as it was kept; `game` finds the game by its spelling, or refuses to."""
        with self.engine.connect() as database:
            row = database.execute(select(sittings).where(sittings.c.id == key)).mappings().first()
            notes = database.execute(
                select(steps.c.note).where(steps.c.sitting == key).order_by(steps.c.number)
            ).scalars()
            kept = notes.all()
        if row is None:
            raise StoreError("There is no such sitting; it may have been deleted.")
        with reading("sitting", key):
            data: dict[str, Any] = {
                "format": FORMAT,
                "version": VERSION,
                "game": row["game"],
                "players": json.loads(row["players"]),
                "seed": int(row["seed"]),
                "start": row["start"],
                "steps": [json.loads(note) for note in kept],
            }
            seats = tuple(json.loads(row["seats"]))
        return Kept(key, from_json(data, game), seats, row["resigned"])

    def recent(self, many: int = 20) -> list[Summary]:
        """The sittings in which something happened last."""
        count = select(func.count()).where(steps.c.sitting == sittings.c.id).scalar_subquery()
        query = select(sittings, count.label("steps")).order_by(sittings.c.changed.desc()).limit(many)
        with self.engine.connect() as database:
            rows = database.execute(query).mappings().all()
        return [self.summary(row) for row in rows]

    def summary(self, row: RowMapping) -> Summary:
        """A row as it is listed."""
        with reading("sitting", row["id"]):
            return Summary(
                row["id"],
                row["game"],
                tuple(json.loads(row["players"])),
                row["steps"],
                None if row["result"] is None else tuple(json.loads(row["result"])),
                row["resigned"],
                row["changed"],
            )

    def holds(self, key: str) -> bool:
        """Is there a sitting of this name?"""
        with self.engine.connect() as database:
            known = select(sittings.c.id).where(sittings.c.id == key)
            return database.execute(known).scalar() is not None

    def secret(self, name: str, make: Callable[[], str]) -> str:
        """Something that nobody else knows, made once and the same ever after."""
        known = select(secrets_kept.c.secret).where(secrets_kept.c.name == name)
        with self.engine.begin() as database:
            found = database.execute(known).scalar()
            if found is None:
                found = make()
                database.execute(insert(secrets_kept).values(name=name, secret=found))
        return str(found)

    def remove(self, key: str) -> None:
        """Forget a sitting."""
        with self.engine.begin() as database:
            database.execute(delete(steps).where(steps.c.sitting == key))
            database.execute(delete(sittings).where(sittings.c.id == key))


def changed(key: str) -> Any:
    """A change of a sitting, dated now."""
    return update(sittings).where(sittings.c.id == key).values(changed=time.time())


def outcome(sitting: Sitting) -> str | None:
    """A sitting's result as it is kept."""
    return None if sitting.result is None else json.dumps(list(sitting.result))
