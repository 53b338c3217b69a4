"""Solving: what a position is worth if everybody plays their best to the end.

A graded payoff is found by questions with an empty window, "is it more than this?", the range halved by each:
such a search cuts far more than one that asks for the value itself. Plaat, Schaeffer, Pijls and de Bruin,
"Best-first fixed-depth minimax algorithms", 1996. Where nothing orders a game's moves, a win or a loss that
is near is looked for first, deeper and deeper, with a window that only a certain end can reach: so the first
moves of a game are not searched to the end before the good ones are known.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from typing import TYPE_CHECKING

from outwit.decision import Limit, Watch, option
from outwit.engine.alphabeta import AlphaBeta
from outwit.engine.expectiminimax import Expectiminimax
from outwit.errors import BadOptionError
from outwit.game import Game, Move, State, defines
from outwit.search.pass_results import is_completed
from outwit.search.search import UNLIMITED, OutOfBudgetError, Search
from outwit.search.searcher import objection_to

if TYPE_CHECKING:
    from outwit.engine.compiler.rules import Compiled

NEARBY = (4, 6, 10, 14, 22, 32, 48, 72, 108)
"""The depths at which a win or a loss is looked for: each about half as deep again as the one before."""


@dataclass(frozen=True)
class Solver(AlphaBeta):
    """The exact value of a position, and a line that leads to it.

    Games of chance and of one player are solved as well: by expectiminimax to the end or, where a position
    can come again, by closing in on the values of all positions together.

    >>> from outwit.games import find_game
    >>> game = find_game("connect4:width=5,height=4,graded=on")
    >>> decision = Solver().decide(game, game.initial())
    >>> decision.value, decision.exact
    (0.0, True)
    """

    quick: bool = option(False, "Prefer the quicker win and the slower loss; off, all wins are the same.")
    deepening: bool | None = option(  # type: ignore[assignment]
        None,
        "Look for a win or a loss at depth 4, 6, 10, ... before the end, in games without `bounds`; "
        "by default if there is no `order` either.",
    )
    quiescence: bool = option(False, "Nothing is stopped before the end, so there is nothing to quiet.")
    killers: bool | None = option(
        None, "Try first what has just cut elsewhere at this ply; by default measured if there is no `order`."
    )
    history: bool | None = option(
        None, "Order moves by how often they have cut; by default measured if there is no `order`."
    )
    iid: bool = option(False, "Find a move to try first by a search of half the depth.")
    reductions: bool = option(False, "Late-move reduction: it would prove nothing.")
    null: bool = option(False, "Cut where even a null move is good enough: that would prove nothing.")
    futility: bool = option(False, "Leave out what an estimate puts far away: that would prove nothing.")
    delta: bool = option(False, "Nothing is stopped before the end, so no noisy move is left out.")
    extensions: bool = option(False, "Nothing is stopped before the end, so nothing need go deeper.")

    level: int | None = option(None, "None: what is proved cannot be played weaker.")
    all_moves: bool = option(False, "Prove what every move is worth, not only the best one.")

    name = "solver"
    summary = "The exact value of a position, searched to the end of the game."
    levels = ()
    proves = True

    def __post_init__(self) -> None:
        super().__post_init__()
        if self.level is not None:
            raise BadOptionError(
                f"The solver proves what is best and has no level={self.level}; alphabeta has."
            )

    @classmethod
    def objection(cls, game: Game) -> str | None:
        return objection_to(game, chance=True, many=False, solo=True)

    @classmethod
    def program(cls, game: Game) -> Compiled:
        return super().program(game) if is_opposed(game) else Expectiminimax.program(game)

    def deepens(self, limit: Limit) -> bool:
        return False

    def plunges(self) -> bool:
        return not self.deepening

    def new_search(self, game: Game, state: State, limit: Limit, watch: Watch) -> Search:
        if is_opposed(game):
            return super(Solver, self.fit_to(game)).new_search(game, state, limit, watch)
        from outwit.engine.solving.averaging import Averaging

        return Averaging(game, state, limit, watch, self.mb, self.compiled)

    def fit_to(self, game: Game) -> Solver:
        """This solver with what a game gains by, where that is left open.

        Where a game says itself which moves to try first, little is gained by looking for what is near. To
        tell what is certain from what is estimated there, wins must count less the later they come, and all
        payoffs must have the same bounds.
        """
        return solver_for(self, defines(game, "order"), defines(game, "bounds"))

    def pass_over(self, search: Search, depth: int) -> float:
        """The value of the root and, if asked for, of each of its moves."""
        value = self.search_moves(search, depth, *search.game.bounds(search.root, 0))
        if self.all_moves:
            self.weigh_all(search, depth, value)
        return value

    def weigh_all(self, search: Search, depth: int, value: float) -> None:
        """What every move is worth, where the best is worth this; that stands if the limit runs out."""
        sign = 1 if search.turn(search.root) == 0 else -1
        moves, line, estimates = search.root_moves, search.lines[0], search.estimates
        proved = search.is_proved(value)
        found = {move: each for move, each in search.candidates.items() if each.bound == "exact"}
        try:
            for move in moves:
                if move not in found:
                    search.root_moves, search.candidates = [move], {}
                    least, most = search.game.bounds(search.game.play(search.root, move), 0)
                    known = (least, min(most, value)) if sign > 0 else (max(least, value), most)
                    self.search_moves(search, depth, *known)
                    if not (proved and search.estimates):
                        estimates += search.estimates
                        found[move] = search.candidates[move]
        finally:
            search.root_moves, search.candidates, search.lines[0] = moves, found, line
            search.estimates = estimates

    def search_moves(self, search: Search, depth: int, low: float, high: float) -> float:
        """The value of the root, by the moves that are to be looked at; it is known to lie in a range.

        If it is certain although something was estimated, somebody wins for sure: the one to act by the best
        move, while what is known of the others may rest on estimates; or the opponent, against every move.
        """
        if not is_opposed(search.game):
            value: float = search.visit(search.root, depth, 0, -math.inf, math.inf)
            return value
        near = bool(self.fit_to(search.game).deepening)
        won = self.nearby(search, low, high) if near and depth == UNLIMITED else None
        value = self.close_in(search, depth, low, high, near) if won is None else won
        best = search.lines[0][:1]
        lost: Sequence[Move] = ()
        if search.estimates and search.is_proved(value):
            if (value > 0) == (search.turn(search.root) == 0):
                search.candidates = {move: search.candidates[move] for move in best}
            else:
                lost = search.root_moves
            search.estimates = 0
        for move in (*best, *lost):
            search.candidates[move] = replace(search.candidates[move], bound="exact")
        return value

    def nearby(self, search: Search, low: float, high: float) -> float | None:
        """The value, if somebody wins within some depth.

        An estimate never reaches the window, so that nothing but a certain end does.
        """
        least, most = (search.surely(bound) for bound in search.game.bounds(search.root, 0))
        windows = {0: (most, math.nextafter(most, math.inf)), 1: (math.nextafter(least, -math.inf), least)}
        mover = search.turn(search.root)
        possible = [player for player in (mover, 1 - mover) if (high > most if player == 0 else low < least)]
        for depth in NEARBY:
            for player in list(possible):
                try:
                    value = self.answer(search, depth, *windows[player])
                except OutOfBudgetError:
                    search.candidates = {}  # what was found rests on estimates
                    raise
                if value > most if player == 0 else value < least:
                    search.depth_left = UNLIMITED - depth
                    if player != mover:
                        search.lines[0] = search.candidates[search.root_moves[0]].line
                    return value
                if search.estimates == 0:
                    possible.remove(player)
            if not possible:
                break
        search.candidates, search.depth_left = {}, UNLIMITED
        return None

    def close_in(self, search: Search, depth: int, low: float, high: float, near: bool) -> float:
        """The value of the root, known to lie in a range: the range is closed, then the value confirmed.

        Where wins count less the later they come only to find those that are near, all wins are the same.
        """
        settled = search.settled if near else float
        while settled(low) < settled(high):
            point = between(low, high)
            value = self.answer(search, depth, point, math.nextafter(point, math.inf))
            low, high = (max(low, value), high) if value > point else (low, min(high, value))
            search.counts["questions asked"] += 1
            known = (low, high) if search.turn(search.root) == 0 else (-high, -low)
            search.report(0, None, search.lines[0], known)
        ends = (settled(low), search.surely(settled(low))) if near else (low, low)
        window = math.nextafter(min(ends), -math.inf), math.nextafter(max(ends), math.inf)
        return self.answer(search, depth, *window)

    def answer(self, search: Search, depth: int, low: float, high: float) -> float:
        """One search; what is known of the moves is not forgotten for it, unless it rests on estimates.

        What does is kept only where nothing takes its place: if the search is broken off.
        """
        known, certain = search.candidates, search.estimates == 0
        search.candidates, search.estimates = {}, 0
        whole = False
        try:
            value: float = search.visit(search.root, depth, 0, low, high)
            whole = True
        finally:
            if certain or not whole:
                for move, each in known.items():
                    fresh = search.candidates.get(move)
                    if fresh is None or (is_completed(each) and not is_completed(fresh)):
                        search.candidates[move] = each
        return value


@lru_cache(maxsize=64)
def solver_for(solver: Solver, guided: bool, bounded: bool) -> Solver:
    """A solver for games that order their moves or not, and that bound their payoffs or not."""
    wanted = not (guided or solver.quick) if solver.deepening is None else solver.deepening
    return replace(
        solver,
        deepening=wanted and not bounded,
        quick=solver.quick or (wanted and not bounded),
        killers=False if solver.killers is None and guided else solver.killers,
        history=False if solver.history is None and guided else solver.history,
    )


def is_opposed(game: Game) -> bool:
    """Do two players want the opposite, and does nothing happen by chance?"""
    return game.players == 2 and game.zero_sum and not game.stochastic


def between(low: float, high: float) -> float:
    """Where to ask next, in a range that holds the value: is it more than this?

    At zero first, then step by step away from it: values far from it are rare, and harder to prove.

    >>> between(-21, 21), between(2, 21), between(-21, -2) < -2
    (0.0, 2, True)
    """
    if low < 0 < high:
        return 0.0
    return low if low >= 0 else math.nextafter(high, -math.inf)
