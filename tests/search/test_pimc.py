"""Perfect information Monte Carlo: worlds searched as if all were seen, and their values averaged."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from outwit import Limit, find_game
from outwit.errors import BadOptionError, BrokenRulesError, UnsuitableError
from outwit.games.kuhn import Hand, Kuhn
from outwit.games.liarsdice import LiarsDice
from outwit.random import Generator
from outwit.search import AlphaBeta, Expectiminimax, MaxN
from outwit.search.pimc import PIMC
from tests.broken_games import DeterminizeChangesTheMoves
from tests.hidden_games import SealedBids
from tests.search.test_ismcts import HIDING, answer, some_position
from tests.solved_games import Cup, Doors, Guess, Prize
from tests.sound_games import Deal

SEARCHED: list[Any] = [PIMC(seed=5, worlds=3, simulations=20), PIMC(seed=5, worlds=3, depth=2)]


@pytest.mark.parametrize("agent", SEARCHED, ids=lambda agent: agent.spec)
@pytest.mark.parametrize("game", HIDING[1:], ids=lambda game: type(game).__name__)
def test_states_that_a_player_cannot_tell_apart_are_decided_alike(game: Any, agent: PIMC) -> None:
    for seed in range(3):
        state = some_position(game, seed)
        world = game.determinize(state, game.turn(state), Generator(seed))
        assert answer(agent.decide(game, state)) == answer(agent.decide(game, world))


def test_it_takes_for_granted_that_it_will_know_what_is_hidden() -> None:
    """Strategy fusion: in every world the coin can be called right, so staying seems to pay 1."""
    decision = PIMC(depth=2, worlds=20, seed=1).decide(Guess(), Cup(1, ()))
    assert decision.move == Guess.STAY
    assert decision.value == 1.0
    assert PIMC(simulations=50, worlds=20, seed=1).decide(Guess(), Cup(1, ())).move == Guess.STAY


def test_the_value_of_a_move_is_its_mean_over_the_worlds_and_its_interval_is_honest() -> None:
    held = 0
    for seed in range(20):
        decision = PIMC(depth=1, worlds=50, seed=seed).decide(Doors(), Prize(1, 0, 0))
        values = {candidate.move: candidate for candidate in decision.candidates}
        assert sum(values[door].value or 0 for door in (1, 2, 3)) == pytest.approx(1)
        low, high = values[1].interval or (1, 0)
        held += low <= Doors.ODDS[0] <= high
        assert values[1].visits == 50
    assert held >= 16, "about 19 of 20 should"


def test_the_second_player_plays_for_itself() -> None:
    for agent in (PIMC(depth=3, worlds=10, seed=1), PIMC(simulations=30, worlds=10, seed=1)):
        assert agent.decide(Kuhn(), Hand((1, 0), (1,))).move == 0
        assert agent.decide(Kuhn(), Hand((1, 2), (1,))).value == 2.0


@pytest.mark.parametrize(
    ("spec", "inner"),
    [("tictactoe", AlphaBeta), ("pig:goal=6", Expectiminimax), ("tree:(<1,2,3> <2,1,3>)", MaxN)],
)
def test_where_nothing_is_hidden_it_is_the_search_of_one_world(spec: str, inner: Any) -> None:
    game = find_game(spec)
    state = some_position(game, 4) if spec != "tree:(<1,2,3> <2,1,3>)" else game.initial()
    decision = PIMC(depth=2, seed=1).decide(game, state)
    assert decision.stats == {"worlds": 1}
    assert decision.value == inner(depth=2).decide(game, state).value


def test_an_answer_rests_on_whole_worlds_within_the_limit() -> None:
    game = LiarsDice(dice=1, faces=3)
    state = some_position(game, 2)
    for agent in (PIMC(seed=1, depth=3), PIMC(seed=1, simulations=15)):
        for most in (1, 10, 60, 500, 2_000):
            limited = agent.decide(game, state, Limit(nodes=most))
            assert limited.nodes <= most
            made = int(limited.stats["worlds"])
            if made:
                same = replace(agent, worlds=made).decide(game, state)
                assert replace(same, seconds=0, agent="") == replace(limited, seconds=0, agent="")
            else:
                assert limited.value is None
                assert limited.move in list(game.moves(state))
        assert made > 1


def test_a_limit_of_simulations_counts_those_of_all_worlds() -> None:
    state = some_position(Kuhn(), 1)
    decision = PIMC(seed=1, simulations=30).decide(Kuhn(), state, Limit(simulations=100))
    assert decision.stats == {"worlds": 3, "simulations": 90}


def test_what_cannot_be_is_refused() -> None:
    with pytest.raises(UnsuitableError, match="pimc cannot play SealedBids: its players choose at once"):
        PIMC().decide(SealedBids(), SealedBids().initial())
    with pytest.raises(BadOptionError, match="worlds=0 is too few"):
        PIMC(worlds=0)
    with pytest.raises(BadOptionError, match="simulations=0 are too few for a world"):
        PIMC(simulations=0)
    with pytest.raises(BadOptionError, match="give simulations or a depth"):
        PIMC(simulations=None)
    with pytest.raises(BrokenRulesError, match="drew a world in which `moves` is not what the player knows"):
        PIMC(worlds=20, seed=1).decide(DeterminizeChangesTheMoves(), Deal((1, 0), ()))
