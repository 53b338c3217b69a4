"""Alpha-beta at the speed of machine code, for every game that compiles."""

from __future__ import annotations

import logging
from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import cache

from outwit import search
from outwit.decision import Decision, Limit, Watch, option
from outwit.errors import OutwitError
from outwit.game import Game, State
from outwit.search.inquiry import Inquiry

MOST_THREADS = 256

log = logging.getLogger("outwit")


@dataclass(frozen=True)
class AlphaBeta(search.AlphaBeta):
    """The textbook's alpha-beta, compiled together with the game's rules.

    The value is the same; where the rules cannot be compiled, or the tree is to be recorded, the textbook's
    own search is used.
    """

    compiled: bool = option(True, "Compile the rules and the search; off, Python interprets both.")
    mb: int = option(64, "Megabytes for the transposition table of the compiled search.")
    threads: int = option(
        1, "Search with so many threads and one table; with more than one, node counts are not repeatable."
    )
    strict: bool = option(
        False, "Take from the table only what was searched to exactly the depth asked for; slower, pure."
    )

    def __post_init__(self) -> None:
        super().__post_init__()
        if not 1 <= self.mb <= 1 << 20:
            raise OutwitError(f"mb={self.mb} is no size for a table; give 1 or more megabytes.")
        if not 1 <= self.threads <= MOST_THREADS:
            raise OutwitError(f"threads={self.threads} cannot be; give from 1 to {MOST_THREADS}.")

    def decide(
        self,
        game: Game,
        state: State,
        limit: Limit | None = None,
        history: Sequence[State] = (),
        *,
        player: int | None = None,
        watch: Watch | None = None,
        tree: bool = False,
    ) -> Decision:
        agent = self
        if tree and self.compiled:
            agent = self.interpreted()
        return search.AlphaBeta.decide(
            agent, game, state, limit, history, player=player, watch=watch, tree=tree
        )

    def prepare(self, game: Game) -> None:
        """Compile the game, if it can be, and find out which enhancements it gains by."""
        start = game.initial()
        if self.compiled and self.objection(game) is None and not game.over(start):
            self.decide(game, start, Limit(depth=1))

    def interpreted(self) -> AlphaBeta:
        """The same agent without the compiler."""
        return replace(self, compiled=False)

    def inquire(self, game: Game, state: State, limit: Limit, watch: Watch) -> Inquiry:
        if self.compiled:
            from outwit.engine.failure import CompileError
            from outwit.engine.run import CompiledInquiry

            try:
                return CompiledInquiry(game, state, limit, watch, self)
            except CompileError as error:
                notice(str(error))
        return super().inquire(game, state, limit, watch)


@cache
def notice(reason: str) -> None:
    """Say once why a game is interpreted."""
    log.warning("%s It plays interpreted.", reason)
