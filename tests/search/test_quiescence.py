"""Quiescence: where depth runs out in the middle of an exchange, the search plays it out."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import NamedTuple

import pytest
from hypothesis import given
from hypothesis import strategies as st

from outwit import Game, Limit
from outwit.random import Generator
from outwit.random_positions import random_position
from outwit.search import AlphaBeta
from tests.examples import examples

from .generated import LoopingGraph, NoisyGraph, alpha_betas, seeds
from .reference import followed, for_mover, minimax, quiescent


class Exchange(NamedTuple):
    gained: int
    """What player 0 has captured less what player 1 has."""
    left: tuple[int, ...]
    """What can still be captured on the disputed square, the next capture first."""
    turn: int
    moves: int


@dataclass(frozen=True)
class Captures(Game):
    """One disputed square: a capture takes what stands there; the other move leaves it alone."""

    standing: tuple[int, ...] = (1, 9)
    moves_each: int = 6

    def initial(self) -> Exchange:
        return Exchange(0, self.standing, 0, 0)

    def moves(self, state: Exchange) -> Iterator[str]:
        if state.left:
            yield "capture"
        yield "wait"

    def play(self, state: Exchange, move: str) -> Exchange:
        if move == "wait":
            return Exchange(state.gained, state.left, 1 - state.turn, state.moves + 1)
        prize = state.left[0] if state.turn == 0 else -state.left[0]
        return Exchange(state.gained + prize, state.left[1:], 1 - state.turn, state.moves + 1)

    def over(self, state: Exchange) -> bool:
        return state.moves == self.moves_each

    def payoff(self, state: Exchange, player: int) -> float:
        return float(state.gained if player == 0 else -state.gained)

    def evaluate(self, state: Exchange, player: int) -> float:
        return self.payoff(state, player)

    def bounds(self, state: Exchange, player: int) -> tuple[float, float]:
        return -20.0, 20.0

    def noisy(self, state: Exchange, move: str) -> bool:
        return move == "capture"


def test_stopping_before_the_recapture_misleads_and_quiescence_does_not() -> None:
    game = Captures(standing=(1, 9))
    misled = AlphaBeta.plain(depth=1).decide(game, game.initial())
    assert (misled.move, misled.value) == ("capture", 1)
    warned = AlphaBeta.plain(depth=1, quiescence=True).decide(game, game.initial())
    assert (warned.move, warned.value) == ("wait", 0)
    assert not warned.exact


def test_quiescence_may_stand_pat() -> None:
    game = Captures(standing=(1, 9, 20))
    decision = AlphaBeta.plain(depth=1, quiescence=True).decide(game, game.initial())
    assert decision.value == 1  # the recapture would be met by a better one, so nobody recaptures
    assert decision.line == ("capture",)


def test_depth_is_not_lengthened_by_quiescence() -> None:
    game = Captures(standing=(1, 2, 3, 4))
    assert AlphaBeta(depth=1).decide(game, game.initial()).depth == 1


def test_without_noisy_moves_quiescence_changes_nothing() -> None:
    game = Captures(standing=())
    with_it, without = (
        AlphaBeta(depth=3, quiescence=on).decide(game, game.initial()) for on in (True, False)
    )
    assert (with_it.value, with_it.line, with_it.nodes) == (without.value, without.line, without.nodes)


@given(alpha_betas(), st.lists(st.integers(1, 9), max_size=6), st.integers(1, 5))
def test_quiescence_on_exchanges_equals_the_reference(
    agent: AlphaBeta, standing: list[int], depth: int
) -> None:
    game = Captures(tuple(standing))
    loud = AlphaBeta(**{**vars(agent), "quiescence": True})
    decision = loud.decide(game, game.initial(), Limit(depth=depth))
    assert decision.value == pytest.approx(quiescent(game, game.initial(), depth))
    if decision.exact:
        assert decision.value == minimax(game, game.initial())


@given(alpha_betas(), seeds, st.integers(0, 3), st.integers(1, 5))
@examples(300)
def test_quiescence_on_graphs_equals_the_reference(
    agent: AlphaBeta, seed: int, plies: int, depth: int
) -> None:
    game = NoisyGraph(seed)
    state = random_position(game, Generator(seed), plies)
    loud = AlphaBeta(**{**vars(agent), "quiescence": True})
    decision = loud.decide(game, state, Limit(depth=depth))
    assert decision.value == for_mover(game, state, quiescent(game, state, depth))
    after = quiescent(game, game.play(state, decision.move), depth - 1)
    assert decision.value == for_mover(game, state, after)
    followed(game, state, decision.line)
    if decision.exact:
        assert decision.value == for_mover(game, state, minimax(game, state))


@given(alpha_betas(), seeds, st.integers(1, 3))
@examples(60)
def test_quiescence_ends_where_captures_go_round_in_circles(agent: AlphaBeta, seed: int, depth: int) -> None:
    game = LoopingGraph(seed, branching=1)
    loud = AlphaBeta(**{**vars(agent), "quiescence": True})
    decision = loud.decide(game, game.initial(), Limit(depth=depth))
    value = quiescent(game, game.initial(), depth)
    assert decision.value == for_mover(game, game.initial(), value)
