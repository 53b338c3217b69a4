"""Games played at random, to the end."""

from __future__ import annotations

from outwit.game import Game, State
from outwit.random import Generator
from outwit.random_positions import random_step


def random_game(game: Game, seed: int) -> list[State]:
    """All states of a game in which everybody plays at random."""
    random = Generator(seed)
    states = [game.initial()]
    while not game.over(states[-1]):
        states.append(random_step(game, states[-1], random))
    return states
