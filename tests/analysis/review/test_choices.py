"""Games in which both choose at once, looked at again: what each choice lost, and what was luck."""

from __future__ import annotations

import json

import pytest

from outwit import Limit, OutwitError, Session, find_agent, find_game
from outwit.analysis.review import Review, ReviewedChoices, review, words
from outwit.analysis.review.picture import picture
from outwit.equilibrium.backward import Backward
from outwit.game import CHANCE, SIMULTANEOUS, Game
from outwit.random import Generator

WIDE = "matrix:2 -1 0; -1 1 3"
"""Rows are worth 0.2, mixed 2 to 3; the third column is never to be chosen and loses 1.6."""


def reviewed(spelled: str, moves: str, agent: str = "backward") -> Review:
    """A game of these moves, reviewed."""
    session = Session(find_game(spelled))
    session.read(moves)
    return review(session, find_agent(agent))


def random_session(game: Game, seed: int) -> Session:
    """A game of random moves."""
    session, random = Session(game, seed=seed), Generator(seed)
    while not session.over:
        if session.turn == CHANCE:
            session.roll()
        elif session.turn == SIMULTANEOUS:
            menus = [list(session.rules.moves_for(session.state, player)) for player in range(2)]
            session.play(tuple(random.choice(menu) for menu in menus))
        else:
            session.play(random.choice(list(session.rules.moves(session.state))))
    return session


def test_what_an_equilibrium_plays_loses_nothing_and_the_rest_is_luck() -> None:
    found = reviewed(WIDE, "1,1")
    [step] = found.steps
    assert isinstance(step, ReviewedChoices)
    assert step.player == SIMULTANEOUS
    assert [move.loss for move in step.moves] == pytest.approx([0, 0])
    assert step.before == pytest.approx((0.2, -0.2))
    assert step.luck == pytest.approx((1.8, -1.8))
    assert found.luck == step.luck
    assert found.skill == pytest.approx((0, 0))
    assert step.exact


def test_a_choice_loses_what_it_brings_less_than_the_best_against_the_other_s_equilibrium() -> None:
    found = reviewed(WIDE, "1,3")
    [step] = found.steps
    first, second = step.made
    assert first.loss == pytest.approx(0)
    assert second.loss == pytest.approx(1.6)
    assert second.played == pytest.approx(-1.8)
    assert second.mark == "blunder"
    assert second.best in "12"
    assert found.skill == pytest.approx((0, -1.6))
    assert found.others == pytest.approx((1.6, 0))
    assert found.luck == pytest.approx((-1.8, 1.8))  # met by the first row it cost nothing
    assert found.sums == pytest.approx((0, 0))
    assert found.turning_point is None  # the result is a draw
    assert dict(found.marks(1)) == {"blunder": 1}


@pytest.mark.parametrize("spelled", ["goofspiel:cards=4", "goofspiel:cards=4,shuffled=off", "rps:rounds=3"])
@pytest.mark.parametrize("seed", [1, 2, 3])
def test_luck_and_skill_add_up_to_the_result(spelled: str, seed: int) -> None:
    session = random_session(find_game(spelled), seed)
    found = review(session, Backward())
    assert found.end == found.result == session.result
    assert found.sums == pytest.approx(found.result, abs=1e-9)
    assert found.luck[0] == pytest.approx(-found.luck[1], abs=1e-9)
    assert all(step.exact for step in found.steps)
    assert all(move.loss >= 0 for move in found.moves)
    assert max(found.skill) <= 0
    assert found.hindsight == pytest.approx((0, 0), abs=1e-12)
    rounds = sum(isinstance(step, ReviewedChoices) for step in found.steps)
    assert len(found.moves) == 2 * rounds > 0


def test_two_who_play_the_equilibrium_lose_nothing() -> None:
    game, agent = find_game("goofspiel:cards=4"), Backward(seed=3)
    session = Session(game, seed=5)
    while not session.over:
        if session.turn == CHANCE:
            session.roll()
            continue
        both = (agent.decide(game, session.state, player=player).move for player in range(2))
        session.play(tuple(both))
    found = review(session, agent)
    assert found.skill == pytest.approx((0, 0), abs=1e-9)
    assert not any(move.mark for move in found.moves)


def test_tree_search_reviews_too_with_estimates() -> None:
    found = reviewed(WIDE, "1,3", "smmcts:simulations=20000,seed=1,compiled=off")
    [step] = found.steps
    assert not step.exact
    assert step.made[1].loss == pytest.approx(1.6, abs=0.1)
    assert found.sums == pytest.approx((0, 0), abs=1e-9)


def test_it_is_told_in_words() -> None:
    found = reviewed(WIDE, "1,3")
    assert words.step_text(found, 0) == "Before the first step: value for rows 0.2."
    told = words.step_text(found, 1)
    assert told.startswith("Step 1: rows played 1 (worth 0.2), as good as 2. At once columns played 3 (worth")
    assert "(worth -1.8), a blunder; 2 was better (worth -0.2). That both met was luck of -1.8 for" in told
    assert told.endswith("for rows. This is proved.")
    assert words.columns(found) == ["", "by", "move", "mark", "value for rows", "loss", "luck", "best"]
    row = words.row(found, found.steps[0])
    assert row == ["1", "all", "1,3", " : ?? blunder", "0", "0 : 1.6", "-1.8", " : 2"]
    assert words.label(found, 1) == "step 1, both choose 1,3, value for rows 0, luck -1.8, blunder"
    headline = words.headline(found, "A draw.")
    assert headline.startswith(
        "A draw. No single move decided it. There was a blunder: 3 by columns at step 1."
    )
    assert "luck" in words.sum_up(found, 0)


def test_it_is_read_again_from_what_it_was_written_to() -> None:
    found = review(random_session(find_game("goofspiel:cards=3"), 4), Backward())
    written = found.to_json()
    assert {step["by"] for step in written["steps"]} == {"chance", "all"}
    assert Review.from_json(json.loads(json.dumps(written))) == found


def test_it_is_drawn_with_a_mark_for_what_both_chose() -> None:
    drawn = picture(reviewed(WIDE, "1,3")).svg()
    assert ">all<" in drawn
    assert ">??<" in drawn


def test_progress_is_told_and_a_limit_is_heeded() -> None:
    told: list[tuple[int, int]] = []
    session = random_session(find_game("goofspiel:cards=4,shuffled=off"), 1)
    found = review(session, Backward(), Limit(nodes=40), watch=lambda done, total: told.append((done, total)))
    assert told == [(number, 5) for number in range(1, 6)]
    assert not found.steps[0].exact


@pytest.mark.parametrize(
    ("spelled", "moves", "agent", "sentence"),
    [
        ("goofspiel", "1", "random", "such as backward"),
        ("goofspiel", "1", "alphabeta", "backward, smmcts and montecarlo play such games"),
        ("kuhn", "J Q", "ismcts", "do not see everything cannot be reviewed"),
        ("goofspiel:cards=13,shuffled=off", "1,1", "backward:nodes=3", "has found no value"),
    ],
)
def test_what_cannot_be_reviewed_is_refused_with_a_sentence(
    spelled: str, moves: str, agent: str, sentence: str
) -> None:
    with pytest.raises(OutwitError, match=sentence):
        reviewed(spelled, moves, agent)
