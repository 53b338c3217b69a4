"""Games in which a repeated position counts, as games in which nothing needs to be remembered.

`Remembering` wraps such a game: its states carry the positions that could come again, so that searches,
checks and sittings need no special case, and equal states are really equal.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple

from outwit.errors import BadOptionError
from outwit.game import CHANCE, FORBIDDEN, SIMULTANEOUS, Game, Move, State, defines
from outwit.random import Generator


class Remembered(NamedTuple):
    """A state, and how often each position that may come again has occurred, this one included."""

    now: State
    seen: frozenset[tuple[int, int]]


def remembering(game: Game, state: State, history: Sequence[State] = ()) -> tuple[Game, State]:
    """The game and the state as a search should see them: with memory, if repetition means anything."""
    if isinstance(state, Remembered) or game.repetition == 0:
        return game, state
    memory = Remembering(game)
    return memory, memory.remembered(state, history)


@dataclass(frozen=True)
class Remembering(Game):
    """A game whose states remember which positions have occurred."""

    game: Game

    def __post_init__(self) -> None:
        if self.game.repetition == 1 or self.game.repetition < FORBIDDEN:
            raise BadOptionError(
                f"{type(self.game).__name__}.repetition is {self.game.repetition}; it must be 0 (means "
                "nothing), 2 or more (a draw at that occurrence) or FORBIDDEN."
            )
        for name in ("players", "zero_sum", "player_names", "feature_names", "weights"):
            object.__setattr__(self, name, getattr(self.game, name))

    @property
    def stochastic(self) -> bool:
        return self.game.stochastic

    @property
    def hidden(self) -> bool:
        return self.game.hidden

    @property
    def simultaneous(self) -> bool:
        return self.game.simultaneous

    def remembered(self, state: State, history: Sequence[State] = ()) -> Remembered:
        """A state with the memory of those before it."""
        seen: dict[int, int] = {}
        for each in (*history, state):
            key = self.game.key(each)
            seen[key] = seen.get(key, 0) + 1
        return Remembered(state, frozenset(seen.items()))

    def initial(self) -> Remembered:
        return self.remembered(self.game.initial())

    def moves(self, state: Remembered) -> Iterable[Move]:
        for move in self.game.moves(state.now):
            if self.game.repetition != FORBIDDEN or not self.repeats(state, move):
                yield move

    def repeats(self, state: Remembered, move: Move) -> bool:
        """Would this move bring about a position that has been before?"""
        key = self.game.key(self.game.play(state.now, move))
        return any(key == old for old, _ in state.seen)

    def play(self, state: Remembered, move: Move) -> Remembered:
        forget = (
            self.game.turn(state.now) != CHANCE
            and defines(self.game, "irreversible")
            and self.game.irreversible(state.now, move)
        )
        return self.after(state, self.game.play(state.now, move), forget)

    def after(self, state: Remembered, now: State, forget: bool) -> Remembered:
        """The next state, remembering the ones before unless none of them can come again."""
        seen = {} if forget else dict(state.seen)
        key = self.game.key(now)
        seen[key] = seen.get(key, 0) + 1
        return Remembered(now, frozenset(seen.items()))

    def drawn(self, state: Remembered) -> bool:
        """Has this position occurred so often that the game is a draw, or can no new one be reached?"""
        if self.game.repetition == FORBIDDEN:
            return (
                not self.game.over(state.now)
                and self.game.turn(state.now) not in (CHANCE, SIMULTANEOUS)
                and not any(True for _ in self.moves(state))
            )
        return dict(state.seen)[self.game.key(state.now)] >= self.game.repetition

    def over(self, state: Remembered) -> bool:
        return self.game.over(state.now) or self.drawn(state)

    def payoff(self, state: Remembered, player: int) -> float:
        return self.game.payoff(state.now, player) if self.game.over(state.now) else 0.0

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

    def order(self, state: Remembered, move: Move) -> float:
        return self.game.order(state.now, move)

    def chances(self, state: Remembered) -> Iterable[tuple[Move, float]]:
        return self.game.chances(state.now)

    def observation(self, state: Remembered, player: int) -> Any:
        return self.game.observation(state.now, player), state.seen

    def determinize(self, state: Remembered, player: int, random: Generator) -> Remembered:
        return Remembered(self.game.determinize(state.now, player, random), state.seen)

    def moves_for(self, state: Remembered, player: int) -> Iterable[Move]:
        if self.turn(state) == SIMULTANEOUS:
            return self.game.moves_for(state.now, player)
        return super().moves_for(state, player)

    def play_joint(self, state: Remembered, moves: tuple[Move, ...]) -> Remembered:
        return self.after(state, self.game.play_joint(state.now, moves), forget=False)

    def describe(self, state: Remembered, move: Move) -> str:
        return self.game.describe(state.now, move)

    def parse(self, state: Remembered, text: str) -> Move:
        return self.game.parse(state.now, text)

    def text(self, state: Remembered, player: int | None = None) -> str:
        return self.game.text(state.now, player)

    def position(self, text: str) -> Remembered:
        return self.remembered(self.game.position(text))
