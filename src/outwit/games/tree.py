"""A game given as text: the trees that textbooks and exercises draw.

`((3 12 8)(2 4 6)(14 5 2))` is a max node over three min nodes, `[1/6:200 5/6:-50]` a chance node, and
`<1,2,6>` a leaf that gives each of three players a payoff. Players take turns from level to level; chance
nodes do not count as a level.
"""

from __future__ import annotations

import math
import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import cached_property
from typing import ClassVar, NamedTuple

from outwit.errors import OutwitError, shorten
from outwit.game import CHANCE, Game

TOKEN = re.compile(r"[()\[\]]|<[^<>]*>|[^\s()\[\]<>,]+|[\s,]+|.", re.DOTALL)
NUMBER = re.compile(r"[+-]?(\d+(\.\d*)?|\.\d+)(e[+-]?\d+)?(/\d+(\.\d*)?)?%?", re.IGNORECASE)


class Place(NamedTuple):
    node: int
    """The node's number; nodes are numbered as they stand in the text."""


@dataclass
class Branching:
    """A node as the text gives it."""

    player: int
    children: list[int] = field(default_factory=list)
    probabilities: list[float] = field(default_factory=list)
    payoffs: tuple[float, ...] = ()
    start: int = 0
    end: int = 0


@dataclass(frozen=True)
class WrittenTree(Game):
    """A game tree written out, for exercises."""

    written: str = "((3 12 8)(2 4 6)(14 5 2))"

    title = "Written tree"
    verbatim: ClassVar[str] = "written"

    def __post_init__(self) -> None:
        leaves = [node.payoffs for node in self.nodes if node.payoffs]
        object.__setattr__(self, "players", len(leaves[0]))
        object.__setattr__(self, "zero_sum", all(abs(sum(leaf)) < 1e-9 for leaf in leaves))
        if self.players == 2 and self.zero_sum:
            object.__setattr__(self, "player_names", ("max", "min"))

    @cached_property
    def nodes(self) -> list[Branching]:
        """All nodes, parents before their children."""
        return parse_tree(self.written)

    @property
    def stochastic(self) -> bool:
        return any(node.player == CHANCE for node in self.nodes)

    def initial(self) -> Place:
        return Place(0)

    def turn(self, state: Place) -> int:
        return self.nodes[state.node].player

    def moves(self, state: Place) -> Iterator[int]:
        yield from range(len(self.nodes[state.node].children))

    def chances(self, state: Place) -> Iterator[tuple[int, float]]:
        yield from enumerate(self.nodes[state.node].probabilities)

    def play(self, state: Place, move: int) -> Place:
        return Place(self.nodes[state.node].children[move])

    def over(self, state: Place) -> bool:
        return not self.nodes[state.node].children

    def payoff(self, state: Place, player: int) -> float:
        return self.nodes[state.node].payoffs[player]

    @cached_property
    def ranges(self) -> list[tuple[float, float]]:
        """For each player the least and the greatest payoff in the whole tree."""
        leaves = [node.payoffs for node in self.nodes if node.payoffs]
        return [(min(payoffs), max(payoffs)) for payoffs in zip(*leaves, strict=True)]

    def bounds(self, state: Place, player: int) -> tuple[float, float]:
        return self.ranges[player]

    def describe(self, state: Place, move: int) -> str:
        return str(move + 1)

    def text(self, state: Place, player: int | None = None) -> str:
        node = self.nodes[state.node]
        return self.written[node.start : node.end]


def parse_tree(text: str) -> list[Branching]:
    """The nodes of a written tree; raises a sentence that names the column where it cannot be read."""
    nodes: list[Branching] = []
    open_nodes: list[int] = []
    pending: float | None = None
    decisions = 0
    players = 2

    def fail(reason: str, column: int) -> OutwitError:
        return OutwitError(f"The tree {shorten(text, 40)!r}, column {column + 1}: {reason}.")

    def attach(node: Branching, column: int) -> None:
        nonlocal pending
        if not open_nodes and nodes:
            raise fail("nothing may follow the end of the tree", column)
        if open_nodes:
            parent = nodes[open_nodes[-1]]
            if parent.player == CHANCE:
                if pending is None:
                    raise fail("in [ ] each branch is written probability:branch", column)
                parent.probabilities.append(pending)
                pending = None
            parent.children.append(len(nodes))
        nodes.append(node)

    for token in TOKEN.finditer(text):
        word, column = token.group(), token.start()
        if not word.strip(" \t\n\r,"):
            continue
        if pending is None and open_nodes and nodes[open_nodes[-1]].player == CHANCE and ":" in word:
            chance, _, rest = word.partition(":")
            pending = number(chance)
            if pending is None or not 0 <= pending <= 1:
                raise fail(f"{shorten(chance)!r} is no probability from 0 to 1", column)
            if not rest:
                continue
            word, column = rest, column + len(chance) + 1
        if word in "([":
            attach(Branching(CHANCE if word == "[" else decisions, start=column), column)
            open_nodes.append(len(nodes) - 1)
            decisions += word == "("
        elif word in ")]":
            if not open_nodes or (nodes[open_nodes[-1]].player == CHANCE) != (word == "]"):
                raise fail(f"{word!r} closes nothing that is open", column)
            if pending is not None:
                raise fail("a probability without its branch", column)
            node = nodes[open_nodes.pop()]
            if not node.children:
                raise fail("a node without branches", column)
            if node.player == CHANCE and abs(sum(node.probabilities) - 1) > 1e-9:
                total = sum(node.probabilities)
                raise fail(f"the probabilities add up to {total:.6g}, not to 1", column)
            node.end = column + 1
            decisions -= word == ")"
        else:
            values = [number(part) for part in word.strip("<>").split(",")]
            if word[0] != "<":
                values = [values[0], None if values[0] is None else 0.0 - values[0]]
            payoffs = tuple(value for value in values if value is not None)
            if len(payoffs) < len(values):
                raise fail(f"{shorten(word)!r} is not a number", column)
            attach(Branching(0, payoffs=payoffs, start=column, end=column + len(word)), column)
            if len(payoffs) != len(first_leaf(nodes)):
                raise fail("all leaves must give payoffs to the same number of players", column)
            players = len(payoffs)
    if open_nodes:
        raise fail("a bracket is still open at the end", len(text.rstrip()) - 1)
    if not nodes:
        raise OutwitError("The tree is empty; write one like ((3 12 8)(2 4 6)(14 5 2)).")
    for node in nodes:
        if node.player != CHANCE:
            node.player %= players
    return nodes


def first_leaf(nodes: list[Branching]) -> tuple[float, ...]:
    """The payoffs of the first leaf."""
    return next(node.payoffs for node in nodes if node.payoffs)


def number(text: str) -> float | None:
    """A number written as 3, -0.5, 1/6 or 50%, or None.

    >>> number("1/4"), number("50%"), number("x")
    (0.25, 0.5, None)
    """
    text = text.strip()
    if not NUMBER.fullmatch(text):
        return None
    above, _, below = text.rstrip("%").partition("/")
    try:
        value = float(above) / float(below or 1)
    except ZeroDivisionError:
        return None
    if not math.isfinite(value):
        return None
    return value / 100 if text.endswith("%") else value
