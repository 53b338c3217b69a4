"""Minimax: each player takes what is best, expecting the other to do the same.

Shannon, "Programming a computer for playing chess", 1950; von Neumann, "Zur Theorie der
Gesellschaftsspiele", 1928.
"""

from __future__ import annotations

import math
from dataclasses import dataclass

from outwit.decision import Limit, Watch, option
from outwit.game import Game, State
from outwit.search.search import Search
from outwit.search.searcher import Searcher, objection_to


@dataclass(frozen=True)
class Minimax(Searcher):
    """Visit every line of play to the depth given, or to the end; nothing is cut.

    >>> from outwit.games import find_game
    >>> game = find_game("tree:((3 12 8)(2 4 6)(14 5 2))")
    >>> decision = Minimax().decide(game, game.initial())
    >>> decision.value, decision.nodes
    (3.0, 13)
    """

    summed: bool = option(
        False, "Add up the estimates along a line in place of taking that at its end; for comparison."
    )

    name = "minimax"
    summary = "Every line of play to the depth given, nothing cut: the definition of the value."

    @classmethod
    def objection(cls, game: Game) -> str | None:
        return objection_to(game, chance=False, many=False, solo=False)

    def new_search(self, game: Game, state: State, limit: Limit, watch: Watch) -> Search:
        search = SummingSearch if self.summed else MinimaxSearch
        return search(game, state, limit, watch, self.quick)


class MinimaxSearch(Search):
    """One search by minimax."""

    def value(self, state: State, depth: int, ply: int) -> float:
        self.enter(depth, ply)
        if self.over(state):
            return self.final(state, ply)
        if depth == 0:
            return self.estimate(state)
        sign = 1 if self.turn(state) == 0 else -1
        best = -math.inf
        for move in self.choices(state, ply):
            worth = sign * self.visit(self.play(state, move), depth - 1, ply + 1)
            if ply == 0:
                self.weigh(move, worth)
            if worth > best:
                best = worth
                self.lead(ply, move)
        return sign * best


class SummingSearch(MinimaxSearch):
    """One search by minimax that adds up what it takes every position on a line to be worth.

    So a thesis on a tactics game defined the value: a good way there counts as well as where it leads.
    """

    def value(self, state: State, depth: int, ply: int) -> float:
        worth = super().value(state, depth, ply)
        if depth == 0 or self.over(state):
            return worth
        return worth + self.estimate(state)

    def is_proved(self, value: float) -> bool:
        return self.estimates == 0
