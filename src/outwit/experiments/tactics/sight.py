"""A duel as the unit to act sees it: where it could go, whom it could attack from there, and at what risk."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

from outwit.bits import each
from outwit.errors import UnsuitableError
from outwit.game import Game
from outwit.games.tactics import Battle, Tactics
from outwit.games.tactics.field import READY


def is_duel(game: Game) -> bool:
    """Is this tactics with one unit on either side?"""
    return isinstance(game, Tactics) and game.army_size == (1, 1)


@dataclass(frozen=True)
class Sight:
    """What the one of two units that has priority sees."""

    game: Tactics
    state: Battle

    def __post_init__(self) -> None:
        if not is_duel(self.game):
            raise UnsuitableError("A duel has one unit on either side; choose a scenario such as duel.")

    @property
    def unit(self) -> int:
        """The unit that has priority: in a duel, units have the numbers of their armies."""
        return self.state.turn

    @property
    def foe(self) -> int:
        """The other one."""
        return 1 - self.unit

    @property
    def here(self) -> int:
        """The tile it stands on."""
        return self.state.tiles[self.unit]

    @property
    def there(self) -> int:
        """The tile its enemy stands on."""
        return self.state.tiles[self.foe]

    @cached_property
    def tiles(self) -> tuple[int, ...]:
        """The tiles it can act from: the one it stands on and, unless it has moved, those it can reach."""
        if self.state.stage != READY:
            return (self.here,)
        return self.here, *each(self.game.reachable(self.state, self.unit))

    def distance(self, tile: int) -> int:
        """How many steps a tile is away from the enemy."""
        return self.game.distance[tile][self.there]

    def in_range(self, tile: int) -> bool:
        """Could it attack from a tile?"""
        return self.distance(tile) <= self.game.ranges[self.unit]

    def is_exposed(self, tile: int) -> bool:
        """Could the enemy attack it on a tile in the enemy's next turn, after a move if need be?"""
        return bool(self.game.threats[self.foe][self.there] >> tile & 1)
