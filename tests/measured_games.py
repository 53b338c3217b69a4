"""Games on which the choice of an agent was measured: with an estimate of positions, and without one.

Beside built-in games without their `evaluate`: four in a row and a race for fish, both for three, Hex, and a
tour for one alone.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property
from typing import NamedTuple

from outwit.game import Game
from outwit.games.backgammon import Backgammon
from outwit.games.connect4 import Connect4
from outwit.games.othello import Othello
from outwit.games.pig import Pig
from outwit.games.wargame import WarGame
from outwit.random import Generator


class BareConnect4(Connect4):
    """Connect 4 without an estimate."""

    evaluate = Game.evaluate


class BareOthello(Othello):
    """Othello without an estimate."""

    evaluate = Game.evaluate
    features = Game.features  # type: ignore[assignment]


class BareWarGame(WarGame):
    """The War Game without an estimate."""

    evaluate = Game.evaluate
    features = Game.features  # type: ignore[assignment]


class BarePig(Pig):
    """Pig without an estimate."""

    evaluate = Game.evaluate


class BareBackgammon(Backgammon):
    """Backgammon without an estimate."""

    evaluate = Game.evaluate
    features = Game.features  # type: ignore[assignment]


class Stones(NamedTuple):
    first: int
    second: int
    third: int
    turn: int


LINES = tuple(
    sum(1 << 6 * (row + i * down) + column + i * right for i in range(4))
    for row in range(6)
    for column in range(6)
    for down, right in ((0, 1), (1, 0), (1, 1), (1, -1))
    if row + 3 * down < 6 and 0 <= column + 3 * right < 6
)


@dataclass(frozen=True)
class BareTrio(Game):
    """Three players put stones on 36 squares; the first with four in a row wins from both others."""

    players = 3

    def initial(self) -> Stones:
        return Stones(0, 0, 0, 0)

    def moves(self, state: Stones) -> Iterator[int]:
        if not self.over(state):
            taken = state.first | state.second | state.third
            for square in range(36):
                if not taken >> square & 1:
                    yield square

    def play(self, state: Stones, move: int) -> Stones:
        first, second, third, turn = state
        if turn == 0:
            first |= 1 << move
        elif turn == 1:
            second |= 1 << move
        else:
            third |= 1 << move
        return Stones(first, second, third, (turn + 1) % 3)

    def lined(self, stones: int) -> bool:
        """Are four of these stones in a row?"""
        for line in LINES:  # noqa: SIM110 - a generator expression would not compile
            if stones & line == line:
                return True
        return False

    def last(self, state: Stones) -> int:
        """The stones of whoever has just moved."""
        return state.third if state.turn == 0 else state.first if state.turn == 1 else state.second

    def over(self, state: Stones) -> bool:
        return self.lined(self.last(state)) or state.first | state.second | state.third == (1 << 36) - 1

    def payoff(self, state: Stones, player: int) -> float:
        if not self.lined(self.last(state)):
            return 0.0
        return 1.0 if (player + 1) % 3 == state.turn else -0.5


class Trio(BareTrio):
    """The same with an estimate: rows that only one player can still fill, the fuller the better."""

    def evaluate(self, state: Stones, player: int) -> float:
        first, second, third, _ = state
        one, two, three = 0.0, 0.0, 0.0
        for line in LINES:
            a, b, c = first & line != 0, second & line != 0, third & line != 0
            if a and not b and not c:
                one += filled(first & line)
            elif b and not a and not c:
                two += filled(second & line)
            elif c and not a and not b:
                three += filled(third & line)
        own = one if player == 0 else two if player == 1 else three
        return max(-0.45, min(0.9, (1.5 * own - 0.5 * (one + two + three)) / 40))


def filled(stones: int) -> float:
    """What a row is worth with so many stones in it."""
    count = 0
    while stones:
        stones &= stones - 1
        count += 1
    return float(count * count)


class Floes(NamedTuple):
    free: int
    """The floes on which nobody has been."""
    place0: int
    place1: int
    place2: int
    fish0: int
    fish1: int
    fish2: int
    turn: int


WAYS = ((0, 1), (1, 0), (1, 1), (1, -1), (0, -1), (-1, 0), (-1, -1), (-1, 1))
STARTS = (0, 5, 32)


@dataclass(frozen=True)
class BareFish(Game):
    """Three penguins on 36 floes of one to three fish: go straight over free floes, and eat where you stop.

    A floe sinks behind whoever leaves it, and who cannot move any more is left out. The more fish than the
    others, the better.
    """

    players = 3

    def fish(self, floe: int) -> int:
        """How many fish there are on a floe."""
        return 1 + (floe * 7 + floe // 6 * 3) % 5 % 3

    def initial(self) -> Floes:
        free = (1 << 36) - 1
        for start in STARTS:
            free &= ~(1 << start)
        return Floes(free, STARTS[0], STARTS[1], STARTS[2], 0, 0, 0, 0)

    def place(self, state: Floes, player: int) -> int:
        """Where a player's penguin stands."""
        return state.place0 if player == 0 else state.place1 if player == 1 else state.place2

    def mobile(self, free: int, place: int) -> bool:
        """Is a floe beside this one free?"""
        row, column = place // 6, place % 6
        for down, right in WAYS:
            if 0 <= row + down < 6 and 0 <= column + right < 6 and free >> (place + 6 * down + right) & 1:
                return True
        return False

    def moves(self, state: Floes) -> Iterator[int]:
        place = self.place(state, state.turn)
        for down, right in WAYS:
            row, column = place // 6 + down, place % 6 + right
            while 0 <= row < 6 and 0 <= column < 6 and state.free >> (6 * row + column) & 1:
                yield 6 * row + column
                row, column = row + down, column + right

    def play(self, state: Floes, move: int) -> Floes:
        _, a, b, c, x, y, z, turn = state
        free = state.free & ~(1 << move)
        if turn == 0:
            a, x = move, x + self.fish(move)
        elif turn == 1:
            b, y = move, y + self.fish(move)
        else:
            c, z = move, z + self.fish(move)
        for _ in range(3):
            turn = (turn + 1) % 3
            if self.mobile(free, a if turn == 0 else b if turn == 1 else c):
                break
        return Floes(free, a, b, c, x, y, z, turn)

    def over(self, state: Floes) -> bool:
        return not self.mobile(state.free, self.place(state, state.turn))

    def payoff(self, state: Floes, player: int) -> float:
        own = state.fish0 if player == 0 else state.fish1 if player == 1 else state.fish2
        return (1.5 * own - 0.5 * (state.fish0 + state.fish1 + state.fish2)) / 50


class Fish(BareFish):
    """The same with an estimate: the fish so far."""

    def evaluate(self, state: Floes, player: int) -> float:
        return self.payoff(state, player)


class Bridge(NamedTuple):
    across: int
    down: int
    turn: int


@dataclass(frozen=True)
class Hex(Game):
    """Link your two sides of a rhombus of hexagons; nobody can prevent both."""

    size: int = 6

    def initial(self) -> Bridge:
        return Bridge(0, 0, 0)

    def moves(self, state: Bridge) -> Iterator[int]:
        if not self.over(state):
            for square in range(self.size * self.size):
                if not (state.across | state.down) >> square & 1:
                    yield square

    def play(self, state: Bridge, move: int) -> Bridge:
        if state.turn == 0:
            return Bridge(state.across | 1 << move, state.down, 1)
        return Bridge(state.across, state.down | 1 << move, 0)

    def linked(self, stones: int, start: int, goal: int) -> bool:
        """Do these stones link one side to the other?"""
        size = self.size
        left = 0
        for row in range(size):
            left |= 1 << row * size
        right = left << size - 1
        reached, before = stones & start, 0
        while reached != before:
            before = reached
            wide = reached | reached << size | reached >> size
            wide |= (reached & ~right) << 1 | (reached & ~left) >> 1
            wide |= (reached & ~left) << size - 1 | (reached & ~right) >> size - 1
            reached = wide & stones
        return reached & goal != 0

    def over(self, state: Bridge) -> bool:
        size = self.size
        if state.turn == 0:
            row = (1 << size) - 1
            return self.linked(state.down, row, row << size * (size - 1))
        left = 0
        for row in range(size):
            left |= 1 << row * size
        return self.linked(state.across, left, left << size - 1)

    def payoff(self, state: Bridge, player: int) -> float:
        return -1.0 if state.turn == player else 1.0


class Way(NamedTuple):
    visited: int
    at: int
    length: int
    turn: int


@dataclass(frozen=True)
class BareTour(Game):
    """One alone visits all cities and comes home; the shorter the way, the better."""

    cities: int = 14
    seed: int = 0

    players = 1
    zero_sum = False

    @cached_property
    def distances(self) -> tuple[tuple[int, ...], ...]:
        """How far it is from each city to each."""
        random = Generator(self.seed)
        places = [complex(random.below(1000), random.below(1000)) for _ in range(self.cities)]
        return tuple(tuple(round(abs(a - b)) for b in places) for a in places)

    def initial(self) -> Way:
        return Way(1, 0, 0, 0)

    def moves(self, state: Way) -> Iterator[int]:
        for city in range(self.cities):
            if not state.visited >> city & 1:
                yield city

    def play(self, state: Way, move: int) -> Way:
        visited = state.visited | 1 << move
        length = state.length + self.distances[state.at][move]
        if visited == (1 << self.cities) - 1:
            length += self.distances[move][0]
        return Way(visited, move, length, 0)

    def over(self, state: Way) -> bool:
        return state.visited == (1 << self.cities) - 1

    def payoff(self, state: Way, player: int) -> float:
        return -state.length / 1000

    def bounds(self, state: Way, player: int) -> tuple[float, float]:
        return -1.5 * self.cities, -state.length / 1000


class Tour(BareTour):
    """The same with an estimate: the way so far, and a guess at the rest."""

    def evaluate(self, state: Way, player: int) -> float:
        left = self.cities
        for city in range(self.cities):
            left -= state.visited >> city & 1
        return -(state.length + 250 * left) / 1000
