"""Best responses and exploitability are computed as the literature has it, and as open_spiel does."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

import numpy as np
import pytest
from benchmarks.open_spiel_policy import open_spiel_policy

from outwit import find_game
from outwit.equilibrium.best_response import (
    best_response,
    best_response_by_rules,
    expected_value,
    exploitability,
    exploitability_by_rules,
    worth,
)
from outwit.equilibrium.cfr import CounterfactualRegret
from outwit.equilibrium.sequence_form import Unfolded
from outwit.equilibrium.strategies import Strategies, normalize, uniform
from outwit.equilibrium.unfold import unfold
from outwit.game import Game, Move, State
from outwit.games.kuhn import Hand, Kuhn

THIRD = 1 / 3
BETS = {
    (): (THIRD, 0.0, 1.0),
    (0,): (THIRD, 0.0, 1.0),
    (1,): (0.0, THIRD, 1.0),
    (0, 1): (0.0, THIRD + THIRD, 1.0),
}
"""An equilibrium of Kuhn poker: how often each card bets or calls after what was done before."""


def kuhns_play(state: Hand, player: int) -> Mapping[int, float]:
    share = BETS[state.acts][state.cards[player]]
    return {0: 1 - share, 1: share}


def uniform_play(game: Game) -> Callable[[State, int], Mapping[Move, float]]:
    def play(state: State, player: int) -> Mapping[Move, float]:
        moves = list(game.moves_for(state, player))
        return dict.fromkeys(moves, 1 / len(moves))

    return play


def test_nobody_wins_more_from_an_equilibrium_than_the_game_is_worth() -> None:
    assert best_response_by_rules(Kuhn(), kuhns_play, 0) == pytest.approx(-1 / 18)
    assert best_response_by_rules(Kuhn(), kuhns_play, 1) == pytest.approx(1 / 18)
    assert exploitability_by_rules(Kuhn(), kuhns_play) == pytest.approx(0)


def test_uniform_play_loses_eleven_twenty_fourths() -> None:
    assert exploitability_by_rules(Kuhn(), uniform_play(Kuhn())) == pytest.approx(11 / 24)
    game = unfold(Kuhn())
    assert exploitability(game, uniform(game)) == pytest.approx(11 / 24)


def at_random(game: Unfolded, seed: int) -> Strategies:
    """Strategies drawn at random, some of whose moves are never made."""
    random = np.random.default_rng(seed)
    one, other = (
        normalize(side, np.maximum(random.random(side.sequences) - 0.2, 0.0)) for side in game.sides
    )
    return one, other


def play_of(game: Unfolded, strategies: Strategies) -> Callable[[State, int], Mapping[Move, float]]:
    """Strategies as a way to play by the rules."""

    def play(state: State, player: int) -> Mapping[Move, float]:
        number, side = game.find(state, player), game.sides[player]
        assert number is not None
        low = int(side.first[number])
        return {move: float(strategies[player][low + at]) for at, move in enumerate(side.moves[number])}

    return play


@pytest.mark.parametrize("seed", range(3))
@pytest.mark.parametrize("spec", ["kuhn", "leduc", "liarsdice:faces=3", "rps"])
def test_sequence_form_and_rules_agree(spec: str, seed: int) -> None:
    game = unfold(find_game(spec))
    strategies = at_random(game, seed)
    play = play_of(game, strategies)
    for player in (0, 1):
        by_rules = best_response_by_rules(find_game(spec), play, player)
        assert best_response(game, strategies, player) == pytest.approx(by_rules, abs=1e-12)
    interpreted = exploitability(game, strategies, compiled=False)
    assert exploitability(game, strategies) == pytest.approx(interpreted, abs=1e-12)


def test_by_the_rules_the_same_state_reached_in_several_ways_counts_once_for_all() -> None:
    game = find_game("goofspiel:cards=3")
    unfolded = unfold(game)
    found = exploitability(unfolded, uniform(unfolded))
    assert exploitability_by_rules(game, uniform_play(game)) == pytest.approx(found, abs=1e-12)


@pytest.mark.parametrize(
    ("spec", "peer"),
    [
        ("kuhn", "kuhn_poker"),
        ("leduc:suits=on", "leduc_poker"),
        ("leduc", "leduc_poker(suit_isomorphism=True)"),
        ("liarsdice:faces=3", "liars_dice(dice_sides=3)"),
        pytest.param("liarsdice", "liars_dice", marks=pytest.mark.slow),
    ],
)
def test_open_spiel_finds_the_same_exploitability_of_the_same_policy(spec: str, peer: str) -> None:
    pyspiel: Any = pytest.importorskip("pyspiel", reason="open_spiel is installed by `make bench`")
    game, theirs = unfold(find_game(spec)), pyspiel.load_game(peer)
    solver = CounterfactualRegret(game)
    for iterations in (3, 200):
        solver.run(iterations)
        strategies = solver.strategies()
        policy = pyspiel.TabularPolicy(open_spiel_policy(game, strategies, theirs))
        assert exploitability(game, strategies) == pytest.approx(
            pyspiel.exploitability(theirs, policy), abs=1e-9
        )


def test_the_worth_of_a_move_is_what_the_rules_say() -> None:
    rules = Kuhn()
    game = unfold(rules)
    solver = CounterfactualRegret(game)
    solver.run(50)
    strategies = solver.strategies()
    play = play_of(game, strategies)

    def value(state: State) -> float:
        if rules.over(state):
            return rules.payoff(state, 0)
        return sum(
            share * value(rules.play(state, move)) for move, share in play(state, rules.turn(state)).items()
        )

    gains, chances = worth(game, strategies, 0)
    number = game.find(rules.position("K J check bet"), 0)
    assert number is not None
    low = int(game.sides[0].first[number])
    bets = [play(rules.position(f"K {other} check"), 1)[1] for other in "JQ"]
    calls = [value(rules.position(f"K {other} check bet call")) for other in "JQ"]
    assert chances[low] == pytest.approx(sum(bets) / 6)
    assert chances[low] == pytest.approx(chances[low + 1])
    assert gains[low + 1] / chances[low + 1] == pytest.approx(
        sum(bet * call for bet, call in zip(bets, calls, strict=True)) / sum(bets)
    )
    assert gains[0] == pytest.approx(expected_value(game, strategies))
    assert chances[0] == pytest.approx(1.0)
