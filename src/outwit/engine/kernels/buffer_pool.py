"""A pool of buffers for trees and tables: to touch new memory costs a short search a tenth of its time."""

from __future__ import annotations

from typing import Any

import numpy as np

LARGEST = 8 << 20
"""What has taken more words than this, 64 MB, leaves nothing behind when it is gone."""

PIECE = 1 << 17
"""Words that are touched at a time, so that no other thread waits long."""

PAGE = 512
"""Words that the system hands out together, at the least."""

free_list: dict[int, tuple[Any, bool]] = {}
"""Memory that nobody uses, by its size, and whether all of it has been touched."""


class Buffer:
    """As many words as a tree or a table may need; what was written there before may still be there.

    >>> Buffer(1000).words[:] = 7
    >>> int(Buffer(1000).words[0])
    7
    """

    def __init__(self, size: int) -> None:
        free = free_list.pop(size, None)
        self.words: Any
        self.words, self.touched = (np.empty(size, dtype=np.int64), False) if free is None else free
        self.used = 0
        """How many of the words have been taken."""

    def touch(self) -> None:
        """Make the system hand all of the memory out now, if it has not yet."""
        if not self.touched:
            for start in range(0, len(self.words), PIECE):
                self.words[start : start + PIECE : PAGE] = 0
            self.touched = True

    def __del__(self) -> None:
        if self.used <= LARGEST and free_list is not None:  # None: the process is ending
            free_list[len(self.words)] = self.words, self.touched
