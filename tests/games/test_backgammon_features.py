"""Backgammon judged: shots, features, and an evaluation that is the same from both sides."""

from __future__ import annotations

import pytest

from outwit import Expectiminimax, Limit
from outwit.games.backgammon.board import TO_ROLL
from outwit.games.backgammon.checkers import BAR, occupied_points
from outwit.games.backgammon.features import FEATURES, shots

from .test_backgammon import FAR, GAME, board, random_states, side


@pytest.mark.parametrize(
    ("hitter", "open_points", "rolls"),
    [({7: 1}, True, 17), ({2: 1}, True, 11), ({13: 1}, True, 3), ({12: 1}, False, 0), ({8: 1}, True, 6)],
    ids=str,
)
def test_shots_are_counted_as_in_any_book(hitter: dict[int, int], open_points: bool, rolls: int) -> None:
    """A blot on the first point: one pip away 11 direct shots, six away 17, twelve away three."""
    free = (1 << 25) - 2 if open_points else 0
    assert shots(occupied_points(side(hitter)), free, 1, TO_ROLL) == rolls


def test_a_known_roll_hits_or_does_not() -> None:
    free, hitters = (1 << 25) - 2, 1 << 7
    hitting = [roll for roll, _ in GAME.chances(board(FAR, FAR)) if shots(hitters, free, 1, roll)]
    weighed = sum(1 if roll % 11 == 0 else 2 for roll in hitting)
    assert weighed == shots(hitters, free, 1, TO_ROLL)


def test_features_say_what_they_are_called() -> None:
    own = {24: 2, 20: 2, 8: 4, 7: 2, 6: 2, 5: 2, 1: 1}
    other = {BAR: 1, 24: 1, 13: 5, 6: 4, 4: 2, 2: 2}
    state = board(own, other)._replace(turn=1, own=side(other), other=side(own))
    found = dict(zip(FEATURES, GAME.features(state, 0), strict=True))
    far = sum(point * many for point, many in own.items())
    others = sum(point * many for point, many in other.items())
    assert found["pips"] == pytest.approx(far / 100)
    assert found["race"] == pytest.approx(far / (far + others))
    assert (found["home points"], found["outer points"], found["anchors"]) == (2, 2, 2)
    assert (found["high anchor"], found["prime"], found["caught"]) == (1, 4, 2)
    assert (found["last checkers"], found["piled up"], found["to act"]) == (4, 1, 0)
    assert found["pips at risk"] == pytest.approx(24 * 11 / 36 / 100)
    theirs = dict(zip(FEATURES, GAME.features(state, 1), strict=True))
    assert (theirs["on the bar"], theirs["shut out"], theirs["to act"]) == (1, 2 / 6, 1)
    assert theirs["pips at risk"] == 0


@pytest.mark.parametrize("many", [60, pytest.param(300, marks=pytest.mark.slow)])
def test_the_evaluation_weighs_the_features_and_is_the_same_from_both_sides(many: int) -> None:
    for state in random_states(many, 4):
        value = GAME.evaluate(state, 0)
        assert value == -GAME.evaluate(state, 1)
        own, other = (GAME.features(state, player) for player in (0, 1))
        total = sum(w * (a - b) for w, a, b in zip(GAME.weights, own, other, strict=True))
        assert value == pytest.approx(total)


def test_a_search_keeps_every_value_within_the_bounds() -> None:
    for state in random_states(20, 5):
        low, high = GAME.bounds(state, state.turn)
        value = Expectiminimax().decide(GAME, state, Limit(depth=1)).value
        assert value is not None
        assert low <= value <= high


def test_after_all_rolls_the_evaluation_is_on_average_what_it_was_before() -> None:
    for state in random_states(100, 6):
        before = state._replace(roll=TO_ROLL)
        mean = sum(share * GAME.evaluate(GAME.play(before, roll), 0) for roll, share in GAME.chances(before))
        assert GAME.evaluate(before, 0) == pytest.approx(mean)


def test_a_search_makes_the_five_point_with_a_three_and_a_one() -> None:
    state = GAME.position("4HPwATDgc/ABMA X 3-1")
    decision = Expectiminimax().decide(GAME, state, Limit(depth=1))
    assert GAME.describe(state, decision.move) == "8/5 6/5"


def test_a_search_takes_the_sure_gammon() -> None:
    state = board({1: 2}, {6: 15}, 21)
    decision = Expectiminimax().decide(GAME, state, Limit(depth=1))
    assert (decision.value, decision.exact) == (2, True)
