"""`analyse`: values and lines of one completed pass, the same interpreted and compiled."""

from __future__ import annotations

import math
from dataclasses import dataclass

import pytest

from outwit import (
    MCTS,
    AlphaBeta,
    Expectiminimax,
    Game,
    Limit,
    Minimax,
    MonteCarlo,
    Random,
    TooDeepError,
    UnsuitableError,
    find_agent,
    find_game,
)
from outwit.engine.compiled_agent import Compiling
from outwit.engine.runners.alphabeta import CompiledSearch
from outwit.game import CHANCE, State
from outwit.random import Generator
from outwit.random_positions import random_position
from outwit.search import MaxN
from outwit.search.search import Search

THREE = "tree:((<1,2,6> <4,3,2>)(<6,1,2> <7,4,1>))"


def decisions(spec: str, number: int, plies: int) -> tuple[Game, list[State]]:
    """A game, and positions of it in which a player is to act."""
    game = find_game(spec)
    states = [random_position(game, Generator(seed), plies) for seed in range(number)]
    return game, [state for state in states if game.turn(state) != CHANCE]


@pytest.fixture
def ran(monkeypatch: pytest.MonkeyPatch) -> list[type[Search]]:
    """The kinds of searches that compiled agents have begun."""
    kinds: list[type[Search]] = []
    new_search = Compiling.new_search

    def overheard(self: Compiling, *question: object) -> Search:
        search = new_search(self, *question)  # type: ignore[arg-type]
        kinds.append(type(search))
        return search

    monkeypatch.setattr(Compiling, "new_search", overheard)
    return kinds


@pytest.mark.parametrize(
    ("spec", "agent", "depth"),
    [
        ("connect4", AlphaBeta(strict=True), 4),
        ("othello", AlphaBeta(strict=True), 3),
        ("pig", Expectiminimax(strict=True), 2),
    ],
)
def test_compiled_and_interpreted_analyses_agree_and_the_compiled_one_is_compiled(
    spec: str, agent: Compiling, depth: int, ran: list[type[Search]]
) -> None:
    game, states = decisions(spec, 6, 8)
    for state in states:
        ran.clear()
        fast = agent.analyse(game, state, depth=depth)
        assert len(ran) == 1
        assert issubclass(ran[0], CompiledSearch)
        slow = agent.without_compiler().analyse(game, state, depth=depth)
        assert not issubclass(ran[1], CompiledSearch)
        assert fast.values == pytest.approx(slow.values, abs=1e-9)
        assert (fast.bound, fast.exact, fast.complete) == (slow.bound, slow.exact, slow.complete)
        assert fast.depth == slow.depth
        assert fast.line[0] in game.moves(state)


@pytest.mark.parametrize("agent", [Minimax(), AlphaBeta(compiled=False), AlphaBeta()])
def test_an_analysis_is_what_a_decision_of_that_depth_says(agent: Minimax | AlphaBeta) -> None:
    game, states = decisions("connect4", 5, 9)
    for state in states:
        found, decision = agent.analyse(game, state, depth=3), agent.decide(game, state, Limit(depth=3))
        assert (found.value, found.line, found.depth) == (decision.value, decision.line, decision.depth)
        assert (found.exact, found.nodes, found.complete) == (decision.exact, decision.nodes, True)
        assert found.values is not None
        assert found.values[game.turn(state)] == found.value == -found.values[1 - game.turn(state)]
        assert {c.move: c for c in decision.candidates if c.value is not None} == dict(found.candidates)


def test_neither_limits_of_the_agent_nor_its_level_count() -> None:
    game, states = decisions("othello", 4, 6)
    weak = AlphaBeta(compiled=False, level=1, seed=3, nodes=5, depth=1)
    free = AlphaBeta(compiled=False, seed=3)
    for state in states:
        assert weak.analyse(game, state, depth=3) == free.analyse(game, state, depth=3)


@pytest.mark.parametrize("compiled", [True, False])
def test_some_of_the_moves_are_worth_the_best_of_them(compiled: bool) -> None:
    game, states = decisions("connect4", 6, 10)
    for state in states:
        moves = list(game.moves(state))[1::2]
        found = AlphaBeta(compiled=compiled, clamp=False).analyse(game, state, moves=moves, depth=3)
        every = Minimax().analyse(game, state, depth=3).candidates
        values = [every[move].value for move in moves]
        assert found.value == max(value for value in values if value is not None)
        assert found.line[0] in moves
        assert set(found.candidates) <= set(moves)


def test_where_the_limit_runs_out_the_last_completed_pass_gives_the_whole_answer() -> None:
    game = find_game("othello")
    agent, broken = AlphaBeta(compiled=False), 0
    for nodes in (261, 322, 810):
        found = agent.analyse(game, game.initial(), Limit(nodes=nodes))
        again = agent.analyse(game, game.initial(), depth=found.depth)
        assert not found.complete
        assert found.nodes <= nodes
        assert (found.value, found.values, found.line) == (again.value, again.values, again.line)
        assert found.candidates == again.candidates
        broken += agent.decide(game, game.initial(), Limit(nodes=nodes)).value != found.value
    assert broken


def test_a_limit_that_allows_nothing_finds_nothing() -> None:
    game = find_game("othello")
    for compiled in (True, False):
        found = AlphaBeta(compiled=compiled).analyse(game, game.initial(), Limit(nodes=1))
        assert (found.value, found.values, found.complete) == (None, None, False)


@pytest.mark.parametrize("agent", [Minimax(), AlphaBeta(), Expectiminimax()])
def test_depth_0_is_the_estimate_of_the_position_itself(agent: Minimax | AlphaBeta | Expectiminimax) -> None:
    game, states = decisions("connect4", 4, 7)
    for state in states:
        found = agent.analyse(game, state, depth=0)
        assert found.values == pytest.approx((game.evaluate(state, 0), -game.evaluate(state, 0)))
        assert (found.line, found.depth, found.exact) == ((), 0, False)


def test_where_chance_is_to_act_there_is_a_value_and_no_move() -> None:
    game = find_game("tree:[1/2:(1 3) 1/2:0]")
    found = Expectiminimax(compiled=False).analyse(game, game.initial())
    assert (found.values, found.line, dict(found.candidates)) == ((1.5, -1.5), (), {})


def test_max_n_says_what_a_position_is_worth_to_each_player() -> None:
    for spec in (
        THREE,
        "tree:[1/2:(<1,2,6> <4,3,2>) 1/2:(<2,2,2> <7,4,1>)]",
        "tree:(<1,0,5>(<0,9,1> <3,1,1>))",
    ):
        game = find_game(spec)
        found = MaxN().analyse(game, game.initial())
        tree = MaxN().decide(game, game.initial(), tree=True).tree
        assert tree is not None
        assert found.values == tree.root.value


def test_other_agents_answer_with_what_they_decide() -> None:
    game = find_game("nim:coins=7")
    agent = MCTS(simulations=200, seed=1, compiled=False)
    found, decision = agent.analyse(game, game.initial()), agent.decide(game, game.initial())
    assert (found.value, found.line, found.exact) == (decision.value, decision.line, decision.exact)
    assert list(found.candidates.values()) == list(decision.candidates)
    three = find_game(THREE)
    assert MonteCarlo(simulations=50, seed=1).analyse(three, three.initial()).values is None
    grown = MCTS(simulations=50, seed=1).analyse(three, three.initial())
    assert grown.values is not None
    assert len(grown.values) == 3
    assert grown.value == grown.values[0]
    assert Random(seed=1).analyse(game, game.initial()).value is None


@pytest.mark.parametrize("agent", ["mcts", "montecarlo", "random"])
def test_agents_without_a_depth_refuse_one(agent: str) -> None:
    game = find_game("nim")
    assert not find_agent(agent).takes_depth
    for asked in ({"depth": 2}, {"moves": [1]}):
        with pytest.raises(UnsuitableError, match=f"{agent} looks at all moves and has no depth"):
            find_agent(agent).analyse(game, game.initial(), **asked)


@dataclass(frozen=True)
class Endless(Game):
    """A game that goes on for ever."""

    players = 2

    def initial(self) -> int:
        return 0

    def turn(self, state: int) -> int:
        return state % 2

    def moves(self, state: int) -> list[int]:
        return [1]

    def play(self, state: int, move: int) -> int:
        return state + move

    def over(self, state: int) -> bool:
        return False

    def payoff(self, state: int, player: int) -> float:
        return math.nan


def test_a_game_that_goes_too_deep_is_refused_by_name() -> None:
    with pytest.raises(TooDeepError, match="it goes too deep"):
        Minimax().analyse(Endless(), 0)
