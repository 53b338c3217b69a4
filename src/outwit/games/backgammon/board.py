"""A position of backgammon: both sides' checkers, whose turn it is, and the dice."""

from __future__ import annotations

from typing import NamedTuple

from outwit.games.backgammon.checkers import Side

TO_ROLL, OPENING = 0, -1
"""What `roll` says before the dice are thrown, and before each player throws one to see who begins."""

START = Side(ones=1 << 6 | 1 << 8 | 1 << 13, twos=1 << 8 | 1 << 24, fours=1 << 6 | 1 << 13, eights=0)
"""Two checkers on the 24 point, five on the midpoint, three on the 8 point and five on the 6 point."""

NAMES = ("X", "O")
"""What the players are called."""


class Board(NamedTuple):
    own: Side
    """The checkers of the player whose turn it is."""
    other: Side
    turn: int
    roll: int
    """The dice, 31 for a three and a one; or `TO_ROLL`, or `OPENING`."""


def sides(state: Board) -> tuple[Side, Side]:
    """The checkers of X, and those of O."""
    return (state.own, state.other) if state.turn == 0 else (state.other, state.own)
