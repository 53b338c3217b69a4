"""Games written from the docs alone compile as they are, and mean the same."""

from __future__ import annotations

import math
from typing import Any

import pytest

from outwit import AlphaBeta, Expectiminimax, Game
from outwit.engine.compiler.linker import sample_states
from outwit.engine.compiler.rules import compile_rules
from outwit.game import CHANCE, defines
from tests.plain.draughts import Draughts
from tests.plain.farkle import Farkle
from tests.plain.hex import Hex
from tests.plain.kalah import Kalah
from tests.plain.whist import Whist

GAMES: list[Any] = [
    Kalah(houses=4, seeds=3),
    Farkle(target=800),
    *(pytest.param(game, marks=pytest.mark.slow) for game in (Kalah(), Hex(size=4), Draughts(), Whist())),
]


def states(game: Game) -> list[Any]:
    """States of random games, not too many."""
    found, _ = sample_states(game)
    return found[:: max(1, len(found) // 120)]


@pytest.mark.parametrize("game", GAMES, ids=lambda game: type(game).__name__)
def test_compiled_rules_mean_what_the_interpreted_ones_mean(game: Game) -> None:
    rules = compile_rules(game)
    for state in states(game):
        assert rules.over(state) == game.over(state)
        assert rules.turn(state) == game.turn(state)
        if game.over(state):
            for player in (0, 1):
                assert rules.payoff(state, player) == game.payoff(state, player)
            continue
        if game.turn(state) == CHANCE:
            assert rules.chances(state) == list(game.chances(state))
            moves = [outcome for outcome, _ in game.chances(state)][:5]
        else:
            moves = list(game.moves(state))
            assert rules.moves(state) == moves
        for move in moves:
            assert rules.play(state, move) == game.play(state, move)
            for question in ("order", "noisy"):
                if defines(game, question) and game.turn(state) != CHANCE:
                    ask = getattr(rules, question), getattr(game, question)
                    assert ask[0](state, move) == ask[1](state, move)
        for player in (0, 1):
            if defines(game, "evaluate"):
                assert math.isclose(
                    rules.evaluate(state, player), game.evaluate(state, player), abs_tol=1e-12
                )
            if defines(game, "bounds"):
                assert rules.bounds(state, player) == game.bounds(state, player)


@pytest.mark.slow
@pytest.mark.parametrize("game", GAMES, ids=lambda game: type(game).__name__)
def test_a_compiled_search_is_the_textbooks(game: Game, monkeypatch: pytest.MonkeyPatch) -> None:
    kind = Expectiminimax if game.stochastic else AlphaBeta
    depth = 2 if game.stochastic else 3
    agent = kind(depth=depth, strict=True)
    program = agent.program(game)  # an error if it does not compile
    calls, entry = [], program.entry
    monkeypatch.setattr(program, "entry", lambda *question: calls.append(1) or entry(*question))
    for state in states(game)[::12]:
        if game.over(state) or game.turn(state) == CHANCE:
            continue
        before = len(calls)
        found = agent.decide(game, state)
        assert len(calls) > before
        expected = agent.without_compiler().decide(game, state)
        assert found.value is not None
        assert expected.value is not None
        assert math.isclose(found.value, expected.value, abs_tol=1e-9)
