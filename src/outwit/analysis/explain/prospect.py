"""A move looked at: what it is worth, and what chance and the other players make of it."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

from outwit.decision import Bound, value_text
from outwit.game import Move, State


@dataclass(frozen=True)
class Answer:
    """What another player is expected to do about a move."""

    by: str
    """Who answers."""

    move: str
    """The move that is best for them."""

    after: str = ""
    """The chance outcome that it answers, where chance comes first: the likeliest one."""


@dataclass(frozen=True)
class Outcome:
    """One way in which a chance event can fall."""

    name: str
    probability: float

    value: float
    """What the game is worth then, in payoff units, to the player who decided."""

    line: tuple[str, ...] = ()
    """The continuation expected after it."""


@dataclass(frozen=True)
class Change:
    """By how much a chance event changes one player's feature on average, before anybody moves again."""

    player: str
    feature: str
    amount: float


@dataclass(frozen=True)
class Chance:
    """The chance event that a line runs into."""

    outcomes: tuple[Outcome, ...]
    """In the game's order; those that cannot happen are left out."""

    changes: tuple[Change, ...] = ()
    """What it does to the features on average; nothing where an outcome may end the game."""

    @property
    def expected(self) -> float:
        """The outcomes' values, each as often as it happens."""
        return sum(outcome.probability * outcome.value for outcome in self.outcomes)

    @property
    def best(self) -> Outcome:
        """The outcome that the player who decided hopes for."""
        return max(self.outcomes, key=lambda outcome: outcome.value)

    @property
    def worst(self) -> Outcome:
        """The outcome that the player who decided fears."""
        return min(self.outcomes, key=lambda outcome: outcome.value)

    @property
    def spread(self) -> float:
        """How far the best and the worst outcome are apart."""
        return self.best.value - self.worst.value

    def to_json(self) -> dict[str, Any]:
        """The event as plain data."""
        return {
            "outcomes": [{**vars(outcome), "line": list(outcome.line)} for outcome in self.outcomes],
            "expected": self.expected,
            "best": self.best.name,
            "worst": self.worst.name,
            "changes": [dict(vars(change)) for change in self.changes],
        }


@dataclass(frozen=True)
class Prospect:
    """A move, and what is expected of it; values are in payoff units, for the player who decided."""

    move: Move

    name: str
    """The move as people write it."""

    value: float | None = None
    """What the move is worth; None where that was not found out."""

    bound: Bound = "unknown"
    """Is the value what the search computes, or only a bound that was enough for it?"""

    proved: bool = False
    """Is the value certain, or does it rest on estimates?"""

    line: tuple[Move, ...] = ()
    """The continuation expected, the move itself first, as far as the next chance event."""

    described: tuple[str, ...] = ()
    """The line as people write it."""

    ending: str = ""
    """How the game ends if the line does: `X wins in 5 moves`, every player's counted."""

    estimate: float | None = None
    """What the end of the line looks like, on average over the outcomes if it runs into chance; the payoff
    where the game is over there. None where the game estimates nothing."""

    chance: Chance | None = None
    """The chance event that the line runs into."""

    answer: Answer | None = None
    """What another player is expected to do about it."""

    following: str = ""
    """Who is to act at the end of the line; nobody where the game is over or chance acts."""

    ends: tuple[tuple[float, State], ...] = field(default=(), repr=False, compare=False)
    """Where the line ends and how likely: one state, or one for each way that chance may fall."""

    def worth(self) -> str:
        """The value in words.

        >>> Prospect(3, "4", 1.5, "exact").worth(), Prospect(3, "4", 1.0, "at most").worth()
        ('worth 1.5', 'worth at most 1')
        """
        sign = f"{self.bound} " if self.bound in ("at most", "at least") else ""
        return f"worth {sign}{value_text(self.value)}"

    def to_json(self) -> dict[str, Any]:
        """The prospect as plain data, moves in the game's notation."""
        return {
            "move": self.name,
            "value": self.value,
            "bound": self.bound,
            "proved": self.proved,
            "line": list(self.described),
            "ending": self.ending or None,
            "estimate": self.estimate,
            "answer": None if self.answer is None else dict(vars(self.answer)),
            "chance": None if self.chance is None else self.chance.to_json(),
        }
