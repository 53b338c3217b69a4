"""Repeated positions in compiled searches: what the textbook's say of them, at the speed of machine code."""

from __future__ import annotations

from dataclasses import replace

import pytest

from outwit import FORBIDDEN, AlphaBeta, Decision, Game, Limit, Watch
from outwit.engine.run import CompiledInquiry
from outwit.game import State
from outwit.random import Generator
from outwit.repetition import Remembering, remembering
from tests.engine.minichess import Minichess
from tests.engine.test_alphabeta import SWITCHES, book, facts
from tests.test_repetition import Carousel, OneWay


def run_compiled(agent: AlphaBeta, game: Game) -> bool:
    """Does the agent really search this game in machine code?"""
    memory, state = remembering(game, game.initial())
    return isinstance(agent.inquire(memory, state, Limit(depth=1), Watch()), CompiledInquiry)


def line_of_play(game: Game, random: Generator, longest: int) -> list[State]:
    """The positions of a game played at random, the last one with something to decide."""
    memory, state = remembering(game, game.initial())
    states = [state]
    for _ in range(random.below(longest + 1)):
        following = memory.play(state, random.choice(list(memory.moves(state))))
        if memory.over(following):
            break
        state = following
        states.append(state)
    return states


def both(agent: AlphaBeta, game: Game, states: list[State]) -> tuple[Decision, Decision]:
    """What the compiled search and the textbook's say of the last of some positions."""
    memory = Remembering(game)
    return agent.decide(memory, states[-1]), book(agent).decide(memory, states[-1])


LOOPS = [Carousel(3, 99, 3), Carousel(6, 5, 2), Carousel(6, 5, FORBIDDEN), OneWay(5, 99, 2)]


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


def compare_minichess(positions: int, seed: int) -> None:
    random = Generator(seed)
    games = [Minichess(), Minichess(repetition=2), Minichess(repetition=FORBIDDEN), Minichess(patience=6)]
    assert all(run_compiled(AlphaBeta(), game) for game in games)
    for number in range(positions):
        game = games[number % 4 if number % 8 < 4 else 0]
        states = line_of_play(game, random, 30)
        switches = {name: bool(random.below(2)) for name in SWITCHES}
        strict = AlphaBeta(depth=1 + number % 3, strict=True, mb=1, **switches)  # type: ignore[arg-type]
        ours, theirs = both(strict, game, states)
        assert ours.value == theirs.value, (strict, states[-1])
        agent = replace(strict, table=False)
        ours, theirs = both(agent, game, states)
        assert facts(ours) == facts(theirs), (agent, states[-1])


def test_minichess_with_all_that_it_declares_is_searched_as_by_the_textbook() -> None:
    compare_minichess(60, 3)


@pytest.mark.slow
def test_minichess_is_searched_as_by_the_textbook_on_two_thousand_positions() -> None:
    compare_minichess(2000, 4)
