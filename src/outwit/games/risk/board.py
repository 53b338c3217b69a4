"""A game of Risk under way, and what can be seen of it: who holds what, with how many armies."""

from __future__ import annotations

from dataclasses import dataclass
from typing import NamedTuple

from outwit.bits import Bits, bit, changed, count, each, flip, get, put
from outwit.games.risk.setup import Setup

DEAL, PLACE, ATTACK, ROLL, MOVE_IN, FORTIFY, DRAW, OVER = range(8)
"""What is done next: territories are dealt, armies are placed, an attack is chosen, its dice are thrown, more
armies move into what was conquered, armies move between own territories, a card is drawn; or nothing."""

NOBODY = 7
"""The owner of a territory that is not dealt yet, or that the map does not have."""

CELLS, WIDTH = 6, 10
"""How many territories' armies are packed into a word, and how many bits each takes."""

WORDS = 8
MOST_ARMIES = 999
"""So many armies have room in a territory; what would be more is lost."""

KINDS = 3
"""How many kinds of cards there are."""

HOLD = 3
"""How many bits the number of a player's cards of one kind takes."""

STRIDE = 64
"""A move from one territory to another is so many times the first, and the second added."""

STOP = STRIDE * STRIDE
"""The move that ends attacking, or fortifying."""


class World(NamedTuple):
    owners: tuple[Bits, Bits, Bits]
    """Who owns each territory, in three sets of territories: the bits of the owner's number."""
    armies: tuple[Bits, ...]
    """How many armies are in each territory, six to a word."""
    turn: int
    """Whose turn it is."""
    phase: int
    """What is done next."""
    reserve: int
    """How many armies are to be placed."""
    battle: int
    """The attack that is under way, or that has just conquered: from where to where."""
    round: int
    """How many rounds are over."""
    conquered: bool
    """Has whoever's turn it is conquered a territory in it?"""
    cards: Bits
    """How many cards of each kind each player holds."""
    sets: int
    """How many sets of cards have been traded in."""


@dataclass(frozen=True)
class Board(Setup):
    """What a state means."""

    def held(self, state: World, player: int) -> Bits:
        """The territories of a player."""
        low, middle, high = state.owners[0], state.owners[1], state.owners[2]
        if player & 1 == 0:
            low = flip(low)
        if player & 2 == 0:
            middle = flip(middle)
        if player & 4 == 0:
            high = flip(high)
        return low & middle & high

    def owner(self, state: World, territory: int) -> int:
        """Whose a territory is."""
        return int(
            (state.owners[0] >> territory & 1)
            | (state.owners[1] >> territory & 1) << 1
            | (state.owners[2] >> territory & 1) << 2
        )

    def army(self, state: World, territory: int) -> int:
        """How many armies are in a territory."""
        return get(state.armies[territory // CELLS], territory % CELLS, WIDTH)

    def enemies_near(self, territory: int, own: Bits) -> Bits:
        """The territories next to one that are not among a player's own."""
        return self.neighbours[territory] & flip(own)

    def force(self, state: World, territories: Bits) -> int:
        """How many armies are in some territories."""
        total = 0
        for territory in each(territories):
            total += self.army(state, territory)
        return total

    def strongest(self, state: World, territories: Bits) -> int:
        """How many armies are in that of some territories which has the most."""
        most = 0
        for territory in each(territories):
            most = max(most, self.army(state, territory))
        return most

    def income(self, state: World, player: int) -> int:
        """How many armies a player has to place at the beginning of a turn."""
        own = self.held(state, player)
        total = max(3, count(own) // 3)
        for continent in range(len(self.continents)):
            mask = self.continents[continent]
            if mask & own == mask:
                total += self.bonuses[continent]
        return total

    def attack_dice(self, state: World) -> int:
        """How many dice the attacker throws: always as many as the rules allow."""
        return min(3, self.army(state, state.battle // STRIDE) - 1)

    def defence_dice(self, state: World) -> int:
        """How many dice the defender throws."""
        return min(2, self.army(state, state.battle % STRIDE))

    def card_count(self, state: World, player: int, kind: int) -> int:
        """How many cards of a kind a player holds."""
        return get(state.cards, KINDS * player + kind, HOLD)


def set_army(armies: tuple[Bits, ...], territory: int, number: int) -> tuple[Bits, ...]:
    """The armies, with so many in one territory."""
    word = territory // CELLS
    fitting = min(number, MOST_ARMIES)
    return changed(armies, word, put(armies[word], territory % CELLS, WIDTH, fitting))


def set_owner(owners: tuple[Bits, Bits, Bits], territory: int, player: int) -> tuple[Bits, Bits, Bits]:
    """The owners, with a territory given to a player."""
    here = bit(territory)
    low, middle, high = owners[0] & flip(here), owners[1] & flip(here), owners[2] & flip(here)
    if player & 1:
        low |= here
    if player & 2:
        middle |= here
    if player & 4:
        high |= here
    return low, middle, high
