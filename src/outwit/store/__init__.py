"""What Outwit keeps, in any database that SQLAlchemy reaches; SQLite unless told."""

from outwit.store.database import Database, StaleError, StoreError, UnusableStoreError
from outwit.store.sessions import Kept, SessionStore, Summary
from outwit.store.tournaments import Tournaments

__all__ = [
    "Database",
    "Kept",
    "SessionStore",
    "StaleError",
    "StoreError",
    "Summary",
    "Tournaments",
    "UnusableStoreError",
]
