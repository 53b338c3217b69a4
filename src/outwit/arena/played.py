"""A game of a tournament that has been played: what happened, what it cost, and how it counts."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import asdict, dataclass
from typing import Any


@dataclass(frozen=True)
class Played:
    """A game that was played to its end, or that somebody lost by a fault.

    Every tuple has an entry for each seat.
    """

    number: int
    """The number of its fixture."""

    steps: tuple[dict[str, Any], ...]
    """What happened after the opening, as a saved game notes it; each decision also has `nodes`, `depth`."""

    payoffs: tuple[float, ...] | None
    """What the rules paid; None where they did not come to it."""

    final: str
    """The last position, as text."""

    moves: tuple[int, ...]
    """How many decisions each seat made."""

    nodes: tuple[int, ...]
    """How many positions each seat's agent visited."""

    seconds: tuple[float, ...]
    """How long each seat's agent thought."""

    fault: str | None = None
    """Why the game ended before the rules ended it, in a sentence that names the agent."""

    culprit: int | None = None
    """The seat whose fault that was; None, with a fault, if it was the rules': such a game does not count."""

    cause: str = ""
    """What ended the game other than its own rules, as `repetition.cause` says it; nothing if they did."""

    @property
    def counts(self) -> bool:
        """Is there a result? Not where the rules themselves broke down."""
        return self.payoffs is not None or self.culprit is not None

    def score(self, seat: int, other: int) -> float:
        """How the game went for one seat against another: 1 a win, 1/2 a draw, 0 a loss.

        >>> lost = Played(0, (), None, "", (3, 3), (0, 0), (0.0, 0.0), "x crashed.", culprit=1)
        >>> lost.score(0, 1), lost.score(1, 0)
        (1.0, 0.0)
        """
        standing = self.standing()
        return 0.5 + 0.5 * ((standing[seat] > standing[other]) - (standing[seat] < standing[other]))

    def share(self, seat: int) -> float:
        """A seat's part of the game's point, which those who did best have in equal parts.

        >>> game = Played(0, (), (2.0, 5.0, 5.0), "", (1, 1, 1), (0, 0, 0), (0.0, 0.0, 0.0))
        >>> [game.share(seat) for seat in range(3)]
        [0.0, 0.5, 0.5]
        """
        standing = self.standing()
        best = max(standing)
        return 1 / list(standing).count(best) if standing[seat] == best else 0.0

    def standing(self) -> Sequence[float]:
        """A figure for each seat, more for whoever did better: the payoffs, or who was not at fault."""
        if self.payoffs is not None:
            return self.payoffs
        return [0.0 if seat == self.culprit else 1.0 for seat in range(len(self.moves))]

    def to_json(self) -> dict[str, Any]:
        """The game as plain data."""
        return asdict(self)

    @classmethod
    def from_json(cls, data: dict[str, Any]) -> Played:
        """The game that plain data describes."""
        lists = {name: tuple(value) for name, value in data.items() if isinstance(value, list)}
        return cls(**{**data, **lists})
