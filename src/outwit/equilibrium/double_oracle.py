"""Backward induction that leaves out what cannot matter: bounds, and matrices of only the moves that count.

H. B. McMahan, G. J. Gordon and A. Blum, "Planning in the presence of cost functions controlled by an
adversary", ICML, 2003 (double oracle); B. Bošanský, V. Lisý, J. Čermák, R. Vítek and M. Pěchouček, "Using
double-oracle method and serialized alpha-beta search for pruning in simultaneous move games", IJCAI, 2013.
"""

from __future__ import annotations

import math

from outwit.equilibrium.backward_induction import VALUE, BackwardInduction, SolvedMatrices, Strategies
from outwit.equilibrium.game_graph import GameGraph, GraphNode
from outwit.equilibrium.serialized import Serialized, without
from outwit.game import CHANCE, SIMULTANEOUS

CLOSE = 1e-12
"""Bounds that lie no farther apart are one value, in units of the greatest bound, or of 1."""


class DoubleOracle(BackwardInduction):
    """The same values, from as few positions as it takes.

    At each joint node both begin with one move each and add the best answer to what the other plays, until
    neither finds a better one: the equilibrium of these moves is one of all. An answer is looked at only
    until it is clear that it is no better. `serialized` bounds, if wanted, come before.
    """

    def __init__(
        self, graph: GameGraph, matrices: SolvedMatrices, root: GraphNode, serialized: bool = True
    ) -> None:
        super().__init__(graph, matrices)
        self.serialized = Serialized(graph) if serialized else None
        finite = [abs(bound) for bound in (root.low, root.high) if math.isfinite(bound)]
        self.close = CLOSE * max(1.0, *finite)

    def value(self, node: GraphNode) -> float:
        self.tighten(node)
        return node.low

    def tighten(self, node: GraphNode, low: float = -math.inf, high: float = math.inf) -> None:
        """Bring the bounds of a position together, or at least out of a window."""
        if node.low == node.high or node.low >= high or node.high <= low:
            return None
        if self.serialized is not None:
            self.serialized.tighten(node)
            if node.high - node.low <= self.close or node.low >= high or node.high <= low:
                return self.settle(node, node.low, node.high)
        turn = self.graph.look_into(node, VALUE)
        if turn == CHANCE:
            least, most = self.average(node, low, high)
        elif turn == SIMULTANEOUS:
            least, most = self.mix(node, low, high)[1:]
        elif turn == 0:
            least, most = self.best(node, low, high)
        else:
            least, most = self.worst(node, low, high)
        return self.settle(node, max(node.low, least), min(node.high, most))

    def settle(self, node: GraphNode, least: float, most: float) -> None:
        """Note the bounds of a position; those that lie so close together are one value."""
        if most - least <= self.close:
            least = most = (least + most) / 2
        self.graph.leave(node, VALUE, least, most)

    def average(self, node: GraphNode, low: float, high: float) -> tuple[float, float]:
        """The bounds of a chance node, left as soon as the window is (Star1)."""
        children = [self.graph.child(node, place) for place in range(len(node.rows))]
        lows = [share * child.low for share, child in zip(node.shares, children, strict=True)]
        highs = [share * child.high for share, child in zip(node.shares, children, strict=True)]
        for place, (share, child) in enumerate(zip(node.shares, children, strict=True)):
            if child.low < child.high:
                below, above = without(highs, place), without(lows, place)
                self.tighten(child, (low - below) / share, (high - above) / share)
            lows[place], highs[place] = share * child.low, share * child.high
            if sum(highs) <= low or sum(lows) >= high:
                break
        return sum(lows), sum(highs)

    def best(self, node: GraphNode, low: float, high: float) -> tuple[float, float]:
        """The bounds of a node at which the first player acts."""
        least, most = -math.inf, -math.inf
        for place in range(len(node.rows)):
            child = self.graph.child(node, place)
            self.tighten(child, max(low, least), high)
            least, most = max(least, child.low), max(most, child.high)
            if least >= high:
                return least, node.high
        return least, most

    def worst(self, node: GraphNode, low: float, high: float) -> tuple[float, float]:
        """The bounds of a node at which the second player acts."""
        least, most = math.inf, math.inf
        for place in range(len(node.rows)):
            child = self.graph.child(node, place)
            self.tighten(child, low, min(high, most))
            least, most = min(least, child.low), min(most, child.high)
            if most <= low:
                return node.low, most
        return least, most

    def strategies(self, node: GraphNode) -> Strategies:
        if self.serialized is not None:
            self.serialized.tighten(node)
        self.graph.look_into(node, VALUE)
        found, _, _ = self.mix(node, whole=True)
        self.settle(node, found.value, found.value)
        return found

    def mix(
        self, node: GraphNode, low: float = -math.inf, high: float = math.inf, whole: bool = False
    ) -> tuple[Strategies, float, float]:
        """The equilibrium of the moves that count at a joint node, and the bounds of its value.

        Unless the `whole` of it is wanted, it may be broken off when the bounds say enough.
        """
        rows, columns = [node.leads[0]], [node.leads[1]]
        width = len(node.columns)
        least, most = node.low, node.high
        while True:
            cells = [self.value(self.graph.child(node, row * width + c)) for row in rows for c in columns]
            solution = self.matrices.solve(cells, len(rows), len(columns))
            value = solution.value
            up, row = self.answer(node, 0, value, rows, dict(zip(columns, solution.columns, strict=True)))
            down, column = self.answer(node, 1, value, columns, dict(zip(rows, solution.rows, strict=True)))
            least, most = max(least, down), min(most, up)
            done = least >= high or most <= low or most - least <= self.close
            if (row is None and column is None) or (done and not whole):
                if row is None and column is None:
                    least = most = value
                found = Strategies(
                    value,
                    spread(rows, solution.rows, len(node.rows)),
                    spread(columns, solution.columns, width),
                )
                return found, least, most
            rows += [] if row is None else [row]
            columns += [] if column is None else [column]

    def answer(
        self, node: GraphNode, player: int, value: float, chosen: list[int], mixed: dict[int, float]
    ) -> tuple[float, int | None]:
        """The most that a player can have against a mixed strategy, and which further move has it, if any."""
        sign = 1 if player == 0 else -1
        width = len(node.columns)
        most, best = sign * value, None
        for move in range(len(node.rows) if player == 0 else width):
            if move in chosen:
                continue
            line = [
                (share, self.graph.child(node, move * width + other if player == 0 else other * width + move))
                for other, share in mixed.items()
                if share > 0
            ]
            hopes = [share * hope(child, sign) for share, child in line]
            for place, (share, child) in enumerate(line):
                if sum(hopes) <= most + self.close:
                    break
                if child.low < child.high:
                    least = (most - without(hopes, place)) / share
                    if player == 0:
                        self.tighten(child, low=least)
                    else:
                        self.tighten(child, high=-least)
                hopes[place] = share * hope(child, sign)  # the same child may stand in two places
            if sum(hopes) > most + self.close:
                most, best = sum(hopes), move
        return sign * most, best


def hope(node: GraphNode, sign: int) -> float:
    """The most that a position can be worth to a player: sign 1 for the first, -1 for the second."""
    return node.high if sign > 0 else -node.low


def spread(chosen: list[int], shares: tuple[float, ...], size: int) -> list[float]:
    """Shares of some moves as shares of all of them."""
    spread_out = [0.0] * size
    for move, share in zip(chosen, shares, strict=True):
        spread_out[move] = share
    return spread_out
