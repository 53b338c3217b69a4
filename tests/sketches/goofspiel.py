"""Goofspiel, the game of pure strategy: all bids are made at once."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import NamedTuple

from outwit.errors import BadOptionError
from outwit.game import CHANCE, SIMULTANEOUS, Game


class Table(NamedTuple):
    hands: tuple[int, int]
    """The cards each player can still bid, bit n for the card n."""
    prizes: int
    """The prizes still face down, a bit each."""
    prize: int
    """The prize bid for, or 0 before the next is turned up."""
    points: tuple[int, int]


def cards_in(bits: int) -> Iterator[int]:
    """The cards of a set, the lowest first."""
    for card in range(1, bits.bit_length()):
        if bits >> card & 1:
            yield card


@dataclass(frozen=True)
class Goofspiel(Game):
    """Bid a card for each prize: the higher one takes it, equal ones waste it; most points win."""

    cards: int = 5
    shuffled: bool = True
    """Are prizes turned up by chance, or from the highest down?"""

    def __post_init__(self) -> None:
        if not 1 <= self.cards <= 13:
            raise BadOptionError(f"goofspiel:cards={self.cards} needs from 1 to 13 cards a suit.")

    @property
    def stochastic(self) -> bool:
        return self.shuffled

    def initial(self) -> Table:
        suit = (2 << self.cards) - 2
        return self.next_prize(Table((suit, suit), suit, 0, (0, 0)))

    def next_prize(self, state: Table) -> Table:
        """The table with the next prize turned up, or left to chance."""
        if self.shuffled or not state.prizes:
            return state._replace(prize=0)
        return self.play(state, state.prizes.bit_length() - 1)

    def turn(self, state: Table) -> int:
        return SIMULTANEOUS if state.prize else CHANCE

    def chances(self, state: Table) -> Iterator[tuple[int, float]]:
        for prize in cards_in(state.prizes):
            yield prize, 1 / state.prizes.bit_count()

    def play(self, state: Table, move: int) -> Table:
        """Turn up a prize; bids go through `play_joint`."""
        return state._replace(prizes=state.prizes & ~(1 << move), prize=move)

    def moves_for(self, state: Table, player: int) -> Iterator[int]:
        return cards_in(state.hands[player])

    def play_joint(self, state: Table, moves: tuple[int, ...]) -> Table:
        first, second = moves
        hands = (state.hands[0] & ~(1 << first), state.hands[1] & ~(1 << second))
        won = (state.prize * (first > second), state.prize * (second > first))
        points = (state.points[0] + won[0], state.points[1] + won[1])
        return self.next_prize(Table(hands, state.prizes, 0, points))

    def over(self, state: Table) -> bool:
        return state.hands == (0, 0)

    def payoff(self, state: Table, player: int) -> float:
        lead = state.points[player] - state.points[1 - player]
        return float((lead > 0) - (lead < 0))

    def bounds(self, state: Table, player: int) -> tuple[float, float]:
        """What is left to win may no longer make up for a lead."""
        lead = state.points[player] - state.points[1 - player]
        left = state.prize + sum(cards_in(state.prizes))
        if abs(lead) > left:
            return (1.0, 1.0) if lead > 0 else (-1.0, -1.0)
        return -1.0, 1.0

    def text(self, state: Table, player: int | None = None) -> str:
        hands = (" ".join(str(card) for card in cards_in(hand)) or "none" for hand in state.hands)
        rows = [
            f"player {seat + 1}: {points} points, cards {hand}"
            for seat, (points, hand) in enumerate(zip(state.points, hands, strict=True))
        ]
        return "\n".join([f"prize {state.prize or 'face down'}", *rows])
