"""Games over beliefs: what a player takes for possible, and how what it sees narrows that down."""

from __future__ import annotations

import pytest

from outwit import CHANCE, OutwitError, find_game
from outwit.beliefs import BeliefGame, chance_ends, possible_outcomes


def test_all_starts_are_possible_to_a_robot_that_sees_nothing() -> None:
    game = BeliefGame(find_game("vacuum:sight=none,start=none,erratic=off"))
    belief = game.initial()
    assert len(belief.states) == 8
    right = game.play(belief, game.game.parse(belief.states[0], "Right"))
    assert {state.place for state in right.states} == {1}
    assert len(right.states) == 4


def test_what_is_seen_is_an_outcome_of_chance() -> None:
    game = BeliefGame(find_game("vacuum:sight=local,start=none,erratic=off"))
    belief = game.initial()
    assert game.turn(belief) == CHANCE
    assert {game.describe(belief, outcome) for outcome in possible_outcomes(game, belief)} == {
        "left dirty",
        "left clean",
        "right dirty",
        "right clean",
    }
    seen = game.play(belief, game.parse(belief, "left dirty"))
    assert {(state.place, state.dirt) for state in seen.states} == {(0, 0b01), (0, 0b11)}


def test_beliefs_in_the_same_positions_are_equal_whatever_led_there() -> None:
    game = BeliefGame(find_game("vacuum:sight=none,erratic=off"))
    belief = game.initial()
    back = belief
    for name in ("Right", "Left"):
        back = game.play(back, game.parse(back, name))
    assert back == belief
    assert back.states != belief.states


def test_a_belief_follows_what_the_player_saw_and_did() -> None:
    rules = find_game("vacuum:sight=local,start=none,erratic=off")
    states = [rules.initial()]
    for name in ("state 1", "Suck", "Right"):
        states.append(rules.play(states[-1], rules.parse(states[-1], name)))
    game = BeliefGame(rules)
    assert len(game.known(states[1], states[:1]).states) == 2
    assert game.known(states[3], states[:3]).states == (states[3],)
    assert game.known(states[3], ()) == game.known(states[3], states[:3])


def test_where_too_much_would_have_to_be_listed_a_sentence_says_so(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("outwit.beliefs.MOST_LISTED", 10)
    rules = find_game("vacuum:sight=none")
    state = rules.initial()
    for name in ("Left", "Right", "Left"):
        state = rules.play(state, rules.parse(state, name))
    with pytest.raises(OutwitError, match="give the states before this one"):
        BeliefGame(rules).known(state, ())


def test_chance_is_followed_until_it_acts_no_more() -> None:
    game = find_game("tree:[1/2:[1/2:<1> 1/2:<2>] 1/2:<3>]")
    assert sorted(game.payoff(end, 0) for end in chance_ends(game, [game.initial()])) == [1, 2, 3]
