"""The version of the tables, and how those of older versions of Outwit become today's."""

from __future__ import annotations

from collections.abc import Callable

from sqlalchemy import Connection, inspect

LOCKS = {
    "sqlite": "BEGIN IMMEDIATE",  # the driver would begin no transaction for a change of tables
    "postgresql": "SELECT pg_advisory_xact_lock(7882826179)",
}
"""What keeps everybody else from migrating the same database until the transaction ends."""


def count_changes(database: Connection) -> None:
    """Version 2: a session counts its changes, and keeps what is no step of it."""
    for table in ("sittings", "sessions"):
        known = columns(database, table)
        if known and "version" not in known:
            database.exec_driver_sql(f"ALTER TABLE {table} ADD COLUMN version INTEGER DEFAULT 0 NOT NULL")
        if known and "pending" not in known:
            database.exec_driver_sql(f"ALTER TABLE {table} ADD COLUMN pending TEXT")


def rename_sittings(database: Connection) -> None:
    """Version 3: sittings are called sessions."""
    if not (known := columns(database, "sittings")):
        return
    if columns(database, "sessions"):  # made beside the old table before there were migrations
        names = ", ".join(sorted(known))
        database.exec_driver_sql(f"INSERT INTO sittings ({names}) SELECT {names} FROM sessions")
        database.exec_driver_sql("DROP TABLE sessions")
    database.exec_driver_sql("ALTER TABLE sittings RENAME TO sessions")
    database.exec_driver_sql("ALTER TABLE steps RENAME COLUMN sitting TO session")
    database.exec_driver_sql("DROP INDEX IF EXISTS ix_sittings_changed")
    database.exec_driver_sql("CREATE INDEX ix_sessions_changed ON sessions (changed)")


MIGRATIONS: dict[int, Callable[[Connection], None]] = {2: count_changes, 3: rename_sittings}
"""What makes the tables of the version before into those of this one; nothing where they are not there."""

VERSION = max(MIGRATIONS)
"""Of today's tables. Whoever changes a table, or adds one, adds a migration."""


def columns(database: Connection, table: str) -> set[str]:
    """The names of a table's columns; none if there is no such table."""
    tables = inspect(database)
    return {each["name"] for each in tables.get_columns(table)} if tables.has_table(table) else set()


def schema_version(database: Connection) -> int:
    """The version of the tables in a database; 0 if it has none, or if they are older than all versions."""
    if database.dialect.name == "sqlite":
        return int(database.exec_driver_sql("PRAGMA user_version").scalar_one())
    if not columns(database, "schema_version"):
        return 0
    return int(database.exec_driver_sql("SELECT version FROM schema_version").scalar_one())


def set_schema_version(database: Connection, version: int) -> None:
    """Note the version of the tables: in a file where every version of Outwit looks, else in a table."""
    if database.dialect.name == "sqlite":
        database.exec_driver_sql(f"PRAGMA user_version = {version}")
        return
    if not columns(database, "schema_version"):
        database.exec_driver_sql("CREATE TABLE schema_version (version INTEGER NOT NULL)")
        database.exec_driver_sql("INSERT INTO schema_version VALUES (0)")
    database.exec_driver_sql(f"UPDATE schema_version SET version = {version}")


def lock(database: Connection) -> None:
    """Begin a transaction in which nobody else migrates."""
    if statement := LOCKS.get(database.dialect.name):
        database.exec_driver_sql(statement)


def migrate(database: Connection, version: int) -> None:
    """Make the tables of this version into today's, step by step."""
    for number, step in sorted(MIGRATIONS.items()):
        if number > version:
            step(database)
