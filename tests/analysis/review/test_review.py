"""A game looked at again: losses, marks, luck and skill."""

from __future__ import annotations

import math
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from outwit import Limit, MaxN, Minimax, OutwitError, Session, find_agent, find_game, load_game
from outwit.analysis.review import Review, mark, review
from outwit.game import CHANCE
from outwit.random import Generator
from outwit.search import Expectiminimax
from tests.examples import examples

PIG = Path(__file__).with_name("pig.json")
"""A whole game to 100 points, a search two moves deep against random moves."""


def reviewed(spelled: str, moves: str, agent: str, limit: Limit | None = None) -> Review:
    """A game of these moves, reviewed."""
    session = Session(find_game(spelled))
    session.read(moves)
    return review(session, find_agent(agent), limit)


def at_random(spelled: str, seed: int, most: int = 100) -> Session:
    """A game of random moves."""
    session, random = Session(find_game(spelled), seed=seed), Generator(seed)
    while not session.over and len(session.steps) < most:
        if session.turn == CHANCE:
            session.roll()
        else:
            session.play(random.choice(list(session.rules.moves(session.state))))
    return session


@pytest.mark.parametrize(
    "agent",
    ["expectiminimax:depth=1", "expectiminimax:depth=2", "expectiminimax:nodes=700", "maxn:depth=2"],
)
def test_luck_and_skill_of_a_recorded_game_of_pig_add_up_to_its_result(agent: str) -> None:
    found = review(load_game(PIG), find_agent(agent))
    assert found.result == (1.0, -1.0)
    assert found.end == found.result
    assert found.sums == pytest.approx(found.result, abs=1e-9)
    first = found.start[0] + found.luck[0] + found.skill[0] - found.skill[1]
    assert first == pytest.approx(1.0, abs=1e-9)
    assert found.luck[1] == pytest.approx(-found.luck[0], abs=1e-9)
    assert len(found.outcomes) + len(found.moves) == len(found.steps) == 120
    assert any(abs(outcome.luck[0]) > 0.01 for outcome in found.outcomes)


def test_where_all_is_proved_luck_and_loss_are_what_a_hand_computes() -> None:
    """Max can have 1; instead it enters a lottery between −4 and 0, is lucky, and min errs by 2."""
    found = reviewed("tree:([1/2:(4 -4) 1/2:(2 0)] 1)", "1 2 1", "expectiminimax")
    entered, drawn, erred = found.steps
    assert [step.exact for step in found.steps] == [True, True, True]
    assert found.start == (1.0, -1.0)
    assert [move.loss for move in found.moves] == [3.0, 2.0]
    assert [move.best for move in found.moves] == ["2", "2"]
    assert (entered.change, drawn.change, erred.change) == ((-3.0, 3.0), (2.0, -2.0), (2.0, -2.0))
    assert found.luck == (2.0, -2.0)
    assert found.skill == (-3.0, -2.0)
    assert found.others == (2.0, 3.0)
    assert found.hindsight == (0.0, 0.0)
    assert found.sums == found.result == (2.0, -2.0)


def test_each_of_three_players_has_a_sum_of_its_own() -> None:
    found = reviewed("tree:((<1,2,6> <4,3,2>)(<6,1,2> <7,4,1>))", "1 1", "maxn")
    assert found.start == (7.0, 4.0, 1.0)
    assert [move.loss for move in found.moves] == [3.0, 1.0]
    assert found.skill == (-3.0, -1.0, 0.0)
    assert found.others == (-3.0, -1.0, 5.0)
    assert found.sums == found.result == (1.0, 2.0, 6.0)
    assert found.mean_loss(2) is None


def test_a_limit_does_not_mix_depths_where_three_players_move() -> None:
    spelled = "tree:((<1,2,6> <4,3,2>)(<6,1,2> <7,4,1>)(<0,9,0> <9,0,0>))"
    losses = set()
    for nodes in range(5, 30):
        found = reviewed(spelled, "3 1", "maxn", Limit(nodes=nodes))
        losses.add((found.moves[0].exact, found.moves[0].loss))
        assert found.sums == pytest.approx((0.0, 9.0, 0.0))
    assert losses == {(False, 0.0), (True, 7.0)}


def test_one_player_can_be_lucky_too() -> None:
    found = reviewed("tree:([1/4:<8> 3/4:<0>] <1>)", "1 1", "expectiminimax")
    assert found.start == (2.0,)
    assert [move.loss for move in found.moves] == [0.0]
    assert found.luck == (6.0,)
    assert found.sums == found.result == (8.0,)


def test_the_blunder_of_a_known_game_is_marked_and_what_was_better_is_named() -> None:
    found = reviewed("tictactoe", "1 2 5 9 4 7 6", "minimax")
    assert [move.mark for move in found.moves] == ["", "blunder", "", "", "", "", ""]
    assert found.moves[1].best == "5"
    assert found.moves[1].loss == 1.0
    assert found.skill == (0.0, -1.0)
    assert found.result == (1.0, -1.0)


@pytest.mark.parametrize(
    ("spelled", "moves"),
    [("tictactoe", "5 1 3 7 4 6 2 8 9"), ("nim:coins=9", "1 2 2 1 3"), ("nim:coins=8", "1 3 2 2")],
)
def test_nothing_is_lost_where_both_play_their_best(spelled: str, moves: str) -> None:
    found = reviewed(spelled, moves, "alphabeta:compiled=off", Limit(depth=10))
    assert found.result is not None
    assert found.start == found.result
    assert all(move.loss == 0 and move.mark == "" and move.exact for move in found.moves)


def test_to_overlook_a_win_or_a_threat_in_connect_4_is_a_blunder() -> None:
    overlooked = reviewed("connect4", "4 1 4 1 4 2 7", "alphabeta:depth=4,compiled=off")
    assert [move.mark for move in overlooked.moves[5:]] == ["blunder", "blunder"]
    assert [move.best for move in overlooked.moves[5:]] == ["4", "4"]
    taken = reviewed("connect4", "4 1 4 1 4 2 4", "alphabeta:depth=4,compiled=off")
    assert taken.moves[-1].loss == 0
    assert taken.moves[-1].exact


def test_to_give_away_a_proved_win_is_a_blunder_however_small_the_difference() -> None:
    graded = find_game("connect4:graded=on")
    assert mark(graded, 0, 1.0, 0.0, exact=True) == "blunder"
    assert mark(graded, 0, 0.0, -1.0, exact=True) == "blunder"
    assert mark(graded, 0, 1.0, 0.0, exact=False) == "inaccuracy"
    assert mark(graded, 0, 3.0, 2.0, exact=True) == "inaccuracy"
    assert mark(graded, 0, -2.0, -2.5, exact=True) == ""


@pytest.mark.parametrize(
    ("loss", "word"),
    [(0.0, ""), (0.049, ""), (0.05, "inaccuracy"), (0.15, "mistake"), (0.299, "mistake"), (0.3, "blunder")],
)
def test_marks_go_by_the_part_of_a_win_that_is_lost(loss: float, word: str) -> None:
    assert mark(find_game("pig"), 0, 0.5, 0.5 - loss, exact=False) == word


@given(seed=st.integers(0, 1_000), depth=st.integers(1, 3))
@examples(12)
def test_a_loss_does_not_depend_on_what_the_search_cuts(seed: int, depth: int) -> None:
    """Minimax cuts nothing, so it knows what every move is worth."""
    session = at_random("connect4:width=5,height=4", seed, 12)
    expected = losses(review(session, Minimax(depth=depth)))
    for options in (f"plain,depth={depth}", f"depth={depth},clamp=off"):
        found = review(session, find_agent(f"alphabeta:{options},compiled=off"))
        assert losses(found) == pytest.approx(expected, abs=1e-9)


@given(seed=st.integers(0, 1_000), depth=st.integers(1, 3))
@examples(12)
def test_a_loss_does_not_depend_on_pruning_at_chance_either(seed: int, depth: int) -> None:
    session = at_random("pig:goal=15", seed, 20)
    full = review(session, Expectiminimax(depth=depth, star1=False, star2=False))
    for agent in (Expectiminimax(depth=depth), MaxN(depth=depth, compiled=False)):
        found = review(session, agent)
        assert losses(found) == pytest.approx(losses(full), abs=1e-9)
        assert found.luck == pytest.approx(full.luck, abs=1e-9)


def losses(found: Review) -> list[float]:
    """What moves lost where the game was still open: one search may prove a win that another only expects."""
    return [move.loss for move in found.moves if abs(move.value) < 1]


@pytest.mark.parametrize("nodes", [60, 200, 1500])
def test_luck_is_fair_over_all_outcomes_whatever_the_limit(nodes: int) -> None:
    lucks = []
    for face in range(1, 7):
        session = Session(find_game("pig:goal=30"), start="14 : 17, pot 9, player 2 to move")
        session.read("roll")
        session.play(face)
        (outcome,) = review(session, Expectiminimax(), Limit(nodes=nodes)).outcomes
        lucks.append(outcome.luck[0])
    assert max(lucks) > 0.01
    assert math.fsum(lucks) / 6 == pytest.approx(0, abs=1e-9)


@given(seed=st.integers(0, 1_000), nodes=st.integers(30, 2_000))
@examples(12)
def test_no_loss_is_negative_and_the_agent_s_own_move_loses_nothing(seed: int, nodes: int) -> None:
    found = review(
        at_random("connect4:width=5,height=4", seed), find_agent("alphabeta:compiled=off"), Limit(nodes=nodes)
    )
    assert all(move.loss >= 0 for move in found.moves)
    assert all(move.loss == 0 for move in found.moves if move.text == move.best)
    assert found.sums == pytest.approx(found.end, abs=1e-9)
    for player in found.players:
        losses = math.fsum(move.loss for move in found.moves_of(player))
        assert found.skill[player] == pytest.approx(found.hindsight[player] - losses, abs=1e-9)


@pytest.mark.parametrize("seed", [10, 15])
def test_a_move_that_proves_as_good_as_the_best_was_expected_to_be_loses_nothing(seed: int) -> None:
    """Looked at as far ahead as the best, it seemed worse; further ahead, it is a draw."""
    session = at_random("connect4:width=5,height=4", seed)
    found = review(session, find_agent("alphabeta:compiled=off"), Limit(nodes=1000))
    move, following = found.moves[9:11]
    assert move.text != move.best
    assert move.value <= 0
    assert following.exact
    assert following.value == 0
    assert move.loss == 0


def test_a_game_saved_before_its_end_is_reviewed_as_far_as_it_goes() -> None:
    found = reviewed("pig:goal=20", "roll 5 roll", "expectiminimax:depth=2")
    assert found.result is None
    assert found.sums == pytest.approx(found.end, abs=1e-9)
    assert found.end[0] > 0


def test_progress_is_told_position_by_position() -> None:
    session = Session(find_game("nim:coins=5"))
    session.read("2 3")
    told: list[tuple[int, int]] = []
    review(session, Minimax(), watch=lambda done, total: told.append((done, total)))
    assert told == [(1, 3), (2, 3), (3, 3)]


@pytest.mark.parametrize(
    ("spelled", "moves", "agent", "words"),
    [
        ("nim", "", "minimax", "nothing to review"),
        ("nim:coins=3", "3", "human", "such as alphabeta"),
        ("pig", "roll", "random", "such as expectiminimax"),
        ("pig", "roll", "alphabeta", "expectiminimax plays it"),
        ("connect4", "4", "alphabeta:plain,compiled=off,nodes=20", "no value"),
        ("kuhn", "J Q", "ismcts", "cannot be reviewed"),
    ],
)
def test_what_cannot_be_reviewed_is_refused_with_a_sentence(
    spelled: str, moves: str, agent: str, words: str
) -> None:
    session = Session(find_game(spelled))
    if moves:
        session.read(moves)
    with pytest.raises(OutwitError, match=words):
        review(session, find_agent(agent))
