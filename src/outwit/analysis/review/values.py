"""What an agent takes the positions of a game to be worth, and its moves, looked at equally far ahead."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace

from outwit.agents import agent_spec, searching
from outwit.decision import Agent, Decision, Limit, Progress, Watch
from outwit.engine.compiled_agent import Compiling
from outwit.errors import OutwitError
from outwit.game import Game, Move, State
from outwit.search import Human, Random
from outwit.search.searcher import Searcher
from outwit.tree import Tree


@dataclass(frozen=True)
class Valuation:
    """What a position was found to be worth."""

    values: tuple[float, ...]
    """To each player, in payoff units."""

    exact: bool
    """Is that proved, or an estimate?"""

    depth: int = 0
    """How many moves ahead the search looked."""

    line: tuple[Move, ...] = ()
    """The best line, as far as it was found; none where chance acts or the game is over."""

    moves: Mapping[Move, float] = field(default_factory=dict, repr=False)
    """What moves are worth to whoever acts, those that the same search weighed to the end."""


class Valuer:
    """An agent that is asked what positions are worth, each within a limit."""

    def __init__(self, game: Game, agent: Agent, limit: Limit, eye: Watch | None = None) -> None:
        self.game = game
        self.agent = agent
        self.limit = limit
        self.eye = eye or Watch()
        """Through this, all can be stopped, in the middle of a position too."""
        self.opposed = game.players == 2 and game.zero_sum
        """Is one value, seen from either side, enough?"""
        self.require()

    def require(self) -> None:
        """Refuse a game that no agent can value, or an agent that values nothing."""
        require_open(self.game)
        self.agent.require(self.game)
        if isinstance(self.agent, Human | Random):
            raise OutwitError(
                f"{self.agent.name} does not say what positions are worth; review with an agent that "
                f"searches, such as {searching(self.game).name}."
            )

    def position(self, state: State, history: Sequence[State] = (), depth: int | None = None) -> Valuation:
        """What a state is worth; with `depth`, looking exactly so far ahead, however long that takes."""
        players = range(self.game.players)
        if self.game.over(state):
            return Valuation(tuple(self.game.payoff(state, player) + 0.0 for player in players), exact=True)
        agent, limit = self.agent, self.limit
        if depth is not None and isinstance(agent, Searcher):
            agent = replace(agent, depth=None, seconds=None, nodes=None)
            if depth < 1:
                return self.glimpse(agent, state)
            limit = Limit(depth=depth)
        recorded = self.game.players > 1 and not self.opposed
        heard: list[Progress] = []

        def hear(progress: Progress) -> None:
            if progress.value is not None:
                heard[:] = [progress]

        watch = Watch(hear)
        self.eye.bells.append(watch.stop)
        try:
            self.refuse_if_stopped()
            decision = agent.decide(self.game, state, limit, history, watch=watch, tree=recorded)
            self.refuse_if_stopped()
        finally:
            self.eye.bells.remove(watch.stop)
        return self.understood(agent, limit, state, decision, heard)

    def refuse_if_stopped(self) -> None:
        """What was stopped in the middle is worth nothing."""
        if self.eye.stopped:
            raise OutwitError("The review was stopped before its end.")

    def understood(
        self, agent: Agent, limit: Limit, state: State, decision: Decision, heard: list[Progress]
    ) -> Valuation:
        """What a decision says that the last depth completed has found.

        What a deeper pass found before the limit cut it short is left out: it may be about one move only.
        """
        value, line, depth = decision.value, decision.line, decision.depth
        if heard and isinstance(agent, Searcher):
            value, line, depth = heard[0].value, heard[0].line, heard[0].depth
        if value is None:
            raise OutwitError(
                f"{agent_spec(agent)} has found no value for a position of the game within its limit; "
                "allow it more, or give it a depth."
            )
        moves = {
            candidate.move: candidate.value
            for candidate in decision.candidates
            if candidate.value is not None and candidate.bound == "exact" and whole(agent, limit, decision)
        }
        if not line and decision.move is not None:
            line = (decision.move,)
        return Valuation(self.for_all(state, value, decision.tree), decision.exact, depth, line, moves)

    def for_all(self, state: State, value: float, tree: Tree | None = None) -> tuple[float, ...]:
        """A value of whoever acts, or of player 0 where chance does, as each player sees it."""
        if self.opposed:
            first = value if self.game.turn(state) <= 0 else -value
            return first + 0.0, 0.0 - first
        if self.game.players == 1:
            return (value,)
        found = tree.root.value if tree else None
        if not isinstance(found, tuple):
            raise OutwitError(
                f"{self.agent.name} says what positions are worth to one player only; review this game "
                "with maxn."
            )
        return found

    def glimpse(self, agent: Searcher, state: State) -> Valuation:
        """What a state looks like to an agent that looks no move ahead."""
        if isinstance(agent, Compiling):
            agent = agent.interpreted()
        search = agent.inquire(agent.meant(self.game), state, Limit(), Watch())
        search.begin(None)
        try:
            value = search.settled(agent.pass_over(search, 0))
            exact = search.estimates == 0
        finally:
            search.end()
        return Valuation(self.for_all(state, agent.seen_by(self.game.turn(state), value)), exact)

    def move(
        self, state: State, move: Move, history: Sequence[State], found: Valuation, after: Valuation
    ) -> tuple[float, bool]:
        """What a move is worth to whoever plays it, and whether that is proved.

        `found` is what its position is worth, and `after` the one it leads to. Unless one of them is proved,
        or the move turns out to bring all that can be had, it is looked at as far ahead as the best one was:
        to look further would compare what could be known before the move with what could be known after it.
        """
        player = self.game.turn(state)
        if found.line and move == found.line[0]:
            return found.values[player], found.exact
        turned_out = after.values[player]
        sooner = after.depth < max(found.depth, 1)
        if found.exact or (after.exact and (sooner or turned_out >= found.values[player])):
            return turned_out, after.exact
        if turned_out >= self.game.bounds(state, player)[1]:
            return turned_out, False
        if move in found.moves:
            return found.moves[move], False
        if not isinstance(self.agent, Searcher):
            return turned_out, after.exact
        if len(found.values) > 1 and not self.opposed:
            again = self.position(state, history, found.depth)
            return again.moves.get(move, turned_out), False
        child = self.position(self.game.play(state, move), (*history, state), found.depth - 1)
        return child.values[player], child.exact


def require_open(game: Game) -> None:
    """Refuse a game whose positions no agent can value."""
    if game.simultaneous or game.hidden:
        raise OutwitError(
            "A game in which players choose at once, or do not see everything, cannot be reviewed: "
            "no agent says what its positions are worth."
        )


def whole(agent: Agent, limit: Limit, decision: Decision) -> bool:
    """Are all of a decision's candidates from one pass, that no limit cut short?"""
    if not isinstance(agent, Searcher):
        return True
    budget = agent.limit().override(limit)
    unhurried = budget.seconds is None and budget.nodes is None
    return decision.exact or unhurried or decision.depth == budget.depth
