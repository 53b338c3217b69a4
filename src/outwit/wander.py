"""Positions from random play: to try something out on, not to judge anything by."""

from __future__ import annotations

from outwit.game import CHANCE, Game, State
from outwit.random import Generator


def wandered(game: Game, random: Generator, plies: int) -> State:
    """The position after so many moves and rolls at random, or before the one that would have ended the game.

    >>> from outwit.games import find_game
    >>> wandered(find_game("nim"), Generator(1), 100).coins > 0
    True
    """
    state = game.initial()
    for _ in range(plies):
        if game.turn(state) == CHANCE:
            move = random.weighted(list(game.chances(state)))
        else:
            move = random.choice(list(game.moves(state)))
        following = game.play(state, move)
        if game.over(following):
            break
        state = following
    return state
