"""Pig, the dice game of holding one's nerve."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import NamedTuple

from outwit.errors import BadOptionError, BadPositionError, shorten
from outwit.game import CHANCE, Game

HOLD, ROLL = 0, 1


class Score(NamedTuple):
    first: int
    second: int
    pot: int
    """What the player to act has rolled in this turn and not yet banked."""
    turn: int
    rolling: bool
    """Is the die in the air?"""


@dataclass(frozen=True)
class Pig(Game):
    """Roll as often as you dare: a 1 loses the turn's points, holding banks them; first to 100 wins."""

    goal: int = 100
    sides: int = 6

    def __post_init__(self) -> None:
        if self.goal < 1 or self.sides < 2:
            raise BadOptionError(
                f"pig:goal={self.goal},sides={self.sides} needs a goal of at least 1 and a die of at least "
                "2 sides."
            )

    def initial(self) -> Score:
        return Score(0, 0, 0, 0, False)

    def turn(self, state: Score) -> int:
        return CHANCE if state.rolling else state.turn

    def moves(self, state: Score) -> Iterator[int]:
        if self.over(state):
            return
        yield ROLL
        if state.pot > 0:
            yield HOLD

    def chances(self, state: Score) -> Iterator[tuple[int, float]]:
        for face in range(1, self.sides + 1):
            yield face, 1 / self.sides

    def play(self, state: Score, move: int) -> Score:
        first, second, pot, turn, rolling = state
        if rolling:
            if move == 1:
                return Score(first, second, 0, 1 - turn, False)
            return Score(first, second, pot + move, turn, False)
        if move == ROLL:
            return Score(first, second, pot, turn, True)
        if turn == 0:
            return Score(first + pot, second, 0, 1, False)
        return Score(first, second + pot, 0, 0, False)

    def over(self, state: Score) -> bool:
        return state.first >= self.goal or state.second >= self.goal

    def payoff(self, state: Score, player: int) -> float:
        winner = 0 if state.first >= self.goal else 1
        return 1.0 if player == winner else -1.0

    def bounds(self, state: Score, player: int) -> tuple[float, float]:
        own = state.first if state.turn == 0 else state.second
        if own + state.pot >= self.goal and not (state.rolling or self.over(state)):
            return (1.0, 1.0) if player == state.turn else (-1.0, -1.0)  # held, it is won
        return -1.0, 1.0

    def evaluate(self, state: Score, player: int) -> float:
        lead = state.first - state.second + (state.pot if state.turn == 0 else -state.pot)
        return (lead if player == 0 else -lead) / (2 * self.goal)

    def describe(self, state: Score, move: int) -> str:
        if state.rolling:
            return str(move)
        return "roll" if move == ROLL else "hold"

    def text(self, state: Score, player: int | None = None) -> str:
        if self.over(state):
            winner = 1 if state.first >= self.goal else 2
            return f"{state.first} : {state.second}, player {winner} has won"
        act = "rolling" if state.rolling else "to move"
        return f"{state.first} : {state.second}, pot {state.pot}, player {state.turn + 1} {act}"

    def position(self, text: str) -> Score:
        """`34 : 57, pot 12, player 1 to move`; what is left out is zero, and player 1 to move."""
        won = re.fullmatch(r"(\d+) ?: ?(\d+),? player ([12]) has won", text.strip())
        if won:
            return Score(int(won[1]), int(won[2]), 0, 2 - int(won[3]), False)
        found = re.fullmatch(
            r"(\d+) ?: ?(\d+)(?:,? pot (\d+))?(?:,? player ([12])(?: (to move|rolling))?)?",
            text.strip(),
        )
        if not found:
            raise BadPositionError(
                f"{shorten(text)!r} is not a position of pig; write it like "
                "'34 : 57, pot 12, player 1 to move'."
            )
        first, second, pot, player, act = found.groups()
        return Score(int(first), int(second), int(pot or 0), int(player or 1) - 1, act == "rolling")
