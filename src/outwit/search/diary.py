"""What a Monte Carlo tree search writes down: its games one by one, and the tree that they have grown."""

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

MOST_TOLD = 20_000
"""Games written down one by one; those after them are only counted."""


class Diary:
    """Listens to a search that grows a tree."""

    def __init__(self) -> None:
        self.simulations: list[Simulation] = []
        self.untold = 0
        self.certain: set[int] = set()
        """The identities of what is proved so far."""

    def note(self, path: Sequence[MctsNode], passed: Sequence[Values], estimated: bool) -> None:
        """Write a game down, once all on its way have been told what came of it."""
        if len(self.simulations) >= MOST_TOLD:
            self.untold += 1
            return
        numbers = tuple((above.branches or []).index(below) for above, below in pairwise(path))
        fresh = [d for d, each in enumerate(path) if each.proved is not None and id(each) not in self.certain]
        self.certain.update(id(path[depth]) for depth in fresh)
        ending = ended(path[-1], estimated)
        self.simulations.append(Simulation(numbers, ending, tuple(passed), tuple(reversed(fresh))))

    def tree(self, sampling: MctsSearch, line: Sequence[Move]) -> Tree:
        """The tree as it stands, the line that the search expects marked in it."""
        agent = sampling.agent
        told = tuple(self.simulations)
        further = sum(arm.visits for arm in sampling.hopes)
        growth = Growth(sampling.rule, agent.rollout, agent.cutoff, told, self.untold, further)
        return Tree(Drawing(sampling, line).root, sampling.game.players, growth)


def ended(last: MctsNode, estimated: bool) -> Ending:
    """What was done with the last position on the way of a game."""
    if last.proved is None:
        return "estimated" if estimated else "rollout"
    if last.visits > 1:
        return "proved"
    return "end" if last.turn is None else "bounds"


class Drawing:
    """The nodes of a tree that a search has grown."""

    def __init__(self, sampling: MctsSearch, line: Sequence[Move]) -> None:
        self.game = sampling.game
        self.single = self.game.players == 1 or (self.game.players == 2 and self.game.zero_sum)
        self.favours = sampling.rule.select == "puct"
        self.labelled = "\n" not in self.game.text(sampling.root)
        self.root = self.node(sampling.top, sampling.root)
        self.grow(sampling.top, sampling.root)
        self.mark(sampling.top, line)

    def node(self, branch: MctsNode, state: State) -> Node:
        """The node of a position, with all that was seen of it."""
        player = None if self.game.over(state) else self.game.turn(state)
        node = blank(self.game, state, player, self.labelled)
        node.visits = branch.visits
        node.visited = branch.visits > 0
        node.size = int(node.visited)
        node.proved = branch.proved is not None
        node.value = Tally(branch.totals, 0.0, branch.visits, branch.proved).value(self.single)
        return node

    def grow(self, top: MctsNode, state: State) -> None:
        """Add the nodes below the root, level by level, as many as are written down."""
        parents: list[tuple[Node, Node]] = []
        waiting = deque([(top, self.root, state)])
        while waiting:
            branch, node, state = waiting.popleft()
            below = branch.branches or []
            if len(parents) + len(below) >= MOST_RECORDED:
                hidden = sum(each.visits > 0 for each in branch.walk()) - 1
                node.unrecorded, node.size = hidden, node.size + hidden
                continue
            for each in below:
                child = self.game.play(state, each.move)
                added = self.node(each, child)
                added.move = self.game.describe(state, each.move)
                if branch.turn == CHANCE:
                    added.probability = each.share
                elif self.favours:
                    added.prior = each.share
                node.children.append(added)
                parents.append((added, node))
                waiting.append((each, added, child))
        for node, parent in reversed(parents):
            parent.size += node.size
            parent.unrecorded += node.unrecorded

    def mark(self, top: MctsNode, line: Sequence[Move]) -> None:
        """Mark the line that the search expects."""
        branch, node = top, self.root
        node.chosen = True
        for move in line:
            moves = [each.move for each in branch.branches or ()]
            if move not in moves or not node.children:
                return
            number = moves.index(move)
            assert branch.branches is not None
            branch, node.best = branch.branches[number], node.children[number]
            node = node.best
            node.chosen = True
