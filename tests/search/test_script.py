"""The scripts of a game, played by name."""

from __future__ import annotations

from typing import Any

import pytest

from outwit import Session, find_agent, find_game
from outwit.agents import agent_spec, suitable
from outwit.errors import BrokenRulesError, UnknownNameError, UnsuitableError
from outwit.games.nim import Nim
from outwit.random import Generator
from outwit.repetition import add_memory
from outwit.search import Script
from tests.broken_games import ScriptTakesTooMuch
from tests.hidden_games import SealedBids
from tests.sound_games import Pile as Coins
from tests.sound_games import Poker, Ring


class Scripted(Nim):
    """Nim that knows two ways to play: take as many as allowed, or any number."""

    scripts = ("greedy", "any")
    default_agent = "script:name=any"

    def script(self, state: Any, name: str, random: Generator) -> int:
        moves = list(self.moves(state))
        return moves[-1] if name == "greedy" else random.choice(moves)


class Round(Ring):
    """A game in which positions come again, and a way to play it."""

    scripts = ("first",)

    def script(self, state: Any, name: str, random: Generator) -> Any:
        return next(iter(self.moves(state)))


class Bluffs(Poker):
    scripts = ("any",)

    def script(self, deal: Any, name: str, random: Generator) -> int:
        return random.below(2)


def test_the_script_of_that_name_plays_and_without_a_name_the_first() -> None:
    game = Scripted(coins=9)
    for agent in (Script("greedy"), Script()):
        decision = agent.decide(game, game.initial())
        assert decision.move == 3
        assert [candidate.move for candidate in decision.candidates] == [3, 1, 2]
    seeds = {Script("any", seed=seed).decide(game, game.initial()).move for seed in range(20)}
    assert seeds == {1, 2, 3}


def test_a_spec_says_which_script_by_its_name() -> None:
    agent = find_agent("script:name=any,seed=3")
    assert agent == Script("any", seed=3)
    assert agent_spec(agent) == agent.spec == "script:name=any,seed=3"


def test_the_same_seed_plays_the_same_game() -> None:
    game = Scripted(coins=30)

    def play(seed: int) -> list[int]:
        session = Session(game, seed=seed)
        while not session.over:
            agent = Script("any").with_seed(seed)
            session.play(agent.decide(game, session.state).move)
        return [step.move for step in session.steps]

    assert play(1) == play(1)
    assert play(1) != play(2)


def test_what_is_hidden_does_not_matter_to_the_draws() -> None:
    game = Bluffs()
    for seed in range(20):
        moves = {
            Script(seed=seed).decide(game, type(game.initial())((1, other), ())).move for other in (0, 2)
        }
        assert len(moves) == 1


def test_a_game_whose_positions_come_again_is_played_too() -> None:
    game, state = add_memory(Round(), Round().initial())
    decision = Script().decide(game, state)
    assert decision.move in list(game.moves(state))


def test_a_script_that_does_not_exist_is_refused_with_those_that_do() -> None:
    game = Scripted()
    with pytest.raises(UnknownNameError, match=r"no script of Scripted called 'best'.* Known: any, greedy"):
        Script("best").decide(game, game.initial())
    with pytest.raises(UnsuitableError, match="script cannot play Nim: it has no scripts"):
        Script().decide(Nim(), Nim().initial())
    with pytest.raises(UnsuitableError, match="choose at once"):
        Script().decide(SealedBids(), SealedBids().initial())


def test_a_script_that_breaks_the_rules_is_told() -> None:
    with pytest.raises(BrokenRulesError, match="`script` 'greedy' chose 3, which is not a legal move"):
        Script().decide(ScriptTakesTooMuch(), Coins(2, 0))


def test_a_game_may_name_the_agent_that_plays_it() -> None:
    assert suitable(Scripted()) == Script("any")
    assert suitable(find_game("nim")).name == "alphabeta"
