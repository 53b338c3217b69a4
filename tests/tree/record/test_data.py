"""A tree as data: JSON can hold it, and it states the numbers that were recorded."""

from __future__ import annotations

import json
import math
from typing import Any

from hypothesis import given

from outwit import AlphaBeta, Limit, MaxN
from outwit.search import Expectiminimax
from outwit.tree import Node, Tree
from outwit.tree.record.data import DEEPEST, from_data
from outwit.tree.record.node import size_text

from ...search.generated import chancy, written
from ..recorded import chain, recorded


def through_json(tree: Tree) -> dict[str, Any]:
    """The tree's data as they come out of JSON again."""
    data: dict[str, Any] = json.loads(json.dumps(tree.to_json(), allow_nan=False))
    return data


def number(value: Any) -> Any:
    """A number, or several, as the tree has them."""
    if isinstance(value, list):
        return tuple(number(each) for each in value)
    return float(value) if isinstance(value, str) else value


def assert_same(node: Node, data: dict[str, Any]) -> None:
    """The data say of a node what the tree says."""
    assert data.get("move", "") == node.move
    assert data["role"] == node.role
    assert data.get("player") == node.player
    assert data.get("label", "") == node.label
    for name in ("value", "entry", "exit"):
        assert number(data.get(name)) == getattr(node, name)
    assert data.get("bound", "exact") == node.bound
    assert data.get("probability") == node.probability
    assert data.get("visited", True) == node.visited
    assert data.get("repeated", "") == node.repeated
    for name in ("estimated", "chosen"):
        assert data.get(name, False) == getattr(node, name)
    assert data["size"] == node.size
    cut = data.get("cut")
    assert (cut is None) == (node.cut is None)
    if cut and node.cut:
        assert (cut["kind"], tuple(cut["by"]), cut["sentence"]) == (
            node.cut.kind,
            node.cut.by,
            node.cut.sentence,
        )
    assert len(data.get("children", [])) == len(node.children)
    for below, its_data in zip(node.children, data.get("children", []), strict=True):
        assert_same(below, its_data)


@given(written())
def test_what_goes_through_json_states_the_same(text: str) -> None:
    for agent in (AlphaBeta.plain(), AlphaBeta(), MaxN()):
        tree = recorded(f"tree:{text}", agent)
        data = through_json(tree)
        assert (data["players"], data["nodes"]) == (tree.players, tree.root.size)
        assert_same(tree.root, data["root"])
        assert_same(from_data(data).root, data["root"])
        assert from_data(data).text(10**6, 10**6) == tree.text(10**6, 10**6)


@given(chancy())
def test_chance_nodes_go_through_json_too(text: str) -> None:
    tree = recorded(f"tree:{text}", Expectiminimax())
    data = through_json(tree)
    assert_same(tree.root, data["root"])
    assert from_data(data).to_json() == data


def test_an_open_window_is_written_in_words() -> None:
    root = through_json(recorded("tree:(1 2)", AlphaBeta.plain()))["root"]
    assert root["entry"] == ["-inf", "inf"]
    assert root["exit"] == [2, "inf"]


def test_the_tree_of_a_stopped_search_goes_through_json() -> None:
    tree = recorded("connect4", AlphaBeta.plain(depth=5), Limit(nodes=50))
    data = through_json(tree)
    assert "value" not in data["root"]
    assert_same(tree.root, data["root"])


def test_a_payoff_that_is_no_number_does_not_break_json() -> None:
    assert through_json(Tree(Node(role="end", value=math.nan)))["root"]["value"] == "nan"


def test_a_chain_deeper_than_json_goes_is_counted_below() -> None:
    data = through_json(chain(5_000))
    node, levels = data["root"], 0
    while "children" in node:
        (node,), levels = node["children"], levels + 1
    assert levels == DEEPEST
    assert node["unrecorded"] == node["size"] - 1 == 5_000 - DEEPEST - 1
    assert data["deepest"] == DEEPEST
    assert f"recorded to depth {DEEPEST}." in size_text(from_data(data))


def test_a_tree_that_is_written_out_whole_has_no_word_of_its_depth() -> None:
    data = through_json(chain(DEEPEST + 1))
    assert "deepest" not in data
    assert size_text(from_data(data)) == f"{DEEPEST + 1} nodes visited, 0 cuts and 0 branches left out."
