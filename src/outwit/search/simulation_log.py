"""A log of the simulations of a Monte Carlo tree search, and the tree that they have grown."""

from __future__ import annotations

from collections import deque
from collections.abc import Sequence
from itertools import pairwise
from typing import TYPE_CHECKING

from outwit.game import CHANCE, Move, State
from outwit.search.mcts_node import MctsNode
from outwit.tree.record.mcts_trace import Ending, Growth, Simulation, Tally, Values
from outwit.tree.record.node import MOST_RECORDED, Node, Tree, blank

if TYPE_CHECKING:
    from outwit.search.mcts import MctsSearch

MOST_LOGGED = 20_000
"""Simulations logged one by one; those after them are only counted."""


class SimulationLog:
    """The simulations of one search, in their order."""

    def __init__(self) -> None:
        self.simulations: list[Simulation] = []
        self.untold = 0
        self.certain: set[int] = set()
        """The identities of the nodes that are proved so far."""

    def note(self, path: Sequence[MctsNode], passed: Sequence[Values], estimated: bool) -> None:
        """Log a simulation, once it has been backed up along its path."""
        if len(self.simulations) >= MOST_LOGGED:
            self.untold += 1
            return
        numbers = tuple((above.children or []).index(below) for above, below in pairwise(path))
        fresh = [d for d, each in enumerate(path) if each.proved is not None and id(each) not in self.certain]
        self.certain.update(id(path[depth]) for depth in fresh)
        ending = ending_of(path[-1], estimated)
        self.simulations.append(Simulation(numbers, ending, tuple(passed), tuple(reversed(fresh))))

    def tree(self, search: MctsSearch, line: Sequence[Move]) -> Tree:
        """The tree as it stands, the line that the search expects marked in it."""
        agent = search.agent
        logged = tuple(self.simulations)
        further = sum(arm.visits for arm in search.lost_arms)
        growth = Growth(search.rule, agent.rollout, agent.cutoff, logged, self.untold, further)
        return Tree(RecordedNodes(search, line).root, search.game.players, growth)


def ending_of(last: MctsNode, estimated: bool) -> Ending:
    """What was done with the last position on the path of a simulation."""
    if last.proved is None:
        return "estimated" if estimated else "rollout"
    if last.visits > 1:
        return "proved"
    return "end" if last.turn is None else "bounds"


class RecordedNodes:
    """The tree that a search has grown, as recorded nodes."""

    def __init__(self, search: MctsSearch, line: Sequence[Move]) -> None:
        self.game = search.game
        self.single = self.game.players == 1 or (self.game.players == 2 and self.game.zero_sum)
        self.with_priors = search.rule.select == "puct"
        self.labelled = "\n" not in self.game.text(search.root)
        self.root = self.node(search.top, search.root)
        self.grow(search.top, search.root)
        self.mark(search.top, line)

    def node(self, grown: MctsNode, state: State) -> Node:
        """The node of a position, with all that was seen of it."""
        player = None if self.game.over(state) else self.game.turn(state)
        node = blank(self.game, state, player, self.labelled)
        node.visits = grown.visits
        node.visited = grown.visits > 0
        node.size = int(node.visited)
        node.proved = grown.proved is not None
        node.value = Tally(grown.totals, 0.0, grown.visits, grown.proved).value(self.single)
        return node

    def grow(self, top: MctsNode, state: State) -> None:
        """Add the nodes below the root, level by level, as many as are written down."""
        parents: list[tuple[Node, Node]] = []
        waiting = deque([(top, self.root, state)])
        while waiting:
            grown, node, state = waiting.popleft()
            below = grown.children or []
            if len(parents) + len(below) >= MOST_RECORDED:
                hidden = sum(each.visits > 0 for each in grown.walk()) - 1
                node.unrecorded, node.size = hidden, node.size + hidden
                continue
            for each in below:
                child = self.game.play(state, each.move)
                added = self.node(each, child)
                added.move = self.game.describe(state, each.move)
                if grown.turn == CHANCE:
                    added.probability = each.prior
                elif self.with_priors:
                    added.prior = each.prior
                node.children.append(added)
                parents.append((added, node))
                waiting.append((each, added, child))
        for node, parent in reversed(parents):
            parent.size += node.size
            parent.unrecorded += node.unrecorded

    def mark(self, top: MctsNode, line: Sequence[Move]) -> None:
        """Mark the line that the search expects."""
        grown, node = top, self.root
        node.chosen = True
        for move in line:
            moves = [each.move for each in grown.children or ()]
            if move not in moves or not node.children:
                return
            number = moves.index(move)
            assert grown.children is not None
            grown, node.best = grown.children[number], node.children[number]
            node = node.best
            node.chosen = True
