"""A Monte Carlo tree search recorded: every number is what its games, played once more, add up to."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from hypothesis import given
from hypothesis import strategies as st

from outwit import Decision, Game, Limit, Memory, find_game
from outwit.decision import Watch
from outwit.engine import mcts as compiled
from outwit.game import CHANCE, State
from outwit.random import Generator
from outwit.random_positions import random_position
from outwit.search import MCTS, MonteCarlo, simulation_log
from outwit.search.mcts import MctsSearch
from outwit.search.rollout import payoffs
from outwit.tree import Node, Tree
from outwit.tree.record.mcts_trace import Growth, Replay
from outwit.tree.record.node import Key, size_text
from tests.examples import examples

from .generated import chancy, written

GAMES = ["tictactoe", "connect4:width=5,height=4", "pig:goal=20", "tree:((<1,2,6> <4,3,2>)(<6,1,2> <7,4,1>))"]


def decided(agent: MCTS, game: Game, state: State = None, **more: object) -> Decision:
    return agent.decide(game, game.initial() if state is None else state, tree=True, **more)  # type: ignore[arg-type]


def grown(decision: Decision) -> tuple[Tree, Growth]:
    assert decision.tree is not None
    assert decision.tree.growth is not None
    return decision.tree, decision.tree.growth


def keyed(root: Node) -> Iterator[tuple[Key, Node]]:
    """Every node, with the way to it."""
    todo: list[tuple[Key, Node]] = [((), root)]
    while todo:
        key, node = todo.pop()
        yield key, node
        todo += [((*key, number), child) for number, child in enumerate(node.children)]


def check(decision: Decision) -> None:
    """Played once more, the games choose what they chose, and end with the numbers of the tree."""
    tree, growth = grown(decision)
    replay = Replay(tree.root, growth)
    for simulation in growth.simulations:
        for depth, number in enumerate(simulation.path):
            key = simulation.path[:depth]
            *_, node = replay.nodes(key)
            if node.player is not None:
                moves = replay.below(key)
                assert growth.rule.choose(replay.tally(key), moves, node.player) is moves[number]
        replay.take(simulation)
    for key, node in keyed(tree.root):
        tally = replay.tally(key)
        assert (node.visits, node.visited) == (tally.visits, tally.visits > 0)
        assert node.proved == (tally.proved is not None)
        assert node.value == replay.value(key)
    assert decision.stats["simulations"] == growth.games + growth.further


def options(select: str, solve: bool, cutoff: int | None, seed: int) -> MCTS:
    return MCTS(simulations=80, seed=seed, select=select, solve=solve, cutoff=cutoff)  # type: ignore[arg-type]


agents = st.builds(
    options,
    st.sampled_from(["uct", "puct"]),
    st.booleans(),
    st.sampled_from([None, 0, 2]),
    st.integers(0, 99),
)


@given(written() | chancy(), agents)
@examples(60)
def test_the_games_add_up_to_the_tree(text: str, agent: MCTS) -> None:
    check(decided(agent, find_game(f"tree:{text}")))


@pytest.mark.parametrize("spelled", GAMES)
def test_the_games_add_up_in_games_that_people_play(spelled: str) -> None:
    game = find_game(spelled)
    for select in ("uct", "puct"):
        check(decided(options(select, True, None, 3), game))


@pytest.mark.parametrize("spelled", GAMES)
def test_recording_changes_nothing(spelled: str) -> None:
    game = find_game(spelled)
    for agent in (MCTS(simulations=150, seed=2), MCTS(simulations=150, seed=2, select="puct", cutoff=1)):
        plain, recorded = agent.decide(game, game.initial()), decided(agent, game)
        assert plain.tree is None
        assert (plain.move, plain.value, plain.line) == (recorded.move, recorded.value, recorded.line)
        assert (plain.candidates, plain.stats) == (recorded.candidates, recorded.stats)
        assert (plain.nodes, plain.depth, plain.exact) == (recorded.nodes, recorded.depth, recorded.exact)


def test_in_a_lost_position_the_games_played_on_are_counted_beside_the_tree() -> None:
    game = find_game("connect4")
    state = game.position("33445")
    agent = MCTS(simulations=600, seed=1)
    plain, recorded = agent.decide(game, state), decided(agent, game, state)
    check(recorded)
    tree, growth = grown(recorded)
    assert tree.root.proved
    assert growth.games + growth.further == 600
    assert growth.further > 0
    assert (plain.move, plain.value, plain.candidates) == (recorded.move, recorded.value, recorded.candidates)
    assert [c.move for c in tree.root.children if c.chosen] == recorded.described()[:1]


def test_the_compiled_agent_is_recorded_by_the_textbook_with_the_same_answer() -> None:
    game = find_game("connect4:width=5,height=4")
    ours = decided(compiled.MCTS(simulations=200, seed=4), game)
    theirs = decided(MCTS(simulations=200, seed=4), game)
    assert grown(ours)[1] == grown(theirs)[1]
    assert ours.candidates == compiled.MCTS(simulations=200, seed=4).decide(game, game.initial()).candidates


def test_what_the_root_says_is_what_the_decision_says() -> None:
    game = find_game("tictactoe")
    decision = decided(MCTS(simulations=120, seed=1), game)
    tree, _ = grown(decision)
    by_move = {child.move: child for child in tree.root.children}
    for each in decision.candidates:
        node = by_move[decision.named(each.move)]
        assert (node.visits, node.value) == (each.visits, each.value)
    chosen, node = list[str](), tree.root
    while (following := next((child for child in node.children if child.chosen), None)) is not None:
        chosen.append(following.move)
        node = following
    assert chosen == decision.described()


def test_means_are_player_0s_whoever_moves() -> None:
    game = find_game("connect4")
    state = game.play(game.initial(), 3)
    decision = decided(MCTS(simulations=70, seed=1), game, state)
    tree, _ = grown(decision)
    assert tree.root.role == "min"
    best = next(child for child in tree.root.children if child.chosen)
    assert isinstance(best.value, float)
    assert decision.value == -best.value


def test_every_ending_is_called_what_it_was() -> None:
    game = find_game("tree:((3 12 8)(2 4 6)(14 5 2))")
    for agent, expected in (
        (MCTS(simulations=9, seed=1), {"rollout", "end"}),
        (MCTS(simulations=9, seed=1, cutoff=0), {"estimated", "end"}),
        (MCTS(simulations=60, seed=1, solve=False), {"rollout", "end", "proved"}),
    ):
        assert {each.ending for each in grown(decided(agent, game))[1].simulations} == expected
    small = find_game("connect4:width=4,height=4")
    settled = decided(MCTS(simulations=30, seed=1), small, before_bounds(small))
    assert "bounds" in {each.ending for each in grown(settled)[1].simulations}


def before_bounds(game: Game) -> State:
    """A position one move before one whose worth the game's own bounds tell."""
    random = Generator(1)
    while True:
        state = random_position(game, random, random.below(12))
        if game.over(state) or game.turn(state) == CHANCE:
            continue
        low, high = game.bounds(state, 0)
        following = [game.play(state, move) for move in game.moves(state)]
        settled = [s for s in following if not game.over(s) and game.bounds(s, 0)[0] >= game.bounds(s, 0)[1]]
        if low < high and settled:
            return state


def test_a_path_that_ends_the_game_pays_what_the_end_pays() -> None:
    game = find_game("tree:((3 12 8)(2 4 6)(14 5 2))")
    for simulation in grown(decided(MCTS(simulations=9, seed=1), game))[1].simulations:
        state = game.initial()
        for number in simulation.path:
            state = game.play(state, list(game.moves(state))[number])
        assert game.over(state) == (simulation.ending == "end")
        if game.over(state):
            assert simulation.values == payoffs(game, state)


def test_what_was_made_and_never_visited_is_there_and_nothing_is_cut() -> None:
    tree, _ = grown(decided(MCTS(simulations=12, seed=1), find_game("connect4")))
    left = [node for node in tree.root.walk() if not node.visited]
    assert left
    assert all(node.visits == 0 and node.size == 0 and node.value is None for node in left)
    assert all(node.cut is None for node in tree.root.walk())
    assert tree.root.size == sum(node.visited for node in tree.root.walk())


def test_chance_has_its_probabilities_and_puct_its_priors() -> None:
    chance, _ = grown(decided(MCTS(simulations=20, seed=1), find_game("tree:[1/6:(200 3) 5/6:-50]")))
    assert [child.probability for child in chance.root.children] == [1 / 6, 5 / 6]
    favoured, _ = grown(decided(MCTS(simulations=20, seed=1, select="puct"), find_game("connect4")))
    assert sum(child.prior or 0.0 for child in favoured.root.children) == pytest.approx(1)
    alike, _ = grown(decided(MCTS(simulations=20, seed=1), find_game("connect4")))
    assert {child.prior for child in alike.root.children} == {None}


def test_a_recorded_search_begins_with_a_tree_of_its_own_and_leaves_none() -> None:
    game, agent = find_game("connect4"), MCTS(simulations=500, seed=1)
    start = game.initial()
    memory = Memory()
    agent.decide(game, start, memory=memory)
    history, state = [start], game.play(start, 3)
    history, state = [*history, state], game.play(state, 3)
    recorded = decided(agent, game, state, history=history, memory=memory)
    check(recorded)
    kept = agent.decide(game, state, history=history, memory=memory)
    assert sum(each.visits or 0 for each in kept.candidates) > 500


def test_games_and_positions_beyond_what_is_written_down_are_counted(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(simulation_log, "MOST_LOGGED", 10)
    monkeypatch.setattr(simulation_log, "MOST_RECORDED", 20)
    decision = decided(MCTS(simulations=60, seed=1), find_game("connect4"))
    tree, growth = grown(decision)
    assert (len(growth.simulations), growth.untold, growth.games) == (10, 50, 60)
    nodes = list(tree.root.walk())
    assert len(nodes) <= 20
    assert tree.root.size == 61 == sum(node.visited for node in nodes) + tree.root.unrecorded


def test_a_tree_is_summed_up_by_its_games() -> None:
    tree, _ = grown(decided(MCTS(simulations=8, seed=1), find_game("tree:((3 12 8)(2 4 6)(14 5 2))")))
    proved = sum(node.proved for node in tree.root.walk())
    assert size_text(tree) == f"8 games, 13 positions in the tree, 9 of them visited and {proved} proved."


def test_a_search_of_no_games_has_a_root() -> None:
    stopped = Watch()
    stopped.stop()
    tree, growth = grown(decided(MCTS(seed=1), find_game("connect4"), watch=stopped))
    assert (tree.root.visits, tree.root.children, growth.games) == (0, [], 0)


def test_flat_monte_carlo_has_no_tree() -> None:
    game = find_game("nim")
    assert MonteCarlo(simulations=5, seed=1).decide(game, game.initial(), Limit(), tree=True).tree is None


def test_a_sampling_that_is_not_recorded_writes_nothing_down() -> None:
    game = find_game("nim")
    sampling = MCTS(simulations=5, seed=1).new_search(game, game.initial(), Limit(simulations=5), Watch(), 1)
    assert isinstance(sampling, MctsSearch)
    sampling.run()
    assert sampling.recorded_tree() is None
