"""Every cut has a reason, and the reason holds."""

from __future__ import annotations

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from outwit import AlphaBeta, Limit
from outwit.search import Expectiminimax
from outwit.tree import Cut, Node, Tree

from ...search.generated import NoisyGraph, TightTree, alpha_betas, chancy, seeds, written
from ..recorded import child, reached, recorded, tree_of


def cuts(tree: Tree) -> list[tuple[Node, Cut]]:
    """The nodes at which the search left something out, and why."""
    return [(node, node.cut) for node in tree.root.walk() if node.cut and node.cut.kind != "table"]


def cut_at(root: Node, *moves: str) -> Cut:
    """The cut at a node, which must have one."""
    cut = child(root, *moves).cut
    assert cut is not None
    return cut


def assert_justified(tree: Tree, node: Node, cut: Cut) -> None:
    """What the branch named is worth to its player is no less than what the node cut would give."""
    assert cut.by, cut.sentence
    assert f"with {' '.join(cut.by)}" in cut.sentence
    owners = reached(tree.root, cut.by[:-1])
    named = [below for below in reached(tree.root, cut.by) if below.visited and below.value is not None]
    assert owners, cut
    assert named, cut
    if "the question was only" in cut.sentence:
        return
    for below in named:
        assert isinstance(node.value, float)
        assert isinstance(below.value, float)
    worth = [below.value for below in named]
    if node.role == "max":
        assert any(value <= node.value for value in worth)  # type: ignore[operator]
    else:
        assert any(value >= node.value for value in worth)  # type: ignore[operator]


@given(written(), alpha_betas())
def test_every_cut_names_a_branch_that_justifies_it(text: str, agent: AlphaBeta) -> None:
    agent = replace(agent, aspiration=False)
    tree = recorded(f"tree:{text}", agent)
    for node, cut in cuts(tree):
        assert cut.kind == "beta"
        assert_justified(tree, node, cut)


@given(seeds, alpha_betas(), st.integers(1, 5))
def test_every_cut_names_a_branch_where_turns_do_not_alternate_and_positions_recur(
    seed: int, agent: AlphaBeta, depth: int
) -> None:
    game = NoisyGraph(seed)
    agent = replace(agent, aspiration=False, quiescence=False)
    tree = tree_of(agent.decide(game, game.initial(), Limit(depth=depth), tree=True))
    for node, cut in cuts(tree):
        assert_justified(tree, node, cut)


@given(seeds, alpha_betas(), st.integers(1, 4))
def test_with_noisy_moves_a_cut_names_a_branch_or_a_node_that_stands_pat(
    seed: int, agent: AlphaBeta, depth: int
) -> None:
    game = NoisyGraph(seed)
    agent = replace(agent, aspiration=False, quiescence=True)
    tree = tree_of(agent.decide(game, game.initial(), Limit(depth=depth), tree=True))
    for _, cut in cuts(tree):
        assert cut.by
        assert any(node.visited for node in reached(tree.root, cut.by))


@given(chancy(), st.booleans())
def test_every_cut_below_and_at_chance_is_explained(text: str, star2: bool) -> None:
    tree = recorded(f"tree:{text}", Expectiminimax(star2=star2))
    for node, cut in cuts(tree):
        assert cut.kind == "beta" if node.role in ("max", "min") else cut.kind in ("chance", "probe")
        assert cut.sentence
        assert bool(cut.by) != cut.sentence.endswith("is possible"), cut
        if cut.by:
            assert any(below.visited for below in reached(tree.root, cut.by)), cut


@given(written(), alpha_betas())
def test_a_cut_by_a_narrow_first_window_is_explained_too(text: str, agent: AlphaBeta) -> None:
    tree = recorded(f"tree:{text}", replace(agent, aspiration=True))
    for _, cut in cuts(tree):
        assert cut.sentence
        if not cut.by:
            assert "asked for" in cut.sentence or "the question was only" in cut.sentence


def test_a_deep_cut_names_the_branch_at_the_root_and_not_the_one_above() -> None:
    root = recorded("tree:(5 (((1 9)) 8))", AlphaBeta.plain()).root
    cut = cut_at(root, "2")
    assert cut.by == ("1",)
    deep = recorded("tree:(5 (((4 7) 9) 8))", AlphaBeta.plain()).root
    assert cut_at(deep, "2", "1", "1").by == ("1",)
    assert cut_at(deep, "2", "1", "1").sentence == (
        "with 2 1 1 1, min holds this to at most 4; with 1, max already has 5"
    )


def test_a_bound_that_equals_alpha_is_not_taken_for_what_a_player_has() -> None:
    root = recorded("tree:(3 ((3 (3 9)) 7))", AlphaBeta.plain()).root
    for _, cut in cuts(Tree(root)):
        assert cut.by == ("1",)


def test_a_cut_in_a_mere_test_says_what_the_question_was() -> None:
    root = recorded("tree:((3 12)((5 4)(7 8)))", AlphaBeta.plain(pvs=True)).root
    test = root.children[1]
    assert cut_at(test, "1") == Cut(
        "beta",
        ("1",),
        "with 2 1 1, max gets at least 5; "
        "the question was only whether 2 is worth more than the 3 that max already has with 1",
    )
    again = root.children[2]
    assert cut_at(again, "2") == Cut(
        "beta", ("2", "1"), "with 2 2 1, max gets at least 7; with 2 1, min already has 5"
    )


def test_a_cut_at_a_chance_node_gives_the_average_and_the_branch_that_is_better() -> None:
    text = "tree:(3 [1/2:(1 5 2) 1/2:(4 2 2)])"
    searched = cut_at(recorded(text, Expectiminimax(star2=False, quick=False)).root, "2")
    assert searched == Cut(
        "chance", ("1",), "by the outcomes searched, the average is at most 3; with 1, max already has 3"
    )
    probed = cut_at(recorded(text, Expectiminimax(quick=False)).root, "2")
    assert probed == Cut(
        "probe", ("1",), "by the moves probed, the average is at most 3; with 1, max already has 3"
    )


def test_a_chance_node_that_cannot_be_good_enough_is_cut_without_a_single_visit() -> None:
    game = TightTree("(5 [1/2:(1 2) 1/2:(4 3)])")
    tree = tree_of(Expectiminimax(quick=False).decide(game, game.initial(), tree=True))
    assert cut_at(tree.root, "2") == Cut(
        "probe", ("1",), "by the payoffs still possible, the average is at most 3; with 1, max already has 5"
    )
    assert [node.visited for node in child(tree.root, "2").children] == [False, False]


def test_a_cut_below_a_chance_node_says_what_the_average_needs() -> None:
    root = recorded("tree:(3 [1/2:(1 5) 1/2:(-9 2)])", Expectiminimax(star2=False)).root
    assert cut_at(root, "2", "2") == Cut(
        "beta",
        ("1",),
        "with 2 2 1, min holds this to at most -9; "
        "only a value above 5 could bring the average above the 3 that max already has with 1",
    )


def test_a_cut_because_nothing_better_is_possible_names_no_branch() -> None:
    root = recorded("tree:[1/2:(7 3) 1/2:(2 1)]", Expectiminimax(star2=False, quick=False)).root
    assert cut_at(root, "1") == Cut("beta", (), "with 1 1, max gets at least 7; no more than 7 is possible")


def test_a_probe_can_be_what_makes_a_cut() -> None:
    found = [
        cut
        for text in ("tree:(0 [1/2:(4 (5 6)(9 9)) 1/2:(3 (9 7)(1 2))] 5 -5)", "tree:(0 [1:(4 (5 6))] 9 -9)")
        for _, cut in cuts(recorded(text, Expectiminimax()))
        if any(" " in name for name in cut.by)
    ]
    assert found
    assert all("already has" in cut.sentence for cut in found)


def test_a_position_known_from_the_table_says_so() -> None:
    tree = recorded("tictactoe", AlphaBeta.plain(table=True), Limit(depth=4))
    known = [node.cut for node in tree.root.walk() if node.cut and node.cut.kind == "table"]
    assert known
    assert {cut.sentence for cut in known} == {"known: this position was searched to this depth before"}


@pytest.mark.parametrize("fail", ["soft", "hard"])
def test_the_value_named_is_the_one_that_was_found(fail: str) -> None:
    root = recorded("tree:((3 12)(2 4))", AlphaBeta.plain(fail=fail)).root
    assert "at most 2;" in cut_at(root, "2").sentence


def test_where_only_the_worst_counts_no_cut_speaks_of_averages() -> None:
    agent = Expectiminimax(risk="worst")
    beaten = recorded("tree:(0.4 [1/3:0 1/3:1 1/3:1])", agent)
    assert cut_at(beaten.root, "2") == Cut(
        "chance", ("1",), "by the outcomes searched, the worst is at most 0; with 1, max already has 0.4"
    )
    settled = recorded("tree:([1/2:1 1/2:((2 3)(4 5))] 0)", agent)
    assert [cut.sentence.partition("; ")[2] for _, cut in cuts(settled)] == [
        "another outcome at 1 is no better than 1 already"
    ] * 2
