"""A game of three with hidden cards and a coin, in words that compile."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, NamedTuple

from outwit.game import CHANCE, Game
from outwit.random import Generator

PASS, RAISE = 0, 1


class Hands(NamedTuple):
    cards: tuple[int, ...]
    acts: tuple[int, ...]
    """What each has done, one after the other, twice; between the rounds a coin is tossed: 2 or 3."""


class Trio(Game):
    """Three players with a card each of five: twice each passes or raises, and in between a coin is tossed.

    The highest card of those who raised wins the pot, or the lowest if the coin says so.
    """

    players = 3
    TOSS = 3

    def initial(self) -> Hands:
        return Hands((), ())

    def turn(self, state: Hands) -> int:
        if len(state.cards) < 3 or len(state.acts) == self.TOSS:
            return CHANCE
        return len(state.acts) % 4 if len(state.acts) < self.TOSS else len(state.acts) - 1 - self.TOSS

    def chances(self, state: Hands) -> Iterator[tuple[int, float]]:
        if len(state.cards) == 3:
            yield 2, 0.25
            yield 3, 0.75
        else:
            left = [card for card in range(5) if card not in state.cards]
            for card in left:
                yield card, 1 / len(left)

    def moves(self, state: Hands) -> Iterator[int]:
        if not self.over(state):
            yield PASS
            yield RAISE

    def play(self, state: Hands, move: int) -> Hands:
        if len(state.cards) < 3:
            return Hands((*state.cards, move), ())
        return Hands(state.cards, (*state.acts, move))

    def over(self, state: Hands) -> bool:
        return len(state.acts) == 7

    def stake(self, state: Hands, player: int) -> int:
        """What a player has put into the pot."""
        return 1 + state.acts[player] + state.acts[self.TOSS + 1 + player]

    def payoff(self, state: Hands, player: int) -> float:
        best, pot = -1, 0
        for each in range(3):
            pot += self.stake(state, each)
            if self.stake(state, each) > 1:
                higher = best < 0 or (state.cards[each] > state.cards[best]) == (state.acts[self.TOSS] == 3)
                best = each if higher else best
        if best < 0:
            return 0.0
        return float(pot * (player == best) - self.stake(state, player))

    def bounds(self, state: Hands, player: int) -> tuple[float, float]:
        return -3.0, 6.0

    def observation(self, state: Hands, player: int) -> Any:
        return state.cards[player : player + 1], len(state.cards), state.acts

    def determinize(self, state: Hands, player: int, random: Generator) -> Hands:
        dealt = len(state.cards)
        own = state.cards[player : player + 1]
        unseen = [card for card in range(5) if card not in own]
        random.shuffle(unseen)
        cards = [state.cards[each] if each == player else unseen.pop() for each in range(dealt)]
        return Hands(tuple(cards), state.acts)
