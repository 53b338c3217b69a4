"""The database: where it is, how it is opened, and what is said when it cannot be."""

from __future__ import annotations

import os
import sys
from pathlib import Path
from typing import Any

from sqlalchemy import Engine, MetaData, create_engine, event
from sqlalchemy.engine import make_url
from sqlalchemy.exc import ArgumentError, NoSuchModuleError, SQLAlchemyError

from outwit.errors import OutwitError

metadata = MetaData()
"""All tables, whoever uses them."""


class StoreError(OutwitError):
    """The database cannot be used, or does not hold what was asked for."""


class Database:
    """A database, by default the one that `OUTWIT_DATABASE_URL` names, or a file of the user's own."""

    def __init__(self, url: str | None = None) -> None:
        self.url = url or default_url()
        try:
            prepare_folder(self.url)
            self.engine: Engine = create_engine(self.url)
            if self.engine.dialect.name == "sqlite":
                event.listen(self.engine, "connect", careful)
            metadata.create_all(self.engine)
        except (ArgumentError, NoSuchModuleError, ModuleNotFoundError) as error:
            raise StoreError(
                f"{self.url!r} is no database address; give one such as sqlite:///games.db or "
                "postgresql+psycopg://user@host/name."
            ) from error
        except (SQLAlchemyError, OSError) as error:
            raise StoreError(f"The database {self.url!r} cannot be opened: {cause(error)}.") from error

    @property
    def folder(self) -> Path:
        """Where files that belong with it may lie: beside a database in a file, else in the user's folder."""
        file = file_of(self.url)
        return own_folder() if file is None else file.parent


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
    """Make the folder that a database in a file lies in."""
    file = file_of(url)
    if file is not None:
        file.parent.mkdir(parents=True, exist_ok=True)


def careful(connection: Any, _: Any) -> None:
    """Set up SQLite so that several processes can use it and none takes what was confirmed with it."""
    for setting in ("journal_mode=WAL", "synchronous=NORMAL", "foreign_keys=ON", "busy_timeout=10000"):
        connection.execute(f"PRAGMA {setting}")


def cause(error: Exception) -> str:
    """What a database complains of, on one line."""
    return str(getattr(error, "orig", None) or error).strip().splitlines()[0].rstrip(".")
