"""Goofspiel: prizes, bids, points, and when a lead can no longer be made up for."""

from __future__ import annotations

from itertools import product

import pytest

from outwit import CHANCE, SIMULTANEOUS, OutwitError, find_game
from outwit.errors import BadPositionError
from outwit.game import options
from outwit.games.goofspiel import Goofspiel, Table, read_cards
from tests.random_games import random_game

GAMES = [
    Goofspiel(cards, shuffled, points)
    for cards in (1, 3, 5)
    for shuffled in (True, False)
    for points in (True, False)
]


def suit(*cards: int) -> int:
    return sum(1 << card for card in cards)


def test_bids_are_made_at_once() -> None:
    game = Goofspiel(shuffled=False)
    state = game.initial()
    assert game.turn(state) == SIMULTANEOUS
    with pytest.raises(TypeError, match="moves"):
        game.moves(state)
    after = {game.play_joint(state, (bid, 3)) for bid in game.moves_for(state, 0)}
    assert len(after) == 5  # nothing lies between: one bid alone makes no state
    assert {each.points for each in after} == {(0, 5), (0, 0), (5, 0)}


def test_prizes_come_from_the_highest_down_unless_shuffled() -> None:
    prizes = [state.prize for state in random_game(Goofspiel(shuffled=False), 1)]
    assert prizes == [5, 4, 3, 2, 1, 0]
    assert {tuple(state.prize for state in random_game(Goofspiel(), seed))[1] for seed in range(50)} == {
        *range(1, 6)
    }


def test_every_prize_left_is_as_likely_and_the_last_needs_no_chance() -> None:
    game = Goofspiel(cards=3)
    start = game.initial()
    assert game.turn(start) == CHANCE
    assert dict(game.chances(start)) == {prize: pytest.approx(1 / 3) for prize in (1, 2, 3)}
    last = game.play_joint(Table((suit(1, 2), suit(1, 3)), suit(2), 3, (0, 0)), (1, 3))
    assert last == Table((suit(2), suit(1)), 0, 2, (0, 3))
    assert game.turn(last) == SIMULTANEOUS


def test_equal_bids_waste_the_prize() -> None:
    game = Goofspiel(cards=2, points=True)
    state = Table((suit(1, 2), suit(1, 2)), suit(1), 2, (0, 0))
    tie = game.play_joint(state, (2, 2))
    assert tie.points == (0, 0)
    end = game.play_joint(game.play_joint(state, (2, 1)), (1, 2))
    assert game.over(end)
    assert end.points == (2, 1)
    assert (game.payoff(end, 0), game.payoff(end, 1)) == (1, -1)


@pytest.mark.parametrize(
    "game", [Goofspiel(3), Goofspiel(3, points=True), Goofspiel(3, shuffled=False)], ids=str
)
def test_no_result_lies_outside_the_bounds_and_equal_keys_have_the_same_results(game: Goofspiel) -> None:
    seen: dict[int, set[float]] = {}
    states: set[Table] = set()

    def reachable(state: Table) -> set[float]:
        if game.over(state):
            found = {game.payoff(state, 0)}
        elif game.turn(state) == CHANCE:
            found = set().union(*(reachable(game.play(state, prize)) for prize, _ in game.chances(state)))
        else:
            bids = product(game.moves_for(state, 0), game.moves_for(state, 1))
            found = set().union(*(reachable(game.play_joint(state, bid)) for bid in bids))
        for player, sign in ((0, 1), (1, -1)):
            least, most = game.bounds(state, player)
            assert all(least <= sign * payoff <= most for payoff in found)
        if not game.points:  # a lead is all the same once it decides
            assert seen.setdefault(game.key(state), found) == found
        states.add(state)
        return found

    reachable(game.initial())
    if not game.points:
        assert len(seen) < len(states)


@pytest.mark.parametrize("game", GAMES, ids=str)
def test_a_position_reads_back_from_its_text(game: Goofspiel) -> None:
    for seed in range(10):
        for state in random_game(game, seed):
            assert game.position(game.text(state)) == state


NOW = "player 1: 0 points, cards 1 2 3\nplayer 2: 0 points, cards 1 2 3"


@pytest.mark.parametrize(
    "text",
    [
        "",
        "prize 3",
        f"prize 3, to come 1 2 3\n{NOW}",
        f"prize 4, to come 1 2\n{NOW}",
        f"prize 3, to come 1\n{NOW}",
        f"prize 99, to come 1 2\n{NOW}",
        f"no prize left\n{NOW}",
        "prize 3, to come 1 2\nplayer 1: 1 point, cards 1 2 3\nplayer 2: 0 points, cards 1 2 3",
        "prize 3, to come 1\nplayer 1: 0 points, cards 1 2\nplayer 2: 0 points, cards 1 2 3",
        "prize 3, to come 1\nplayer 1: 0 points, cards 1 2\nplayer 2: 0 points, cards 1 7",
        "prize 3, to come 1\nplayer 1: 0 points, cards 1 2\nplayer 2: 3 points, cards 1 2",
    ],
)
def test_what_is_no_position_is_refused(text: str) -> None:
    with pytest.raises(BadPositionError, match="is not a table of goofspiel:cards=3"):
        Goofspiel(3).position(text)


def test_where_no_prize_is_shuffled_none_is_left_to_chance() -> None:
    Goofspiel(3).position(f"next prize 1 2 3\n{NOW}")
    with pytest.raises(BadPositionError):
        Goofspiel(3, shuffled=False).position(f"next prize 1 2 3\n{NOW}")


@pytest.mark.parametrize("cards", [0, -1, 14])
def test_a_suit_has_from_1_to_13_cards(cards: int) -> None:
    with pytest.raises(OutwitError, match="from 1 to 13 cards"):
        find_game(f"goofspiel:cards={cards}")


def test_a_card_is_its_number() -> None:
    game = Goofspiel()
    state = game.play(game.initial(), 4)
    assert [game.describe(state, move) for move in options(game, state)] == ["1", "2", "3", "4", "5"]
    assert read_cards("1 3") == suit(1, 3)
