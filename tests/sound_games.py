"""Small sound games: one for each thing that a game may do."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Any, NamedTuple

from outwit.game import CHANCE, FORBIDDEN, SIMULTANEOUS, Game
from outwit.random import Generator


class Pile(NamedTuple):
    coins: int
    turn: int


@dataclass(frozen=True)
class Nim(Game):
    """Take one to three coins; whoever takes the last one wins."""

    coins: int = 9
    take: int = 3

    def initial(self) -> Any:
        return Pile(self.coins, 0)

    def moves(self, pile: Any) -> Iterator[Any]:
        yield from range(1, min(self.take, pile.coins) + 1)

    def play(self, pile: Any, n: Any) -> Any:
        return Pile(pile.coins - n, 1 - pile.turn)

    def over(self, pile: Any) -> bool:
        return bool(pile.coins == 0)

    def payoff(self, pile: Any, player: int) -> float:
        return -1.0 if pile.turn == player else 1.0


@dataclass(frozen=True)
class Heap:
    """A pile that is no tuple."""

    coins: int
    turn: int


class NimOfHeaps(Nim):
    """States may be of any class whose objects never change."""

    def initial(self) -> Any:
        return Heap(self.coins, 0)

    def play(self, pile: Any, n: Any) -> Any:
        return replace(pile, coins=pile.coins - n, turn=1 - pile.turn)


class NimForThree(Nim):
    """Whoever takes the last coin wins from both others."""

    players = 3

    def play(self, pile: Any, n: Any) -> Any:
        return Pile(pile.coins - n, (pile.turn + 1) % 3)

    def payoff(self, pile: Any, player: int) -> float:
        return 1.0 if (player + 1) % 3 == pile.turn else -0.5


class NimOfWords(Nim):
    """Moves may be of any kind that can be hashed."""

    def moves(self, pile: Any) -> Iterator[Any]:
        for n in super().moves(pile):
            yield "o" * n

    def play(self, pile: Any, n: Any) -> Any:
        return super().play(pile, len(n))


class NimThatCountsMoves(Nim):
    """A `moves_for` of the game's own is welcome where one player acts, too."""

    def moves_for(self, pile: Any, player: int) -> Iterator[Any]:
        return self.moves(pile) if player == pile.turn else iter(())


class NimWithSignedKeys(Nim):
    """A key may be signed, and the same for states that mirror each other."""

    def key(self, pile: Any) -> int:
        return -1 - int(pile.coins)


class NimForMoney(Nim):
    """A win is worth the coins it took to get there, and the bounds say so."""

    def payoff(self, pile: Any, player: int) -> float:
        return super().payoff(pile, player) * self.coins / 10

    def bounds(self, pile: Any, player: int) -> tuple[float, float]:
        if pile.coins == 0:
            return self.payoff(pile, player), self.payoff(pile, player)
        return -self.coins / 10, self.coins / 10


class NimForExperts(Nim):
    """The bounds know who wins, though at random anyone may."""

    def lost(self, pile: Any) -> bool:
        """Is the player to act lost, if the other one plays well?"""
        return bool(pile.coins % (self.take + 1) == 0)

    def bounds(self, pile: Any, player: int) -> tuple[float, float]:
        worth = -1.0 if self.lost(pile) == (player == pile.turn) else 1.0
        return worth, worth


class NimWithFewPasses(Nim):
    """The turn is given up while there are many coins, and not where the game gives the state itself."""

    def passed(self, pile: Any) -> Any:
        return pile._replace(turn=1 - pile.turn) if pile.coins > 4 else pile


class NimForPleasure(Nim):
    """Both players gain."""

    zero_sum = False

    def payoff(self, pile: Any, player: int) -> float:
        return 0.5


class NimWithFeatures(Nim):
    """Coins and spare coins, for a linear evaluation."""

    feature_names: Sequence[str] = ("coins", "spare")
    weights: Sequence[float] = (0.01, 0.2)

    def features(self, pile: Any, player: int) -> Any:
        return float(pile.coins), float(pile.coins % (self.take + 1) if player == pile.turn else 0)

    def order(self, pile: Any, n: Any) -> float:
        return float(n)

    def noisy(self, pile: Any, n: Any) -> bool:
        return bool(n == 3)


class NimForPeople(Nim):
    """Moves and positions as people write them, and back."""

    def describe(self, pile: Any, n: Any) -> str:
        return f"take {n}"

    def parse(self, pile: Any, text: str) -> Any:
        return int(text.split()[-1])

    def text(self, pile: Any, player: int | None = None) -> str:
        return f"{pile.coins} {pile.turn}"

    def position(self, text: str) -> Any:
        return Pile(*map(int, text.split()))


class Cup(NamedTuple):
    total: int
    turn: int
    stopped: bool


@dataclass(frozen=True)
class Push(Game):
    """From what the second player begins with, the first throws a die as often as wanted, up to six."""

    sides: int = 3

    def initial(self) -> Cup:
        return Cup(0, 1, False)

    def moves(self, cup: Cup) -> Iterator[int]:
        if not self.over(cup):
            yield from (0, 1)

    def chances(self, cup: Cup) -> Iterator[Any]:
        for side in range(1, self.sides + 1):
            yield side, 1 / self.sides

    def play(self, cup: Cup, move: int) -> Cup:
        if cup.turn != 0:
            return Cup(cup.total + move, 0, False)
        return cup._replace(stopped=True) if move == 0 else cup._replace(turn=CHANCE)

    def over(self, cup: Cup) -> bool:
        return cup.stopped or cup.total > 6

    def payoff(self, cup: Cup, player: int) -> float:
        worth = -1.0 if cup.total > 6 else cup.total / 6
        return worth if player == 0 else -worth


class PushForTheWary(Push):
    """Who may stop has at least the total, and who throws the average of what that will be."""

    def least(self, cup: Cup) -> float:
        """What the first player has for certain."""
        if cup.turn == CHANCE:
            return math.fsum(share * self.least(self.play(cup, side)) for side, share in self.chances(cup))
        return 0.0 if cup.turn == 1 else self.payoff(cup, 0)

    def most(self, cup: Cup) -> float:
        """What the first player can hope for."""
        return self.payoff(cup, 0) if self.over(cup) else 1.0

    def bounds(self, cup: Cup, player: int) -> tuple[float, float]:
        low, high = self.least(cup), self.most(cup)
        return (low, high) if player == 0 else (-high, -low)


class PushAlone(PushForTheWary):
    """Nobody else takes part."""

    players = 1
    zero_sum = False

    def initial(self) -> Cup:
        return Cup(0, 0, False)


class PushWithoutLimits(Push):
    """Bounds may be infinite."""

    def bounds(self, cup: Cup, player: int) -> tuple[float, float]:
        return float("-inf"), float("inf")


class Ring(Game):
    """A token goes round a ring of five until it has been three times at one place."""

    repetition = 3

    def initial(self) -> Pile:
        return Pile(0, 0)

    def moves(self, ring: Pile) -> Iterator[int]:
        yield from (-1, 1)

    def play(self, ring: Pile, move: int) -> Pile:
        return Pile((ring.coins + move) % 5, 1 - ring.turn)

    def over(self, ring: Pile) -> bool:
        return False

    def payoff(self, ring: Pile, player: int) -> float:
        return 0.0


class RingWithoutReturn(Ring):
    """The token may not go where it has been."""

    repetition = FORBIDDEN


class Spiral(Ring):
    """Round the ring and, now and then, outwards, from where there is no way back."""

    def play(self, ring: Pile, move: int) -> Pile:
        if move == 2:
            return Pile(ring.coins + 5, 1 - ring.turn)
        return Pile(ring.coins // 5 * 5 + (ring.coins + move) % 5, 1 - ring.turn)

    def moves(self, ring: Pile) -> Iterator[int]:
        if ring.coins < 20:
            yield from (-1, 1, 2)

    def over(self, ring: Pile) -> bool:
        return ring.coins >= 20

    def irreversible(self, ring: Pile, move: int) -> bool:
        return move == 2


class Deal(NamedTuple):
    cards: tuple[int, ...]
    bets: tuple[int, ...]


class Poker(Game):
    """Each player gets one of three cards and then bets or not; the higher card wins the stakes."""

    def initial(self) -> Deal:
        return Deal((), ())

    def turn(self, deal: Deal) -> int:
        return CHANCE if len(deal.cards) < 2 else len(deal.bets) % 2

    def chances(self, deal: Deal) -> Iterator[tuple[int, float]]:
        left = [card for card in range(3) if card not in deal.cards]
        for card in left:
            yield card, 1 / len(left)

    def moves(self, deal: Deal) -> Iterator[int]:
        if not self.over(deal):
            yield from (0, 1)

    def play(self, deal: Deal, move: int) -> Deal:
        if len(deal.cards) < 2:
            return Deal((*deal.cards, move), ())
        return Deal(deal.cards, (*deal.bets, move))

    def over(self, deal: Deal) -> bool:
        return len(deal.bets) == 2

    def payoff(self, deal: Deal, player: int) -> float:
        stake = (1 + min(deal.bets)) / 2
        return stake if deal.cards[player] > deal.cards[1 - player] else -stake

    def observation(self, deal: Deal, player: int) -> Any:
        return deal.cards[player : player + 1], len(deal.cards), deal.bets

    def determinize(self, deal: Deal, player: int, random: Generator) -> Deal:
        cards = list(deal.cards)
        if len(cards) > 1 - player:
            cards[1 - player] = random.choice(
                [c for c in range(3) if c not in deal.cards[player : player + 1]]
            )
        return Deal(tuple(cards), deal.bets)

    def describe_to(self, deal: Deal, move: int, by: int, player: int) -> str:
        return str(move) if by != CHANCE or len(deal.cards) == player else ""


class Coins(NamedTuple):
    heads: tuple[int, ...]
    seen: tuple[int, int]
    looks: int


class Peeking(Game):
    """Two coins fall under a cup; the players look at one after the other, in an order of their own.

    In which order is soon forgotten, and does not matter: no observation need keep it.
    """

    def initial(self) -> Coins:
        return Coins((), (0, 0), 0)

    def turn(self, coins: Coins) -> int:
        return CHANCE if len(coins.heads) < 2 else coins.looks % 2

    def chances(self, coins: Coins) -> Iterator[tuple[int, float]]:
        yield from ((0, 0.5), (1, 0.5))

    def moves(self, coins: Coins) -> Iterator[int]:
        for coin in range(2) if not self.over(coins) else ():
            if not coins.seen[coins.looks % 2] >> coin & 1:
                yield coin

    def play(self, coins: Coins, move: int) -> Coins:
        if len(coins.heads) < 2:
            return coins._replace(heads=(*coins.heads, move))
        first, second = coins.seen
        seen = (first, second | 1 << move) if coins.looks % 2 else (first | 1 << move, second)
        return Coins(coins.heads, seen, coins.looks + 1)

    def over(self, coins: Coins) -> bool:
        return coins.looks == 4

    def payoff(self, coins: Coins, player: int) -> float:
        return 1.0 if (sum(coins.heads) == 1) == (player == 0) else -1.0

    def observation(self, coins: Coins, player: int) -> Any:
        heads = tuple(head if coins.seen[player] >> i & 1 else -1 for i, head in enumerate(coins.heads))
        return heads, coins.looks

    def determinize(self, coins: Coins, player: int, random: Generator) -> Coins:
        heads = self.observation(coins, player)[0]
        looked = coins.seen[1 - player].bit_count()
        theirs = random.choice([seen for seen in range(4) if seen.bit_count() == looked])
        seen = (coins.seen[0], theirs) if player == 0 else (theirs, coins.seen[1])
        return Coins(tuple(random.below(2) if head < 0 else head for head in heads), seen, coins.looks)


class Fingers(NamedTuple):
    points: int
    rounds: int


class Morra(Game):
    """Three rounds of showing one or two fingers: even is good for the first player, odd for the second."""

    def initial(self) -> Fingers:
        return Fingers(0, 0)

    def turn(self, fingers: Fingers) -> int:
        return SIMULTANEOUS

    def moves_for(self, fingers: Fingers, player: int) -> Iterator[int]:
        if not self.over(fingers):
            yield from (1, 2)

    def play_joint(self, fingers: Fingers, moves: tuple[Any, ...]) -> Fingers:
        return Fingers(fingers.points + (-1) ** sum(moves), fingers.rounds + 1)

    def over(self, fingers: Fingers) -> bool:
        return fingers.rounds == 3

    def payoff(self, fingers: Fingers, player: int) -> float:
        return fingers.points / (3 if player == 0 else -3)


SOUND: tuple[type[Game], ...] = (
    Nim,
    NimOfHeaps,
    NimForThree,
    NimOfWords,
    NimThatCountsMoves,
    NimWithSignedKeys,
    NimForMoney,
    NimForExperts,
    NimForPleasure,
    NimWithFewPasses,
    NimWithFeatures,
    NimForPeople,
    Push,
    PushForTheWary,
    PushAlone,
    PushWithoutLimits,
    Ring,
    RingWithoutReturn,
    Spiral,
    Poker,
    Peeking,
    Morra,
)
