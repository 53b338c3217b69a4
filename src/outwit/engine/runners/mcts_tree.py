"""The tree of a compiled Monte Carlo tree search as it lies in memory, read and moved by Python."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import numpy as np

from outwit.engine.kernels.buffer_pool import Buffer
from outwit.engine.kernels.mcts_nodes import CLAIMED, COUNT, FIRST, MOVE
from outwit.game import Move, State
from outwit.search.tree_reuse import KeptTree

CROWDED, LARGEST_PART = 1 / 2, 3 / 4
"""Once so much of its memory is used, what is left of a tree is copied to begin with room for more; unless it
would take up more than so much of that."""


class TreeNodes:
    """TreeNodes side by side in a piece of memory, known by their numbers."""

    def __init__(self, buffer: Buffer, width: int) -> None:
        self.buffer = buffer
        self.width = width
        """How many words a node has."""

    @property
    def address(self) -> int:
        """Where the first one is."""
        return int(self.buffer.words.ctypes.data)

    def number(self, address: int) -> int:
        """Which node is at an address."""
        return (address - self.address) // (8 * self.width)

    def address_of(self, number: int) -> int:
        """Where a node is."""
        return self.address + 8 * self.width * number

    def rows(self, numbers: range) -> Any:
        """The words of nodes that stand side by side, a row each."""
        words = self.buffer.words[numbers.start * self.width : numbers.stop * self.width]
        return words.reshape(-1, self.width)

    def row(self, number: int) -> Any:
        """The words of a node."""
        return self.rows(range(number, number + 1))[0]

    def below(self, number: int) -> range:
        """The numbers of the nodes below one."""
        words = self.row(number)
        if words[FIRST] <= CLAIMED:
            return range(0)
        first = self.number(int(words[FIRST]))
        return range(first, first + int(words[COUNT]))

    def copy(self, number: int, target: TreeNodes, most: int) -> int:
        """Copy a node and all below it to the beginning of another piece of memory, level by level.

        How many they are; 0, and nothing there is of use, if they are more than `most`.
        """
        level, done = np.array([number]), 0
        rows_here, rows_there = (
            each.buffer.words[: len(each.buffer.words) // self.width * self.width].reshape(-1, self.width)
            for each in (self, target)
        )
        while len(level):
            if done + len(level) > most:
                return 0
            rows = rows_here[level]
            counts = np.where(rows[:, FIRST] > CLAIMED, rows[:, COUNT], 0)
            firsts = (rows[:, FIRST] - self.address) // (8 * self.width)
            before = np.cumsum(counts) - counts
            places = target.address_of(done + len(level)) + 8 * self.width * before
            rows[:, FIRST] = np.where(counts > 0, places, 0)
            rows_there[done : done + len(level)] = rows
            done += len(level)
            level = np.repeat(firsts - before, counts) + np.arange(counts.sum())
        return done


class GrownTree(KeptTree[int]):
    """A tree that a compiled search leaves to the next one; a node is known by its number."""

    def __init__(self, state: State, root: int, nodes: TreeNodes, count: int, room: int) -> None:
        super().__init__(state, root)
        self.nodes = nodes
        self.count = count
        """How many nodes were made; those that the game has left behind still take their room."""
        self.room = room
        """How many there can be."""

    @property
    def size(self) -> int:
        """How many bytes have been used."""
        return 8 * self.nodes.width * self.count

    @property
    def crowded(self) -> bool:
        """Has the tree little room left, with what the game has left behind?"""
        return self.count > CROWDED * self.room

    def below(self, node: int) -> Iterable[tuple[Move, int]]:
        numbers = self.nodes.below(node)
        return zip(self.nodes.rows(numbers)[:, MOVE].tolist(), numbers, strict=True)
