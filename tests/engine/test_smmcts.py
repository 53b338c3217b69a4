"""Compiled simultaneous-move tree search is the textbook's, draw for draw, node for node."""

from __future__ import annotations

import logging
import threading
from dataclasses import fields
from typing import Any

import pytest

from outwit import CHANCE, SIMULTANEOUS, Game, Limit, find_agent, find_game, search
from outwit.decision import Progress, Watch
from outwit.engine.kernels.control_block import At
from outwit.engine.runners import moments
from outwit.engine.runners.smmcts import CompiledSmmcts, read_tree
from outwit.engine.smmcts import SMMCTS
from outwit.errors import BadOptionError
from outwit.game import State
from outwit.random import Generator
from outwit.random_positions import random_position
from outwit.repetition import add_memory
from outwit.search.joint_node import JointArm, JointNode
from outwit.search.smmcts import SmmctsSearch
from tests.joint_games import JointGraph, LoopingJointGraph, NewPlacesGraph, SelfishGraph
from tests.search.test_smmcts import asked, walk
from tests.sound_games import Morra
from tests.wide_games import WideAtOnce

from .facts import sampled_facts

GAMES: list[Any] = [
    find_game("rps:rounds=3"),
    find_game("goofspiel:cards=4"),
    find_game("tron:width=7,height=6"),
    JointGraph(3),
    SelfishGraph(5),
    LoopingJointGraph(4),
    WideAtOnce(width=40, length=4),
    *(
        pytest.param(game, marks=pytest.mark.slow)
        for game in (
            find_game("matrix:2 -1 0; -1 1 3"),
            find_game("goofspiel:cards=5,shuffled=off,points=on"),
            NewPlacesGraph(2),
            find_game("nim:coins=9"),
            find_game("connect4:width=4,height=4"),
            find_game("pig:goal=12"),
        )
    ),
]
"""Hands, cards, walls, dice among places where one moves or both, payoffs that do not cancel, repetition,
many moves; a matrix, points, forbidden repetition, and games in which players take turns."""

SELECTIONS: Any = ("regret", "duct", "exp3")

DEEP = 10_000
"""More moves than any tree is deep."""


def some_position(game: Game, random: Generator) -> State:
    """A position after some random moves; chance may be to act there."""
    while True:
        state = random_position(game, random, random.below(6))
        if not game.over(state):
            return state


def both(
    game: Game, state: State, seed: int, limit: Limit, **options: Any
) -> tuple[SmmctsSearch, CompiledSmmcts]:
    """The textbook's search and the compiled one, of the same position and with the same draws."""
    player = asked(game, state)
    game, state = add_memory(game, state, ())
    textbook = search.SMMCTS(**options).new_search(game, state, limit, Watch(), seed, player)
    compiled = SMMCTS(**options).new_search(game, state, limit, Watch(), seed, player)
    assert isinstance(textbook, SmmctsSearch)
    assert isinstance(compiled, CompiledSmmcts), "it is compiled"
    textbook.run()
    compiled.run()
    return textbook, compiled


def assert_same_nodes(node: JointNode, other: JointNode) -> None:
    """A node, all that was noted of its moves, and all below it are the same."""
    for name in ("turn", "visits", "totals"):
        assert getattr(node, name) == getattr(other, name), name
    assert (node.sides is None) == (other.sides is None)
    for side, twin in zip(node.sides or (), other.sides or (), strict=True):
        for arm, same in zip(side, twin, strict=True):
            for field in fields(JointArm):
                assert getattr(arm, field.name) == getattr(same, field.name), field.name
    assert sorted(node.cells) == sorted(other.cells)
    for place, cell in node.cells.items():
        assert_same_nodes(cell, other.cells[place])


def assert_same(textbook: SmmctsSearch, compiled: CompiledSmmcts) -> None:
    """Both searches are the same in everything."""
    for name in ("simulations", "nodes", "depth"):
        assert getattr(textbook, name) == getattr(compiled, name), name
    assert textbook.stats() == compiled.stats()
    assert textbook.arms() == compiled.arms()
    assert textbook.best() == compiled.best()
    assert textbook.worth(None) == compiled.worth(None)
    if compiled.control[At.ROOT]:
        assert_same_nodes(textbook.top, read_tree(compiled.control.nodes, compiled.control[At.ROOT], DEEP))


@pytest.mark.parametrize("game", GAMES, ids=lambda game: f"{type(game).__name__}")
def test_the_same_seed_grows_the_very_same_tree(game: Game) -> None:
    random, turns = Generator(3), set()
    for number in range(24):
        state = some_position(game, random)
        turns.add(game.turn(state))
        options = {
            "select": SELECTIONS[number % 3],
            "gamma": 0.02 + random.uniform() / 2,
            "exploration": random.uniform() * 2,
            "rollout": ("random", "order", "best")[random.below(3)],
            "cutoff": (None, None, 0, 3)[random.below(4)],
        }
        limit = Limit(simulations=1 + random.below(400))
        textbook, compiled = both(game, state, number, limit, **options)
        assert_same(textbook, compiled)
    if type(game) is JointGraph:
        assert turns == {CHANCE, SIMULTANEOUS, 0, 1}


@pytest.mark.parametrize("select", SELECTIONS)
def test_a_limit_of_nodes_ends_both_at_the_same_simulation(select: str) -> None:
    game = find_game("goofspiel:cards=4")
    for most in (1, 2, 5, 60, 333, 4000):
        textbook, compiled = both(game, game.initial(), most, Limit(nodes=most), select=select)
        for name in ("simulations", "nodes", "depth"):
            assert getattr(textbook, name) == getattr(compiled, name), name
        assert textbook.arms() == compiled.arms()
        assert compiled.nodes <= most


def test_simulations_that_a_moment_breaks_off_are_made_again(monkeypatch: pytest.MonkeyPatch) -> None:
    game = find_game("tron:width=7,height=6")
    whole, _ = both(game, game.initial(), 4, Limit(simulations=300))
    runs = []

    def count(self: CompiledSmmcts) -> bool:
        runs.append(self)
        return run(self)

    run = CompiledSmmcts.run_for_a_moment
    monkeypatch.setattr(moments, "MOMENT", 1)
    monkeypatch.setattr(CompiledSmmcts, "run_for_a_moment", count)
    assert_same(whole, both(game, game.initial(), 4, Limit(simulations=300))[1])
    assert len(runs) > 5


def test_a_decision_is_the_textbook_s() -> None:
    game = find_game("tron:width=7,height=6")
    for seed in range(6):
        spec = f"smmcts:simulations=200,seed={seed},play={('mixed', 'max')[seed % 2]}"
        compiled = find_agent(spec)
        assert type(compiled) is SMMCTS
        textbook = compiled.without_compiler()
        state = some_position(game, Generator(seed))
        for player in (0, 1):
            ours, theirs = (agent.decide(game, state, player=player) for agent in (compiled, textbook))
            assert sampled_facts(ours) == sampled_facts(theirs)
            assert sum(each.probability or 0 for each in ours.candidates) == pytest.approx(1)


def test_it_can_be_stopped_and_answers_with_what_it_has() -> None:
    watch, heard = Watch(), threading.Event()
    watch.report = lambda progress: heard.set()

    def stop_soon() -> None:
        heard.wait(60)
        watch.stop()

    threading.Thread(target=stop_soon).start()
    game = find_game("rps:rounds=3")
    decision = SMMCTS(seconds=3600).decide(game, game.initial(), player=1, watch=watch)
    assert heard.is_set()
    assert decision.stats["simulations"] > 100


def test_reports_tell_what_the_position_is_worth_so_far() -> None:
    told = list[Progress]()
    game = find_game("matrix:2 -1 0; -1 1 3")
    watch = Watch(told.append)
    SMMCTS(seconds=0.5, seed=1).decide(game, game.initial(), player=0, watch=watch)
    assert told
    assert all(each.value == pytest.approx(0.2, abs=0.1) and each.depth == 1 for each in told)


def test_a_full_memory_ends_the_growth_and_not_the_search() -> None:
    game = find_game("tron")
    agent = SMMCTS(mb=1, seed=1)
    found = agent.new_search(game, game.initial(), Limit(simulations=20_000), Watch(), 1, 0)
    assert isinstance(found, CompiledSmmcts)
    found.run()
    assert found.simulations == 20_000
    assert found.control[At.FULL] == 1
    assert found.control[At.TREE_SIZE] <= found.control[At.TREE_ROOM] == 1 << 17
    top = read_tree(found.control.nodes, found.control[At.ROOT], DEEP)
    assert len(walk(top)) == found.size < 20_000
    assert top.sides is not None
    assert sum(arm.visits for arm in top.sides[0]) == 20_000


def test_moves_that_do_not_fit_are_given_more_room(monkeypatch: pytest.MonkeyPatch) -> None:
    game = WideAtOnce(width=40, length=4)
    begun = CompiledSmmcts.prepare

    def cramped(self: CompiledSmmcts) -> None:
        begun(self)
        self.control.stack(8)

    monkeypatch.setattr(CompiledSmmcts, "prepare", cramped)
    textbook, compiled = both(game, game.initial(), 4, Limit(simulations=300))
    assert_same(textbook, compiled)
    assert len(compiled.control.memory[At.STACK]) > 80


def test_a_game_that_does_not_compile_is_searched_as_the_textbook_does(
    caplog: pytest.LogCaptureFixture,
) -> None:
    game = HandsByName()
    with caplog.at_level(logging.WARNING, logger="outwit"):
        ours = SMMCTS(simulations=90, seed=1).decide(game, game.initial(), player=0)
    theirs = search.SMMCTS(simulations=90, seed=1).decide(game, game.initial(), player=0)
    assert sampled_facts(ours) == sampled_facts(theirs)
    assert any("It plays interpreted." in record.getMessage() for record in caplog.records)
    without = SMMCTS(simulations=1, compiled=False).new_search(game, game.initial(), Limit(), Watch(), 1, 0)
    assert type(without) is SmmctsSearch


class HandsByName(Morra):
    """Hands with texts for moves."""

    def moves_for(self, fingers: Any, player: int) -> Any:
        return [str(move) for move in super().moves_for(fingers, player)]

    def play_joint(self, fingers: Any, moves: tuple[Any, ...]) -> Any:
        return super().play_joint(fingers, tuple(map(int, moves)))


def test_it_is_prepared_once_and_then_taken_from_the_cache() -> None:
    game = find_game("rps:rounds=3")
    SMMCTS().prepare(game)
    assert SMMCTS().load(game)


def test_memory_has_a_size() -> None:
    with pytest.raises(BadOptionError, match="mb=0"):
        SMMCTS(mb=0)


def test_it_comes_close_to_the_equilibrium_of_goofspiel() -> None:
    """With prizes from the highest down, the highest card is bid for the highest prize."""
    game = find_game("goofspiel:cards=4,shuffled=off")
    begun = SMMCTS().new_search(game, game.initial(), Limit(simulations=1), Watch(), 1, 0)
    assert isinstance(begun, CompiledSmmcts)
    decision = SMMCTS(simulations=200_000, seed=1).decide(game, game.initial(), player=0)
    assert decision.candidates[0].move == 4
    assert decision.candidates[0].probability == pytest.approx(1, abs=0.01)
    assert decision.value == pytest.approx(0, abs=0.02)
