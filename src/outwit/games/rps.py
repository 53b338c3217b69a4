"""Rock-paper-scissors: the smallest game in which no move is best and all of them together are."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import NamedTuple

from outwit.errors import BadOptionError, BadPositionError, shorten
from outwit.game import SIMULTANEOUS, Game
from outwit.random import scramble

NAMES = ("rock", "paper", "scissors")
"""What each number from 0 shows; each beats the one before it."""

NOTHING = -1
"""What a hand has shown before the first round."""


class Hands(NamedTuple):
    left: int
    """The rounds still to be played."""
    first: int
    """The rounds that the first player has won."""
    second: int
    shown: tuple[int, int]
    """What the players showed in the last round."""


@dataclass(frozen=True)
class RockPaperScissors(Game):
    """Both show a hand at once: paper beats rock, scissors beat paper, rock beats scissors; most wins win."""

    rounds: int = 1

    title = "Rock-paper-scissors"

    def __post_init__(self) -> None:
        if self.rounds < 1:
            raise BadOptionError(f"rps:rounds={self.rounds} needs at least 1 round.")

    def initial(self) -> Hands:
        return Hands(self.rounds, 0, 0, (NOTHING, NOTHING))

    def turn(self, state: Hands) -> int:
        return SIMULTANEOUS

    def moves_for(self, state: Hands, player: int) -> Iterator[int]:
        for hand in range(3 if state.left else 0):
            yield hand

    def play_joint(self, state: Hands, moves: tuple[int, ...]) -> Hands:
        one, other = moves
        first = state.first + ((one - other) % 3 == 1)
        second = state.second + ((other - one) % 3 == 1)
        return Hands(state.left - 1, first, second, (one, other))

    def over(self, state: Hands) -> bool:
        return state.left == 0

    def payoff(self, state: Hands, player: int) -> float:
        lead = state.first - state.second if player == 0 else state.second - state.first
        return 1.0 if lead > 0 else -1.0 if lead < 0 else 0.0

    def bounds(self, state: Hands, player: int) -> tuple[float, float]:
        """The rounds left may no longer make up for a lead."""
        lead = state.first - state.second if player == 0 else state.second - state.first
        least = 1.0 if lead > state.left else 0.0 if lead == state.left else -1.0
        most = -1.0 if -lead > state.left else 0.0 if -lead == state.left else 1.0
        return least, most

    def evaluate(self, state: Hands, player: int) -> float:
        lead = state.first - state.second
        return (lead if player == 0 else -lead) / (self.rounds + 1)

    def key(self, state: Hands) -> int:
        """The rounds left and the lead: all that matters of what was shown before."""
        return scramble(2 * state.left * (self.rounds + 1) + state.first - state.second)

    def describe(self, state: Hands, move: int) -> str:
        return NAMES[move]

    def text(self, state: Hands, player: int | None = None) -> str:
        played = self.rounds - state.left
        now = "all played" if state.left == 0 else f"round {played + 1} of {self.rounds}"
        after = f", {NAMES[state.shown[0]]} against {NAMES[state.shown[1]]}" if played else ""
        return f"{now}, {state.first} : {state.second}{after}"

    def position(self, text: str) -> Hands:
        """`round 2 of 3, 1 : 0, paper against rock`, or `all played, ...` after the last."""
        hand = "(" + "|".join(NAMES) + ")"
        found = re.fullmatch(
            rf"(?:(all played)|round (\d+) of (\d+)), (\d+) ?: ?(\d+)(?:, {hand} against {hand})?",
            text.strip(),
        )
        if found:
            _, number, rounds, first, second, one, other = found.groups()
            played = int(number) - 1 if number else self.rounds
            shown = (NAMES.index(one), NAMES.index(other)) if one else (NOTHING, NOTHING)
            state = Hands(self.rounds - played, int(first), int(second), shown)
            rightly = bool(number) == (state.left > 0) and int(rounds or self.rounds) == self.rounds
            if rightly and self.possible(state):
                return state
        raise BadPositionError(
            f"{shorten(text)!r} is not a position of rps:rounds={self.rounds}; write it like "
            f"'round 1 of {self.rounds}, 0 : 0' or 'all played, 1 : 0, paper against rock'."
        )

    def possible(self, state: Hands) -> bool:
        """Can play come to this: is the last round in the score, and are no more won than were played?"""
        played = self.rounds - state.left
        if played == 0:
            return (state.first, state.second, state.shown) == (0, 0, (NOTHING, NOTHING))
        if not 0 < played <= self.rounds or state.shown == (NOTHING, NOTHING):
            return False
        first, second = state.shown
        before = (state.first - ((first - second) % 3 == 1), state.second - ((second - first) % 3 == 1))
        return min(before) >= 0 and sum(before) < played
