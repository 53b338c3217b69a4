"""A game as somebody would write it on an evening: thirty lines, and no picture."""

from dataclasses import dataclass
from typing import NamedTuple

from outwit import Game


class Track(NamedTuple):
    first: int
    second: int
    turn: int


@dataclass(frozen=True)
class Race(Game):
    """Step one or two squares; whoever reaches the goal first wins."""

    goal: int = 5
    player_names = ("red", "blue")

    def initial(self) -> Track:
        return Track(0, 0, 0)

    def moves(self, state: Track):  # type: ignore[no-untyped-def]
        if not self.over(state):
            yield 1
            yield 2

    def play(self, state: Track, move: int) -> Track:
        if state.turn == 0:
            return Track(state.first + move, state.second, 1)
        return Track(state.first, state.second + move, 0)

    def over(self, state: Track) -> bool:
        return max(state.first, state.second) >= self.goal

    def payoff(self, state: Track, player: int) -> float:
        winner = 0 if state.first >= self.goal else 1
        return 1.0 if player == winner else -1.0

    def describe(self, state: Track, move: int) -> str:
        return "a step" if move == 1 else "a <b>leap</b>"
