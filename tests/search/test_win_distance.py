"""The quicker win and the slower loss: payoffs that fade, and come back whole."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from outwit import Minimax, Watch, find_game
from outwit.search import AlphaBeta
from outwit.search.win_distance import CLAIM, HORIZON, fade, payoff_restorer, plies_before


@given(st.floats(1e-6, 1e6), st.integers(0, HORIZON - 1))
def test_a_payoff_is_worth_less_a_ply_later_and_a_loss_is_less_bad(payoff: float, ply: int) -> None:
    assert fade(payoff, ply) > fade(payoff, ply + 1)
    assert fade(-payoff, ply) < fade(-payoff, ply + 1)


@given(st.integers(-(10**6), 10**6), st.integers(1, 10**4), st.integers(0, HORIZON))
def test_the_payoff_is_recovered_to_twelve_digits(above: int, below: int, ply: int) -> None:
    payoff = above / below
    settled = payoff_restorer(-abs(payoff), 1)
    assert settled(fade(payoff, ply)) == pytest.approx(payoff, rel=1e-11, abs=1e-12)


@given(st.integers(-(10**9), 10**9), st.integers(0, HORIZON))
def test_whole_payoffs_are_recovered_exactly(payoff: int, ply: int) -> None:
    assert payoff_restorer(-abs(payoff), abs(payoff))(fade(payoff, ply)) == payoff


@given(st.integers(-100, 100), st.integers(-100, 100), st.integers(0, HORIZON), st.integers(0, HORIZON))
def test_a_better_payoff_stays_better_however_late(one: int, other: int, soon: int, late: int) -> None:
    if one > other:
        assert fade(one, soon) > fade(other, late)
        assert fade(one, late) > fade(other, soon)


@given(st.floats(allow_nan=False), st.integers(0, HORIZON))
def test_what_has_faded_can_be_taken_back_exactly(value: float, plies: int) -> None:
    assert fade(fade(value, plies), -plies) == value


def test_an_estimate_claims_less_than_is_certain_wherever_it_is_told() -> None:
    for payoff in (1.0, 10.0, 0.3, 64.0):
        assert fade(fade(payoff, CLAIM), -256) < fade(payoff, HORIZON)
        assert payoff_restorer(-payoff, payoff)(fade(payoff, CLAIM)) == payoff


@pytest.mark.parametrize("switch", [True, False])
def test_estimates_as_good_as_a_win_are_not_preferred_to_it(switch: bool) -> None:
    """A certain payoff at the bounds beats an estimate that claims the same."""
    game = find_game("tree:((-1 1) 1)")
    for agent in (AlphaBeta(depth=1, quick=switch), Minimax(depth=1, quick=switch)):
        assert agent.decide(game, game.initial()).described() == ["2"]


def test_without_it_values_keep_all_their_digits() -> None:
    game = find_game("tree:(1/3 123456789012345)")
    assert Minimax(quick=False).decide(game, game.initial()).value == 123456789012345


@given(st.sampled_from([-64.0, -1.0, 0.3, 1.0]), st.integers(0, HORIZON - 1))
def test_how_far_off_a_payoff_is_can_be_told(payoff: float, plies: int) -> None:
    assert plies_before(fade(payoff, plies), payoff) == plies
    assert plies_before(fade(payoff, CLAIM), payoff) is None


@pytest.mark.parametrize(
    ("tree", "quick", "plies"),
    [
        ("((0 1)((1 1)(1 1)))", True, 3),
        ("((0 1)((1 1)(1 1)))", False, None),
        ("((0 -1)((-1 1) (-1 -1)))", True, 3),
        ("((0 1)(1 0))", True, None),
    ],
    ids=["won", "all wins are the same", "lost", "neither"],
)
def test_progress_tells_after_how_many_moves_the_game_is_won_or_lost(
    tree: str, quick: bool, plies: int | None
) -> None:
    game, told = find_game(f"tree:{tree}"), list[int | None]()
    for agent in (Minimax(quick=quick), AlphaBeta(quick=quick)):
        agent.decide(game, game.initial(), watch=Watch(lambda progress: told.append(progress.plies)))
        assert told[-1] == plies
