"""A review in words, and as data that is read again."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest

from outwit import OutwitError, load_game
from outwit.agents import find_agent
from outwit.analysis.review import Review, review
from outwit.analysis.review.words import headline, label, step_text, sum_up
from tests.analysis.review.test_review import reviewed

PIG = Path(__file__).with_name("pig.json")
THREE = "tree:((<1,2,6> <4,3,2>)(<6,1,2> <7,4,1>))"


@pytest.fixture(scope="module")
def blundered() -> Review:
    """A game of tic-tac-toe that O loses with its first move."""
    return reviewed("tictactoe", "1 2 5 9 4 7 6", "alphabeta:depth=9,compiled=off")


@pytest.fixture(scope="module")
def pig() -> Review:
    """A whole game of pig."""
    return review(load_game(PIG), find_agent("expectiminimax:depth=2"))


@pytest.mark.parametrize(
    ("spelled", "moves", "agent"),
    [
        ("tictactoe", "1 2 5 9 4 7 6", "minimax:depth=2"),
        (THREE, "1 1", "maxn"),
        ("pig:goal=20", "roll 5 roll", "maxn:depth=2"),
    ],
)
def test_a_review_is_read_again_from_what_it_was_written_to(spelled: str, moves: str, agent: str) -> None:
    found = reviewed(spelled, moves, agent)
    assert Review.from_json(json.loads(json.dumps(found.to_json()))) == found


def test_a_review_of_a_saved_game_is_read_again_with_its_players(pig: Review) -> None:
    again = Review.from_json(json.loads(json.dumps(pig.to_json())))
    assert again == pig
    assert again.seats == ("expectiminimax:depth=2", "random:seed=3")


@pytest.mark.parametrize("damage", [{"start": [None, 1.0]}, {"limit": {"hours": 1}}, {"players": None}])
def test_what_is_no_review_is_refused_with_a_sentence(blundered: Review, damage: dict[str, object]) -> None:
    with pytest.raises(OutwitError, match="no review"):
        Review.from_json({**blundered.to_json(), **damage})


def test_the_move_that_decided_a_game_is_named_with_what_it_gave_away(blundered: Review) -> None:
    assert blundered.turning_point is blundered.moves[1]
    assert headline(blundered, "X wins.") == (
        "X wins. The game turned at move 2, 2 by O: a blunder that gives away a draw; 5 was better."
    )


def test_what_was_given_back_did_not_decide_the_game() -> None:
    """Both give the win away; the last to do so loses."""
    found = reviewed("nim:coins=9", "2 2 2 3", "minimax")
    assert [move.mark for move in found.moves] == ["blunder", "blunder", "blunder", ""]
    assert found.turning_point is found.moves[2]
    said = headline(found, "Player 2 wins.")
    assert "turned at move 3, 2 by player 1: a blunder that turns a win into a loss; 1 was better." in said
    assert said.endswith("Also blunders: 2 by player 1 at move 1 and 2 by player 2 at move 2.")


def test_the_winner_of_a_game_did_not_decide_it_by_a_mistake() -> None:
    found = reviewed("tree:(5 1)", "2", "minimax")
    assert found.moves[0].mark == "blunder"
    assert found.turning_point is None
    said = headline(found, "Max wins.")
    assert said == "Max wins. No single move decided it. There was a blunder: 2 by max at move 1."


def test_a_game_without_mistakes_is_said_to_have_none() -> None:
    found = reviewed("nim:coins=5", "1 1 3", "minimax")
    assert headline(found, "Player 1 wins.") == "Player 1 wins. No move is marked as a mistake."


def test_luck_is_told_with_whom_it_was(pig: Review) -> None:
    assert headline(pig, "Player 1 wins.").endswith("Luck was with player 1, +0.158.")
    assert re.match(r"Step 2: \d came up, luck of ", step_text(pig, 2))
    assert sum_up(pig, 0).endswith("make 1, the result.")


def test_each_step_is_told_with_what_was_played_and_what_was_better(blundered: Review) -> None:
    assert step_text(blundered, 0) == "Before the first move: value for X 0."
    assert step_text(blundered, 1) == "Move 1: X played 1 (worth 0), as alphabeta would have. This is proved."
    better = ", ".join(blundered.moves[1].line[:6])
    assert step_text(blundered, 2) == (
        f"Move 2: O played 2 (worth -1), a blunder; 5 was better (worth 0): {better} … This is proved."
    )


def test_a_step_has_a_name_for_those_who_do_not_see_it(blundered: Review, pig: Review) -> None:
    assert label(blundered, 0) == "start, value for X 0"
    assert label(blundered, 2) == "move 2, O plays 2, value for X 1, blunder"
    assert re.match(r"step 2, \d comes up, ", label(pig, 2))
    assert ", luck " in label(pig, 2)
    assert label(reviewed(THREE, "1 1", "maxn"), 2).endswith("value 1 : 2 : 6, blunder")
