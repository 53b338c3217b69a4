"""Bounds from games in which one player sees the other's choice: no one is worse off for seeing more.

A. Saffidine, H. Finnsson and M. Buro, "Alpha-beta pruning for games with simultaneous moves", AAAI, 2012;
B. Bošanský and others, "Algorithms for computing strategies in two-player simultaneous move games",
Artificial Intelligence, 2016.
"""

from __future__ import annotations

import math

from outwit.equilibrium.game_graph import GameGraph, GraphNode
from outwit.game import CHANCE, SIMULTANEOUS

ENTERED = (2, 4)
"""The bits of these searches in `GraphNode.entered`: the first player's choice is seen, or the second's."""


class Serialized:
    """Alpha-beta over a game in which players who choose at once do so one after the other."""

    def __init__(self, graph: GameGraph) -> None:
        self.graph = graph

    def tighten(self, node: GraphNode) -> None:
        """Bring closer what a position is worth at least and at most."""
        for seen in (0, 1):
            if node.low < node.high:
                self.value(node, seen, node.low, node.high)

    def value(self, node: GraphNode, seen: int, low: float, high: float) -> float:
        """What a position is worth if the choices of one player are seen, or a bound on it beyond the window.

        Where the true value is known it stands in for that, since it is the better bound.
        """
        if node.low == node.high or node.low >= high:
            return node.low
        if node.high <= low:
            return node.high
        known = node.serial
        if known is None:
            known = node.serial = [node.low, node.high, node.low, node.high]
        least, most = known[2 * seen], known[2 * seen + 1]
        if least == most or least >= high:
            return least
        if most <= low:
            return most
        bit = ENTERED[seen]
        turn = self.graph.look_into(node, bit)
        if turn == CHANCE:
            value = self.average(node, seen, low, high)
        elif turn == SIMULTANEOUS:
            value = self.choose_in_turn(node, seen, low, high)
        else:
            value = self.choose(node, seen, low, high, turn)
        if value > low:
            known[2 * seen] = max(least, value)
        if value < high:
            known[2 * seen + 1] = min(most, value)
        surely, possibly = node.low, node.high
        if seen == 0:
            surely = max(surely, known[0])
        else:
            possibly = min(possibly, known[3])
        self.graph.leave(node, bit, min(surely, possibly), possibly)
        return value

    def average(self, node: GraphNode, seen: int, low: float, high: float) -> float:
        """The value of a chance node, left as soon as the window is (Star1)."""
        children = [self.graph.child(node, place) for place in range(len(node.rows))]
        lows = [share * child.low for share, child in zip(node.shares, children, strict=True)]
        highs = [share * child.high for share, child in zip(node.shares, children, strict=True)]
        for place, (share, child) in enumerate(zip(node.shares, children, strict=True)):
            below = (low - without(highs, place)) / share
            above = (high - without(lows, place)) / share
            value = self.value(child, seen, below, above)
            if value > below:
                lows[place] = share * value
            if value < above:
                highs[place] = share * value
            if sum(highs) <= low:
                return sum(highs)
            if sum(lows) >= high:
                return sum(lows)
        return sum(highs if seen else lows)  # they differ by rounding; this is the bound that is wanted

    def choose(self, node: GraphNode, seen: int, low: float, high: float, player: int) -> float:
        """The value of a node at which one player acts alone."""
        line = range(len(node.rows))
        return (self.best if player == 0 else self.worst)(node, seen, low, high, line)[0]

    def best(self, node: GraphNode, seen: int, low: float, high: float, line: range) -> tuple[float, int]:
        """The greatest value of some places, and where it is."""
        found, place = -math.inf, line[0]
        for each in line:
            value = self.value(self.graph.child(node, each), seen, max(low, found), high)
            if value > found:
                found, place = value, each
                if found >= high:
                    break
        return found, place

    def worst(self, node: GraphNode, seen: int, low: float, high: float, line: range) -> tuple[float, int]:
        """The least value of some places, and where it is."""
        found, place = math.inf, line[0]
        for each in line:
            value = self.value(self.graph.child(node, each), seen, low, min(high, found))
            if value < found:
                found, place = value, each
                if found <= low:
                    break
        return found, place

    def choose_in_turn(self, node: GraphNode, seen: int, low: float, high: float) -> float:
        """The value of a joint node if the one whose choice is seen chooses first."""
        width = len(node.columns)
        size = len(node.children)
        if seen == 0:
            found = -math.inf
            for row in range(len(node.rows)):
                line = range(row * width, row * width + width)
                value, _ = self.worst(node, seen, max(low, found), high, line)
                if value > found:
                    found = value
                    if value > low:
                        node.leads[0] = row
                    if value >= high:
                        break
            return found
        found = math.inf
        for column in range(width):
            value, _ = self.best(node, seen, low, min(high, found), range(column, size, width))
            if value < found:
                found = value
                if value < high:
                    node.leads[1] = column
                if value <= low:
                    break
        return found


def without(numbers: list[float], place: int) -> float:
    """The sum of all numbers but one; some may be infinite, so that none can be subtracted again."""
    return sum(numbers[:place]) + sum(numbers[place + 1 :])
