"""The vacuum world: the textbook's eight states, its two kinds of mishap, and what the robot sees."""

from __future__ import annotations

import pytest

from outwit import CHANCE, Expectiminimax, Limit, OutwitError, find_game
from outwit.beliefs import possible_outcomes
from outwit.errors import BadPositionError
from outwit.game import Game, State
from outwit.games.vacuum import Vacuum
from outwit.random import Generator
from outwit.random_positions import random_step

KINDS = [
    "vacuum",
    "vacuum:slippery=on,start=none",
    "vacuum:erratic=off,steps=4",
    "vacuum:width=3,height=2",
    "vacuum:height=2,width=1",
    "vacuum:sight=local,start=none",
    "vacuum:sight=none,slippery=on,steps=3",
    "vacuum:width=3,sight=local",
]


def after(game: Game, start: str, move: str) -> set[str]:
    """The states to which a move may lead, by the name of a state."""
    state = game.position(start)
    state = game.play(state, game.parse(state, move))
    ends = [state]
    if game.turn(state) == CHANCE:
        ends = [game.play(state, outcome) for outcome in possible_outcomes(game, state)]
    return {game.text(end).partition(":")[0] for end in ends}


@pytest.mark.parametrize(
    ("start", "move", "ends"),
    [
        ("state 1", "Suck", {"state 5", "state 7"}),
        ("state 2", "Suck", {"state 4", "state 8"}),
        ("state 3", "Suck", {"state 7"}),
        ("state 5", "Suck", {"state 5", "state 1"}),
        ("state 4", "Suck", {"state 4", "state 2"}),
        ("state 6", "Suck", {"state 8"}),
        ("state 1", "Right", {"state 2"}),
        ("state 1", "Left", {"state 1"}),
        ("state 6", "Left", {"state 5"}),
    ],
)
def test_the_erratic_world_answers_as_the_textbook_draws_it(start: str, move: str, ends: set[str]) -> None:
    assert after(Vacuum(), start, move) == ends


def test_on_a_slippery_floor_a_move_may_fail_and_sucking_does_not() -> None:
    game = Vacuum(erratic=False, slippery=True)
    assert after(game, "state 5", "Right") == {"state 5", "state 6"}
    assert after(game, "state 1", "Suck") == {"state 5"}


def test_the_eight_states_are_numbered_as_in_the_textbook() -> None:
    game = Vacuum()
    boards = [game.text(game.position(str(number))).partition(": ")[2] for number in range(1, 9)]
    assert boards == ["V*", "*V", "V.", "*v", "v*", ".V", "v.", ".v"]


def test_three_by_three_erratic_squares_have_4608_states() -> None:
    game = Vacuum(width=3, height=3)
    numbers = {game.number_of(place, dirt) for place in range(9) for dirt in range(1 << 9)}
    assert numbers == set(range(1, 4609))
    assert game.text(game.initial()) == "V**\n***\n***"


def positions(spec: str) -> list[tuple[Game, State]]:
    """The states of random games, cut off after forty steps."""
    game, random = find_game(spec), Generator(1)
    found = []
    for _ in range(20):
        state = game.initial()
        for _ in range(40):
            found.append((game, state))
            if game.over(state):
                break
            state = random_step(game, state, random)
    return found


@pytest.mark.parametrize("spec", KINDS)
def test_a_position_reads_back_from_its_text_and_a_move_from_its_name(spec: str) -> None:
    for game, state in positions(spec):
        assert game.position(game.text(state)) == state
        if game.over(state):
            continue
        moves = possible_outcomes(game, state) if game.turn(state) == CHANCE else list(game.moves(state))
        for move in moves:
            assert game.parse(state, game.describe(state, move)) == move


@pytest.mark.parametrize("spec", KINDS)
def test_what_chance_may_do_sums_to_one(spec: str) -> None:
    for game, state in positions(spec):
        if not game.over(state) and game.turn(state) == CHANCE:
            assert sum(chance for _, chance in game.chances(state)) == pytest.approx(1)


def test_a_robot_that_does_not_see_all_must_say_that_it_is_done() -> None:
    game = Vacuum(sight="local", erratic=False)
    state = game.position("v.")
    assert not game.over(state)
    done = game.play(state, game.parse(state, "Stop"))
    assert game.over(done)
    assert game.payoff(done, 0) == 1
    state = game.initial()
    assert game.payoff(game.play(state, game.parse(state, "Stop")), 0) == -1


def test_the_robot_remembers_what_it_did_and_the_position_is_the_same_without() -> None:
    game = Vacuum(sight="none", erratic=False)
    state = game.initial()
    back = state
    for name in ("Right", "Left"):
        back = game.play(back, game.parse(back, name))
    assert game.observation(back, 0) != game.observation(state, 0)
    assert game.repetition_key(back) == game.repetition_key(state)


def test_expectiminimax_goes_to_the_nearest_dirt() -> None:
    game = Vacuum(width=3, height=2)
    state = game.position("v../..*")
    decision = Expectiminimax(compiled=False).decide(game, state, Limit(depth=4))
    assert decision.named(decision.move) in ("Right", "Down")
    assert decision.value == 1


@pytest.mark.parametrize(
    ("options", "words"),
    [
        ("width=1", "is no room; give from 1 to 5 of each, and two squares or more"),
        ("width=6", "is no room"),
        ("steps=-1", "steps=-1 is no limit; give from 0 to 1000"),
        ("start=9", "start=9 is no state; give from 1 to 8, or none"),
        ("start=7", "start=7 is clean already"),
        ("start=none,width=5,height=2", "start=none cannot be drawn with 10 squares"),
    ],
)
def test_rooms_that_make_no_sense_are_refused(options: str, words: str) -> None:
    with pytest.raises(OutwitError) as refused:
        find_game(f"vacuum:{options}")
    assert words in str(refused.value)


@pytest.mark.parametrize("text", ["", "state 9", "VV", "V", "V*.", "v*; doing Dance", "v*; 3 left"])
def test_what_is_no_position_is_refused(text: str) -> None:
    with pytest.raises(BadPositionError, match="is not a position of vacuum"):
        Vacuum().position(text)
