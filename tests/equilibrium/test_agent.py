"""The agent `cfr`: an equilibrium of the whole game, played move by move."""

from __future__ import annotations

import os
import subprocess
import sys
from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path
from time import perf_counter
from typing import Any

import pytest

from outwit import (
    Agent,
    BadOptionError,
    Generator,
    Limit,
    Memory,
    OutwitError,
    UnsuitableError,
    Watch,
    find_agent,
    find_game,
)
from outwit.agents import suitable
from outwit.equilibrium import solved_games
from outwit.equilibrium.agent import CFR, Finding
from outwit.equilibrium.best_response import exploitability_by_rules
from outwit.equilibrium.solution import Solution
from outwit.equilibrium.unfold import TooLargeError
from outwit.equilibrium.unfolded_games import held, whole_game
from outwit.game import CHANCE, Game, Move, State
from outwit.games.kuhn import Kuhn
from outwit.random_positions import random_step
from outwit.search.ismcts import ISMCTS
from tests.equilibrium.test_unfold import Forgetful
from tests.sketches.battleship import Battleship
from tests.sound_games import Morra, NimForPleasure, NimForThree, Poker

ALGORITHMS = ("cfr+", "cfr", "linear", "discounted", "external", "outcome")


@pytest.mark.parametrize("algorithm", ALGORITHMS)
def test_candidates_tell_how_likely_each_move_is_and_what_it_is_worth(algorithm: str) -> None:
    game = find_game("kuhn")
    agent = find_agent(f"cfr:algorithm={algorithm},iterations=20_000,seed=1")
    decision = agent.decide(game, game.position("J K bet"))
    found = {game.describe(decision.state, each.move): each for each in decision.candidates}
    assert found.keys() == {"fold", "call"}
    assert sum(each.probability or 0.0 for each in found.values()) == pytest.approx(1)
    assert found["call"].probability == pytest.approx(1, abs=0.02)
    assert found["fold"].value == pytest.approx(-1)
    assert decision.value == pytest.approx(
        sum((each.probability or 0) * (each.value or 0) for each in found.values())
    )
    assert decision.named(decision.move) == "call"
    assert decision.stats["iterations"] == 20_000
    assert decision.stats["exploitability"] < 0.1
    assert decision.agent == f"cfr:algorithm={algorithm},iterations=20000,seed=1".replace(
        "algorithm=cfr+,", ""
    )


def test_moves_are_drawn_by_their_probability_by_the_seed_and_by_what_is_known() -> None:
    game = find_game("kuhn")
    states = [game.position(f"J {other}") for other in "QK"]
    drawn = []
    for seed in range(400):
        one, other = (CFR(iterations=300, seed=seed).decide(game, state) for state in states)
        assert one.move == other.move
        assert one.candidates == other.candidates
        drawn.append(one.move)
    share = {each.move: each.probability for each in one.candidates}[1]
    assert Counter(drawn)[1] / 400 == pytest.approx(share, abs=0.07)


def test_the_same_seed_and_iterations_give_the_same_answer() -> None:
    game = find_game("leduc")
    for algorithm in ("discounted", "external"):
        agent = find_agent(f"cfr:algorithm={algorithm},iterations=50,seed=3")
        answers = [agent.decide(game, game.position("K J bet")) for _ in range(2)]
        assert answers[0].candidates == answers[1].candidates
        assert answers[0].move == answers[1].move


def test_interpreted_it_answers_the_same() -> None:
    game = find_game("kuhn")
    one, other = (
        CFR(iterations=40, seed=1, compiled=compiled).decide(game, game.position("K J check bet"))
        for compiled in (True, False)
    )
    assert [each.move for each in one.candidates] == [each.move for each in other.candidates]
    for mine, theirs in zip(one.candidates, other.candidates, strict=True):
        assert mine.probability == pytest.approx(theirs.probability, abs=1e-12)


def play_of(agent: Agent, game: Game) -> Callable[[State, int], dict[Move, float]]:
    """How an agent plays, asked once for each thing that a player may know."""
    asked = dict[object, dict[Move, float]]()

    def play(state: State, player: int) -> dict[Move, float]:
        known = player, game.observation(state, player)
        if known not in asked:
            decision = agent.decide(game, state, player=player)
            asked[known] = {each.move: each.probability or 0.0 for each in decision.candidates}
        return asked[known]

    return play


@pytest.mark.parametrize(("spec", "iterations", "far"), [("kuhn", 2_000, 2e-4), ("leduc", 300, 5e-3)])
def test_nobody_wins_from_it(spec: str, iterations: int, far: float) -> None:
    game = find_game(spec)
    agent = CFR(iterations=iterations, seed=1)
    assert exploitability_by_rules(game, play_of(agent, game)) < far


def test_it_goes_on_with_what_was_kept_and_ends_once_it_is_close_enough() -> None:
    game, memory = find_game("leduc"), Memory()
    state = game.position("K J")
    agent = CFR(iterations=30, seed=1)
    first = agent.decide(game, state, memory=memory)
    assert [type(kept.content) for kept in memory.contents] == [Solution]
    second = agent.decide(game, game.position("K J check bet"), history=[state], memory=memory)
    assert (first.stats["iterations"], second.stats["iterations"]) == (30, 60)
    assert second.stats["exploitability"] < first.stats["exploitability"]
    third = agent.decide(game, state, Limit(simulations=100_000), memory=memory)
    fourth = agent.decide(game, state, Limit(simulations=100_000), memory=memory)
    assert third.stats["iterations"] == fourth.stats["iterations"] < 100_000
    assert fourth.stats["exploitability"] <= 26e-6


@pytest.fixture
def nothing_solved() -> Iterator[None]:
    """Nothing that tests before have solved is held, nor is what this one solves."""
    solved_games.held.clear()
    yield
    solved_games.held.clear()


@pytest.mark.usefixtures("nothing_solved")
def test_a_match_solves_a_game_once_and_plays_as_if_it_solved_it_each_time(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    solved: list[Solution] = []
    improve = Solution.improve

    def note(solution: Solution, *arguments: Any, **named: Any) -> None:
        solved.append(solution)
        improve(solution, *arguments, **named)

    monkeypatch.setattr(Solution, "improve", note)
    states = [Kuhn().position("K J"), Kuhn().position("Q J check bet")]
    agents = [CFR(seed=seed, seconds=60) for seed in range(3)]
    games = [[agent.decide(Kuhn(), state, memory=Memory()) for state in states] for agent in agents]
    assert len(solved) == 1
    for agent, decisions in zip(agents, games, strict=True):
        for state, decision in zip(states, decisions, strict=True):
            solved_games.held.clear()
            assert replace(agent.decide(Kuhn(), state), seconds=decision.seconds) == decision
    assert len(solved) == 7


@pytest.mark.usefixtures("nothing_solved")
@pytest.mark.parametrize(
    "spec", ["cfr:iterations=200_000", "cfr:seconds=0.0005", "cfr:algorithm=external,seconds=0.2"]
)
def test_what_a_limit_or_draws_have_decided_is_solved_in_each_game(spec: str) -> None:
    game = find_game("kuhn")
    find_agent(spec).decide(game, game.position("K J"))
    assert not solved_games.held
    find_agent("cfr:seconds=30").decide(game, game.position("K J"))
    assert len(solved_games.held) == 1
    for other in (game, find_game("kuhn:cards=4")):
        for agent in (find_agent(spec), find_agent("cfr:seconds=30,algorithm=discounted")):
            assert isinstance(agent, CFR)
            found = Finding(agent, agent.limit(), Watch()).solution(other, other.initial(), 0, None)
            assert not found.points


@pytest.mark.usefixtures("nothing_solved")
def test_a_few_games_are_held_as_solved_and_no_more() -> None:
    for cards in (3, 4, 5, 6, 7):
        game = find_game(f"kuhn:cards={cards}")
        state = game.play(game.play(game.initial(), 0), 1)
        CFR(seed=1, seconds=60).decide(game, state)
    assert len(solved_games.held) == 4


def test_where_both_choose_at_once_each_is_asked_and_the_position_is_where_it_sets_out() -> None:
    game = find_game("matrix:0 2; 1 0")
    one, other = (CFR(iterations=5_000, seed=1).decide(game, game.initial(), player=each) for each in (0, 1))
    assert {each.move: each.probability for each in one.candidates} == pytest.approx(
        {0: 1 / 3, 1: 2 / 3}, abs=1e-3
    )
    assert {each.move: each.probability for each in other.candidates} == pytest.approx(
        {0: 2 / 3, 1: 1 / 3}, abs=1e-3
    )
    assert one.value == pytest.approx(2 / 3, abs=1e-3)
    assert other.value == pytest.approx(-2 / 3, abs=1e-3)
    goofspiel = find_game("goofspiel:cards=4")
    state = goofspiel.play_joint(goofspiel.play(goofspiel.initial(), 4), (2, 4))
    state = random_step(goofspiel, state, Generator(1))
    decision = CFR(iterations=100, seed=1).decide(goofspiel, state, player=1)
    assert decision.stats["information sets"] < 500
    assert {each.move for each in decision.candidates} == {1, 2, 3}


def test_limits_are_kept() -> None:
    game = find_game("liarsdice")
    state = game.position("player 1: 3, player 2: 6")
    agent = CFR(seed=1)
    agent.prepare(game)
    agent.decide(game, state, Limit(simulations=1))
    began = perf_counter()
    decision = agent.decide(game, state, Limit(seconds=0.3))
    assert decision.seconds < 2
    assert perf_counter() - began < 10
    kuhn = find_game("kuhn")
    for nodes in (58, 100, 1_000):
        decision = agent.decide(kuhn, kuhn.position("K J"), Limit(nodes=nodes))
        assert decision.nodes <= nodes
        assert decision.stats["iterations"] == nodes // 58 - 1


@pytest.mark.usefixtures("nothing_solved")
def test_it_can_be_stopped_and_tells_how_it_goes() -> None:
    game = find_game("leduc")
    told = []
    watch = Watch()

    def hear(progress: object) -> None:
        told.append(progress)
        if len(told) == 20:
            watch.stop()

    watch.report = hear
    decision = CFR(seed=1).decide(game, game.position("K J"), Limit(seconds=60), watch=watch)
    assert decision.seconds < 30
    assert decision.stats["iterations"] < 1_000


class MorraForPleasure(Morra):
    zero_sum = False


class MorraForThree(Morra):
    players = 3


class PokerForPleasure(Poker):
    zero_sum = False


@pytest.mark.parametrize(
    ("game", "why"),
    [
        (find_game("connect4"), "nothing is hidden in it and nobody chooses at once; alphabeta plays it."),
        (find_game("pig"), "nothing is hidden in it and nobody chooses at once; expectiminimax plays it."),
        (NimForThree(), "it has 3 players, and equilibria are for two; maxn plays it."),
        (NimForPleasure(), "its payoffs do not cancel; maxn plays it."),
        (MorraForPleasure(), "its payoffs do not cancel; smmcts and montecarlo play it."),
        (MorraForThree(), "it has 3 players, and equilibria are for two; montecarlo plays it."),
        (PokerForPleasure(), "its payoffs do not cancel; ismcts and pimc play it."),
    ],
)
def test_other_games_are_refused_with_an_agent_that_plays_them(game: Game, why: str) -> None:
    with pytest.raises(UnsuitableError) as caught:
        CFR().decide(game, game.initial())
    assert str(caught.value).endswith(why)


def first_decision(game: Game) -> State:
    state = game.initial()
    while game.turn(state) == CHANCE:
        state = random_step(game, state, Generator(1))
    return state


@pytest.mark.parametrize("game", [Battleship(), find_game("battleship"), find_game("goofspiel:cards=13")])
def test_a_game_that_is_far_too_large_is_refused_at_once(game: Game) -> None:
    began = perf_counter()
    with pytest.raises(TooLargeError, match="too large for cfr, which unfolds all of it within") as caught:
        CFR().decide(game, first_decision(game), player=0)
    assert perf_counter() - began < 20
    assert str(caught.value).endswith(
        "; ismcts looks at a part of it." if game.hidden else "; smmcts and montecarlo look at a part of it."
    )


def test_a_limit_of_nodes_that_is_too_small_and_a_depth_are_refused() -> None:
    game = find_game("kuhn")
    with pytest.raises(TooLargeError, match="within 57 positions; ismcts looks at a part of it"):
        CFR().decide(game, game.position("K J"), Limit(nodes=57))
    with pytest.raises(BadOptionError, match="has no depth; limit it by seconds"):
        CFR().decide(game, game.position("K J"), Limit(depth=3))


@pytest.mark.parametrize("iterations", [0, -1])
def test_iterations_that_are_none_are_refused_by_their_name(iterations: int) -> None:
    said = f"^iterations={iterations} is too small; give 1 or more.$"
    with pytest.raises(BadOptionError, match=said):
        find_agent(f"cfr:iterations={iterations}")
    with pytest.raises(BadOptionError, match=said):
        CFR(iterations=iterations)


def test_what_never_comes_up_from_the_start_is_refused() -> None:
    game = find_game("kuhn")
    state = game.position("K J")._replace(cards=(2, 1), acts=(1, 1))
    with pytest.raises(OutwitError):
        CFR(iterations=1).decide(game, state)


def test_games_that_were_unfolded_last_are_held_and_no_more() -> None:
    held.clear()
    first = whole_game(find_game("kuhn"), most=100)
    assert whole_game(find_game("kuhn"), most=100) is first
    with_nodes = whole_game(find_game("kuhn"), most=100, nodes=True)
    assert with_nodes is not first
    assert whole_game(find_game("kuhn"), most=100) in (first, with_nodes)
    for cards in (4, 5, 6, 7, 8):
        whole_game(find_game(f"kuhn:cards={cards}"), most=10_000)
    assert len(held) == 4
    with pytest.raises(TooLargeError):
        whole_game(find_game("kuhn:cards=8"), most=100)


@pytest.mark.parametrize(
    ("game", "agent"),
    [
        (find_game("kuhn"), "cfr"),
        (find_game("leduc:suits=on"), "cfr"),
        (find_game("liarsdice"), "ismcts"),
        (Battleship(), "ismcts"),
        (Forgetful(), "ismcts"),
    ],
)
def test_small_games_with_something_hidden_are_played_by_it_unless_a_player_forgets(
    game: Game, agent: str
) -> None:
    assert [suitable(game).name for _ in range(2)] == [agent, agent]


PREPARED = """
from outwit import CFR, find_game
from outwit.equilibrium.kernels import evaluation, iteration
game, agent = find_game("kuhn"), CFR(iterations=5, seed=1)
print(agent.load(game), end=" ")
agent.prepare(game)
iteration.cache_clear(), evaluation.cache_clear()
print(agent.load(game), agent.decide(game, game.position("K J")).stats["iterations"])
"""


def test_what_is_compiled_is_kept_for_other_processes(tmp_path: Path) -> None:
    environment = {**os.environ, "OUTWIT_CACHE": str(tmp_path)}
    command = [sys.executable, "-c", PREPARED]
    said = [subprocess.run(command, env=environment, capture_output=True, text=True).stdout for _ in range(2)]
    assert said == ["False True 5\n", "True True 5\n"]
    assert len(list(tmp_path.glob("*.code"))) == 2


def test_it_is_far_closer_to_an_equilibrium_than_ismcts() -> None:
    game = find_game("kuhn")

    def play(state: State, player: int) -> dict[Move, float]:
        played = Counter(ISMCTS(simulations=300, seed=seed).decide(game, state).move for seed in range(5))
        return {move: count / 5 for move, count in played.items()}

    sampled = exploitability_by_rules(game, play)
    assert sampled > 100 * exploitability_by_rules(game, play_of(CFR(iterations=3_000, seed=1), game))
