"""Minimax is the definition of the value; here it is held against known trees and games."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from outwit import Limit, Minimax, find_game
from outwit.random import Generator
from outwit.random_positions import random_position

from .generated import Graph, LoopingGraph, seeds, written
from .reference import (
    assert_candidates_complete,
    ending,
    followed,
    for_mover,
    minimax,
    stopped,
    true_of,
)


def test_tic_tac_toe_is_a_draw_after_549946_nodes() -> None:
    game = find_game("tictactoe")
    decision = Minimax().decide(game, game.initial())
    assert decision.value == 0
    assert decision.nodes == 549_946
    assert decision.exact
    assert decision.depth == 9


@pytest.mark.parametrize(
    ("tree", "value", "line"),
    [
        ("((3 12 8)(2 4 6)(14 5 2))", 3, ["1", "1"]),
        ("(((-1 4)(2 6))((-3 -5)(0 7)))", 4, ["1", "1", "2"]),
        ("(1 2 3)", 3, ["3"]),
        ("((1 2 3))", 1, ["1", "1"]),
        ("(-0.5 -1/3 -20%)", -0.2, ["3"]),
    ],
)
def test_the_trees_of_textbooks_have_the_values_of_textbooks(
    tree: str, value: float, line: list[str]
) -> None:
    game = find_game(f"tree:{tree}")
    decision = Minimax().decide(game, game.initial())
    assert decision.value == value
    assert decision.described() == line
    assert decision.exact
    assert decision.nodes == len(game.nodes)  # type: ignore[attr-defined]


@given(written(), st.integers(1, 6))
def test_minimax_on_any_tree_is_the_reference(text: str, depth: int) -> None:
    game = find_game(f"tree:{text}")
    state = game.initial()
    decision = Minimax().decide(game, state, Limit(depth=depth))
    assert decision.value == minimax(game, state, depth)
    assert_candidates_complete(decision, game, state)
    for candidate in decision.candidates:
        assert candidate.bound == "exact"
        assert true_of(candidate, minimax(game, game.play(state, candidate.move), depth - 1))
    end = followed(game, state, decision.line)
    assert decision.value == (game.payoff(end, 0) if game.over(end) else stopped(game, end))


@given(seeds, st.integers(0, 4), st.integers(1, 6), st.booleans())
def test_minimax_on_any_graph_is_the_reference(seed: int, plies: int, depth: int, looping: bool) -> None:
    game = LoopingGraph(seed) if looping else Graph(seed)
    state = random_position(game, Generator(seed), plies)
    decision = Minimax().decide(game, state, Limit(depth=depth))
    assert decision.value == for_mover(game, state, minimax(game, state, depth))
    end = followed(game, state, decision.line)
    worth = game.payoff(end, 0) if game.over(end) else stopped(game, end)
    assert decision.value == for_mover(game, state, worth)
    assert game.over(end) or len(decision.line) == depth


@given(written())
def test_the_line_is_the_quickest_win_or_the_slowest_loss(text: str) -> None:
    game = find_game(f"tree:{text}")
    decision = Minimax().decide(game, game.initial())
    value, plies = ending(game, game.initial())
    assert decision.value == value
    assert value == 0 or len(decision.line) == plies


def test_without_quick_all_wins_are_the_same_and_the_first_is_taken() -> None:
    game = find_game("tree:(((2)) 2 1)")
    assert Minimax(quick=False).decide(game, game.initial()).described() == ["1", "1", "1"]
    assert Minimax().decide(game, game.initial()).described() == ["2"]
