"""A game for many as one player sees it: all others against this one.

`Coalition` is the game that the paranoid search plays, `BestReplyGame` that of best-reply search. Both are
games for two whose payoffs cancel, of the same moves, so that the searches for such games serve.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import NamedTuple

from outwit.game import CHANCE, Move, State, defines, player_name
from outwit.repetition import Remembered
from outwit.wrapped import WrappedGame

NOBODY = -1
"""None of the opponents has chosen yet."""


@dataclass(frozen=True)
class Coalition(WrappedGame):
    """A game in which one player, number 0 here, has all others against it, number 1."""

    hero: int
    """The player whose payoff counts."""

    players = 2
    zero_sum = True

    @property
    def player_names(self) -> tuple[str, ...]:  # type: ignore[override]
        return player_name(self.game, self.hero), "the others"

    def position_of(self, state: State) -> State:
        """The state of the game itself."""
        return state

    def enter(self, state: State) -> State:
        """The state here of a state of the game itself."""
        return state

    def initial(self) -> State:
        return self.enter(self.game.initial())

    def moves(self, state: State) -> Iterable[Move]:
        return self.game.moves(state)

    def play(self, state: State, move: Move) -> State:
        return self.game.play(state, move)

    def over(self, state: State) -> bool:
        return self.game.over(self.position_of(state))

    def turn(self, state: State) -> int:
        acting = self.game.turn(self.position_of(state))
        return CHANCE if acting == CHANCE else int(acting != self.hero)

    def payoff(self, state: State, player: int) -> float:
        return turned(self.game.payoff(self.position_of(state), self.hero), player)

    def evaluate(self, state: State, player: int) -> float:
        return turned(self.game.evaluate(self.position_of(state), self.hero), player)

    def bounds(self, state: State, player: int) -> tuple[float, float]:
        low, high = self.game.bounds(self.position_of(state), self.hero)
        return (low, high) if player == 0 else (0.0 - high, 0.0 - low)

    def order(self, state: State, move: Move) -> float:
        return self.game.order(self.position_of(state), move)

    def chances(self, state: State) -> Iterable[tuple[Move, float]]:
        return self.game.chances(self.position_of(state))

    def describe(self, state: State, move: Move) -> str:
        return self.game.describe(self.position_of(state), move)

    def text(self, state: State, player: int | None = None) -> str:
        return self.game.text(self.position_of(state))


class Reply(NamedTuple):
    """A state, and which of the opponents has chosen a reply since the last move of the player who counts."""

    state: State
    chooser: int


@dataclass(frozen=True)
class BestReplyGame(Coalition):
    """A coalition of which only one, whoever likes, chooses a reply; the others play what looks best at once.

    That is the best move by the game's `order`; without one, the first. Who plays it has not chosen yet.
    """

    def position_of(self, state: Reply) -> State:
        return state.state

    def enter(self, state: State) -> Reply:
        return Reply(state, NOBODY)

    def moves(self, state: Reply) -> Iterable[Move]:
        acting = self.game.turn(state.state)
        if acting == self.hero or state.chooser in (NOBODY, acting):
            return self.game.moves(state.state)
        return (self.expected_move(state.state),)

    def play(self, state: Reply, move: Move) -> Reply:
        acting, chooser = self.game.turn(state.state), state.chooser
        if acting == self.hero:
            chooser = NOBODY
        elif acting != CHANCE and chooser == NOBODY and move != self.expected_move(state.state):
            chooser = acting
        return Reply(self.game.play(state.state, move), chooser)

    def expected_move(self, state: State) -> Move:
        """The move that looks best without any search."""
        moves = self.game.moves(state)
        if not defines(self.game, "order"):
            return next(iter(moves))
        return max(moves, key=lambda move: self.game.order(state, move))


def turned(value: float, player: int) -> float:
    """A value of player 0 as a player sees it."""
    return value if player == 0 else 0.0 - value


def bare_state(state: State) -> State:
    """A state without what is noted of those before it."""
    if isinstance(state, Reply):
        state = state.state
    return state.now if isinstance(state, Remembered) else state
