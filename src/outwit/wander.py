"""Positions from random play: to try something out on, not to judge anything by."""

from __future__ import annotations

from outwit.game import Game, State
from outwit.random import Generator


def wandered(game: Game, random: Generator, plies: int) -> State:
    """The position after so many moves at random, or before the one that would have ended the game.

    >>> from outwit.games import find_game
    >>> wandered(find_game("nim"), Generator(1), 100).coins > 0
    True
    """
    state = game.initial()
    for _ in range(plies):
        following = game.play(state, random.choice(list(game.moves(state))))
        if game.over(following):
            break
        state = following
    return state
