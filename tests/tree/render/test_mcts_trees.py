"""A tree that grew by games, as text, as a picture and as JSON: games and means, and no talk of cuts."""

from __future__ import annotations

import json
from itertools import pairwise
from typing import Literal
from xml.etree import ElementTree

from hypothesis import given
from hypothesis import strategies as st

from outwit.search import MCTS
from outwit.tree.record.data import from_data
from outwit.tree.render.fold import fold_tree
from outwit.tree.render.marks import facts, place_marks
from outwit.tree.render.svg import Drawing

from ...search.generated import chancy, written
from ..record.test_data import assert_same
from ..recorded import child, recorded
from .test_svg import TEXTBOOK, boxes, of_class, parsed, words

Select = Literal["uct", "puct"]
selects = st.sampled_from(["uct", "puct"])


def test_the_textbook_tree_as_text() -> None:
    assert recorded(TEXTBOOK, MCTS(simulations=8, seed=1)).text() == (
        "max ≈ 7.25  (8 games)\n"
        "├─ 1: min ≈ 7.5  (2 games)  *\n"
        "│  ├─ 1: 3  (1 game)  *\n"
        "│  ├─ 2: 12  not visited\n"
        "│  └─ 3: 8  not visited\n"
        "├─ 2: min = 2  (2 games, proved)\n"
        "│  ├─ 1: 2  (1 game)\n"
        "│  ├─ 2: 4  not visited\n"
        "│  └─ 3: 6  not visited\n"
        "└─ 3: min = 2  (4 games, proved)\n"
        "   ├─ 1: 14  (1 game)\n"
        "   ├─ 2: 5  (1 game)\n"
        "   └─ 3: 2  (1 game)"
    )


def test_nodes_that_no_game_came_to_share_a_line() -> None:
    tree = recorded("connect4", MCTS(simulations=11, seed=1))
    lines = tree.text().splitlines()
    partly = [node for node in tree.root.walk() if any(not below.visited for below in node.children)]
    assert sum(line.endswith(": not visited") for line in lines) == len(partly)
    assert any(line.endswith("└─ … 2, 3, 4, 5, 6, 7: not visited") for line in lines)


def test_priors_and_probabilities_stand_behind_their_moves() -> None:
    favoured = recorded("connect4", MCTS(simulations=30, seed=1, select="puct"))
    assert f"─ 4 (prior {child(favoured.root, '4').prior:.2g}): min" in favoured.text()
    chance = recorded("tree:[1/6:200 5/6:-50]", MCTS(simulations=20, seed=1)).text()
    assert "├─ 1 (1/6): 200  (" in chance


def test_the_picture_shows_means_games_and_what_is_proved_and_strikes_nothing() -> None:
    root = parsed(recorded(TEXTBOOK, MCTS(simulations=8, seed=1)).svg())
    assert {"≈ 7.25", "8×", "≈ 7.5", "2× proved", "1×"} <= set(words(root))
    assert not of_class(root, "ow-strike")
    assert len(of_class(root, "ow-unvisited")) == 4
    legend = " ".join(words(root))
    assert "not yet visited" in legend
    assert "12×: games that came here" in legend
    assert "cut" not in legend
    assert "window" not in legend


def test_priors_are_explained_where_there_are_any() -> None:
    favoured = recorded("connect4", MCTS(simulations=30, seed=1, select="puct")).svg()
    assert "(0.1): the prior of a move" in words(parsed(favoured))
    alike = recorded("connect4", MCTS(simulations=30, seed=1)).svg()
    assert "the prior of a move" not in alike


def test_all_that_is_known_of_a_node() -> None:
    tree = recorded(TEXTBOOK, MCTS(simulations=8, seed=1))
    second, third = child(tree.root, "2"), child(tree.root, "3")
    assert list(facts(tree.root, None)) == ["max, mean 7.25", "8 games came here", "3 of 3 children tried"]
    assert list(facts(second, tree.root)) == [
        "2: min, worth 2",
        "proved: this is certain",
        "2 games came here",
        "1 of 3 children tried",
    ]
    assert list(facts(second.children[1], second)) == ["2: end 4, never visited"]
    assert list(facts(third.children[0], third)) == [
        "1: end, worth 14",
        "the game ends here",
        "1 game came here",
    ]
    favoured = recorded("connect4", MCTS(simulations=30, seed=1, select="puct"))
    assert any(line.startswith("prior 0.") for line in facts(favoured.root.children[3], None))


@given(written() | chancy(), selects, st.booleans(), st.integers(1, 60), st.integers(1, 6))
def test_any_such_tree_gives_a_sound_picture_in_which_nothing_overlaps(
    text: str, select: Select, solve: bool, most: int, width: int
) -> None:
    tree = recorded(f"tree:{text}", MCTS(simulations=30, seed=1, select=select, solve=solve))
    ElementTree.fromstring(tree.svg(most, width))
    drawing = Drawing(place_marks(fold_tree(tree.root, most, width)))
    for one, other in pairwise(sorted(boxes(drawing))):
        assert one[0] < other[0] or one[2] <= other[1] + 1e-6


@given(written() | chancy(), selects, st.booleans())
def test_json_states_the_same_and_gives_it_back(text: str, select: Select, solve: bool) -> None:
    tree = recorded(f"tree:{text}", MCTS(simulations=40, seed=1, select=select, solve=solve))
    data = json.loads(json.dumps(tree.to_json(), allow_nan=False))
    assert_same(tree.root, data["root"])
    again = from_data(data)
    assert again.growth == tree.growth
    assert again.to_json() == data
    assert again.text(10**6, 10**6) == tree.text(10**6, 10**6)


def test_the_games_in_json_are_plain_data() -> None:
    growth = recorded(TEXTBOOK, MCTS(simulations=10, seed=1)).to_json()["growth"]
    assert (growth["select"], growth["exploration"], growth["solve"]) == ("uct", 1.0, True)
    assert growth["simulations"][0] == {
        "path": [0],
        "ending": "rollout",
        "passed": [[12.0, -12.0], [12.0, -12.0]],
    }
    assert growth["simulations"][8] == {
        "path": [0, 1],
        "ending": "end",
        "passed": [[3.0, -3.0], [3.0, -3.0], [12.0, -12.0]],
        "proved": [2],
    }


@given(written(), st.integers(1, 40), st.integers(1, 6))
def test_games_come_first_and_nodes_without_any_take_no_room(text: str, most: int, width: int) -> None:
    tree = recorded(f"tree:{text}", MCTS(simulations=30, seed=1))
    shown = list(fold_tree(tree.root, most, width).walk())
    assert sum(bool(each.node.visits) for each in shown) <= most
    assert (
        sum(bool(each.node.visits) + each.folded_nodes + each.unrecorded for each in shown) == tree.root.size
    )
    for each in shown:
        kept = {branch.key[-1] for branch in each.children}
        visits = [(below.visits or 0, n in kept) for n, below in enumerate(each.node.children)]
        line = any(below.chosen for below in each.node.children)
        least = min((many for many, here in visits if here), default=0)
        left_out = [many for many, here in visits if not here]
        assert line or not kept or max(left_out, default=0) <= least
