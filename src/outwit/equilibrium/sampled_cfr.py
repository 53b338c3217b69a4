"""Monte Carlo counterfactual regret minimization: iterations that look at a part of the game.

Lanctot, Waugh, Zinkevich and Bowling, "Monte Carlo sampling for regret minimization in extensive games",
2009. External sampling draws what chance and the other player do, and looks at all moves of the player who
learns; outcome sampling follows a single line of play. Regrets are what they are in CFR, on average.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from typing import NamedTuple

import numpy as np

from outwit.equilibrium.cfr import Solver
from outwit.equilibrium.kernels import Array
from outwit.equilibrium.sequence_form import END, Nodes, Unfolded
from outwit.equilibrium.strategies import Strategies, uniform
from outwit.errors import OutwitError, UnknownNameError
from outwit.game import CHANCE
from outwit.random import GOLDEN, WORD, scramble

EXPLORATION = 0.6
"""How often outcome sampling tries any move of the player who learns, as in the paper."""


class Sampled(NamedTuple):
    """What was learned of one player by sampling: float64, an entry for each sequence."""

    first: Array
    """As in `outwit.equilibrium.sequence_form.Side`, as int64."""
    regrets: Array
    """Estimates of how much better the last move of each sequence would have been, summed up."""
    average: Array
    """How much the last move of each sequence weighs in the average."""
    strategy: Array
    """The present strategy, in the sets that an iteration comes to."""
    gains: Array
    """What the sequences bring that an iteration comes to."""


class Path(NamedTuple):
    """The nodes that an iteration comes to, in turn, each before those below it: room for all nodes."""

    nodes: Array
    """int64: which they are."""
    sequences: Array
    """int64: the sequence of the learning player that leads to it by its last move; -1 if another acted."""
    values: Array
    """float64: what the learning player gets from there on."""
    todo: Array
    """int64: the nodes still to come to, the next one last."""
    into: Array
    """int64: the sequences that lead there, as above."""


def match(first: Array, regrets: Array, strategy: Array, number: int) -> None:
    """Choose the strategy in a set by regret matching."""
    low, high = first[number], first[number + 1]
    total = 0.0
    for sequence in range(low, high):
        total += max(regrets[sequence], 0.0)
    for sequence in range(low, high):
        if total > 0.0:
            strategy[sequence] = max(regrets[sequence], 0.0) / total
        else:
            strategy[sequence] = 1.0 / (high - low)


def pick(shares: Array, low: int, high: int, point: float) -> int:
    """The place, from low to high, of what is drawn by its share, for a point from 0 to 1."""
    chosen = low
    for place in range(low, high):
        if shares[place] > 0.0:
            chosen = place
            point -= shares[place]
            if point < 0.0:
                break
    return chosen


def draw(dice: Array) -> float:
    """The next number from 0 up to 1 of `outwit.random.Generator`, whose state is in a uint64."""
    state = (int(dice[0]) + GOLDEN) & WORD
    dice[0] = state
    return (scramble(state) >> 11) / 9007199254740992.0


def sample_externally(
    tree: Nodes, own: Sampled, other: Sampled, learning: int, path: Path, dice: Array
) -> None:
    """One player's part of an iteration by external sampling: a walk through what was drawn."""
    path.todo[0], path.into[0] = 0, -1
    waiting, count = 1, 0
    while waiting:
        waiting -= 1
        node = path.todo[waiting]
        path.nodes[count], path.sequences[count] = node, path.into[waiting]
        count += 1
        actor, below = tree.actors[node], tree.children[node]
        if actor == CHANCE:
            path.todo[waiting] = pick(tree.chances, below, below + tree.widths[node], draw(dice))
            path.into[waiting] = -1
            waiting += 1
        elif actor == learning:
            number = tree.sets[node]
            match(own.first, own.regrets, own.strategy, number)
            for index in range(tree.widths[node] - 1, -1, -1):
                path.todo[waiting], path.into[waiting] = below + index, own.first[number] + index
                waiting += 1
        elif actor >= 0:
            number = tree.sets[node]
            match(other.first, other.regrets, other.strategy, number)
            low, high = other.first[number], other.first[number + 1]
            for sequence in range(low, high):
                other.average[sequence] += other.strategy[sequence]
            path.todo[waiting] = below + pick(other.strategy, low, high, draw(dice)) - low
            path.into[waiting] = -1
            waiting += 1
    for step in range(count - 1, -1, -1):
        node = path.nodes[step]
        if tree.actors[node] == END:
            value = tree.payoffs[node] if learning == 0 else -tree.payoffs[node]
        elif tree.actors[node] == learning:
            number = tree.sets[node]
            value = 0.0
            for sequence in range(own.first[number], own.first[number + 1]):
                value += own.strategy[sequence] * own.gains[sequence]
            for sequence in range(own.first[number], own.first[number + 1]):
                own.regrets[sequence] += own.gains[sequence] - value
        else:
            value = path.values[step + 1]
        path.values[step] = value
        if path.sequences[step] >= 0:
            own.gains[path.sequences[step]] = value


def sample_outcome(tree: Nodes, own: Sampled, other: Sampled, learning: int, path: Path, dice: Array) -> None:
    """One player's part of an iteration by outcome sampling: one line of play."""
    node, count = 0, 0
    ours, theirs, drawn = 1.0, 1.0, 1.0  # how likely each side, and the sampling, makes the way here
    while tree.actors[node] != END:
        actor, below = tree.actors[node], tree.children[node]
        path.nodes[count], path.sequences[count] = node, -1
        if actor == CHANCE:
            node = pick(tree.chances, below, below + tree.widths[node], draw(dice))
            theirs *= tree.chances[node]
            drawn *= tree.chances[node]
        elif actor == learning:
            number = tree.sets[node]
            match(own.first, own.regrets, own.strategy, number)
            low, high = own.first[number], own.first[number + 1]
            for sequence in range(low, high):
                own.average[sequence] += ours / drawn * own.strategy[sequence]
            if draw(dice) < EXPLORATION:
                sequence = low + int(draw(dice) * (high - low))
            else:
                sequence = pick(own.strategy, low, high, draw(dice))
            path.sequences[count] = sequence
            own.gains[sequence] = theirs / drawn
            ours *= own.strategy[sequence]
            drawn *= EXPLORATION / (high - low) + (1.0 - EXPLORATION) * own.strategy[sequence]
            node = below + sequence - low
        else:
            number = tree.sets[node]
            match(other.first, other.regrets, other.strategy, number)
            low, high = other.first[number], other.first[number + 1]
            sequence = pick(other.strategy, low, high, draw(dice))
            theirs *= other.strategy[sequence]
            drawn *= other.strategy[sequence]
            node = below + sequence - low
        count += 1
    value = tree.payoffs[node] if learning == 0 else -tree.payoffs[node]
    for step in range(count - 1, -1, -1):
        chosen = path.sequences[step]
        if chosen < 0:
            continue
        number = tree.sets[path.nodes[step]]
        low, high = own.first[number], own.first[number + 1]
        share = EXPLORATION / (high - low) + (1.0 - EXPLORATION) * own.strategy[chosen]
        seen = value / share  # an estimate of what the move is worth; it is 0 for those not drawn
        weight = own.gains[chosen]
        value = own.strategy[chosen] * seen
        for sequence in range(low, high):
            gain = seen if sequence == chosen else 0.0
            own.regrets[sequence] += weight * (gain - value)


def iterate_externally(
    tree: Nodes, one: Sampled, other: Sampled, path: Path, dice: Array, number: int
) -> None:
    """So many iterations by external sampling, the players in turn."""
    for _ in range(number):
        sample_externally(tree, one, other, 0, path, dice)
        sample_externally(tree, other, one, 1, path, dice)


def iterate_outcomes(tree: Nodes, one: Sampled, other: Sampled, path: Path, dice: Array, number: int) -> None:
    """So many iterations by outcome sampling, the players in turn."""
    for _ in range(number):
        sample_outcome(tree, one, other, 0, path, dice)
        sample_outcome(tree, other, one, 1, path, dice)


ITERATE: dict[str, Callable[..., None]] = {"external": iterate_externally, "outcome": iterate_outcomes}

SAMPLINGS = tuple(ITERATE)


@cache
def sampling_iteration(sampling: str, compiled: bool) -> Callable[..., None]:
    """The function that iterates, as machine code or interpreted."""
    if not compiled:
        return ITERATE[sampling]
    from numba import types

    from outwit.engine.compiler.standalone import compile_alone, with_callees

    words, reals = types.int64[::1], types.float64[::1]
    tree = types.NamedTuple([words] * 4 + [reals] * 2, Nodes)
    found = types.NamedTuple([words] + [reals] * 4, Sampled)
    path = types.NamedTuple([words, words, reals, words, words], Path)
    kinds = (tree, found, found, path, types.uint64[::1], types.int64)
    return compile_alone(f"{sampling} sampling", lambda: with_callees(ITERATE[sampling]), kinds, __file__)


class SampledRegret(Solver):
    """Counterfactual regret minimization by external or outcome sampling, the players in turn.

    It walks through the tree, so the game must have been unfolded with `nodes`.
    """

    def __init__(
        self, game: Unfolded, sampling: str = "external", seed: int = 0, compiled: bool = True
    ) -> None:
        super().__init__(game)
        if sampling not in SAMPLINGS:
            raise UnknownNameError("way of sampling", sampling, SAMPLINGS)
        if game.nodes is None:
            raise OutwitError("Sampling walks through the tree; unfold the game with nodes=True.")
        self.tree = game.nodes
        self.iterate = sampling_iteration(sampling, compiled)
        one, other = uniform(game)
        self.found = self.begin(0, one), self.begin(1, other)
        room = [np.zeros(len(self.tree.actors), dtype=kind) for kind in (np.int64, np.int64, np.float64)]
        self.path = Path(*room, *(np.zeros(len(self.tree.actors), dtype=np.int64) for _ in range(2)))
        self.dice = np.array([scramble(seed)], dtype=np.uint64)
        """The state of the generator."""

    def begin(self, player: int, strategy: np.ndarray) -> Sampled:
        """What is known before the first iteration."""
        side = self.game.sides[player]
        regrets, average, gains = (np.zeros(side.sequences) for _ in range(3))
        return Sampled(side.first.astype(np.int64), regrets, average, strategy, gains)

    def run(self, number: int) -> None:
        self.iterate(self.tree, *self.found, self.path, self.dice, number)
        self.iterations += number

    @property
    def averages(self) -> Strategies:
        return self.found[0].average, self.found[1].average
