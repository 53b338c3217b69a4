"""A tree as text: a line for each node, folded beyond what was asked for."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from outwit import AlphaBeta, Limit, MaxN
from outwit.search import Expectiminimax
from outwit.tree import Node, Tree
from outwit.tree.record import recorder
from outwit.tree.render.text import probability_text, window_text

from ...search.generated import chancy, written
from ..recorded import chain, recorded


def test_the_textbook_tree() -> None:
    assert recorded("tree:((3 12 8)(2 4 6)(14 5 2))", AlphaBeta.plain()).text() == (
        "max = 3  [−∞, +∞]\n"
        "├─ 1: min = 3  [−∞, +∞]  *\n"
        "│  ├─ 1: 3  *\n"
        "│  ├─ 2: 12\n"
        "│  └─ 3: 8\n"
        "├─ 2: min ≤ 2  [3, +∞]  cut: with 2 1, min holds this to at most 2; with 1, max already has 3\n"
        "│  ├─ 1: 2\n"
        "│  ├─ 2: 4  ✂ not visited\n"
        "│  └─ 3: 6  ✂ not visited\n"
        "└─ 3: min = 2  [3, +∞]\n"
        "   ├─ 1: 14\n"
        "   ├─ 2: 5\n"
        "   └─ 3: 2"
    )


def test_chance_nodes_show_how_likely_each_outcome_is() -> None:
    assert recorded("tree:[1/6:200 5/6:-50]", Expectiminimax()).text() == (
        "chance = -8.333  [−∞, +∞]\n├─ 1 (1/6): 200\n└─ 2 (5/6): -50"
    )


def test_each_of_three_players_has_a_value() -> None:
    assert recorded("tree:(<1,2,6> <4,3,2>)", MaxN()).text() == (
        "player 1 = <4, 3, 2>\n├─ 1: <1, 2, 6>\n└─ 2: <4, 3, 2>  *"
    )


def test_probes_and_second_searches_say_so() -> None:
    probed = recorded("tree:(3 [1/2:(1 5) 1/2:(4 2)])", Expectiminimax()).text()
    assert "1 1: (probe) 1" in probed
    again = recorded("tree:((3 12)(5 4))", AlphaBeta.plain(pvs=True)).text()
    assert "2: min ≥ 4  [3, 3+]" in again or "2: min = 4  [3, 3+]" in again
    assert "2: (again) min = 4  [3, +∞]  *" in again


@given(written() | chancy(), st.integers(1, 60), st.integers(1, 6))
def test_no_more_lines_than_asked_for_but_for_what_is_folded(text: str, most: int, width: int) -> None:
    tree = recorded(f"tree:{text}", Expectiminimax())
    lines = tree.text(most, width).splitlines()
    stubs = [line for line in lines if "…" in line]
    assert len(lines) - len(stubs) <= most
    assert len(stubs) <= most


def test_what_is_folded_is_counted() -> None:
    tree = recorded("tree:((3 12 8)(2 4 6)(14 5 2))", AlphaBeta.plain())
    assert tree.text(most=4, width=2) == (
        "max = 3  [−∞, +∞]\n"
        "├─ 1: min = 3  [−∞, +∞]  *\n"
        "│  ├─ 1: 3  *\n"
        "│  └─ … 2 more branches (2 nodes)\n"
        "├─ 2: min ≤ 2  [3, +∞]  cut: with 2 1, min holds this to at most 2; with 1, max already has 3\n"
        "│  └─ … 3 more branches (1 node)\n"
        "└─ … 1 more branch (4 nodes)"
    )
    assert "└─ … 2 more branches (not visited)" in tree.text(most=8)


def test_what_was_not_recorded_is_counted(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(recorder, "MOST_RECORDED", 3)
    assert recorded("tree:((3 12 8)(2 4 6))", AlphaBeta.plain()).text() == (
        "max = 3  [−∞, +∞]\n"
        "├─ 1: min = 3  [−∞, +∞]  *\n"
        "│  ├─ 1: 3  *\n"
        "│  └─ … 2 nodes not recorded\n"
        "└─ … 2 nodes not recorded"
    )


def test_a_large_tree_stays_within_its_lines() -> None:
    tree = recorded("connect4", AlphaBeta.plain(), Limit(depth=5))
    lines = tree.text(most=100).splitlines()
    assert len([line for line in lines if "…" not in line]) == 100


def test_a_chain_deeper_than_recursion_goes_is_no_trouble() -> None:
    assert len(chain(5_000).text(most=300).splitlines()) == 301
    assert len(chain(1_500).text(most=1_500).splitlines()) == 1_500


def test_an_empty_window_is_marked_and_a_narrow_one_is_not() -> None:
    assert window_text((3.0, 3.0000000000000004)) == "[3, 3+]"
    assert window_text((float("-inf"), 3.5)) == "[−∞, 3.5]"
    assert window_text((0.00011, 0.00012)) == "[0.00011, 0.00012]"


@pytest.mark.parametrize(
    ("probability", "text"),
    [(1 / 6, "1/6"), (5 / 36, "5/36"), (0.5, "1/2"), (1.0, "1"), (0.0, "0"), (0.1, "1/10"), (0.123, "0.123")],
)
def test_probabilities_are_fractions_where_these_are_simple(probability: float, text: str) -> None:
    assert probability_text(probability) == text


def test_a_node_that_was_not_finished_has_no_value() -> None:
    assert Tree(Node(role="max", children=[Node(move="1", role="min")])).text() == "max = ?\n└─ 1: min = ?"
