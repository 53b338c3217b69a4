"""A recorded tree: its nodes, their cuts, and the ways to show it."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, TypeAlias

from outwit.decision import Bound, value_text
from outwit.errors import join_names
from outwit.game import CHANCE, Game, State, player_name
from outwit.hooks import Hook

if TYPE_CHECKING:
    from outwit.tree.record.mcts_trace import Growth

MOST_RECORDED = 200_000
"""Nodes written down at most, visited or left out; further visits are counted only."""

LABEL = 12
"""Positions whose text is one line no longer than this are shown in the tree."""

Value: TypeAlias = "float | tuple[float, ...]"
"""A value for player 0 or, in a search for many players, one for each."""

Window: TypeAlias = tuple[float, float]
"""Alpha and beta as player 0 sees them."""

Key: TypeAlias = tuple[int, ...]
"""A node by the way to it: which branch of the root, which branch of that, and so on, each from 0."""


@dataclass(slots=True)
class Cut:
    """Why the rest of a node was not searched."""

    kind: str
    """`beta` (alpha met beta), `chance` (Star1), `probe` (Star2), `table` (known from before), `bounds`,
    `null` (null move), `futility` (of the whole node), `skipped` (futility, of quiet moves) or `delta`; in a
    search for a plan `goal` (a move succeeds), `failure` (an answer fails) or `loop`."""

    by: tuple[str, ...] = ()
    """The moves from the root to the branch whose value made the rest pointless, if one did."""

    sentence: str = ""
    """The reason in words."""


@dataclass(slots=True, eq=False)
class Node:
    """A position that the search visited, or one that it left out."""

    move: str = ""
    """The move or outcome that leads here, as people write it; empty at the root."""

    role: str = ""
    """Who acts: `max`, `min`, `chance`, a player's name, or `end` where the game is over; in a search for a
    plan `or` where a move must succeed and `and` where every answer of the world must."""

    player: int | None = None
    """The number of who acts, counted from 0; None for chance and at the end."""

    value: Value | None = None
    """For player 0, or for each player; None if it was not visited or not finished."""

    bound: Bound = "exact"
    """Is the value exact, or only a bound because of what was cut?"""

    entry: Window | None = None
    """The window on entry."""

    exit: Window | None = None
    """The window on leaving, as narrowed by the value found."""

    probability: float | None = None
    """How likely the outcome is, below a chance node."""

    visits: int | None = None
    """How many games came here, in a search that plays games; its values are means unless proved."""

    proved: bool = False
    """In such a search: is the value certain?"""

    prior: float | None = None
    """In such a search: how much the move is favoured beforehand, if moves are."""

    visited: bool = True
    """False for a branch that the search knew of and never entered."""

    estimated: bool = False
    """Did the search stop here and estimate?"""

    repeated: str = ""
    """Why a branch occurs more than once: searched `again` with another window; as a `probe` after an
    outcome of chance, ahead of the others; `probed` already, so that no further visit was needed.
    """

    cut: Cut | None = None
    """Why children were left out, if any were."""

    label: str = ""
    """The position itself, where its text is short."""

    chosen: bool = False
    """Is it on the line that the search expects?"""

    size: int = 1
    """Nodes visited in this part of the tree, this one included unless that was done by a probe."""

    unrecorded: int = 0
    """How many of them were not written down, because there were too many."""

    children: list[Node] = field(default_factory=list, repr=False)
    best: Node | None = field(default=None, repr=False)
    """The child whose value this node took."""

    def walk(self) -> Iterator[Node]:
        """This node and all below it, parents first."""
        todo = [self]
        while todo:
            node = todo.pop()
            yield node
            todo.extend(reversed(node.children))

    @property
    def height(self) -> int:
        """How many levels there are below this node."""
        levels, level = -1, [self]
        while level:
            levels, level = levels + 1, [child for node in level for child in node.children]
        return levels


@dataclass(frozen=True)
class Tree:
    """A recorded search.

    >>> from outwit import AlphaBeta
    >>> from outwit.games import find_game
    >>> game = find_game("tree:((3 5)(2 9))")
    >>> print(AlphaBeta.plain().decide(game, game.initial(), tree=True).tree.text())
    max = 3  [−∞, +∞]
    ├─ 1: min = 3  [−∞, +∞]  *
    │  ├─ 1: 3  *
    │  └─ 2: 5
    └─ 2: min ≤ 2  [3, +∞]  cut: with 2 1, min holds this to at most 2; with 1, max already has 3
       ├─ 1: 2
       └─ 2: 9  ✂ not visited
    """

    root: Node
    players: int = 2
    growth: Growth | None = None
    """The games that it grew by, if it is that of a search that plays games."""
    deepest: int | None = None
    """The depth at which it breaks off, if the search went deeper than can be recorded or written out."""

    def text(self, most: int = 200, width: int = 12) -> str:
        """The tree as indented text, folded beyond so many lines and branches a node."""
        return draw_text(self, most, width)

    def svg(self, most: int = 400, width: int = 12) -> str:
        """The tree as a picture, folded beyond so many nodes and branches a node."""
        return draw_svg(self, most, width)

    def to_json(self) -> dict[str, Any]:
        """The whole tree as plain data."""
        from outwit.tree.record.data import as_data

        return as_data(self)

    def _repr_svg_(self) -> str:
        return self.svg()


draw_text: Hook[[Tree, int, int], str] = Hook()
"""What shows a tree as text, folded beyond so many lines and branches a node."""

draw_svg: Hook[[Tree, int, int], str] = Hook()
"""What draws a tree, folded beyond so many nodes and branches a node."""


def role(game: Game, player: int | None) -> str:
    """Who acts, in the words of the textbook."""
    if player is None:
        return "end"
    if player >= 0 and (game.players == 1 or (game.players == 2 and game.zero_sum)):
        return "max" if player == 0 else "min"
    return player_name(game, player)


def blank(game: Game, state: State, player: int | None, labelled: bool) -> Node:
    """A node for a state, with what can be said before it is searched."""
    text = game.text(state) if labelled else ""
    return Node(
        role=role(game, player),
        player=None if player == CHANCE else player,
        label=text if len(text) <= LABEL and "\n" not in text else "",
    )


def size_text(tree: Tree) -> str:
    """A sentence on the size of a recorded tree."""
    if tree.growth is not None:
        return growth_text(tree, tree.growth)
    cuts = left_out = 0
    for node in tree.root.walk():
        cuts += node.cut is not None
        left_out += not node.visited
    parts = [
        f"{quantity(tree.root.size, 'node')} visited",
        quantity(cuts, "cut"),
        f"{quantity(left_out, 'branch', 'branches')} left out",
    ]
    return sentences(tree, parts)


def growth_text(tree: Tree, growth: Growth) -> str:
    """A sentence on the size of a tree that grew by games."""
    made = proved = 0
    for node in tree.root.walk():
        made += 1
        proved += node.proved
    parts = [
        quantity(growth.games, "game"),
        f"{quantity(made + tree.root.unrecorded, 'position')} in the tree",
        f"{tree.root.size:,} of them visited",
        f"{proved:,} proved",
    ]
    return sentences(tree, parts)


def sentences(tree: Tree, parts: list[str]) -> str:
    """The parts of a sentence on a tree, and what is to be said of nodes that were not recorded."""
    many = tree.root.unrecorded
    parts = [*parts, f"{quantity(many, 'node')} too many to record"] if many else parts
    told = join_names(parts, last="and") + "."
    if tree.deepest is None:
        return told
    return f"{told} The search went deeper than its tree, which is recorded to depth {tree.deepest}."


def format_values(value: Value | None) -> str:
    """A value, or each player's, as people read it."""
    if isinstance(value, tuple):
        return "<" + ", ".join(value_text(each) for each in value) + ">"
    return value_text(value)


def quantity(number: int, one: str, many: str = "") -> str:
    """A number of things.

    >>> quantity(1, "node"), quantity(2000, "branch", "branches")
    ('1 node', '2,000 branches')
    """
    return f"{number:,} {one if number == 1 else many or one + 's'}"
