from __future__ import annotations

import re
from pathlib import Path

import pytest

from outwit.experiments.wargame.contest import Outcome, boards, contest
from outwit.experiments.wargame.matches import Searching
from outwit.experiments.wargame.player import Player
from outwit.experiments.wargame.questions import QUESTIONS, QUICK, Experiment, within
from outwit.search import AlphaBeta, Random

PAGE = Path(__file__).parents[3] / "docs" / "wargame.md"


def test_a_contest_gives_each_opening_to_both_sides() -> None:
    player = Player("alphabeta", 2, doubled=False)
    outcome = contest(player, player, 1, map)
    assert len(outcome.pairs) == len(boards()) == 10
    assert outcome.pairs == ((0.5, 0.0),) * 10


def test_a_contest_tells_the_stronger_from_the_weaker() -> None:
    outcome = contest(Player("alphabeta", 2, doubled=False), Searching(Random(seed=1)), 1, map)
    assert outcome.score - outcome.margin > 0.5
    assert outcome.lead > 0


def test_the_interval_is_that_of_pairs() -> None:
    outcome = Outcome(((1.0, 0.2), (0.5, 0.0), (0.0, -0.2), (0.5, 0.0)))
    assert outcome.score == 0.5
    assert outcome.lead == pytest.approx(0)
    assert outcome.margin == pytest.approx(1.96 * (0.5 / 3) ** 0.5 / 2)


@pytest.mark.parametrize("name", ["table", "mandatory", "depth"])
def test_a_question_is_answered_by_a_full_table(name: str) -> None:
    heard: list[str] = []
    answer = QUESTIONS[name](Experiment(map, QUICK, heard.append))
    assert answer.rows
    assert all(len(row) == len(answer.headings) and all(row) for row in answer.rows)
    assert heard


def test_the_depth_reached_is_the_greatest_that_was_finished_in_time() -> None:
    reached = [(1, 0.01), (2, 0.2), (3, 1.5)]
    assert [within(reached, seconds) for seconds in (0.001, 0.2, 1.0, 2.0)] == [0, 2, 2, 3]


@pytest.mark.parametrize("name", QUESTIONS)
def test_the_page_has_the_answer_to_every_question(name: str) -> None:
    found = re.search(rf"<!-- {name} -->\n(.*?)<!-- end of {name} -->", PAGE.read_text("utf-8"), re.DOTALL)
    assert found
    rows = found[1].strip().splitlines()
    assert len(rows) > 2
    assert len({row.count("|") for row in rows}) == 1


def test_the_textbook_can_be_asked_too() -> None:
    textbook = Searching(AlphaBeta(depth=1, evaluation="worst"))
    outcome = contest(textbook, Searching(AlphaBeta(depth=1, evaluation="worst")), 1, map)
    assert outcome.score == 0.5
