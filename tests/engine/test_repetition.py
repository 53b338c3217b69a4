"""Repeated positions in compiled searches: what the textbook's say of them, at the speed of machine code."""

from __future__ import annotations

import math
from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import NamedTuple

import pytest

from outwit import (
    CHANCE,
    FORBIDDEN,
    MCTS,
    AlphaBeta,
    Decision,
    Expectiminimax,
    Game,
    Limit,
    Minimax,
    MonteCarlo,
    Watch,
)
from outwit.engine.runners.alphabeta import CompiledSearch
from outwit.engine.runners.mcts import CompiledTree
from outwit.engine.runners.montecarlo import CompiledRounds
from outwit.engine.solver import Solver
from outwit.game import State, options
from outwit.random import Generator
from outwit.repetition import Remembering, add_memory
from tests.engine.minichess import Minichess
from tests.engine.test_alphabeta import SWITCHES, book, comparable, facts
from tests.test_repetition import Carousel, OneWay, Ring


def run_compiled(agent: AlphaBeta, game: Game) -> bool:
    """Does the agent really search this game in machine code?"""
    memory, state = add_memory(game, game.initial())
    return isinstance(agent.new_search(memory, state, Limit(depth=1), Watch()), CompiledSearch)


def line_of_play(game: Game, random: Generator, longest: int) -> list[State]:
    """The positions of a game played at random, the last one with something to decide."""
    memory, state = add_memory(game, game.initial())
    states = [state]
    for _ in range(random.below(longest + 1)):
        following = memory.play(state, random.choice(options(memory, state)))
        if memory.over(following):
            break
        state = following
        states.append(state)
    while memory.turn(states[-1]) == CHANCE:
        del states[-1]
    return states


def both(agent: AlphaBeta, game: Game, states: list[State]) -> tuple[Decision, Decision]:
    """What the compiled search and the textbook's say of the last of some positions."""
    memory = Remembering(game)
    return agent.decide(memory, states[-1]), book(agent).decide(memory, states[-1])


LOOPS = [
    OneWay(5, 99, 2),
    pytest.param(Carousel(3, 99, 3), marks=pytest.mark.slow),
    *(pytest.param(Carousel(6, 5, times), marks=pytest.mark.slow) for times in (2, FORBIDDEN)),
]
"""Where repetition is forbidden, a maze is searched in the quick suite: see below."""


@pytest.mark.parametrize("game", LOOPS, ids=str)
def test_without_a_table_the_compiled_search_walks_the_very_same_tree(game: Carousel) -> None:
    random = Generator(1)
    assert run_compiled(AlphaBeta(), game)
    for number in range(40):
        states = line_of_play(game, random, 5)
        switches = {name: bool(random.below(2)) for name in SWITCHES if name != "table"}
        agent = AlphaBeta(depth=1 + number % 7, table=False, **switches)  # type: ignore[arg-type]
        ours, theirs = both(agent, game, states)
        assert facts(ours) == facts(theirs), (agent, states)


@pytest.mark.parametrize("game", LOOPS, ids=str)
def test_a_strict_table_changes_no_value(game: Carousel) -> None:
    random = Generator(2)
    for number in range(60):
        states = line_of_play(game, random, 5)
        switches = {name: bool(random.below(2)) for name in SWITCHES} | {"table": True}
        agent = AlphaBeta(depth=1 + number % 9, strict=True, mb=1, **switches)  # type: ignore[arg-type]
        ours, theirs = both(agent, game, states)
        assert (ours.value, ours.exact) == (theirs.value, theirs.exact), (agent, states)


@dataclass(frozen=True)
class Maze(Game):
    """A piece on a graph that both players move along one of two ways; some places end the game and pay."""

    ways: tuple[int, ...] = (1, 2, 2, 0, 0, 1)
    prizes: tuple[float, ...] = (0.0, 0.0, 0.0)
    """What each place pays the first player; 0 if the game goes on there."""
    repetition: int = 2

    def initial(self) -> Ring:
        return Ring(0, 0)

    def moves(self, state: Ring) -> Iterator[int]:
        if self.prizes[state.place] == 0:
            yield 0
            yield 1

    def play(self, state: Ring, move: int) -> Ring:
        return Ring(self.ways[2 * state.place + move], 1 - state.turn)

    def over(self, state: Ring) -> bool:
        return self.prizes[state.place] != 0

    def payoff(self, state: Ring, player: int) -> float:
        return self.prizes[state.place] if player == 0 else -self.prizes[state.place]

    def evaluate(self, state: Ring, player: int) -> float:
        return 0.01 * (state.place % 3) * (1 if player == 0 else -1)


def maze(random: Generator, repetition: int, places: int = 9) -> Maze:
    """A graph drawn at random, the start never an end."""
    ways = tuple(random.below(places) for _ in range(2 * places))
    prizes = (0.0, *((0.0, 0.0, 0.0, 0.5, 1.0, -1.0)[random.below(6)] for _ in range(places - 1)))
    return Maze(ways, prizes, repetition)


@pytest.mark.parametrize(
    ("repetition", "graphs"),
    [(FORBIDDEN, 50), *(pytest.param(times, 200, marks=pytest.mark.slow) for times in (FORBIDDEN, 2, 3))],
)
def test_in_any_graph_the_compiled_searches_value_positions_by_their_past(
    repetition: int, graphs: int
) -> None:
    random = Generator(6)
    assert run_compiled(AlphaBeta(), maze(random, repetition))
    for number in range(graphs):
        game = maze(random, repetition, places=9 if repetition != 3 else 5)
        states = line_of_play(game, random, 4)
        switches = {name: bool(random.below(2)) for name in SWITCHES}
        agent = AlphaBeta(depth=1 + number % 12, strict=True, mb=1, **switches)  # type: ignore[arg-type]
        ours, theirs = both(agent, game, states)
        assert (ours.value, ours.exact) == (theirs.value, theirs.exact), (agent, game, states)
        agent = replace(agent, table=False)
        ours, theirs = both(agent, game, states)
        assert facts(ours) == facts(theirs), (agent, game, states)


@pytest.mark.parametrize(
    ("repetition", "graphs", "agents"),
    [
        (FORBIDDEN, 50, (AlphaBeta(),)),
        *(
            pytest.param(
                times,
                150,
                (AlphaBeta(), Expectiminimax(), AlphaBeta(fail="hard", aspiration=True)),
                marks=pytest.mark.slow,
            )
            for times in (2, FORBIDDEN)
        ),
    ],
)
def test_the_solver_proves_what_minimax_finds_and_what_looks_proved_is(
    repetition: int, graphs: int, agents: tuple[AlphaBeta | Expectiminimax, ...]
) -> None:
    random = Generator(7)
    for _ in range(graphs):
        game = maze(random, repetition)
        states = line_of_play(game, random, 4)
        memory = Remembering(game)
        truth = Minimax().decide(memory, states[-1]).value
        solved = Solver().decide(memory, states[-1])
        assert (solved.value, solved.exact) == (truth, True), (game, states)
        for agent in agents:
            found = agent.decide(memory, states[-1], Limit(nodes=3000))
            assert not found.exact or found.value == truth, (agent, game, states)


def test_a_table_that_knows_positions_without_their_past_can_be_wrong() -> None:
    """Which is why what it finds is not called proved before it has been confirmed."""
    ways = (6, 0, 1, 4, 8, 4, 0, 8, 4, 6, 2, 3, 2, 5, 2, 5, 3, 8)
    game = Remembering(Maze(ways, (0.0, 0.0, 0.0, 1.0, 0.0, 0.0, 0.0, 0.0, 0.5), FORBIDDEN))
    state = game.initial()
    agent = AlphaBeta(quick=False, killers=False, history=False)
    search = agent.new_search(game, state, Limit(), Watch())
    assert isinstance(search, CompiledSearch)
    search.root_moves = list(game.moves(state))
    control = search.prepare_control(1)
    depth = naive = 0.0
    while depth == 0 or search.estimates:
        depth += 1
        naive = search.search_root(control, int(depth), -math.inf, math.inf)
    assert naive == 0.5
    assert Minimax().decide(game, state).value == 1.0
    assert Solver().decide(game, state).value == 1.0
    decision = agent.decide(game, state)
    assert (decision.value, decision.exact) == (1.0, True)


class Spun(NamedTuple):
    place: int
    turn: int
    spinning: bool


@dataclass(frozen=True)
class Whirl(Game):
    """A carousel that may move on by itself after every step."""

    size: int = 4
    prize: int = 99
    repetition: int = 2

    def initial(self) -> Spun:
        return Spun(0, 0, False)

    def turn(self, state: Spun) -> int:
        return CHANCE if state.spinning else state.turn

    def moves(self, state: Spun) -> Iterator[int]:
        if not self.over(state):
            yield 1
            yield 2

    def chances(self, state: Spun) -> Iterator[tuple[int, float]]:
        yield 0, 0.75
        yield 1, 0.25

    def play(self, state: Spun, move: int) -> Spun:
        turn = state.turn if state.spinning else 1 - state.turn
        return Spun((state.place + move) % self.size, turn, not state.spinning)

    def over(self, state: Spun) -> bool:
        return state.place == self.prize

    def payoff(self, state: Spun, player: int) -> float:
        return -1.0 if state.turn == player else 1.0

    def evaluate(self, state: Spun, player: int) -> float:
        return 0.125 * (state.place % 3) * (1 if player == 0 else -1)


@pytest.mark.parametrize(
    "game",
    [
        Whirl(4, 99, 3),
        *(pytest.param(Whirl(5, 4, times), marks=pytest.mark.slow) for times in (2, FORBIDDEN)),
    ],
    ids=str,
)
def test_expectiminimax_counts_repetitions_as_the_textbook_does(game: Whirl) -> None:
    random = Generator(5)
    memory = Remembering(game)
    compiled = Expectiminimax()
    search = compiled.new_search(memory, memory.initial(), Limit(depth=1), Watch())
    assert isinstance(search, CompiledSearch)
    for number in range(60):
        state = line_of_play(game, random, 6)[-1]
        switches = {
            name: bool(random.below(2)) for name in ("star1", "star2", "quick", "static_ordering", "table")
        }
        agent = Expectiminimax(depth=1 + number % 5, strict=True, mb=1, **switches)  # type: ignore[arg-type]
        ours, theirs = agent.decide(memory, state), replace(agent, compiled=False).decide(memory, state)
        assert ours.value == pytest.approx(theirs.value, abs=1e-9), (agent, state)
        plain = replace(agent, table=False, static_ordering=False)
        ours, theirs = plain.decide(memory, state), replace(plain, compiled=False).decide(memory, state)
        assert (ours.value, ours.nodes) == (theirs.value, theirs.nodes), (plain, state)


def compare_minichess(positions: int, seed: int, *games: Minichess) -> None:
    """Hold the compiled search against the textbook's, half of it on the first of some games."""
    random = Generator(seed)
    assert all(run_compiled(AlphaBeta(), game) for game in games)
    for number in range(positions):
        game = games[number // 2 % len(games) if number % 2 else 0]
        states = line_of_play(game, random, 30)
        switches = comparable({name: bool(random.below(2)) for name in SWITCHES})
        strict = AlphaBeta(depth=1 + number % 3, strict=True, mb=1, **switches)  # type: ignore[arg-type]
        ours, theirs = both(strict, game, states)
        assert ours.value == theirs.value, (strict, states[-1])
        agent = replace(strict, table=False)
        ours, theirs = both(agent, game, states)
        assert facts(ours) == facts(theirs), (agent, states[-1])


@pytest.mark.slow
def test_minichess_with_all_that_it_declares_is_searched_as_by_the_textbook() -> None:
    compare_minichess(12, 3, Minichess())


@pytest.mark.slow
def test_minichess_is_searched_as_by_the_textbook_on_two_thousand_positions() -> None:
    others = Minichess(repetition=2), Minichess(repetition=FORBIDDEN), Minichess(patience=6)
    compare_minichess(2000, 4, Minichess(), *others)


def grown(decision: Decision) -> tuple[object, ...]:
    """All that a search by rollouts says."""
    return decision.move, decision.value, decision.exact, decision.nodes, decision.candidates, decision.stats


@pytest.mark.parametrize(
    "repetition", [FORBIDDEN, *(pytest.param(times, marks=pytest.mark.slow) for times in (2, 3))]
)
@pytest.mark.parametrize("cls", [MonteCarlo, pytest.param(MCTS, marks=pytest.mark.slow)])
def test_rollouts_count_repetitions_draw_for_draw_as_the_textbooks_do(
    cls: type[MCTS | MonteCarlo], repetition: int
) -> None:
    random = Generator(8)
    assert cls.program(maze(random, repetition)) is not None
    for number in range(40):
        game = maze(random, repetition)
        state = line_of_play(game, random, 4)[-1]
        memory = Remembering(game)
        agent = cls(simulations=60, seed=number)
        compiled = agent.new_search(memory, state, Limit(simulations=1), Watch(), 1)
        assert isinstance(compiled, CompiledTree | CompiledRounds)
        ours, theirs = agent.decide(memory, state), replace(agent, compiled=False).decide(memory, state)
        assert grown(ours) == grown(theirs), (agent, game, state)


@pytest.mark.slow
@pytest.mark.parametrize("game", [Whirl(4, 99, 3), Minichess()], ids=str)
@pytest.mark.parametrize("cls", [MCTS, MonteCarlo])
def test_rollouts_with_dice_and_irreversible_moves_count_repetitions_too(
    cls: type[MCTS | MonteCarlo], game: Whirl | Minichess
) -> None:
    random = Generator(9)
    memory = Remembering(game)
    assert cls.program(game)
    for number in range(10):
        state = line_of_play(game, random, 6)[-1]
        agent = cls(simulations=40, seed=number)
        ours, theirs = agent.decide(memory, state), replace(agent, compiled=False).decide(memory, state)
        assert grown(ours) == grown(theirs), (agent, game, state)
