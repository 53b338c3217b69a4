"""Scripts that fight duels, to measure a search by: three archers and two swordsmen.

Each is an honest try: what a designer who knows how the units fight would write down in a few rules.
"""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Sequence
from dataclasses import dataclass
from typing import ClassVar

from outwit.decision import Agent, Decision, Limit, Watch, deciding_player
from outwit.experiments.tactics.sight import Sight, is_duel
from outwit.game import Game, State
from outwit.games.tactics import Tactics
from outwit.games.tactics.field import SPENT
from outwit.memory import Memory


@dataclass(frozen=True)
class Script(Agent):
    """Goes where a rule says and, unless it is a coward, attacks from there if it can."""

    coward: ClassVar[bool] = False
    """Does it never attack?"""

    @abstractmethod
    def stand(self, sight: Sight) -> int:
        """The tile to act from, one of `sight.tiles`."""

    @classmethod
    def objection(cls, game: Game) -> str | None:
        return None if is_duel(game) else "its rules are for duels, one unit on either side."

    def decide(
        self,
        game: Game,
        state: State,
        limit: Limit | None = None,
        history: Sequence[State] = (),
        *,
        player: int | None = None,
        watch: Watch | None = None,
        tree: bool = False,
        memory: Memory | None = None,
    ) -> Decision:
        self.require(game)
        assert isinstance(game, Tactics)
        deciding_player(game, state, player)
        return Decision(self.choice(Sight(game, state)), agent=self.name, game=game, state=state)

    def choice(self, sight: Sight) -> int:
        """The next choice of the turn: to move, to attack, or to pass."""
        game, first = sight.game, sight.unit * sight.game.stride
        if sight.state.stage != SPENT:
            tile = self.stand(sight)
            if tile != sight.here:
                return first + tile
            if sight.in_range(tile) and not self.coward:
                return first + game.area + sight.foe
        return first + game.stride - 1


# Archers


class Sentinel(Script):
    """Never leaves its post, and shoots at whoever comes within range."""

    name = "sentinel"

    def stand(self, sight: Sight) -> int:
        return sight.here


class Hunter(Script):
    """Closes in by the shortest way until it can shoot, and never steps back."""

    name = "hunter"

    def stand(self, sight: Sight) -> int:
        return closer(sight)


class Skirmisher(Script):
    """Steps back from an enemy who could reach it, as far as it can still shoot, and else closes in."""

    name = "skirmisher"

    def stand(self, sight: Sight) -> int:
        if not sight.is_exposed(sight.here):
            return closer(sight)
        shooting = [tile for tile in sight.tiles if sight.in_range(tile)]
        return max(shooting or sight.tiles, key=sight.distance)


ARCHERS: tuple[Script, ...] = (Sentinel(), Hunter(), Skirmisher())
"""The baselines."""


# Swordsmen


class Charger(Script):
    """Goes straight at the enemy, and strikes as soon as it can."""

    name = "charger"

    def stand(self, sight: Sight) -> int:
        return closer(sight)


class Runaway(Script):
    """Flees to wherever is farthest from the enemy, and never strikes."""

    name = "runaway"

    coward = True

    def stand(self, sight: Sight) -> int:
        return max(sight.tiles, key=sight.distance)


def closer(sight: Sight) -> int:
    """Where it stands if it can attack from there, else the farthest tile where it can, else the nearest."""
    if sight.in_range(sight.here):
        return sight.here
    near = [tile for tile in sight.tiles if sight.in_range(tile)]
    return max(near, key=sight.distance) if near else min(sight.tiles, key=sight.distance)
