"""Minimax that adds up the estimates along a line, for comparison with taking the last."""

from __future__ import annotations

from outwit import Minimax, find_game
from outwit.game import Game, State


def by_hand(game: Game, state: State, depth: int) -> float:
    """The value for player 0, from the definition."""
    if game.over(state):
        return game.payoff(state, 0)
    if depth == 0:
        return game.evaluate(state, 0)
    choose = max if game.turn(state) == 0 else min
    best = choose(by_hand(game, game.play(state, move), depth - 1) for move in game.moves(state))
    return best + game.evaluate(state, 0)


def test_the_value_is_the_sum_along_the_line() -> None:
    game = find_game("wargame:board=5 9 2/7 1 8/3 6 4")
    for depth in (1, 2, 3):
        decision = Minimax(depth=depth, summed=True, quick=False).decide(game, game.initial())
        assert decision.value is not None
        assert abs(decision.value - by_hand(game, game.initial(), depth)) < 1e-9
        assert not decision.exact


def test_it_plays_differently_and_says_so() -> None:
    assert (
        "summed=on"
        in Minimax(depth=2, summed=True)
        .decide(find_game("tictactoe"), find_game("tictactoe").initial())
        .agent
    )
