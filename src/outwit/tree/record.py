"""The tree that a search walked, written down while it walks."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from typing import Any, TypeAlias

from outwit.decision import Bound, valued
from outwit.errors import listed
from outwit.game import CHANCE, Game, Move, State, player_name

Value: TypeAlias = "float | tuple[float, ...]"
"""A value for player 0 or, in a search for many players, one for each."""

Window: TypeAlias = tuple[float, float]
"""Alpha and beta as player 0 sees them."""

MOST_RECORDED = 200_000
"""Nodes written down at most; what lies below is counted only."""

LABEL = 12
"""Positions whose text is one line no longer than this are shown in the tree."""


@dataclass(slots=True)
class Cut:
    """Why the rest of a node was not searched."""

    kind: str
    """`beta` (alpha met beta), `chance` (Star1), `probe` (Star2) or `table` (known from before)."""

    by: tuple[str, ...] = ()
    """The moves from the root to the sibling, or a forebear's, whose value made the rest pointless."""

    sentence: str = ""
    """The reason in words."""


@dataclass(slots=True)
class Node:
    """A position that the search visited, or one that it left out."""

    move: str = ""
    """The move or outcome that leads here, as people write it; empty at the root."""

    role: str = ""
    """Who acts: `max`, `min`, `chance`, a player's name, or `end` where the game is over."""

    value: Value | None = None
    """For player 0, or for each player; None if it was not visited or not finished."""

    bound: Bound = "exact"
    """Is the value exact, or only a bound because of the window?"""

    entry: Window | None = None
    """The window on entry."""

    exit: Window | None = None
    """The window on leaving, as narrowed by the value found."""

    probability: float | None = None
    """How likely the outcome is, below a chance node."""

    visited: bool = True
    """False for a branch that the search knew of and never entered."""

    estimated: bool = False
    """Did the search stop here and estimate?"""

    repeated: str = ""
    """Why a branch is searched more than once: `again` with another window, or `probe`."""

    cut: Cut | None = None
    """Why children were left out, if any were."""

    label: str = ""
    """The position itself, where its text is short."""

    chosen: bool = False
    """Is it on the line that the search expects?"""

    size: int = 1
    """Nodes visited in this part of the tree, this one included."""

    unrecorded: int = 0
    """How many of them were not written down, because there were too many."""

    children: list[Node] = field(default_factory=list)
    best: Node | None = None
    """The child whose value this node took."""

    def walk(self) -> Iterator[Node]:
        """This node and all below it, parents first."""
        todo = [self]
        while todo:
            node = todo.pop()
            yield node
            todo.extend(reversed(node.children))


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
    └─ 2: min ≤ 2  [3, +∞]  cut: with 1, min holds this to at most 2; with 1, max already has 3
       ├─ 1: 2
       └─ 2: 9  ✂ not visited
    """

    root: Node
    players: int = 2

    def text(self, most: int = 200, width: int = 12) -> str:
        """The tree as indented text, folded beyond so many lines and branches a node."""
        from outwit.tree.text import as_text

        return as_text(self, most, width)

    def svg(self, most: int = 400, width: int = 12) -> str:
        """The tree as a picture, folded beyond so many nodes and branches a node."""
        from outwit.tree.picture import as_svg

        return as_svg(self, most, width)

    def to_json(self) -> dict[str, Any]:
        """The whole tree as plain data."""
        from outwit.tree.data import as_data

        return as_data(self)

    def _repr_svg_(self) -> str:
        return self.svg()


@dataclass(slots=True)
class Frame:
    """A node that the search is in, and what only matters while it is."""

    node: Node
    state: State
    player: int | None
    deep: bool
    played: dict[int, list[tuple[State, State, Move]]] = field(default_factory=dict)
    current: dict[int, tuple[State, State, Move]] = field(default_factory=dict)
    visited: list[Move] = field(default_factory=list)
    best: float | None = None


class Recorder:
    """Listens to a search through its two doors, `play` and `visit`, and writes down its tree."""

    def __init__(self, game: Game, settled: Callable[[float], float], most: int = MOST_RECORDED) -> None:
        self.game = game
        self.settled = settled
        self.most = most
        self.recorded = 0
        self.stack: list[Frame | None] = []
        self.last: Node = Node()
        self.opposed = game.players == 2 and game.zero_sum

    def tree(self) -> Tree:
        """What has been written down."""
        node: Node | None = self.last
        for each in self.last.walk():
            each.chosen = False
        while node is not None:
            node.chosen = True
            node = node.best
        return Tree(self.last, self.game.players)

    def recording_play(self, play: Callable[[State, Move], State]) -> Callable[[State, Move], State]:
        """The rules' `play`, remembering which move led where."""

        def played(state: State, move: Move) -> State:
            child = play(state, move)
            frame = self.stack[-1] if self.stack else None
            if frame is not None:
                frame.played.setdefault(id(child), []).append((child, state, move))
            return child

        return played

    def recording_visit(self, value: Callable[..., Any]) -> Callable[..., Any]:
        """The search's own function, writing down what goes in and what comes out."""

        def visited(state: State, depth: int, ply: int, *window: float) -> Any:
            parent = self.stack[-1] if self.stack else None
            if self.stack and (parent is None or self.recorded >= self.most):
                return self.unrecorded(value, parent, state, depth, ply, *window)
            frame = self.enter(parent, state, depth, window)
            self.stack.append(frame)
            try:
                worth = value(state, depth, ply, *window)
            finally:
                self.stack.pop()
                if parent is not None:
                    parent.node.size += frame.node.size
                    parent.node.unrecorded += frame.node.unrecorded
            self.leave(parent, frame, worth)
            return worth

        return visited

    def unrecorded(self, value: Callable[..., Any], parent: Frame | None, *question: Any) -> Any:
        """A visit that is only counted, on behalf of the nearest node that was written down."""
        home = parent or next(frame for frame in reversed(self.stack) if frame is not None)
        home.node.size += 1
        home.node.unrecorded += 1
        self.stack.append(None)
        try:
            return value(*question)
        finally:
            self.stack.pop()

    def enter(self, parent: Frame | None, state: State, depth: int, window: Sequence[float]) -> Frame:
        """A new node below the one that the search is in."""
        self.recorded += 1
        game = self.game
        player = None if game.over(state) else game.turn(state)
        node = Node(role=self.role(player), label=self.label(state))
        if len(window) == 2:
            node.entry = (self.settled(window[0]), self.settled(window[1]))
        if parent is None:
            self.last = node
        else:
            self.attach(parent, node, state)
        return Frame(node, state, player, deep=depth > 0 or player == CHANCE)

    def attach(self, parent: Frame, node: Node, state: State) -> None:
        """Hang a node below its parent, under the move that was played."""
        waiting = parent.played.get(id(state))
        if waiting:
            _, before, move = parent.current[id(state)] = waiting.pop(0)
        else:
            _, before, move = parent.current[id(state)]
            node.repeated = "again"
        node.move = self.game.describe(before, move)
        if before is parent.state:
            parent.visited.append(move)
            if parent.player == CHANCE:
                node.probability = dict(self.game.chances(before))[move]
        else:
            node.repeated = "probe"
        parent.node.children.append(node)

    def leave(self, parent: Frame | None, frame: Frame, worth: Any) -> None:
        """Complete a node with the value that the search returned, and tell its parent."""
        node = frame.node
        if isinstance(worth, tuple):
            node.value = tuple(self.settled(each) + 0.0 for each in worth)
        else:
            node.value = self.settled(worth) + 0.0
            self.narrow(frame, worth)
        if frame.player is not None and not node.children and not node.unrecorded:
            node.estimated = node.cut is None
        if node.cut is not None and node.cut.kind != "table":
            self.leave_out(frame)
        if parent is None or parent.player is None or node.repeated == "probe":
            return
        if parent.player == CHANCE:
            return
        seen = worth[parent.player] if isinstance(worth, tuple) else self.seen(parent, worth)
        same_branch = node.repeated and parent.node.best and parent.node.best.move == node.move
        if parent.best is None or seen > parent.best or same_branch:
            parent.best, parent.node.best = seen, node

    def narrow(self, frame: Frame, worth: float) -> None:
        """The window on leaving, and whether the value is only a bound."""
        node = frame.node
        if node.entry is None or frame.player is None:
            return
        low, high = node.entry
        value = self.settled(worth)
        if node.children or node.cut:
            node.bound = "at most" if value <= low else "at least" if value >= high else "exact"
        if frame.player == 0:
            node.exit = (max(low, value), high)
        elif frame.player == CHANCE:
            node.exit = (low, high)
        else:
            node.exit = (low, min(high, value))

    def leave_out(self, frame: Frame) -> None:
        """Add the branches that a cut left out, never visited."""
        game, state = self.game, frame.state
        told = len(frame.node.children)
        chances = dict(game.chances(state)) if frame.player == CHANCE else None
        for move in chances if chances is not None else game.moves(state):
            if move not in frame.visited and (frame.deep or game.noisy(state, move)):
                child = game.play(state, move)
                frame.node.children.append(
                    Node(
                        move=game.describe(state, move),
                        role=self.role(None if game.over(child) else game.turn(child)),
                        label=self.label(child),
                        probability=chances[move] if chances is not None else None,
                        visited=False,
                        size=0,
                    )
                )
        if len(frame.node.children) == told:
            frame.node.cut = None

    def cut(self, kind: str, move: Move | None) -> None:
        """Note that the search leaves the rest of the present node out."""
        frame = self.stack[-1] if self.stack else None
        if frame is None:
            return
        if kind == "table":
            sentence = "known: this position was searched to this depth before"
            frame.node.cut = Cut(kind, (), sentence)
        elif kind == "beta":
            frame.node.cut = self.explained(frame, self.game.describe(frame.state, move))
        else:
            how = "by the moves probed" if kind == "probe" else "by the outcomes searched"
            sentence = f"{how}, the average cannot come back into the window"
            frame.node.cut = Cut(kind, (), sentence)

    def explained(self, frame: Frame, move: str) -> Cut:
        """A cut by alpha-beta, and the branch higher up whose value made the rest pointless."""
        node = frame.node
        low, high = node.entry or (0.0, 0.0)
        bound = high if frame.player == 0 else low
        mine, other = self.role(frame.player), self.role(1 - (frame.player or 0))
        best = self.settled(frame.best or 0.0) * (1 if frame.player == 0 else -1) + 0.0
        holds = "gets at least" if frame.player == 0 else "holds this to at most"
        sentence = f"with {move}, {mine} {holds} {valued(best)}; "
        for depth in reversed(range(len(self.stack) - 1)):
            above = self.stack[depth]
            if above is None or above.best is None or above.player in (None, CHANCE, frame.player):
                continue
            has = self.settled(above.best) * (1 if above.player == 0 else -1)
            if has == bound and above.node.best:
                path = tuple(f.node.move for f in self.stack[1 : depth + 1] if f)
                by = (*path, above.node.best.move)
                sentence += f"with {' '.join(by)}, {other} already has {valued(bound)}"
                return Cut("beta", by, sentence)
        return Cut("beta", (), sentence + f"only values {self.wanted(frame, bound)} were asked for")

    def wanted(self, frame: Frame, bound: float) -> str:
        """The side of a bound on which the window lies."""
        return f"{'below' if frame.player == 0 else 'above'} {valued(bound)}"

    def seen(self, frame: Frame, worth: float) -> float:
        """A value for player 0 as a node's own player sees it."""
        return worth if frame.player == 0 else -worth

    def role(self, player: int | None) -> str:
        """Who acts, in the words of the textbook."""
        if player is None:
            return "end"
        if self.opposed and player >= 0:
            return "max" if player == 0 else "min"
        return player_name(self.game, player)

    def label(self, state: State) -> str:
        """The position, if a few letters say it."""
        text = self.game.text(state)
        return text if len(text) <= LABEL and "\n" not in text else ""


def summed_up(tree: Tree) -> str:
    """A sentence on the size of a recorded tree."""
    nodes = list(tree.root.walk())
    cuts = [node for node in nodes if node.cut]
    left_out = sum(not node.visited for node in nodes)
    parts = [
        f"{tree.root.size:,} nodes visited",
        f"{len(cuts):,} cuts",
        f"{left_out:,} branches left out",
    ]
    if tree.root.unrecorded:
        parts.append(f"{tree.root.unrecorded:,} nodes too many to record")
    return listed(parts, last="and") + "."
