"""The memory of a search: tables that are never cleared and can grow, and blocks that are used again."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import count

import numpy as np
import pytest

from outwit import MCTS, Agent, AlphaBeta, Limit, MonteCarlo, Watch, find_game
from outwit.engine.kernels import control_block, transposition_memory
from outwit.engine.kernels.buffer_pool import LARGEST
from outwit.engine.kernels.control_block import FOREVER, STACK_WORDS, At, Control, deadline
from outwit.engine.kernels.transposition_memory import AGE, AGES, BUCKET, MOST_KEPT, WORDS, Table, reserve
from outwit.engine.runners.alphabeta import FEW_BUCKETS, CompiledSearch
from outwit.engine.solver import NEARBY, Solver

FEW, MORE, MOST = 1 << 4, 1 << 6, 1 << 9


@pytest.fixture(autouse=True)
def nothing_is_left_of_other_tests(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(transposition_memory, "free", {})
    monkeypatch.setattr(control_block, "free", {})


def fill(table: Table, seed: int) -> set[tuple[int, ...]]:
    """Entries of the present in every other bucket, as the search writes them: their words give the key."""
    random = np.random.default_rng(seed)
    entries, generation = table.entries, table.next_generation()
    held = set()
    for bucket in range(len(entries)):
        for slot in range(random.integers(3)):
            words = random.integers(1, 1 << 39, 4)
            words[3] |= generation << AGE
            words[0] ^= (int(np.bitwise_xor.reduce(words)) ^ bucket) & (len(entries) - 1)
            entries[bucket, slot] = words
            held.add(tuple(words.tolist()))
    return held


def found(table: Table) -> set[tuple[int, ...]]:
    """What the table holds, each where a search would look for it."""
    entries = table.entries
    held = set()
    for bucket, slot in zip(*np.nonzero(table.occupied_entries()), strict=True):
        words = entries[bucket, slot]
        assert int(np.bitwise_xor.reduce(words)) & (len(entries) - 1) == bucket
        held.add(tuple(words.tolist()))
    return held


@pytest.mark.parametrize("seed", range(5))
def test_a_table_that_is_enlarged_keeps_what_it_holds_and_nothing_older(seed: int) -> None:
    table = Table.lease(MOST)
    table.begin(MOST)
    fill(table, seed + 100)
    table.begin(FEW)
    assert not found(table)
    held = fill(table, seed)
    for buckets in (MORE, MOST):
        table.enlarge(buckets)
        assert found(table) == held
        assert table.address % BUCKET == 0


def test_what_is_first_of_two_stays_first_in_its_new_bucket() -> None:
    table = Table.lease(MOST)
    table.begin(FEW)
    entries, now = table.entries, table.next_generation() << AGE
    entries[3, 0], entries[3, 1] = (3, 5, 5 ^ now, now), (3 + FEW, 6, 6 ^ now, now)
    entries[5, 0], entries[5, 1] = (5, 7, 7 ^ now, now), (5, 8, 8 ^ now, now)
    table.enlarge(MORE)
    entries = table.entries
    assert entries[3, 0].tolist() == [3, 5, 5 ^ now, now]
    assert entries[3 + FEW, 0].tolist() == [3 + FEW, 6, 6 ^ now, now]
    assert entries[5, :, 1].tolist() == [7, 8]


def test_the_memory_of_a_table_is_used_again_up_to_half_a_gigabyte_in_all() -> None:
    first, large = Table.lease(MOST), Table.lease(MOST_KEPT // WORDS // 2)
    first.release()
    large.release()
    assert Table.lease(MOST) is first
    assert Table.lease(MOST_KEPT // WORDS // 2) is large
    first.release()
    large.release()
    larger = Table.lease(MOST_KEPT // WORDS)
    larger.release()
    assert list(transposition_memory.free.values()) == [larger]
    huge = Table.lease(2 * MOST_KEPT // WORDS)
    huge.release()
    assert not transposition_memory.free


def test_memory_is_touched_once_before_any_clock_starts_and_stays_as_it_is() -> None:
    table = Table(MOST)
    held = fill(table, 1)
    table.release()
    reserve(MOST, whole=False)
    assert table.touched
    assert found(table) == held


def test_when_generations_begin_again_nothing_old_seems_new(monkeypatch: pytest.MonkeyPatch) -> None:
    table = Table.lease(MOST)
    table.begin(FEW)
    monkeypatch.setattr(transposition_memory, "generations", count(AGES - 1))
    fill(table, 1)
    assert table.next_generation() == 1
    assert not found(table)
    assert not transposition_memory.free


def test_a_block_is_used_again_as_if_it_were_new() -> None:
    table = Table.lease(MOST)
    table.begin(FEW)
    first = Control.lease([1, 2, 3], table)
    blank = {at: first[at] for at in At}
    for at in (At.KILLERS, At.HISTORY, At.CANDIDATES, At.REFUTATION_LENGTHS):
        first.memory[at][:] = 7
    first[At.NODES] = first[At.STOP] = first[At.LENGTHS] = 5
    first.make_way(10, 20)
    first.memory[At.KEYS][:] = 9
    first.release()
    again = Control.lease([1, 2, 3], table)
    assert again is first
    assert {at: again[at] for at in At} == blank
    assert not any(again.memory[at].any() for at in (At.KILLERS, At.HISTORY, At.CANDIDATES))


def test_a_block_that_had_to_grow_is_not_kept() -> None:
    table = Table.lease(MOST)
    for grow in (Control.enlarge_stack, lambda block: block.make_way(10_000, 10)):
        block = Control.lease([1], table)
        grow(block)
        block.release()
        assert Control.lease([1], table) is not block
    assert len(Control.lease([1], table).memory[At.STACK]) < 2 * STACK_WORDS


def answers(agent: AlphaBeta) -> Iterator[tuple[object, ...]]:
    """What an agent answers on a few positions, to the last count."""
    game = find_game("connect4")
    for moves in ("", "33", "2412", "334"):
        decision = agent.decide(game, game.position(moves), Limit(depth=7))
        assert decision.stats.get("table hits"), "the table was not used"
        yield decision.value, decision.line, decision.nodes, tuple(decision.candidates)


def test_a_decision_is_the_same_to_the_node_whatever_the_memory_was_used_for_before() -> None:
    agent = AlphaBeta(mb=1)
    first = list(answers(agent))
    assert transposition_memory.free
    assert list(answers(agent)) == first
    transposition_memory.free.clear()
    assert list(answers(agent)) == first


def test_a_limit_beyond_every_number_is_no_limit() -> None:
    block = Control.lease([1], Table.lease(MOST))
    block[At.DEADLINE] = deadline(1e300)
    block[At.NODE_LIMIT] = 10**23
    assert block[At.DEADLINE] > deadline(1e9)
    assert block[At.NODE_LIMIT] == FOREVER


@pytest.mark.parametrize(
    ("agent", "limit"),
    [
        (AlphaBeta(), Limit(seconds=1e300, depth=2)),
        (AlphaBeta(), Limit(nodes=10**23, depth=2)),
        (MCTS(seed=1), Limit(seconds=1e300, nodes=10**23, simulations=10)),
        (MonteCarlo(seed=1), Limit(seconds=1e300, nodes=10**23, simulations=10)),
    ],
)
def test_agents_take_a_limit_beyond_every_number(agent: Agent, limit: Limit) -> None:
    game = find_game("nim")
    assert agent.decide(game, game.initial(), limit).move is not None


def test_a_large_table_is_touched_before_the_clock_starts_only_if_a_search_plunges() -> None:
    most = 2 * LARGEST // WORDS
    assert reserve(most, whole=False) is None
    assert most not in transposition_memory.free
    assert reserve(most, whole=True) is None
    assert transposition_memory.free[most].touched


def test_a_table_that_nothing_keeps_is_touched_for_a_search_that_plunges(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(transposition_memory, "MOST_KEPT", LARGEST)
    game = find_game("nim")
    plunging = Solver(mb=128, deepening=False).new_search(game, game.initial(), Limit(seconds=9), Watch())
    looking = Solver(mb=128).new_search(game, game.initial(), Limit(seconds=9), Watch())
    assert isinstance(plunging, CompiledSearch)
    assert isinstance(looking, CompiledSearch)
    assert plunging.reserved is not None
    assert plunging.reserved.touched
    assert looking.reserved is None


def test_a_near_win_is_looked_for_with_a_small_table() -> None:
    game = find_game("nim")
    search = Solver(mb=128).new_search(game, game.initial(), Limit(seconds=9), Watch())
    assert isinstance(search, CompiledSearch)
    search.root_moves = list(game.moves(game.initial()))
    search.control = search.prepare_control(NEARBY[0])
    assert search.table.buckets == FEW_BUCKETS < search.buckets
    search.end()
