"""Attitudes to risk and the spread of candidates, each held to its definition."""

from __future__ import annotations

import math
from typing import Literal

import pytest
from hypothesis import given
from hypothesis import strategies as st

from outwit import CHANCE, Game, Limit, OutwitError, find_game
from outwit.game import State
from outwit.random import Generator
from outwit.random_positions import random_position
from outwit.search import Expectiminimax, risk
from outwit.search.mcts import half
from tests.examples import examples

from .generated import DicedGraph, TightTree, chancy, seeds
from .reference import FAR, SLACK, expected, stopped

COIN = "tree:(0.4 [1/2:1 1/2:0])"
"""A sure 0.4, or a fair coin for 1 or 0."""

attitudes = st.builds(
    Expectiminimax,
    risk=st.sampled_from(["worst", "utility"]),
    aversion=st.sampled_from([0.01, 0.5, 1.0, 30.0]),
    star1=st.booleans(),
    star2=st.booleans(),
    quick=st.booleans(),
)


def judged(game: Game, state: State, agent: Expectiminimax, asking: int, unit: float, depth: int) -> float:
    """The value for player 0 under an attitude, by its definition; `asking` is whose risk it is."""
    if game.over(state):
        return game.payoff(state, 0)
    if game.turn(state) == CHANCE:
        lottery = [
            (judged(game, game.play(state, outcome), agent, asking, unit, depth), p)
            for outcome, p in game.chances(state)
            if p > 0
        ]
        own = [value if asking == 0 else -value for value, _ in lottery]
        if agent.risk == "worst":
            worth = min(own)
        else:
            a = agent.aversion / unit
            worth = -math.log(sum(p * math.exp(-a * v) for v, (_, p) in zip(own, lottery, strict=True))) / a
        return worth if asking == 0 else -worth
    if depth == 0:
        return stopped(game, state)
    values = [
        judged(game, game.play(state, move), agent, asking, unit, depth - 1) for move in game.moves(state)
    ]
    return max(values) if game.turn(state) == 0 else min(values)


def judged_rightly(agent: Expectiminimax, game: Game, state: State, depth: int) -> None:
    """The agent's value is that of the definition, and so is what it says of its move."""
    asking = 1 if game.turn(state) == 1 else 0
    unit = half(*game.bounds(state, 0))
    sign = -1 if asking else 1
    decision = agent.decide(game, state, Limit(depth=depth))
    truth = sign * judged(game, state, agent, asking, unit, depth)
    assert decision.value == pytest.approx(truth, abs=SLACK)
    if decision.move is not None:
        chosen = judged(game, game.play(state, decision.move), agent, asking, unit, depth - 1)
        assert sign * chosen == pytest.approx(truth, abs=SLACK)


@pytest.mark.parametrize(
    ("attitude", "choice", "value"),
    [
        (Expectiminimax(risk="mean"), "2", 0.5),
        (Expectiminimax(risk="worst"), "1", 0.4),
        (Expectiminimax(risk="utility", aversion=20), "1", 0.4),
        (Expectiminimax(risk="utility", aversion=0.001), "2", pytest.approx(0.5, abs=0.001)),
    ],
    ids=["mean", "worst", "very averse", "hardly averse"],
)
def test_a_sure_thing_against_a_coin_is_a_matter_of_attitude(
    attitude: Expectiminimax, choice: str, value: float
) -> None:
    game = find_game(COIN)
    decision = attitude.decide(game, game.initial())
    assert (decision.described(), decision.value) == ([choice], value)
    assert decision.exact
    spreads = {decision.named(candidate.move): candidate.spread for candidate in decision.candidates}
    assert spreads == {"1": None, "2": 0.5}


@pytest.mark.parametrize(("attitude", "choice"), [("mean", "1"), ("worst", "2"), ("utility", "2")])
def test_the_risk_is_that_of_whoever_decides(
    attitude: Literal["mean", "worst", "utility"], choice: str
) -> None:
    """To min a coin for 1 or 0 is on average better than a sure 0.6, and 1 is the worst of it."""
    game = find_game("tree:(([1/2:1 1/2:0] 0.6) 9)")
    state = game.play(game.initial(), next(iter(game.moves(game.initial()))))
    assert game.turn(state) == 1
    agent = Expectiminimax(risk=attitude, aversion=5)
    assert agent.decide(game, state).described() == [choice]


@given(attitudes, chancy(), st.integers(1, 5), st.booleans())
@examples(300)
def test_an_attitude_is_its_definition_on_any_tree(
    agent: Expectiminimax, text: str, depth: int, tight: bool
) -> None:
    game = TightTree(text) if tight else find_game(f"tree:{text}")
    judged_rightly(agent, game, game.initial(), depth)


@given(attitudes, seeds, st.integers(0, 3), st.integers(1, 5))
@examples(200)
def test_an_attitude_is_its_definition_on_graphs(
    agent: Expectiminimax, seed: int, plies: int, depth: int
) -> None:
    game = DicedGraph(seed)
    judged_rightly(agent, game, random_position(game, Generator(seed), plies), depth)


def test_without_aversion_the_utility_is_the_mean_and_with_all_of_it_the_worst() -> None:
    game = find_game("pig:goal=15")
    for seed in range(6):
        state = random_position(game, Generator(seed), 2 * seed)
        mean, worst, little, much = (
            agent.decide(game, state, Limit(depth=3)).value
            for agent in (
                Expectiminimax(),
                Expectiminimax(risk="worst"),
                Expectiminimax(risk="utility", aversion=1e-9),
                Expectiminimax(risk="utility", aversion=1e9),
            )
        )
        assert little == pytest.approx(mean, abs=1e-7)
        assert much == pytest.approx(worst, abs=1e-7)


def spread_of(game: Game, state: State, depth: int = FAR) -> float | None:
    """The standard deviation over the outcomes of a chance event, by its definition."""
    if game.over(state) or game.turn(state) != CHANCE:
        return None
    lottery = [(expected(game, game.play(state, o), depth), p) for o, p in game.chances(state)]
    mean = sum(p * value for value, p in lottery)
    return math.sqrt(sum(p * (value - mean) ** 2 for value, p in lottery))


@given(chancy(), st.integers(1, 5), st.booleans(), st.booleans())
@examples(300)
def test_a_spread_is_the_standard_deviation_over_the_next_event(
    text: str, depth: int, star2: bool, quick: bool
) -> None:
    game = find_game(f"tree:{text}")
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(risk, "FEW", 10**6)
        agent = Expectiminimax(star2=star2, quick=quick, depth=depth)
        decision = agent.decide(game, game.initial())
    for candidate in decision.candidates:
        after = game.play(game.initial(), candidate.move)
        assert candidate.spread == pytest.approx(spread_of(game, after, depth - 1), abs=1e-7)


def test_spreads_that_would_take_long_are_not_measured_and_cost_no_nodes() -> None:
    game = find_game("pig:goal=60")
    state = game.position("20 : 10, pot 5, player 1 to move")
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(risk, "FEW", 10**6)
        measured = Expectiminimax(depth=3).decide(game, state)
        patch.setattr(risk, "FEW", -(10**6))
        spared = Expectiminimax(depth=3).decide(game, state)
    assert measured.nodes == spared.nodes
    assert measured.stats == spared.stats
    assert {measured.named(c.move): c.spread is None for c in measured.candidates} == {
        "roll": False,
        "hold": True,
    }
    assert all(candidate.spread is None for candidate in spared.candidates)


def test_a_decision_cut_short_keeps_the_spreads_of_the_depth_before() -> None:
    game = find_game("pig:goal=60")
    decision = Expectiminimax().decide(game, game.initial(), Limit(nodes=5000))
    [roll] = decision.candidates
    measured = [
        spread_of(game, game.play(game.initial(), roll.move), depth) for depth in range(decision.depth)
    ]
    assert any(roll.spread == pytest.approx(spread, abs=1e-9) for spread in measured[1:])


def test_a_spread_is_in_the_json_where_there_is_one() -> None:
    game = find_game(COIN)
    candidates = Expectiminimax().decide(game, game.initial()).to_json()["candidates"]
    assert [each.get("spread", "none") for each in candidates] == [0.5, "none"]


@pytest.mark.parametrize("aversion", [0, -1, math.inf, math.nan])
def test_what_is_no_aversion_is_refused(aversion: float) -> None:
    with pytest.raises(OutwitError, match="is no aversion to risk; give a number above 0"):
        Expectiminimax(risk="utility", aversion=aversion)


def test_an_unknown_attitude_is_refused() -> None:
    with pytest.raises(OutwitError, match="takes 'mean', 'worst' or 'utility' for risk, not 'bold'"):
        Expectiminimax(risk="bold")  # type: ignore[arg-type]
