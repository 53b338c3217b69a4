"""Tree reuse: the tree that one decision leaves to the next, and the subtree that the game has come to."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterable, Sequence
from typing import Generic, TypeVar

from outwit.game import Game, Move, State
from outwit.repetition import without_memory

N = TypeVar("N")

MOST_LOOKED_AT = 1000
"""Among so many positions next to the root of a tree one is looked for that comes without its history."""


class KeptTree(ABC, Generic[N]):
    """A tree with the position at its root; what stands for a node is a matter of who grew it."""

    def __init__(self, state: State, root: N) -> None:
        self.state = state
        self.root = root

    @abstractmethod
    def below(self, node: N) -> Iterable[tuple[Move, N]]:
        """The nodes below one, each with the move or the outcome that leads to it."""

    def node_of(self, game: Game, state: State, history: Sequence[State]) -> N | None:
        """The node of a position that has come about since the root; None if it is not in the tree.

        The states before it tell the way. Where nobody gives any, the nearest positions are looked through.
        """
        if self.state == state:
            return self.root
        if not history:
            return self.nearby(game, state)
        root = without_memory(self.state)
        before = [without_memory(each) for each in history]
        if root not in before:
            return None
        since = len(before) - 1 - before[::-1].index(root)
        node, at = self.root, self.state
        for following in (*before[since + 1 :], without_memory(state)):
            for move, next_node in self.below(node):
                after = game.play(at, move)
                if without_memory(after) == following:
                    node, at = next_node, after
                    break
            else:
                return None
        return node if at == state else None

    def nearby(self, game: Game, state: State) -> N | None:
        """The node of a position near the root, if it is there."""
        level, looked_at = [(self.root, self.state)], 0
        while level:
            deeper = list[tuple[N, State]]()
            for node, at in level:
                for move, next_node in self.below(node):
                    after = game.play(at, move)
                    if after == state:
                        return next_node
                    looked_at += 1
                    if looked_at >= MOST_LOOKED_AT:
                        return None
                    deeper.append((next_node, after))
            level = deeper
        return None
