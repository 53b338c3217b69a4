"""Compiled expectiminimax on games that nobody thought of, held to the definitions."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any, NamedTuple

import pytest

from outwit import Expectiminimax, Game, Limit, find_game, search
from outwit.game import CHANCE
from outwit.random import Generator
from outwit.random_positions import random_position
from outwit.search import risk

from ..search.reference import SLACK, expected, for_mover, true_of
from ..search.test_expectiminimax_risk import judged_rightly, spread_of
from .facts import facts

LEVELS = 7


class Spot(NamedTuple):
    level: int
    place: int


@dataclass(frozen=True)
class Lots(Game):
    """A game made up by its seed: few places, many ways to each, and turns of players and chance in no order.

    The seed is data to the compiler, so that one compiled search plays them all.
    """

    seeds: tuple[int, int] = (0, 0)
    regular: bool = False
    """Do both players and chance take turns strictly: max, chance, min, chance?"""

    def drawn(self, below: int, purpose: int, state: Spot, move: int) -> int:
        """A number that depends on the game, the state and the purpose alone."""
        word = self.seeds[0]
        for item in (purpose, state.level, state.place, move):
            word = (word * 48271 + item * 7919 + 11) % 2147483647
        return (word >> 7) % below

    def initial(self) -> Spot:
        return Spot(0, 0)

    def turn(self, state: Spot) -> int:
        if self.regular:
            return CHANCE if state.level % 2 else state.level // 2 % 2
        return max(self.drawn(4, 1, state, 0) - 2, -1) if state.level else 0

    def moves(self, state: Spot) -> Iterator[int]:
        if not self.over(state):
            yield from range(1 + self.drawn(4, 2, state, 0))

    def chances(self, state: Spot) -> Iterator[tuple[int, float]]:
        whole = 0
        for outcome in range(3):
            whole += self.drawn(4, 3, state, outcome) + (outcome == 2)
        for outcome in range(3):
            yield outcome, (self.drawn(4, 3, state, outcome) + (outcome == 2)) / whole

    def play(self, state: Spot, move: int) -> Spot:
        return Spot(state.level + 1, self.drawn(4, 4, state, move))

    def over(self, state: Spot) -> bool:
        return state.level == LEVELS or (state.level > 1 and self.drawn(7, 5, state, 0) == 0)

    def payoff(self, state: Spot, player: int) -> float:
        worth = float(self.drawn(5, 6, state, 0) - 2)
        return worth if player == 0 else 0.0 - worth

    def bounds(self, state: Spot, player: int) -> tuple[float, float]:
        if self.over(state):
            return self.payoff(state, player), self.payoff(state, player)
        return -2.0, 2.0

    def evaluate(self, state: Spot, player: int) -> float:
        """Half points, now and then beyond the bounds."""
        worth = self.drawn(11, 7, state, 0) / 2 - 2.5
        return worth if player == 0 else -worth


def drawn_games(number: int) -> Iterator[tuple[Lots, Spot, int, Generator]]:
    """Games, a position in each, a depth, and draws to choose options by."""
    for seed in range(number):
        random = Generator(seed)
        game = Lots((seed + 1, 0), regular=seed % 2 == 0)
        yield game, random_position(game, random, random.below(3)), 1 + random.below(6), random


def flags(random: Generator, *names: str) -> dict[str, Any]:
    """Each option on or off."""
    return {name: bool(random.below(2)) for name in names}


@pytest.mark.parametrize("games", [120, pytest.param(600, marks=pytest.mark.slow)])
def test_every_way_to_prune_and_to_remember_leaves_the_value_as_it_is(games: int) -> None:
    probes = 0
    for game, state, depth, random in drawn_games(games):
        options = flags(random, "star1", "star2", "table", "static_ordering", "quick")
        decision = Expectiminimax(depth=depth, mb=1, strict=True, **options).decide(game, state)
        truth = for_mover(game, state, expected(game, state, depth))
        assert decision.value == pytest.approx(truth, abs=SLACK), (game, state, depth, options)
        for candidate in decision.candidates:
            after = expected(game, game.play(state, candidate.move), depth - 1)
            assert true_of(candidate, for_mover(game, state, after)), (game, state, depth, options)
        probes += int(decision.stats.get("probes", 0))
    assert probes > games * 5 // 6


def test_deepening_with_a_table_ends_at_the_value_of_the_whole_game() -> None:
    for game, state, _, random in drawn_games(300):
        options = flags(random, "star1", "star2", "static_ordering", "quick", "strict")
        decision = Expectiminimax(mb=1, **options).decide(game, state, Limit(nodes=10**6))
        assert decision.exact
        truth = for_mover(game, state, expected(game, state))
        assert decision.value == pytest.approx(truth, abs=SLACK), (game, state, options)


def test_what_is_called_proved_is_the_value_of_the_whole_game() -> None:
    proofs = 0
    for game, state, depth, random in drawn_games(600):
        options = flags(random, "star1", "star2", "static_ordering", "quick", "strict")
        decision = Expectiminimax(depth=depth, mb=1, **options).decide(game, state)
        proofs += decision.exact
        if decision.exact:
            truth = for_mover(game, state, expected(game, state))
            assert decision.value == pytest.approx(truth, abs=SLACK), (game, state, depth, options)
    assert proofs > 100


def test_without_a_table_the_same_nodes_are_visited() -> None:
    for game, state, depth, random in drawn_games(300):
        options = flags(random, "star1", "star2", "quick")
        ours = Expectiminimax(depth=depth, table=False, static_ordering=False, **options).decide(game, state)
        theirs = search.Expectiminimax(depth=depth, **options).decide(game, state)
        assert facts(ours) == facts(theirs), (game, state, depth, options)


def test_an_attitude_is_its_definition() -> None:
    for game, state, depth, random in drawn_games(300):
        options = flags(random, "star1", "star2", "table", "static_ordering", "quick")
        options |= {"risk": random.choice(["worst", "utility"]), "aversion": random.choice([0.01, 1.0, 30.0])}
        agent = Expectiminimax(mb=1, strict=True, **options)
        judged_rightly(agent, game, state, depth)


def test_a_spread_is_the_standard_deviation_over_the_next_event(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(risk, "FEW", 10**7)
    measured = 0
    for game, state, depth, random in drawn_games(200):
        options = flags(random, "star1", "star2", "table", "static_ordering", "quick")
        decision = Expectiminimax(depth=depth, mb=1, strict=True, **options).decide(game, state)
        for candidate in decision.candidates:
            truth = spread_of(game, game.play(state, candidate.move), depth - 1)
            assert candidate.spread == pytest.approx(truth, abs=1e-7), (game, state, depth, options)
            measured += truth is not None
    assert measured > 100


class Stake(NamedTuple):
    turn: int
    tossed: int
    """0 nothing yet, 1 the coin is in the air, 2 heads, 3 tails, 4 the sure thing."""


@dataclass(frozen=True)
class Bet(Game):
    """A sure 0.4, or a fair coin for 1 or 0; for either player."""

    def initial(self) -> Stake:
        return Stake(0, 0)

    def turn(self, state: Stake) -> int:
        return CHANCE if state.tossed == 1 else state.turn

    def moves(self, state: Stake) -> Iterator[int]:
        if state.tossed == 0:
            yield 4
            yield 1

    def chances(self, state: Stake) -> Iterator[tuple[int, float]]:
        yield 2, 0.5
        yield 3, 0.5

    def play(self, state: Stake, move: int) -> Stake:
        return Stake(state.turn, move)

    def over(self, state: Stake) -> bool:
        return state.tossed > 1

    def payoff(self, state: Stake, player: int) -> float:
        worth = 1.0 if state.tossed == 2 else 0.0 if state.tossed == 3 else 0.4
        return worth if player == state.turn else 0.0 - worth


@pytest.mark.parametrize("player", [0, 1])
@pytest.mark.parametrize(
    ("options", "choice", "value"),
    [
        ({"risk": "mean"}, 1, 0.5),
        ({"risk": "worst"}, 4, 0.4),
        ({"risk": "utility", "aversion": 20.0}, 4, 0.4),
        ({"risk": "utility", "aversion": 0.001}, 1, pytest.approx(0.5, abs=0.001)),
    ],
    ids=["mean", "worst", "very averse", "hardly averse"],
)
def test_a_sure_thing_against_a_coin_is_a_matter_of_attitude(
    player: int, options: dict[str, Any], choice: int, value: float
) -> None:
    decision = Expectiminimax(**options).decide(Bet(), Stake(player, 0))
    assert (decision.move, decision.value, decision.exact) == (choice, value, True)
    assert {candidate.move: candidate.spread for candidate in decision.candidates} == {4: None, 1: 0.5}


def test_the_spread_of_the_best_move_is_told_where_all_would_take_too_long(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    game = find_game("backgammon")
    state = game.play(game.initial(), game.parse(game.initial(), "X 3-1"))
    agent = Expectiminimax(depth=2)
    some = {each.move: each.spread for each in agent.decide(game, state).candidates}
    monkeypatch.setattr(risk, "FEW", 10**8)
    decision = agent.decide(game, state)
    every = {each.move: each.spread for each in decision.candidates}
    assert None not in every.values()
    assert some[decision.move] == every[decision.move]
    assert None in some.values()
