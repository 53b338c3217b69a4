"""What compiled code is given of a game: gathered once, and anew as soon as the game is another."""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

from outwit import find_game
from outwit.engine.runners.game_data import MOST, bind, known
from outwit.game import Game


class Pile(NamedTuple):
    coins: int
    turn: int


class Weighed(Game):
    """A game whose numbers can be changed: take one or two coins, the last one wins."""

    def __init__(self, weights: Any = (1.0, 2.0)) -> None:
        self.coins = 7
        self.weights = weights
        self.scale = 1.0

    def initial(self) -> Pile:
        return Pile(self.coins, 0)

    def moves(self, pile: Pile) -> list[int]:
        return [1, 2][: pile.coins]

    def play(self, pile: Pile, n: int) -> Pile:
        return Pile(pile.coins - n, 1 - pile.turn)

    def over(self, pile: Pile) -> bool:
        return pile.coins == 0

    def payoff(self, pile: Pile, player: int) -> float:
        return -1.0 if pile.turn == player else 1.0


def test_the_data_of_a_game_that_stays_as_it_is_are_gathered_once() -> None:
    game = find_game("othello")
    assert bind(game) is bind(game)
    assert bind(find_game("othello")) is not bind(game)


def test_a_game_that_has_changed_is_read_again() -> None:
    game = Weighed()
    before = bind(game)
    game.scale = 3.0
    after = bind(game)
    assert after is not before
    assert after.data.digest != before.data.digest
    game.coins = 9
    assert bind(game).shape != after.shape


def test_what_can_change_in_place_is_always_read_again() -> None:
    weights = np.array([1.0, 2.0])
    game = Weighed(weights)
    before = bind(game).data.digest
    weights[0] = 5.0
    assert bind(game).data.digest != before


def test_only_so_many_games_are_remembered() -> None:
    games: list[Game] = [find_game(f"nim:coins={coins}") for coins in range(1, 2 * MOST)]
    for game in games:
        bind(game)
    assert len(known) == MOST
