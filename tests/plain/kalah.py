"""Kalah, the mancala game with two stores."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import NamedTuple

from outwit import Game


class Board(NamedTuple):
    """The pits counter-clockwise: south's houses, south's store, north's houses, north's store."""

    pits: tuple[int, ...]
    turn: int


@dataclass(frozen=True)
class Kalah(Game):
    """Sow seeds around the board; most seeds in the store wins."""

    houses: int = 6
    seeds: int = 4

    title = "Kalah"
    player_names = ("South", "North")

    @property
    def size(self) -> int:
        return 2 * self.houses + 2

    @property
    def total(self) -> int:
        return 2 * self.houses * self.seeds

    def store(self, player: int) -> int:
        return self.houses + player * (self.houses + 1)

    def side(self, player: int) -> range:
        """The pits that are the player's houses."""
        start = player * (self.houses + 1)
        return range(start, start + self.houses)

    def opposite(self, pit: int) -> int:
        return 2 * self.houses - pit

    def initial(self) -> Board:
        row = (self.seeds,) * self.houses + (0,)
        return Board(row + row, 0)

    def moves(self, state: Board) -> Iterator[int]:
        if self.over(state):
            return
        for house, pit in enumerate(self.side(state.turn)):
            if state.pits[pit]:
                yield house

    def sow(self, pits: list[int], pit: int, player: int) -> int:
        """Sow the seeds of a pit, skipping the other's store; returns where the last one fell."""
        skipped = self.store(1 - player)
        hand, pits[pit] = pits[pit], 0
        while hand:
            pit = (pit + 1) % self.size
            if pit == skipped:
                continue
            pits[pit] += 1
            hand -= 1
        return pit

    def play(self, state: Board, move: int) -> Board:
        pits = list(state.pits)
        player = state.turn
        own, store = self.side(player), self.store(player)

        last = self.sow(pits, own[move], player)

        if last in own and pits[last] == 1 and pits[self.opposite(last)] > 0:
            across = self.opposite(last)
            pits[store] += pits[last] + pits[across]
            pits[last] = pits[across] = 0

        if any(not any(pits[pit] for pit in self.side(each)) for each in (0, 1)):
            self.sweep(pits)

        return Board(tuple(pits), player if last == store else 1 - player)

    def sweep(self, pits: list[int]) -> None:
        """The game is over: the seeds that are left go to the owner of their houses."""
        for player in (0, 1):
            for pit in self.side(player):
                pits[self.store(player)] += pits[pit]
                pits[pit] = 0

    def over(self, state: Board) -> bool:
        return state.pits[self.store(0)] + state.pits[self.store(1)] == self.total

    def lead(self, state: Board, player: int) -> int:
        return state.pits[self.store(player)] - state.pits[self.store(1 - player)]

    def payoff(self, state: Board, player: int) -> float:
        lead = self.lead(state, player)
        if lead == 0:
            return 0.0
        return 1.0 if lead > 0 else -1.0

    def evaluate(self, state: Board, player: int) -> float:
        mine, theirs = (sum(state.pits[pit] for pit in self.side(each)) for each in (player, 1 - player))
        return (self.lead(state, player) + 0.25 * (mine - theirs)) / self.total

    def order(self, state: Board, move: int) -> int:
        """Moves that end in the own store first."""
        distance = self.houses - move
        seeds = state.pits[self.side(state.turn)[move]]
        return 1 if seeds % (self.size - 1) == distance else 0

    def describe(self, state: Board, move: int) -> str:
        return f"house {move + 1}"

    def text(self, state: Board, player: int | None = None) -> str:
        south = state.pits[: self.houses]
        north = state.pits[self.houses + 1 : -1][::-1]
        rows = [" ".join(f"{seeds:2}" for seeds in row) for row in (north, south)]
        left, right = state.pits[-1], state.pits[self.houses]
        middle = f"{left:2} {' ' * len(rows[0])} {right:2}"
        return f"   {rows[0]}\n{middle}\n   {rows[1]}\n{self.player_names[state.turn]} to move"
