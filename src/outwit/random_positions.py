"""Positions from random play: to try something out on, not to judge anything by."""

from __future__ import annotations

from outwit.errors import OutwitError
from outwit.game import CHANCE, SIMULTANEOUS, Game, State
from outwit.random import Generator


def refuse_finished(game: Game) -> None:
    """Refuse a game that is over before anybody has moved, which has no positions to draw from."""
    if game.over(game.initial()):
        raise OutwitError(
            f"{type(game).__name__} is over as soon as it begins; give a game in which somebody has a move."
        )


def random_position(game: Game, random: Generator, plies: int) -> State:
    """The position after so many moves and rolls at random, or before the one that would have ended the game.

    >>> from outwit.games import find_game
    >>> random_position(find_game("nim"), Generator(1), 100).coins > 0
    True
    """
    state = game.initial()
    for _ in range(plies):
        following = random_step(game, state, random)
        if game.over(following):
            break
        state = following
    return state


def random_step(game: Game, state: State, random: Generator) -> State:
    """The state after a move, a roll or, where all choose at once, a move of each at random."""
    turn = game.turn(state)
    if turn == CHANCE:
        return game.play(state, random.weighted(list(game.chances(state))))
    if turn == SIMULTANEOUS:
        choices = (random.choice(list(game.moves_for(state, player))) for player in range(game.players))
        return game.play_joint(state, tuple(choices))
    return game.play(state, random.choice(list(game.moves(state))))
