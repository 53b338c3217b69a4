"""The positions of a game as a graph that grows where somebody looks, each position in it once.

What is known of a position is an interval: what it is worth to the first player at least and at most.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable

from outwit.errors import TooDeepError
from outwit.game import CHANCE, SIMULTANEOUS, Game, Move, State, defines


class GraphNode:
    """A position, what can follow, and what is known of its value for the first player."""

    __slots__ = (
        "children",
        "columns",
        "depth",
        "entered",
        "estimated",
        "height",
        "high",
        "leads",
        "low",
        "rows",
        "serial",
        "shares",
        "state",
        "turn",
    )

    def __init__(self, state: State, depth: int | None, low: float, high: float) -> None:
        self.state = state
        self.depth = depth
        """How many moves ahead to look from here; None to the end of the game."""
        self.low = low
        self.high = high
        self.height = 0
        """How many moves ahead somebody has looked from here."""
        self.estimated = False
        """Does anything that was looked at below it rest on an estimate?"""
        self.turn: int | None = None
        """Who acts, once that was asked."""
        self.rows: list[Move] = []
        """What the first player can choose from, or whoever acts alone, or what chance may bring."""
        self.columns: list[Move] = []
        """What the second player can choose from where both choose at once."""
        self.shares: list[float] = []
        """How likely each outcome of chance is."""
        self.children: list[GraphNode | None] = []
        """What follows, row by row, as far as somebody has looked."""
        self.serial: list[float] | None = None
        """What is known of it if one player's choice is seen by the other: at least and at most if the first
        player's is, and the same if the second's is."""
        self.leads = [0, 0]
        """The row and the column that look best so far."""
        self.entered = 0
        """By which searches it is being looked into, a bit each: nobody may come back to it meanwhile."""

    @property
    def closed(self) -> bool:
        """Is its value known?"""
        return self.low == self.high


class GameGraph:
    """The positions that a search has come to, by their keys."""

    def __init__(self, game: Game, proved: dict[object, float], enter: Callable[[], None]) -> None:
        """A graph without positions; `proved` are values known before, and `enter` counts new positions."""
        self.game = game
        self.proved = proved
        self.enter = enter
        self.key: Callable[[State], object] = game.key if defines(game, "key") else itself
        self.bounded = defines(game, "bounds")
        self.ordered = defines(game, "order")
        self.nodes: dict[object, GraphNode] = {}

    def node(self, state: State, depth: int | None) -> GraphNode:
        """The node of a position, from which to look so far ahead."""
        key = self.key(state)
        place = key if depth is None else (key, depth)
        found = self.nodes.get(place)
        if found is None:
            self.enter()
            found = self.nodes[place] = self.new_node(state, depth, key)
        return found

    def new_node(self, state: State, depth: int | None, key: object) -> GraphNode:
        """A position with what the rules say at once."""
        game = self.game
        if game.over(state):
            value = game.payoff(state, 0) + 0.0
            return GraphNode(state, depth, value, value)
        if key in self.proved:
            return GraphNode(state, depth, self.proved[key], self.proved[key])
        low, high = game.bounds(state, 0) if self.bounded else (-1.0, 1.0)
        node = GraphNode(state, depth, low, high)
        if low < high and depth == 0 and game.turn(state) != CHANCE:
            node.low = node.high = min(max(game.evaluate(state, 0), low), high)
            node.estimated = True
        return node

    def open(self, node: GraphNode) -> int:
        """List what can follow a position; who acts there."""
        if node.turn is None:
            game, state = self.game, node.state
            turn = node.turn = game.turn(state)
            if turn == CHANCE:
                outcomes = list(game.chances(state))
                node.rows = [outcome for outcome, share in outcomes if share > 0]
                node.shares = [share for _, share in outcomes if share > 0]
            elif turn == SIMULTANEOUS:
                node.rows = self.arrange(state, game.moves_for(state, 0))
                node.columns = self.arrange(state, game.moves_for(state, 1))
            else:
                node.rows = self.arrange(state, game.moves(state))
            node.children = [None] * (len(node.rows) * (len(node.columns) or 1))
        return node.turn

    def arrange(self, state: State, moves: Iterable[Move]) -> list[Move]:
        """The moves in the order in which to look at them."""
        if not self.ordered:
            return list(moves)
        return sorted(moves, key=lambda move: -self.game.order(state, move))

    def child(self, node: GraphNode, place: int) -> GraphNode:
        """What follows in one place of a node that is open: a row, or a row and a column."""
        found = node.children[place]
        if found is None:
            game, depth = self.game, node.depth
            if node.turn == SIMULTANEOUS:
                row, column = divmod(place, len(node.columns))
                state = game.play_joint(node.state, (node.rows[row], node.columns[column]))
            else:
                state = game.play(node.state, node.rows[place])
            if depth is not None and node.turn != CHANCE:
                depth -= 1
            found = node.children[place] = self.node(state, depth)
        return found

    def look_into(self, node: GraphNode, search: int) -> int:
        """Open a position that a search now goes through, which must not come back to it; who acts there."""
        if node.entered & search:
            raise TooDeepError(
                f"{type(self.game.unwrapped).__name__} can come back to a position, so nobody can look to "
                "its end; give a depth, or seconds or nodes."
            )
        node.entered |= search
        return self.open(node)

    def leave(self, node: GraphNode, search: int, low: float, high: float) -> None:
        """Note what is known of a position that a search has gone through, and on what it rests."""
        node.entered &= ~search
        node.low, node.high = low, high
        height = 0
        for child in node.children:
            if child is not None:
                height = max(height, child.height)
                node.estimated |= child.estimated
        node.height = height + (node.turn != CHANCE)

    def prove(self) -> None:
        """Note for later searches what is known for certain."""
        for key, node in self.nodes.items():
            if node.low == node.high and node.turn is not None and not node.estimated:
                self.proved[key if node.depth is None else key[0]] = node.low  # type: ignore[index]


def itself(state: State) -> State:
    """A state as its own key: without a `key` of the game's own, only equal states are the same."""
    return state
