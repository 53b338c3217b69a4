"""Nim with one pile: the smallest game that is worth a search."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import NamedTuple

from outwit.errors import BadOptionError, BadPositionError, shorten
from outwit.game import Game


class Pile(NamedTuple):
    coins: int
    turn: int


@dataclass(frozen=True)
class Nim(Game):
    """Take one to three coins; whoever takes the last one wins."""

    coins: int = 21
    take: int = 3

    def __post_init__(self) -> None:
        if self.coins < 1 or self.take < 1:
            raise BadOptionError(f"nim:coins={self.coins},take={self.take} needs at least 1 of each.")

    def initial(self) -> Pile:
        return Pile(self.coins, 0)

    def moves(self, state: Pile) -> Iterator[int]:
        for coins in range(1, min(self.take, state.coins) + 1):
            yield coins

    def play(self, state: Pile, move: int) -> Pile:
        return Pile(state.coins - move, 1 - state.turn)

    def over(self, state: Pile) -> bool:
        return state.coins == 0

    def payoff(self, state: Pile, player: int) -> float:
        return -1.0 if state.turn == player else 1.0

    def text(self, state: Pile, player: int | None = None) -> str:
        if self.over(state):
            return f"0 coins, player {2 - state.turn} has won"
        coins = "1 coin" if state.coins == 1 else f"{state.coins} coins"
        return f"{coins}, player {state.turn + 1} to move"

    def position(self, text: str) -> Pile:
        """The number of coins and, where it is not the first player's turn, whose it is, or who has won."""
        won = re.fullmatch(r"0(?: coins?)?,? player ([12]) has won", text.strip())
        if won:
            return Pile(0, 2 - int(won[1]))
        found = re.fullmatch(r"(\d+)(?: coins?)?(?:,? player ([12])(?: to move)?)?", text.strip())
        if not found:
            raise BadPositionError(
                f"{shorten(text)!r} is not a pile; write '12 coins, player 2 to move' or just '12'."
            )
        return Pile(int(found[1]), int(found[2] or 1) - 1)
