"""The results of a pass for the moves at the root, cheap also where those are very many."""

from __future__ import annotations

import math
from abc import abstractmethod
from collections.abc import Iterator, Mapping, MutableMapping
from dataclasses import replace

from outwit.decision import Candidate
from outwit.game import Move


def is_completed(candidate: Candidate) -> bool:
    """Does a search know what this move is worth at least, and not only what it does not exceed?"""
    return candidate.bound in ("exact", "at least")


def worth(candidate: Candidate) -> float:
    """What a move is worth as far as is known; nothing is less than what is unknown."""
    return -math.inf if candidate.value is None else candidate.value


class PassResults(MutableMapping[Move, Candidate]):
    """What one pass has found out about each move that it came to, in the order in which it did."""

    @abstractmethod
    def top(self) -> Candidate | None:
        """The first of the best moves that the pass has completed."""

    @abstractmethod
    def at(self, depth: int | None) -> PassResults:
        """The same, each move searched to this depth."""

    @abstractmethod
    def arrange(self, moves: list[Move], best: Move) -> None:
        """Put moves into the order of what they are worth, this one first and unknown ones last."""

    def lead(self, line: tuple[Move, ...]) -> Candidate | None:
        """The best move that the pass has completed: the one that leads its line, if none is better."""
        top = self.top()
        own = self.get(line[0]) if line and top is not None else None
        if own is not None and top is not None and is_completed(own) and worth(own) == worth(top):
            return own
        return top


class WeighedMoves(PassResults):
    """The results of a pass, move by move; the best is known at any time."""

    def __init__(self, held: Mapping[Move, Candidate] | None = None) -> None:
        self.held: dict[Move, Candidate] = {}
        self.best: Candidate | None = None
        """The first of the best that are completed, unless it is to be looked for again."""
        self.lost = False
        """Is it?"""
        for move, candidate in (held or {}).items():
            self[move] = candidate

    def __getitem__(self, move: Move) -> Candidate:
        return self.held[move]

    def __setitem__(self, move: Move, candidate: Candidate) -> None:
        before = self.held.get(move)
        if before is not None and (before.value, before.bound) != (candidate.value, candidate.bound):
            self.lost = True
        elif self.best is None or worth(candidate) > worth(self.best):
            self.best = candidate if is_completed(candidate) else self.best
        self.held[move] = candidate

    def __delitem__(self, move: Move) -> None:
        self.lost = True
        del self.held[move]

    def __iter__(self) -> Iterator[Move]:
        return iter(self.held)

    def __len__(self) -> int:
        return len(self.held)

    def __contains__(self, move: object) -> bool:
        return move in self.held

    def top(self) -> Candidate | None:
        if self.lost:
            self.best, self.lost = (
                max(filter(is_completed, self.held.values()), key=worth, default=None),
                False,
            )
        return None if self.best is None else self.held[self.best.move]

    def at(self, depth: int | None) -> PassResults:
        first = next(iter(self.held.values()), None)
        if first is None or first.depth == depth:  # a pass gives all of them the same
            return self
        return WeighedMoves({move: replace(each, depth=depth) for move, each in self.held.items()})

    def arrange(self, moves: list[Move], best: Move) -> None:
        worths = {move: worth(each) for move, each in self.held.items()}
        moves.sort(key=lambda move: (move == best, worths.get(move, -math.inf)), reverse=True)


def as_results(found: Mapping[Move, Candidate]) -> PassResults:
    """What was found, ready to be asked."""
    return found if isinstance(found, PassResults) else WeighedMoves(found)


class Merged(Mapping[Move, Candidate]):
    """What a pass that was broken off has found, and beside it what only the pass before knows.

    Of the latter nothing that looks better than `most`: at another depth that would mean little.
    """

    def __init__(
        self, fresh: Mapping[Move, Candidate], before: Mapping[Move, Candidate], most: float
    ) -> None:
        self.fresh = fresh
        self.before = before
        self.most = most

    def __getitem__(self, move: Move) -> Candidate:
        found = self.fresh.get(move)
        if found is not None:
            return found
        known = self.before[move]
        if self.hides(known):
            raise KeyError(move)
        return known

    def hides(self, known: Candidate) -> bool:
        """Does this look better than it may?"""
        return is_completed(known) and worth(known) > self.most

    def __iter__(self) -> Iterator[Move]:
        yield from (
            move for move, each in self.before.items() if move not in self.fresh and not self.hides(each)
        )
        yield from self.fresh

    def __len__(self) -> int:
        return sum(1 for _ in self)
