"""What a compiled pass has found out about very many moves, left in arrays until somebody asks."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any, cast

import numpy as np

from outwit.decision import Bound, Candidate
from outwit.engine.kernels.transposition import BOUNDS
from outwit.game import Move
from outwit.search.pass_results import PassResults, WeighedMoves

FEW = 32
"""So many moves are looked for one by one; whoever asks for more has all of them made."""


class Columns(PassResults):
    """The results of a pass as arrays, a row for each move that a pass has come to.

    Candidates are made of them one by one for the first few that somebody asks for, and then all at once.
    """

    def __init__(
        self,
        moves: Any,
        worths: Any,
        bounds: Any,
        lines: Any,
        lengths: Any,
        settled: Callable[[float], float],
        depth: int | None = None,
    ) -> None:
        self.moves = moves
        """The moves: int64, (rows)."""
        self.worths = worths
        """What each is worth to the player to act, not yet settled: float64, (rows)."""
        self.bounds = bounds
        """What each value is, a place in `BOUNDS`: int64, (rows)."""
        self.lines = lines
        """What is expected to follow each, the move first: int64, (rows, longest)."""
        self.lengths = lengths
        """How long each line is: int64, (rows)."""
        self.settled = settled
        self.depth = depth
        self.asked = 0
        self.made: WeighedMoves | None = None

    def all(self) -> WeighedMoves:
        """All of them as candidates."""
        if self.made is None:
            rows = range(len(self.moves))
            self.made = WeighedMoves({int(self.moves[row]): self.candidate(row) for row in rows})
        return self.made

    def candidate(self, row: int) -> Candidate:
        """A row as a candidate."""
        line = tuple(self.lines[row, : self.lengths[row]].tolist())
        value, bound = self.settled(float(self.worths[row])), cast(Bound, BOUNDS[self.bounds[row]])
        return Candidate(int(self.moves[row]), value, bound, line, depth=self.depth)

    def __getitem__(self, move: Move) -> Candidate:
        self.asked += 1
        if self.made is not None or self.asked > FEW:
            return self.all()[move]
        rows = np.flatnonzero(self.moves == move)
        if not len(rows):
            raise KeyError(move)
        return self.candidate(int(rows[0]))

    def __setitem__(self, move: Move, candidate: Candidate) -> None:
        self.all()[move] = candidate

    def __delitem__(self, move: Move) -> None:
        del self.all()[move]

    def __iter__(self) -> Iterator[Move]:
        return iter(self.all())

    def __len__(self) -> int:
        return len(self.moves) if self.made is None else len(self.made)

    def top(self) -> Candidate | None:
        if self.made is not None:
            return self.made.top()
        done = (self.bounds == BOUNDS.index("exact")) | (self.bounds == BOUNDS.index("at least"))
        if not done.any():
            return None
        return self.candidate(int(np.argmax(np.where(done, self.worths, -np.inf))))

    def at(self, depth: int | None) -> PassResults:
        if self.made is not None:
            return self.made.at(depth)
        self.depth = depth
        return self

    def arrange(self, moves: list[Move], best: Move) -> None:
        if self.made is not None:
            self.made.arrange(moves, best)
            return
        known = cast(list[Move], self.moves[np.argsort(-self.worths, kind="stable")].tolist())
        if len(known) < len(moves):
            seen = set(known)
            known += [move for move in moves if move not in seen]
        if best in known:
            known.remove(best)
            known.insert(0, best)
        moves[:] = known
