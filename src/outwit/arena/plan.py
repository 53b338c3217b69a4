"""What is to be played: agents, openings, seeds, and every game of a tournament before it begins."""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import asdict, dataclass, field
from hashlib import sha256
from itertools import combinations
from typing import Any, Literal

from outwit.errors import OutwitError
from outwit.random import scramble

Form = Literal["round robin", "gauntlet", "ladder"]
"""Who meets whom."""

MEETINGS: dict[Form, str] = {
    "round robin": "everybody against everybody",
    "gauntlet": "the first against all others",
    "ladder": "each against the next",
}
"""Who meets whom, in words."""


@dataclass(frozen=True)
class Opening:
    """Where games begin: a position, or the usual one, and moves played from there."""

    start: str | None = None
    moves: tuple[str, ...] = ()
    """Moves and outcomes of chance, as people write them."""


@dataclass(frozen=True)
class Fixture:
    """One game that is to be played."""

    number: int
    """Its number in the tournament, from 0."""

    pair: int
    """Which set of games it belongs to: the same agents, opening and dice, the sides changed."""

    seats: tuple[int, ...]
    """Which agent sits in each seat."""

    opening: int
    """The number of its opening."""

    seed: int
    """What dice and agents draw from; the same in all games of a pair."""


@dataclass(frozen=True)
class Tournament:
    """A plan: everything that decides which games are played, and nothing that does not."""

    game: str
    """The game's spec."""

    agents: tuple[str, ...]
    """The agents' specs."""

    games: int
    """How many games each group of agents that meet plays."""

    openings: tuple[Opening, ...]
    """The openings, taken in turn."""

    seats: int = 2
    """How many play in one game."""

    form: Form = "round robin"
    seed: int = 0
    timeout: float = 60.0
    """Seconds after which a move that has not come loses the game."""

    seconds: float = 0.1
    """What a move may take of an agent that sets itself no limit."""

    sprt: dict[str, float] = field(default_factory=dict)
    """The hypotheses of a sequential test that ends the match, if there is one."""

    def __post_init__(self) -> None:
        if len(self.agents) < self.seats:
            raise OutwitError(f"{self.seats} agents are needed for a game; {len(self.agents)} were given.")
        if not self.openings:
            raise OutwitError("There is no opening to play from.")

    @property
    def names(self) -> tuple[str, ...]:
        """What to call each agent: its spec, numbered where it occurs again."""
        seen: dict[str, int] = {}
        names = []
        for agent in self.agents:
            seen[agent] = seen.get(agent, 0) + 1
            names.append(agent if seen[agent] == 1 else f"{agent} ({seen[agent]})")
        return tuple(names)

    @property
    def repetitive(self) -> str | None:
        """The sentence that warns of games that will repeat themselves, as there are too few openings."""
        openings, pairs = len(self.openings), -(-self.games // self.seats)
        if 1 < openings < pairs or (openings == 1 < pairs and self.openings[0].moves):
            return (
                f"There are {openings} different openings for {pairs} pairs: games of agents that always "
                "play the same will repeat themselves, and the intervals be too narrow."
            )
        return None

    def groups(self) -> Iterator[tuple[int, ...]]:
        """The agents that meet each other, by their numbers."""
        for group in combinations(range(len(self.agents)), self.seats):
            neighbours = group[-1] - group[0] == self.seats - 1
            if self.form == "round robin" or (neighbours if self.form == "ladder" else 0 in group):
                yield group

    def fixtures(self) -> list[Fixture]:
        """Every game, in the order in which they are begun: all groups from an opening, then the next."""
        groups = list(self.groups())
        pairs = -(-self.games // self.seats)
        planned: list[Fixture] = []
        for turn in range(pairs):
            for which, group in enumerate(groups):
                pair = turn * len(groups) + which
                seed = scramble(self.seed * 1_000_003 + turn + 1) >> 1
                for shift in range(self.seats):
                    seats = group[shift:] + group[:shift]
                    opening = turn % len(self.openings)
                    planned.append(Fixture(len(planned), pair, seats, opening, seed))
        return planned

    def to_json(self) -> dict[str, Any]:
        """The plan as plain data."""
        return asdict(self)

    @classmethod
    def from_json(cls, data: dict[str, Any]) -> Tournament:
        """The plan that plain data describes."""
        openings = tuple(Opening(each["start"], tuple(each["moves"])) for each in data["openings"])
        return cls(**{**data, "agents": tuple(data["agents"]), "openings": openings})

    @property
    def digest(self) -> str:
        """The same for the same plan, and for no other."""
        return sha256(json.dumps(self.to_json(), sort_keys=True).encode()).hexdigest()
