"""What part of a clock a move is worth: enough to think, never so much that the clock runs out."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from outwit import AlphaBeta, BadOptionError, Limit, MonteCarlo, find_game, search
from outwit.time_management import RESERVE, STEADY, allot, is_enough

LATENCY = RESERVE / 2
"""What each move of the games here takes beside its search."""


@given(
    clock=st.floats(0.2, 7200),
    increment=st.sampled_from([0.0, 0.01, 0.1, 2.0]),
    period=st.none() | st.integers(1, 60),
    greedy=st.booleans(),
)
def test_a_clock_never_runs_out_however_long_moves_may_take(
    clock: float, increment: float, period: int | None, greedy: bool
) -> None:
    left, to_go = clock, period
    for _ in range(period or 200):
        target, most = allot(left, increment, to_go)
        assert 0 < target <= most < left
        left += increment - min(left, (most if greedy else target) + min(LATENCY, left / 8))
        assert left > 0
        to_go = None if to_go is None else to_go - 1


def test_more_time_and_fewer_moves_to_go_mean_more_time_for_a_move() -> None:
    assert allot(10)[0] < allot(60)[0] < allot(60, 1)[0]
    assert allot(60, 0, 40)[0] < allot(60, 0, 10)[0] < allot(60, 0, 1)[0]


def test_the_last_move_before_the_clock_is_set_anew_takes_most_of_what_is_left() -> None:
    target, most = allot(10, 0, 1)
    assert target == most > 8


def test_a_search_that_has_not_changed_its_mind_ends_sooner() -> None:
    spent = [min(t / 100 for t in range(1000) if is_enough(t / 100, 2.0, steady)) for steady in range(6)]
    assert spent == sorted(spent, reverse=True)
    assert spent[0] > spent[len(STEADY) - 1] == spent[-1]


def test_a_clock_becomes_the_time_for_a_move() -> None:
    limit = Limit(clock=60, increment=1, depth=9).for_move()
    target, most = allot(60, 1)
    assert limit == Limit(seconds=most, target=target, depth=9)
    assert Limit(seconds=2).for_move() == Limit(seconds=2)
    assert Limit(clock=60, seconds=0.5).for_move().seconds == 0.5
    assert Limit(clock=60).in_one_go() == Limit(seconds=allot(60)[0])


@pytest.mark.parametrize("agent", [AlphaBeta(), search.AlphaBeta()], ids=["compiled", "textbook"])
def test_a_move_without_a_choice_takes_no_time(agent: search.AlphaBeta) -> None:
    game = find_game("connect4:width=4,height=4")
    state = game.initial()
    for move in (0, 0, 0, 0, 1, 1, 1, 1, 2, 2, 2, 2):
        state = game.play(state, move)
    assert list(game.moves(state)) == [3]
    assert agent.decide(game, state, Limit(clock=3600)).depth == 1


@pytest.mark.parametrize("agent", [AlphaBeta(), MonteCarlo()], ids=["passes", "simulations"])
def test_every_kind_of_search_plays_by_a_clock(agent: search.AlphaBeta | MonteCarlo) -> None:
    game = find_game("othello")
    decision = agent.decide(game, game.initial(), Limit(clock=3, moves_to_go=30))
    assert decision.move in game.moves(game.initial())
    assert decision.nodes > 0


@pytest.mark.parametrize(
    ("limit", "words"),
    [
        ({"clock": 0}, "clock=0 is not a time; give a number above 0."),
        ({"clock": 10, "increment": -1}, "increment=-1 is not a time; give a number, 0 or more."),
        ({"clock": 10, "moves_to_go": 0}, "moves_to_go=0 is too small; give 1 or more."),
        ({"increment": 1}, "increment and moves_to_go go with a clock; give clock, too."),
        ({"target": float("inf")}, "target=inf is not a time; give a number above 0."),
    ],
)
def test_what_is_no_clock_is_refused(limit: dict[str, float], words: str) -> None:
    with pytest.raises(BadOptionError, match=words.replace(".", r"\.")):
        Limit(**limit)  # type: ignore[arg-type]


def test_what_was_spent_is_taken_off_the_clock() -> None:
    limit = Limit(clock=10, increment=1, moves_to_go=5)
    assert limit.less(seconds=4, nodes=0) == Limit(clock=6, increment=1, moves_to_go=5)
    assert limit.less(seconds=10) is None
