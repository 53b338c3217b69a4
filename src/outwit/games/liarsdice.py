"""Liar's dice: each player sees the own dice alone, and bids on all of them."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import NamedTuple

from outwit.errors import BadOptionError, BadPositionError, IllegalMoveError, shorten
from outwit.game import CHANCE, Game, read_history
from outwit.random import Generator

LIAR = 0
"""The move that doubts the last bid; every other move is the number of a bid, from 1."""

MOST = 62
"""So many bids at most, since those made are the bits of one word."""


class Cups(NamedTuple):
    dice: tuple[tuple[int, ...], tuple[int, ...]]
    """The faces that each player has rolled, the lowest first."""
    bids: int
    """The bids made, bit n for bid n: they only go up, so that these are all in their order."""
    turn: int
    called: bool
    """Has somebody doubted the last bid?"""


class Sight(NamedTuple):
    """What a player knows."""

    own: tuple[int, ...]
    others: int
    """How many dice the other has rolled."""
    bids: int
    called: bool


@dataclass(frozen=True)
class LiarsDice(Game):
    """Bid higher and higher on how many dice of both show a face; who is caught, or doubts the truth, loses.

    Both roll in secret, the first player first. Bids go up by number, then by face. With `wild` the highest
    face counts as whatever is bid.
    """

    dice: int = 1
    """How many each player has."""
    faces: int = 6
    wild: bool = True

    title = "Liar's dice"

    def __post_init__(self) -> None:
        if self.dice < 1 or self.faces < 2 or 2 * self.dice * self.faces > MOST:
            raise BadOptionError(
                f"liarsdice:dice={self.dice},faces={self.faces} needs at least 1 die of at least 2 faces for "
                f"each player, and twice the one times the other must be at most {MOST}."
            )

    def initial(self) -> Cups:
        return Cups(((), ()), 0, CHANCE, False)

    # The rules

    def rolling(self, state: Cups) -> int:
        """Whose die is rolled next, where it is chance's turn."""
        return 0 if len(state.dice[0]) < self.dice else 1

    def chances(self, state: Cups) -> Iterator[tuple[int, float]]:
        for face in range(1, self.faces + 1):
            yield face, 1 / self.faces

    def moves(self, state: Cups) -> Iterator[int]:
        if state.called:
            return
        for bid in range(self.last_bid(state) + 1, 2 * self.dice * self.faces + 1):
            yield bid
        if state.bids:
            yield LIAR

    def play(self, state: Cups, move: int) -> Cups:
        first, second = state.dice
        if state.turn == CHANCE:
            if self.rolling(state) == 0:
                return Cups((tuple(sorted((*first, move))), second), 0, CHANCE, False)
            rolled = tuple(sorted((*second, move)))
            return Cups((first, rolled), 0, CHANCE if len(rolled) < self.dice else 0, False)
        if move == LIAR:
            return Cups(state.dice, state.bids, 1 - state.turn, True)
        return Cups(state.dice, state.bids | 1 << move, 1 - state.turn, False)

    def over(self, state: Cups) -> bool:
        return state.called

    def payoff(self, state: Cups, player: int) -> float:
        """The last bidder, whose turn it would be again, wins if the bid is true."""
        count, face = self.meaning(self.last_bid(state))
        true = self.count(state, face) >= count
        return 1.0 if true == (player == state.turn) else -1.0

    def last_bid(self, state: Cups) -> int:
        """The number of the last bid, and 0 before the first."""
        return max(state.bids.bit_length() - 1, 0)

    def meaning(self, bid: int) -> tuple[int, int]:
        """How many dice a bid says show which face."""
        return 1 + (bid - 1) // self.faces, 1 + (bid - 1) % self.faces

    def count(self, state: Cups, face: int) -> int:
        """How many dice of both count as a face."""
        found = 0
        for dice in state.dice:
            for die in dice:
                if die == face or (self.wild and die == self.faces):
                    found += 1
        return found

    # What players know

    def observation(self, state: Cups, player: int) -> Sight:
        return Sight(state.dice[player], len(state.dice[1 - player]), state.bids, state.called)

    def determinize(self, state: Cups, player: int, random: Generator) -> Cups:
        """The other's dice rolled again: whatever was bid, nobody has to have meant it."""
        own = state.dice[player]
        rolled = tuple(sorted([1 + random.below(self.faces) for _ in state.dice[1 - player]]))
        return Cups((own, rolled) if player == 0 else (rolled, own), state.bids, state.turn, state.called)

    # People

    def describe(self, state: Cups, move: int) -> str:
        """The face of a die, a bid like `2x5`, or `liar`."""
        if state.turn == CHANCE:
            return str(move)
        return "liar" if move == LIAR else self.bid_name(move)

    def bid_name(self, bid: int) -> str:
        """A bid like `2x5`: two fives."""
        count, face = self.meaning(bid)
        return f"{count}x{face}"

    def describe_to(self, state: Cups, move: int, by: int, player: int) -> str:
        """A die is seen by whoever rolls it, a bid by both."""
        if state.turn == CHANCE and self.rolling(state) != player:
            return ""
        return self.describe(state, move)

    def bids_made(self, state: Cups) -> list[int]:
        """The bids in the order in which they were made."""
        return [bid for bid in range(1, state.bids.bit_length()) if state.bids >> bid & 1]

    def text(self, state: Cups, player: int | None = None) -> str:
        """Everybody's dice, those that a seat may not see as question marks, and the bids."""
        lines = []
        for seat, dice in enumerate(state.dice):
            seen = player in (None, seat) or state.called
            shown = " ".join(str(die) if seen else "?" for die in dice) or "-"
            lines.append(f"player {seat + 1}: {shown}")
        bids = ", ".join(self.bid_name(bid) for bid in self.bids_made(state))
        return "\n".join([*lines, f"bids: {bids or 'none'}", self.status(state)])

    def status(self, state: Cups) -> str:
        """Who is to act, or who was right."""
        if state.called:
            count, face = self.meaning(self.last_bid(state))
            winner = 1 if self.payoff(state, 0) > 0 else 2
            return f"liar: {self.count(state, face)} of {count} count as {face}, player {winner} wins"
        return "dice to be rolled" if state.turn == CHANCE else f"player {state.turn + 1} to move"

    def position(self, text: str) -> Cups:
        """`player 1: 3, player 2: 6, bids: 1x2, 2x3` or just `3 6 1x2 2x3`, and `liar` if that was called."""
        labels = r"(player 1|bids):|none|[-,;]|: \d+ of .*|player [12] to move|dice to be rolled"
        first, named, second = (re.sub(labels, " ", part) for part in text.partition("player 2:"))
        try:
            if named and second.split() and len(first.split()) < self.dice:
                raise IllegalMoveError("The first player has to roll all dice first.")
            read: Cups = read_history(self, f"{first} {second}")
        except IllegalMoveError as error:
            each = "1 die" if self.dice == 1 else f"{self.dice} dice"
            raise BadPositionError(
                f"{shorten(text)!r} is not a position of liar's dice with {each} of {self.faces} faces each; "
                "write it like 'player 1: 3, player 2: 6, bids: 1x2, 2x3'."
            ) from error
        return read
