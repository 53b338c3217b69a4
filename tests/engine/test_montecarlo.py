"""Compiled flat Monte Carlo is the textbook's, draw for draw."""

from __future__ import annotations

import pytest

from outwit import find_game, search
from outwit.engine.montecarlo import MonteCarlo
from outwit.random import Generator
from outwit.random_positions import random_position

from .test_mcts import GAMES, facts


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
        assert facts(ours) == facts(theirs), (options, state)
