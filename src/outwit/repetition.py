"""Games in which a repeated position counts, as games in which nothing needs to be remembered.

`Remembering` wraps such a game: its states carry the positions that could come again, so that searches,
checks and sessions need no special case, and equal states are really equal. Compiled searches take the memory
of the position they begin with and keep their own path from there on.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from outwit.elsewhere import Elsewhere
from outwit.errors import BadOptionError
from outwit.game import (
    CHANCE,
    FORBIDDEN,
    SIMULTANEOUS,
    Game,
    Move,
    Observation,
    State,
    defines,
    mix,
    player_name,
)
from outwit.random import Generator
from outwit.wrapped import WrappedGame


class Remembered(NamedTuple):
    """A state, and how often each position that may come again has occurred, this one included."""

    now: State
    seen: frozenset[tuple[Hashable, int]]
    """A position is known by the game's `repetition_key`, by its `key`, or else by the state itself."""


def add_memory(game: Game, state: State, history: Sequence[State] = ()) -> tuple[Game, State]:
    """The game and the state as a search should see them: with memory, if repetition means anything."""
    if isinstance(state, Remembered) or game.repetition == 0:
        return game, state
    memory = Remembering(game)
    return memory, memory.remember(state, history)


@dataclass(frozen=True)
class Remembering(WrappedGame):
    """A game whose states remember which positions have occurred."""

    def __post_init__(self) -> None:
        refuse_unless_repetition(self.game)

    # What kind of game it is

    players = property(lambda self: self.game.players)
    zero_sum = property(lambda self: self.game.zero_sum)
    player_names = property(lambda self: self.game.player_names)
    feature_names = property(lambda self: self.game.feature_names)
    weights = property(lambda self: self.game.weights)
    models = property(lambda self: self.game.models)
    evaluations = property(lambda self: self.game.evaluations)
    scripts = property(lambda self: self.game.scripts)
    default_agent = property(lambda self: self.game.default_agent)
    scale = property(lambda self: self.game.scale)

    # The memory

    def identity(self, state: State) -> Hashable:
        """What a position is known by."""
        if defines(self.game, "repetition_key"):
            return self.game.repetition_key(state)
        return self.game.key(state) if defines(self.game, "key") else state

    def remember(self, state: State, history: Sequence[State] = ()) -> Remembered:
        """A state with the memory of those before it."""
        seen: dict[Hashable, int] = {}
        for each in (*history, state):
            known = self.identity(each)
            seen[known] = seen.get(known, 0) + 1
        return Remembered(state, frozenset(seen.items()))

    def repeats(self, state: Remembered, move: Move) -> bool:
        """Would this move bring about a position that has been before?"""
        if self.forgets(state, move):
            return False
        known = self.identity(self.game.play(state.now, move))
        return any(known == old for old, _ in state.seen)

    def forgets(self, state: Remembered, move: Move) -> bool:
        """Can no earlier position come again after this move?"""
        return (
            defines(self.game, "irreversible")
            and self.game.turn(state.now) != CHANCE
            and self.game.irreversible(state.now, move)
        )

    def after(self, state: Remembered, now: State, forget: bool) -> Remembered:
        """The next state, remembering the ones before unless none of them can come again."""
        seen = {} if forget else dict(state.seen)
        known = self.identity(now)
        seen[known] = seen.get(known, 0) + 1
        return Remembered(now, frozenset(seen.items()))

    def is_drawn(self, state: Remembered) -> bool:
        """Has this position occurred so often that the game is a draw?"""
        return self.game.repetition != FORBIDDEN and (
            dict(state.seen)[self.identity(state.now)] >= self.game.repetition
        )

    def is_stuck(self, state: Remembered) -> bool:
        """Is every move forbidden, because it leads to a position that has been before?"""
        return (
            self.game.repetition == FORBIDDEN
            and not self.game.over(state.now)
            and self.game.turn(state.now) not in (CHANCE, SIMULTANEOUS)
            and not any(True for _ in self.moves(state))
        )

    # The rules

    def initial(self) -> Remembered:
        return self.remember(self.game.initial())

    def moves(self, state: Remembered) -> Iterable[Move]:
        return self.allowed_moves(state, self.game.moves(state.now))

    def noisy_moves(self, state: Remembered) -> Iterable[Move]:
        return self.allowed_moves(state, self.game.noisy_moves(state.now))

    def allowed_moves(self, state: Remembered, moves: Iterable[Move]) -> Iterable[Move]:
        """The moves that may be played: where repetition is forbidden, those that lead to new positions."""
        for move in moves:
            if self.game.repetition != FORBIDDEN or not self.repeats(state, move):
                yield move

    def play(self, state: Remembered, move: Move) -> Remembered:
        return self.after(state, self.game.play(state.now, move), self.forgets(state, move))

    def passed(self, state: Remembered) -> Remembered:
        after = self.game.passed(state.now)
        return state if after == state.now else self.remember(after)

    def over(self, state: Remembered) -> bool:
        return self.game.over(state.now) or self.is_drawn(state) or self.is_stuck(state)

    def payoff(self, state: Remembered, player: int) -> float:
        if self.game.over(state.now):
            return self.game.payoff(state.now, player)
        return self.game.stalemate(state.now, player) if self.is_stuck(state) else 0.0

    def turn(self, state: Remembered) -> int:
        return self.game.turn(state.now)

    def bounds(self, state: Remembered, player: int) -> tuple[float, float]:
        low, high = self.game.bounds(state.now, player)
        return min(low, 0.0), max(high, 0.0)

    def evaluate(self, state: Remembered, player: int) -> float:
        return self.game.evaluate(state.now, player)

    def features(self, state: Remembered, player: int) -> Sequence[float]:
        return self.game.features(state.now, player)

    def noisy(self, state: Remembered, move: Move) -> bool:
        return self.game.noisy(state.now, move)

    def gain(self, state: Remembered, move: Move) -> float:
        return self.game.gain(state.now, move)

    def urgent(self, state: Remembered) -> bool:
        return self.game.urgent(state.now)

    def order(self, state: Remembered, move: Move) -> float:
        return self.game.order(state.now, move)

    def late(self, state: Remembered, move: Move) -> int:
        return self.game.late(state.now, move)

    def irreversible(self, state: Remembered, move: Move) -> bool:
        return self.game.irreversible(state.now, move)

    def key(self, state: Remembered) -> int:
        return mix((self.game.key(state.now), state.seen))

    def chances(self, state: Remembered) -> Iterable[tuple[Move, float]]:
        return self.game.chances(state.now)

    def modelled(self, name: str) -> Game:
        return Remembering(self.game.modelled(name))

    def observation(self, state: Remembered, player: int) -> Observation:
        return self.game.observation(state.now, player), state.seen

    def determinize(self, state: Remembered, player: int, random: Generator) -> Remembered:
        return self.remember(self.game.determinize(state.now, player, random))  # the past would tell

    def script(self, state: Remembered, name: str, random: Generator) -> Move:
        return self.game.script(state.now, name, random)

    def moves_for(self, state: Remembered, player: int) -> Iterable[Move]:
        if self.turn(state) == SIMULTANEOUS:
            return self.game.moves_for(state.now, player)
        return super().moves_for(state, player)

    def play_joint(self, state: Remembered, moves: tuple[Move, ...]) -> Remembered:
        return self.after(state, self.game.play_joint(state.now, moves), forget=False)

    def describe(self, state: Remembered, move: Move) -> str:
        return self.game.describe(state.now, move)

    def describe_to(self, state: Remembered, move: Move, by: int, player: int) -> str:
        return self.game.describe_to(state.now, move, by, player)

    def parse(self, state: Remembered, text: str) -> Move:
        return self.game.parse(state.now, text)

    def text(self, state: Remembered, player: int | None = None) -> str:
        return self.game.text(state.now, player)

    def position(self, text: str) -> Remembered:
        return self.remember(self.game.position(text))


def refuse_unless_repetition(game: Game) -> None:
    """Refuse a `repetition` that means nothing."""
    if game.repetition == 1 or game.repetition < FORBIDDEN:
        raise BadOptionError(
            f"{type(game).__name__}.repetition is {game.repetition}; it must be 0 (means nothing), 2 or more "
            "(a draw at that occurrence) or FORBIDDEN."
        )


REPETITION = "repetition"
"""The cause of an end that comes with the last occurrence of a position that is allowed."""


def cause(game: Game, state: State) -> str:
    """What ended a game other than its own rules: `REPETITION`, or in words that every move is forbidden.

    Nothing where the rules themselves ended it.
    """
    if isinstance(game, Elsewhere):
        return game.elsewhere.cause(state)
    if not isinstance(game, Remembering) or game.game.over(state.now):
        return ""
    if game.is_drawn(state):
        return REPETITION
    if not game.is_stuck(state):
        return ""
    return f"every move of {player_name(game.game, game.turn(state))} would repeat a position"


def without_memory(state: State) -> State:
    """A state as the game itself has it, also where a session's states remember those before them."""
    return state.now if isinstance(state, Remembered) else state
