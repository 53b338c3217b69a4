"""What Outwit keeps, in any database that SQLAlchemy reaches; SQLite unless told."""

from outwit.store.database import Database, StoreError, UnusableStoreError
from outwit.store.sittings import Kept, Sittings, Summary
from outwit.store.tournaments import Tournaments

__all__ = ["Database", "Kept", "Sittings", "StoreError", "Summary", "Tournaments", "UnusableStoreError"]
