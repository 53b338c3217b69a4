"""A tree that grew by games, gone through again, has at every step the numbers that it had then."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from outwit.search import MCTS
from outwit.tree import Tree
from outwit.tree.record.mcts_trace import Growth, Replay
from outwit.tree.record.node import Key
from outwit.tree.render.fold import fold_tree
from outwit.tree.replay.mcts_steps import Begin, Descent, Down, End, Rest, Up

from ...search.generated import chancy, written
from ..recorded import recorded

ALL = 10**6


def grown(game: str, agent: MCTS) -> tuple[Tree, Growth]:
    tree = recorded(game, agent)
    assert tree.growth is not None
    return tree, tree.growth


def gone_through(tree: Tree, growth: Growth, most: int = ALL) -> Descent:
    return Descent.of(fold_tree(tree.root, ALL, ALL), growth, most)


agents = st.builds(
    lambda select, solve, seed: MCTS(simulations=40, select=select, solve=solve, seed=seed),
    st.sampled_from(["uct", "puct"]),
    st.booleans(),
    st.integers(0, 20),
)


@given(written() | chancy(), agents)
def test_every_number_at_every_step_is_what_the_games_so_far_add_up_to(text: str, agent: MCTS) -> None:
    tree, growth = grown(f"tree:{text}", agent)
    descent, replay = gone_through(tree, growth), Replay(tree.root, growth)
    played = 0
    for number, step in enumerate(descent.steps):
        if isinstance(step, Up):
            replay.take(step.simulation)
            played += 1
        for key, counts in descent.counts.items():
            now = [count for count in counts if count.step <= number]
            if now:
                tally = replay.tally(key)
                assert (now[-1].visits, now[-1].value) == (tally.visits, replay.value(key))
                assert now[-1].proved == (tally.proved is not None)
            else:
                assert replay.tally(key).visits == 0
    assert played == growth.games


@given(written() | chancy(), agents)
def test_each_game_goes_down_and_comes_back_on_the_same_way(text: str, agent: MCTS) -> None:
    tree, growth = grown(f"tree:{text}", agent)
    descent = gone_through(tree, growth)
    assert isinstance(descent.steps[0], Begin)
    assert isinstance(descent.steps[-1], End)
    pairs = zip(descent.steps[1:-1:2], descent.steps[2:-1:2], strict=True)
    for number, (down, up) in enumerate(pairs):
        assert isinstance(down, Down)
        assert isinstance(up, Up)
        assert down.simulation is up.simulation is growth.simulations[number]
        assert down.number == up.number == number + 1
        assert descent.places[2 * number + 1] == down.simulation.path
        assert [choice.taken for choice in down.choices] == list(down.nodes[1:])


@given(written(), agents)
def test_the_way_of_a_game_is_open_and_nothing_else_is(text: str, agent: MCTS) -> None:
    tree, growth = grown(f"tree:{text}", agent)
    descent = gone_through(tree, growth)
    for number, step in enumerate(descent.steps):
        standing = {
            key: [count.phase for count in counts if count.step <= number][-1:]
            for key, counts in descent.counts.items()
        }
        way = set[Key]()
        if isinstance(step, Down | Up):
            way = {step.simulation.path[:depth] for depth in range(len(step.nodes))}
        assert {key for key, phase in standing.items() if phase == ["open"]} == way


def test_the_score_of_a_move_is_what_the_rule_of_the_search_computes() -> None:
    tree, growth = grown("tictactoe", MCTS(simulations=60, seed=1))
    replay, told = Replay(tree.root, growth), 0
    for step in gone_through(tree, growth).steps:
        if isinstance(step, Down):
            for depth, choice in enumerate(step.choices):
                if choice.why == "most":
                    key = step.simulation.path[:depth]
                    above, moves = replay.tally(key), replay.below(key)
                    player = choice.above.player
                    assert player is not None
                    scores = [growth.rule.ucb_score(above, move, player) for move in moves]
                    assert choice.exploration_term == scores[step.simulation.path[depth]].exploration_term
                    assert sum(scores[step.simulation.path[depth]]) == max(map(sum, scores))
                    told += 1
        elif isinstance(step, Up):
            replay.take(step.simulation)
    assert told > 50


def test_what_is_folded_passes_at_the_nearest_node_that_is_shown() -> None:
    tree, growth = grown("connect4", MCTS(simulations=80, seed=1))
    top = fold_tree(tree.root, 12, 3)
    descent = Descent.of(top, growth)
    shown = {each.key for each in top.walk()}
    assert len(descent.steps) == 2 * 80 + 2
    assert set(descent.places) <= shown
    assert set(descent.counts) <= shown
    for step, place in zip(descent.steps, descent.places, strict=True):
        if isinstance(step, Down | Up):
            assert step.simulation.path[: len(place)] == place


@pytest.mark.parametrize("untold", [0, 7])
def test_games_beyond_those_told_pass_in_one_step_and_all_ends_as_recorded(untold: int) -> None:
    tree, growth = grown("connect4", MCTS(simulations=50, seed=1))
    short = Growth(growth.rule, growth.rollout, growth.cutoff, growth.simulations[: 50 - untold], untold)
    descent = gone_through(tree, short, most=20)
    assert len(descent.steps) == 1 + 2 * 20 + 1 + 1
    assert descent.steps[-2] == Rest(30)
    for key, counts in descent.counts.items():
        *_, node = Replay(tree.root, growth).nodes(key)
        assert (counts[-1].visits, counts[-1].value, counts[-1].phase) == (node.visits, node.value, "done")
