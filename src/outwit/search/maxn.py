"""Max^n: any number of players, each taking what is best for itself.

Luckhardt and Irani, "An algorithmic solution of n-person games", 1986. With two players whose payoffs cancel
it is minimax, with one it is maximising; chance nodes are averaged for each player alone.
"""

from __future__ import annotations

from dataclasses import dataclass

from outwit.decision import Limit, Watch
from outwit.game import CHANCE, Game, State
from outwit.search.search import Search
from outwit.search.searcher import Searcher, objection_to


@dataclass(frozen=True)
class MaxN(Searcher):
    """Every line of play, each player maximising its own payoff; for any number of players and any payoffs.

    >>> from outwit.games import find_game
    >>> game = find_game("tree:((<1,2,6> <4,3,2>)(<6,1,2> <7,4,1>))")
    >>> decision = MaxN().decide(game, game.initial())
    >>> decision.value, decision.described()
    (7.0, ['2', '2'])
    """

    name = "maxn"
    summary = "Every line of play, each of any number of players maximising its own payoff."

    @classmethod
    def objection(cls, game: Game) -> str | None:
        return objection_to(game, chance=True, many=True, solo=True)

    def new_search(self, game: Game, state: State, limit: Limit, watch: Watch) -> Search:
        return MaxNSearch(game, state, limit, watch, self.quick)

    def pass_over(self, search: Search, depth: int) -> float:
        assert isinstance(search, MaxNSearch)
        search.root_values = search.visit(search.root, depth, 0)
        return search.root_values[max(search.turn(search.root), 0)]

    def value_for(self, player: int, value: float) -> float:
        return value + 0.0


class MaxNSearch(Search):
    """One search by max^n; a value is a payoff for each player."""

    root_values: tuple[float, ...] = ()
    """What the last pass found the root to be worth to each player."""

    def values(self, value: float) -> tuple[float, ...]:
        return tuple(self.settled(each) for each in self.root_values)

    def value(self, state: State, depth: int, ply: int) -> tuple[float, ...]:
        self.enter(depth, ply)
        players = range(self.game.players)
        if self.over(state):
            return tuple(self.later(self.payoff(state, player), ply) for player in players)
        player = self.turn(state)
        if player == CHANCE:
            total = [0.0] * self.game.players
            for outcome, probability in self.game.chances(state):
                values = self.visit(self.play(state, outcome), depth, ply + 1)
                total = [t + probability * v for t, v in zip(total, values, strict=True)]
            return tuple(total)
        if depth == 0:
            return self.estimates_of(state)
        best: tuple[float, ...] = ()
        for move in self.choices(state, ply):
            values = self.visit(self.play(state, move), depth - 1, ply + 1)
            if ply == 0:
                self.weigh(move, values[player])
            if not best or values[player] > best[player]:
                best = values
                self.lead(ply, move)
        return best

    def estimates_of(self, state: State) -> tuple[float, ...]:
        """An estimate for each player, kept within what is still possible."""
        self.estimates += 1
        return tuple(
            self.within(self.game.evaluate(state, player), state, player)
            for player in range(self.game.players)
        )

    def is_proved(self, value: float) -> bool:
        return self.estimates == 0
