"""What is prepared in advance is all that a decision needs, and nothing else changes by it."""

from __future__ import annotations

import pytest

from outwit import MCTS, AlphaBeta, Expectiminimax, Limit, MonteCarlo, find_game
from outwit.engine import rules, tuning
from outwit.engine.cache import as_kept
from outwit.engine.compiling import Compilable
from outwit.engine.solver import Solver


def refuse(*_: object) -> None:
    raise AssertionError("something was left to prepare")


@pytest.mark.parametrize(
    "agent", [AlphaBeta(), Solver(), MCTS(seed=1), MonteCarlo(seed=1)], ids=lambda agent: agent.name
)
def test_an_agent_that_is_prepared_prepares_nothing_more(
    agent: Compilable, monkeypatch: pytest.MonkeyPatch
) -> None:
    game = find_game("tictactoe")
    agent.prepare(game)
    assert agent.program(game)
    monkeypatch.setattr(rules, "compiled_now", refuse)
    monkeypatch.setattr(tuning, "tried", refuse)
    with as_kept():
        decision = agent.decide(game, game.initial(), Limit(seconds=0.2))
    assert decision.nodes > 1
    assert agent.load(game)


def test_chance_is_prepared_as_well(monkeypatch: pytest.MonkeyPatch) -> None:
    game, agent = find_game("pig:goal=20"), Expectiminimax()
    agent.prepare(game)
    assert agent.program(game)
    monkeypatch.setattr(rules, "compiled_now", refuse)
    assert agent.decide(game, game.initial(), Limit(seconds=0.2)).depth >= 1


def test_an_agent_forgets_nothing_when_it_is_prepared_in_the_middle_of_a_game() -> None:
    game, answers = find_game("connect4"), []
    for prepares in (False, True):
        agent = MCTS(simulations=2000, seed=1)
        first = game.initial()
        own, reply = agent.decide(game, first).line[:2]
        if prepares:
            agent.prepare(game)
        between = game.play(first, own)
        answers.append(agent.decide(game, game.play(between, reply), history=(first, between)).candidates)
    assert answers[0] == answers[1]
    assert sum(candidate.visits or 0 for candidate in answers[0]) > 2020


def test_an_agent_that_does_not_compile_has_nothing_to_load() -> None:
    assert AlphaBeta(compiled=False).load(find_game("nim:coins=16"))
