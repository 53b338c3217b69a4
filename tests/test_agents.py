"""Agents by name, and the one that serves a game when nobody has chosen."""

from __future__ import annotations

from dataclasses import fields, is_dataclass

import pytest

from outwit import AlphaBeta, Random, find_agent, find_game, spell_agent
from outwit.agents import AGENTS, suitable
from outwit.decision import Agent, Limit


@pytest.mark.parametrize("name", AGENTS)
def test_every_agent_is_found_by_its_name(name: str) -> None:
    agent = find_agent(name)
    assert agent.name == name
    assert spell_agent(agent) == name
    assert agent.summary.endswith(".")


@pytest.mark.parametrize("cls", AGENTS.values(), ids=AGENTS)
def test_every_option_has_a_sentence_for_the_help(cls: type[Agent]) -> None:
    assert is_dataclass(cls)
    for option in fields(cls):
        sentence = option.metadata["help"]
        assert sentence[0].isupper()
        assert sentence.endswith((".", "?"))


@pytest.mark.parametrize("cls", AGENTS.values(), ids=AGENTS)
def test_agents_are_values(cls: type[Agent]) -> None:
    assert cls() == cls()
    assert hash(cls()) == hash(cls())
    with pytest.raises(AttributeError):
        cls().depth = 3  # type: ignore[attr-defined]


@pytest.mark.parametrize(
    ("game", "agent"),
    [
        ("connect4", "alphabeta"),
        ("tictactoe", "alphabeta"),
        ("nim", "alphabeta"),
        ("tree", "alphabeta"),
        ("pig", "expectiminimax"),
        ("tree:[1/2:1 1/2:2]", "expectiminimax"),
        ("tree:(<1> <2>)", "expectiminimax"),
        ("tree:(<1,2> <2,1>)", "maxn"),
        ("tree:(<1,2,3> <2,1,3>)", "maxn"),
        ("tree:[1/2:<1,2> 1/2:<3,4>]", "maxn"),
    ],
)
def test_the_strongest_that_can_play_is_suggested_and_does_play(game: str, agent: str) -> None:
    rules = find_game(game)
    chosen = suitable(rules)
    assert chosen.name == agent
    assert chosen.decide(rules, rules.initial(), Limit(nodes=100)).nodes


def test_a_decision_says_who_decided() -> None:
    game = find_game("tictactoe")
    for spelling in ("alphabeta:plain,depth=2", "random:seed=3", "minimax:depth=1"):
        assert find_agent(spelling).decide(game, game.initial()).agent == spelling


def test_stronger_beats_weaker() -> None:
    game = find_game("tictactoe")
    table = (AlphaBeta(depth=9), Random(seed=1))
    state = game.initial()
    while not game.over(state):
        state = game.play(state, table[game.turn(state)].decide(game, state).move)
    assert game.payoff(state, 0) == 1
