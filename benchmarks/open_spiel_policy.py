"""Strategies found by Outwit as open_spiel has them."""

from __future__ import annotations

from typing import Any

from outwit.equilibrium.sequence_form import Unfolded
from outwit.equilibrium.strategies import Strategies
from outwit.game import CHANCE, State


def open_spiel_policy(
    game: Unfolded, strategies: Strategies, peer: Any
) -> dict[str, list[tuple[int, float]]]:
    """Strategies by open_spiel's information states, found by going through both games beside one another.

    Moves and outcomes of chance must be in the same order in both games.
    """
    rules = game.game
    found = dict[str, list[tuple[int, float]]]()

    def walk(state: State, other: Any) -> None:
        if rules.over(state):
            return
        actions = other.legal_actions()
        if rules.turn(state) == CHANCE:
            moves = tuple(outcome for outcome, _ in rules.chances(state))
        else:
            player = rules.turn(state)
            number, side = game.find(state, player), game.sides[player]
            assert number is not None
            moves, low = side.moves[number], int(side.first[number])
            shares = strategies[player][low : low + len(moves)].tolist()
            found[other.information_state_string()] = list(zip(actions, shares, strict=True))
        for action, move in zip(actions, moves, strict=True):
            walk(rules.play(state, move), other.child(action))

    walk(rules.initial(), peer.new_initial_state())
    return found
