"""The options of a game of Risk, and all the numbers that follow from them before anybody moves.

Tuples of numbers are data to the compiler: another map, another limit and another deal need no compiling.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import cached_property

from outwit.errors import BadOptionError
from outwit.game import Game
from outwit.games.risk.atlas import (
    FEWEST_PLAYERS,
    MAPS,
    MOST_CONTINENTS,
    MOST_PLAYERS,
    MOST_TERRITORIES,
    Map,
)

NAMES = ("Blue", "Orange", "Green", "Violet", "Amber", "Slate")
"""What the players are called; each begins with another letter, which marks what is theirs."""

MOST_ROUNDS = 1000
DEALS = 1000
"""So many deals there are, each a way to share out the territories."""

SIZE, ROUNDS, ARMIES = range(3)
"""What stands where in `figures`."""


@dataclass(frozen=True)
class Setup(Game):
    """The options, and what they come to in numbers."""

    map: str = field(
        default="classic",
        metadata={"opened": MAPS.open, "short": MAPS.title, "known": tuple(MAPS.shipped)},
    )
    players: int = 4
    rounds: int = 20
    cards: bool = False
    deal: int | None = None

    title = "Risk"

    def __post_init__(self) -> None:
        if not FEWEST_PLAYERS <= self.players <= MOST_PLAYERS:
            raise BadOptionError(
                f"risk:players={self.players} is no number of players; give from {FEWEST_PLAYERS} to "
                f"{MOST_PLAYERS}."
            )
        if not 1 <= self.rounds <= MOST_ROUNDS:
            raise BadOptionError(f"risk:rounds={self.rounds} is no limit; give from 1 to {MOST_ROUNDS}.")
        if self.deal is not None and not 0 <= self.deal < DEALS:
            raise BadOptionError(f"risk:deal={self.deal} is no deal; give from 0 to {DEALS - 1}.")
        object.__setattr__(self, "map", MAPS.canonical(self.map))
        object.__setattr__(self, "player_names", NAMES[: self.players])

    @cached_property
    def world_map(self) -> Map:
        """The map itself."""
        return MAPS.find(self.map)

    @cached_property
    def figures(self) -> tuple[int, ...]:
        """How many territories there are, how many rounds, and how many armies each player starts with."""
        return (
            len(self.world_map.territories),
            self.rounds,
            self.world_map.armies[self.players - FEWEST_PLAYERS],
        )

    @cached_property
    def neighbours(self) -> tuple[int, ...]:
        """For each territory that a map can have, those that it borders on, a bit each."""
        return pad(self.world_map.neighbours, MOST_TERRITORIES)

    @cached_property
    def continents(self) -> tuple[int, ...]:
        """For each continent that a map can have, its territories, a bit each; none where it has fewer."""
        return pad(self.world_map.masks, MOST_CONTINENTS)

    @cached_property
    def bonuses(self) -> tuple[int, ...]:
        """For each continent, how many armies it brings in a turn."""
        return pad(tuple(each.bonus for each in self.world_map.continents), MOST_CONTINENTS)

    @cached_property
    def continent_of(self) -> tuple[int, ...]:
        """For each territory, the number of its continent."""
        found = [
            number
            for number, continent in enumerate(self.world_map.continents)
            for _ in continent.territories
        ]
        return pad(tuple(found), MOST_TERRITORIES)


def pad(numbers: tuple[int, ...], length: int) -> tuple[int, ...]:
    """The numbers, with zeros behind them: so many that the largest map has as many."""
    return numbers + (0,) * (length - len(numbers))
