"""The values, bounds and windows in a recorded tree are true of the positions they stand at."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from outwit import AlphaBeta, Game, Limit, MaxN, find_game
from outwit.game import State
from outwit.search import Expectiminimax
from outwit.tree import Node, Tree

from ...search.generated import DicedGraph, Graph, NoisyGraph, alpha_betas, chancy, seeds, written
from ...search.reference import expected, minimax, quiescent
from ..recorded import child, last_visits, one_pass, positions, recorded, tree_of

TEXTBOOK = "tree:((3 12 8)(2 4 6)(14 5 2))"


def assert_true(
    tree: Tree, game: Game, depth: int, worth: Callable[[Game, State, int], float] = minimax
) -> None:
    """Each value is the true one of its position, or a true bound of it."""
    for node, state, ply in positions(tree, game, game.initial()):
        if not node.visited:
            assert node.value is None
            continue
        assert isinstance(node.value, float)
        true = worth(game, state, depth - ply)
        if node.bound == "exact":
            assert node.value == pytest.approx(true)
        elif node.bound == "at most":
            assert true <= node.value + 1e-9
        else:
            assert true >= node.value - 1e-9


@given(written(), alpha_betas())
def test_each_value_of_alpha_beta_is_true_of_its_position(text: str, agent: AlphaBeta) -> None:
    game = find_game(f"tree:{text}")
    assert_true(tree_of(one_pass(agent).decide(game, game.initial(), tree=True)), game, depth=99)


@given(seeds, alpha_betas(), st.integers(1, 5))
def test_each_value_of_a_search_to_some_depth_is_true_of_its_position(
    seed: int, agent: AlphaBeta, depth: int
) -> None:
    game = Graph(seed)
    agent = one_pass(agent)
    assert_true(tree_of(agent.decide(game, game.initial(), Limit(depth=depth), tree=True)), game, depth)


@given(chancy(), st.booleans(), st.booleans())
def test_each_value_of_expectiminimax_is_true_of_its_position(text: str, star1: bool, star2: bool) -> None:
    game = find_game(f"tree:{text}")
    agent = Expectiminimax(star1=star1, star2=star2)
    assert_true(tree_of(agent.decide(game, game.initial(), tree=True)), game, 99, expected)


@given(seeds, st.booleans(), st.integers(1, 4))
def test_each_value_of_expectiminimax_to_some_depth_is_true_of_its_position(
    seed: int, star2: bool, depth: int
) -> None:
    game = DicedGraph(seed)
    decision = Expectiminimax(star2=star2).decide(game, game.initial(), Limit(depth=depth), tree=True)
    assert_true(tree_of(decision), game, depth, expected)


@given(seeds, alpha_betas(), st.integers(1, 4))
def test_each_value_of_a_search_through_noisy_moves_is_true_of_its_position(
    seed: int, agent: AlphaBeta, depth: int
) -> None:
    game = NoisyGraph(seed)
    agent = replace(one_pass(agent), quiescence=True)
    decision = agent.decide(game, game.initial(), Limit(depth=depth), tree=True)
    assert_true(without_standing_pat(tree_of(decision)), game, depth, quiescent)


def without_standing_pat(tree: Tree) -> Tree:
    """The tree, but for estimates outside the window: without noisy moves tried, they may be but bounds."""
    for node in tree.root.walk():
        node.children = [below for below in node.children if within(below)]
    return tree


def within(node: Node) -> bool:
    """Does a node's value lie within its window, or is it known to be a bound?"""
    if not node.estimated or node.bound != "exact":
        return True
    assert node.entry is not None
    assert isinstance(node.value, float)
    return node.entry[0] < node.value < node.entry[1]


def test_standing_pat_gives_a_bound_only() -> None:
    game = NoisyGraph(4)
    decision = AlphaBeta.plain(quiescence=True).decide(game, game.initial(), Limit(depth=3), tree=True)
    bounds = [node for node in tree_of(decision).root.walk() if node.estimated and node.bound != "exact"]
    assert bounds
    assert "(estimate)" in tree_of(decision).text()
    plain = AlphaBeta.plain().decide(game, game.initial(), Limit(depth=3), tree=True)
    assert all(node.bound == "exact" for node in tree_of(plain).root.walk() if node.estimated)


@given(written(), alpha_betas())
def test_a_node_takes_the_best_of_its_children_where_nothing_was_cut(text: str, agent: AlphaBeta) -> None:
    agent = replace(one_pass(agent), fail="soft")
    for node in recorded(f"tree:{text}", agent).root.walk():
        if node.children and node.cut is None:
            best = max if node.role == "max" else min
            assert node.value == best(below.value for below in last_visits(node))  # type: ignore[type-var]


def test_a_node_that_was_searched_whole_has_its_value_even_outside_the_window() -> None:
    root = recorded(TEXTBOOK, AlphaBeta.plain()).root
    assert (child(root, "2").value, child(root, "2").bound) == (2, "at most")
    assert (child(root, "3").value, child(root, "3").bound) == (2, "exact")


def test_fail_hard_records_the_bounds_that_it_returns() -> None:
    root = recorded(TEXTBOOK, AlphaBeta.plain(fail="hard")).root
    for move in ("2", "3"):
        assert (child(root, move).value, child(root, move).bound) == (3, "at most")


def test_three_players_have_a_value_each_and_are_called_by_their_names() -> None:
    root = recorded("tree:((<1,2,6> <4,3,2>)(<6,1,2> <7,4,1>))", MaxN()).root
    assert root.value == (7, 4, 1)
    assert (root.role, root.player) == ("player 1", 0)
    assert (child(root, "1").role, child(root, "1").player) == ("player 2", 1)
    assert (child(root, "1", "2").role, child(root, "1", "2").player) == ("end", None)


def test_where_max_n_cuts_a_value_is_a_bound_to_whoever_asks() -> None:
    tree = "tree:((<0,0,0> <-1,-1,2>)(<-1,2,-1> <-2,3,-1>)(<2,-1,-1> <-1,2,-1>))"
    root = recorded(tree, MaxN(quick=False)).root
    assert (root.value, root.bound) == ((0, 0, 0), "exact")
    assert (child(root, "2").value, child(root, "2").bound) == ((-1, 2, -1), "at most")
    assert (child(root, "3").value, child(root, "3").bound) == ((-1, 2, -1), "exact")
    assert not child(root, "2", "2").visited


def test_a_single_player_is_max() -> None:
    root = recorded("tree:(<1> [1/2:<5> 1/2:<0>])", Expectiminimax()).root
    assert (root.role, root.value) == ("max", 2.5)


def test_where_the_search_stops_it_estimates() -> None:
    tree = recorded("connect4", AlphaBeta.plain(), Limit(depth=2))
    leaves = [node for node in tree.root.walk() if node.visited and not node.children]
    assert leaves
    assert all(node.estimated and node.role in ("max", "min") for node in leaves)


# Windows


@given(written(), alpha_betas())
def test_windows_nest_and_only_narrow(text: str, agent: AlphaBeta) -> None:
    for node in recorded(f"tree:{text}", agent).root.walk():
        if not node.visited:
            assert node.entry is node.exit is None
            continue
        assert node.entry is not None
        low, high = node.entry
        if node.exit is not None:
            assert node.exit[0] >= low
            assert node.exit[1] <= high
        for below in node.children:
            if below.entry is not None:
                assert low <= below.entry[0] <= below.entry[1] <= high


def test_a_test_with_an_empty_window_is_recorded_before_the_search_that_follows_it() -> None:
    root = recorded("tree:((3 12)(5 4))", AlphaBeta.plain(pvs=True)).root
    first, test, again = root.children
    assert [first.move, test.move, again.move] == ["1", "2", "2"]
    assert (test.repeated, again.repeated) == ("", "again")
    assert test.entry is not None
    assert test.entry[0] == pytest.approx(test.entry[1])
    assert again.entry == (3, float("inf"))
