"""Nim with one pile: whoever leaves a multiple of take + 1 wins."""

from __future__ import annotations

import pytest

from outwit import OutwitError, find_game
from outwit.errors import BadPositionError
from outwit.games.nim import Nim, Pile
from outwit.search import AlphaBeta


@pytest.mark.parametrize("take", [1, 2, 3, 5])
def test_multiples_of_take_and_one_lose(take: int) -> None:
    for coins in range(1, 25):
        game = Nim(coins, take)
        decision = AlphaBeta().decide(game, game.initial())
        assert decision.exact
        assert decision.value == (-1 if coins % (take + 1) == 0 else 1)
        if decision.value == 1:
            assert decision.move == coins % (take + 1)


def test_the_last_coin_wins_for_whoever_takes_it() -> None:
    game = Nim()
    end = game.play(Pile(1, 1), 1)
    assert game.over(end)
    assert (game.payoff(end, 0), game.payoff(end, 1)) == (-1, 1)


def test_no_more_is_taken_than_there_is() -> None:
    assert list(Nim().moves(Pile(2, 0))) == [1, 2]
    assert list(Nim().moves(Pile(9, 0))) == [1, 2, 3]
    assert list(Nim(take=5).moves(Pile(4, 0))) == [1, 2, 3, 4]


@pytest.mark.parametrize("state", [Pile(1, 0), Pile(1, 1), Pile(21, 0), Pile(0, 1), Pile(0, 0)])
def test_a_pile_reads_back_from_its_text(state: Pile) -> None:
    assert Nim().position(Nim().text(state)) == state


@pytest.mark.parametrize(
    ("text", "state"), [("12", Pile(12, 0)), ("3 coins", Pile(3, 0)), ("1 coin player 2", Pile(1, 1))]
)
def test_a_pile_may_be_written_short(text: str, state: Pile) -> None:
    assert Nim().position(text) == state


@pytest.mark.parametrize("text", ["", "coins", "-3", "3 coins, player 3", "3.5", "12 apples"])
def test_what_is_no_pile_is_refused(text: str) -> None:
    with pytest.raises(BadPositionError, match="is not a pile"):
        Nim().position(text)


@pytest.mark.parametrize("options", ["coins=0", "take=0", "coins=-1"])
def test_piles_of_nothing_are_refused(options: str) -> None:
    with pytest.raises(OutwitError, match="at least 1"):
        find_game(f"nim:{options}")


def test_after_the_end_nobody_is_to_move() -> None:
    assert Nim().text(Pile(0, 1)) == "0 coins, player 1 has won"
