"""The transposition table that one decision leaves to the next, where whoever asks has a memory for it."""

from __future__ import annotations

import pytest

from outwit import AlphaBeta, Expectiminimax, Limit, Memory, find_game
from outwit.engine.kernels.transposition_memory import Table

GAME = find_game("connect4")


def nodes_to(depth: int, agent: AlphaBeta, memory: Memory | None) -> int:
    """How many nodes a second decision takes to a depth, two plies after a first one that deep."""
    first = GAME.position("33")
    decision = agent.decide(GAME, first, Limit(depth=depth, nodes=10**8), memory=memory)
    state = first
    for move in decision.line[:2]:
        state = GAME.play(state, move)
    second = agent.decide(GAME, state, Limit(depth=depth - 2, nodes=10**8), memory=memory)
    assert bool(second.stats.get("table kept")) == (memory is not None and agent.keep)
    fresh = agent.decide(GAME, state, Limit(depth=depth - 2, nodes=10**8))
    assert second.value == pytest.approx(fresh.value, abs=1e-9) or second.depth > fresh.depth
    return second.nodes


def test_the_next_decision_takes_fewer_nodes_with_the_table_of_the_last() -> None:
    agent = AlphaBeta(mb=4)
    assert nodes_to(12, agent, Memory()) * 2 < nodes_to(12, agent, None)


def test_it_can_be_switched_off() -> None:
    agent = AlphaBeta(mb=4, keep=False)
    assert nodes_to(9, agent, Memory()) == nodes_to(9, agent, None)


def test_a_depth_alone_means_the_same_at_every_move() -> None:
    agent, memory = AlphaBeta(mb=4, depth=6), Memory()
    state = GAME.position("33")
    first = agent.decide(GAME, state, memory=memory)
    again = agent.decide(GAME, state, memory=memory)
    assert (first.nodes, first.value) == (again.nodes, again.value)
    assert memory.size == 0


def test_a_level_is_as_weak_at_every_move() -> None:
    agent, memory = AlphaBeta(mb=4, level=2, seed=1), Memory()
    state = GAME.position("33")
    answers = [agent.decide(GAME, state, Limit(nodes=5000), memory=memory) for _ in range(2)]
    assert answers[0].nodes == answers[1].nodes
    assert memory.size == 0


def test_expectiminimax_keeps_its_table_too() -> None:
    game, memory = find_game("pig"), Memory()
    agent = Expectiminimax(mb=4)
    state = game.initial()
    first = agent.decide(game, state, Limit(depth=8, nodes=10**8), memory=memory)
    again = agent.decide(game, state, Limit(depth=8, nodes=10**8), memory=memory)
    assert again.stats["table kept"]
    assert again.nodes < first.nodes
    assert again.value == pytest.approx(first.value, abs=1e-12)


def test_what_is_kept_is_nobody_elses_memory() -> None:
    agent, memory = AlphaBeta(mb=4), Memory()
    agent.decide(GAME, GAME.position("33"), Limit(nodes=3000), memory=memory)
    [kept] = memory.contents
    table = kept.take(Table)
    assert table is not None
    others = [Table.lease(table.most) for _ in range(3)]
    assert all(other is not table for other in others)
    assert memory.size >= table.size
