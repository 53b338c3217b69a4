"""A folded tree shows as much as was asked for, and counts the rest."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from outwit import AlphaBeta, Limit
from outwit.tree import Tree
from outwit.tree.record import recorder
from outwit.tree.render.fold import Shown, fold_tree

from ...search.generated import written
from ..recorded import chain, is_visit, recorded


def shown_nodes(top: Shown) -> list[Shown]:
    """All nodes that are shown."""
    found, todo = [], [top]
    while todo:
        shown = todo.pop()
        found.append(shown)
        todo.extend(shown.children)
    return found


@given(written(), st.integers(1, 60), st.integers(1, 6), st.integers(1, 60))
def test_never_more_than_asked_for_and_nothing_lost(
    text: str, most: int, width: int, recorded_at_most: int
) -> None:
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(recorder, "MOST_RECORDED", recorded_at_most)
        tree = recorded(f"tree:{text}", AlphaBeta.plain(pvs=True))
    shown = shown_nodes(fold_tree(tree.root, most, width))
    assert len(shown) <= most
    assert all(len(each.children) <= width for each in shown)
    counted = sum(is_visit(each.node) + each.folded_nodes + each.unrecorded for each in shown)
    assert counted == tree.root.size
    for each in shown:
        assert len(each.node.children) == len(each.children) + each.folded_children


@given(written())
def test_a_tree_that_fits_is_shown_whole(text: str) -> None:
    tree = recorded(f"tree:{text}", AlphaBeta.plain())
    nodes = list(tree.root.walk())
    shown = shown_nodes(fold_tree(tree.root, len(nodes), 100))
    assert {id(each.node) for each in shown} == {id(node) for node in nodes}


@given(written(), st.integers(1, 60), st.integers(1, 6))
def test_the_chosen_line_comes_first(text: str, most: int, width: int) -> None:
    tree = recorded(f"tree:{text}", AlphaBeta.plain())
    line = [id(node) for node in tree.root.walk() if node.chosen]
    shown = {id(each.node) for each in shown_nodes(fold_tree(tree.root, most, width))}
    assert shown >= set(line[:most])


def test_what_is_near_the_root_comes_before_what_is_far() -> None:
    tree = recorded("connect4", AlphaBeta.plain(), Limit(depth=5))
    top = fold_tree(tree.root, 60, 12)
    assert len(top.children) == 7
    assert all(below.children for below in top.children)


def test_a_chosen_line_longer_than_the_room_is_cut_short() -> None:
    tree = chain(5_000, chosen=True)
    shown = shown_nodes(fold_tree(tree.root, 100, 12))
    assert len(shown) == 100
    last = shown[-1]
    assert (last.folded_children, last.folded_nodes) == (1, 4_900)


@pytest.mark.parametrize("chosen", [False, True])
def test_a_chain_deeper_than_recursion_goes_can_be_shown_whole(chosen: bool) -> None:
    tree: Tree = chain(5_000, chosen=chosen)
    assert len(shown_nodes(fold_tree(tree.root, 5_000, 12))) == 5_000
