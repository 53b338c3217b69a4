"""Battleship: two hidden fleets, found shot by shot."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property
from typing import NamedTuple

from outwit.bits import changed
from outwit.errors import BadOptionError, join_names
from outwit.game import Game
from outwit.games.battleship.fleets import draw_fleet, find_fleets
from outwit.games.battleship.knowledge import Knowledge, knowledge
from outwit.games.battleship.notation import (
    LETTERS,
    Chart,
    chart_of,
    ends,
    name_ships,
    seen_chart,
    square_name,
    waters_text,
)
from outwit.games.battleship.placements import Placements, high_bit, low_bit, placements_of
from outwit.games.battleship.scripts import SCRIPTS, choose_shot, place_ship
from outwit.random import Generator

MOST_SHIPS = 6


class Sea(NamedTuple):
    ships: tuple[int, ...]
    """Where each ship lies, by the number of its placement, the first player's ships first; -1 before."""
    times: tuple[int, ...]
    """For each square of the second player's waters, then of the first's, the number of the enemy's shot
    at it, from 1; 0 for none."""
    shots: int
    """How many shots both players have made."""
    turn: int


class Sight(NamedTuple):
    """What a player knows."""

    ships: tuple[int, ...]
    """Where the own ships lie."""
    known: Knowledge
    """What the answers to the own shots tell of the enemy's."""
    times: tuple[int, ...]
    """The shots of both."""
    shots: int
    turn: int


@dataclass(frozen=True)
class Battleship(Game):
    """Place five ships in secret, then shoot in turn; whoever sinks the whole enemy fleet wins.

    A shot is answered with a miss or a hit; the hit that sinks a ship names it. Ships may touch. The players
    place their ships one by one, each placement a move, the first player all of them and then the second. A
    move is the number of a square to shoot at or, beyond those, of a placement.
    """

    size: int = 10
    fleet: tuple[int, ...] = (5, 4, 3, 3, 2)

    title = "Battleship"
    player_names = ("blue", "orange")
    scripts = SCRIPTS
    default_agent = "script:name=density"

    def __post_init__(self) -> None:
        sound = 1 <= len(self.fleet) <= MOST_SHIPS and self.size <= len(LETTERS)
        taken = 0
        for length in self.fleet:
            sound = sound and 2 <= length <= self.size and taken < self.size * (self.size // length)
            taken += length
        if not sound:
            raise BadOptionError(
                f"battleship:size={self.size},fleet={self.fleet} is no game: it takes a board of up to "
                f"{len(LETTERS)} squares a side and up to {MOST_SHIPS} ships of 2 squares or more, each sure "
                "of room; try battleship:size=6,fleet=(3,2,2)."
            )

    def placements(self) -> Placements:
        """Where the ships can lie; put together here from what compiled rules read as data."""
        return Placements(
            self.size, self.fleet, self.first, self.bows, self.steps, self.low_words, self.high_words
        )

    @cached_property
    def first(self) -> tuple[int, ...]:
        """The number of each ship's first placement, and how many there are."""
        return placements_of(self.size, self.fleet).first

    @cached_property
    def bows(self) -> tuple[int, ...]:
        """The square nearest to the top left of each placement."""
        return placements_of(self.size, self.fleet).bows

    @cached_property
    def steps(self) -> tuple[int, ...]:
        """How far it is from square to square in each placement."""
        return placements_of(self.size, self.fleet).steps

    @cached_property
    def low_words(self) -> tuple[int, ...]:
        """The squares of each placement in the first word."""
        return placements_of(self.size, self.fleet).low

    @cached_property
    def high_words(self) -> tuple[int, ...]:
        """The squares of each placement in the second word."""
        return placements_of(self.size, self.fleet).high

    @cached_property
    def squares(self) -> int:
        """How many squares a player's waters have."""
        return self.size * self.size

    def initial(self) -> Sea:
        return Sea((-1,) * (2 * len(self.fleet)), (0,) * (2 * self.squares), 0, 0)

    # The rules

    def placing(self, state: Sea) -> bool:
        """Are ships still to be placed?"""
        return state.ships[2 * len(self.fleet) - 1] < 0

    def next_ship(self, state: Sea) -> int:
        """The ship to place next, the players' counted through."""
        ship = 0
        while state.ships[ship] >= 0:
            ship += 1
        return ship

    def moves(self, state: Sea) -> Iterator[int]:
        """Placements across and then down, or shots, each row by row."""
        if self.over(state):
            return
        if self.placing(state):
            ship = self.next_ship(state)
            own = ship % len(self.fleet)
            low = high = 0
            for other in range(ship - own, ship):
                low |= self.low_words[state.ships[other]]
                high |= self.high_words[state.ships[other]]
            for placement in range(self.first[own], self.first[own + 1]):
                if self.low_words[placement] & low == 0 and self.high_words[placement] & high == 0:
                    yield self.squares + placement
        else:
            for square in range(self.squares):
                if state.times[self.squares * state.turn + square] == 0:
                    yield square

    def play(self, state: Sea, move: int) -> Sea:
        if move < self.squares:
            times = changed(state.times, self.squares * state.turn + move, state.shots // 2 + 1)
            return Sea(state.ships, times, state.shots + 1, 1 - state.turn)
        ship = self.next_ship(state)
        ships = changed(state.ships, ship, move - self.squares)
        return Sea(ships, state.times, 0, 1 if len(self.fleet) - 1 <= ship < 2 * len(self.fleet) - 1 else 0)

    def over(self, state: Sea) -> bool:
        """Only the fleet of whoever was shot at last can have been sunk just now."""
        return not self.placing(state) and self.beaten(state, state.turn)

    def payoff(self, state: Sea, player: int) -> float:
        return -1.0 if player == state.turn else 1.0

    def beaten(self, state: Sea, player: int) -> bool:
        """Has a player lost every ship?"""
        count = len(self.fleet)
        start = self.squares * (1 - player)
        for ship in range(count):
            placement = state.ships[count * player + ship]
            for number in range(self.fleet[ship]):
                if state.times[start + self.bows[placement] + self.steps[placement] * number] == 0:
                    return False
        return True

    # What players know

    def ships_of(self, state: Sea, player: int) -> tuple[int, ...]:
        """Where a player's ships lie."""
        return state.ships[len(self.fleet) * player : len(self.fleet) * (player + 1)]

    def times_of(self, state: Sea, player: int) -> tuple[int, ...]:
        """The shots of a player: their numbers by the squares."""
        return state.times[self.squares * player : self.squares * (player + 1)]

    def known(self, state: Sea, player: int) -> Knowledge:
        """What a player knows of the enemy's waters."""
        return knowledge(self.placements(), self.ships_of(state, 1 - player), self.times_of(state, player))

    def observation(self, state: Sea, player: int) -> Sight:
        known = self.known(state, player)
        return Sight(self.ships_of(state, player), known, state.times, state.shots, state.turn)

    def determinize(self, state: Sea, player: int, random: Generator) -> Sea:
        """The state with an enemy fleet drawn from all that agree with every answer, each equally likely."""
        fleets = find_fleets(self.placements(), self.known(state, player))
        drawn = draw_fleet(self.placements(), fleets, random)
        ships = list(state.ships)
        for ship in range(len(self.fleet)):
            ships[len(self.fleet) * (1 - player) + ship] = drawn[ship]
        return Sea(tuple(ships), state.times, state.shots, state.turn)

    # Players

    def script(self, state: Sea, name: str, random: Generator) -> int:
        """A placement of the next ship, or a shot: see `outwit.games.battleship.scripts`."""
        if self.placing(state):
            own = self.ships_of(state, state.turn)
            return self.squares + place_ship(self.placements(), own, name, random)
        known, times = self.known(state, state.turn), self.times_of(state, state.turn)
        return choose_shot(self.placements(), known, times, name, random)

    # People

    @cached_property
    def ship_names(self) -> tuple[str, ...]:
        """What people call the ships; where several have a name, the later ones are numbered."""
        return name_ships(self.fleet)

    def answer(self, state: Sea, square: int) -> str:
        """What a shot of whoever is to act is answered with."""
        return self.answered(self.play(state, square), state.turn, square)

    def answered(self, state: Sea, player: int, square: int) -> str:
        """What a shot that a player has made was answered with."""
        known, made = self.known(state, player), self.times_of(state, player)[square]
        for ship, time in enumerate(known.sunk):
            if time == made:
                return f"sinks the {self.ship_names[ship]}"
        hit = known.hit_low & low_bit(square) or known.hit_high & high_bit(square)
        return "hit" if hit else "miss"

    def last_shots(self, state: Sea) -> list[str]:
        """The last shot of each player in words, with its answer, and what that player has sunk."""
        told = []
        for player in (state.turn, 1 - state.turn):
            times, known = self.times_of(state, player), self.known(state, player)
            if max(times) > 0:
                square = times.index(max(times))
                sunk = [name for name, time in zip(self.ship_names, known.sunk, strict=True) if time > 0]
                what = f"{square_name(self.size, square)}: {self.answered(state, player, square)}"
                so_far = f"; sunk so far: {join_names(sunk, last='and')}" if sunk else ""
                told.append(f"{self.player_names[player]} shot at {what}{so_far}")
        return told

    def describe(self, state: Sea, move: int) -> str:
        """A shot like `c7`, a placement like `c7-c9`."""
        if move < self.squares:
            return square_name(self.size, move)
        bow, stern = ends(self.placements(), move - self.squares)
        return f"{square_name(self.size, bow)}-{square_name(self.size, stern)}"

    def describe_to(self, state: Sea, move: int, by: int, player: int) -> str:
        """Nobody but its player sees a placement; a shot is seen by both, with its answer."""
        if move < self.squares:
            return f"{self.describe(state, move)}: {self.answer(state, move)}"
        return self.describe(state, move) if by == player else ""

    def text(self, state: Sea, player: int | None = None) -> str:
        """Both waters, the own ones on the right, and what the last shots have come to."""
        seat = state.turn if player is None else player
        enemy, own = (
            [
                f"{self.player_names[side]}'s waters",
                *waters_text(self.placements(), self.chart(state, side, player)),
            ]
            for side in (1 - seat, seat)
        )
        width = max(map(len, enemy)) + 3
        rows = [f"{left:<{width}}{right}" for left, right in zip(enemy, own, strict=True)]
        return "\n".join([*rows, *self.last_shots(state)])

    def chart(self, state: Sea, side: int, player: int | None) -> Chart:
        """A side's waters as a player may see them, or all of it."""
        known, times = self.known(state, 1 - side), self.times_of(state, 1 - side)
        if player == 1 - side:
            return seen_chart(self.placements(), known, times)
        return chart_of(self.ships_of(state, side), known, times)
