"""Solving: what a position is worth if both sides play their best to the end.

A graded payoff is found by questions with an empty window, "is it more than this?", the range halved by each:
such a search cuts far more than one that asks for the value itself. Plaat, Schaeffer, Pijls and de Bruin,
"Best-first fixed-depth minimax algorithms", 1996.
"""

from __future__ import annotations

import math
from dataclasses import dataclass, replace

from outwit.decision import option
from outwit.engine.alphabeta import AlphaBeta
from outwit.errors import BadOptionError
from outwit.search.inquiry import Inquiry


@dataclass(frozen=True)
class Solver(AlphaBeta):
    """The exact value of a position, and a line that leads to it.

    >>> from outwit.games import find_game
    >>> game = find_game("connect4:width=5,height=4,graded=on")
    >>> decision = Solver().decide(game, game.initial())
    >>> decision.value, decision.exact
    (0.0, True)
    """

    quick: bool = option(False, "Prefer the quicker win and the slower loss; off, all wins are the same.")
    deepening: bool = option(False, "Search to depth 1, 2, 3, ... before the end: rarely worth it here.")
    quiescence: bool = option(False, "Nothing is stopped before the end, so there is nothing to quiet.")
    killers: bool | None = option(
        False, "Try first what has just cut elsewhere at this ply; hurts where a move means many things."
    )
    history: bool | None = option(
        False, "Order moves by how often they have cut anywhere; helps most where there is no `order`."
    )
    iid: bool = option(False, "Find a move to try first by a search of half the depth.")
    reductions: bool = option(False, "Search late moves less deep: that would prove nothing.")
    null: bool = option(False, "Cut where even giving up the turn is good enough: that would prove nothing.")

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

    def pass_over(self, inquiry: Inquiry, depth: int) -> float:
        """The value of the root and, if asked for, of each of its moves."""
        low, high = inquiry.game.bounds(inquiry.root, 0)
        value = self.closed_in(inquiry, depth, low, high)
        if self.all_moves:
            sign = 1 if inquiry.turn(inquiry.root) == 0 else -1
            moves, line, estimates = inquiry.root_moves, inquiry.lines[0], inquiry.estimates
            found = {line[0]: replace(inquiry.candidates[line[0]], bound="exact")} if line else {}
            for move in moves:
                if move not in found:
                    inquiry.root_moves = [move]
                    least, most = inquiry.game.bounds(inquiry.game.play(inquiry.root, move), 0)
                    known = (least, min(most, value)) if sign > 0 else (max(least, value), most)
                    self.closed_in(inquiry, depth, *known)
                    estimates += inquiry.estimates
                    found[move] = replace(inquiry.candidates[move], bound="exact")
            inquiry.root_moves, inquiry.candidates, inquiry.lines[0] = moves, found, line
            inquiry.estimates = estimates
        return value

    def closed_in(self, inquiry: Inquiry, depth: int, low: float, high: float) -> float:
        """The value of the root, known to lie in a range: the range is closed, then the value confirmed."""
        while low < high:
            inquiry.estimates = 0
            point = between(low, high)
            value: float = inquiry.visit(inquiry.root, depth, 0, point, math.nextafter(point, math.inf))
            low, high = (max(low, value), high) if value > point else (low, min(high, value))
            inquiry.counts["questions asked"] += 1
            known = (low, high) if inquiry.turn(inquiry.root) == 0 else (-high, -low)
            inquiry.report(0, None, inquiry.lines[0], known)
        inquiry.estimates = 0
        window = math.nextafter(low, -math.inf), math.nextafter(low, math.inf)
        answer: float = inquiry.visit(inquiry.root, depth, 0, *window)
        return answer


def between(low: float, high: float) -> float:
    """Where to ask next, in a range that holds the value: is it more than this?

    At nought first, then step by step away from it: values far from it are rare, and harder to prove.

    >>> between(-21, 21), between(2, 21), between(-21, -2) < -2
    (0.0, 2, True)
    """
    if low < 0 < high:
        return 0.0
    return low if low >= 0 else math.nextafter(high, -math.inf)
