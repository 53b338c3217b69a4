"""All histories of a small game, gone through one by one, alone or beside open_spiel's."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

import pytest

from outwit.game import CHANCE, Game, Move, Observation, State, options


def reached(game: Game, state: State) -> Iterator[State]:
    """A state and all that come after it, one for each history."""
    waiting = [state]
    while waiting:
        state = waiting.pop()
        yield state
        if not game.over(state):
            waiting += [game.play(state, move) for move in options(game, state)]


def information_sets(game: Game) -> set[tuple[int, Observation]]:
    """What players know where they are to act, each with the player."""
    states = (state for state in reached(game, game.initial()) if not game.over(state))
    acting = ((game.turn(state), state) for state in states)
    return {(player, game.observation(state, player)) for player, state in acting if player != CHANCE}


def compare_games(
    game: Game, peer: Any, action: Callable[[State, Move], int], same_order: bool = True
) -> int:
    """Go through both games to every end and hold them to one another; how many information sets there are.

    `action` says what open_spiel calls a move. Turns, chances, moves (in their order, too, if `same_order`),
    payoffs and who can tell what apart are to be the same.
    """
    pairs = set[tuple[Any, str]]()

    def compare(state: State, other: Any) -> None:
        assert game.over(state) == other.is_terminal()
        if game.over(state):
            assert [game.payoff(state, player) for player in (0, 1)] == other.returns()
            return
        if game.turn(state) == CHANCE:
            moves = [outcome for outcome, _ in game.chances(state)]
            chances = {action(state, outcome): probability for outcome, probability in game.chances(state)}
            assert other.is_chance_node()
            assert chances == pytest.approx(dict(other.chance_outcomes()))
        else:
            player = game.turn(state)
            assert player == other.current_player()
            moves = list(game.moves(state))
            actions = [action(state, move) for move in moves]
            assert (actions if same_order else sorted(actions)) == other.legal_actions()
            pairs.add((game.observation(state, player), f"{player} {other.information_state_string()}"))
        for move in moves:
            compare(game.play(state, move), other.child(action(state, move)))

    compare(game.initial(), peer.new_initial_state())
    assert len(pairs) == len({ours for ours, _ in pairs}) == len({theirs for _, theirs in pairs})
    return len(pairs)
