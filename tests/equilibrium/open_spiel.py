"""Strategies of Outwit's as policies of open_spiel's, where both choose at once."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from typing import Any

from outwit import Memory
from outwit.agents import consult
from outwit.decision import Agent
from outwit.game import Game, Move, State
from outwit.games.goofspiel import Goofspiel, Table


def shares_of(agent: Agent, game: Game) -> Callable[[State, int], dict[Move, float]]:
    """How likely the agent plays each move, in any position and for either player."""
    memory = Memory()

    @cache
    def shares(state: State, player: int) -> dict[Move, float]:
        decision = consult(agent, game, state, player=player, memory=memory)
        return {each.move: each.probability or 0.0 for each in decision.candidates}

    return shares


def goofspiel_policy(agent: Agent, game: Goofspiel) -> tuple[Any, dict[str, list[tuple[int, float]]]]:
    """open_spiel's game with the bids made in turn, unseen, and how the agent plays it by what each knows."""
    import pyspiel

    options = {"num_cards": game.cards, "points_order": "random", "returns_type": "win_loss"}
    theirs = pyspiel.load_game_as_turn_based("goofspiel", {**options, "imp_info": False})
    shares = shares_of(agent, game)
    policy: dict[str, list[tuple[int, float]]] = {}

    def walk(state: Any, table: Table) -> None:
        """Note how both play wherever bids are made; actions count cards from 0."""
        if state.is_terminal():
            return
        if state.is_chance_node():
            for prize, _ in state.chance_outcomes():
                walk(state.child(prize), table if table.prize else game.play(table, prize + 1))
            return
        known = state.information_state_string(0)
        if known in policy:
            return
        for player, place in ((0, state), (1, state.child(state.legal_actions()[0]))):
            bids = [(bid - 1, share) for bid, share in shares(table, player).items()]
            policy[place.information_state_string(player)] = bids
        for first in state.legal_actions():
            for second in state.child(first).legal_actions():
                walk(state.child(first).child(second), game.play_joint(table, (first + 1, second + 1)))

    walk(theirs.new_initial_state(), game.initial())
    return theirs, policy
