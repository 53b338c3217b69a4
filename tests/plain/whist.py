"""Whist for two with open hands: no secrets, only tricks."""

from dataclasses import dataclass
from functools import cached_property
from random import Random
from typing import Iterable, NamedTuple

from outwit import Game

SUITS = ("C", "D", "H", "S")
RANKS = ("7", "8", "9", "T", "J", "Q", "K", "A")
DECK = list(range(len(SUITS) * len(RANKS)))

Hand = tuple[int, ...]


def suit_of(card: int) -> int:
    return card // len(RANKS)


def rank_of(card: int) -> int:
    return card % len(RANKS)


def name_of(card: int) -> str:
    suit, rank = divmod(card, len(RANKS))
    return RANKS[rank] + SUITS[suit]


def of_suit(hand: Hand, suit: int) -> list[int]:
    return [card for card in hand if suit_of(card) == suit]


def show(hand: Iterable[int]) -> str:
    return " ".join(name_of(card) for card in sorted(hand, reverse=True)) or "nothing"


class Round(NamedTuple):
    hands: tuple[Hand, Hand]
    tricks: tuple[int, int]
    turn: int
    led: int | None = None  # the card on the table

    @property
    def cards_left(self) -> int:
        return max(len(hand) for hand in self.hands)

    @property
    def hand(self) -> Hand:
        return self.hands[self.turn]


@dataclass(frozen=True)
class Whist(Game):
    """Follow suit if you can; the highest trump, or else the highest card of the suit led, takes the trick."""

    size: int = 8
    trumps: str = "S"
    seed: int = 1

    title = "Open whist"
    player_names = ("North", "South")

    @cached_property
    def deal(self) -> tuple[Hand, Hand]:
        cards = Random(self.seed).sample(DECK, 2 * self.size)
        return tuple(sorted(cards[: self.size])), tuple(sorted(cards[self.size :]))

    @property
    def trump_suit(self) -> int | None:
        return SUITS.index(self.trumps) if self.trumps in SUITS else None

    def initial(self) -> Round:
        return Round(hands=self.deal, tricks=(0, 0), turn=0)

    def moves(self, state: Round):
        if state.led is None:
            yield from state.hand
        else:
            yield from of_suit(state.hand, suit_of(state.led)) or state.hand

    def beats(self, answer: int, led: int) -> bool:
        """Does the second card of a trick take it?"""
        if suit_of(answer) == suit_of(led):
            return rank_of(answer) > rank_of(led)
        return suit_of(answer) == self.trump_suit

    def play(self, state: Round, move: int) -> Round:
        player = state.turn
        hands = list(state.hands)
        hands[player] = tuple(card for card in hands[player] if card != move)
        if state.led is None:
            return state._replace(hands=tuple(hands), turn=1 - player, led=move)

        winner = player if self.beats(move, state.led) else 1 - player
        tricks = list(state.tricks)
        tricks[winner] += 1
        return Round(tuple(hands), tuple(tricks), winner)

    def over(self, state: Round) -> bool:
        return not any(state.hands)

    def payoff(self, state: Round, player: int) -> float:
        """The tricks by which the player is ahead."""
        return float(state.tricks[player] - state.tricks[1 - player])

    def bounds(self, state: Round, player: int) -> tuple[float, float]:
        ahead = self.payoff(state, player)
        return ahead - state.cards_left, ahead + state.cards_left

    def strength(self, hand: Hand, other: Hand) -> float:
        """About how many tricks a hand is good for against the other one."""
        total = 0.0
        for suit in range(len(SUITS)):
            mine, theirs = of_suit(hand, suit), of_suit(other, suit)
            if suit == self.trump_suit:
                total += 0.5 * len(mine)
            if not theirs:
                total += 0.4 * len(mine)
            elif mine:
                total += sum(1 for card in mine if card > max(theirs)) * 0.6
                total += 0.2 * sum(1 for a, b in zip(mine[::-1], theirs[::-1]) if a > b)
        return total

    def evaluate(self, state: Round, player: int) -> float:
        mine, theirs = state.hands[player], state.hands[1 - player]
        low, high = self.bounds(state, player)
        estimate = self.payoff(state, player) + self.strength(mine, theirs) - self.strength(theirs, mine)
        return min(max(estimate, low), high)

    def describe(self, state: Round, move: int) -> str:
        return name_of(move)

    def text(self, state: Round, player: int | None = None) -> str:
        lines = [
            f"{name}: {show(hand)} ({tricks} tricks)"
            for name, hand, tricks in zip(self.player_names, state.hands, state.tricks)
        ]
        if state.led is not None:
            lines.append(f"{self.player_names[1 - state.turn]} led {name_of(state.led)}")
        if (trump := self.trump_suit) is not None:
            lines.append(f"{SUITS[trump]} is trumps")
        return "\n".join(lines)
