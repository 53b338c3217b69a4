"""Liar's dice: each player sees the own dice alone, and bids on all of them."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import NamedTuple

from outwit.errors import BadOptionError
from outwit.game import CHANCE, Game
from outwit.random import Generator

LIAR = 0
"""The move that doubts the last bid; every other move is the number of a bid."""


class Cups(NamedTuple):
    dice: tuple[tuple[int, ...], tuple[int, ...]]
    """What each player has rolled, die by die."""
    bids: tuple[int, ...]
    called: bool


class Sight(NamedTuple):
    """What a player knows: the own dice, how many the other has rolled, and every bid."""

    own: tuple[int, ...]
    others: int
    bids: tuple[int, ...]
    called: bool


@dataclass(frozen=True)
class LiarsDice(Game):
    """Bid higher and higher on how many dice show a face; who is caught lying, or doubts the truth, loses.

    Both roll in secret, one die at a time, the first player first. Bids go up by number, then by face.
    """

    dice: int = 2
    sides: int = 6

    def __post_init__(self) -> None:
        if self.dice < 1 or self.sides < 2:
            raise BadOptionError("Liar's dice takes at least 1 die of at least 2 sides for each player.")

    def initial(self) -> Cups:
        return Cups(((), ()), (), False)

    def rolling(self, state: Cups) -> int | None:
        """Whose next die is rolled; None when all are."""
        return next((player for player in (0, 1) if len(state.dice[player]) < self.dice), None)

    def turn(self, state: Cups) -> int:
        return CHANCE if self.rolling(state) is not None else len(state.bids) % 2

    def chances(self, state: Cups) -> Iterator[tuple[int, float]]:
        for face in range(1, self.sides + 1):
            yield face, 1 / self.sides

    def moves(self, state: Cups) -> Iterator[int]:
        if self.over(state):
            return
        last = state.bids[-1] if state.bids else LIAR
        yield from range(last + 1, 2 * self.dice * self.sides + 1)
        if state.bids:
            yield LIAR

    def play(self, state: Cups, move: int) -> Cups:
        player = self.rolling(state)
        if player is not None:
            first, second = state.dice
            return state._replace(dice=((*first, move), second) if player == 0 else (first, (*second, move)))
        if move == LIAR:
            return state._replace(called=True)
        return state._replace(bids=(*state.bids, move))

    def over(self, state: Cups) -> bool:
        return state.called

    def payoff(self, state: Cups, player: int) -> float:
        count, face = self.meaning(state.bids[-1])
        bidder = (len(state.bids) - 1) % 2
        honest = sum(dice.count(face) for dice in state.dice) >= count
        return 1.0 if honest == (player == bidder) else -1.0

    def meaning(self, bid: int) -> tuple[int, int]:
        """How many dice a bid says show which face."""
        return 1 + (bid - 1) // self.sides, 1 + (bid - 1) % self.sides

    def observation(self, state: Cups, player: int) -> Sight:
        return Sight(state.dice[player], len(state.dice[1 - player]), state.bids, state.called)

    def determinize(self, state: Cups, player: int, random: Generator) -> Cups:
        """The other's dice rolled again: whatever was bid, nobody has to have meant it."""
        own = state.dice[player]
        rolled = tuple(1 + random.below(self.sides) for _ in state.dice[1 - player])
        return state._replace(dice=(own, rolled) if player == 0 else (rolled, own))

    def describe(self, state: Cups, move: int) -> str:
        if self.rolling(state) is not None:
            return str(move)
        return "liar" if move == LIAR else "{}x{}".format(*self.meaning(move))

    def describe_to(self, state: Cups, move: int, by: int, player: int) -> str:
        """A die is seen by whoever rolls it, a bid by both."""
        return self.describe(state, move) if self.rolling(state) in (None, player) else ""

    def text(self, state: Cups, player: int | None = None) -> str:
        """Everybody's dice, those that a seat may not see as question marks, and the last bid."""
        lines = []
        for each, dice in enumerate(state.dice):
            seen = player in (None, each) or state.called
            lines.append(f"player {each + 1}: {' '.join(str(die) if seen else '?' for die in dice)}".rstrip())
        return "\n".join([*lines, f"bid: {self.describe(state, state.bids[-1])}" if state.bids else "no bid"])
