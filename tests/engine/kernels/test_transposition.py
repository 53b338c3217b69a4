"""The transposition table in compiled code: what is stored is found, and judged by depth and window."""

from __future__ import annotations

from functools import cache
from typing import Any

import pytest
from numba import types

from outwit.engine.compiler.codegen import whole
from outwit.engine.kernels.control_block import At, Control
from outwit.engine.kernels.transposition import (
    AT_LEAST,
    AT_MOST,
    EXACT,
    NEVER,
    Entry,
    as_deep,
    bound_of,
    deep_enough,
    probe,
    pv_move,
    settles,
    store,
)
from outwit.engine.kernels.transposition_memory import MOST_DEPTH, Table

WORD, REAL = types.int64, types.float64


def keep(key, depth, value, bound, has_move, move, estimated, control):  # type: ignore[no-untyped-def]
    store(key, depth, 0, value, bound, has_move, move, estimated, 0, control)
    return 0


def look_up(key, field, control):  # type: ignore[no-untyped-def]
    entry = probe(key, 0, 0, control)
    fields = (
        float(entry.hit),
        entry.value,
        float(entry.bound),
        float(entry.depth),
        float(entry.estimated),
        float(entry.has_move),
        float(entry.move),
    )
    return fields[field]


def judge(key, depth, control):  # type: ignore[no-untyped-def]
    return 1 if deep_enough(probe(key, 0, 0, control), depth, control) else 0


def expect(key, control):  # type: ignore[no-untyped-def]
    return pv_move(key, control)


@cache
def functions() -> tuple[Any, ...]:
    """What is above, compiled when it is first needed."""
    return (
        whole(keep, WORD(WORD, WORD, REAL, WORD, WORD, WORD, WORD, WORD)),
        whole(look_up, REAL(WORD, WORD, WORD)),
        whole(judge, WORD(WORD, WORD, WORD)),
        whole(expect, REAL(WORD, WORD)),
    )


class OneBucket:
    """A table of one bucket, and compiled functions that use it."""

    def __init__(self) -> None:
        self.keep, self.look_up, self.judge, self.expect = functions()
        self.table = Table(1)
        self.table.begin(1)
        self.control = Control.lease([1], self.table)
        self.control.next_pass(self.table.next_generation(), 0)

    def store(self, key: int, depth: int, value: float, bound: int, move: int | None, estimated: int) -> None:
        has_move, move = move is not None, move or 0
        self.keep(key, depth, value, bound, int(has_move), move, estimated, self.control.address)

    def entry(self, key: int) -> tuple[float, ...]:
        return tuple(self.look_up(key, field, self.control.address) for field in range(len(Entry._fields)))

    def serves(self, key: int, depth: int) -> bool:
        return bool(self.judge(key, depth, self.control.address))


def test_a_probe_finds_what_was_stored() -> None:
    table = OneBucket()
    assert not table.entry(77)[0]
    for key, facts in {
        77: (12, 3.5, EXACT, 9, 0),
        -(1 << 63) + 5: (1 << 40, -2.25, AT_LEAST, None, 1),
    }.items():
        table.store(key, *facts)
        depth, value, bound, move, estimated = facts
        found = True, value, bound, min(depth, MOST_DEPTH), estimated, move is not None, move or 0
        assert table.entry(key) == found
        assert table.expect(key, table.control.address) == (NEVER if move is None else move)
    assert not table.entry(78)[0]


def test_the_deeper_of_two_positions_in_a_bucket_stays_and_what_is_old_makes_room() -> None:
    table = OneBucket()
    table.store(1, 9, 1.0, EXACT, 1, 0)
    for key in (2, 3):
        table.store(key, 4, 0.5, EXACT, 1, 0)
    assert [bool(table.entry(key)[0]) for key in (1, 2, 3)] == [True, False, True]
    table.control.next_pass(table.table.next_generation(), 0)
    table.store(4, 1, 0.5, EXACT, 1, 0)
    assert [bool(table.entry(key)[0]) for key in (1, 3, 4)] == [False, True, True]


def test_what_was_searched_deeper_or_without_estimates_serves_unless_strict() -> None:
    table = OneBucket()
    table.store(1, 5, 1.0, EXACT, 1, 1)
    assert [table.serves(1, depth) for depth in (4, 5, 6)] == [True, True, False]
    table.store(1, 5, 1.0, EXACT, 1, 0)
    assert [table.serves(1, depth) for depth in (4, 5, 6)] == [True, True, True]
    table.control[At.STRICT] = 1
    assert [table.serves(1, depth) for depth in (4, 5, 6)] == [False, True, False]
    assert not table.serves(2, 5)


def test_in_an_average_only_the_very_depth_or_what_is_proved_serves() -> None:
    proved, guessed = (Entry(True, 0.0, EXACT, 5, estimated, False, 0) for estimated in (0, 1))
    assert [as_deep.py_func(guessed, depth, False) for depth in (4, 5, 6)] == [False, True, False]
    assert [as_deep.py_func(proved, depth, False) for depth in (4, 5, 6)] == [True, True, True]
    assert [as_deep.py_func(proved, depth, True) for depth in (4, 5, 6)] == [False, True, False]


@pytest.mark.parametrize(
    ("value", "bound", "settled"),
    [
        (0.0, EXACT, True),
        (1.0, AT_LEAST, True),
        (0.5, AT_LEAST, False),
        (-1.0, AT_MOST, True),
        (-0.5, AT_MOST, False),
    ],
)
def test_a_bound_settles_what_lies_outside_the_window(value: float, bound: int, settled: bool) -> None:
    assert settles.py_func(Entry(True, value, bound, 1, 0, False, 0), -1.0, 1.0) == settled


def test_a_value_outside_the_window_is_a_bound() -> None:
    assert [bound_of.py_func(value, -1.0, 1.0) for value in (-1.0, 0.0, 1.0)] == [AT_MOST, EXACT, AT_LEAST]
