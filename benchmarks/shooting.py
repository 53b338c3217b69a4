"""Battleship's scripts as machine code, from their own source: fleets placed and shot at by the thousand."""

from __future__ import annotations

import hashlib
from dataclasses import dataclass
from functools import cache, cached_property
from pathlib import Path
from typing import Any

import numpy as np

from outwit.bits import changed
from outwit.engine.compiler.linker import Data
from outwit.engine.compiler.rules import Compiled, compile_for
from outwit.games import battleship
from outwit.games.battleship import Battleship, Sea
from outwit.games.battleship.fleets import Fleets, draw_fleet, find_fleets
from outwit.games.battleship.gunnery import (
    THOROUGH,
    density,
    fleet_counts,
    hunt_targets,
    independent_density,
    likeliest,
)
from outwit.games.battleship.knowledge import square_of
from outwit.games.battleship.placements import placements_of
from outwit.games.battleship.placing import likelihoods, place_next
from outwit.random import Generator

RANDOM, HUNT, INDEPENDENT, DENSITY, FLEETS, AHEAD, ROLLOUTS = range(7)
"""Ways to shoot: what the game's scripts do, and two that think about the shots to come."""

CANDIDATES = 6
"""How many of the squares that `DENSITY` likes best are thought about further."""

FACTOR = 20.0
"""How much a hit counts that a placement takes, where ships are taken to be independent."""


@dataclass(frozen=True)
class Shooting(Battleship):
    """The game, with what it takes to shoot at one fleet until it is sunk."""

    @cached_property
    def likely(self) -> tuple[float, ...]:
        """How likely each square is to have a ship."""
        return likelihoods(placements_of(self.size, self.fleet))

    def place(self, state: Sea, offered: int, random: Generator) -> Sea:
        """The state with the ships of the second player placed, each as in the best of so many fleets."""
        ships = state.ships
        for ship in range(len(self.fleet), 2 * len(self.fleet)):
            own = ships[len(self.fleet) : 2 * len(self.fleet)]
            placement = place_next(self.placements(), own, self.likely, offered, random)
            ships = changed(ships, ship, placement)
        return Sea(ships, state.times, 0, 0)

    def shot(self, state: Sea, way: int, many: int, random: Generator) -> int:
        """Where the first player shoots: in which way, by so many fleets if by fleets."""
        known, times = self.known(state, 0), self.times_of(state, 0)
        if way == RANDOM:
            return random.choice([square for square in range(self.squares) if times[square] == 0])
        placements = self.placements()
        fleets = find_fleets(placements, known)
        if way == HUNT:
            return random.choice(hunt_targets(placements, known, fleets, times))
        if way == INDEPENDENT:
            return likeliest(independent_density(placements, known, fleets, FACTOR), times)
        if way == FLEETS:
            return likeliest(fleet_counts(placements, fleets, many, random), times)
        scores = density(placements, known, fleets, THOROUGH)
        if way == AHEAD:
            return self.two_shots(fleets, times, candidates(scores, times), many, random)
        if way == ROLLOUTS:
            return self.shortest_rollouts(state, fleets, candidates(scores, times), many, random)
        return likeliest(scores, times)

    def two_shots(
        self, fleets: Fleets, times: tuple[int, ...], squares: list[int], many: int, random: Generator
    ) -> int:
        """The square from which two shots hit most, the second where most ships lie after the answer.

        Ships are counted in fleets that are drawn, those that the first shot hits and those that it misses.
        """
        counted = [[0] * (2 * self.squares) for _ in squares]
        placements = self.placements()
        for _ in range(many):
            taken = [0] * self.squares
            ships = draw_fleet(placements, fleets, random)
            for ship in range(fleets.placed):
                for number in range(placements.lengths[ship]):
                    taken[square_of(placements, ships[ship], number)] = 1
            for index in range(len(squares)):
                after = self.squares * taken[squares[index]]
                for square in range(self.squares):
                    counted[index][after + square] += taken[square]
        best, most = squares[0], -1
        for index in range(len(squares)):
            first = counted[index][self.squares + squares[index]]
            missed = hit = 0
            for square in range(self.squares):
                if square != squares[index] and times[square] == 0:
                    missed = max(missed, counted[index][square])
                    hit = max(hit, counted[index][self.squares + square])
            if first + missed + hit > most:
                best, most = squares[index], first + missed + hit
        return best

    def shortest_rollouts(
        self, state: Sea, fleets: Fleets, squares: list[int], many: int, random: Generator
    ) -> int:
        """The square after which `DENSITY` sinks fleets that are drawn, the same ones for each, soonest."""
        needed = [0] * len(squares)
        number = 1
        for time in self.times_of(state, 0):
            number = max(number, time + 1)
        for _ in range(many):
            drawn = draw_fleet(self.placements(), fleets, random)
            ships = state.ships
            for ship in range(len(self.fleet)):
                ships = changed(ships, len(self.fleet) + ship, drawn[ship])
            for index in range(len(squares)):
                world = Sea(ships, changed(state.times, squares[index], number), 0, 0)
                needed[index] += self.finish(world, number)
        best = 0
        for index in range(len(squares)):
            if needed[index] < needed[best]:
                best = index
        return squares[best]

    def finish(self, state: Sea, number: int) -> int:
        """How many shots `DENSITY` has fired once the fleet is sunk."""
        while not self.beaten(state, 1):
            number += 1
            known, times = self.known(state, 0), self.times_of(state, 0)
            fleets = find_fleets(self.placements(), known)
            square = likeliest(density(self.placements(), known, fleets, THOROUGH), times)
            state = Sea(state.ships, changed(state.times, square, number), 0, 0)
        return number

    def sink(self, state: Sea, way: int, many: int, random: Generator) -> int:
        """How many shots the first player needs to sink the second's fleet."""
        number = 0
        while not self.beaten(state, 1):
            number += 1
            times = changed(state.times, self.shot(state, way, many, random), number)
            state = Sea(state.ships, times, 0, 0)
        return number

    def draw(self, state: Sea, count: int, random: Generator) -> int:
        """Draw so many fleets that agree with what the first player knows; what comes of it is a checksum."""
        fleets = find_fleets(self.placements(), self.known(state, 0))
        total = 0
        for _ in range(count):
            total += draw_fleet(self.placements(), fleets, random)[0]
        return total


def candidates(scores: list[float], times: tuple[int, ...]) -> list[int]:
    """The squares with the highest scores, the best first."""
    found: list[int] = []
    for _ in range(CANDIDATES):
        best = -1
        for square in range(len(scores)):
            if times[square] == 0 and square not in found and (best < 0 or scores[square] > scores[best]):
                best = square
        if best >= 0:
            found.append(best)
    return found


GAME = Shooting()


def shots_needed(way: int, many: int, offered: int, seed: int, games: int) -> Any:
    """The shots that each of some games takes, as an array; the seed fixes fleets and draws."""
    found = np.zeros(games, dtype=np.int64)
    call(GAME.initial(), 0, way, many, offered, seed, games, found)
    return found


def draw_fleets(state: Sea, seed: int, count: int) -> int:
    """Draw so many fleets after one preparation; their checksum."""
    found = np.zeros(1, dtype=np.int64)
    call(state, 1, 0, 0, 0, seed, count, found)
    return int(found[0])


def call(state: Sea, what: int, way: int, many: int, offered: int, seed: int, count: int, found: Any) -> None:
    """Call the machine code: what is 0 to play games and 1 to draw fleets."""
    compiled, data = program()
    words = np.array(compiled.linked.layout.pack(state), dtype=np.int64)
    random = np.array([Generator(seed).state], dtype=np.uint64)
    addresses = (int(words.ctypes.data), int(random.ctypes.data), int(found.ctypes.data))
    compiled.call(data.address, *addresses, what, way, many, offered, count)


@cache
def program() -> tuple[Compiled, Data]:
    """The machine code, and the data that it reads."""
    return compile_for(GAME, f"shooting {source_digest()}", build), Data(GAME)


@cache
def source_digest() -> str:
    """What names this source, and that of the game."""
    files = [Path(__file__), *sorted(Path(battleship.__file__).parent.glob("*.py"))]
    return hashlib.sha256(b"".join(file.read_bytes() for file in files)).hexdigest()


def build(linked: Any) -> Any:
    """The function that Python calls, for a linked game."""
    from numba import types

    from outwit.engine.compiler.codegen import whole
    from outwit.engine.compiler.generator import generator_at
    from outwit.engine.compiler.memory import set_word
    from outwit.engine.compiler.states import loader

    load, with_data = loader(linked.layout), linked.with_data

    def enter(data, at, seed, to, what, way, many, offered, count):  # type: ignore[no-untyped-def]
        game, state, random = with_data(data), load(at), generator_at(seed)
        if what == 1:
            set_word(to, 0, game.draw(state, count, random))
            return 0
        for number in range(count):
            set_word(to, number, game.sink(game.place(state, offered, random), way, many, random))
        return 0

    return whole(enter, types.int64(*[types.int64] * 9), **linked.options)
