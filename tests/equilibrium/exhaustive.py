"""Goofspiel and any other game with moves at once, solved by nothing but recursion and scipy's HiGHS.

Nothing of Outwit's equilibria is used, and of its goofspiel neither rules nor states.
"""

from __future__ import annotations

from functools import cache
from itertools import product

import numpy as np
from scipy.optimize import linprog

from outwit.game import CHANCE, SIMULTANEOUS, Game, State

Cards = frozenset[int]


@cache
def matrix_value(rows: tuple[tuple[float, ...], ...]) -> float:
    """What the row player can be sure of in a matrix game, by a linear program."""
    matrix = np.array(rows)
    height, width = matrix.shape
    program = linprog(
        [0.0] * height + [-1.0],
        A_ub=np.hstack([-matrix.T, np.ones((width, 1))]),
        b_ub=np.zeros(width),
        A_eq=[[1.0] * height + [0.0]],
        b_eq=[1.0],
        bounds=[(0, None)] * height + [(None, None)],
    )
    assert program.fun is not None
    return -float(program.fun)


@cache
def goofspiel(
    own: Cards, other: Cards, prizes: Cards, prize: int, lead: int, shuffled: bool, points: bool
) -> float:
    """What a table of goofspiel is worth to the first player; prize 0 is none turned up."""
    if not own:
        return float(lead if points else (lead > 0) - (lead < 0))
    if not prize:
        turned_up = prizes if shuffled else {max(prizes)}
        values = [goofspiel(own, other, prizes - {each}, each, lead, shuffled, points) for each in turned_up]
        return sum(values) / len(values)
    rows = tuple(
        tuple(
            goofspiel(
                own - {mine},
                other - {theirs},
                prizes,
                0,
                lead + prize * ((mine > theirs) - (mine < theirs)),
                shuffled,
                points,
            )
            for theirs in sorted(other)
        )
        for mine in sorted(own)
    )
    return rows[0][0] if len(rows) == 1 else matrix_value(rows)


def exhaustive(game: Game, state: State) -> float:
    """What a position of any game is worth to the first player, by looking at everything that can follow."""
    known: dict[State, float] = {}

    def value(state: State) -> float:
        if state not in known:
            known[state] = look(state)
        return known[state]

    def look(state: State) -> float:
        if game.over(state):
            return game.payoff(state, 0)
        turn = game.turn(state)
        if turn == CHANCE:
            return sum(share * value(game.play(state, each)) for each, share in game.chances(state))
        if turn != SIMULTANEOUS:
            return (max if turn == 0 else min)(value(game.play(state, each)) for each in game.moves(state))
        rows, columns = (list(game.moves_for(state, player)) for player in range(2))
        numbers = iter([value(game.play_joint(state, both)) for both in product(rows, columns)])
        return matrix_value(tuple(tuple(next(numbers) for _ in columns) for _ in rows))

    return value(state)
