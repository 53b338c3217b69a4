"""Flat Monte Carlo: the best mean wins, and it stops when that is clear."""

from __future__ import annotations

import pytest

from outwit import OutwitError, find_agent, find_game
from outwit.search import MonteCarlo


def test_it_stops_early_when_one_move_is_clearly_best() -> None:
    game = find_game("tree:(1 [1/2:0 1/2:0.4] 0)")
    decision = MonteCarlo(simulations=100_000, seed=1).decide(game, game.initial())
    assert decision.described() == ["1"]
    assert decision.stats["simulations"] == 90


def test_it_goes_on_while_two_moves_are_nearly_as_good() -> None:
    game = find_game("tree:([1/2:1 1/2:0] [1/2:1 1/2:0] -5)")
    decision = MonteCarlo(simulations=4_000, seed=1).decide(game, game.initial())
    assert decision.stats["simulations"] == 4_000
    tried = {c.move: c.visits for c in decision.candidates}
    assert tried[2] == 30
    assert abs((tried[0] or 0) - (tried[1] or 0)) <= 1


def test_told_never_to_give_up_it_tries_all_moves_alike() -> None:
    game = find_game("tree:(1 0 -1)")
    decision = MonteCarlo(simulations=900, seed=1, clear=0).decide(game, game.initial())
    assert [c.visits for c in decision.candidates] == [300, 300, 300]
    assert [c.value for c in decision.candidates] == [1.0, 0.0, -1.0]


def test_the_mean_of_a_coin_lies_in_its_interval() -> None:
    game = find_game("tree:([1/2:1 1/2:0] 0.4)")
    covered = 0
    for seed in range(200):
        decision = MonteCarlo(simulations=400, seed=seed, clear=0).decide(game, game.initial())
        coin = next(c for c in decision.candidates if c.move == 0)
        assert coin.interval is not None
        covered += coin.interval[0] <= 0.5 <= coin.interval[1]
    assert 180 <= covered <= 198


def test_where_chance_is_to_act_the_mean_alone_is_asked_for() -> None:
    game = find_game("tree:[1/2:3 1/2:1]")
    decision = MonteCarlo(simulations=1_000, seed=1).decide(game, game.initial())
    assert decision.move is None
    assert decision.value == pytest.approx(2.0, abs=0.1)


def test_it_beats_chance_at_connect_4() -> None:
    game = find_game("connect4:width=5,height=4")
    agent, wins = MonteCarlo(simulations=200, seed=1), 0
    for number in range(20):
        state, random = game.initial(), find_agent(f"random:seed={number}")
        while not game.over(state):
            mover = agent if game.turn(state) == number % 2 else random
            state = game.play(state, mover.decide(game, state).move)
        wins += game.payoff(state, number % 2) > 0
    assert wins >= 16


def test_a_number_of_errors_below_nought_is_refused() -> None:
    with pytest.raises(OutwitError, match="is no number of standard errors"):
        find_agent("montecarlo:clear=-1")
