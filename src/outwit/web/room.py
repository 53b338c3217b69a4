"""What pages and programs share: the games that may be played here, the store, the tables, the searches."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from outwit.errors import OutwitError
from outwit.game import Game
from outwit.games import game_loaders
from outwit.protocols.requests import admitted
from outwit.store import Sittings
from outwit.web.hall import Hall
from outwit.web.limits import Grant
from outwit.web.workers import Workers


class Room:
    """One server's things."""

    def __init__(
        self, store: Sittings, also: Sequence[str] = (), workers: int = 2, grant: Grant | None = None
    ) -> None:
        self.store = store
        self.also = tuple(also)
        """Games in files, as they were named on the command line: no others are loaded."""
        self.grant = grant or Grant()
        self.workers = Workers(workers, self.also)
        self.hall = Hall(store, self.workers, self.find, self.grant)

    def find(self, spelling: str) -> Game:
        """The game of a spelling, if it may be played here."""
        return admitted(spelling, self.also)

    def games(self) -> dict[str, Game]:
        """The games in the gallery: those of the command line first."""
        found = {spelling: self.find(spelling) for spelling in self.also}
        for name in game_loaders():
            try:
                found[name] = self.find(name)
            except OutwitError:
                continue
        return found

    def said(self, spelling: str, say: Callable[[Game], str]) -> str:
        """What can be said of a game, or nothing if it is not here any more."""
        try:
            return say(self.find(spelling))
        except OutwitError:
            return ""
