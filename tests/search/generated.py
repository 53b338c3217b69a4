"""Games and positions that nobody thought of: trees, graphs and boards made up by chance."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property
from typing import NamedTuple

from hypothesis import strategies as st

from outwit.game import CHANCE, Game
from outwit.games.tree import Place, WrittenTree
from outwit.random import GOLDEN, Generator, scramble
from outwit.search import AlphaBeta

SWITCHES = (
    "quick",
    "order",
    "deepening",
    "table",
    "killers",
    "history",
    "refutation",
    "aspiration",
    "pvs",
)
"""The switches of alpha-beta that must leave the value alone."""

seeds = st.integers(0, 2**32)


def alpha_betas() -> st.SearchStrategy[AlphaBeta]:
    """Alpha-beta with any of the switches that keep the value."""
    return st.builds(
        AlphaBeta.plain,
        fail=st.sampled_from(["soft", "hard"]),
        seed=st.none() | st.integers(0, 5),
        **{switch: st.booleans() for switch in SWITCHES},
    )


# Trees as text

LEAVES = st.integers(-3, 3).map(str)

PROBABILITIES = (
    ("1",),
    ("0", "1"),
    ("1/2", "1/2"),
    ("0.1", "0.9"),
    ("1/3", "2/3"),
    ("1/6", "5/6"),
    ("1/2", "0", "1/2"),
    ("1/3", "1/3", "1/3"),
    ("0.2", "0.3", "0.5"),
    ("10%", "20%", "30%", "40%"),
)


def written(depth: int = 5, branching: int = 4) -> st.SearchStrategy[str]:
    """The text of a tree of players' choices, unevenly deep, its leaves often equal."""
    return choices(depth, branching, chance=False)


def chancy(depth: int = 4, branching: int = 3) -> st.SearchStrategy[str]:
    """The text of a tree in which choices and chance mix without order; the root may be either."""
    return choices(depth, branching, chance=True) | lottery(choices(depth - 1, branching, chance=True))


def choices(depth: int, branching: int, chance: bool) -> st.SearchStrategy[str]:
    """A node in brackets, so many levels deep at most."""
    below = LEAVES
    if depth > 1:
        below = below | choices(depth - 1, branching, chance)
        if chance:
            below = below | lottery(choices(depth - 1, branching, chance) | LEAVES)
    return st.lists(below, min_size=1, max_size=branching).map(lambda parts: f"({' '.join(parts)})")


@st.composite
def lottery(draw: st.DrawFn, below: st.SearchStrategy[str]) -> str:
    """A chance node, some of whose outcomes may be impossible."""
    weights = draw(st.sampled_from(PROBABILITIES))
    return f"[{' '.join(f'{weight}:{draw(below)}' for weight in weights)}]"


def grown(random: Generator, depth: int, branching: int = 3, widest: int = 9, chance: bool = False) -> str:
    """A tree larger than those that hypothesis likes to draw; one branch in six ends early."""
    if depth == 0 or random.below(6) == 0:
        return str(random.below(2 * widest + 1) - widest)
    if chance and random.below(3) == 0:
        weights = PROBABILITIES[random.below(len(PROBABILITIES))]
        branches = [grown(random, depth - 1, branching, widest, chance) for _ in weights]
        return f"[{' '.join(f'{w}:{b}' for w, b in zip(weights, branches, strict=True))}]"
    parts = [grown(random, depth - 1, branching, widest, chance) for _ in range(1 + random.below(branching))]
    return f"({' '.join(parts)})"


def uniform(random: Generator, levels: str, branching: int = 3, widest: int = 10) -> str:
    """A tree whose levels are players (`p`) or dice (`c`), with whole numbers for leaves."""
    if not levels:
        return str(random.below(2 * widest + 1) - widest)
    parts = [uniform(random, levels[1:], branching, widest) for _ in range(branching)]
    if levels[0] == "p":
        return f"({' '.join(parts)})"
    return f"[{' '.join(f'1/{branching}:{part}' for part in parts)}]"


class TightTree(WrittenTree):
    """A written tree that knows, at every node, the least and the greatest leaf below it."""

    @cached_property
    def spans(self) -> list[tuple[float, float]]:
        spans: list[tuple[float, float]] = [(0.0, 0.0)] * len(self.nodes)
        for number in reversed(range(len(self.nodes))):
            node = self.nodes[number]
            below = [spans[child] for child in node.children]
            leaf = node.payoffs[0] if node.payoffs else 0.0
            spans[number] = (
                (min(low for low, _ in below), max(high for _, high in below)) if below else (leaf, leaf)
            )
        return spans

    def bounds(self, state: Place, player: int) -> tuple[float, float]:
        low, high = self.spans[state.node]
        return (low, high) if player == 0 else (-high, -low)


# Graphs


class Spot(NamedTuple):
    level: int
    place: int


@dataclass(frozen=True)
class Graph(Game):
    """A game made up by its seed: few places, many ways to each, long and short, and turns in no order."""

    seed: int = 0
    width: int = 3
    height: int = 7
    branching: int = 3
    most: int = 2

    def drawn(self, below: int, purpose: int, state: Spot, move: int = 0) -> int:
        """A number that depends on the game, the state and the purpose alone."""
        word = self.seed
        for item in (purpose, *state, move):
            word = scramble(word + GOLDEN + item * 0x632BE59BD9B4E019)
        return (word >> 20) % below

    def initial(self) -> Spot:
        return Spot(0, 0)

    def turn(self, state: Spot) -> int:
        return self.drawn(2, 1, state)

    def moves(self, state: Spot) -> Iterator[int]:
        yield from range(1 + self.drawn(self.branching, 2, state))

    def play(self, state: Spot, move: int) -> Spot:
        leap = 1 + (self.drawn(3, 3, state, move) == 0)
        return Spot(min(state.level + leap, self.height), self.drawn(self.width, 4, state, move))

    def over(self, state: Spot) -> bool:
        return state.level == self.height or (state.level > 1 and self.drawn(7, 5, state) == 0)

    def payoff(self, state: Spot, player: int) -> float:
        worth = float(self.drawn(2 * self.most + 1, 6, state) - self.most)
        return worth if player == 0 else 0.0 - worth

    def bounds(self, state: Spot, player: int) -> tuple[float, float]:
        return float(-self.most), float(self.most)

    def evaluate(self, state: Spot, player: int) -> float:
        """Half points, now and then beyond the bounds."""
        worth = self.drawn(4 * self.most + 5, 7, state) / 2 - self.most - 1
        return worth if player == 0 else -worth

    def order(self, state: Spot, move: int) -> float:
        return self.drawn(3, 8, state, move)


@dataclass(frozen=True)
class NoisyGraph(Graph):
    """A graph in which some moves are captures."""

    def noisy(self, state: Spot, move: int) -> bool:
        return self.drawn(2, 9, state, move) == 0


@dataclass(frozen=True)
class LoopingGraph(NoisyGraph):
    """A graph without levels: a position can come again and again."""

    def play(self, state: Spot, move: int) -> Spot:
        return Spot(1 + self.drawn(2, 3, state, move), self.drawn(self.width, 4, state, move))

    def over(self, state: Spot) -> bool:
        return state.level > 0 and self.drawn(5, 5, state) == 0


@dataclass(frozen=True)
class DicedGraph(Graph):
    """A graph in which one place in three is chance's, with outcomes that may be impossible."""

    def turn(self, state: Spot) -> int:
        return CHANCE if self.drawn(3, 10, state) == 0 else super().turn(state)

    def chances(self, state: Spot) -> Iterator[tuple[int, float]]:
        weights = [self.drawn(4, 11, state, outcome) for outcome in self.moves(state)]
        weights[-1] += 1
        for outcome, weight in enumerate(weights):
            yield outcome, weight / sum(weights)
