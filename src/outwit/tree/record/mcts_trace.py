"""How a tree grew: the simulations of a Monte Carlo tree search, and the numbers after each.

Every number of such a tree is what the simulations add up to, so it can be had again as it stood at any time.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Literal

from outwit.bandit import Rule
from outwit.tree.record.node import Key, Node, Value

Values = tuple[float, ...]
"""What something is worth to each player."""

Ending = Literal["rollout", "estimated", "end", "bounds", "proved"]
"""From a new position a rollout came to the end of the game; one was cut off and estimated; the position
ended the game; the game's own bounds settled its value. Or the path led to a node that was proved already."""


@dataclass(frozen=True, slots=True)
class Simulation:
    """One simulation: selection down the tree, expansion by one node, a rollout, and backup."""

    path: Key
    """The path from the root: which child each time, from 0."""

    ending: Ending
    """What was done where it ended."""

    passed: tuple[Values, ...]
    """What each position on the way was told, the root first. Further up it may not be what came of the
    game: where a player is sure of more, that counts."""

    proved: tuple[int, ...] = ()
    """Which positions became proved, the lowest first: 0 is the root, 1 the next on the way."""

    @property
    def values(self) -> Values:
        """What came of the simulation."""
        return self.passed[-1]


@dataclass(frozen=True)
class Growth:
    """The simulations that a tree grew by, and how they were chosen."""

    rule: Rule
    """How the move to try next was chosen."""

    rollout: str
    """How rollouts chose their moves: at `random`, or by the game's `order`."""

    cutoff: int | None
    """After how many moves they were estimated instead."""

    simulations: tuple[Simulation, ...]
    """In the order in which they were made."""

    untold: int = 0
    """How many more there were, too many to be written down."""

    further: int = 0
    """Simulations beside the tree, once all was lost, to see where the opponent may still err."""

    @property
    def games(self) -> int:
        """How many there were in all."""
        return len(self.simulations) + self.untold


@dataclass(slots=True)
class Tally:
    """What has been seen of a position so far."""

    totals: list[float]
    prior: float = 0.0
    visits: int = 0
    proved: Values | None = None

    def value(self, single: bool) -> Value | None:
        """What it is worth: what is certain, or the mean; to player 0 where a single number says it all."""
        if self.proved is None and not self.visits:
            return None
        each = self.proved or [total / self.visits for total in self.totals]
        return each[0] + 0.0 if single else tuple(value + 0.0 for value in each)


@dataclass
class Replay:
    """The tree as it grows once more, one simulation after the other.

    >>> from outwit import MCTS, find_game
    >>> game = find_game("tree:((3 12)(2 4))")
    >>> tree = MCTS(simulations=4, seed=1, solve=False).decide(game, game.initial(), tree=True).tree
    >>> replay = Replay(tree.root, tree.growth)
    >>> for simulation in tree.growth.simulations:
    ...     replay.take(simulation)
    >>> replay.tally(()).visits, replay.value(()) == tree.root.value
    (4, True)
    """

    root: Node
    growth: Growth
    tallies: dict[Key, Tally] = field(default_factory=dict)

    @property
    def single(self) -> bool:
        """Does one number say what a position is worth to all?"""
        return not isinstance(self.root.value, tuple)

    def nodes(self, path: Key) -> Iterator[Node]:
        """The nodes on the way, the root first, as far as they were written down."""
        node = self.root
        yield node
        for number in path:
            if number >= len(node.children):
                return
            node = node.children[number]
            yield node

    def tally(self, key: Key) -> Tally:
        """What has been seen of a position by now."""
        found = self.tallies.get(key)
        if found is None:
            *_, node = self.nodes(key)
            prior = node.prior if node.prior is not None else node.probability or 0.0
            found = self.tallies[key] = Tally([0.0] * len(self.growth.rule.halves), prior)
        return found

    def below(self, key: Key) -> list[Tally]:
        """What has been seen of each of the positions that can follow one."""
        *_, node = self.nodes(key)
        return [self.tally((*key, number)) for number in range(len(node.children))]

    def value(self, key: Key) -> Value | None:
        """What a position is worth by now."""
        return self.tally(key).value(self.single)

    def take(self, simulation: Simulation) -> None:
        """Count one more game."""
        for depth, values in enumerate(simulation.passed):
            tally = self.tally(simulation.path[:depth])
            tally.visits += 1
            for player, value in enumerate(values):
                tally.totals[player] += value
            if depth in simulation.proved:
                tally.proved = values
