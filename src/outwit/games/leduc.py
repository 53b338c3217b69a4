"""Leduc poker: a card each, a bet, a card for both, and another bet."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import NamedTuple

from outwit.errors import BadPositionError, IllegalMoveError, shorten
from outwit.game import CHANCE, Game, options, read_history
from outwit.random import Generator

FOLD, CALL, RAISE = range(3)
"""What a player may do; to call may be to check, and the first to raise bets."""

RAISES = 2
"""How often a round may be raised."""

RANKS = "JQK"
SUITS = "hs"
"""Hearts and spades."""


class Hand(NamedTuple):
    cards: tuple[int, ...]
    """The first player's, the second's and, from the second round on, the one on the board."""
    acts: tuple[int, ...]
    """What was done in both rounds, in turn."""
    here: int
    """How many of these acts are of the present round; -1 once the second round is over."""
    raises: int
    """How often the present round was raised."""
    stakes: tuple[int, int]
    folded: int
    """Who has given up, or -1."""
    turn: int


class Sight(NamedTuple):
    """What a player knows."""

    own: tuple[int, ...]
    """The own card, if it is dealt."""
    board: tuple[int, ...]
    """The card on the board, if it is dealt."""
    dealt: int
    acts: tuple[int, ...]


@dataclass(frozen=True)
class Leduc(Game):
    """Poker with two jacks, queens and kings, and two rounds of betting; a pair with the board wins.

    Southey and others, "Bayes' bluff: opponent modelling in poker", 2005. The ante is 1; a raise is 2 in the
    first round and 4 in the second, two at most in each. Without a pair the higher card wins; equal ones
    share the pot. Suits decide nothing, so that cards of a rank are taken for the same unless `suits`.
    """

    suits: bool = False
    """Are the two cards of a rank told apart? Then there are 936 information sets and not 288."""

    title = "Leduc poker"

    def initial(self) -> Hand:
        return Hand((), (), 0, 0, (1, 1), -1, CHANCE)

    # The rules

    def left(self, cards: tuple[int, ...]) -> list[int]:
        """How many of each card are in the deck once some are dealt."""
        counts = [1, 1, 1, 1, 1, 1] if self.suits else [2, 2, 2]
        for card in cards:
            counts[card] -= 1
        return counts

    def chances(self, state: Hand) -> Iterator[tuple[int, float]]:
        """The card dealt next."""
        for card, count in enumerate(self.left(state.cards)):
            if count > 0:
                yield card, count / (6 - len(state.cards))

    def moves(self, state: Hand) -> Iterator[int]:
        if self.over(state):
            return
        if state.stakes[state.turn] < state.stakes[1 - state.turn]:
            yield FOLD
        yield CALL
        if state.raises < RAISES:
            yield RAISE

    def play(self, state: Hand, move: int) -> Hand:
        if state.turn == CHANCE:
            cards = (*state.cards, move)
            return Hand(cards, state.acts, 0, 0, state.stakes, -1, 0 if len(cards) > 1 else CHANCE)
        acts, other = (*state.acts, move), 1 - state.turn
        if move == FOLD:
            return Hand(state.cards, acts, state.here, state.raises, state.stakes, state.turn, other)
        last = len(state.cards) == 3
        own = state.stakes[other]
        if move == RAISE:
            own += 4 if last else 2
        stakes = (own, state.stakes[1]) if state.turn == 0 else (state.stakes[0], own)
        ends = move == CALL and state.here > 0
        return Hand(
            state.cards,
            acts,
            -1 if ends and last else state.here + 1,
            state.raises + (1 if move == RAISE else 0),
            stakes,
            -1,
            CHANCE if ends and not last else other,
        )

    def over(self, state: Hand) -> bool:
        return state.folded >= 0 or state.here < 0

    def rank(self, card: int) -> int:
        """A card's rank, from 0 up."""
        return card // 2 if self.suits else card

    def strength(self, state: Hand, player: int) -> int:
        """What a player's card is worth at the end: a pair beats everything."""
        rank = self.rank(state.cards[player])
        return len(RANKS) + rank if rank == self.rank(state.cards[2]) else rank

    def payoff(self, state: Hand, player: int) -> float:
        if state.folded >= 0:
            return float(-state.stakes[player] if state.folded == player else state.stakes[1 - player])
        own, other = self.strength(state, player), self.strength(state, 1 - player)
        if own == other:
            return 0.0
        return float(state.stakes[player] if own > other else -state.stakes[player])

    def bounds(self, state: Hand, player: int) -> tuple[float, float]:
        """All that can still be staked, and just the payoff once it is known."""
        if self.over(state):
            paid = self.payoff(state, player)
            return paid, paid
        most = max(state.stakes)
        if len(state.cards) < 3:
            most += 2 * (RAISES - state.raises) + 4 * RAISES
        else:
            most += 4 * (RAISES - state.raises)
        return float(-most), float(most)

    # What players know

    def observation(self, state: Hand, player: int) -> Sight:
        return Sight(state.cards[player : player + 1], state.cards[2:], len(state.cards), state.acts)

    def determinize(self, state: Hand, player: int, random: Generator) -> Hand:
        """The other's card drawn from those that are neither the own nor on the board."""
        other = 1 - player
        if len(state.cards) <= other:
            return state
        own = state.cards[player : player + 1]
        left = self.left((*own, *state.cards[2:]))
        number = random.below(sum(left))
        drawn = 0
        while number >= left[drawn]:
            number -= left[drawn]
            drawn += 1
        cards = (drawn, *own, *state.cards[2:]) if other == 0 else (*own, drawn, *state.cards[2:])
        return Hand(cards, state.acts, state.here, state.raises, state.stakes, state.folded, state.turn)

    # People

    def card_name(self, card: int) -> str:
        """A card like `K` or, where suits are told apart, `Ks`."""
        return RANKS[card // 2] + SUITS[card % 2] if self.suits else RANKS[card]

    def describe(self, state: Hand, move: int) -> str:
        """A card, or what a player does: check or bet, and fold, call or raise once there is a bet."""
        if state.turn == CHANCE:
            return self.card_name(move)
        if move == RAISE:
            return "raise" if state.raises else "bet"
        if move == FOLD:
            return "fold"
        return "check" if state.stakes[0] == state.stakes[1] else "call"

    def describe_to(self, state: Hand, move: int, by: int, player: int) -> str:
        """A card that is dealt to a player is seen by nobody else, everything else by both."""
        hidden = state.turn == CHANCE and len(state.cards) == 1 - player
        return "" if hidden else self.describe(state, move)

    def parse(self, state: Hand, text: str) -> int:
        """A move by its name, or by the first letter."""
        for move in options(self, state) if state.turn != CHANCE else ():
            if text.strip().casefold() == self.describe(state, move)[0]:
                return int(move)
        return int(super().parse(state, text))

    def rounds(self, state: Hand) -> list[list[str]]:
        """What was done in each round, as people say it."""
        rounds: list[list[str]] = [[]]
        replayed = self.initial()
        for card in state.cards[:2]:
            replayed = self.play(replayed, card)
        for act in state.acts:
            if replayed.turn == CHANCE:
                replayed = self.play(replayed, state.cards[2])
                rounds.append([])
            rounds[-1].append(self.describe(replayed, act))
            replayed = self.play(replayed, act)
        return rounds

    def text(self, state: Hand, player: int | None = None) -> str:
        """All cards, what a seat may not see as a question mark, what was done, and the pot."""
        lines = []
        for seat in (0, 1):
            if seat >= len(state.cards):
                card = "-"
            else:
                seen = player in (None, seat) or self.over(state)
                card = self.card_name(state.cards[seat]) if seen else "?"
            lines.append(f"player {seat + 1}: {card}")
        rounds = self.rounds(state)
        lines += [f"first round: {', '.join(rounds[0])}"] if rounds[0] else []
        lines += [f"board: {self.card_name(state.cards[2])}"] if len(state.cards) == 3 else []
        lines += [f"second round: {', '.join(rounds[1])}"] if len(rounds) > 1 else []
        return "\n".join([*lines, f"pot {sum(state.stakes)}, {self.status(state)}"])

    def status(self, state: Hand) -> str:
        """Who is to act, or who has won what."""
        if self.over(state):
            won = self.payoff(state, 0)
            return f"player {1 if won > 0 else 2} wins {abs(won):.0f}" if won else "nobody wins"
        return "cards to be dealt" if state.turn == CHANCE else f"player {state.turn + 1} to move"

    def position(self, text: str) -> Hand:
        """What `text` writes, or just everything that happened in its order, like `K J check check Q bet`."""
        labels = r"(player [12]|first round|board|second round):|pot .*|[-,;]"
        try:
            read: Hand = read_history(self, re.sub(labels, " ", text))
        except IllegalMoveError as error:
            raise BadPositionError(
                f"{shorten(text)!r} is not a hand of Leduc poker; write all cards and what was done in turn, "
                "like 'K J check check Q bet'."
            ) from error
        return read
