"""What montecarlo, mcts and smmcts share: a limit is a limit, however long a rollout is."""

from __future__ import annotations

from dataclasses import replace
from threading import Timer
from time import perf_counter
from typing import Any

import pytest

from outwit import Decision, Game, Limit, Memory, find_game, search, specs
from outwit.decision import Watch
from outwit.engine.mcts import MCTS
from outwit.engine.montecarlo import MonteCarlo
from outwit.engine.runners.mcts import CompiledTree
from outwit.engine.runners.montecarlo import CompiledRounds
from outwit.engine.runners.smmcts import CompiledSmmcts
from outwit.engine.smmcts import SMMCTS
from outwit.errors import BadOptionError
from outwit.game import CHANCE, State, actors
from outwit.random import Generator
from outwit.random_positions import random_position
from outwit.search.sampler import Arm, Sampler, rank_arms

GAMES = [
    "tests/wide_games.py:Wide:width=4,length=10000",
    "tests/wide_games.py:Wide:width=300",
    "connect4",
    "pig:goal=20",
    "tests/wide_games.py:WideAtOnce:width=20,length=40",
    *(
        pytest.param(spelled, marks=pytest.mark.slow)
        for spelled in (
            "tests/wide_games.py:Lottery:width=50,length=20",
            "tests/wide_games.py:Three:length=30",
            "tests/wide_games.py:WideAtOnce:width=300,length=4",
            "nim:coins=7",
        )
    ),
]
"""With rollouts of 10,000 moves and of 3, wide and narrow, with chance, for three, and chosen at once."""

AGENTS: list[Any] = [
    MonteCarlo(seed=1),
    MCTS(seed=1),
    MCTS(seed=1, select="puct", solve=False, cutoff=0),
    MCTS(seed=1, threads=3),
    SMMCTS(seed=1),
    SMMCTS(seed=1, select="duct", cutoff=0),
]


def named(agent: Sampler) -> str:
    return specs.spell(agent, agent.name)


def compiles(agent: Sampler, game: Game) -> None:
    """Fail unless the compiled search is really the one that runs."""
    kinds = {MCTS: CompiledTree, MonteCarlo: CompiledRounds, SMMCTS: CompiledSmmcts}
    begun = agent.begin_for(0, game, game.initial(), Limit(nodes=1), Watch(), 0)
    assert isinstance(begun, kinds[type(agent)])


def legal(game: Game, state: State, decision: Decision) -> bool:
    return decision.move in list(game.moves_for(state, actors(game, state)[0]))


@pytest.mark.parametrize("spelled", GAMES)
@pytest.mark.parametrize("agent", AGENTS, ids=named)
def test_a_limit_of_nodes_is_never_overrun(agent: Any, spelled: str) -> None:
    game, random = find_game(spelled), Generator(3)
    if agent.objection(game):
        pytest.skip(f"{agent.name} does not play it")
    compiles(agent, game)
    for limit in (1, 2, 3, 7, 40, *(1 + random.below(1 << bits) for bits in range(6, 17))):
        state = random_position(game, random, random.below(4))
        while game.turn(state) == CHANCE:
            state = game.play(state, random.weighted(list(game.chances(state))))
        player = actors(game, state)[0]
        decision = agent.decide(game, state, Limit(nodes=limit), player=player)
        assert 1 <= decision.nodes <= limit
        assert legal(game, state, decision)
        if limit < 3_000 and agent.threads == 1:
            textbook = agent.without_compiler().decide(game, state, Limit(nodes=limit), player=player)
            assert replace(textbook, seconds=0, agent="") == replace(decision, seconds=0, agent="")


def test_a_lost_position_is_played_on_within_the_limit_of_nodes() -> None:
    game = find_game("connect4")
    state = game.position("33445")
    for limit in (400, 900, 2_000, 20_000):
        for agent in (MCTS(seed=1), MCTS(seed=1, threads=2), search.MCTS(seed=1)):
            decision = agent.decide(game, state, Limit(nodes=limit))
            assert decision.nodes <= limit
    assert decision.exact
    assert decision.nodes > 10_000, "what is left of the limit is used"


def test_what_is_kept_of_an_earlier_tree_was_not_visited_in_this_decision() -> None:
    game = find_game("connect4")
    for agent in (MCTS(seed=1), search.MCTS(seed=1)):
        state, history, memory = game.initial(), list[State](), Memory()
        for _ in range(4):
            decision = agent.decide(game, state, Limit(nodes=4_000), history, memory=memory)
            assert 3_900 < decision.nodes <= 4_000
            history.append(state)
            state = game.play(state, decision.move)
    assert sum(c.visits or 0 for c in decision.candidates) > decision.stats["simulations"], "a tree was kept"


@pytest.mark.slow
@pytest.mark.parametrize("solve", [True, False])
def test_a_tree_without_anything_new_still_uses_up_its_nodes(solve: bool) -> None:
    game = find_game("nim:coins=2")
    ours = MCTS(seed=1, solve=solve).decide(game, game.initial(), Limit(nodes=500))
    theirs = search.MCTS(seed=1, solve=solve).decide(game, game.initial(), Limit(nodes=500))
    assert ours.candidates == theirs.candidates
    assert ours.nodes == theirs.nodes
    assert ours.nodes <= 500


def test_a_limit_too_small_for_one_simulation_says_nothing_of_values() -> None:
    game = find_game("tests/wide_games.py:Wide:length=10000")
    for agent in (MonteCarlo(), MCTS(), MCTS(threads=3), SMMCTS(), search.MonteCarlo(), search.MCTS()):
        decision = agent.decide(game, game.initial(), Limit(nodes=5_000))
        assert decision.value is None
        assert decision.stats["simulations"] == 0
        assert all(candidate.visits is None for candidate in decision.candidates)
        assert legal(game, game.initial(), decision)


SLOW = "tests/wide_games.py:Wide:width=20000,length=1000000000"
"""A rollout is given up after 10,000 moves, each one of 20,000: that takes seconds, compiled or not."""

LONG = "tests/wide_games.py:Wide:width=4,length=1000000000"
"""Where a rollout is given up after 10,000 moves, which takes an interpreter longer than a short limit."""


@pytest.mark.parametrize(
    "agent", [search.MonteCarlo(seed=1), search.MCTS(seed=1), search.SMMCTS(seed=1)], ids=named
)
def test_the_clock_ends_a_rollout_that_is_under_way(agent: Sampler) -> None:
    game, decision, late = find_game(LONG), None, []
    for _ in range(5):
        started = perf_counter()
        decision = agent.decide(game, game.initial(), Limit(seconds=0.001))
        late.append(perf_counter() - started - 0.001)
        assert decision.stats["simulations"] == 0
    assert min(late) < 0.008


@pytest.mark.parametrize("compiled", [True, False])
@pytest.mark.parametrize("agent", [MonteCarlo(), MCTS(), MCTS(threads=3), SMMCTS()], ids=named)
def test_whoever_stops_it_waits_for_no_rollout(agent: Any, compiled: bool) -> None:
    game, watch = find_game(SLOW), Watch()
    agent = replace(agent, compiled=compiled)
    agent.decide(game, game.initial(), Limit(nodes=1))
    asked: list[float] = []

    def stop() -> None:
        asked.append(perf_counter())
        watch.stop()

    Timer(0.05, stop).start()
    decision = agent.decide(game, game.initial(), Limit(seconds=600), watch=watch)
    assert perf_counter() - asked[0] < 30  # a rollout would take minutes
    assert decision.stats["simulations"] == 0
    assert legal(game, game.initial(), decision)


@pytest.mark.parametrize("agent", [MonteCarlo(seed=1), search.MCTS(seed=1)], ids=repr)
@pytest.mark.parametrize(
    ("game", "able"),
    [("nim", "alphabeta"), ("pig", "expectiminimax"), ("tests/wide_games.py:Three", "maxn")],
)
def test_a_depth_is_refused_and_not_left_unheard(agent: Sampler, game: str, able: str) -> None:
    rules = find_game(game)
    with pytest.raises(BadOptionError, match=rf"^{agent.name} plays games to their ends .* or ask {able}\.$"):
        agent.decide(rules, rules.initial(), Limit(depth=2))


def test_moves_all_of_which_are_proved_are_ranked_by_what_they_are_worth() -> None:
    arms = [Arm(1, visits=9, proved=-1.0), Arm(2, visits=3, proved=0.0), Arm(3, visits=5, proved=0.5)]
    assert [arm.move for arm in rank_arms(arms, arms[2])] == [3, 2, 1]
    arms[0] = Arm(1, visits=9, total=1.0)
    assert [arm.move for arm in rank_arms(arms, arms[2])] == [3, 1, 2]
