"""Compiled max^n, paranoid and best-reply search are the textbook's: the same values and the same trees."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from outwit import BestReply, Limit, MaxN, Memory, Paranoid, find_game, search
from outwit.decision import Watch
from outwit.engine.runners.alphabeta import CompiledSearch
from outwit.game import Game
from outwit.random import Generator
from outwit.random_positions import random_position

from .crowds import Spot
from .facts import facts

LOOPING = ("LoopingCrowd", "OnwardCrowd")
CROWDS = f"{Path(__file__).with_name('crowds.py')}"
KINDS = [(MaxN, search.MaxN), (Paranoid, search.Paranoid), (BestReply, search.BestReply)]
PURE: dict[type, dict[str, Any]] = {
    MaxN: {},
    Paranoid: {"table": False, "static_ordering": False},
    BestReply: {"table": False, "static_ordering": False},
}
"""The options by which a compiled search visits what the textbook's does."""


def assert_compiled(agent: Any, game: Game) -> None:
    """The search that this agent begins is the compiled one."""
    begun = agent.begin(game, game.initial(), Limit(depth=1), Watch(), 0)
    assert isinstance(begun, CompiledSearch)
    begun.end()


def drawn_options(agent: Any, random: Generator, number: int) -> dict[str, Any]:
    """Some options of an agent, and a depth."""
    options: dict[str, Any] = {"depth": 1 + number % 6, "quick": bool(random.below(2))}
    options["order"] = bool(random.below(2))
    if agent is MaxN:
        options["prune"] = [None, False][random.below(2)]
    else:
        options["star1"] = options["star2"] = bool(random.below(2))
    return options


def starts(many: int) -> list[Spot]:
    """The first positions of so many games where a player acts."""
    random = Generator(5)
    return [Spot(1 + random.below(1 << 30), 0, 0) for _ in range(many)]


@pytest.mark.parametrize(("compiled", "textbook"), KINDS, ids=lambda cls: cls.name)
@pytest.mark.parametrize(
    "name",
    ["Crowd", "DicedCrowd", "UnevenCrowd", *(pytest.param(each, marks=pytest.mark.slow) for each in LOOPING)],
)
def test_the_compiled_search_walks_the_very_same_tree(compiled: Any, textbook: Any, name: str) -> None:
    game = find_game(f"{CROWDS}:{name}")
    assert_compiled(compiled(), game)
    random = Generator(3)
    for number, state in enumerate(starts(200)):
        options = drawn_options(compiled, random, number)
        if game.over(state):
            continue
        ours = compiled(**PURE[compiled], **options).decide(game, state)
        theirs = textbook(**options).decide(game, state)
        assert facts(ours) == facts(theirs), (options, state)
        if compiled is MaxN:
            values = [agent(**options).analyse(game, state).values for agent in (compiled, textbook)]
            assert values[0] == values[1], (options, state)


@pytest.mark.parametrize(("compiled", "textbook"), KINDS[1:], ids=lambda cls: cls.name)
@pytest.mark.parametrize("name", ["Crowd", "DicedCrowd"])
def test_with_a_table_the_value_is_the_textbooks(compiled: Any, textbook: Any, name: str) -> None:
    game = find_game(f"{CROWDS}:{name}")
    random = Generator(4)
    for number, state in enumerate(starts(100)):
        options = drawn_options(compiled, random, number)
        ours = compiled(strict=True, mb=1, **options).decide(game, state)
        assert ours.value == pytest.approx(textbook(**options).decide(game, state).value, abs=1e-9)


@pytest.mark.parametrize("compiled", [Paranoid, BestReply], ids=lambda cls: cls.name)
def test_a_table_that_is_kept_serves_each_player_apart(compiled: Any) -> None:
    game = find_game(f"{CROWDS}:Crowd")
    agent, memory = compiled(nodes=2000), Memory()
    for state in starts(30):
        while not game.over(state):
            kept = agent.decide(game, state, memory=memory)
            assert kept.value == agent.decide(game, state).value
            state = game.play(state, kept.move)


@pytest.mark.parametrize(("compiled", "textbook"), KINDS, ids=lambda cls: cls.name)
@pytest.mark.parametrize(
    ("spec", "plies", "depth"),
    [("tactics:scenario=three-armies", 12, 4), ("risk:map=islands,players=3,rounds=3", 40, 2)],
)
@pytest.mark.slow
def test_so_it_is_in_games_that_are_shipped(
    compiled: Any, textbook: Any, spec: str, plies: int, depth: int
) -> None:
    game = find_game(spec)
    random = Generator(6)
    for number in range(6):
        state = random_position(game, random, random.below(plies))
        options = {"depth": 1 + number % depth}
        ours = compiled(**PURE[compiled], **options).decide(game, state)
        assert facts(ours) == facts(textbook(**options).decide(game, state)), (options, state)


@pytest.mark.parametrize("level", [1, 3])
def test_max_n_at_a_level_knows_what_every_move_is_worth(level: int) -> None:
    game = find_game(f"{CROWDS}:Crowd")
    for state in starts(20):
        ours, theirs = (cls(level=level, seed=1).decide(game, state) for cls in (MaxN, search.MaxN))
        assert facts(ours) == facts(theirs)
        assert all(candidate.bound == "exact" for candidate in ours.candidates)


def test_budgets_are_kept() -> None:
    game = find_game(f"{CROWDS}:Crowd")
    for state in starts(10):
        for compiled, textbook in KINDS:
            ours = compiled(**PURE[compiled], nodes=50).decide(game, state)
            assert ours.nodes <= 50
            assert facts(ours) == facts(textbook(nodes=50).decide(game, state))
