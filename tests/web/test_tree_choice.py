"""What the tree lab offers: each algorithm with its switches, and the spec of what was chosen."""

from __future__ import annotations

import pytest

from outwit import agent_spec, find_agent, find_game
from outwit.play.recorded import recordable
from outwit.web.pages.tree.choice import (
    ALGORITHMS,
    Choice,
    algorithms_for,
    book_switches,
    exhaustive,
    measure_of,
    switches_of,
    usual,
    with_seed,
)
from outwit.web.pages.tree.reference import without_cuts


@pytest.mark.parametrize("algorithm", ALGORITHMS)
def test_every_algorithm_is_found_again_by_its_spelling(algorithm: str) -> None:
    choice = Choice(algorithm, 7, book_switches(algorithm), seed=3)
    found = Choice.of(find_agent(choice.agent))
    assert found is not None
    assert (found.algorithm, found.amount, set(found.switches)) == (algorithm, 7, set(choice.switches))
    assert recordable(find_agent(choice.agent), find_game("nim"))


def test_monte_carlo_tree_search_is_measured_in_games_and_has_a_seed() -> None:
    assert Choice("mcts", 50, ("solve",)).agent == "mcts:simulations=50,seed=1"
    assert (
        Choice("mcts:select=puct", None, (), 4, 0.5).agent
        == "mcts:seed=4,select=puct,exploration=0.5,solve=off"
    )
    assert Choice.of(find_agent("mcts:simulations=9,exploration=2")) == Choice("mcts", 9, ("solve",), 1, 2.0)
    assert {measure_of(each) for each in ALGORITHMS if "mcts" not in each} == {"depth", "nodes"}


def test_a_search_for_a_plan_is_measured_in_nodes() -> None:
    assert measure_of("andor") == "nodes"
    assert Choice("andor", 50, ("cache",)).agent == "andor:nodes=50,cyclic=off,order=off"
    assert list(switches_of("andor")) == ["cache", "cyclic", "order"]
    assert usual(find_game("vacuum:sight=none")).algorithm == "andor"
    assert "andor" in algorithms_for(find_game("vacuum"))
    assert "andor" not in algorithms_for(find_game("nim"))


def test_a_depth_is_no_number_of_games() -> None:
    deep = Choice("alphabeta:plain", 4)
    assert deep.instead("minimax").amount == 4
    assert deep.instead("mcts").amount is None
    assert Choice("mcts", 50, seed=8).instead("mcts:select=puct") == Choice(
        "mcts:select=puct", 50, ("solve",), seed=8
    )


def test_its_switches_are_those_that_change_a_recorded_search() -> None:
    assert list(switches_of("mcts")) == ["solve"]


@pytest.mark.parametrize(
    ("asked", "seeded"), [("mcts", "mcts:seed=1"), ("mcts:seed=5", "mcts:seed=5"), ("minimax", "minimax")]
)
def test_who_draws_without_a_seed_gets_one_and_others_none(asked: str, seeded: str) -> None:
    assert with_seed(recordable(find_agent(asked), find_game("nim"))) == find_agent(seeded)


@pytest.mark.parametrize("game", ["connect4", "pig", "tree:(<1,2,6> <4,3,2>)"])
def test_it_is_offered_for_every_game_but_never_shown_first_or_compared_with(game: str) -> None:
    rules = find_game(game)
    assert {"mcts", "mcts:select=puct"} <= set(algorithms_for(rules))
    assert not usual(rules).draws
    assert "mcts" not in (exhaustive(rules) or "")


@pytest.mark.parametrize(
    ("searched", "reference"),
    [
        ("maxn:quick=off", "maxn:plain,order=on,compiled=off"),
        ("maxn:plain", None),
        ("paranoid", "paranoid:star1=off,star2=off,compiled=off"),
        ("bestreply", "bestreply:star1=off,star2=off,compiled=off"),
        ("paranoid:star1=off,star2=off", None),
    ],
)
def test_a_search_for_many_is_compared_with_what_has_the_same_value(
    searched: str, reference: str | None
) -> None:
    found = without_cuts(find_game("tree:((<1,2,6> <4,3,2>)(<6,1,2> <7,4,1>))"), find_agent(searched), 2)
    assert (found and agent_spec(found[0])) == reference
