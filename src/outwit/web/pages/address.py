"""A position in an address: which game, where it began and what has been played, so that it can be shared."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from urllib.parse import quote, urlencode

from nicegui import ui

from outwit.game import Game
from outwit.games import game_spec
from outwit.play import Session
from outwit.protocols.budget import Budget


@dataclass(frozen=True)
class Spot:
    """A position as an address holds it.

    >>> Spot("connect4", ("4", "4")).query(agent="minimax:depth=2")
    'game=connect4&move=4&move=4&agent=minimax%3Adepth%3D2'
    """

    game: str
    """The game's spec."""
    moves: tuple[str, ...] = ()
    """What has been played, chance events among it, each as people write it."""
    start: str | None = None
    """Where the game began, if not as usual."""

    @classmethod
    def of(cls, session: Session, count: int | None = None) -> Spot:
        """A session after so many steps, or as it stands."""
        moves = tuple(session.described())
        return cls(game_spec(session.game), moves if count is None else moves[:count], session.start)

    def query(self, **more: str | Sequence[str] | None) -> str:
        """The part of an address behind its question mark; `more` are further entries, None for none."""
        entries: list[tuple[str, str]] = [("game", self.game), *self.entries(), *pairs(more)]
        return urlencode(entries)

    def entries(self) -> list[tuple[str, str]]:
        """Where the game began and what was played, as entries of an address."""
        start = [] if self.start is None else [("start", self.start)]
        return [*start, *(("move", move) for move in self.moves)]

    def analysis(self, **more: str | Sequence[str] | None) -> str:
        """The address where this position is analysed."""
        entries = urlencode([*self.entries(), *pairs(more)])
        return f"/analyse/{quote(self.game)}" + (f"?{entries}" if entries else "")

    def lab(self, **more: str | Sequence[str] | None) -> str:
        """The address where a search of this position is shown as a tree."""
        return f"/tree?{self.query(**more)}"

    def session(self, game: Game) -> Session:
        """The position with all its moves played in its game; a sentence if that cannot be or costs much."""
        session, budget = Session(game, start=self.start), Budget()
        budget.charge(session)
        for text in self.moves:
            session.refuse_if_over()
            session.play(session.find_move(text))
            budget.charge(session)
        return session


def pairs(more: dict[str, str | Sequence[str] | None]) -> list[tuple[str, str]]:
    """Further entries of an address; a list gives an entry for each."""
    found: list[tuple[str, str]] = []
    for name, value in more.items():
        for each in () if value is None else (value,) if isinstance(value, str) else value:
            found.append((name, each))
    return found


def way(name: str, address: str) -> None:
    """A link that looks like the buttons beside it."""
    link = ui.button(name).props("no-caps outline dense color=none")
    link.props["href"] = address
