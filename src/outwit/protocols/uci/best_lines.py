"""Several lines, each by another first move: the best, the best of all others, and so on (MultiPV)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import count
from time import perf_counter

from outwit.decision import Agent, Decision, Limit, Progress, Watch
from outwit.game import Game, Move
from outwit.games.chess import Board
from outwit.protocols.uci.info import Teller


@dataclass
class BestLines:
    """A search for several lines, one depth after the other.

    At each depth the best line is searched for, then the best among the moves that are left, and so on: each
    by a search of its own.
    """

    agent: Agent
    game: Game
    state: Board
    history: Sequence[Board]
    limit: Limit
    watch: Watch

    def __post_init__(self) -> None:
        self.began = perf_counter()
        self.nodes = 0

    def search(self, moves: Sequence[Move], many: int, teller: Teller) -> Decision:
        """Tell the lines of each depth as they are found; the best line of the last depth searched."""
        best = Decision(moves[0], line=(moves[0],))
        for depth in count(1) if self.limit.depth is None else range(1, self.limit.depth + 1):
            left, proved = list(moves), True
            for number in range(1, min(many, len(moves)) + 1):
                found, score = self.line(left, depth, teller)
                if found is None:
                    return best
                teller.tell(depth, score, self.nodes, found.line, number)
                if number == 1:
                    best = found
                    teller.told = found.depth, found.value, found.line
                left.remove(found.move)
                proved = proved and found.exact
            if proved:
                break
        return best

    def line(self, moves: Sequence[Move], depth: int, teller: Teller) -> tuple[Decision | None, str]:
        """The best line by one of some moves, so deep, and its score; None if the limit is reached."""
        limit = self.limit.less(seconds=perf_counter() - self.began, nodes=self.nodes)
        if limit is None or self.watch.stopped:
            return None, ""
        heard = [Progress(0, 0, 0.0, None, ())]
        inner = Watch(heard.append)
        self.watch.bells.append(inner.stop)
        try:
            if self.watch.stopped:
                inner.stop()
            found = self.agent.analyse(
                self.game, self.state, limit, self.history, moves=moves, depth=depth, watch=inner
            )
        finally:
            self.watch.bells.remove(inner.stop)
        self.nodes += found.nodes
        last = heard[-1]
        if not found.complete or not found.line:
            return None, ""
        answer = Decision(
            found.line[0], found.value, found.line, depth=depth, nodes=self.nodes, exact=found.exact
        )
        return answer, teller.score(last.value, last.plies)
