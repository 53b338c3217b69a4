"""Positions from random play: to try something out on, not to judge anything by."""

from __future__ import annotations

import math
from collections.abc import Iterable
from itertools import islice

from outwit.errors import OutwitError
from outwit.game import CHANCE, SIMULTANEOUS, Game, State, options
from outwit.random import Generator

LONGEST = 1000
"""How long random games may be that tell how a game branches."""

WIDEST = 10_000
"""A game with so many moves in a position is not small; where one is, moves are drawn from the first ones."""


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


def lines_of_play(game: Game, state: State, random: Generator, most: int) -> float:
    """Into how many lines of play a game branches, if everywhere as along one that is drawn.

    It is infinite if they are more than `most`, or the game does not end. Knuth, "Estimating the efficiency
    of backtrack programs", 1975.
    """
    return lines_and_steps(game, state, random, most)[0]


def lines_and_steps(
    game: Game, state: State, random: Generator, most: int, widest: int = WIDEST
) -> tuple[float, int]:
    """The same, and how many steps along the line that was drawn were looked at.

    They are also infinitely many if some position has as many moves as `widest`.
    """
    lines = 1
    for step in range(LONGEST):
        if lines > most:
            return math.inf, step
        if game.over(state):
            return lines, step
        if game.turn(state) == SIMULTANEOUS:
            each = [list(islice(game.moves_for(state, player), WIDEST)) for player in range(game.players)]
            lines *= math.prod(map(len, each))
            state = game.play_joint(state, tuple(map(random.choice, each)))
            continue
        choices = options(game, state, WIDEST)
        width = len(choices)
        if width == WIDEST < widest:
            width = count_options(game, state, widest)
        if width >= widest:
            return math.inf, step + 1
        lines *= width
        state = game.play(state, random.choice(choices))
    return math.inf, LONGEST


def count_options(game: Game, state: State, most: int) -> int:
    """How many moves or outcomes of chance a state has, up to `most`, without a list of them."""
    every: Iterable[object] = game.chances(state) if game.turn(state) == CHANCE else game.moves(state)
    return sum(1 for _ in islice(every, most))


def random_step(game: Game, state: State, random: Generator) -> State:
    """The state after a move, a roll or, where all choose at once, a move of each at random."""
    turn = game.turn(state)
    if turn == CHANCE:
        return game.play(state, random.weighted(list(game.chances(state))))
    if turn == SIMULTANEOUS:
        choices = (random.choice(list(game.moves_for(state, player))) for player in range(game.players))
        return game.play_joint(state, tuple(choices))
    return game.play(state, random.choice(list(game.moves(state))))
