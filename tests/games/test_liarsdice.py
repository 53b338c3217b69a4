"""Liar's dice: bids go up, the last is challenged, and each sees the own dice alone."""

from __future__ import annotations

from collections import Counter
from typing import Any

import pytest

from outwit import CHANCE, BadPositionError, OutwitError, find_game
from outwit.games.liarsdice import LIAR, Cups, LiarsDice
from outwit.random import Generator

from .histories import compare_games, information_sets, reached

GAME = LiarsDice()


def spoken(state: Cups, move: int) -> int:
    """What open_spiel calls a move of a game with three faces: it counts from 0, and to doubt comes last."""
    if state.turn == CHANCE:
        return move - 1
    return move - 1 if move != LIAR else 2 * 3


def test_every_history_is_one_of_open_spiel_s() -> None:
    pyspiel: Any = pytest.importorskip("pyspiel", reason="open_spiel is installed by `make bench`")
    game = LiarsDice(faces=3)
    assert compare_games(game, pyspiel.load_game("liars_dice(dice_sides=3)"), spoken) == 192


def test_nodes_and_information_sets_are_as_many_as_known() -> None:
    assert sum(1 for _ in reached(GAME, GAME.initial())) == 294_883
    assert len(information_sets(GAME)) == 24_576


def test_who_doubts_a_true_bid_loses_and_who_is_caught_loses() -> None:
    game = LiarsDice(dice=2, wild=False)
    for second, caught in (((2, 5), False), ((2, 2), True)):
        called = game.position(f"1 5 {second[0]} {second[1]} 2x5 liar")
        assert game.over(called)
        assert not list(game.moves(called))
        assert game.payoff(called, 0) == (-1.0 if caught else 1.0) == -game.payoff(called, 1)


def test_the_highest_face_counts_as_any_other_if_it_is_wild() -> None:
    for wild, won in ((True, 1.0), (False, -1.0)):
        game = LiarsDice(wild=wild)
        assert game.payoff(game.position("6 3 2x3 liar"), 0) == won
        assert game.payoff(game.position("6 3 2x6 liar"), 0) == -1.0


def test_bids_only_go_up_and_the_last_one_can_only_be_doubted() -> None:
    dealt = GAME.position("3 4")
    assert list(GAME.moves(dealt)) == list(range(1, 13))
    assert [GAME.describe(dealt, move) for move in (1, 6, 7, 12)] == ["1x1", "1x6", "2x1", "2x6"]
    assert list(GAME.moves(GAME.position("3 4 1x5"))) == [*range(6, 13), LIAR]
    assert list(GAME.moves(GAME.position("3 4 1x4 2x6"))) == [LIAR]


def test_the_order_in_which_dice_fell_is_forgotten_at_once() -> None:
    game = LiarsDice(dice=2)
    assert game.position("5 2 6 1") == game.position("2 5 1 6") == Cups(((2, 5), (1, 6)), 0, 0, False)


def test_a_die_is_told_to_whoever_rolls_it_alone() -> None:
    game = LiarsDice(dice=2)
    for rolled, seat in (("", 0), ("3", 0), ("3 4", 1), ("3 4 5", 1)):
        told = [game.describe_to(game.position(rolled), 6, CHANCE, player) for player in (0, 1)]
        assert told == ["6" if player == seat else "" for player in (0, 1)]
    assert game.describe_to(game.position("3 4 5 6"), 4, 0, 1) == "1x4"


def test_a_seat_reads_question_marks_for_the_dice_of_the_other_until_somebody_doubts() -> None:
    game = LiarsDice(dice=2, wild=False)
    state = game.position("5 1 2 6 1x3")
    assert game.text(state, 0) == "player 1: 1 5\nplayer 2: ? ?\nbids: 1x3\nplayer 2 to move"
    assert game.text(state, 1) == "player 1: ? ?\nplayer 2: 2 6\nbids: 1x3\nplayer 2 to move"
    called = game.play(state, LIAR)
    assert game.text(called, 0) == game.text(called)
    assert game.text(called).endswith("liar: 0 of 1 count as 3, player 2 wins")


@pytest.mark.parametrize("game", [GAME, LiarsDice(dice=3, faces=4), LiarsDice(dice=2, wild=False)], ids=str)
def test_every_position_of_random_games_reads_back_from_its_text(game: LiarsDice) -> None:
    for seed in range(40):
        random, state = Generator(seed), game.initial()
        while not game.over(state):
            assert game.position(game.text(state)) == state
            dealt = state.turn == CHANCE
            moves = [face for face, _ in game.chances(state)] if dealt else list(game.moves(state))
            state = game.play(state, random.choice(moves))
        assert game.position(game.text(state)) == state


@pytest.mark.parametrize(
    "text",
    [
        "player 1: 3, player 2: ?",
        "player 1: 3 4, player 2: 6",
        "player 1: -, player 2: 6",
        "3 4 2x3 1x5",
        "3 4 3x1",
        "3 4 liar",
        "3 7",
        "nonsense",
    ],
)
def test_what_is_no_position_is_refused(text: str) -> None:
    with pytest.raises(BadPositionError, match="is not a position of liar's dice with 1 die of 6 faces each"):
        GAME.position(text)


def test_the_dice_of_the_other_are_rolled_anew_each_face_as_likely() -> None:
    game, random = LiarsDice(dice=2), Generator(1)
    state = game.position("5 1 2 6 1x3")
    drawn = Counter(game.determinize(state, 0, random).dice for _ in range(18_000))
    assert {dice[0] for dice in drawn} == {(1, 5)}
    assert len(drawn) == 21
    for dice, count in drawn.items():
        assert count == pytest.approx(500 if dice[1][0] == dice[1][1] else 1_000, abs=130)


@pytest.mark.parametrize("options", ["dice=0", "faces=1", "dice=6", "dice=2,faces=16", "dice=-1"])
def test_dice_of_which_there_are_none_or_too_many_are_refused(options: str) -> None:
    with pytest.raises(OutwitError, match=r"needs at least 1 die of at least 2 faces .* at most 62"):
        find_game(f"liarsdice:{options}")
    assert find_game("liarsdice:dice=5")
