"""What is prepared in advance is all that a decision needs, and nothing else changes by it."""

from __future__ import annotations

from time import process_time

import pytest

from outwit import MCTS, AlphaBeta, Expectiminimax, Limit, Memory, MonteCarlo, find_game
from outwit.engine.compiled_agent import Compilable
from outwit.engine.compiler import rules
from outwit.engine.compiler.cache import cache_only
from outwit.engine.runners import tuning
from outwit.engine.solver import Solver
from outwit.games import game_loaders
from outwit.random import Generator
from outwit.random_positions import random_position

SEARCHED = [
    name
    for name in game_loaders()
    if any(kind.objection(find_game(name)) is None for kind in (AlphaBeta, Expectiminimax))
]
"""The games of which every line is looked at, one move ahead or more."""


def refuse(*_: object) -> None:
    raise AssertionError("something was left to prepare")


@pytest.mark.parametrize(
    ("agent", "spec"),
    [
        (AlphaBeta(), "tictactoe"),
        (Solver(), "tictactoe"),
        (MCTS(seed=1), "nim"),
        (MonteCarlo(seed=1), "nim"),
    ],
    ids=lambda given: getattr(given, "name", given),
)
def test_an_agent_that_is_prepared_prepares_nothing_more(
    agent: Compilable, spec: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    game = find_game(spec)
    agent.prepare(game)
    assert agent.program(game)
    monkeypatch.setattr(rules, "compile_now", refuse)
    monkeypatch.setattr(tuning, "best_choice", refuse)
    with cache_only():
        decision = agent.decide(game, game.initial(), Limit(seconds=0.2))
    assert decision.nodes > 1
    assert agent.load(game)


def test_chance_is_prepared_as_well(monkeypatch: pytest.MonkeyPatch) -> None:
    game, agent = find_game("pig:goal=20"), Expectiminimax()
    agent.prepare(game)
    assert agent.program(game)
    monkeypatch.setattr(rules, "compile_now", refuse)
    assert agent.decide(game, game.initial(), Limit(seconds=0.2)).depth >= 1


def test_nothing_is_forgotten_when_an_agent_is_prepared_in_the_middle_of_a_game() -> None:
    game, answers = find_game("connect4"), []
    for prepares in (False, True):
        agent, memory = MCTS(simulations=2000, seed=1), Memory()
        first = game.initial()
        own, reply = agent.decide(game, first, memory=memory).line[:2]
        if prepares:
            agent.prepare(game)
        between = game.play(first, own)
        state = game.play(between, reply)
        answers.append(agent.decide(game, state, history=(first, between), memory=memory))
    assert answers[0].candidates == answers[1].candidates
    assert answers[0].stats["kept"] == answers[1].stats["kept"] > 20


def test_an_agent_that_does_not_compile_has_nothing_to_load() -> None:
    assert AlphaBeta(compiled=False).load(find_game("nim:coins=16"))


@pytest.mark.parametrize("spec", SEARCHED)
def test_an_interpreted_look_one_move_ahead_takes_few_nodes(spec: str) -> None:
    game = find_game(spec)
    agent = next(kind() for kind in (AlphaBeta, Expectiminimax) if kind.objection(game) is None)
    decision = agent.without_compiler().decide(game, random_position(game, Generator(3), 3), Limit(depth=1))
    assert decision.depth == 1
    assert decision.nodes < 2_000


@pytest.mark.slow
@pytest.mark.parametrize("spec", SEARCHED)
def test_an_interpreted_look_one_move_ahead_fits_into_a_fifth_of_a_second(spec: str) -> None:
    game = find_game(spec)
    agent = next(kind() for kind in (AlphaBeta, Expectiminimax) if kind.objection(game) is None)
    random = Generator(3)
    for plies in (0, 1, 3, 5, 7, 9, 11):  # with dice, those at which a player is to move
        state, spent = random_position(game, random, plies), []
        for _ in range(3):
            began = process_time()
            assert agent.without_compiler().decide(game, state, Limit(depth=1)).depth == 1
            spent.append(process_time() - began)
        assert min(spent) < 0.2, (plies, spent)


def test_nothing_is_said_of_rules_of_our_own_that_do_not_compile(caplog: pytest.LogCaptureFixture) -> None:
    game = find_game("tree:((3 12 8)(2 4 6)(14 5 2))")
    assert AlphaBeta().decide(game, game.initial()).value == 3
    assert caplog.messages == []
