"""Leduc poker: a card each of six, a bet, a card for all, and another bet.

Southey and others, "Bayes' bluff: opponent modelling in poker", 2005.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, NamedTuple

from outwit.game import CHANCE, Game
from outwit.random import Generator

FOLD, CALL, RAISE = range(3)
RAISES = 2
"""How often a round may be raised."""


class Hand(NamedTuple):
    cards: tuple[int, ...]
    """The first player's, the second's and, from the second round on, the one on the table; two of a rank."""
    acts: tuple[int, ...]
    """What was done in both rounds, in turn."""
    here: int
    """How many of these acts are of the present round."""
    raises: int
    """How often the present round was raised."""
    stakes: tuple[int, int]
    folded: int
    """Who has given up, or -1."""
    turn: int


class Leduc(Game):
    """Leduc poker as open_spiel has it: an ante of one, raises of two and then four, at most two a round."""

    def initial(self) -> Hand:
        return Hand((), (), 0, 0, (1, 1), -1, CHANCE)

    def chances(self, hand: Hand) -> Iterator[tuple[int, float]]:
        for card in range(6):
            if card not in hand.cards:
                yield card, 1 / (6 - len(hand.cards))

    def moves(self, hand: Hand) -> Iterator[int]:
        if self.over(hand):
            return
        if hand.stakes[hand.turn] < hand.stakes[1 - hand.turn]:
            yield FOLD
        yield CALL
        if hand.raises < RAISES:
            yield RAISE

    def play(self, hand: Hand, move: int) -> Hand:
        if hand.turn == CHANCE:
            cards = (*hand.cards, move)
            return hand._replace(cards=cards, here=0, raises=0, turn=0 if len(cards) > 1 else CHANCE)
        acts, other = (*hand.acts, move), 1 - hand.turn
        if move == FOLD:
            return hand._replace(acts=acts, folded=hand.turn, turn=other)
        own = hand.stakes[other] + (2 * (len(hand.cards) - 1) if move == RAISE else 0)
        stakes = (own, hand.stakes[1]) if hand.turn == 0 else (hand.stakes[0], own)
        ends = move == CALL and hand.here > 0
        return Hand(
            hand.cards,
            acts,
            hand.here + 1 if not (ends and len(hand.cards) == 3) else -1,
            hand.raises + (move == RAISE),
            stakes,
            -1,
            CHANCE if ends and len(hand.cards) == 2 else other,
        )

    def over(self, hand: Hand) -> bool:
        return hand.folded >= 0 or hand.here < 0

    def strength(self, hand: Hand, player: int) -> int:
        """What a player's card is worth: a pair beats everything."""
        rank, shown = hand.cards[player] // 2, hand.cards[2] // 2
        return 3 + rank if rank == shown else rank

    def payoff(self, hand: Hand, player: int) -> float:
        if hand.folded >= 0:
            return float(-hand.stakes[player] if hand.folded == player else hand.stakes[1 - player])
        own, other = self.strength(hand, player), self.strength(hand, 1 - player)
        return float(((own > other) - (own < other)) * hand.stakes[player])

    def bounds(self, hand: Hand, player: int) -> tuple[float, float]:
        return -13.0, 13.0

    def observation(self, hand: Hand, player: int) -> Any:
        return hand.cards[player : player + 1], hand.cards[2:], len(hand.cards), hand.acts, hand.turn

    def determinize(self, hand: Hand, player: int, random: Generator) -> Hand:
        other = 1 - player
        if len(hand.cards) <= other:
            return hand
        seen = (*hand.cards[player : player + 1], *hand.cards[2:])
        card = random.choice([card for card in range(6) if card not in seen])
        return hand._replace(cards=(*hand.cards[:other], card, *hand.cards[other + 1 :]))
