"""Rollouts: a game continued by random moves or a simple policy, to sample how it may end.

Tesauro and Galperin, "On-line policy improvement using Monte-Carlo search", 1996.
"""

from __future__ import annotations

import math
from collections.abc import Iterable
from dataclasses import dataclass
from itertools import islice
from time import perf_counter
from typing import Literal, TypeVar

from outwit.decision import Limit, Watch
from outwit.game import CHANCE, SIMULTANEOUS, Game, Move, State
from outwit.random import Generator
from outwit.search.search import LOOK, OutOfBudgetError, to_search

Policy = Literal["random", "order", "best"]

LONGEST = 10_000
"""After so many moves a rollout is taken to have no end, and is estimated."""

MANY = 1024
"""After so many moves of one position the clock is looked at."""

T = TypeVar("T")


class Budget:
    """The positions that a search with rollouts has visited, counted against its limit."""

    def __init__(self, limit: Limit, watch: Watch) -> None:
        self.limit = limit
        self.watch = watch
        self.started = perf_counter()
        self.nodes = 1
        """Every position that a simulation came to, on the way down its tree and in its rollout; the root
        counts once. A simulation that was broken off does not count."""
        self.next_look: float = 0
        """At so many the clock is looked at."""

    def set_aside(self, moves: int) -> None:
        """Set aside the time that it takes to list so many moves in the answer."""
        self.limit = to_search(self.limit, moves)

    @property
    def elapsed(self) -> float:
        """The seconds since the search began."""
        return perf_counter() - self.started

    def enter(self) -> None:
        """Count a position; `OutOfBudgetError` if that is one too many, or time is up."""
        if self.nodes >= self.next_look:
            self.look()
        self.nodes += 1

    def look(self) -> None:
        """Look at the clock, and say when to look again; `OutOfBudgetError` if time is up."""
        limit, spent = self.limit, self.elapsed
        most = math.inf if limit.nodes is None else limit.nodes
        late = limit.seconds is not None and spent >= limit.seconds
        if late or self.nodes >= most or self.watch.stopped:
            raise OutOfBudgetError
        pace = int(self.nodes * LOOK / max(spent, LOOK))
        self.next_look = min(self.nodes + max(pace, 1), 2 * self.nodes, most)

    def gather(self, items: Iterable[T]) -> list[T]:
        """The items in a list, with a look at the clock now and then where they are many."""
        source, found, many = iter(items), list[T](), 0
        while len(found) == many:
            if many:
                self.look()
            many += MANY
            found.extend(islice(source, MANY))
        return found


@dataclass
class Rollouts:
    """How rollouts go on from a position: the policy that chooses moves, and the cutoff.

    `random` plays any legal move; `order` the better of two drawn at random, by the game's `order`; `best`
    the best of all by it. Where all choose at once, each plays any legal move: `order` does not know whose it
    is. After `cutoff` moves, or at once where it is 0, the position is estimated.
    """

    game: Game
    random: Generator
    budget: Budget
    policy: Policy = "random"
    cutoff: int | None = None
    estimated: bool = False
    """Was the last rollout cut off before the end of the game?"""

    def play(self, state: State) -> tuple[float, ...]:
        """How a rollout from a position ends, for each player.

        It is broken off by an `OutOfBudgetError` where the limit is reached before its end.
        """
        game, enter, gather = self.game, self.budget.enter, self.budget.gather
        left = LONGEST if self.cutoff is None else self.cutoff
        self.estimated = False
        while True:
            enter()
            if game.over(state):
                return payoffs(game, state)
            turn = game.turn(state)
            if turn == CHANCE:
                state = game.play(state, self.random.weighted(gather(game.chances(state))))
                continue
            if left == 0:
                self.estimated = True
                return estimates(game, state)
            left -= 1
            if turn == SIMULTANEOUS:
                state = game.play_joint(state, self.choose_jointly(state))
            else:
                state = game.play(state, self.choose(state))

    def choose_jointly(self, state: State, player: int | None = None, move: Move = None) -> tuple[Move, ...]:
        """Any move of each player, one after the other; of one player, the move that is given."""
        chosen = []
        for seat in range(self.game.players):
            if seat == player:
                chosen.append(move)
                continue
            moves = self.budget.gather(self.game.moves_for(state, seat))
            chosen.append(moves[self.random.roughly(len(moves))])
        return tuple(chosen)

    def choose(self, state: State) -> Move:
        """A move by the policy."""
        moves = self.budget.gather(self.game.moves(state))
        drawn = self.random.roughly(len(moves))
        if self.policy == "best" and len(moves) > 1:  # of those equally good, the first from the one drawn on
            return max(moves[drawn:] + moves[:drawn], key=lambda move: float(self.game.order(state, move)))
        chosen = moves[drawn]
        if self.policy == "order" and len(moves) > 1:
            other = moves[self.random.roughly(len(moves))]
            if self.game.order(state, other) > self.game.order(state, chosen):
                return other
        return chosen


def payoffs(game: Game, state: State) -> tuple[float, ...]:
    """What the end of a game pays each player."""
    return tuple(float(game.payoff(state, player)) for player in range(game.players))


def estimates(game: Game, state: State) -> tuple[float, ...]:
    """What a position is worth to each player by the game's own estimate, kept within its bounds.

    Of two players whose payoffs cancel, the second's is the first's turned round.
    """
    if game.players == 2 and game.zero_sum:
        value = within(game, state, 0)
        return value, -value
    return tuple(within(game, state, player) for player in range(game.players))


def within(game: Game, state: State, player: int) -> float:
    """A player's estimate, no better or worse than is still possible."""
    low, high = game.bounds(state, player)
    value = float(game.evaluate(state, player))
    return min(max(value, low), high) if math.isfinite(value) else 0.0
