"""AND-OR search over rules that break a promise: no plan and no proof, but a sentence that names it."""

from __future__ import annotations

import math
from collections.abc import Iterator
from typing import Any

import pytest

from outwit import AndOr
from outwit.errors import BrokenRulesError, UnsuitableError
from outwit.games.vacuum import Room, Vacuum
from outwit.search.andor import Planning


def planned(game: Vacuum) -> Planning:
    """What is found from the start."""
    return AndOr().plan(game, game.initial())


class Negative(Vacuum):
    """The likelier answer is less likely than impossible."""

    def chances(self, state: Room) -> Iterator[tuple[int, float]]:
        for number, (outcome, _) in enumerate(super().chances(state)):
            yield outcome, (-0.5, 1.5)[number]


class Uncertain(Vacuum):
    def chances(self, state: Room) -> Iterator[tuple[int, float]]:
        for number, (outcome, _) in enumerate(super().chances(state)):
            yield outcome, (1.0, math.nan)[number]


class Scant(Vacuum):
    def chances(self, state: Room) -> Iterator[tuple[int, float]]:
        for outcome, probability in super().chances(state):
            yield outcome, probability / 2


@pytest.mark.parametrize(
    ("kind", "promise"),
    [(Negative, "the probability -0.5"), (Uncertain, "the probability nan"), (Scant, "add up to 0.5")],
)
@pytest.mark.parametrize("options", [{}, {"sight": "local"}])
def test_nothing_is_planned_by_probabilities_that_cannot_be(
    kind: type[Vacuum], promise: str, options: dict[str, Any]
) -> None:
    with pytest.raises(BrokenRulesError, match=f"{kind.__name__} are broken: .*{promise}"):
        planned(kind(**options))


class Stuck(Vacuum):
    """Without an end where the left square alone is clean, and without a move there."""

    def moves(self, state: Room) -> Iterator[int]:
        return iter(()) if state.dirt == 0b10 else super().moves(state)


class Worthless(Vacuum):
    def payoff(self, state: Room, player: int) -> float:
        return math.nan


class Promising(Vacuum):
    """Says that an end may be worth more than any is."""

    def bounds(self, state: Room, player: int) -> tuple[float, float]:
        return -1.0, 5.0


class Boundless(Vacuum):
    def bounds(self, state: Room, player: int) -> tuple[float, float]:
        return -math.inf, math.inf


class Unbound(Vacuum):
    def bounds(self, state: Room, player: int) -> tuple[float, float]:
        return -1.0, math.nan


class Reversed(Vacuum):
    def bounds(self, state: Room, player: int) -> tuple[float, float]:
        return 1.0, -1.0


@pytest.mark.parametrize(
    ("kind", "promise"),
    [
        (Stuck, "`moves\\(state\\)` yields nothing"),
        (Worthless, "`payoff` gives player 0 nan"),
        (Unbound, "`bounds` give"),
        (Reversed, "`bounds` give"),
    ],
)
@pytest.mark.parametrize("options", [{}, {"erratic": False, "slippery": True}, {"sight": "local"}])
def test_that_there_is_no_plan_is_no_answer_where_the_rules_are_broken(
    kind: type[Vacuum], promise: str, options: dict[str, Any]
) -> None:
    with pytest.raises(BrokenRulesError, match=f"{kind.__name__} are broken: .*{promise}"):
        planned(kind(**options))


def test_where_there_is_no_plan_the_goal_is_told_and_what_the_best_end_is_worth() -> None:
    assert planned(Promising(erratic=False)).sentence() == (
        "There is no plan, which is proved: none is sure to end with 5, the most that `bounds` allow; "
        "no end that was found is sure to be worth more than 1."
    )
    assert planned(Vacuum(steps=2)).sentence() == (
        "There is no plan, which is proved: none is sure to end with 1, the most that `bounds` allow."
    )


def test_bounds_that_name_no_goal_are_refused() -> None:
    with pytest.raises(UnsuitableError, match="those of Boundless are -inf to inf; they must be finite"):
        planned(Boundless())
