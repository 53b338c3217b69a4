"""Games on small boards as users write them, without an `order` and with the widest of bounds."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import NamedTuple

from outwit.bits import Bits, bit, changed, get, put
from outwit.game import Game

CELL = 5
"""Bits for the seeds in a pit."""


class Pits(NamedTuple):
    seeds: Bits
    """Packed: the pits of the first player, then those of the second."""
    stores: tuple[int, int]
    turn: int


@dataclass(frozen=True)
class Kalah(Game):
    """Sow the seeds of one of your pits; the last one in your store gives another turn; most seeds win."""

    pits: int = 6
    each: int = 3

    def initial(self) -> Pits:
        seeds = 0
        for pit in range(2 * self.pits):
            seeds = put(seeds, pit, CELL, self.each)
        return Pits(seeds, (0, 0), 0)

    def moves(self, state: Pits) -> Iterator[int]:
        for pit in range(0 if self.over(state) else self.pits):
            if get(state.seeds, state.turn * self.pits + pit, CELL):
                yield pit

    def play(self, state: Pits, move: int) -> Pits:
        pits, turn = self.pits, state.turn
        at = turn * pits + move
        hand = get(state.seeds, at, CELL)
        seeds, mine = put(state.seeds, at, CELL, 0), state.stores[turn]
        again = False
        while hand > 0:
            at = (at + 1) % (2 * pits)
            if at == (1 - turn) * pits and not again:
                mine += 1
                hand -= 1
                again = True
                if hand == 0:
                    break
            again = False
            seeds = put(seeds, at, CELL, get(seeds, at, CELL) + 1)
            hand -= 1
        across = 2 * pits - 1 - at
        if not again and at // pits == turn and get(seeds, at, CELL) == 1 and get(seeds, across, CELL) > 0:
            mine += 1 + get(seeds, across, CELL)
            seeds = put(put(seeds, at, CELL, 0), across, CELL, 0)
        stores = changed(state.stores, turn, mine)
        return Pits(seeds, (stores[0], stores[1]), turn if again else 1 - turn)

    def left(self, state: Pits, player: int) -> int:
        """How many seeds lie on a player's side."""
        total = 0
        for pit in range(self.pits):
            total += get(state.seeds, player * self.pits + pit, CELL)
        return total

    def over(self, state: Pits) -> bool:
        return self.left(state, state.turn) == 0 or max(state.stores) > self.pits * self.each

    def payoff(self, state: Pits, player: int) -> float:
        lead = state.stores[0] + self.left(state, 0) - state.stores[1] - self.left(state, 1)
        won = 1.0 if lead > 0 else -1.0 if lead < 0 else 0.0
        return won if player == 0 else 0.0 - won

    def evaluate(self, state: Pits, player: int) -> float:
        lead = (state.stores[0] - state.stores[1]) / (2 * self.pits * self.each)
        return lead if player == 0 else 0.0 - lead


class Stones(NamedTuple):
    first: Bits
    second: Bits
    turn: int


@dataclass(frozen=True)
class Hex(Game):
    """Connect your two sides: the first player top and bottom, the second left and right."""

    size: int = 4

    def initial(self) -> Stones:
        return Stones(0, 0, 0)

    def moves(self, state: Stones) -> Iterator[int]:
        taken = state.first | state.second
        for square in range(0 if self.over(state) else self.size * self.size):
            if not taken & bit(square):
                yield square

    def play(self, state: Stones, move: int) -> Stones:
        if state.turn == 0:
            return Stones(state.first | bit(move), state.second, 1)
        return Stones(state.first, state.second | bit(move), 0)

    def line(self, down: bool, number: int) -> Bits:
        """A row of the board, or a column if `down`."""
        squares = bit(0) ^ bit(0)
        for step in range(self.size):
            squares |= bit(step * self.size + number if down else number * self.size + step)
        return squares

    def connected(self, stones: Bits, down: bool) -> bool:
        """Do stones connect the first row with the last one, or the columns?"""
        size = self.size
        left, right = self.line(True, 0), self.line(True, size - 1)
        start = self.line(not down, 0)
        reached = stones & start
        while True:
            beside = (reached & ~left) >> 1 | (reached & ~right) << 1
            around = reached >> size | reached << size | (reached & ~right) >> (size - 1)
            grown = (reached | beside | around | (reached & ~left) << (size - 1)) & stones
            if grown == reached:
                break
            reached = grown
        return (reached & self.line(not down, size - 1)) != 0

    def over(self, state: Stones) -> bool:
        if state.turn == 1:
            return self.connected(state.first, True)
        return self.connected(state.second, False)

    def payoff(self, state: Stones, player: int) -> float:
        return 1.0 if player != state.turn else -1.0


@dataclass(frozen=True)
class Domineering(Game):
    """Lay dominoes, the first player upright, the second flat; whoever cannot loses."""

    size: int = 5

    def initial(self) -> Stones:
        return Stones(0, 0, 0)

    def moves(self, state: Stones) -> Iterator[int]:
        taken, size = state.first | state.second, self.size
        step = size if state.turn == 0 else 1
        for square in range(size * size - step):
            if state.turn == 1 and square % size == size - 1:
                continue
            if not taken & (bit(square) | bit(square + step)):
                yield square

    def play(self, state: Stones, move: int) -> Stones:
        if state.turn == 0:
            return Stones(state.first | bit(move) | bit(move + self.size), state.second, 1)
        return Stones(state.first, state.second | bit(move) | bit(move + 1), 0)

    def over(self, state: Stones) -> bool:
        for _ in self.moves(state):
            return False
        return True

    def payoff(self, state: Stones, player: int) -> float:
        return 1.0 if player != state.turn else -1.0
