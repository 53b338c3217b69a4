"""What Outwit keeps, in any database that SQLAlchemy reaches; SQLite unless told."""

from outwit.store.database import Database, StaleError, StoreError, UnusableStoreError
from outwit.store.sittings import Kept, Sittings, Summary
from outwit.store.tournaments import Tournaments

__all__ = [
    "Database",
    "Kept",
    "Sittings",
    "StaleError",
    "StoreError",
    "Summary",
    "Tournaments",
    "UnusableStoreError",
]
