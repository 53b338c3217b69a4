"""What a page needs to play a search: every node can be found, and says at each step what was recorded."""

from __future__ import annotations

import json
from typing import Literal
from xml.etree import ElementTree

from hypothesis import given
from hypothesis import strategies as st

from outwit import AlphaBeta, Limit
from outwit.search import MCTS, Expectiminimax
from outwit.tree import Tree
from outwit.tree.render.fold import fold_tree, key_text, read_key
from outwit.tree.render.marks import place_marks
from outwit.tree.replay.player_data import stage_data

from ...search.generated import chancy, written
from ..recorded import recorded


def found(svg: str, name: str) -> list[str]:
    """The values of an attribute in a picture."""
    return [
        each for node in ElementTree.fromstring(svg).iter() if (each := node.get(f"data-{name}")) is not None
    ]


def check(tree: Tree) -> None:
    """The stage of a whole tree has every node once, and ends as the picture of the tree is."""
    top = fold_tree(tree.root, 10**6, 10**6)
    stage = json.loads(json.dumps(stage_data(top, growth=tree.growth)))
    marks = {key_text(place.thing.key): place.thing for place in place_marks(top)}
    assert sorted(found(stage["svg"], "node")) == sorted(stage["nodes"]) == sorted(marks)
    assert sorted(found(stage["svg"], "edge")) == sorted(marks.keys() - {"root"})
    last = len(stage["steps"]) - 1
    for name, moments in stage["nodes"].items():
        assert moments[0][:2] == [-1, "ahead"]
        assert [moment[0] for moment in moments] == sorted({moment[0] for moment in moments})
        assert moments[-1][0] <= last
        _, phase, value, small = moments[-1]
        assert phase == ("cut" if marks[name].struck else "ahead" if marks[name].untried else "done")
        assert (value, small) == (marks[name].value, marks[name].small)
    for step in stage["steps"]:
        assert step["node"] in stage["nodes"]
        assert step["says"].endswith(".")


@given(written())
def test_a_stage_ends_as_the_picture_of_the_tree(text: str) -> None:
    check(recorded(f"tree:{text}", AlphaBeta.plain()))


@given(chancy())
def test_a_stage_with_chance_does_too(text: str) -> None:
    check(recorded(f"tree:{text}", Expectiminimax()))


@given(written() | chancy(), st.sampled_from(["uct", "puct"]), st.booleans())
def test_a_stage_of_a_tree_that_grew_does_too(text: str, select: Literal["uct", "puct"], solve: bool) -> None:
    check(recorded(f"tree:{text}", MCTS(simulations=30, seed=1, select=select, solve=solve)))


def test_a_node_that_games_come_to_says_how_many_and_their_mean() -> None:
    tree = recorded("tree:((3 12 8)(2 4 6)(14 5 2))", MCTS(simulations=5, seed=1))
    nodes = stage_data(fold_tree(tree.root, 100, 12), growth=tree.growth)["nodes"]
    assert nodes["0"] == [
        [-1, "ahead", "", ""],
        [1, "open", "", ""],
        [2, "open", "≈ 12", "1×"],
        [3, "done", "≈ 12", "1×"],
        [9, "open", "≈ 12", "1×"],
        [10, "open", "≈ 7.5", "2×"],
        [11, "done", "≈ 7.5", "2×"],
    ]
    assert nodes["0.0"] == [
        [-1, "ahead", "3", ""],
        [9, "open", "3", ""],
        [10, "open", "3", "1×"],
        [11, "done", "3", "1×"],
    ]
    assert nodes["0.1"] == [[-1, "ahead", "12", ""]]


def test_what_is_folded_can_be_found_by_the_node_above_it_and_opened() -> None:
    tree = recorded("connect4", AlphaBeta.plain(depth=4))
    top = fold_tree(tree.root, 20, 3)
    more = found(stage_data(top)["svg"], "more")
    assert more
    assert all(read_key(name) is not None for name in more)
    first = read_key(more[0])
    assert first is not None
    opened = stage_data(fold_tree(tree.root, 20, 3, opened=[first]))
    closed = stage_data(fold_tree(tree.root, 20, 3, opened=[first], closed=[()]))
    assert len(opened["nodes"]) > len(stage_data(top)["nodes"])
    assert list(closed["nodes"]) == ["root"]


def test_while_a_node_is_open_its_best_and_its_window_are_shown() -> None:
    nodes = stage_data(
        fold_tree(recorded("tree:((3 12 8)(2 4 6)(14 5 2))", AlphaBeta.plain()).root, 100, 12)
    )["nodes"]
    assert nodes["1"] == [
        [-1, "ahead", "", ""],
        [6, "open", "", "[3, +∞]"],
        [7, "open", "2…", "[3, 2]"],
        [8, "open", "2…", "[3, 2]"],
        [9, "done", "≤ 2", "[3, +∞]"],
    ]
    assert nodes["1.1"] == [[-1, "ahead", "4", ""], [8, "cut", "4", ""]]


def test_in_a_riddle_the_leaves_are_seen_from_the_start_and_nothing_else() -> None:
    tree = recorded("connect4", AlphaBeta.plain(), Limit(depth=2))
    nodes = stage_data(fold_tree(tree.root, 10**6, 10**6), riddle=True)["nodes"]
    for name, moments in nodes.items():
        assert (moments[0][2] != "") == (name.count(".") == 1 and moments[-1][1] == "done")
