"""A search and what it left out make up the whole tree."""

from __future__ import annotations

from hypothesis import given

from outwit import AlphaBeta, Minimax
from outwit.search import Expectiminimax
from outwit.tree import Node
from outwit.tree.record.full_tree import complete_tree

from ...search.generated import chancy, written
from ..recorded import recorded


@given(written())
def test_every_node_is_there_once_visited_or_not(text: str) -> None:
    searched, full = (recorded(f"tree:{text}", agent) for agent in (AlphaBeta.plain(), Minimax()))
    whole = list(complete_tree(searched, full).root.walk())
    assert len(whole) == full.root.size
    assert sum(node.visited for node in whole) == searched.root.size
    assert sorted(node.label for node in whole) == sorted(node.label for node in full.root.walk())


@given(chancy())
def test_what_star1_leaves_out_is_there_too(text: str) -> None:
    star1, full = (
        recorded(f"tree:{text}", Expectiminimax(star1=star1, star2=False)) for star1 in (True, False)
    )
    assert possible(complete_tree(star1, full).root) == possible(full.root)


def possible(root: Node) -> int:
    """How many nodes can be reached at all: an outcome without any probability is none."""
    return 1 + sum(possible(node) for node in root.children if node.probability != 0)


def test_the_searched_tree_is_left_alone() -> None:
    searched, full = (recorded("tree:((3 5)(2 (9 4)))", agent) for agent in (AlphaBeta.plain(), Minimax()))
    before = searched.text()
    complete_tree(searched, full)
    assert searched.text() == before


def test_a_leaf_that_was_left_out_tells_what_it_is_worth() -> None:
    searched, full = (recorded("connect4", agent) for agent in (AlphaBeta.plain(depth=2), Minimax(depth=2)))
    left_out = [node for node in complete_tree(searched, full).root.walk() if not node.visited]
    assert left_out
    assert all(node.label for node in left_out)
