"""Pig: the die is fair, a one loses the pot, holding banks it."""

from __future__ import annotations

from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from outwit import CHANCE, Expectiminimax, Limit, OutwitError, find_game
from outwit.errors import BadPositionError
from outwit.games.pig import HOLD, ROLL, Pig, Score
from outwit.random import Generator

GAME = Pig()

scores = st.builds(
    Score, st.integers(0, 99), st.integers(0, 99), st.integers(0, 99), st.integers(0, 1), st.booleans()
)


@given(st.integers(2, 100), scores)
def test_the_faces_are_equally_likely_and_chance_sums_to_one(sides: int, state: Score) -> None:
    chances = list(Pig(sides=sides).chances(state))
    assert [face for face, _ in chances] == list(range(1, sides + 1))
    assert sum(p for _, p in chances) == pytest.approx(1)
    assert {p for _, p in chances} == {1 / sides}


@given(scores)
def test_holding_banks_the_pot_and_passes_the_turn(state: Score) -> None:
    after = GAME.play(state._replace(rolling=False), HOLD)
    banked = (after.first, after.second)
    assert banked[state.turn] == (state.first, state.second)[state.turn] + state.pot
    assert banked[1 - state.turn] == (state.first, state.second)[1 - state.turn]
    assert (after.pot, after.turn, after.rolling) == (0, 1 - state.turn, False)


@given(scores, st.integers(2, 6))
def test_a_roll_is_chance_s_and_adds_to_the_pot_unless_it_is_a_one(state: Score, face: int) -> None:
    rolling = GAME.play(state._replace(rolling=False), ROLL)
    assert GAME.turn(rolling) == CHANCE
    after = GAME.play(rolling, face)
    assert after == state._replace(pot=state.pot + face, rolling=False)
    lost = GAME.play(rolling, 1)
    assert lost == state._replace(pot=0, turn=1 - state.turn, rolling=False)


def test_there_is_nothing_to_hold_before_the_first_roll() -> None:
    assert list(GAME.moves(GAME.initial())) == [ROLL]
    assert list(GAME.moves(Score(0, 0, 4, 0, False))) == [ROLL, HOLD]


@given(scores)
def test_a_position_reads_back_from_its_text(state: Score) -> None:
    assert GAME.position(GAME.text(state)) == state


@pytest.mark.parametrize("text", ["", "3", "3:4 pot", "3 : 4, pot -2", "3 : 4, player 3", "a : b"])
def test_what_is_no_position_is_refused(text: str) -> None:
    with pytest.raises(BadPositionError, match="is not a position of pig"):
        GAME.position(text)


@pytest.mark.parametrize("options", ["goal=0", "sides=1", "goal=-5"])
def test_a_game_that_cannot_be_won_or_rolled_is_refused(options: str) -> None:
    with pytest.raises(OutwitError, match="needs a goal"):
        find_game(f"pig:{options}")


def test_whoever_can_hold_for_the_win_holds() -> None:
    decision = Expectiminimax().decide(GAME, Score(90, 99, 10, 0, False), Limit(depth=2))
    assert (decision.move, decision.value, decision.exact) == (HOLD, 1, True)


def test_a_roll_is_worth_the_average_of_its_faces() -> None:
    """Five faces in six win at once; after a one, so does the other in five of six."""
    game = Pig(goal=2)
    decision = Expectiminimax(compiled=False).decide(game, game.initial(), Limit(depth=2))
    assert decision.value == pytest.approx(float(Fraction(5, 6) - Fraction(5, 36)), abs=1e-9)


def test_random_games_end_with_one_winner() -> None:
    for seed in range(20):
        random, state = Generator(seed), GAME.initial()
        while not GAME.over(state):
            if GAME.turn(state) == CHANCE:
                state = GAME.play(state, random.weighted(list(GAME.chances(state))))
            else:
                state = GAME.play(state, HOLD if state.pot > 15 else ROLL)
        assert {GAME.payoff(state, 0), GAME.payoff(state, 1)} == {1.0, -1.0}
        assert GAME.payoff(state, 0) == (1 if state.first >= 100 else -1)


def test_after_the_end_nobody_is_to_move() -> None:
    end = GAME.play(Score(40, 90, 12, 1, False), HOLD)
    assert GAME.text(end) == "40 : 102, player 2 has won"
    assert GAME.position(GAME.text(end)) == end
