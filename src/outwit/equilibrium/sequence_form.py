"""Sequence form: a game as the sequences of each player's own moves, and what each pair of them pays.

A sequence is what a player has done so far, known by its last move and by what the player knew when it made
it. Strategies are weights of sequences, and what two strategies pay is one sum over the pairs of sequences at
which the game can end: von Stengel, "Efficient computation of behavior strategies", 1996. That takes perfect
recall: whoever knows the same has done the same.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import cached_property
from typing import NamedTuple

import numpy as np

from outwit.game import Game, Move, Observation, State

END = -2
"""What stands for whoever acts where the game is over."""


class Ends(NamedTuple):
    """What a player's sequences pay together with the other's, summed over the ends of the game.

    Those of sequence q are the entries from `starts[q]` up to, not including, `starts[q + 1]`.
    """

    starts: np.ndarray
    """uint32, one for each sequence of the player and one more: the number of its first entry."""
    others: np.ndarray
    """uint32, one an entry: the other player's sequence; ascending for each of the player's."""
    payoffs: np.ndarray
    """float64, one an entry: what the player gets there, times how likely chance leads there."""
    chances: np.ndarray
    """float64, one an entry: how likely chance leads there if both players mean to."""


@dataclass(frozen=True, eq=False)
class Side:
    """What one player can come to know, and what it can do: its information sets and its sequences.

    Sequence 0 is to have done nothing; the others are numbered set by set, in the order of the moves.
    """

    observations: list[Observation]
    """What the player knows, one for each information set."""
    states: list[State]
    """A state of each set, the one found first."""
    moves: list[tuple[Move, ...]]
    """What there is to choose from in each set."""
    first: np.ndarray
    """uint32, one for each set and one more: the sequence that ends with the first move of the set."""
    parent: np.ndarray
    """uint32, one for each set: the sequence that leads there, whose own set has a lower number."""
    ends: Ends
    numbers: dict[Observation, int]
    """The number of each set by what the player knows; empty where nothing is hidden, since there a state
    may come about in several ways, and what led to it is known."""

    @property
    def sets(self) -> int:
        """How many information sets there are."""
        return len(self.moves)

    @property
    def sequences(self) -> int:
        """How many sequences there are, the empty one included."""
        return int(self.first[-1])


class Nodes(NamedTuple):
    """The tree of the game, for searches that walk through it. Node 0 is the root."""

    actors: np.ndarray
    """int64, one a node: the player who acts, `CHANCE`, or `END`."""
    sets: np.ndarray
    """int64, one a node: the actor's information set; -1 where no player acts."""
    children: np.ndarray
    """int64, one a node: the number of its first child; the others follow, in the order of the moves."""
    widths: np.ndarray
    """int64, one a node: how many children it has."""
    chances: np.ndarray
    """float64, one a node: how likely chance goes there from the node before; 1 where a player chose."""
    payoffs: np.ndarray
    """float64, one a node: what player 0 gets if the game ends there."""


@dataclass(frozen=True, eq=False)
class Unfolded:
    """A game for two whose payoffs cancel, in sequence form."""

    game: Game
    root: State
    """Where it was unfolded from."""
    sides: tuple[Side, Side]
    positions: int
    """How many positions the game has, each as often as there are ways to it."""
    ends: int
    """How many of them are ends."""
    nodes: Nodes | None = field(repr=False)
    """The tree, where it was asked for."""

    @property
    def sets(self) -> int:
        """How many information sets both players have."""
        return self.sides[0].sets + self.sides[1].sets

    @cached_property
    def depth(self) -> int:
        """How many moves the longest way through the game has; outcomes of chance are none."""
        lengths = []
        for side in self.sides:
            length = np.zeros(side.sequences, dtype=np.int64)
            for number, parent in enumerate(side.parent):
                length[side.first[number] : side.first[number + 1]] = length[parent] + 1
            lengths.append(length)
        starts, others = self.sides[0].ends[:2]
        owns = np.repeat(lengths[0], starts[1:].astype(np.int64) - starts[:-1].astype(np.int64))
        return int((owns + lengths[1][others]).max(initial=0))

    def find(self, state: State, player: int) -> int | None:
        """The number of a player's information set in a state; None if there is none.

        Where nothing is hidden only the root has one that a state alone tells.
        """
        side = self.sides[player]
        if self.game.hidden:
            return side.numbers.get(self.game.observation(state, player))
        return 0 if side.sets and state == self.root else None

    @property
    def stakes(self) -> float:
        """How far the best end of the game is from the worst, for either player."""
        ends = self.sides[0].ends
        each = ends.payoffs / ends.chances
        return float(each.max() - each.min())

    @property
    def size(self) -> int:
        """About how many bytes it takes."""
        entries = sum(each.ends.others.size for each in self.sides)
        return 600 * self.sets + 20 * entries + (48 * len(self.nodes.actors) if self.nodes else 0)


def merge(
    owns: np.ndarray, others: np.ndarray, payoffs: np.ndarray, chances: np.ndarray, sequences: int
) -> Ends:
    """The ends of a game by the pair of sequences that leads there, each pair once, for one player.

    All arrays have an entry for each end of the game.
    """
    order = np.lexsort((others, owns))
    owns, others = owns[order], others[order]
    new = np.ones(len(order), dtype=bool)
    new[1:] = (owns[1:] != owns[:-1]) | (others[1:] != others[:-1])
    begins = np.flatnonzero(new)
    starts = np.searchsorted(owns[begins], np.arange(sequences + 1)).astype(np.uint32)
    return Ends(
        starts,
        others[begins].astype(np.uint32),
        np.add.reduceat(payoffs[order], begins),
        np.add.reduceat(chances[order], begins),
    )
