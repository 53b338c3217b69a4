"""Memory for trees, used again: to touch new memory costs a short search a tenth of its time."""

from __future__ import annotations

from typing import Any

import numpy as np

LARGEST = 8 << 20
"""A tree of more words than this, 64 MB, leaves nothing behind when it is gone."""

fallow: dict[int, Any] = {}
"""Memory that nobody uses, by its size."""


class Ground:
    """Memory for a tree, as many words as it may need; whatever grew there before may still lie about.

    >>> Ground(1000).words[:] = 7
    >>> int(Ground(1000).words[0])
    7
    """

    def __init__(self, size: int) -> None:
        free = fallow.pop(size, None)
        self.words: Any = np.empty(size, dtype=np.int64) if free is None else free
        self.used = 0
        """How many of the words a tree has taken."""

    def __del__(self) -> None:
        if self.used <= LARGEST and fallow is not None:  # None: the process is ending
            fallow[len(self.words)] = self.words
