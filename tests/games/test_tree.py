"""Trees written as text: what they mean, and what is said where they cannot be read."""

from __future__ import annotations

import subprocess
import sys

import pytest
from hypothesis import given
from hypothesis import strategies as st

from outwit import CHANCE, OutwitError, find_game, game_spec
from outwit.games.tree import Place, WrittenTree, number


@pytest.mark.parametrize(
    ("text", "column", "complaint"),
    [
        ("((3 4)", 6, "still open"),
        ("((3 4]", 6, "closes nothing"),
        ("(3 4))", 6, "closes nothing"),
        (")", 1, "closes nothing"),
        ("[1:3)", 5, "closes nothing"),
        ("()", 2, "without branches"),
        ("(1 ())", 5, "without branches"),
        ("[]", 2, "without branches"),
        ("[1/2:1 1/3:2]", 13, "add up to 0.833333"),
        ("[0.5:1 0.6:2]", 13, "add up to 1.1"),
        ("(3 x 4)", 4, "'x' is not a number"),
        ("(3 1/0)", 4, "'1/0' is not a number"),
        ("(3 nan)", 4, "'nan' is not a number"),
        ("(3 inf)", 4, "'inf' is not a number"),
        ("(3 1:4)", 4, "'1:4' is not a number"),
        ("(3 <1,x>)", 4, "not a number"),
        ("(3 <>)", 4, "not a number"),
        ("(3 <1,2)", 4, "not a number"),
        ("(3 <1,2,3>)", 4, "same number of players"),
        ("(<1,2,3> <1,2>)", 10, "same number of players"),
        ("(<1,2,3> 4)", 10, "same number of players"),
        ("(3 4) 5", 7, "nothing may follow"),
        ("(3 4)(5)", 6, "nothing may follow"),
        ("3 4", 3, "nothing may follow"),
        ("[1.5:3 -0.5:4]", 2, "'1.5' is no probability"),
        ("[1.2:3]", 2, "'1.2' is no probability"),
        ("[-1:3 2:4]", 2, "'-1' is no probability"),
        ("[120%:3]", 2, "'120%' is no probability"),
        ("[x:3 1:4]", 2, "'x' is no probability"),
        (":3", 1, "not a number"),
        ("[:3]", 2, "no probability"),
        ("[3 4]", 2, "probability:branch"),
        ("[(3 4)]", 2, "probability:branch"),
        ("[1/2:3 4]", 8, "probability:branch"),
        ("[1:3 0:]", 8, ""),
        ("([1:3 0:] [7 1:5])", 9, ""),
    ],
)
def test_what_cannot_be_read_is_named_with_its_column(text: str, column: int, complaint: str) -> None:
    with pytest.raises(OutwitError, match=f"column {column}: .*{complaint}") as caught:
        WrittenTree(text)
    assert "\n" not in str(caught.value)


@pytest.mark.parametrize("text", ["", "   ", "\n", ","])
def test_an_empty_tree_is_refused(text: str) -> None:
    with pytest.raises(OutwitError, match="empty"):
        WrittenTree(text)


@given(st.text(alphabet="()[]<>,:/%.+- 0123456789ex", max_size=30))
def test_whatever_is_typed_is_a_tree_or_a_sentence(text: str) -> None:
    try:
        game = WrittenTree(text)
    except OutwitError:
        return
    assert all(node.children or node.payoffs for node in game.nodes)
    assert all(
        len(node.probabilities) == len(node.children) and sum(node.probabilities) == pytest.approx(1)
        for node in game.nodes
        if node.player == CHANCE
    )


def test_a_number_with_an_endless_exponent_is_refused_at_once() -> None:
    """In another process, so that a parser that counts zeros for minutes can be ended."""
    script = "from outwit.games.tree import number\nprint(number('1e99999999'))"
    done = subprocess.run(
        [sys.executable, "-c", script], capture_output=True, text=True, timeout=5, check=True
    )
    assert done.stdout.strip() == "None"


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("3", 3),
        ("+3", 3),
        ("-0.5", -0.5),
        (".5", 0.5),
        ("2.", 2),
        ("1/4", 0.25),
        ("-1/4", -0.25),
        ("50%", 0.5),
        ("12.5%", 0.125),
        ("1e3", 1000),
        ("1/3", 1 / 3),
        ("1e-400", 0),
        ("", None),
        ("1/", None),
        ("/2", None),
        ("--1", None),
        ("1e400", None),
        ("%", None),
    ],
)
def test_numbers_may_be_fractions_and_percentages(text: str, value: float | None) -> None:
    assert number(text) == value


def test_players_take_turns_by_levels_and_chance_is_no_level() -> None:
    game = WrittenTree("(1 [1/2:(2 (3)) 1/2:4] ((5)))")
    state = game.initial()
    assert game.turn(state) == 0
    chance = game.play(state, 1)
    assert game.turn(chance) == CHANCE
    assert game.turn(game.play(chance, 0)) == 1
    assert game.turn(game.play(game.play(chance, 0), 1)) == 0
    assert game.turn(game.play(state, 2)) == 1
    assert game.stochastic
    assert not WrittenTree("(1 2)").stochastic


@pytest.mark.parametrize(
    ("text", "players", "zero_sum"),
    [
        ("(1 2)", 2, True),
        ("(<1,-1> <0,0>)", 2, True),
        ("(<1,1>)", 2, False),
        ("(<1>)", 1, False),
        ("(<1,2,-3>)", 3, True),
        ("(<1,2,3,4>)", 4, False),
    ],
)
def test_the_leaves_say_how_many_play_and_whether_against_each_other(
    text: str, players: int, zero_sum: bool
) -> None:
    game = WrittenTree(text)
    assert (game.players, game.zero_sum) == (players, zero_sum)


def test_commas_and_space_may_stand_anywhere() -> None:
    loose = WrittenTree(" ( ( 3, 12, 8 ) ,\n (2 4 6),(14 5 2) ) ")
    tight = WrittenTree("((3 12 8)(2 4 6)(14 5 2))")
    assert [node.payoffs for node in loose.nodes] == [node.payoffs for node in tight.nodes]
    assert [node.children for node in loose.nodes] == [node.children for node in tight.nodes]
    spaced = WrittenTree("[ 1/2: 3  50%:(4 5) ]")
    assert spaced.nodes[0].probabilities == [0.5, 0.5]


def test_a_position_is_its_own_part_of_the_text() -> None:
    game = WrittenTree("((3 12 8)[1/2:2 1/2:(4 6)])")
    assert game.text(game.initial()) == game.written
    lottery = game.play(game.initial(), 1)
    assert game.text(lottery) == "[1/2:2 1/2:(4 6)]"
    assert game.text(game.play(lottery, 0)) == "2"
    assert game.text(game.play(lottery, 1)) == "(4 6)"


def test_the_bounds_are_the_least_and_the_greatest_leaf() -> None:
    game = WrittenTree("((3 12 8)(2 4 6)(14 5 2))")
    assert game.bounds(game.initial(), 0) == (2, 14)
    assert game.bounds(game.initial(), 1) == (-14, -2)
    assert game.bounds(Place(2), 0) == (2, 14)


def test_five_thousand_levels_are_read_without_a_deep_stack() -> None:
    deep = "(" * 5000 + "7" + ")" * 5000
    game = WrittenTree(deep)
    assert len(game.nodes) == 5001
    state = game.initial()
    for level in range(5000):
        assert game.turn(state) == level % 2
        state = game.play(state, 0)
    assert game.over(state)
    assert game.payoff(state, 0) == 7
    assert find_game(game_spec(game)) == game


def test_five_thousand_levels_left_open_are_refused() -> None:
    with pytest.raises(OutwitError, match="column 5001: a bracket is still open"):
        WrittenTree("(" * 5000 + "7")
