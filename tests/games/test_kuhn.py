"""Kuhn poker is the game of Kuhn 1950, history by history that of open_spiel, and hides one card."""

from __future__ import annotations

from collections import Counter
from typing import Any

import pytest

from outwit import CHANCE, BadPositionError, OutwitError, find_game
from outwit.games.kuhn import BET, PASS, Hand, Kuhn
from outwit.random import Generator

from .histories import compare_games, information_sets, reached

GAME = Kuhn()


def test_every_history_is_one_of_open_spiel_s() -> None:
    pyspiel: Any = pytest.importorskip("pyspiel", reason="open_spiel is installed by `make bench`")
    sets = compare_games(GAME, pyspiel.load_game("kuhn_poker"), lambda state, move: move)
    assert sets == 12


@pytest.mark.parametrize("cards", [2, 3, 4, 13])
def test_four_situations_a_card_are_all_information_sets(cards: int) -> None:
    game = Kuhn(cards)
    assert len(information_sets(game)) == 4 * cards


def test_three_cards_make_thirty_ends() -> None:
    ends = [state for state in reached(GAME, GAME.initial()) if GAME.over(state)]
    assert len(ends) == 30
    assert Counter(GAME.payoff(end, 0) for end in ends) == {-2.0: 6, -1.0: 9, 1.0: 9, 2.0: 6}


@pytest.mark.parametrize(
    ("played", "won"),
    [
        ("check check", 1.0),
        ("check bet fold", -1.0),
        ("check bet call", 2.0),
        ("bet fold", 1.0),
        ("bet call", 2.0),
    ],
)
def test_payoffs_are_those_of_the_paper(played: str, won: float) -> None:
    end = GAME.position(f"K J {played}")
    assert GAME.over(end)
    assert not list(GAME.moves(end))
    assert [GAME.payoff(end, player) for player in (0, 1)] == [won, -won]
    assert GAME.bounds(end, 0) == (won, won)


def test_moves_are_said_as_in_poker_and_read_by_a_letter() -> None:
    dealt = GAME.position("K J")
    assert [GAME.describe(dealt, move) for move in GAME.moves(dealt)] == ["check", "bet"]
    after = GAME.play(dealt, GAME.parse(dealt, "b"))
    assert [GAME.describe(after, move) for move in GAME.moves(after)] == ["fold", "call"]
    assert (GAME.parse(after, "F"), GAME.parse(after, "call")) == (PASS, BET)
    with pytest.raises(OutwitError, match="'check' is not a legal move here; legal: fold, call"):
        GAME.parse(after, "check")


def test_a_card_is_told_to_whoever_is_dealt_it_alone() -> None:
    first, second = GAME.initial(), GAME.position("Q")
    assert [GAME.describe_to(first, 1, CHANCE, player) for player in (0, 1)] == ["Q", ""]
    assert [GAME.describe_to(second, 2, CHANCE, player) for player in (0, 1)] == ["", "K"]
    assert [GAME.describe_to(GAME.position("Q K"), BET, 0, player) for player in (0, 1)] == ["bet", "bet"]


def test_a_seat_reads_a_question_mark_for_the_other_card_until_the_end() -> None:
    state = GAME.position("K J check bet")
    assert GAME.text(state, 0) == "player 1: K\nplayer 2: ?\ncheck, bet\npot 3, player 1 to move"
    assert GAME.text(state, 1).startswith("player 1: ?\nplayer 2: J\n")
    end = GAME.play(state, PASS)
    assert GAME.text(end, 0) == GAME.text(end, 1) == GAME.text(end)
    assert GAME.text(end).endswith("check, bet, fold\npot 3, player 2 wins 1")


@pytest.mark.parametrize("cards", [3, 13])
def test_every_position_reads_back_from_its_text(cards: int) -> None:
    game = Kuhn(cards)
    for state in reached(game, game.initial()):
        assert game.position(game.text(state)) == state


@pytest.mark.parametrize("text", ["K ?", "K K", "K J call", "K J bet call call", "nonsense"])
def test_what_is_no_hand_is_refused(text: str) -> None:
    with pytest.raises(BadPositionError, match="is not a hand of Kuhn poker; write both cards"):
        GAME.position(text)


def test_the_other_s_card_is_drawn_from_what_is_left_whichever_it_is() -> None:
    random, drawn = Generator(1), Counter[Hand]()
    for _ in range(1_000):
        drawn[GAME.determinize(Hand((1, 0), (BET,)), 0, random)] += 1
    assert set(drawn) == {Hand((1, 0), (BET,)), Hand((1, 2), (BET,))}
    assert all(abs(count - 500) < 80 for count in drawn.values())
    for seed in range(20):
        one, other = (GAME.determinize(Hand((1, card), ()), 0, Generator(seed)) for card in (0, 2))
        assert one == other


@pytest.mark.parametrize("cards", [1, 14, 0, -3])
def test_a_deck_of_no_size_is_refused(cards: int) -> None:
    with pytest.raises(OutwitError, match=f"kuhn:cards={cards} needs a deck of 2 to 13 cards"):
        find_game(f"kuhn:cards={cards}")
