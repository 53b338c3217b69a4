"""Monte Carlo tree search finds what minimax and expectiminimax compute, given games enough."""

from __future__ import annotations

import pytest
from hypothesis import given

from outwit import Limit, Minimax, OutwitError, find_agent, find_game
from outwit.games.tree import WrittenTree
from outwit.random import Generator
from outwit.random_positions import random_position
from outwit.search import MCTS, Expectiminimax, MaxN
from tests.examples import examples
from tests.pasture import Field, Pasture

from .generated import chancy, written


@given(written(depth=4, branching=3))
@examples(60)
def test_a_small_tree_is_proved_and_worth_what_minimax_says(text: str) -> None:
    game = WrittenTree(text)
    decision = MCTS(simulations=5_000, seed=1).decide(game, game.initial())
    assert decision.exact
    assert decision.value == Minimax(quick=False).decide(game, game.initial()).value


@given(chancy(depth=3))
@examples(60)
def test_a_small_tree_with_chance_is_proved_too(text: str) -> None:
    game = WrittenTree(text)
    decision = MCTS(simulations=20_000, seed=1).decide(game, game.initial())
    value = Expectiminimax(quick=False).decide(game, game.initial()).value
    assert decision.exact
    assert decision.value == pytest.approx(value, abs=1e-9)


@pytest.mark.parametrize("text", ["(2 [1/2:(5 1) 1/2:(0 4)] 1)", "([0.1:9 0.9:0] [1/3:(3 1) 2/3:(1 2)])"])
def test_without_proofs_the_mean_comes_close_to_the_expected_value(text: str) -> None:
    game = WrittenTree(text)
    decision = MCTS(simulations=30_000, seed=1, solve=False).decide(game, game.initial())
    value = Expectiminimax().decide(game, game.initial()).value
    assert not decision.exact
    assert decision.value == pytest.approx(value, abs=0.1)


def test_each_of_three_players_plays_for_itself() -> None:
    game = find_game("tree:((<1,2,6> <4,3,2>)(<6,1,2> <7,4,1>))")
    decision = MCTS(simulations=200, seed=1).decide(game, game.initial())
    exact = MaxN().decide(game, game.initial())
    assert (decision.move, decision.value, decision.exact) == (exact.move, exact.value, True)
    assert decision.line == exact.line


@pytest.mark.parametrize(
    ("text", "proved"),
    [
        ("((<1,0,0> <0,0,1>)(<0.5,0.5,0> <0.5,0,0.5>))", {1: 0.5}),  # to player 1, the first two are the same
        ("((<1,0,0> <1,0,0>)(<0.5,0.5,0> <0.5,0,0.5>))", {0: 1.0}),
    ],
)
def test_nothing_is_proved_that_another_choice_among_equals_would_change(
    text: str, proved: dict[int, float]
) -> None:
    game = find_game(f"tree:{text}")
    decision = MCTS(simulations=300, seed=1).decide(game, game.initial())
    assert {each.move: each.value for each in decision.candidates if each.proved} == proved
    assert decision.exact == (0 in proved)


def outcomes(game: Pasture, state: Field) -> set[tuple[float, ...]]:
    """All that can come of a position if everybody plays the best for itself, whichever of equals it is."""
    if game.over(state):
        return {tuple(game.payoff(state, player) for player in range(3))}
    found = [outcomes(game, game.play(state, move)) for move in game.moves(state)]
    sure = max(min(each[state.turn] for each in one) for one in found)
    return {each for one in found for each in one if each[state.turn] >= sure}


def test_what_is_proved_among_three_holds_whatever_equals_are_chosen() -> None:
    game, random, seen = Pasture(size=3), Generator(4), 0
    for number in range(40):
        state = random_position(game, random, 1 + random.below(4))
        decision = MCTS(simulations=400, seed=number).decide(game, state)
        for each in decision.candidates:
            if each.proved:
                possible = outcomes(game, game.play(state, each.move))
                assert {one[state.turn] for one in possible} == {each.value}
                seen += 1
    assert seen > 40


def test_candidates_tell_their_visits_and_their_mean() -> None:
    game = find_game("connect4")
    decision = MCTS(simulations=700, seed=1).decide(game, game.initial())
    assert sum(c.visits or 0 for c in decision.candidates) == 700
    assert decision.candidates[0].move == decision.move
    assert all(-1 < (each.value or 0) < 1 for each in decision.candidates)
    assert decision.to_json()["candidates"][0]["visits"] == decision.candidates[0].visits


def test_no_interval_is_claimed_for_games_that_depend_on_each_other() -> None:
    """What is proved is said to be, and is true; of the rest it is said how often it was tried."""
    proofs = 0
    for coins in range(2, 12):
        game = find_game(f"nim:coins={coins}")
        for simulations in (3, 10, 40, 200):
            decision = MCTS(simulations=simulations, seed=coins).decide(game, game.initial())
            for each in decision.candidates:
                assert each.interval is None
                if each.proved:
                    proofs += 1
                    assert each.value == (1.0 if (coins - each.move) % 4 == 0 else -1.0)
    assert proofs > 20


def test_where_chance_is_to_act_the_value_alone_is_asked_for() -> None:
    game = find_game("tree:[1/2:3 1/2:1]")
    decision = MCTS(simulations=50, seed=1).decide(game, game.initial())
    assert (decision.move, decision.value, decision.exact) == (None, 2.0, True)


def test_the_same_seed_gives_the_same_answer_and_another_may_not() -> None:
    game = find_game("connect4")

    def visits(seed: int) -> list[int | None]:
        agent = MCTS(simulations=200, seed=seed)
        return [c.visits for c in agent.decide(game, game.initial()).candidates]

    assert visits(1) == visits(1) != visits(2)


def test_puct_looks_first_where_the_order_points() -> None:
    game = find_game("connect4")
    favoured = {
        select: MCTS(simulations=40, seed=1, select=select, cutoff=0).decide(game, game.initial())
        for select in ("uct", "puct")
    }
    tried = {select: sorted(c.visits or 0 for c in each.candidates) for select, each in favoured.items()}
    assert tried["puct"][-1] > tried["uct"][-1]


@pytest.mark.parametrize(
    ("spelled", "complaint"),
    [
        ("mcts:exploration=-1", "exploration=-1.0 must be"),
        ("mcts:cutoff=-2", "cutoff=-2 is no number of moves"),
        ("mcts:simulations=0", "simulations=0 is too small"),
        ("mcts:select=best", "select"),
    ],
)
def test_options_that_cannot_be_are_refused(spelled: str, complaint: str) -> None:
    with pytest.raises(OutwitError, match=complaint):
        find_agent(spelled)


def test_without_any_limit_it_thinks_for_two_seconds() -> None:
    assert MCTS.default_limit == Limit(seconds=2)
    assert not MCTS().limit()


def test_hidden_games_are_refused_by_name() -> None:
    game = find_game("tests/sound_games.py:Poker")
    with pytest.raises(OutwitError, match="mcts cannot play Poker"):
        MCTS().decide(game, game.initial())


@pytest.mark.parametrize("seed", range(5))
def test_in_a_lost_position_it_plays_where_the_opponent_may_still_err(seed: int) -> None:
    """Three in a row with both ends free: either end must be taken, though the other one loses too."""
    game = find_game("connect4")
    state = game.position("33445")
    decision = MCTS(simulations=600, seed=seed).decide(game, state)
    assert (decision.value, decision.exact) == (-1, True)
    assert decision.described()[0] in ("2", "6")
    assert decision.stats["simulations"] == 600
    assert all(candidate.value == -1 for candidate in decision.candidates)
