"""Compiled flat Monte Carlo is the textbook's, draw for draw."""

from __future__ import annotations

import pytest

from outwit import Game, Limit, find_game, search
from outwit.decision import Watch
from outwit.engine.montecarlo import MonteCarlo
from outwit.engine.runners.montecarlo import CompiledRounds
from outwit.random import Generator
from outwit.random_positions import random_position
from tests.joint_games import JointGraph, LoopingJointGraph, SelfishGraph
from tests.search.test_smmcts import asked

from .facts import sampled_facts
from .test_mcts import GAMES


@pytest.mark.parametrize("spelled", GAMES)
def test_the_same_seed_plays_the_very_same_games(spelled: str) -> None:
    game = find_game(spelled)
    assert MonteCarlo.program(game)
    random = Generator(7)
    for number in range(12):
        state = random_position(game, random, random.below(10))
        options = {
            "simulations": 1 + random.below(600),
            "seed": number,
            "rollout": ("random", "order", "best")[random.below(3)],
            "cutoff": (None, 0, 3)[random.below(3)],
            "clear": (0.0, 1.5, 4.0)[random.below(3)],
        }
        ours = MonteCarlo(**options).decide(game, state)  # type: ignore[arg-type]
        theirs = search.MonteCarlo(**options).decide(game, state)  # type: ignore[arg-type]
        assert sampled_facts(ours) == sampled_facts(theirs), (options, state)


@pytest.mark.parametrize(
    "game",
    [
        find_game("tron:width=7,height=6"),
        find_game("goofspiel:cards=4"),
        JointGraph(3),
        *(pytest.param(game, marks=pytest.mark.slow) for game in (SelfishGraph(5), LoopingJointGraph(4))),
    ],
    ids=lambda game: type(game).__name__,
)
def test_where_both_choose_the_same_seed_plays_the_very_same_games(game: Game) -> None:
    random = Generator(7)
    for number in range(20):
        state = random_position(game, random, random.below(6))
        player = asked(game, state)
        options = {
            "simulations": 1 + random.below(400),
            "seed": number,
            "rollout": ("random", "order", "best")[random.below(3)],
            "cutoff": (None, 0, 3)[random.below(3)],
            "clear": (0.0, 1.5, 4.0)[random.below(3)],
        }
        agent = MonteCarlo(**options)  # type: ignore[arg-type]
        begun = agent.new_search(game, state, Limit(nodes=1), Watch(), 1, player)
        assert isinstance(begun, CompiledRounds), "it is compiled"
        ours = agent.decide(game, state, player=player)
        theirs = search.MonteCarlo(**options).decide(game, state, player=player)  # type: ignore[arg-type]
        assert sampled_facts(ours) == sampled_facts(theirs), (options, state)
