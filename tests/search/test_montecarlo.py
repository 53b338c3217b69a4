"""Flat Monte Carlo: the best mean wins, and it stops when that is clear."""

from __future__ import annotations

from collections import Counter

import pytest

from outwit import CHANCE, SIMULTANEOUS, Game, OutwitError, find_agent, find_game
from outwit.engine import montecarlo as compiled
from outwit.game import Move, State
from outwit.search import MonteCarlo
from tests.joint_games import JointGraph


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


def rollout_mean(game: Game, state: State, player: int) -> float:
    """What a game pays on average in which everything is random, by visiting all of it."""
    if game.over(state):
        return game.payoff(state, player)
    if game.turn(state) == SIMULTANEOUS:
        return random_mean(game, state, player)
    if game.turn(state) == CHANCE:
        chances = list(game.chances(state))
    else:
        moves = list(game.moves(state))
        chances = [(move, 1 / len(moves)) for move in moves]
    return sum(share * rollout_mean(game, game.play(state, move), player) for move, share in chances)


def random_mean(game: Game, state: State, player: int, move: Move | None = None) -> float:
    """The same where both choose at once; with a move, where the player makes that one."""
    menus = [list(game.moves_for(state, seat)) for seat in (0, 1)]
    if move is not None:
        menus[player] = [move]
    means = [
        rollout_mean(game, game.play_joint(state, (one, other)), player)
        for one in menus[0]
        for other in menus[1]
    ]
    return sum(means) / len(means)


@pytest.mark.parametrize("player", [0, 1])
@pytest.mark.parametrize(
    "game",
    [find_game("matrix:2 -1 4; -1 1 -6"), find_game("goofspiel:cards=3,shuffled=off"), JointGraph(3, 3)],
    ids=lambda game: type(game).__name__,
)
def test_where_both_choose_each_move_has_its_mean_against_any_moves_of_the_other(
    game: Game, player: int
) -> None:
    state = game.initial()
    decision = MonteCarlo(simulations=6_000, seed=1, clear=0).decide(game, state, player=player)
    assert {each.move for each in decision.candidates} == set(game.moves_for(state, player))
    for each in decision.candidates:
        assert each.value == pytest.approx(random_mean(game, state, player, each.move), abs=0.2)
    assert decision.value == max(each.value or 0.0 for each in decision.candidates)


def test_where_both_choose_it_must_be_said_for_whom() -> None:
    game = find_game("tron")
    with pytest.raises(OutwitError, match="Say whose move is wanted here: player=0 or 1"):
        MonteCarlo(simulations=10).decide(game, game.initial())


@pytest.mark.parametrize(
    ("spelled", "simulations"),
    [
        ("tree:([1/2:1 1/2:0] 0.4)", 40),
        ("tree:([0.95:0 0.05:1] [0.97:2 0.03:-20] 1)", 90),
        ("nim:coins=9", 36),
        ("nim:coins=9", 300),
        ("tictactoe", 120),
    ],
)
@pytest.mark.parametrize(
    ("seeds", "least"), [(150, 0.915), pytest.param(500, 0.93, marks=pytest.mark.slow)], ids=["few", "many"]
)
def test_the_interval_of_a_move_holds_its_true_mean_ninety_five_times_in_a_hundred(
    spelled: str, simulations: int, seeds: int, least: float
) -> None:
    """But for two standard deviations of what is counted so often."""
    game = find_game(spelled)
    state = game.initial()
    means = {m: rollout_mean(game, game.play(state, m), game.turn(state)) for m in game.moves(state)}
    low, high = game.bounds(state, game.turn(state))
    held: Counter[Move] = Counter()
    for seed in range(seeds):
        decision = MonteCarlo(simulations=simulations, seed=seed).decide(game, state)
        for each in decision.candidates:
            assert each.value is not None
            assert each.interval is not None
            least, most = each.interval
            assert low <= least <= each.value <= most <= high
            held[each.move] += least - 1e-9 <= means[each.move] <= most + 1e-9
    assert min(held[move] for move in means) >= least * seeds


def test_at_pig_the_interval_holds_the_mean_of_very_many_rollouts() -> None:
    game = find_game("pig:goal=15")
    state = game.initial()
    many = compiled.MonteCarlo(simulations=1_000_000, seed=-1, clear=0).decide(game, state)
    means = {each.move: each.value or 0.0 for each in many.candidates}
    held: Counter[Move] = Counter()
    for seed in range(500):
        decision = compiled.MonteCarlo(simulations=100, seed=seed).decide(game, state)
        for each in decision.candidates:
            assert each.interval is not None
            held[each.move] += each.interval[0] <= means[each.move] <= each.interval[1]
    assert min(held[move] for move in means) >= 0.93 * 500


def test_few_rollouts_make_no_interval_and_a_row_of_wins_no_certainty() -> None:
    game = find_game("tree:([0.9:1 0.1:-1] -1)")
    for simulations in (3, 9, 30):
        decision = MonteCarlo(simulations=2 * simulations, seed=1, clear=0).decide(game, game.initial())
        for each in decision.candidates:
            assert each.visits == simulations
            assert (each.interval is None) == (simulations < 10)
    lost = decision.candidates[-1]
    assert lost.value == -1
    assert lost.interval is not None
    assert lost.interval[0] == -1
    assert lost.interval[1] > -0.9


def test_rollouts_may_pay_what_best_play_never_does() -> None:
    """`bounds` tell what a position is worth, and games at random end otherwise."""
    game = find_game("tests/sound_games.py:NimForExperts")
    state = game.initial()
    decision = MonteCarlo(simulations=400, seed=1, clear=0).decide(game, state)
    for each in decision.candidates:
        assert each.interval is not None
        assert each.interval[0] <= rollout_mean(game, game.play(state, each.move), 0) <= each.interval[1]


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
