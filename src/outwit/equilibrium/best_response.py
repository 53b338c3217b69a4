"""Best responses: what somebody who knows a strategy wins from it, and how far it is from an equilibrium.

Exploitability is what a best response wins from a player's strategy, on average over both players. It is 0
in an equilibrium and nowhere else (Johanson, Waugh, Bowling and Zinkevich, "Accelerating best response
calculation in large extensive games", 2011).
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import NamedTuple, TypeAlias

import numpy as np

from outwit.equilibrium.kernels import evaluation, table
from outwit.equilibrium.sequence_form import Unfolded
from outwit.equilibrium.strategies import Strategies
from outwit.game import CHANCE, SIMULTANEOUS, Game, Move, Observation, State

Play: TypeAlias = Callable[[State, int], Mapping[Move, float]]
"""How likely a player makes each move in a state; the same for states that it cannot tell apart."""


class Worth(NamedTuple):
    """What both strategies are worth to one player, who goes on by its own."""

    gains: np.ndarray
    """float64, one for each of its sequences: what follows, times how likely the other and chance let it."""
    chances: np.ndarray
    """float64, one for each of its sequences: how likely the other and chance come to the information set
    of its last move, if the player means to; for the empty sequence 1."""


def exploitability(game: Unfolded, strategies: Strategies, compiled: bool = True) -> float:
    """What best responses win from these strategies, on average over both players."""
    return sum(best_response(game, strategies, player, compiled) for player in (0, 1)) / 2


def best_response(game: Unfolded, strategies: Strategies, player: int, compiled: bool = True) -> float:
    """The most that a player can win against the other's strategy."""
    ends = game.sides[player].ends
    return float(gains(game, strategies, player, ends.payoffs, best=True, compiled=compiled)[0])


def expected_value(game: Unfolded, strategies: Strategies, compiled: bool = True) -> float:
    """What these strategies win for player 0."""
    return float(gains(game, strategies, 0, game.sides[0].ends.payoffs, compiled=compiled)[0])


def worth(game: Unfolded, strategies: Strategies, player: int, compiled: bool = True) -> Worth:
    """What each move of a player is worth, if it goes on by its own strategy."""
    side = game.sides[player]
    found = gains(game, strategies, player, side.ends.payoffs, compiled=compiled)
    chances = gains(game, strategies, player, side.ends.chances, compiled=compiled)
    return Worth(found, chances)


def gains(
    game: Unfolded,
    strategies: Strategies,
    player: int,
    weights: np.ndarray,
    best: bool = False,
    compiled: bool = True,
) -> np.ndarray:
    """What each sequence of a player brings, where ends weigh so much: a float64 for each.

    The player goes on by its own strategy, or by the `best` moves.
    """
    tables = [table(side) for side in game.sides]
    found, plan = np.zeros(game.sides[player].sequences), np.zeros(game.sides[1 - player].sequences)
    own, other = strategies[player], strategies[1 - player]
    evaluation(compiled)(tables[player], tables[1 - player], weights, own, other, plan, found, best)
    return found


def exploitability_by_rules(game: Game, play: Play) -> float:
    """The same for any way to play a game, by its rules: what best responses win from it on average."""
    return sum(best_response_by_rules(game, play, player) for player in (0, 1)) / 2


def best_response_by_rules(game: Game, play: Play, player: int) -> float:
    """The most that a player who forgets nothing can win against the other's play, in a game for two."""

    def value(reached: list[tuple[State, float]]) -> float:
        """What these states are worth, each weighted by how likely chance and the other lead to it."""
        total = 0.0
        sets: dict[Observation, list[tuple[State, float]]] = {}
        todo = list(reached)
        while todo:
            state, weight = todo.pop()
            if game.over(state):
                total += weight * game.payoff(state, player)
                continue
            turn = game.turn(state)
            if turn in (player, SIMULTANEOUS):
                sets.setdefault(game.observation(state, player), []).append((state, weight))
            else:
                shares = dict(game.chances(state)) if turn == CHANCE else play(state, turn)
                todo += [(game.play(state, move), weight * share) for move, share in shares.items() if share]
        for states in sets.values():
            total += max(value(after(states, move)) for move in game.moves_for(states[0][0], player))
        return total

    def after(states: list[tuple[State, float]], move: Move) -> list[tuple[State, float]]:
        """Where a move of the player leads; where both choose at once, with what the other may choose."""
        reached = []
        for state, weight in states:
            if game.turn(state) == player:
                reached.append((game.play(state, move), weight))
                continue
            for other, share in play(state, 1 - player).items():
                pair = (move, other) if player == 0 else (other, move)
                if share:
                    reached.append((game.play_joint(state, pair), weight * share))
        return reached

    return value([(game.initial(), 1.0)])
