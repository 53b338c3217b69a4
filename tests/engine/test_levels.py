"""Levels of difficulty in the compiled search: the textbook's choices, the textbook's tree."""

from __future__ import annotations

from dataclasses import replace

import pytest

from outwit import AlphaBeta, Decision, Limit, OutwitError, Watch, find_agent, find_game
from outwit.engine.solver import Solver
from outwit.random import Generator
from outwit.random_positions import random_position
from outwit.search.levels import LEVELS

GAMES = ["tictactoe", "connect4", "connect4:width=5,height=4,graded=on", "wargame", "othello"]
WEAKER = (1, 2, 3, 4)


def facts(decision: Decision) -> tuple[object, ...]:
    return decision.move, decision.value, decision.exact, decision.nodes, decision.depth, decision.candidates


@pytest.mark.parametrize("spelled", GAMES)
@pytest.mark.parametrize("level", [1, 2, 3])
@pytest.mark.parametrize("quick", [True, False])
def test_a_weaker_level_is_the_textbooks_without_a_table(spelled: str, level: int, quick: bool) -> None:
    game = find_game(spelled)
    for seed in range(8):
        state = random_position(game, Generator(seed), 2 * seed)
        agent = AlphaBeta(level=level, seed=seed, table=False, killers=True, history=False, quick=quick)
        book = replace(agent, compiled=False)
        assert facts(agent.decide(game, state)) == facts(book.decide(game, state)), (agent, state)


@pytest.mark.parametrize("level", WEAKER)
def test_a_weaker_level_values_every_move_and_keeps_to_its_nodes(level: int) -> None:
    handicap = LEVELS[level]
    assert handicap is not None
    for spelled in ("connect4", "othello"):
        game = find_game(spelled)
        decision = AlphaBeta(level=level).decide(game, game.initial())
        assert decision.nodes <= handicap.nodes
        assert {candidate.bound for candidate in decision.candidates} == {"exact"}
        assert decision.line[0] == decision.move
        assert decision.value == decision.candidates[0].value
        assert AlphaBeta(level=level).decide(game, game.initial(), Limit(nodes=5)).nodes <= 5


@pytest.mark.slow
def test_a_weaker_level_looks_at_each_move_of_a_large_board() -> None:
    game = find_game("wargame:board=Keren")
    decision = AlphaBeta(level=1).decide(game, game.initial())
    assert (decision.depth, decision.nodes) == (1, 37)
    assert {candidate.bound for candidate in decision.candidates} == {"exact"}


def test_a_weaker_level_repeats_itself_with_a_seed() -> None:
    game = find_game("wargame")
    for level in WEAKER:
        first, again = (AlphaBeta(level=level, seed=6).decide(game, game.initial()) for _ in range(2))
        assert facts(first) == facts(again)


def test_a_weaker_level_searches_with_threads_and_is_stopped() -> None:
    game = find_game("connect4")
    decision = AlphaBeta(level=4, threads=2).decide(game, game.initial())
    assert {candidate.bound for candidate in decision.candidates} == {"exact"}
    stopped = AlphaBeta(level=4).decide(game, game.initial(), watch=Watch(stopped=True))
    assert (stopped.value, stopped.nodes) == (None, 0)


def test_a_win_that_only_the_bounds_know_of_is_searched_for_and_taken() -> None:
    game = find_game("connect4")
    for level in WEAKER:
        decision = AlphaBeta(level=level).decide(game, game.position("112233"))
        assert (decision.move, decision.value, decision.exact) == (3, 1.0, True)


def test_a_level_of_the_tree_recorded_is_the_textbooks() -> None:
    game = find_game("connect4")
    decision = AlphaBeta(level=2, seed=1).decide(game, game.initial(), tree=True)
    assert decision.tree is not None
    assert len(decision.tree.root.children) == 7


def test_the_solver_has_no_levels() -> None:
    with pytest.raises(OutwitError, match="The solver proves what is best"):
        find_agent("solver:level=2")
    with pytest.raises(OutwitError, match="The solver proves what is best"):
        Solver(level=5)
