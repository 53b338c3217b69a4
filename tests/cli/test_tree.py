from __future__ import annotations

import json
from pathlib import Path
from xml.etree import ElementTree

from outwit.tree.record.data import DEEPEST
from tests.cli.conftest import Command

TEXTBOOK = "tree:((3 12 8)(2 4 6)(14 5 2))"


def test_the_textbook_tree_shows_what_was_cut_and_why(outwit: Command) -> None:
    out = outwit("tree", TEXTBOOK, "--agent", "alphabeta").out
    assert "value 3" in out
    assert "2: 4  ✂ not visited" in out
    assert "3: 6  ✂ not visited" in out
    assert "max already has 3" in out


def test_four_is_reached_by_first_first_second(outwit: Command) -> None:
    out = outwit("tree", "tree:(((-1 4)(2 6))((-3 -5)(0 7)))", "--agent", "alphabeta").out
    assert "value 4, line 1 1 2" in out


def test_a_chance_node_shows_its_average(outwit: Command) -> None:
    assert "value -8.333" in outwit("tree", "tree:[1/6:200 5/6:-50]").out


def test_the_picture_is_svg(outwit: Command, tmp_path: Path) -> None:
    file = tmp_path / "tree.svg"
    assert outwit("tree", TEXTBOOK, "--svg", file).status == 0
    assert ElementTree.parse(file).getroot().tag.endswith("svg")


def test_json_tells_the_whole_tree(outwit: Command) -> None:
    data = json.loads(outwit("tree", TEXTBOOK, "--agent", "alphabeta:plain", "--json").out)
    assert data["nodes"] == data["decision"]["nodes"] == 11
    cut = data["root"]["children"][1]
    assert [child.get("visited", True) for child in cut["children"]] == [True, False, False]
    assert cut["cut"]["by"] == ["1"]


def test_a_game_too_deep_to_draw_is_searched_as_deep_as_fits(outwit: Command) -> None:
    out = outwit("tree", "connect4").out
    assert len(out.splitlines()) < 400
    assert "more branch" in out
    assert "alphabeta:plain" in out


def test_monte_carlo_tree_search_shows_games_and_means(outwit: Command) -> None:
    out = outwit("tree", TEXTBOOK, "--agent", "mcts:simulations=8,seed=1").out
    assert "├─ 1: min ≈ 7.5  (2 games)  *" in out
    assert "8 games, 13 positions in the tree, 9 of them visited and 7 proved." in out
    assert "cut" not in out


def test_its_games_are_in_the_json(outwit: Command) -> None:
    data = json.loads(outwit("tree", TEXTBOOK, "--agent", "mcts:simulations=8,seed=1", "--json").out)
    assert len(data["growth"]["simulations"]) == data["root"]["visits"] == 8
    assert data["decision"]["stats"]["simulations"] == 8


def test_without_a_limit_it_plays_a_hundred_games(outwit: Command) -> None:
    assert "100 games, " in outwit("tree", "connect4", "--agent", "mcts:seed=1").out


def test_a_picture_in_svg_is_not_written_under_another_ending(outwit: Command, tmp_path: Path) -> None:
    file = tmp_path / "tree.png"
    done = outwit("tree", "tree:(1 2)", "--svg", file)
    assert done.status == 2
    assert "the file's name must end in .svg." in done.err
    assert not file.exists()


def test_a_search_that_goes_deeper_than_its_tree_says_so(outwit: Command) -> None:
    out = outwit("tree", "tests/walk.py:Walk", "--agent", "andor").out
    assert "value 1, line on on" in out
    assert "The search went deeper than its tree, which is recorded to depth " in out
    data = json.loads(outwit("tree", "tests/walk.py:Walk", "--agent", "andor", "--json").out)
    assert data["deepest"] == DEEPEST
    short = outwit("tree", "tests/walk.py:Walk:length=30", "--agent", "andor").out
    assert "31 nodes visited" in short
    assert "deeper" not in short


def test_a_tree_without_an_acyclic_plan_says_who_has_a_cyclic_one(outwit: Command) -> None:
    out = " ".join(outwit("tree", "vacuum:slippery=on,erratic=off", "--agent", "andor").out.split())
    assert "The tree has no acyclic plan. There is a cyclic one: outwit plan vacuum" in out
