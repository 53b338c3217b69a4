"""How far a search is from an equilibrium is what a best response wins from its strategies."""

from __future__ import annotations

from benchmarks.goofspiel import exploitability, uniform_play

from outwit import SMMCTS, find_game
from outwit.equilibrium.best_response import exploitability_by_rules


def test_a_best_response_beats_any_moves_by_what_can_be_worked_out_by_hand() -> None:
    """Who bids the 2 for the 2 and the 1 for the 1 wins unless the other does too: half of the time."""
    game = find_game("goofspiel:cards=2")
    assert exploitability_by_rules(game, uniform_play(game)) == 0.5


def test_with_more_simulations_less_is_won_from_average_strategies() -> None:
    game = find_game("goofspiel:cards=3")
    uniform = exploitability_by_rules(game, uniform_play(game))
    for select in ("regret", "exp3"):
        agent = SMMCTS(select=select)
        few, more, many = (exploitability(game, agent, simulations, 1) for simulations in (30, 1_000, 30_000))
        assert many < more / 2 < few / 2 < uniform
