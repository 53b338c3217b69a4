"""A recorded tree is the search: every node, value and window that went through, and nothing else."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import replace
from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from outwit import CHANCE, AlphaBeta, AndOr, Decision, Game, Limit, MaxN, Minimax, find_game
from outwit.search import Expectiminimax
from outwit.search.searcher import Searcher
from outwit.tree import Node, Tree
from outwit.tree.record import recorder
from outwit.tree.record.node import size_text

from ...search.generated import NoisyGraph, alpha_betas, chancy, seeds, written
from ...walk import Walk
from ..recorded import child, decided, is_visit, last_visits, one_pass, positions, reached, recorded, tree_of

TEXTBOOK = "tree:((3 12 8)(2 4 6)(14 5 2))"


def visited(tree: Tree) -> int:
    """How many visits a tree shows."""
    return sum(is_visit(node) for node in tree.root.walk())


def assert_counted(decision: Decision) -> None:
    """The tree has exactly the nodes that the search counted, and sizes add up."""
    tree = tree_of(decision)
    assert tree.root.size == visited(tree) + tree.root.unrecorded == decision.nodes
    for node in tree.root.walk():
        own = node.unrecorded - sum(below.unrecorded for below in node.children)
        assert own >= 0
        assert node.size == int(is_visit(node)) + own + sum(below.size for below in node.children)


# How many


@given(written(), alpha_betas())
def test_alpha_beta_with_any_switches_records_each_node_it_counts(text: str, agent: AlphaBeta) -> None:
    assert_counted(decided(f"tree:{text}", one_pass(agent)))


@given(seeds, alpha_betas(), st.integers(1, 5), st.booleans())
def test_transpositions_and_noisy_moves_are_counted_too(
    seed: int, agent: AlphaBeta, depth: int, quiescence: bool
) -> None:
    game = NoisyGraph(seed)
    agent = replace(one_pass(agent), quiescence=quiescence)
    assert_counted(agent.decide(game, game.initial(), Limit(depth=depth), tree=True))


@given(chancy(), st.booleans(), st.booleans())
def test_expectiminimax_records_each_node_it_counts_probes_included(
    text: str, star1: bool, star2: bool
) -> None:
    assert_counted(decided(f"tree:{text}", Expectiminimax(star1=star1, star2=star2)))


@given(written())
def test_minimax_and_maxn_visit_everything_and_cut_nothing(text: str) -> None:
    for agent in (Minimax(), MaxN.plain()):
        decision = decided(f"tree:{text}", agent)
        assert_counted(decision)
        assert all(node.visited and node.cut is None for node in tree_of(decision).root.walk())


def test_with_iterative_deepening_the_tree_is_that_of_the_last_pass() -> None:
    decision = decided("connect4", AlphaBeta(depth=4))
    assert 0 < tree_of(decision).root.size < decision.nodes


def test_a_root_searched_again_with_a_wider_window_says_so() -> None:
    plain = recorded("tree:((1 1)(9 9))", AlphaBeta.plain())
    again = recorded("tree:((1 1)(9 9))", AlphaBeta.plain(aspiration=True))
    assert plain.root.repeated == ""
    assert again.root.repeated == "again"
    assert again.root.value == plain.root.value == 9


@given(written(), alpha_betas(), st.integers(1, 40))
def test_recording_changes_nothing(text: str, agent: AlphaBeta, nodes: int) -> None:
    game = find_game(f"tree:{text}")
    for limit in (None, Limit(nodes=nodes)):
        off = agent.decide(game, game.initial(), limit)
        on = agent.decide(game, game.initial(), limit, tree=True)
        assert off.tree is None
        for name in ("move", "value", "nodes", "line", "candidates", "exact", "depth", "stats"):
            assert getattr(on, name) == getattr(off, name)


# The chosen line


def chosen_moves(tree: Tree) -> list[str]:
    """The moves of the nodes that are marked as chosen."""
    return [node.move for node in tree.root.walk() if node.chosen][1:]


@given(written(), alpha_betas())
def test_the_nodes_marked_as_chosen_are_the_line_that_is_expected(text: str, agent: AlphaBeta) -> None:
    decision = decided(f"tree:{text}", agent)
    moves = chosen_moves(tree_of(decision))
    if agent.table:
        assert moves == decision.described()[: len(moves)]
    else:
        assert moves == decision.described()


@given(seeds, alpha_betas(), st.integers(1, 5))
def test_standing_pat_ends_the_chosen_line(seed: int, agent: AlphaBeta, depth: int) -> None:
    game = NoisyGraph(seed)
    agent = replace(one_pass(agent), quiescence=True, table=False)
    decision = agent.decide(game, game.initial(), Limit(depth=depth), tree=True)
    assert chosen_moves(tree_of(decision)) == decision.described()


def test_the_chosen_line_ends_at_the_next_chance_event() -> None:
    decision = decided("tree:(0.4 [1/2:1 1/2:0])", Expectiminimax())
    assert chosen_moves(tree_of(decision)) == decision.described() == ["2"]


# What was left out


@pytest.mark.parametrize("options", [{}, {"fail": "hard"}, {"pvs": True}, {"table": True}])
def test_leaves_four_and_six_are_never_visited_and_the_reason_names_the_sibling(
    options: dict[str, object],
) -> None:
    root = recorded(TEXTBOOK, AlphaBeta.plain(**options)).root
    left_out = [node.label for node in root.walk() if not node.visited]
    assert left_out == ["4", "6"]
    cut = child(root, "2").cut
    assert cut is not None
    assert cut.kind == "beta"
    assert cut.by == ("1",)
    assert cut.sentence == "with 2 1, min holds this to at most 2; with 1, max already has 3"


@given(seeds, alpha_betas(), st.integers(1, 5), st.booleans())
def test_where_a_cut_was_made_children_are_exactly_the_legal_moves(
    seed: int, agent: AlphaBeta, depth: int, quiescence: bool
) -> None:
    game = NoisyGraph(seed)
    agent = replace(one_pass(agent), quiescence=quiescence)
    tree = tree_of(agent.decide(game, game.initial(), Limit(depth=depth), tree=True))
    for node, state, ply in positions(tree, game, game.initial()):
        branches = Counter(below.move for below in last_visits(node))
        assert all(times == 1 for times in branches.values())
        if node.cut and node.cut.kind == "beta":
            legal = [move for move in game.moves(state) if ply < depth or game.noisy(state, move)]
            assert set(branches) == {game.describe(state, move) for move in legal}
            assert any(not below.visited for below in node.children)
        else:
            assert all(below.visited for below in node.children)


@given(chancy(), st.booleans(), st.booleans())
def test_probabilities_add_up_whatever_was_cut(text: str, star1: bool, star2: bool) -> None:
    game = find_game(f"tree:{text}")
    tree = recorded(f"tree:{text}", Expectiminimax(star1=star1, star2=star2))
    for node, state, _ in positions(tree, game, game.initial()):
        if node.role != "chance":
            assert all(below.probability is None for below in node.children)
        elif is_visit(node):
            odds = {below.move: below.probability for below in last_visits(node)}
            assert all(below.probability is None for below in node.children if below.repeated == "probe")
            assert sum(p for p in odds.values() if p is not None) == pytest.approx(1)
            for outcome, probability in game.chances(state):
                assert odds.get(game.describe(state, outcome), 0) == probability


def test_a_move_that_a_probe_has_settled_is_shown_and_not_counted_twice() -> None:
    decision = decided("tree:(1 [1/2:(3 5) 1/2:(4 6)])", Expectiminimax(quick=False))
    assert_counted(decision)
    chance = child(tree_of(decision).root, "2")
    probes = [node.move for node in chance.children if node.repeated == "probe"]
    known = [(node.move, below.value) for node in last_visits(chance) for below in node.children[:1]]
    assert probes == ["1 1", "2 1"]
    assert known == [("1", 3), ("2", 4)]
    assert chance.value == 3.5


@given(chancy())
def test_a_probe_is_named_by_the_outcome_and_the_move(text: str) -> None:
    game = find_game(f"tree:{text}")
    tree = recorded(f"tree:{text}", Expectiminimax())
    for node, state, _ in positions(tree, game, game.initial()):
        for probe in node.children:
            if probe.repeated == "probe":
                outcome, move = (int(name) - 1 for name in probe.move.split())
                place = game.play(game.play(state, outcome), move)
                assert game.turn(state) == CHANCE
                assert probe.label in ("", game.text(place))


# A search that is stopped, and a tree too large


@given(written(), st.integers(1, 50))
def test_a_search_that_runs_out_of_nodes_still_has_a_tree(text: str, nodes: int) -> None:
    decision = decided(f"tree:{text}", AlphaBeta.plain(), Limit(nodes=nodes))
    assert decision.nodes <= nodes
    assert_counted(decision)
    root = tree_of(decision).root
    assert (root.value is None) == (decision.nodes == nodes and not decision.exact)


def test_the_tree_of_a_stopped_search_shows_what_was_under_way() -> None:
    decision = decided("connect4", AlphaBeta.plain(depth=5), Limit(nodes=50))
    tree = tree_of(decision)
    assert decision.nodes == 50
    assert_counted(decision)
    assert tree.root.value is None
    assert tree.root.children[0].move == "1"
    assert tree.text().startswith("max = ?")


@given(written(), alpha_betas(), st.integers(1, 30))
def test_what_is_too_much_to_record_is_counted_and_never_called_unvisited(
    text: str, agent: AlphaBeta, most: int
) -> None:
    with pytest.MonkeyPatch.context() as patch:
        agent = one_pass(agent)
        whole = recorded(f"tree:{text}", agent)
        patch.setattr(recorder, "MOST_RECORDED", most)
        decision = decided(f"tree:{text}", agent)
    tree = tree_of(decision)
    assert_counted(decision)
    assert visited(tree) <= most
    left_out = {path for path, node in paths(whole) if not node.visited}
    assert {path for path, node in paths(tree) if not node.visited} <= left_out
    assert tree.root.value == whole.root.value
    moves = chosen_moves(tree)
    assert moves == decision.described()[: len(moves)]


def paths(tree: Tree) -> list[tuple[tuple[str, ...], Node]]:
    """All nodes with the moves that lead to them."""
    found: list[tuple[tuple[str, ...], Node]] = []
    todo: list[tuple[tuple[str, ...], Node]] = [((), tree.root)]
    while todo:
        path, node = todo.pop()
        found.append((path, node))
        todo.extend(((*path, below.move), below) for below in node.children)
    return found


def test_branches_left_out_count_towards_what_is_recorded(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(recorder, "MOST_RECORDED", 1_000)
    decision = decided("connect4", AlphaBeta.plain(), Limit(depth=5))
    assert_counted(decision)
    nodes = list(tree_of(decision).root.walk())
    assert any(not node.visited for node in nodes)
    assert len(nodes) <= 1_000 + 7 * 5


class Ladder(Game):
    """States are small numbers, of which Python keeps one object each."""

    def initial(self) -> int:
        return 0

    def turn(self, state: int) -> int:
        return CHANCE if state == 1 else state % 2

    def moves(self, state: int) -> Iterator[int]:
        yield from range(3)

    def chances(self, state: int) -> Iterator[tuple[int, float]]:
        yield from ((0, 0.5), (1, 0.25), (2, 0.25))

    def play(self, state: int, move: int) -> int:
        return state + 1 if state < 2 else state + 1 + move

    def over(self, state: int) -> bool:
        return state > 5

    def payoff(self, state: int, player: int) -> float:
        return float(state - 7) if player == 0 else float(7 - state)

    def bounds(self, state: int, player: int) -> tuple[float, float]:
        return -1.0, 1.0


def test_moves_that_lead_to_the_very_same_object_are_told_apart() -> None:
    game = Ladder()
    agents: list[Searcher] = [Expectiminimax(star2=False), Expectiminimax(), MaxN()]
    for agent in agents:
        decision = agent.decide(game, game.initial(), tree=True)
        assert_counted(decision)
        for node, _, _ in positions(tree_of(decision), game, game.initial()):
            moves = [below.move for below in last_visits(node)]
            assert moves == sorted(set(moves))
            if node.role == "chance":
                assert [below.probability for below in last_visits(node)] == [0.5, 0.25, 0.25]


# In a sentence


def test_a_tree_is_summed_up_in_a_sentence(monkeypatch: pytest.MonkeyPatch) -> None:
    assert size_text(recorded(TEXTBOOK, AlphaBeta.plain())) == (
        "11 nodes visited, 1 cut and 2 branches left out."
    )
    monkeypatch.setattr(recorder, "MOST_RECORDED", 5)
    assert size_text(recorded(TEXTBOOK, Minimax())) == (
        "13 nodes visited, 0 cuts, 0 branches left out and 8 nodes too many to record."
    )


def test_nodes_compare_and_print_without_their_children() -> None:
    tree = recorded(TEXTBOOK, AlphaBeta.plain())
    for one, other in pairwise(tree.root.walk()):
        assert one != other
    assert "children" not in repr(tree.root)
    assert reached(tree.root, ("1", "1"))[0].value == 3


@pytest.mark.parametrize("blocked", [False, True])
def test_a_tree_that_breaks_off_says_how_deep_it_goes(blocked: bool) -> None:
    game = Walk(length=3_000, blocked=blocked)
    decision = AndOr().decide(game, game.initial(), tree=True)
    tree = decision.tree
    assert tree is not None
    assert (decision.value, decision.exact) == (-1.0 if blocked else 1.0, True)
    assert tree.root.value is None
    assert tree.deepest == sum(1 for _ in tree.root.walk()) - 1
    assert tree.deepest < 3_000
    assert size_text(tree).endswith(f"which is recorded to depth {tree.deepest}.")
