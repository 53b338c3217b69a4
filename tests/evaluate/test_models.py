"""Models: an agent may have a simpler game in mind than the one that is played."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import NamedTuple

import pytest

from outwit import AlphaBeta, Expectiminimax, Game, Minimax, find_game
from outwit.errors import OutwitError
from outwit.game import CHANCE

SAFE, BOLD = 0, 1


class Race(NamedTuple):
    first: float
    second: float
    turn: int
    bold: bool
    left: int


@dataclass(frozen=True)
class Racing(Game):
    """Two steps for sure, or at the toss of a coin six or none; whoever is ahead after four turns wins."""

    mean: float | None = None
    """What a bold step is taken to be, where nothing is tossed."""

    models = ("average", "hope")

    def modelled(self, name: str) -> Racing:
        return replace(self, mean=3.0 if name == "average" else 6.0)

    @property
    def stochastic(self) -> bool:
        return self.mean is None

    def initial(self) -> Race:
        return Race(0.0, 0.0, 0, False, 4)

    def turn(self, state: Race) -> int:
        return CHANCE if state.bold else state.turn

    def moves(self, state: Race) -> Iterator[int]:
        yield SAFE
        yield BOLD

    def chances(self, state: Race) -> Iterator[tuple[int, float]]:
        yield 0, 0.5
        yield 6, 0.5

    def play(self, state: Race, move: int) -> Race:
        if not state.bold and move == BOLD and self.mean is None:
            return state._replace(bold=True)
        step = float(move) if state.bold else 2.0 if move == SAFE else self.mean or 0.0
        first, second = state.first, state.second
        if state.turn == 0:
            first += step
        else:
            second += step
        return Race(first, second, 1 - state.turn, False, state.left - 1)

    def over(self, state: Race) -> bool:
        return state.left == 0

    def payoff(self, state: Race, player: int) -> float:
        lead = state.first - state.second
        won = (lead > 0) - (lead < 0)
        return float(won if player == 0 else -won)


def test_an_agent_without_chance_plays_a_model_that_has_none() -> None:
    game = Racing()
    with pytest.raises(OutwitError, match="something in it happens by chance"):
        AlphaBeta(compiled=False).decide(game, game.initial())
    for agent in (AlphaBeta(model="average", compiled=False), Minimax(model="average")):
        decision = agent.decide(game, game.initial())
        assert decision.move == BOLD
        assert decision.value == 0.0
        agent.require(game)


@pytest.mark.parametrize("compiled", [False, pytest.param(True, marks=pytest.mark.slow)])
def test_models_are_searched_and_the_game_stays_as_it_is(compiled: bool) -> None:
    game = Racing()
    behind = Race(0.0, 5.0, 0, False, 1)
    assert Expectiminimax(compiled=compiled).decide(game, behind).value == 0.0  # six, or not
    assert AlphaBeta(model="average", compiled=compiled).decide(game, behind).value == -1.0
    assert AlphaBeta(model="hope", compiled=compiled).decide(game, behind).value == 1.0
    assert game.mean is None


def test_a_model_that_the_game_does_not_have_is_named() -> None:
    game = Racing()
    with pytest.raises(
        OutwitError, match="There is no model of Racing called 'averge'; did you mean average"
    ):
        AlphaBeta(model="averge").require(game)
    with pytest.raises(OutwitError, match="model=average cannot be: Connect4 has no models"):
        AlphaBeta(model="average").require(find_game("connect4"))
