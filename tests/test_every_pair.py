"""Every agent on every game, interpreted, with next to nothing to spend: it decides, or says who would."""

from __future__ import annotations

from dataclasses import replace
from functools import cache
from pathlib import Path

import pytest

from outwit import Limit, OutwitError, find_game
from outwit.agents import AGENTS
from outwit.decision import Agent, Decision
from outwit.game import CHANCE, SIMULTANEOUS, Game, State
from outwit.games import game_loaders
from outwit.random import Generator
from outwit.random_positions import random_step

HERE = Path(__file__).parent
SPECS = (
    *game_loaders(),
    "tree:(<1,2,3> <2,1,3>)",
    "tree:(<1,2> <2,1>)",
    "tree:(<1> <2>)",
    "tree:(<1,2> [1/2:<0,2> 1/2:<3,4>])",
    "vacuum:sight=local",
    "risk:players=3",
    "battleship:size=6,fleet=(3,2,2)",
    f"{HERE / 'measured_games.py'}:Fish",
)
"""Outwit's own games, and others of each kind: for one, for many, and where payoffs do not cancel."""

PLAYING = [name for name in AGENTS if name != "human"]
NODES = Limit(nodes=50)


@cache
def asked(spec: str) -> tuple[Game, State, int]:
    """A game, its first position in which a player decides, and who."""
    game, random = find_game(spec), Generator(1)
    state = game.initial()
    while game.turn(state) == CHANCE:
        state = random_step(game, state, random)
    turn = game.turn(state)
    return game, state, 0 if turn == SIMULTANEOUS else turn


def interpreted(name: str) -> Agent:
    """An agent that compiles nothing."""
    agent = AGENTS[name]()
    return replace(agent, compiled=False) if hasattr(agent, "compiled") else agent  # type: ignore[type-var]


@cache
def answer(spec: str, name: str) -> Decision | str:
    """What an agent decides, or why it does not."""
    game, state, player = asked(spec)
    try:
        return interpreted(name).decide(game, state, NODES, player=player)
    except OutwitError as error:
        return str(error)


def legal(spec: str) -> set[object]:
    """What may be played."""
    game, state, player = asked(spec)
    return set(game.moves_for(state, player) if game.turn(state) == SIMULTANEOUS else game.moves(state))


@pytest.mark.parametrize("name", PLAYING)
@pytest.mark.parametrize("spec", SPECS)
def test_an_agent_decides_or_says_in_a_sentence_who_does(spec: str, name: str) -> None:
    found = answer(spec, name)
    if isinstance(found, Decision):
        assert found.move in legal(spec)
        return
    assert found.endswith(".")
    assert "\n" not in found
    words = set(found.replace(",", " ").replace(";", " ").replace(".", " ").split())
    named = [other for other in PLAYING if other in words and other != name]
    if name == "policy":
        assert "outwit equilibrium" in found
    else:
        assert named, found
        for other in named:
            decided = answer(spec, other)
            may_refuse = other == "policy" or (other == "cfr" and "cfr and policy small ones" in found)
            assert isinstance(decided, Decision) or may_refuse, f"{found} But: {decided}"


def test_somebody_is_refused_and_everybody_plays_something() -> None:
    """So that the test above has both cases."""
    refused = {name for name in PLAYING if isinstance(answer("kuhn", name), str)}
    assert refused >= {"alphabeta", "mcts", "maxn"}
    playing = {name for spec in SPECS for name in PLAYING if isinstance(answer(spec, name), Decision)}
    assert playing == set(PLAYING) - {"policy"}


def test_alpha_beta_names_those_who_play_poker() -> None:
    found = answer("kuhn", "alphabeta")
    assert isinstance(found, str)
    assert all(name in found for name in ("ismcts", "cfr", "policy"))
    game, state, player = asked("kuhn")
    assert AGENTS["cfr"]().decide(game, state, Limit(seconds=1), player=player).move in legal("kuhn")
