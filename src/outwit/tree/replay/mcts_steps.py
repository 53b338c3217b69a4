"""A tree that grew by games, gone through again: each game down the tree and back, with the numbers of then.

Every number is what the recorded simulations add up to by that step; a move's UCB score is computed by the
rule that the search itself goes by.
"""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass, field, replace
from itertools import pairwise
from typing import Literal, NamedTuple, TypeAlias

from outwit.tree.record.mcts_trace import Growth, Replay, Simulation, Values
from outwit.tree.record.node import Key, Node, Value
from outwit.tree.render.fold import Shown
from outwit.tree.replay.steps import Phase

TOLD = 500
"""Games gone through one by one; those after them pass in one step."""

Why = Literal["chance", "only", "open", "new", "certain", "most"]
"""Why a move was taken: chance took it; it is the only one, or the only one not proved; it has not been
tried; its worth is certain and the most; its UCB score is the highest."""


class Choice(NamedTuple):
    """A move taken on the way down."""

    above: Node
    taken: Node
    why: Why
    tried: bool = False
    """Had it been tried before?"""
    mean: Value | None = None
    """What it was worth by then; of one not yet tried, what the position above was."""
    exploration_term: float = 0.0
    """What its UCB score adds to the mean, in payoffs."""


class Proof(NamedTuple):
    """A position that has become proved, and whether all that can follow it is."""

    depth: int
    value: Value | None
    complete: bool


class Told(NamedTuple):
    """How a position stands after a game."""

    value: Value | None
    visits: int
    proved: bool


@dataclass(frozen=True)
class Begin:
    """Nothing has been played."""

    growth: Growth


@dataclass(frozen=True)
class Down:
    """A game goes down the tree to where it ends or is played on."""

    number: int
    """Which game it is, from 1."""
    simulation: Simulation
    nodes: tuple[Node, ...]
    """The way, the root first."""
    choices: tuple[Choice, ...]


@dataclass(frozen=True)
class Up:
    """What came of it is told to all on its way."""

    number: int
    simulation: Simulation
    growth: Growth
    nodes: tuple[Node, ...]
    told: tuple[Told, ...]
    """How each of them stands now, the root first."""
    proofs: tuple[Proof, ...]
    single: bool

    def worth(self, values: Values) -> Value:
        """What something is worth, as the tree tells values: to player 0, or to each."""
        return values[0] + 0.0 if self.single else values


@dataclass(frozen=True)
class Rest:
    """Games that are not gone through one by one."""

    games: int


@dataclass(frozen=True)
class End:
    """All games have been played."""

    growth: Growth
    root: Node


Step: TypeAlias = "Begin | Down | Up | Rest | End"


@dataclass(frozen=True)
class Count:
    """How a node stands from some step on."""

    step: int
    phase: Phase
    value: Value | None = None
    visits: int = 0
    proved: bool = False


@dataclass
class Descent:
    """All steps, where each happens, and how each node that is shown stands when.

    >>> from outwit import MCTS, find_game
    >>> from outwit.tree.render.fold import fold_tree
    >>> game = find_game("tree:((3 12)(2 4))")
    >>> tree = MCTS(simulations=3, seed=1).decide(game, game.initial(), tree=True).tree
    >>> descent = Descent.of(fold_tree(tree.root, 100, 12), tree.growth)
    >>> descent.places
    [(), (0,), (0,), (1,), (1,), (1, 0), (1, 0), ()]
    """

    replay: Replay
    shown: dict[Key, Node]
    """The nodes that are shown."""
    steps: list[Step] = field(default_factory=list)
    places: list[Key] = field(default_factory=list)
    """The node of each step: of those shown, the one nearest to where it happens."""
    counts: dict[Key, list[Count]] = field(default_factory=dict)

    @classmethod
    def of(cls, top: Shown, growth: Growth, most: int = TOLD) -> Descent:
        """The descents through the nodes shown, so many of them one by one."""
        descent = cls(Replay(top.node, growth), {shown.key: shown.node for shown in top.walk()})
        descent.go_through(growth, most)
        return descent

    def go_through(self, growth: Growth, most: int) -> None:
        """Every step from the first to the last."""
        self.add(Begin(growth), (), ())
        before: set[Key] = set()
        for number, simulation in enumerate(growth.simulations[:most], start=1):
            nodes = tuple(self.replay.nodes(simulation.path))
            way = {simulation.path[:depth] for depth in range(len(nodes))}
            down = Down(number, simulation, nodes, self.choices(simulation, nodes))
            self.add(down, simulation.path, way)
            for key in before - way:
                self.stand(key, "done")
            self.replay.take(simulation)
            self.add(self.back_up(number, simulation, nodes), simulation.path, way)
            before = way
        if growth.games > most:
            self.add(Rest(growth.games - min(most, len(growth.simulations))), (), ())
            self.settle()
        self.add(End(growth, self.replay.root), (), ())
        self.settle()

    def choices(self, simulation: Simulation, nodes: tuple[Node, ...]) -> tuple[Choice, ...]:
        """What was taken on the way, and why."""
        pairs = enumerate(pairwise(nodes), start=1)
        return tuple(self.choice(simulation.path[:depth], *pair) for depth, pair in pairs)

    def choice(self, key: Key, above: Node, taken: Node) -> Choice:
        """What was taken at one position, and why."""
        if above.player is None:
            return Choice(above, taken, "chance")
        rule, player = self.replay.growth.rule, above.player
        here, moves = self.replay.tally(key[:-1]), self.replay.below(key[:-1])
        chosen = moves[key[-1]]
        tried = chosen.visits > 0
        if len(moves) == 1:
            return Choice(above, taken, "only", tried)
        if rule.solve and all(each.proved for each in moves if each is not chosen):
            return Choice(above, taken, "open", tried)
        if not tried and (rule.select == "uct" or not here.visits):
            return Choice(above, taken, "new")
        score = rule.ucb_score(here, chosen, player)
        mean = (chosen if tried else here).value(self.replay.single)
        why: Why = "certain" if chosen.proved else "most"
        return Choice(above, taken, why, tried, mean, score.exploration_term)

    def back_up(self, number: int, simulation: Simulation, nodes: tuple[Node, ...]) -> Up:
        """How all on the way stand after a game."""
        replay, path = self.replay, simulation.path
        keys = [path[:depth] for depth in range(len(nodes))]
        proofs = tuple(
            Proof(depth, replay.value(keys[depth]), all(each.proved for each in replay.below(keys[depth])))
            for depth in simulation.proved
            if depth < len(nodes)
        )
        tallies = [replay.tally(key) for key in keys]
        told = tuple(Told(each.value(replay.single), each.visits, bool(each.proved)) for each in tallies)
        return Up(number, simulation, replay.growth, nodes, told, proofs, replay.single)

    def add(self, step: Step, where: Key, way: Collection[Key]) -> None:
        """Note a step, and that those on its way are open now."""
        self.steps.append(step)
        while where not in self.shown:
            where = where[:-1]
        self.places.append(where)
        for key in way:
            self.stand(key, "open")

    def stand(self, key: Key, phase: Phase) -> None:
        """Note how a node stands from this step on, by the games so far."""
        tally = self.replay.tally(key)
        self.note(key, phase, self.replay.value(key), tally.visits, tally.proved is not None)

    def settle(self) -> None:
        """Note how all nodes stand when every game has been played."""
        for key, node in self.shown.items():
            if node.visits:
                self.note(key, "done", node.value, node.visits, node.proved)

    def note(self, key: Key, phase: Phase, value: Value | None, visits: int, proved: bool) -> None:
        """Note how a node that is shown stands from this step on."""
        if key not in self.shown:
            return
        step = len(self.steps) - 1
        count = Count(step, phase, value, visits, proved)
        told = self.counts.setdefault(key, [])
        if told and told[-1].step == step:
            told.pop()
        if not told or replace(told[-1], step=step) != count:
            told.append(count)
