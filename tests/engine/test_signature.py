"""One node count signs every compiled search: whatever changes the tree that a search visits changes it.

A change that means to do so states its new counts here; any other has broken something. The games have an
order and none, quiet and noisy positions, dice and none.
"""

from __future__ import annotations

from itertools import count, islice

import pytest

from outwit import MCTS, SMMCTS, AlphaBeta, Expectiminimax, Limit, MonteCarlo, Solver, find_game
from outwit.engine.compiled_agent import Compilable
from outwit.game import CHANCE, Game, State, actors
from outwit.random import Generator
from outwit.random_positions import random_step


def played(game: Game, plies: int, seed: int) -> State:
    """Where some plies of random play lead, and whatever chance does then."""
    random, state, ply = Generator(seed), game.initial(), 0
    while not game.over(state) and (ply < plies or game.turn(state) == CHANCE):
        state = random_step(game, state, random)
        ply += 1
    return state


def positions(game: Game, plies: int) -> list[State]:
    """Three positions from random play, always the same, in which a player is to act."""
    states = (played(game, plies, seed) for seed in count())
    return list(islice((state for state in states if not game.over(state)), 3))


@pytest.mark.parametrize(
    ("agent", "spec", "plies", "limit", "nodes"),
    [
        (AlphaBeta(killers=False, history=True), "connect4", 6, Limit(depth=9), 49334),
        (AlphaBeta(killers=False, history=True), "othello", 10, Limit(depth=6), 7342),
        (AlphaBeta(killers=False, history=False), "wargame", 6, Limit(depth=4), 16585),
        (Solver(), "connect4", 18, Limit(), 23590),
        (Solver(), "othello", 50, Limit(), 7956),
        (Expectiminimax(), "pig:goal=40", 10, Limit(depth=6), 42810),
        (Expectiminimax(), "backgammon", 10, Limit(depth=2), 57474),
        (MCTS(seed=3), "connect4", 6, Limit(simulations=2000), 106124),
        (MCTS(seed=3), "othello", 10, Limit(simulations=1000), 151451),
        (MCTS(seed=3), "pig:goal=40", 10, Limit(simulations=2000), 276982),
        (MonteCarlo(seed=3), "connect4", 6, Limit(simulations=1000), 52779),
        (MonteCarlo(seed=3), "othello", 10, Limit(simulations=1000), 139844),
        (MonteCarlo(seed=3), "pig:goal=40", 10, Limit(simulations=1000), 137677),
        (MonteCarlo(seed=3), "tron", 6, Limit(simulations=1000), 46226),
        (SMMCTS(seed=3), "tron", 6, Limit(simulations=1000), 53906),
        (SMMCTS(seed=3, select="duct"), "tron", 6, Limit(simulations=1000), 53893),
        (SMMCTS(seed=3, select="exp3"), "tron", 6, Limit(simulations=1000), 49047),
    ],
    ids=lambda value: getattr(value, "name", None) or (value if isinstance(value, str) else ""),
)
def test_every_compiled_search_visits_the_nodes_it_always_has(
    agent: Compilable, spec: str, plies: int, limit: Limit, nodes: int
) -> None:
    game = find_game(spec)
    assert agent.compiled
    assert type(agent).program(game)
    asked = ((state, actors(game, state)[0]) for state in positions(game, plies))
    assert sum(agent.decide(game, state, limit, player=player).nodes for state, player in asked) == nodes
