"""Passes that a limit breaks off: what is played, what the table says, and how many nodes it took."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from itertools import product
from typing import Any, NamedTuple

import pytest
from hypothesis import given
from hypothesis import strategies as st

from outwit import AlphaBeta, Candidate, Decision, Game, Limit, Minimax, Watch, find_agent, find_game, search
from outwit.decision import Progress
from outwit.engine.runners.alphabeta import CompiledSearch
from outwit.game import CHANCE, Move, State
from outwit.games import game_loaders
from outwit.random import Generator
from outwit.random_positions import random_position
from outwit.search.pass_results import worth
from outwit.search.search import Search
from outwit.search.searcher import Searcher
from tests.boards import Kalah
from tests.examples import examples

from .generated import DicedGraph, Graph, seeds
from .reference import expected, minimax

TREE = "tree:((3 (12 5 7) 8)(2 4 (6 -3))((14 1) 5 2))"

GAMES = [TREE if name == "tree" else name for name in game_loaders()]

AGENTS = (
    "minimax",
    "maxn",
    "alphabeta",
    "alphabeta:compiled=off",
    "alphabeta:plain,deepening",
    "alphabeta:pvs=off",
    "alphabeta:fail=hard",
    "alphabeta:aspiration",
    "alphabeta:aspiration,fail=hard,compiled=off",
    "alphabeta:seed=3",
    "alphabeta:threads=2",
    "solver",
    "solver:compiled=off",
    "expectiminimax",
    "expectiminimax:compiled=off",
    "expectiminimax:seed=3,risk=worst",
)

TOO_DEEP = {("solver:compiled=off", "chess")}
"""Whose depth-first lines are longer than Python lets functions call one another; a sentence says so."""

PLAYED = [
    (agent, game)
    for agent, game in product(AGENTS, GAMES)
    if find_agent(agent).objection(find_game(game)) is None and (agent, game) not in TOO_DEEP
]
"""Every agent with every game that it plays, and can search in any depth."""

COMPILED = {"alphabeta": ("tictactoe", "connect4", "nim", "othello"), "expectiminimax": ("pig",)}
"""The games that the quick suite compiles for such an agent anyway."""

DEAR = {
    (agent, game)
    for agent, game in PLAYED
    if getattr(find_agent(agent), "compiled", False) and game != TREE
    if game not in COMPILED["expectiminimax" if agent.startswith("expectiminimax") else "alphabeta"]
}
"""What would be compiled for this test alone."""

ASKED = [
    *((agent, game, 2) for agent, game in PLAYED if (agent, game) not in DEAR),
    *(pytest.param(agent, game, 500, marks=pytest.mark.slow) for agent, game in PLAYED),
]
"""Who is asked about which game, at how many positions."""


def known(candidate: Candidate) -> float | None:
    """What a move is worth at least, if a search has come to that."""
    return candidate.value if candidate.bound in ("exact", "at least") else None


def best_by_its_own_table(decision: Decision) -> bool:
    """Is no move better, by what the answer itself says?"""
    assert decision.value is not None
    return all(worth <= decision.value for worth in map(known, decision.candidates) if worth is not None)


def assert_honest(decision: Decision, limit: int) -> None:
    """The answer keeps the limit, plays the best move of its own table, and says how far it looked."""
    assert decision.nodes <= limit
    if decision.value is None or decision.move is None:
        return
    own = decision.candidates[0]
    assert (own.move, own.value) == (decision.move, decision.value)
    assert known(own) is not None
    assert decision.line[0] == own.line[0] == decision.move
    assert best_by_its_own_table(decision), decision.candidates
    for candidate in decision.candidates:
        if candidate.value is not None and decision.depth:
            assert candidate.depth in (decision.depth, decision.depth + 1)


def limits(game: Game, number: int) -> Iterator[tuple[State, int]]:
    """Positions of random play, each with a limit of nodes: a few, or as many as thousands."""
    random = Generator(3)
    for _ in range(number):
        yield random_position(game, random, random.below(40)), 1 + random.below(2 ** (1 + random.below(12)))


@pytest.mark.parametrize(("agent", "game", "number"), ASKED)
def test_no_move_is_worse_than_another_by_the_answer_s_own_table(agent: str, game: str, number: int) -> None:
    rules, asked = find_game(game), find_agent(agent)
    for state, nodes in limits(rules, number):
        assert_honest(asked.decide(rules, state, Limit(nodes=nodes)), nodes)


@pytest.mark.parametrize(
    "agent",
    ["minimax", "maxn", pytest.param("alphabeta", marks=pytest.mark.slow), "alphabeta:compiled=off"],
)
def test_in_a_kalah_no_move_is_played_that_the_table_calls_losing(agent: str) -> None:
    game = Kalah()
    for state, nodes in limits(game, 60):
        assert_honest(find_agent(agent).decide(game, state, Limit(nodes=nodes)), nodes)


@given(seeds, st.integers(0, 3), st.integers(1, 600), st.none() | st.integers(0, 5))
@examples(200)
def test_every_value_in_the_table_is_that_of_the_depth_it_names(
    seed: int, plies: int, nodes: int, shuffled: int | None
) -> None:
    game = Graph(seed)
    state = random_position(game, Generator(seed), plies)
    decision = Minimax(seed=shuffled).decide(game, state, Limit(nodes=nodes))
    assert_honest(decision, nodes)
    sign = 1 if game.turn(state) == 0 else -1
    for candidate in decision.candidates:
        if candidate.depth is not None:
            truth = minimax(game, game.play(state, candidate.move), candidate.depth - 1)
            assert candidate.value == sign * truth


@given(seeds, st.integers(0, 3), st.integers(1, 600), st.booleans())
@examples(100)
def test_every_value_among_dice_is_that_of_the_depth_it_names(
    seed: int, plies: int, nodes: int, star: bool
) -> None:
    game = DicedGraph(seed)
    state = random_position(game, Generator(seed), plies)
    decision = search.Expectiminimax(star1=star, star2=star).decide(game, state, Limit(nodes=nodes))
    assert_honest(decision, nodes)
    sign = 1 if game.turn(state) == 0 else -1
    for candidate in decision.candidates if game.turn(state) != CHANCE else ():
        if candidate.depth is not None and candidate.value is not None:
            truth = sign * expected(game, game.play(state, candidate.move), candidate.depth - 1)
            low = candidate.value if candidate.bound != "at most" else -9.0
            high = candidate.value if candidate.bound != "at least" else 9.0
            assert low - 1e-9 <= truth <= high + 1e-9


# What is taken over from a pass that was broken off


class Way(NamedTuple):
    moves: tuple[int, ...]


@dataclass(frozen=True)
class Foreseen(Game):
    """Two replies to each of three moves; what positions look like is given, from the first player's side."""

    looks: Mapping[tuple[int, ...], float] = field(default_factory=dict)

    def __hash__(self) -> int:
        return id(self)

    def initial(self) -> Way:
        return Way(())

    def turn(self, state: Way) -> int:
        return len(state.moves) % 2

    def moves(self, state: Way) -> Iterator[int]:
        yield from range(2 if state.moves else 3)

    def play(self, state: Way, move: int) -> Way:
        return Way((*state.moves, move))

    def over(self, state: Way) -> bool:
        return len(state.moves) == 9

    def payoff(self, state: Way, player: int) -> float:
        return 0.0

    def evaluate(self, state: Way, player: int) -> float:
        worth = self.looks.get(state.moves, 0.0)
        return worth if player == 0 else -worth


FIRST = {(0,): 0.1, (1,): 0.5, (2,): 0.3}
"""What the three moves look like: the second is the best, and the third better than the first."""

WHOLE = [(1, 0.5, 1), (2, 0.3, 1), (0, 0.1, 1)]


def deeper(**worth: float) -> dict[tuple[int, ...], float]:
    """What the moves look like one move further on, by their letter."""
    return {("abc".index(letter), reply): value for letter, value in worth.items() for reply in (0, 1)}


def told(looks: dict[tuple[int, ...], float], completed: int, agent: Searcher) -> list[tuple[Any, ...]]:
    """The table after a second pass in which so many moves were completed: move, value, depth."""
    game = Foreseen(FIRST | looks)
    nodes = 4 + 1 + 3 * completed + 1
    decision = agent.decide(game, game.initial(), Limit(nodes=nodes))
    assert decision.nodes == nodes
    assert decision.depth == 1
    assert_honest(decision, nodes)
    return [(each.move, each.value, each.depth) for each in decision.candidates]


plain = pytest.mark.parametrize(
    "agent",
    [Minimax(), search.MaxN(prune=False), search.Expectiminimax(star1=False, star2=False)],
    ids=lambda a: a.name,
)


@plain
def test_before_the_best_move_is_completed_the_pass_before_stands(agent: Searcher) -> None:
    assert told(deeper(a=0.9, b=-0.2, c=0.9), 0, agent) == WHOLE


@plain
def test_a_best_move_that_comes_down_alone_changes_nothing(agent: Searcher) -> None:
    assert told(deeper(a=0.9, b=-0.2, c=0.9), 1, agent) == WHOLE


@plain
def test_a_best_move_that_stays_the_best_keeps_what_does_not_look_better(agent: Searcher) -> None:
    assert told(deeper(b=0.4), 1, agent) == [(1, 0.4, 2), (2, 0.3, 1), (0, 0.1, 1)]


@plain
def test_of_what_was_completed_the_best_is_played(agent: Searcher) -> None:
    assert told(deeper(b=0.2, c=0.4), 2, agent) == [(2, 0.4, 2), (1, 0.2, 2), (0, 0.1, 1)]


@plain
def test_what_only_the_pass_before_knows_is_forgotten_where_it_looks_better(agent: Searcher) -> None:
    assert told(deeper(b=-0.2, c=0.05), 2, agent) == [(2, 0.05, 2), (1, -0.2, 2), (0, None, None)]


@plain
def test_a_certain_loss_is_not_played_where_another_move_does_not_look_lost(agent: Searcher) -> None:
    assert told(deeper(b=-1.0), 1, agent) == [(2, 0.3, 1), (0, 0.1, 1), (1, -1.0, 2)]
    assert told(deeper(b=-1.0, c=-1.0), 2, agent) == [(0, 0.1, 1), (1, -1.0, 2), (2, -1.0, 2)]


def test_a_move_that_is_only_known_to_be_no_better_is_not_played() -> None:
    """A narrow window fails low: that no move reaches it says nothing of which is the best."""
    agent = search.AlphaBeta.plain(aspiration=True, deepening=True)
    game = Foreseen(FIRST | deeper(a=-0.5, b=-0.6, c=-0.7))
    seen = set()
    for nodes in range(10, 29):
        decision = agent.decide(game, game.initial(), Limit(nodes=nodes))
        assert_honest(decision, nodes)
        seen.add((decision.move, decision.value))
    assert seen == {(1, 0.5), (1, -0.6), (0, -0.5)}


# The order of the root's moves


@pytest.mark.parametrize(
    "agent",
    [
        "minimax",
        "minimax:seed=3",
        "maxn:seed=3",
        "expectiminimax:compiled=off,seed=3",
        "alphabeta:compiled=off,seed=3",
        "alphabeta:plain,compiled=off,deepening",
        "alphabeta:compiled=off,aspiration,seed=2",
        "alphabeta",
        "alphabeta:seed=3",
        "alphabeta:aspiration",
        "alphabeta:pvs=off",
        "alphabeta:fail=hard",
    ],
)
@pytest.mark.parametrize("spec", ["connect4", pytest.param("othello", marks=pytest.mark.slow)])
def test_every_pass_begins_with_the_best_move_of_the_one_before(
    agent: str, spec: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    game, searcher = find_game(spec), find_agent(agent)
    assert isinstance(searcher, Searcher)
    pass_over = type(searcher).pass_over
    began: list[tuple[int, Move]] = []
    best: dict[int, Move] = {}

    def overheard(self: Searcher, search: Search, depth: int) -> float:
        assert isinstance(search, CompiledSearch) == getattr(self, "compiled", False)
        began.append((depth, search.root_moves[0]))
        return pass_over(self, search, depth)

    def report(progress: Progress) -> None:
        best.setdefault(progress.depth, progress.line[0] if progress.line else None)

    monkeypatch.setattr(type(searcher), "pass_over", overheard)
    passes = 0
    for seed in range(5):
        began.clear()
        best.clear()
        state = random_position(game, Generator(seed), 10)
        searcher.decide(game, state, Limit(nodes=3000), watch=Watch(report))
        passes += len(began)
        assert all(move == best[depth - 1] for depth, move in began if depth > 1)
    assert passes > 12


# Nodes


@pytest.mark.parametrize("threads", [1, 2, 3])
def test_threads_together_visit_no_more_nodes_than_allowed(threads: int) -> None:
    game = find_game("othello")
    for nodes in (1, 2, 3, 5, 7, 100, 1001, 200_003, 300_001):
        assert AlphaBeta(threads=threads).decide(game, game.initial(), Limit(nodes=nodes)).nodes <= nodes


@pytest.mark.parametrize("compiled", [True, False])
def test_what_is_measured_beside_the_search_is_taken_from_its_nodes(compiled: bool) -> None:
    game = find_game("pig")
    state = game.position("20 : 10, pot 5, player 1 to move")
    for nodes in (1, 2, 3, 4, 5, 20, 60, 300, 1000, 5000):
        agent = find_agent(f"expectiminimax:compiled={'on' if compiled else 'off'}")
        assert isinstance(agent, Searcher)
        search = agent.begin(game, state, Limit(nodes=nodes), Watch(), 0)
        agent.run(search, None, (), False)
        assert isinstance(search, CompiledSearch) == compiled
        assert search.nodes + search.beside <= nodes
        search.end()


@pytest.mark.parametrize("nodes", [261, 322, 810])
def test_who_wants_one_completed_pass_hears_nothing_of_one_that_was_broken_off(nodes: int) -> None:
    game = find_game("othello")
    agent, limit = AlphaBeta(compiled=False), Limit(nodes=nodes)
    mixed = agent.decide(game, game.initial(), limit)
    whole = agent.decide(game, game.initial(), limit, watch=Watch(complete=True))
    assert mixed.value != whole.value
    assert whole.value == agent.decide(game, game.initial(), Limit(depth=whole.depth)).value
    assert {each.depth for each in whole.candidates} == {whole.depth}
    assert max(worth(each) for each in whole.candidates) == whole.value
