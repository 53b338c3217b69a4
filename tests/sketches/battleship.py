"""Battleship: two hidden fleets, found shot by shot."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import cache
from typing import NamedTuple, TypeAlias

from outwit.errors import BadOptionError
from outwit.game import Game
from outwit.random import Generator

Fleet: TypeAlias = tuple[int, ...]
"""Where each ship lies, as a set of squares with a bit each; 0 for a ship not placed yet."""

LETTERS = "abcdefghij"


class Sea(NamedTuple):
    fleets: tuple[Fleet, Fleet]
    shots: tuple[int, int]
    """The squares each player has shot at, a bit each."""
    turn: int


class Sight(NamedTuple):
    """What a player knows: the own fleet, all shots, and which enemy ships have been hit where."""

    fleet: Fleet
    shots: tuple[int, int]
    hits: Fleet
    placed: int
    """How many ships the enemy has placed."""
    turn: int


@cache
def berths(size: int, length: int) -> tuple[int, ...]:
    """The squares of a ship in each place it can lie: along from each square, then down from each."""
    along = sum(1 << square for square in range(length))
    down = sum(1 << size * square for square in range(length))
    room = size - length + 1
    return tuple(
        ship << size * row + column
        for ship, rows, columns in ((along, size, room), (down, room, size))
        for row in range(rows)
        for column in range(columns)
    )


def united(ships: Iterable[int]) -> int:
    """All squares of some ships."""
    squares = 0
    for ship in ships:
        squares |= ship
    return squares


@dataclass(frozen=True)
class Battleship(Game):
    """Place five ships in secret, then shoot in turn; who sinks the whole enemy fleet wins.

    A hit names the ship. The ships are placed by the players, one after the other, and not by chance:
    placing is half of the game, and the rules know no odds for it. For that reason `determinize` takes every
    fleet that fits what a player has seen to be equally likely. Knowledge is kept as sets of squares: the
    order of the shots says nothing about where ships lie.
    """

    size: int = 10
    fleet: tuple[int, ...] = (5, 4, 3, 3, 2)

    def __post_init__(self) -> None:
        sound = 1 <= len(self.fleet) <= 5 and self.size <= len(LETTERS)
        taken = 0
        for length in self.fleet:
            sound = sound and 2 <= length <= self.size and taken < self.size * (self.size // length)
            taken += length
        if not sound:
            raise BadOptionError(
                f"battleship:size={self.size},fleet={self.fleet} is no game: it takes a board of up to "
                f"{len(LETTERS)} squares a side and up to 5 ships of 2 squares or more, each sure of room."
            )

    def initial(self) -> Sea:
        none = (0,) * len(self.fleet)
        return Sea((none, none), (0, 0), 0)

    def placing(self, state: Sea) -> bool:
        """Are ships still to be placed?"""
        return 0 in state.fleets[1]

    def moves(self, state: Sea) -> Iterator[int]:
        """A shot is the number of a square; a ship is placed by the squares beyond those, as in `berths`."""
        if self.over(state):
            return
        squares = self.size * self.size
        if self.placing(state):
            fleet = state.fleets[state.turn]
            for number, berth in enumerate(berths(self.size, self.fleet[fleet.index(0)])):
                if not berth & united(fleet):
                    yield squares + number
        else:
            for square in range(squares):
                if not state.shots[state.turn] >> square & 1:
                    yield square

    def play(self, state: Sea, move: int) -> Sea:
        first, second = state.fleets
        if self.placing(state):
            fleet = state.fleets[state.turn]
            ship = fleet.index(0)
            berth = berths(self.size, self.fleet[ship])[move - self.size * self.size]
            fleet = (*fleet[:ship], berth, *fleet[ship + 1 :])
            if state.turn == 0:
                return Sea((fleet, second), state.shots, 0 if 0 in fleet else 1)
            return Sea((first, fleet), state.shots, 1 if 0 in fleet else 0)
        mine, theirs = state.shots
        if state.turn == 0:
            return Sea(state.fleets, (mine | 1 << move, theirs), 1)
        return Sea(state.fleets, (mine, theirs | 1 << move), 0)

    def sunk(self, state: Sea, player: int) -> bool:
        """Has a player lost every ship?"""
        return not self.placing(state) and not united(state.fleets[player]) & ~state.shots[1 - player]

    def over(self, state: Sea) -> bool:
        return self.sunk(state, 0) or self.sunk(state, 1)

    def payoff(self, state: Sea, player: int) -> float:
        return -1.0 if self.sunk(state, player) else 1.0

    def observation(self, state: Sea, player: int) -> Sight:
        enemy = state.fleets[1 - player]
        hits = tuple(ship & state.shots[player] for ship in enemy)
        placed = sum(ship > 0 for ship in enemy)
        return Sight(state.fleets[player], state.shots, hits, placed, state.turn)

    def determinize(self, state: Sea, player: int, random: Generator) -> Sea:
        """Each ship where it can lie, drawn all again until none overlap, so that no fleet is favoured.

        The true fleet is among those that can be drawn, so a draw always succeeds; it is made from the
        player's sight alone.
        """
        sight = self.observation(state, player)
        shots = sight.shots[player]
        possible = [
            [berth for berth in berths(self.size, length) if berth & shots == hits]
            for length, hits in zip(self.fleet, sight.hits, strict=True)
        ][: sight.placed]
        drawn = [random.choice(ship) for ship in possible]
        while united(drawn).bit_count() < sum(self.fleet[: sight.placed]):
            drawn = [random.choice(ship) for ship in possible]
        enemy = (*drawn, *(0,) * (len(self.fleet) - sight.placed))
        return state._replace(fleets=(sight.fleet, enemy) if player == 0 else (enemy, sight.fleet))

    def describe(self, state: Sea, move: int) -> str:
        """A shot like `c7`; a ship like `c7-c9`. A ship placed is not for the other seat's eyes."""
        squares = self.size * self.size
        if move < squares:
            return self.called(move)
        berth = berths(self.size, self.fleet[state.fleets[state.turn].index(0)])[move - squares]
        return f"{self.called((berth & -berth).bit_length() - 1)}-{self.called(berth.bit_length() - 1)}"

    def describe_to(self, state: Sea, move: int, by: int, player: int) -> str:
        """A ship placed is seen by its owner, a shot by both, with the ship that it hits."""
        if self.placing(state):
            return self.describe(state, move) if by == player else ""
        ship = next((n for n, ship in enumerate(state.fleets[1 - by], 1) if ship >> move & 1), 0)
        return f"{self.called(move)}: {f'ship {ship}' if ship else 'miss'}"

    def called(self, square: int) -> str:
        """A square as people call it."""
        return f"{LETTERS[square % self.size]}{1 + square // self.size}"

    def text(self, state: Sea, player: int | None = None) -> str:
        """Both waters: a ship's number, `*` where it is hit, `o` for a shot that missed."""
        waters = []
        for side in (0, 1):
            fleet, shots = state.fleets[side], state.shots[1 - side]
            if player == 1 - side:
                fleet = self.observation(state, player).hits
            waters.append(f"player {side + 1}\n{self.chart(fleet, shots)}")
        return "\n\n".join(waters)

    def chart(self, fleet: Fleet, shots: int) -> str:
        """One side's waters, with the ships given and the shots of the other."""
        rows = ["   " + " ".join(f"{letter} " for letter in LETTERS[: self.size])]
        for row in range(self.size):
            cells = []
            for square in range(self.size * row, self.size * (row + 1)):
                mark = "".join(str(n) for n, ship in enumerate(fleet, 1) if ship >> square & 1)
                if shots >> square & 1:
                    mark = mark + "*" if mark else "o"
                cells.append(f"{mark or '.':<2}")
            rows.append(f"{1 + row:>2} " + " ".join(cells))
        return "\n".join(row.rstrip() for row in rows)
