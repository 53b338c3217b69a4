"""What an agent takes the positions of a game to be worth, and its moves, looked at equally far ahead."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field

from outwit.agents import agent_spec, exhaustive_agent
from outwit.decision import Agent, Analysis, Decision, Limit, Watch, is_opposed
from outwit.errors import OutwitError
from outwit.game import SIMULTANEOUS, Game, Move, State
from outwit.memory import Memory
from outwit.search import Human, Random, Script


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
        self.limit = agent.limit().override(limit)
        self.eye = eye or Watch()
        """Through this, all can be stopped, in the middle of a position too."""
        self.opposed = is_opposed(game)
        """Is one value, seen from either side, enough?"""
        self.memory = Memory()
        self.strategies: dict[tuple[State, int], Decision] = {}
        """How each player would choose in the positions in which both choose at once."""
        self.require()

    def require(self) -> None:
        """Refuse a game that no agent can value, or an agent that values nothing."""
        require_open(self.game)
        self.agent.require(self.game)
        if isinstance(self.agent, Human | Random | Script):
            raise OutwitError(
                f"{self.agent.name} does not say what positions are worth; review with an agent that "
                f"searches, such as {exhaustive_agent(self.game).name}."
            )

    def position(self, state: State, history: Sequence[State] = (), depth: int | None = None) -> Valuation:
        """What a state is worth; with `depth`, looking exactly so far ahead, however long that takes."""
        if self.game.over(state):
            players = range(self.game.players)
            return Valuation(tuple(self.game.payoff(state, player) + 0.0 for player in players), exact=True)
        if self.game.turn(state) == SIMULTANEOUS:
            found = self.strategy(state, history, 0)
            value = self.require_value(found.value)
            return Valuation((value + 0.0, 0.0 - value), found.exact, found.depth)
        if depth is None or not self.agent.takes_depth:
            return self.valuation_of(self.ask_agent(state, history, limit=self.limit))
        return self.valuation_of(self.ask_agent(state, history, depth=max(depth, 0)))

    def strategy(self, state: State, history: Sequence[State], player: int) -> Decision:
        """How the agent would choose for a player where both choose at once, and what each move is worth."""
        known = self.strategies.get((state, player))
        if known is None:
            with self.watching() as watch:
                known = self.agent.decide(
                    self.game, state, self.limit, history, player=player, watch=watch, memory=self.memory
                )
            self.strategies[state, player] = known
        return known

    def choice(
        self, state: State, history: Sequence[State], player: int, move: Move
    ) -> tuple[float, float, Move]:
        """What a choice made at once with the other's was worth to a player, beside the best one.

        That is the best value, the value of the move chosen, each against how the other would choose, and the
        move that the agent would choose most often.
        """
        found = self.strategy(state, history, player)
        best = max(found.candidates, key=lambda each: each.probability or 0.0)
        worth = next((each.value for each in found.candidates if each.move == move), None)
        return self.require_value(found.value), self.require_value(worth), best.move

    def ask_agent(
        self,
        state: State,
        history: Sequence[State],
        limit: Limit | None = None,
        depth: int | None = None,
    ) -> Analysis:
        """What the agent finds, unless the review is stopped meanwhile."""
        with self.watching() as watch:
            return self.agent.analyse(self.game, state, limit, history, depth=depth, watch=watch)

    @contextmanager
    def watching(self) -> Iterator[Watch]:
        """What stops a search if the review is stopped."""
        watch = Watch()
        self.eye.bells.append(watch.stop)
        try:
            self.refuse_if_stopped()
            yield watch
            self.refuse_if_stopped()
        finally:
            self.eye.bells.remove(watch.stop)

    def refuse_if_stopped(self) -> None:
        """What was stopped in the middle is worth nothing."""
        if self.eye.stopped:
            raise OutwitError("The review was stopped before its end.")

    def valuation_of(self, found: Analysis) -> Valuation:
        """What an analysis says; of the moves, what a search found that nothing cut short."""
        self.require_value(found.value)
        if found.values is None:
            raise OutwitError(
                f"{self.agent.name} says what positions are worth to one player only; review this game "
                "with maxn."
            )
        moves = {
            candidate.move: candidate.value
            for candidate in found.candidates.values()
            if found.complete and candidate.value is not None and candidate.bound == "exact"
        }
        return Valuation(found.values, found.exact, found.depth, found.line, moves)

    def require_value(self, value: float | None) -> float:
        """The value that the agent has found, or a sentence that it has found none."""
        if value is None:
            raise OutwitError(
                f"{agent_spec(self.agent)} has found no value for a position of the game within its limit; "
                "allow it more, or give it a depth."
            )
        return value

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
        if not self.agent.takes_depth:
            return turned_out, after.exact
        if len(found.values) > 1 and not self.opposed:
            again = self.position(state, history, found.depth)
            return again.moves.get(move, turned_out), False
        child = self.position(self.game.play(state, move), (*history, state), found.depth - 1)
        return child.values[player], child.exact


def require_open(game: Game) -> None:
    """Refuse a game whose positions no agent can value."""
    if game.hidden:
        raise OutwitError(
            "A game in which players do not see everything cannot be reviewed: "
            "no agent says what its positions are worth."
        )
    if game.simultaneous and not is_opposed(game):
        raise OutwitError(
            "A game in which players choose at once can be reviewed if two play it whose payoffs cancel: "
            "no agent says what the positions of others are worth."
        )
