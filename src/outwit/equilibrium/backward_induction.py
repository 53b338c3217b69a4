"""Backward induction where both choose at once: a position is worth what the matrix of those after it is.

S. M. Ross, "Goofspiel: the game of pure strategy", Journal of Applied Probability, 1971; for its forms, and
how they compare, B. Bošanský, V. Lisý, M. Lanctot, J. Čermák and M. H. M. Winands, "Algorithms for computing
strategies in two-player simultaneous move games", Artificial Intelligence, 2016.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import NamedTuple

from outwit.equilibrium.game_graph import GameGraph, GraphNode
from outwit.equilibrium.matrix import MatrixSolution, MatrixSolver
from outwit.game import CHANCE, SIMULTANEOUS

VALUE = 1
"""The bit of the search for values in `GraphNode.entered`."""

MOST_MATRICES = 100_000
"""So many solutions are remembered at once."""


class Strategies(NamedTuple):
    """An equilibrium of one position in which both choose at once."""

    value: float
    rows: Sequence[float]
    """How likely the first player chooses each of its moves."""
    columns: Sequence[float]


class SolvedMatrices:
    """Solutions of matrices; of those that come again the first one is taken."""

    def __init__(self, patient: bool) -> None:
        """None yet; see `MatrixSolver` for what it means to be `patient`."""
        self.solver = MatrixSolver(patient)
        self.solutions: dict[tuple[int, tuple[float, ...]], MatrixSolution] = {}
        self.counts: Counter[str] = Counter()

    def solve(self, numbers: list[float], height: int, width: int) -> MatrixSolution:
        """The solution of a matrix, given row by row."""
        wide = height > 1 and width > 1
        known = height, tuple(numbers)
        found = self.solutions.get(known)
        if found is not None:
            self.counts["repeated matrices"] += wide
        else:
            found = self.solver.solve(numbers, height, width)
            if len(self.solutions) >= MOST_MATRICES:
                self.solutions.clear()
            self.solutions[known] = found
        if wide:
            self.counts["matrices"] += 1
            self.counts["programs"] += found.way != "saddle point"
        return found


class BackwardInduction:
    """The values of positions, each from all that can follow it: the definition."""

    def __init__(self, graph: GameGraph, matrices: SolvedMatrices) -> None:
        self.graph = graph
        self.matrices = matrices

    def value(self, node: GraphNode) -> float:
        """What a position is worth to the first player, as far ahead as the node is to look."""
        if node.low == node.high:
            return node.low
        graph = self.graph
        turn = graph.look_into(node, VALUE)
        values = [self.value(graph.child(node, place)) for place in range(len(node.children))]
        if turn == CHANCE:
            value = sum(share * value for share, value in zip(node.shares, values, strict=True))
        elif turn != SIMULTANEOUS:
            value = max(values) if turn == 0 else min(values)
        elif len(values) == 1:
            value = values[0]
        else:
            value = self.matrices.solve(values, len(node.rows), len(node.columns)).value
        graph.leave(node, VALUE, value, value)
        return value

    def strategies(self, node: GraphNode) -> Strategies:
        """An equilibrium of a position in which both choose at once."""
        self.graph.look_into(node, VALUE)
        values = [self.value(self.graph.child(node, place)) for place in range(len(node.children))]
        solution = self.matrices.solve(values, len(node.rows), len(node.columns))
        self.graph.leave(node, VALUE, solution.value, solution.value)
        return Strategies(solution.value, solution.rows, solution.columns)

    def answers(self, node: GraphNode, player: int, found: Strategies) -> list[float]:
        """What each move of a player is worth to the first one if the other keeps to the equilibrium."""
        width = len(node.columns)
        others = found.columns if player == 0 else found.rows
        mixed = [(other, share) for other, share in enumerate(others) if share > 0]

        def worth(move: int) -> float:
            places = [(move * width + other if player == 0 else other * width + move) for other, _ in mixed]
            values = [self.value(self.graph.child(node, place)) for place in places]
            return sum(share * value for (_, share), value in zip(mixed, values, strict=True))

        return [worth(move) for move in range(width if player else len(node.rows))]
