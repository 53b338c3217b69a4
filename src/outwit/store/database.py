"""The database: where it is, how it is opened, and what is said when it cannot be."""

from __future__ import annotations

import logging
import os
import re
import sys
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any

from sqlalchemy import Connection, Engine, MetaData, create_engine, event
from sqlalchemy.engine import ExceptionContext, make_url
from sqlalchemy.exc import ArgumentError, IntegrityError, NoSuchModuleError

from outwit.errors import OutwitError
from outwit.store.migrations import VERSION, columns, lock, migrate, schema_version, set_schema_version

log = logging.getLogger("outwit.store")

metadata = MetaData()
"""All tables, whoever uses them."""

ELSEWHERE = "name another with OUTWIT_DATABASE_URL, or move this one away and a new one is made in its place"
"""What to do about a database that cannot be used."""

IN_LOG = "The server's database cannot be used at the moment; why is in the server's log."
"""What those are told whose database it is not."""


class StoreError(OutwitError):
    """The database cannot be used, or does not hold what was asked for."""


class UnusableStoreError(StoreError):
    """The database cannot be used: it is damaged, locked, out of reach or another program's."""


class StaleError(StoreError):
    """A change of something that somebody else has changed meanwhile."""


class Database:
    """A database, by default the one that `OUTWIT_DATABASE_URL` names, or a file of the user's own.

    Whatever it complains of, whenever, is raised as a `StoreError`.
    """

    serving = False
    """Does a server ask for others? They are told neither where it is nor what to do about it."""

    logged = ""
    """What was logged last of what it complains of."""

    def __init__(self, url: str | None = None) -> None:
        self.url = url or default_url()
        try:
            prepare_folder(self.url)
            self.engine: Engine = create_engine(self.url)
        except (ArgumentError, NoSuchModuleError, ModuleNotFoundError, ValueError):
            raise StoreError(
                f"{without_credentials(self.url)!r} is no database address; give one such as "
                "sqlite:///games.db or postgresql+psycopg://user@host/name."
            ) from None  # the cause names the password
        except OSError as error:
            raise UnusableStoreError(f"{self} cannot be opened: {cause(error)}; {ELSEWHERE}.") from error
        refuse_bare_password(self.url)
        event.listen(self.engine, "handle_error", self.complain)
        if self.engine.dialect.name == "sqlite":
            event.listen(self.engine, "connect", careful)
        self.set_up()

    def __str__(self) -> str:
        file = file_of(self.url)
        address = without_password(self.url, make_url(self.url).password)
        return f"The database {address if file is None else str(file)!r}"

    @property
    def folder(self) -> Path:
        """Where files that belong with it may lie: beside a database in a file, else in the user's folder."""
        file = file_of(self.url)
        return own_folder() if file is None else file.parent

    def complain(self, context: ExceptionContext) -> None:
        """Raise what the database complains of as a sentence; a row that is there already is no complaint."""
        error = context.sqlalchemy_exception
        if error is not None and not isinstance(error, IntegrityError):
            said = without_password(cause(error), self.engine.url.password)
            complaint = f"{self} cannot be used: {said}; {ELSEWHERE}."
            if self.serving and complaint != self.logged:  # it is asked again and again
                log.warning("%s", complaint)
                self.logged = complaint
            raise UnusableStoreError(IN_LOG if self.serving else complaint) from error

    def set_up(self) -> None:
        """Bring the tables up to date, all of them or none, however many servers begin at once."""
        with self.engine.connect() as database:
            if self.known_version(database) == VERSION:
                return
        with self.engine.begin() as database:
            lock(database)
            if (version := self.known_version(database)) < VERSION:
                migrate(database, version)
                self.refuse_foreign_tables(database)
                metadata.create_all(database)
                set_schema_version(database, VERSION)

    def known_version(self, database: Connection) -> int:
        """The version of the tables; those of a newer Outwit are refused."""
        version = schema_version(database)
        if version > VERSION:
            raise UnusableStoreError(
                f"{self} was written by a newer version of Outwit; update Outwit, or name another "
                "with OUTWIT_DATABASE_URL."
            )
        return version

    def refuse_foreign_tables(self, database: Connection) -> None:
        """Refuse tables that have the names of ours and are another program's."""
        for table in metadata.sorted_tables:
            known = columns(database, table.name)
            missing = sorted({column.name for column in table.columns} - known) if known else []
            if missing:
                raise UnusableStoreError(
                    f"{self} cannot be used: its table {table.name!r} has no column {missing[0]!r} and is "
                    f"another program's; {ELSEWHERE}."
                )


def default_url() -> str:
    """The database that `OUTWIT_DATABASE_URL` names, or a file in the user's own folder for data."""
    given = os.environ.get("OUTWIT_DATABASE_URL")
    return given or f"sqlite:///{own_folder() / 'outwit.db'}"


def own_folder() -> Path:
    """The user's own folder for data."""
    if sys.platform == "darwin":
        return Path.home() / "Library" / "Application Support" / "outwit"
    if sys.platform == "win32":
        return Path(os.environ.get("APPDATA", str(Path.home()))) / "outwit"
    return Path(os.environ.get("XDG_DATA_HOME", str(Path.home() / ".local" / "share"))) / "outwit"


def file_of(url: str) -> Path | None:
    """The file that a database lies in; None if it lies in none."""
    parts = make_url(url)
    if parts.drivername.startswith("sqlite") and parts.database not in (None, "", ":memory:"):
        return Path(str(parts.database))
    return None


def prepare_folder(url: str) -> None:
    """Make the folder that a database in a file lies in, and let nobody else read the file."""
    file = file_of(url)
    if file is None:
        return
    file.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
    if not str(file).startswith("file:"):
        with suppress(OSError):  # whatever is wrong with the file, SQLite says it better
            # Never an existing file: to close it would take this process's other connections their locks.
            os.close(os.open(file, os.O_RDWR | os.O_CREAT | os.O_EXCL, 0o600))
        for ending in ("", "-wal", "-shm", "-journal"):
            keep_private(file.with_name(file.name + ending))


def keep_private(path: Path) -> None:
    """Let nobody but its owner in: the store holds what browsers are recognised by, and hidden cards."""
    with suppress(OSError):
        mode = path.stat().st_mode & 0o777
        if mode & 0o077:
            path.chmod(mode & 0o700)


def refuse_bare_password(url: str) -> None:
    """Refuse an address whose password ends at another place than its writer thinks: the rest is told."""
    parts = make_url(url)
    if parts.password is not None and "@" in f"{parts.host}{parts.database}":
        raise StoreError(
            "The database's address has more than one @ in it; write an @ in the password, or in a name, as "
            "%40, and a / as %2F."
        )


def without_credentials(text: str) -> str:
    """A text that is no database address, without whatever may be a user's name and password in it.

    >>> without_credentials("postgresql:/ada:secret@host/games"), without_credentials("games.db")
    ('***@host/games', 'games.db')
    """
    named = re.sub(r"(?is)\b(password|passwd|pwd)\b.*", r"\1***", text)
    return re.sub(r"(?s).*@", "***@", named)


def without_password(text: str, password: str | None = None) -> str:
    """A text without the password of a database address in it, and without this one.

    >>> without_password("postgresql://ada:secret@host/games?password=secret")
    'postgresql://ada:***@host/games?password=***'
    """
    if password:
        text = text.replace(password, "***")
    text = re.sub(r"((?:^|://)[^:/@\s]*):(?!//).*@", r"\1:***@", text)
    return re.sub(r"(?i)\b(password|passwd|pwd)=[^&\s]*", r"\1=***", text)


def careful(connection: Any, _: Any) -> None:
    """Set up SQLite so that several processes can use it and none takes what was confirmed with it."""
    for setting in ("journal_mode=WAL", "synchronous=NORMAL", "foreign_keys=ON", "busy_timeout=10000"):
        connection.execute(f"PRAGMA {setting}")


def cause(error: Exception) -> str:
    """What a database complains of, on one line."""
    return str(getattr(error, "orig", None) or error).strip().splitlines()[0].rstrip(".")


@contextmanager
def refuse_damaged(kind: str, key: str) -> Iterator[None]:
    """What is read within was kept under this name; a row that makes no sense any more is told by it."""
    try:
        yield
    except OutwitError:
        raise
    except (ValueError, TypeError, LookupError, AttributeError) as error:
        why = f"{type(error).__name__}: {error}".splitlines()[0].rstrip(".")
        raise StoreError(
            f"The {kind} {key} in the store is damaged ({why}); `outwit store delete {key}` removes it."
        ) from error
