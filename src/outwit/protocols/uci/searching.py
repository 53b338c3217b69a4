"""One `go`: the search, in a thread of its own, until its best move has been told."""

from __future__ import annotations

import gc
import threading
from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from functools import cache
from time import perf_counter

from outwit.decision import Agent, Decision, Limit, Progress, Watch
from outwit.engine.alphabeta import AlphaBeta
from outwit.game import Game, Move
from outwit.games.chess import Board
from outwit.games.chess.san import write_uci
from outwit.memory import Memory
from outwit.protocols.preparing import decide_prepared, preparation
from outwit.protocols.requests import sentence
from outwit.protocols.uci.best_lines import BestLines
from outwit.protocols.uci.info import Say, Teller, mate_in, moves_to_mate
from outwit.protocols.uci.orders import LEAST, UNENDING, Order
from outwit.protocols.uci.places import Place, drawn_moves, find_move


@dataclass
class Searching:
    """A search under way."""

    spec: str
    game: Game
    agent: AlphaBeta
    place: Place
    order: Order
    memory: Memory
    say: Say
    chess960: bool = False
    lines: int = 1
    """So many lines are wanted, each by another first move."""
    heard: float = field(default_factory=perf_counter)
    """When it was asked for, or when the move that was pondered on was made."""
    released: threading.Event = field(default_factory=threading.Event)
    """May the best move be told?"""
    ended: threading.Event = field(default_factory=threading.Event)
    stopped: bool = False
    pondering: Watch = field(default_factory=Watch)
    watch: Watch = field(default_factory=Watch)
    """What stops the search while it is the other side's turn, and when it is our own."""

    def __post_init__(self) -> None:
        if not (self.order.infinite or self.order.ponder):
            self.released.set()
        self.only = [find_move(self.game, self.place.state, text) for text in self.order.searchmoves]
        """The moves to search; none for all."""
        if self.order.mate is not None:
            self.agent = replace(self.agent, reductions=False, null=False, futility=False, delta=False)
        self.order.limit(self.place.state.turn)  # numbers that mean nothing are refused at once

    def begin(self) -> None:
        """Search in a thread of its own."""
        threading.Thread(target=self.run, name="outwit go", daemon=True).start()

    def stop(self) -> None:
        """Have the best move told at once."""
        self.stopped = True
        for watch in (self.pondering, self.watch):
            watch.stop()
        self.released.set()

    def hit(self) -> None:
        """The move that was pondered on has been made: from now on our own clock runs."""
        if self.order.ponder and not self.released.is_set():
            self.heard = perf_counter()
            self.pondering.stop()
            if not self.order.infinite:
                self.released.set()

    def run(self) -> None:
        """Search, and tell the best move as soon as that is allowed."""
        state = self.place.state
        try:
            line = self.search()
        except BaseException as error:  # at the end of a thread: whatever went wrong, a move is told
            self.say(f"info string {' '.join(sentence(error).split())}")
            line = (self.only or list(self.game.moves(state)) or drawn_moves(self.game, state))[:1]
        self.released.wait()
        self.say(f"bestmove {' ponder '.join(self.written(state, line)) or '0000'}")
        self.ended.set()

    def written(self, state: Board, line: Sequence[Move]) -> list[str]:
        """The first moves of a line as engines write them: ours, and the answer expected."""
        words = []
        for move in line[:2]:
            words.append(write_uci(state, move, self.chess960))
            state = self.game.play(state, move)
        return words

    def search(self) -> Sequence[Move]:
        """The moves expected; none where there are none."""
        state, history = self.place.to_search(self.game)
        if self.game.over(state):
            moves = self.only or drawn_moves(self.game, state)
            mated = not moves and state.checkers
            self.say(f"info depth 0 score {f'mate {mate_in(-1.0, 0)}' if mated else 'cp 0'}")
            return moves[:1]
        teller = Teller(self.say, self.game, state, self.chess960)
        if self.order.ponder:
            decision = self.decide(state, history, self.order.pondering_limit(), self.pondering, teller)
            self.released.wait()
            if not (self.stopped or decision.exact):
                after = self.decide(state, history, self.own_limit(), self.watch, teller)
                decision = decision if after.depth < decision.depth else after
        else:
            decision = self.decide(state, history, self.own_limit(), self.watch, teller)
        teller.conclude(decision)
        return (decision.line[:1] == (decision.move,) and decision.line) or (decision.move,)

    def own_limit(self) -> Limit:
        """What limits the search on our own time, of which some may have gone."""
        limit = self.order.limit(self.place.state.turn)
        if limit.seconds is None:
            return limit
        return replace(limit, seconds=max(limit.seconds - (perf_counter() - self.heard), LEAST))

    def decide(
        self, state: Board, history: Sequence[Board], limit: Limit, watch: Watch, teller: Teller
    ) -> Decision:
        """What the agent decides: compiled where that is prepared, and interpreted until it is."""
        usual = AlphaBeta(compiled=self.agent.compiled)  # so that another table is nothing new to prepare
        needed = preparation(self.spec, self.game, usual)
        if needed is not None and needed.ready:
            freeze()
        if limit.seconds is None and (not limit or not (needed is None or needed.done.is_set())):
            limit = replace(limit, seconds=UNENDING)

        def report(progress: Progress) -> None:
            teller.report(progress)
            if self.order.mate is not None and 0 < moves_to_mate(progress) <= self.order.mate:
                watch.stop()

        def ask(prepared: Agent, limit: Limit, watch: Watch) -> Decision:
            agent = self.agent if prepared is usual else self.agent.without_compiler()
            if self.lines > 1:
                moves = self.only or list(self.game.moves(state))
                lines = BestLines(agent, self.game, state, history, limit, watch)
                return lines.search(moves, self.lines, teller)
            if not self.only:
                return agent.decide(self.game, state, limit, history, watch=watch, memory=self.memory)
            found = agent.analyse(self.game, state, limit, history, moves=self.only, watch=watch)
            line = found.line or tuple(self.only[:1])
            return Decision(
                line[0], found.value, line, depth=found.depth, nodes=found.nodes, exact=found.exact
            )

        watch.report = report
        return decide_prepared(self.spec, self.game, usual, limit, watch, ask)


@cache
def freeze() -> None:
    """Look no more for garbage in what has been loaded: that takes longer than many a move."""
    gc.freeze()
