"""Which move is tried next: the mean, and the exploration term."""

from __future__ import annotations

import math
from dataclasses import dataclass

import pytest

from outwit.bandit import Rule


@dataclass
class Seen:
    """What has been seen of a move, for one player."""

    visits: int
    totals: tuple[float, ...] = (0.0,)
    proved: tuple[float, ...] | None = None
    prior: float = 0.0


def uct(solve: bool = True, exploration: float = 1.0, half: float = 1.0) -> Rule:
    return Rule("uct", exploration, solve, (half,))


def test_uct_takes_each_move_once_before_any_twice() -> None:
    moves = [Seen(3, (3.0,)), Seen(0), Seen(0)]
    assert uct().choose(Seen(3), moves, 0) is moves[1]


def test_uct_adds_to_the_mean_what_auer_and_others_say() -> None:
    mean, term = uct(exploration=0.5, half=3.0).ucb_score(Seen(10), Seen(4, (8.0,)), 0)
    assert mean == 2.0
    assert term == pytest.approx(0.5 * 3.0 * math.sqrt(math.log(10) / 4))


def test_puct_expects_of_a_new_move_what_the_position_above_has_paid() -> None:
    rule = Rule("puct", 2.0, True, (1.0,))
    mean, term = rule.ucb_score(Seen(9, (3.0,)), Seen(0, prior=0.25), 0)
    assert mean == pytest.approx(1 / 3)
    assert term == pytest.approx(2.0 * 0.25 * 3.0)


def test_without_exploration_the_best_mean_is_taken() -> None:
    moves = [Seen(2, (1.0,)), Seen(50, (30.0,)), Seen(1, (0.5,))]
    assert uct(exploration=0.0).choose(Seen(53), moves, 0) is moves[1]


def test_what_is_certain_needs_no_more_games_unless_nothing_is_to_be_solved() -> None:
    moves = [Seen(1, (9.0,), (9.0,)), Seen(1, (0.0,))]
    assert uct().choose(Seen(2), moves, 0) is moves[1]
    assert uct(solve=False).choose(Seen(2), moves, 0) is moves[0]
