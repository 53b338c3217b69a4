"""Rock-paper-scissors: what beats what, and when a lead can no longer be made up for."""

from __future__ import annotations

from itertools import product

import pytest

from outwit import SIMULTANEOUS, OutwitError, find_game
from outwit.errors import BadPositionError
from outwit.games.rps import NAMES, NOTHING, Hands, RockPaperScissors
from tests.random_games import random_game

ROCK, PAPER, SCISSORS = range(3)


@pytest.mark.parametrize(
    ("one", "other", "result"),
    [(PAPER, ROCK, 1), (SCISSORS, PAPER, 1), (ROCK, SCISSORS, 1), (ROCK, PAPER, -1), (ROCK, ROCK, 0)],
)
def test_paper_beats_rock_scissors_paper_and_rock_scissors(one: int, other: int, result: int) -> None:
    game = RockPaperScissors()
    assert game.turn(game.initial()) == SIMULTANEOUS
    end = game.play_joint(game.initial(), (one, other))
    assert game.over(end)
    assert (game.payoff(end, 0), game.payoff(end, 1)) == (result, -result)


@pytest.mark.parametrize("rounds", [1, 2, 3, 4])
def test_the_bounds_are_what_the_rounds_left_can_bring(rounds: int) -> None:
    game = RockPaperScissors(rounds)

    def reachable(state: Hands) -> set[float]:
        if game.over(state):
            found = {game.payoff(state, 0)}
        else:
            found = set().union(*(reachable(game.play_joint(state, j)) for j in product(range(3), repeat=2)))
        assert game.bounds(state, 0) == (min(found), max(found))
        assert game.bounds(state, 1) == (-max(found), -min(found))
        return found

    reachable(game.initial())


def test_positions_with_the_same_lead_and_rounds_left_have_one_key() -> None:
    game = RockPaperScissors(4)
    keys = {game.key(Hands(2, 1, 1, (ROCK, PAPER))), game.key(Hands(2, 0, 0, (ROCK, ROCK)))}
    assert len(keys) == 1
    assert game.key(Hands(2, 1, 0, (PAPER, ROCK))) not in keys


@pytest.mark.parametrize("rounds", [1, 3])
def test_a_position_reads_back_from_its_text(rounds: int) -> None:
    game = RockPaperScissors(rounds)
    for seed in range(10):
        for state in random_game(game, seed):
            assert game.position(game.text(state)) == state


@pytest.mark.parametrize(
    "text",
    [
        "",
        "rock",
        "round 1 of 2, 0 : 0",
        "round 1 of 3, 1 : 0",
        "round 4 of 3, 0 : 0, rock against rock",
        "round 2 of 3, 0 : 0",
        "round 2 of 3, 0 : 1, paper against rock",
        "round 2 of 3, 1 : 1, paper against rock",
        "round 0 of 3, 0 : 0, rock against rock",
        "all played, 0 : 0, rock against well",
    ],
)
def test_what_is_no_position_is_refused(text: str) -> None:
    with pytest.raises(BadPositionError, match="is not a position of rps:rounds=3"):
        RockPaperScissors(3).position(text)


def test_hands_have_names() -> None:
    game = find_game("rps")
    start = game.initial()
    assert [game.describe(start, move) for move in game.moves_for(start, 1)] == list(NAMES)
    assert game.parse(start, "Paper") == PAPER
    assert start.shown == (NOTHING, NOTHING)


def test_no_rounds_are_refused() -> None:
    with pytest.raises(OutwitError, match="at least 1 round"):
        find_game("rps:rounds=0")


def test_a_match_ends_after_its_rounds() -> None:
    assert all(len(random_game(RockPaperScissors(5), seed)) == 6 for seed in range(5))
