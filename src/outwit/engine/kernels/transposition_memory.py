"""The memory of a transposition table, as Python sees it: never cleared, used again, able to grow.

An entry says in which pass over a tree it was written (its generation). Generations only ever rise, so what
an earlier decision has left is told apart from what counts, and nothing need be cleared, which takes longer
than many a search. A slot that holds something old is treated exactly like one that holds nothing.
"""

from __future__ import annotations

from itertools import count
from typing import Any

import numpy as np

from outwit.engine.kernels.buffer_pool import LARGEST, PAGE, PIECE

WORDS, BUCKET, ENTRY = 8, 64, 32
"""Words and bytes of a bucket, and bytes of an entry: a bucket is two entries of four words each."""

KEY, VALUE, MOVE, FACTS = range(4)
"""The words of an entry. The key is mixed with the others by exclusive or."""

BOUND, HAS_MOVE, ESTIMATED, DEPTH, AGE = 3, 2, 3, 8, 40
"""An entry's facts: the mask of its bound; the bits that say whether it has a move and whether it rests on an
estimate; and the first bits of its depth and of its generation."""

MOST_DEPTH = 0xFFFF
"""The greatest depth that an entry holds; what was searched deeper is kept as if so deep."""

AGES = 1 << 23
"""How many generations can be told apart."""

MOST_KEPT = 64 << 20
"""The words, 512 MB, of all tables together that are kept while nobody uses them."""

free: dict[int, Table] = {}
"""Tables that nobody uses, by the buckets they may grow to, those used last at the end."""

generations = count(1)
"""What tells the passes of all decisions of this process apart."""


def stamp(generation: int) -> int:
    """A generation as it stands in the facts of an entry: all that is younger is more."""
    return generation << AGE


class Table:
    """Memory for at most so many buckets.

    >>> table = Table.lease(1024)
    >>> table.begin(16)
    >>> table.entries.shape, int(table.occupied_entries().sum())
    ((16, 2, 4), 0)
    """

    def __init__(self, most: int) -> None:
        self.most = most
        self.memory: Any = np.zeros(WORDS * most + WORDS, dtype=np.int64)
        self.start = -(self.memory.ctypes.data // 8) % 8
        """The first word that lies where a line of the processor's cache begins."""
        self.address = int(self.memory.ctypes.data) + 8 * self.start
        self.buckets = 1
        self.since = 0
        """The first generation whose entries count, as it stands in their facts."""
        self.touched = False

    @classmethod
    def lease(cls, most: int) -> Table:
        """A table that may grow to so many buckets, whose memory may have been used before."""
        return free.pop(most, None) or cls(most)

    def release(self) -> None:
        """Leave the memory to the next one who needs as much; what was used longest ago makes room for it."""
        free.pop(self.most, None)
        free[self.most] = self
        while sum(WORDS * each for each in tuple(free)) > MOST_KEPT:
            free.pop(next(iter(tuple(free))), None)

    def begin(self, buckets: int) -> None:
        """Forget everything, and have so many buckets."""
        self.buckets = buckets
        self.since = stamp(self.next_generation())

    def next_generation(self) -> int:
        """The generation of another pass."""
        generation = next(generations) % AGES
        if generation == 0:  # they begin again: nothing that is left may seem to be of the future
            free.clear()
            self.memory[:] = 0
            self.since = 0
            generation = next(generations) % AGES
        return generation

    @property
    def size(self) -> int:
        """How many bytes it takes."""
        return 8 * len(self.memory)

    def touch(self) -> None:
        """Make the system hand all of the memory out now, if it has not yet: that may take long."""
        if not self.touched:
            for start in range(0, len(self.memory), PIECE):
                part = self.memory[start : start + PIECE : PAGE]
                part[:] = part.copy()
            self.touched = True

    @property
    def entries(self) -> Any:
        """The table as numbers: buckets, entries of a bucket, words of an entry."""
        return self.memory[self.start : self.start + WORDS * self.buckets].reshape(-1, 2, 4)

    def occupied_entries(self) -> Any:
        """For each bucket and entry: does it hold something that counts?"""
        return self.entries[:, :, FACTS] >= max(self.since, 1)

    def enlarge(self, buckets: int) -> None:
        """Have more buckets; what the table holds is kept.

        A larger bucket takes entries of one smaller bucket alone, so there is always room.
        """
        before = self.entries
        old, slots = np.nonzero(self.occupied_entries())
        held = before[old, slots]
        before[:] = 0
        self.buckets = buckets
        places = np.bitwise_xor.reduce(held, axis=1) & (buckets - 1)
        second = np.zeros(len(held), dtype=np.int64)
        second[1:] = (old[1:] == old[:-1]) & (places[1:] == places[:-1])
        self.entries[places, second] = held


def reserve(most: int, whole: bool) -> Table | None:
    """Have the memory of a table at hand before a clock starts; the table, if nothing else would keep it.

    A large one is touched only where the whole of it will be needed at once.
    """
    if WORDS * most > LARGEST and not whole:
        return None
    table = Table.lease(most)
    table.touch()
    if WORDS * most > MOST_KEPT:
        return table
    table.release()
    return None
