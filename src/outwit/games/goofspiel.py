"""Goofspiel, the game of pure strategy: all bids are made at once.

S. M. Ross, "Goofspiel: the game of pure strategy", Journal of Applied Probability, 1971.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property
from typing import NamedTuple

from outwit.errors import BadOptionError, BadPositionError, shorten
from outwit.game import CHANCE, SIMULTANEOUS, Game
from outwit.random import scramble

MOST_CARDS = 13
"""The cards of a suit."""

TABLE = re.compile(
    r"(?:prize (?P<prize>\d+), to come (?P<left>none|[\d ]+)|next prize (?P<next>[\d ]+)|no prize left)\s+"
    r"player 1: (?P<points1>\d+) points?, cards (?P<hand1>none|[\d ]+)\s+"
    r"player 2: (?P<points2>\d+) points?, cards (?P<hand2>none|[\d ]+)"
)
"""A position as `text` writes it."""


class Table(NamedTuple):
    hands: tuple[int, int]
    """The cards each player can still bid, bit n for the card n."""
    prizes: int
    """The prizes still face down, a bit each."""
    prize: int
    """The prize bid for, or 0 before the next is turned up."""
    points: tuple[int, int]


@dataclass(frozen=True)
class Goofspiel(Game):
    """Bid a card for each prize: the higher one takes it, equal ones waste it; most points win."""

    cards: int = 5
    shuffled: bool = True
    """Are prizes turned up by chance, or from the highest down?"""
    points: bool = False
    """Is the lead in points what is won, or just the game?"""

    def __post_init__(self) -> None:
        if not 1 <= self.cards <= MOST_CARDS:
            raise BadOptionError(f"goofspiel:cards={self.cards} needs from 1 to {MOST_CARDS} cards a suit.")

    @property
    def stochastic(self) -> bool:
        return self.shuffled and self.cards > 1

    def initial(self) -> Table:
        suit = (2 << self.cards) - 2
        return self.next_prize((suit, suit), suit, (0, 0))

    def next_prize(self, hands: tuple[int, int], prizes: int, points: tuple[int, int]) -> Table:
        """The table with the next prize turned up, or left to chance while there is a choice."""
        if self.shuffled and prizes & (prizes - 1):
            return Table(hands, prizes, 0, points)
        prize = prizes.bit_length() - 1 if prizes else 0
        return Table(hands, prizes & ~(1 << prize), prize, points)

    def turn(self, state: Table) -> int:
        return SIMULTANEOUS if state.prize else CHANCE

    def chances(self, state: Table) -> Iterator[tuple[int, float]]:
        left = state.prizes.bit_count()
        for prize in range(1, self.cards + 1):
            if state.prizes >> prize & 1:
                yield prize, 1 / left

    def play(self, state: Table, move: int) -> Table:
        """Turn up a prize; bids go through `play_joint`."""
        return Table(state.hands, state.prizes & ~(1 << move), move, state.points)

    def moves_for(self, state: Table, player: int) -> Iterator[int]:
        hand = state.hands[player]
        for card in range(1, self.cards + 1):
            if hand >> card & 1:
                yield card

    def play_joint(self, state: Table, moves: tuple[int, ...]) -> Table:
        first, second = moves
        hands = (state.hands[0] & ~(1 << first), state.hands[1] & ~(1 << second))
        points = (
            state.points[0] + (state.prize if first > second else 0),
            state.points[1] + (state.prize if second > first else 0),
        )
        return self.next_prize(hands, state.prizes, points)

    def over(self, state: Table) -> bool:
        return state.hands[0] == 0 and state.hands[1] == 0

    def payoff(self, state: Table, player: int) -> float:
        lead = self.lead(state, player)
        if self.points:
            return float(lead)
        return 1.0 if lead > 0 else -1.0 if lead < 0 else 0.0

    def lead(self, state: Table, player: int) -> int:
        """How many points a player has won more than the other."""
        return state.points[player] - state.points[1 - player]

    def left(self, state: Table) -> int:
        """The points still to be won."""
        return self.totals[state.prizes] + state.prize

    @cached_property
    def totals(self) -> tuple[int, ...]:
        """The points of each set of prizes."""
        totals = [0]
        for prizes in range(1, 2 << self.cards):
            highest = prizes.bit_length() - 1
            totals.append(totals[prizes - (1 << highest)] + highest)
        return tuple(totals)

    def bounds(self, state: Table, player: int) -> tuple[float, float]:
        """What is left to win may no longer make up for a lead."""
        lead, left = self.lead(state, player), self.left(state)
        if self.points:
            return float(lead - left), float(lead + left)
        least = 1.0 if lead > left else 0.0 if lead == left else -1.0
        most = -1.0 if -lead > left else 0.0 if -lead == left else 1.0
        return least, most

    def evaluate(self, state: Table, player: int) -> float:
        """The lead, or the part of all points that it is."""
        lead = self.lead(state, player)
        return float(lead) if self.points else lead / (self.cards * (self.cards + 1) / 2 + 1)

    def order(self, state: Table, move: int) -> float:
        """A card about as high as the prize looks best."""
        return -float(abs(move - state.prize))

    def key(self, state: Table) -> int:
        """Only the lead counts of the points and, where just the game is won, only as far as it decides."""
        lead = state.points[0] - state.points[1]
        if not self.points:
            decided = self.left(state) + 1
            lead = max(-decided, min(decided, lead))
        cards = (state.hands[0] << 28) + (state.hands[1] << 14) + state.prizes
        return scramble((cards << 13) + (state.prize << 9) + lead + 256)

    def text(self, state: Table, player: int | None = None) -> str:
        if self.over(state):
            now = "no prize left"
        elif state.prize:
            now = f"prize {state.prize}, to come {write_cards(state.prizes)}"
        else:
            now = f"next prize {write_cards(state.prizes)}"
        rows = [
            f"player {seat + 1}: {points} {'point' if points == 1 else 'points'}, cards {write_cards(hand)}"
            for seat, (points, hand) in enumerate(zip(state.points, state.hands, strict=True))
        ]
        return "\n".join([now, *rows])

    def position(self, text: str) -> Table:
        """The three lines that `text` writes."""
        found = TABLE.fullmatch(text.strip())
        if found:
            hands = (read_cards(found["hand1"]), read_cards(found["hand2"]))
            prizes = read_cards(found["left"] or found["next"] or "")
            state = Table(
                hands, prizes, int(found["prize"] or 0), (int(found["points1"]), int(found["points2"]))
            )
            if self.possible(state):
                return state
        raise BadPositionError(
            f"{shorten(text)!r} is not a table of goofspiel:cards={self.cards}; write it like "
            f"{self.text(self.initial())!r}."
        )

    def possible(self, state: Table) -> bool:
        """Can play come to this: a prize for each card left, and no more points than prizes are gone?"""
        suit = (2 << self.cards) - 2
        left = state.prizes | (1 << state.prize if state.prize else 0)
        if any(cards & ~suit or cards.bit_count() != left.bit_count() for cards in (*state.hands, left)):
            return False
        gone = sum(prize for prize in range(1, self.cards + 1) if not left >> prize & 1)
        if state.prizes >> state.prize & 1 or sum(state.points) > gone:
            return False
        turned_up = state.prize > 0 or not left
        return turned_up if not self.shuffled else turned_up or left.bit_count() > 1


def write_cards(bits: int) -> str:
    """The cards of a set, the lowest first.

    >>> write_cards(0b1010), write_cards(0)
    ('1 3', 'none')
    """
    return " ".join(str(card) for card in range(1, bits.bit_length()) if bits >> card & 1) or "none"


def read_cards(text: str) -> int:
    """The set of the cards written.

    >>> read_cards("1 3"), read_cards("none")
    (10, 0)
    """
    bits = 0
    for word in text.split():
        bits |= 0 if word == "none" else 1 << min(int(word), 63)
    return bits
