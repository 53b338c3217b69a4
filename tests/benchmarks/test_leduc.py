"""Leduc poker is the game that open_spiel has, position by position."""

from __future__ import annotations

from typing import Any

import pytest
from benchmarks.leduc import Leduc

from outwit.game import CHANCE, State

pyspiel: Any = pytest.importorskip("pyspiel", reason="open_spiel is installed by `make bench`")

SETS = 936
"""How many information sets there are."""


def test_moves_payoffs_and_information_sets_are_those_of_open_spiel() -> None:
    game, pairs = Leduc(), set[tuple[object, str]]()

    def compare(state: State, peer: Any) -> None:
        assert game.over(state) == peer.is_terminal()
        if game.over(state):
            assert [game.payoff(state, player) for player in (0, 1)] == peer.returns()
            return
        if game.turn(state) == CHANCE:
            chances = list(game.chances(state))
            assert dict(chances) == pytest.approx(dict(peer.chance_outcomes()))
            moves = [card for card, _ in chances]
        else:
            assert game.turn(state) == peer.current_player()
            moves = list(game.moves(state))
            assert moves == peer.legal_actions()
            pairs.add((game.observation(state, game.turn(state)), peer.information_state_string()))
        for move in moves:
            compare(game.play(state, move), peer.child(move))

    compare(game.initial(), pyspiel.load_game("leduc_poker").new_initial_state())
    assert len(pairs) == len({ours for ours, _ in pairs}) == len({theirs for _, theirs in pairs}) == SETS
