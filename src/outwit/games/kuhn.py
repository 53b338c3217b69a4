"""Kuhn poker: one card each, and at most one bet."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import NamedTuple

from outwit.errors import BadOptionError, BadPositionError, IllegalMoveError, shorten
from outwit.game import CHANCE, Game, options, read_history
from outwit.random import Generator

PASS, BET = 0, 1
"""What a player may do; to pass is to check or, once there is a bet, to fold, and to bet may be to call."""

RANKS = "A23456789TJQK"
"""What the cards are called; a game takes the highest of them."""


class Hand(NamedTuple):
    cards: tuple[int, ...]
    """The first player's and the second's, from 0 up, as far as they are dealt."""
    acts: tuple[int, ...]
    """What was done, in turn."""


class Sight(NamedTuple):
    """What a player knows."""

    own: tuple[int, ...]
    """The own card, if it is dealt."""
    dealt: int
    acts: tuple[int, ...]


@dataclass(frozen=True)
class Kuhn(Game):
    """Poker with one of three cards each, an ante of 1 and at most one bet of 1; the higher card wins.

    Kuhn, "A simplified two-person poker", 1950: at best the first player loses 1/18 a game. Payoffs are in
    antes. `cards` is the size of the deck, all of different ranks.
    """

    cards: int = 3

    title = "Kuhn poker"

    def __post_init__(self) -> None:
        if not 2 <= self.cards <= len(RANKS):
            raise BadOptionError(f"kuhn:cards={self.cards} needs a deck of 2 to {len(RANKS)} cards.")

    def initial(self) -> Hand:
        return Hand((), ())

    # The rules

    def turn(self, state: Hand) -> int:
        return CHANCE if len(state.cards) < 2 else len(state.acts) % 2

    def chances(self, state: Hand) -> Iterator[tuple[int, float]]:
        """The card dealt next."""
        for card in range(self.cards):
            if card not in state.cards:
                yield card, 1 / (self.cards - len(state.cards))

    def moves(self, state: Hand) -> Iterator[int]:
        if not self.over(state):
            yield PASS
            yield BET

    def play(self, state: Hand, move: int) -> Hand:
        if len(state.cards) < 2:
            return Hand((*state.cards, move), ())
        return Hand(state.cards, (*state.acts, move))

    def over(self, state: Hand) -> bool:
        """After two acts or three; the one way to a third is a check that is answered by a bet."""
        return len(state.acts) == 3 or (len(state.acts) == 2 and state.acts != (PASS, BET))

    def payoff(self, state: Hand, player: int) -> float:
        if self.folded(state):
            return -1.0 if player == (len(state.acts) - 1) % 2 else 1.0
        stake = 2.0 if BET in state.acts else 1.0
        return stake if state.cards[player] > state.cards[1 - player] else -stake

    def bounds(self, state: Hand, player: int) -> tuple[float, float]:
        """A bet and the ante at most, and just the payoff once it is known."""
        if self.over(state):
            paid = self.payoff(state, player)
            return paid, paid
        return -2.0, 2.0

    def folded(self, state: Hand) -> bool:
        """Has whoever acted last given up? That is to pass where there is a bet."""
        return len(state.acts) > 1 and state.acts[-2] == BET and state.acts[-1] == PASS

    # What players know

    def observation(self, state: Hand, player: int) -> Sight:
        return Sight(state.cards[player : player + 1], len(state.cards), state.acts)

    def determinize(self, state: Hand, player: int, random: Generator) -> Hand:
        """The other's card drawn from all but the own."""
        other = 1 - player
        if len(state.cards) <= other:
            return state
        own = state.cards[player : player + 1]
        drawn = random.choice([card for card in range(self.cards) if card not in own])
        return Hand((drawn, *own) if other == 0 else (*own, drawn), state.acts)

    # People

    def card_name(self, card: int) -> str:
        """A card's rank; of three these are J, Q and K."""
        return RANKS[len(RANKS) - self.cards + card]

    def describe(self, state: Hand, move: int) -> str:
        """A card, or what a player does: check or bet, and fold or call once there is a bet."""
        if len(state.cards) < 2:
            return self.card_name(move)
        if BET in state.acts:
            return "call" if move == BET else "fold"
        return "bet" if move == BET else "check"

    def describe_to(self, state: Hand, move: int, by: int, player: int) -> str:
        """A card is seen by whoever is dealt it, everything else by both."""
        return self.describe(state, move) if len(state.cards) in (2, player) else ""

    def parse(self, state: Hand, text: str) -> int:
        """A move by its name, or by the first letter."""
        for move in options(self, state):
            if text.strip().casefold() == self.describe(state, move)[0].casefold():
                return int(move)
        return int(super().parse(state, text))

    def words(self, state: Hand) -> list[str]:
        """What was done, as people say it."""
        return [
            self.describe(Hand(state.cards, state.acts[:number]), act)
            for number, act in enumerate(state.acts)
        ]

    def stakes(self, state: Hand) -> tuple[int, int]:
        """What each player has put into the pot."""
        return 1 + (BET in state.acts[::2]), 1 + (BET in state.acts[1::2])

    def text(self, state: Hand, player: int | None = None) -> str:
        """Both cards, what a seat may not see as a question mark, what was done, and the pot."""
        lines = []
        for seat in (0, 1):
            if seat >= len(state.cards):
                card = "-"
            else:
                seen = player in (None, seat) or self.over(state)
                card = self.card_name(state.cards[seat]) if seen else "?"
            lines.append(f"player {seat + 1}: {card}")
        if state.acts:
            lines.append(", ".join(self.words(state)))
        return "\n".join([*lines, f"pot {sum(self.stakes(state))}, {self.status(state)}"])

    def status(self, state: Hand) -> str:
        """Who is to act, or who has won what."""
        if self.over(state):
            won = self.payoff(state, 0)
            return f"player {1 if won > 0 else 2} wins {abs(won):.0f}"
        turn = self.turn(state)
        return "cards to be dealt" if turn == CHANCE else f"player {turn + 1} to move"

    def position(self, text: str) -> Hand:
        """`player 1: K, player 2: J, check, bet`, or just `K J check bet`; all but the first two may lack."""
        try:
            read: Hand = read_history(self, re.sub(r"player [12]:|pot .*|[-,;]", " ", text))
        except IllegalMoveError as error:
            raise BadPositionError(
                f"{shorten(text)!r} is not a hand of Kuhn poker; write both cards and what was done, like "
                "'K J check bet'."
            ) from error
        return read
