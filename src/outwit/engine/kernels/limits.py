"""The budget of a compiled search: when to look at the clock, and when to give up."""

from __future__ import annotations

import math
from typing import Any

from llvmlite import ir
from llvmlite.binding import add_symbol
from numba import types
from numba.extending import intrinsic

from outwit.engine.compiler import clock
from outwit.engine.compiler.codegen import apart, inline
from outwit.engine.compiler.memory import WORD, fresh_word_at, set_word, unlikely, word_at
from outwit.engine.compiler.numba_internals import cgutils
from outwit.engine.kernels.control_block import At

NODES, NEXT_LOOK, NODE_LIMIT, DEADLINE, LOOKED, PACE, STOP, ABORTED = (
    at.value
    for at in (
        At.NODES,
        At.NEXT_LOOK,
        At.NODE_LIMIT,
        At.DEADLINE,
        At.LOOKED,
        At.PACE,
        At.STOP,
        At.ABORTED,
    )
)
GIVEN_UP = math.nan
"""The value of a position whose search was broken off: `ABORTED` says why."""

OUT_OF_BUDGET, TOO_MANY_MOVES, NO_WORLD = 1, 2, 3
"""The values of `ABORTED`: nodes, time or patience ran out; the moves on the way did not fit into memory; no
random game came to what a player has seen."""

LOOK = 1024
"""After so many nodes at most, look at the clock again."""

OFTEN = 200_000
"""Nanoseconds that may pass between two looks at the clock: where nodes take long, look after fewer."""

if clock.NUMBER is None:
    add_symbol(clock.COUNTER, clock.address_of_counter())


@intrinsic
def nanoseconds(typing: Any) -> Any:
    """The time, by the clock that Python reads too."""

    def emit(context: Any, builder: Any, sig: Any, args: Any) -> Any:
        number = clock.NUMBER
        return counter_clock(builder, clock.frequency()) if number is None else system_clock(builder, number)

    return types.int64(), emit


def system_clock(builder: Any, number: int) -> Any:
    """The nanoseconds by a clock of the system that has a number."""
    kind = ir.IntType(32)
    ask = cgutils.get_or_insert_function(
        builder.module, ir.FunctionType(kind, [kind, WORD.as_pointer()]), "clock_gettime"
    )
    time = builder.bitcast(cgutils.alloca_once(builder, ir.ArrayType(WORD, 2)), WORD.as_pointer())
    builder.call(ask, [ir.Constant(kind, number), time])
    seconds = builder.load(time)
    rest = builder.load(builder.gep(time, [ir.Constant(WORD, 1)]))
    return builder.add(builder.mul(seconds, ir.Constant(WORD, clock.SECOND)), rest)


def counter_clock(builder: Any, frequency: int) -> Any:
    """The nanoseconds by a counter that counts so often in a second."""
    ask = cgutils.get_or_insert_function(
        builder.module, ir.FunctionType(ir.IntType(32), [WORD.as_pointer()]), clock.COUNTER
    )
    count = cgutils.alloca_once(builder, WORD)
    builder.call(ask, [count])
    often, second = ir.Constant(WORD, frequency), ir.Constant(WORD, clock.SECOND)
    seconds, rest = (each(builder.load(count), often) for each in (builder.sdiv, builder.srem))
    return builder.add(builder.mul(seconds, second), builder.sdiv(builder.mul(rest, second), often))


@inline
def out_of_budget(control, nodes):
    """Has the budget run out? Otherwise say when to look again."""
    now = nanoseconds()
    if nodes >= word_at(control, NODE_LIMIT) or now >= word_at(control, DEADLINE):
        set_word(control, ABORTED, OUT_OF_BUDGET)
        return True
    pace, took = word_at(control, PACE), now - word_at(control, LOOKED)
    if took > OFTEN:
        pace = max(pace * OFTEN // took, 1)
    else:
        pace = min(2 * pace, LOOK)
    set_word(control, LOOKED, now)
    set_word(control, PACE, pace)
    set_word(control, NEXT_LOOK, min(nodes + pace, word_at(control, NODE_LIMIT)))
    return False


@inline
def is_given_up(value, control):
    """Is a value none, because the search for it was broken off?"""
    return value != value and word_at(control, ABORTED) != 0


@apart
def must_halt(control, nodes):
    """Must a simulation be broken off: has the budget run out, or has somebody asked to stop?"""
    if fresh_word_at(control, STOP) != 0:
        set_word(control, ABORTED, OUT_OF_BUDGET)
        return True
    return out_of_budget(control, nodes)


@inline
def visit(control):
    """Count a position, unless the budget of simulations has run out."""
    nodes = word_at(control, NODES)
    if unlikely(nodes >= word_at(control, NEXT_LOOK)) and must_halt(control, nodes):
        return False
    set_word(control, NODES, nodes + 1)
    return True
