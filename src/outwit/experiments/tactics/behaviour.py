"""Does an archer that only searches behave like one? Duels are fought, and what it did is counted.

Nothing here tells an agent what to do. The dice are the same whoever fights: what the first, second, third
attack of a unit rolls follows from the seed of the duel alone, so that two archers can be compared duel by
duel.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from functools import cached_property, lru_cache
from statistics import mean, stdev
from typing import NamedTuple

from scipy.special import stdtrit

from outwit.arena.elo import Estimate, estimate
from outwit.decision import Agent
from outwit.experiments.tactics.sight import Sight
from outwit.game import CHANCE, mix
from outwit.games.tactics import Battle, Tactics
from outwit.games.tactics.dice import PARTS
from outwit.games.tactics.field import READY
from outwit.random import Generator


class Turn(NamedTuple):
    """A turn of the archer."""

    sight: Sight
    """What it saw when the turn began."""

    shot: int | None
    """The tile from which it shot, if it did."""

    end: int
    """The tile on which it ended."""


@dataclass(frozen=True)
class Duel:
    """A duel that was fought to its end."""

    game: Tactics
    seed: int
    turns: tuple[Turn, ...]
    """The archer's turns."""
    end: Battle

    @property
    def score(self) -> float:
        """The archer's: 1 a win, 1/2 a draw."""
        return (1 + self.game.payoff(self.end, archer_of(self.game))) / 2

    @property
    def hp(self) -> float:
        """The hit points that the archer had left."""
        return self.end.hp[archer_of(self.game)] / PARTS


def archer_of(game: Tactics) -> int:
    """The archer, as a unit and as a player: the one that attacks from farther away."""
    return max(range(game.unit_count), key=game.ranges.__getitem__)


def fight(game: Tactics, archer: Agent, swordsman: Agent, seed: int, scattered: bool = False) -> Duel:
    """Let two fight, from the scenario's tiles or, scattered, from tiles that are drawn."""
    me = archer_of(game)
    state = draw_start(game, seed) if scattered else game.initial()
    attacks = [0, 0]
    turns: list[Turn] = []
    while not game.over(state):
        if game.turn(state) == CHANCE:
            dice = Generator(mix((seed, state.unit, attacks[state.unit])))
            attacks[state.unit] += 1
            state = game.play(state, dice.weighted(list(game.chances(state))))
            continue
        mine = state.turn == me
        if mine and state.stage == READY:
            turns.append(Turn(Sight(game, state), None, state.tiles[me]))
        move = choose(archer if mine else swordsman, game, state)
        if mine:
            here = state.tiles[me]
            shot = here if attacks_somebody(game, move) else turns[-1].shot
            turns[-1] = turns[-1]._replace(shot=shot, end=here)
        state = game.play(state, move)
    return Duel(game, seed, tuple(turns), state)


def attacks_somebody(game: Tactics, move: int) -> bool:
    """Is a choice an attack?"""
    return 0 <= move % game.stride - game.area < game.unit_count


@lru_cache(maxsize=1 << 20)
def choose(agent: Agent, game: Tactics, state: Battle) -> int:
    """What an agent chooses; nobody is asked twice about the same position."""
    return int(agent.decide(game, state).move)


def draw_start(game: Tactics, seed: int) -> Battle:
    """The start of a duel, both units on tiles drawn at random."""
    floor = [tile for tile, level in enumerate(game.battlefield.board.levels) if level >= 0]
    Generator(seed).shuffle(floor)
    return game.initial()._replace(tiles=(floor[0], floor[1]))


# What is counted


def did_kite(turn: Turn) -> bool | None:
    """Did the archer shoot from outside its enemy's reach? None if it could not."""
    sight = turn.sight
    if not any(sight.in_range(tile) and not sight.is_exposed(tile) for tile in sight.tiles):
        return None
    return turn.shot is not None and not sight.is_exposed(turn.shot)


def did_pursue(turn: Turn) -> bool | None:
    """Did the archer end its turn exactly at its range or, if it could not, nearer than before?

    None if it stood already as near as it could.
    """
    sight = turn.sight
    reach = sight.game.ranges[sight.unit]
    distances = [sight.distance(tile) for tile in sight.tiles]
    if reach in distances:
        return sight.distance(turn.end) == reach
    if min(distances) == sight.distance(sight.here):
        return None
    return sight.distance(turn.end) < sight.distance(sight.here)


@dataclass(frozen=True)
class Share:
    """In how many of the turns in which it could, the archer did something."""

    duels: tuple[tuple[int, int], ...]
    """For each duel, in how many turns it did, and in how many it could."""

    @property
    def did(self) -> int:
        """In how many turns it did."""
        return sum(did for did, _ in self.duels)

    @property
    def could(self) -> int:
        """In how many turns it could."""
        return sum(could for _, could in self.duels)

    @property
    def part(self) -> float:
        """The one divided by the other."""
        return self.did / self.could

    def __str__(self) -> str:
        return f"{self.part:.1%} of {self.could}" if self.could else "never possible"

    @cached_property
    def estimate(self) -> Estimate:
        """The mean share of a duel and its interval; turns of one duel are no independent evidence."""
        return estimate([did / could for did, could in self.duels if could])


def share(duels: Iterable[Duel], did: Callable[[Turn], bool | None]) -> Share:
    """How often the archer did something, in all turns of all duels."""
    answers = [[found for turn in duel.turns if (found := did(turn)) is not None] for duel in duels]
    return Share(tuple((sum(each), len(each)) for each in answers))


@dataclass(frozen=True)
class Record:
    """How an archer fared against a swordsman, duel by duel."""

    archer: Agent
    swordsman: Agent
    duels: tuple[Duel, ...]

    @property
    def scores(self) -> list[float]:
        """The archer's score in each duel: 1 a win, 1/2 a draw."""
        return [duel.score for duel in self.duels]

    @property
    def wins(self) -> int:
        """How many duels the archer won."""
        return self.scores.count(1)

    @property
    def draws(self) -> int:
        """How many nobody won before the turns ran out."""
        return self.scores.count(0.5)

    @property
    def hp(self) -> list[float]:
        """The hit points that the archer had left in each duel."""
        return [duel.hp for duel in self.duels]

    @cached_property
    def kiting(self) -> Share:
        """How often it shot from outside the swordsman's reach."""
        return share(self.duels, did_kite)

    @cached_property
    def pursuit(self) -> Share:
        """How often it went after the swordsman to the limit of its range."""
        return share(self.duels, did_pursue)

    def __str__(self) -> str:
        archer, swordsman = self.archer.spec, self.swordsman.spec
        lost = len(self.duels) - self.wins - self.draws
        return (
            f"{archer} against {swordsman}: {self.wins} won, {self.draws} drawn, {lost} lost, "
            f"{mean(self.hp):.2f} hp left; kites {self.kiting}, pursues {self.pursuit}"
        )


def record(
    game: Tactics, archer: Agent, swordsman: Agent, seeds: Iterable[int], scattered: bool = False
) -> Record:
    """A duel for each seed."""
    duels = tuple(fight(game, archer, swordsman, seed, scattered) for seed in seeds)
    return Record(archer, swordsman, duels)


class Difference(NamedTuple):
    """By how much one archer did better than another in the same duels, and the interval of 95 %."""

    mean: float
    low: float
    high: float

    def __str__(self) -> str:
        return f"{self.mean:+.3f} ({self.low:+.3f} to {self.high:+.3f})"


def difference(first: Sequence[float], second: Sequence[float]) -> Difference:
    """The mean difference of paired figures, with Student's interval.

    >>> tuple(round(each, 2) for each in difference([3, 4, 6, 5], [1, 3, 3, 3]))
    (2, 0.7, 3.3)
    """
    gaps = [one - other for one, other in zip(first, second, strict=True)]
    middle, freedom = mean(gaps), len(gaps) - 1
    reach = float(stdtrit(freedom, 0.975)) * stdev(gaps) / math.sqrt(len(gaps))
    return Difference(middle, middle - reach, middle + reach)
