"""Sessions, kept step by step."""

from __future__ import annotations

import json
import secrets
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace
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
from sqlalchemy.exc import IntegrityError

from outwit.game import Game, Move, read_move
from outwit.games import find_game, game_spec
from outwit.play.consent import Proposal
from outwit.play.saved import FORMAT, VERSION, from_json, replay, step_data
from outwit.play.session import Session, Step
from outwit.store.database import Database, StaleError, StoreError, metadata, refuse_damaged

sessions = Table(
    "sessions",
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
    Column("version", Integer, nullable=False, server_default="0"),
    Column("pending", Text),
)
steps = Table(
    "steps",
    metadata,
    Column("session", ForeignKey("sessions.id", ondelete="CASCADE"), primary_key=True),
    Column("number", Integer, primary_key=True),
    Column("note", Text, nullable=False),
)

secrets_kept = Table(
    "secrets", metadata, Column("name", String(32), primary_key=True), Column("secret", Text, nullable=False)
)


GONE = "There is no such session; it may have been deleted."
STALE = "Something else has happened in this game meanwhile; it is shown as it stands now."


@dataclass
class Kept:
    """A session as it was kept: all there is to know of it."""

    id: str
    session: Session
    seats: list[str | None]
    """Whose each seat is: the name of a browser, or None where it is free."""
    resigned: int | None = None
    """The player who gave the game up."""
    choices: dict[int, Move] = field(default_factory=dict)
    """What players have chosen already, where all choose at once."""
    undone: list[Step] = field(default_factory=list)
    """What was taken back, the last first."""
    proposal: Proposal | None = None
    """What somebody asks the other players to agree to."""
    following: str | None = None
    """The name of the session to which everybody has been taken for a new game."""
    version: int = 0
    """How many times it has been changed."""

    def copy(self) -> Kept:
        """The same, to be changed apart from this one."""
        return replace(
            self,
            session=self.session.copy(),
            seats=list(self.seats),
            choices=dict(self.choices),
            undone=list(self.undone),
        )


@dataclass(frozen=True)
class Summary:
    """A session in a list."""

    id: str
    game: str
    players: tuple[str, ...]
    steps: int
    result: tuple[float, ...] | None
    resigned: int | None
    changed: float
    """When something last happened, in seconds since 1970."""


class SessionStore(Database):
    """The sessions in a database. Every change is there when the method returns, whatever happens next.

    >>> from outwit.games import find_game
    >>> store = SessionStore("sqlite://")
    >>> session = Session(find_game("nim"), ("human", "random"))
    >>> key = store.add(session)
    >>> before = store.find(key)
    >>> after = before.copy()
    >>> after.session.read("3")
    >>> store.change(before, after).version
    1
    >>> store.find(key).session.described()
    ['3']
    """

    def add(self, session: Session, seats: Sequence[str | None] = ()) -> str:
        """Keep a new session; returns the name by which it is found again, too long to be guessed."""
        key = secrets.token_hex(12)  # no dash in front, which a command line would take for an option
        row = {
            "id": key,
            "game": game_spec(session.game),
            "players": json.dumps(list(session.players)),
            "seats": json.dumps(list(seats) or [None] * session.game.players),
            "seed": str(session.seed),
            "start": session.start,
            "result": outcome(session),
            "created": time.time(),
            "changed": time.time(),
        }
        new = notes(Kept(key, session, []))
        with self.engine.begin() as database:
            database.execute(insert(sessions).values(row))
            if new:
                database.execute(insert(steps), new)
        return key

    def change(self, before: Kept, after: Kept) -> Kept:
        """Keep what a session has become, all of it or nothing; returns that with its new version.

        Refused if what is kept is not any more what it was before.
        """
        number = common_steps(before.session.steps, after.session.steps)
        new = notes(after, number)
        row = {
            "players": json.dumps(list(after.session.players)),
            "seats": json.dumps(after.seats),
            "resigned": after.resigned,
            "result": outcome(after.session),
            "pending": pending_json(after),
            "changed": time.time(),
            "version": before.version + 1,
        }
        known = (sessions.c.id == before.id) & (sessions.c.version == before.version)
        gone = (steps.c.session == before.id) & (steps.c.number >= number)
        with self.engine.begin() as database:
            if not database.execute(update(sessions).where(known).values(row)).rowcount:
                there = database.execute(select(sessions.c.id).where(sessions.c.id == before.id)).scalar()
                raise StoreError(GONE) if there is None else StaleError(STALE)
            if number < len(before.session.steps):
                database.execute(delete(steps).where(gone))
            if new:
                database.execute(insert(steps), new)
        return replace(after, version=before.version + 1)

    def versions(self, keys: Sequence[str]) -> dict[str, int]:
        """How many times each of these sessions has been changed, of those that there are."""
        query = select(sessions.c.id, sessions.c.version).where(sessions.c.id.in_(keys))
        with self.engine.connect() as database:
            return {row.id: row.version for row in database.execute(query)}

    def find(self, key: str, game: Callable[[str], Game] = find_game) -> Kept:
        """A session as it was kept; `game` finds the game by its spec, or refuses to."""
        query = select(sessions, steps.c.note).outerjoin(steps).where(sessions.c.id == key)
        with self.engine.connect() as database:  # one query, so that row and steps are of one moment
            rows = database.execute(query.order_by(steps.c.number)).mappings().all()
        if not rows:
            raise StoreError(GONE)
        row = rows[0]
        with refuse_damaged("session", key):
            data: dict[str, Any] = {
                "format": FORMAT,
                "version": VERSION,
                "game": row["game"],
                "players": json.loads(row["players"]),
                "seed": int(row["seed"]),
                "start": row["start"],
                "steps": [json.loads(each["note"]) for each in rows if each["note"] is not None],
            }
            seats = list(json.loads(row["seats"]))
        found = Kept(key, from_json(data, game), seats, row["resigned"], version=row["version"])
        if row["pending"] is not None:
            with refuse_damaged("session", key):
                add_pending(found, json.loads(row["pending"]))
        return found

    def recent(self, many: int = 20) -> list[Summary]:
        """The sessions in which something happened last."""
        count = select(func.count()).where(steps.c.session == sessions.c.id).scalar_subquery()
        query = select(sessions, count.label("steps")).order_by(sessions.c.changed.desc()).limit(many)
        with self.engine.connect() as database:
            rows = database.execute(query).mappings().all()
        return [self.summary(row) for row in rows]

    def summary(self, row: RowMapping) -> Summary:
        """A row as it is listed."""
        with refuse_damaged("session", row["id"]):
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
        """Is there a session of this name?"""
        with self.engine.connect() as database:
            known = select(sessions.c.id).where(sessions.c.id == key)
            return database.execute(known).scalar() is not None

    def secret(self, name: str, make: Callable[[], str]) -> str:
        """Something that nobody else knows, made once and the same ever after."""
        known = select(secrets_kept.c.secret).where(secrets_kept.c.name == name)
        try:
            with self.engine.begin() as database:
                if database.execute(known).scalar() is None:
                    database.execute(insert(secrets_kept).values(name=name, secret=make()))
        except IntegrityError:
            pass  # another server has made it at the same moment
        with self.engine.connect() as database:
            return str(database.execute(known).scalar_one())

    def remove(self, key: str) -> None:
        """Forget a session."""
        with self.engine.begin() as database:
            database.execute(delete(steps).where(steps.c.session == key))
            database.execute(delete(sessions).where(sessions.c.id == key))


def common_steps(some: Sequence[Step], others: Sequence[Step]) -> int:
    """With how many equal steps two games begin."""
    pairs = zip(some, others, strict=False)
    return next((n for n, (one, other) in enumerate(pairs) if one != other), min(len(some), len(others)))


def notes(kept: Kept, first: int = 0) -> list[dict[str, Any]]:
    """The steps of a session from one on, as rows."""
    session = kept.session
    return [
        {
            "session": kept.id,
            "number": number,
            "note": json.dumps(step_data(step, session.describe(state, step))),
        }
        for number, (state, step) in enumerate(zip(session.states, session.steps, strict=False))
        if number >= first
    ]


def pending_json(kept: Kept) -> str | None:
    """What is no step of a session: choices, what was taken back, what players ask; None for nothing."""
    if not (kept.choices or kept.undone or kept.proposal or kept.following):
        return None
    session, undone = kept.session.copy(), []
    chosen = {p: session.rules.describe(session.state, move) for p, move in kept.choices.items()}
    for step in reversed(kept.undone):
        undone.append(step_data(step, session.describe(session.state, step)))
        session.play(step.move)
    asked = None if kept.proposal is None else kept.proposal.to_json()
    return json.dumps({"choices": chosen, "undone": undone, "asked": asked, "following": kept.following})


def add_pending(kept: Kept, data: Any) -> None:
    """Add to a session what `pending_json` has kept of it."""
    session = kept.session.copy()
    for player, text in data["choices"].items():
        kept.choices[int(player)] = read_move(session.rules, session.state, text)
    for number, note in enumerate(data["undone"], len(session.steps) + 1):
        replay(session, note, number)
    kept.undone = session.steps[len(kept.session.steps) :][::-1]
    asked = data.get("asked")  # which an older Outwit does not keep
    kept.proposal = None if asked is None else Proposal.from_json(asked)
    kept.following = data.get("following")


def outcome(session: Session) -> str | None:
    """A session's result as it is kept."""
    return None if session.result is None else json.dumps(list(session.result))
