"""The engine equals the textbook's searches on random states of every rule set of tactics."""

from __future__ import annotations

from itertools import product

import pytest

from outwit import AlphaBeta, Expectiminimax, Game, find_game, search
from outwit.game import CHANCE, State
from outwit.random import Generator

RULES, SCENARIOS = ("smp", "emp", "empv"), ("duel", "2v2")
QUICK = {("emp", "duel")}
"""To compile a rule set with a scenario takes ten seconds and more."""

SEARCHED = [
    *((rules, scenario, 6) for rules, scenario in product(RULES, SCENARIOS) if (rules, scenario) in QUICK),
    *(
        pytest.param(rules, scenario, 250, marks=pytest.mark.slow)
        for rules, scenario in product(RULES, SCENARIOS)
    ),
]
"""Which states are searched both ways, and how many."""


def random_position(game: Game, random: Generator) -> State:
    """A state from random play, somebody to act."""
    while True:
        state = game.initial()
        for _ in range(random.below(60)):
            if game.over(state):
                break
            if game.turn(state) == CHANCE:
                state = game.play(state, random.weighted(list(game.chances(state))))
            else:
                state = game.play(state, random.choice(list(game.moves(state))))
        if not game.over(state) and game.turn(state) != CHANCE:
            return state


@pytest.mark.parametrize(("rules", "scenario", "states"), SEARCHED)
def test_the_engine_equals_the_textbook_on_random_states(rules: str, scenario: str, states: int) -> None:
    random = Generator(6)
    game = find_game(f"tactics:scenario={scenario},rules={rules}")
    for number in range(states):
        state = random_position(game, random)
        depth = 1 + number % 3
        assert (Expectiminimax if game.stochastic else AlphaBeta).program(game)
        if game.stochastic:
            ours = Expectiminimax(depth=depth, strict=True, mb=1).decide(game, state)
            theirs = search.Expectiminimax(depth=depth).decide(game, state)
        else:
            ours = AlphaBeta(depth=depth, strict=True, mb=1).decide(game, state)
            theirs = search.AlphaBeta(depth=depth, quiescence=False).decide(game, state)
        assert ours.value == pytest.approx(theirs.value, abs=1e-9), (game, state)
        assert ours.depth == theirs.depth
