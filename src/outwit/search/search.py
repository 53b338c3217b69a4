"""What one search of one position counts and finds, and when it must stop."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, MutableMapping
from contextlib import contextmanager
from dataclasses import replace
from time import perf_counter
from typing import Any

from outwit.decision import Bound, Candidate, Limit, Progress, Watch
from outwit.game import Game, Move, State, defines
from outwit.memory import Kept
from outwit.search.pass_results import WeighedMoves
from outwit.search.win_distance import CLAIM, HORIZON, fade, payoff_restorer, plies_before
from outwit.tree.record.cut_reason import Fate
from outwit.tree.record.recorder import Recorder

LOOK = 0.002
"""Seconds between two looks at the clock."""

REPORT = 0.1
"""Seconds between two reports of progress."""

ANSWERING = 5e-4
"""Seconds that it takes to make an answer of what a search has found."""

LISTING = 1e-7
"""Seconds that a move costs when an answer is made; it is listed there only when somebody looks."""

REORDERING = 1e-6
"""Seconds that a move costs when the root's moves are put into another order."""


UNLIMITED = 1 << 30
"""A depth that no search reaches."""


def unready(*_: object) -> Any:
    """What stands for `visit` before a search begins and after it ends."""
    raise RuntimeError("begin() has not been called")


def plain_value(value: float) -> float:
    """A value as it is, but never minus zero."""
    return value + 0.0


class OutOfBudgetError(Exception):
    """The limit has run out in the middle of a search."""


def to_search(limit: Limit, moves: int) -> Limit:
    """What a limit leaves to search a position of so many moves, of which an answer must then be made.

    >>> to_search(Limit(seconds=2, nodes=10), 100_000), to_search(Limit(seconds=2), 100_000_000)
    (Limit(seconds=1.9895, nodes=10), Limit(seconds=1.0))
    """
    if limit.seconds is None:
        return limit
    return replace(limit, seconds=max(limit.seconds - ANSWERING - LISTING * moves, limit.seconds / 2))


class Search:
    """One search of one position, with what the algorithms share: counting, limits, leaves and lines.

    A line is what books call the principal variation: the best move of each in turn. Values are seen from
    player 0; `sign` is 1 where that player is to act and -1 where the other is, so that one branch serves max
    and min.
    """

    value: Callable[..., Any]
    """The algorithm: the value of a state searched `depth` moves deep, `ply` moves below the root."""

    fate: Fate = "average"
    """What counts of the outcomes of chance, to whoever reads why something was cut."""

    def __init__(self, game: Game, state: State, limit: Limit, watch: Watch, quick: bool) -> None:
        self.game = game
        self.root = state
        self.limit = limit
        self.watch = watch
        self.memory: Kept | None = None
        """What was kept of this game at earlier decisions, if whoever asks has a memory for it."""
        self.started = perf_counter()

        self.moves = game.moves
        self.over = game.over
        self.turn = game.turn
        self.payoff = game.payoff
        self.play: Callable[[State, Move], State] = game.play
        self.visit: Callable[..., Any] = unready
        self.recorder: Recorder | None = None
        self.quick = quick
        self.settled = payoff_restorer(*game.bounds(state, 0)) if quick else plain_value
        self.bounded = defines(game, "bounds")

        self.legal: list[Move] = []
        """The moves of the root that are in question, in the game's order."""
        self.root_moves: list[Move] = []
        """The same in the order in which to search them."""
        self.spreads_wanted = False
        """Does anybody want to know how far the outcomes of chance after a move lie apart?"""
        self.nodes = 0
        self.beside = 0
        """Positions visited beside the search: they count for the limit, but not as the search's own."""
        self.depth_left = UNLIMITED
        self.estimates = 0
        self.counts: Counter[str] = Counter()
        self.lines: list[tuple[Move, ...]] = [(), (), ()]
        self.candidates: MutableMapping[Move, Candidate] = WeighedMoves()
        self.plies: int | None = None
        """After how many moves the game is won or lost, if the last pass that was completed found that."""
        self.pass_depth: int | None = None
        """How many moves deep the present pass goes, where that is known before."""

        self.next_look = 0
        self.next_report = REPORT
        self.reported = Progress(0, 0, 0.0, None, ())

    @property
    def seconds(self) -> float:
        """The time since the search began."""
        return perf_counter() - self.started

    def begin(self, recorder: Recorder | None) -> None:
        """Make ready for another pass over the tree."""
        self.estimates = 0
        self.depth_left = UNLIMITED
        self.candidates = WeighedMoves()
        self.play, self.visit = self.game.play, self.value
        self.recorder = recorder
        if recorder:
            self.play = recorder.wrap_play(self.game.play)
            self.visit = recorder.wrap_visit(self.value)

    @contextmanager
    def aside(self) -> Iterator[None]:
        """A search beside the tree that only counts its nodes: it proves nothing and is not written down."""
        recorder, play, visit = self.recorder, self.play, self.visit
        nodes, depth_left, estimates = self.nodes, self.depth_left, self.estimates
        self.recorder, self.play, self.visit = None, self.game.play, self.value
        try:
            yield
        finally:
            self.recorder, self.play, self.visit = recorder, play, visit
            self.depth_left, self.estimates = depth_left, estimates
            if recorder:
                recorder.aside(self.nodes - nodes)

    def end(self) -> None:
        """Let go of what the search held; nothing may keep it alive beyond the decision."""
        self.play, self.visit, self.recorder = self.game.play, unready, None

    def enter(self, depth: int, ply: int) -> None:
        """Count a node, heeding the limit."""
        if self.nodes >= self.next_look:
            self.look()
        self.nodes += 1
        if depth < self.depth_left:
            self.depth_left = depth
        while ply + 1 >= len(self.lines):
            self.lines.append(())
        self.lines[ply] = ()

    def look(self) -> None:
        """Look at the clock: stop if time is up, report if it is time to."""
        seconds = perf_counter() - self.started
        limit = self.limit
        if (
            (limit.nodes is not None and self.nodes + self.beside >= limit.nodes)
            or (limit.seconds is not None and seconds >= limit.seconds)
            or self.watch.stopped
        ):
            raise OutOfBudgetError
        if seconds >= self.next_report:
            self.next_report = seconds + REPORT
            self.report(self.reported.depth, self.reported.value, self.reported.line)
        pace = int(self.nodes * LOOK / seconds) if seconds > 0 else 0
        self.next_look = self.nodes + min(max(pace, 1), 1 + self.nodes)
        if limit.nodes is not None:
            self.next_look = min(self.next_look, limit.nodes - self.beside)

    def report(
        self,
        depth: int,
        value: float | None,
        line: tuple[Move, ...],
        known: tuple[float, float] | None = None,
    ) -> None:
        """Tell whoever watches how the search stands; what is known of the value is, until more is."""
        seconds = perf_counter() - self.started
        self.reported = Progress(
            depth, self.nodes, seconds, value, line, known or self.reported.known, plies=self.plies
        )
        if self.watch.report:
            self.watch.report(self.reported)

    def final(self, state: State, ply: int) -> float:
        """The worth of a finished game."""
        return self.later(self.payoff(state, 0), ply)

    def later(self, value: float, plies: int) -> float:
        """What a value is worth so many plies before it comes about, if that makes a difference."""
        return fade(value, min(plies, HORIZON)) if self.quick else value

    def surely(self, bound: float) -> float:
        """The least that a payoff at a bound is worth, however many plies away; no estimate is."""
        return self.later(bound, HORIZON)

    def estimate(self, state: State) -> float:
        """The worth of a state at which the search stops, kept within what is still possible."""
        self.estimates += 1
        return self.within(self.game.evaluate(state, 0), state, 0)

    def within(self, guess: float, state: State, player: int) -> float:
        """An estimate kept within a player's bounds, and short of what is certain."""
        low, high = self.game.bounds(state, player) if self.bounded else (-1.0, 1.0)
        if self.quick:
            low, high = fade(low, CLAIM), fade(high, CLAIM)
        return min(max(guess, low), high)

    def choices(self, state: State, ply: int) -> Iterable[Move]:
        """The moves in the order to search them; at the root, in the order that the agent chose."""
        return self.moves(state) if ply else self.root_moves

    def lead(self, ply: int, move: Move) -> None:
        """Remember a move that is the best so far, and what is expected to follow it."""
        self.lines[ply] = (move, *self.lines[ply + 1])

    def weigh(self, move: Move, value: float, bound: Bound = "exact") -> None:
        """Remember what the search found out about a move at the root."""
        line = (move, *self.lines[1])
        self.candidates[move] = Candidate(move, self.settled(value), bound, line, depth=self.pass_depth)

    def is_proved(self, value: float) -> bool:
        """Is this value, of player 0 at the root, certain, whatever a deeper search would find?"""
        if self.estimates == 0:
            return True
        low, high = self.game.bounds(self.root, 0)
        return value > max(self.surely(high), 0) or value < min(self.surely(low), 0)

    def plies_to_end(self, value: float) -> int | None:
        """After how many moves a game ends that is worth this to player 0; None unless won or lost."""
        if not self.quick or not isinstance(value, float):
            return None
        low, high = self.game.bounds(self.root, 0)
        return plies_before(value, high if value > 0 else low)

    def values(self, value: float) -> tuple[float, ...]:
        """What the root is worth to each player, after a pass that found this value for player 0."""
        first = self.settled(value)
        return (first,) if self.game.players == 1 else (first, 0.0 - first)

    def is_exhausted(self, depth: int, value: float) -> bool:
        """Would a deeper pass than the last one, of this depth and value, only visit the same positions?"""
        return self.estimates == 0

    def may_reorder(self) -> bool:
        """Is there time to put the root's moves into another order, and to search some of them?"""
        spent = perf_counter() - self.started
        return self.limit.seconds is None or spent + REORDERING * len(self.root_moves) < self.limit.seconds

    def cut(self, move: Move | None, kind: str) -> None:
        """Count a cut, and note in the recorded tree which move made it."""
        self.counts["cutoffs"] += 1
        if self.recorder:
            self.recorder.cut(kind, move)

    def hit(self, kind: str) -> None:
        """Count an answer that the table gave."""
        self.counts["table hits"] += 1
        if self.recorder:
            self.recorder.cut(kind, None)
