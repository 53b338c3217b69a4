"""The transposition table in compiled code: flat, buckets of two entries, safe between threads.

An entry is four words: the key mixed with the others, value, move, and facts (bound, depth, age). As the key
is mixed with the rest, an entry torn between two threads is never taken for one. Values are kept as if the
position were the root, so that an entry serves at any ply, also where near and far wins differ.
"""

from __future__ import annotations

from outwit.engine.compiler.codegen import inlined
from outwit.engine.compiler.memory import as_real, as_word, fetch_ahead, set_word, word_at
from outwit.engine.kernels.control_block import At, Switch
from outwit.engine.kernels.float_steps import faded

TABLE, BUCKETS, GENERATION, SINCE = (at.value for at in (At.TABLE, At.BUCKETS, At.GENERATION, At.SINCE))
USE_QUICK = Switch.QUICK.value
EXACT, AT_MOST, AT_LEAST = 0, 1, 2
"""How the value of an entry relates to the true one."""

DEEP = 0xFFFF
"""The greatest depth that an entry holds."""


@inlined
def bucket(key, control):
    """The address of the bucket that a position's entry is in, if it has one."""
    return word_at(control, TABLE) + (key & word_at(control, BUCKETS)) * 64


@inlined
def expect(key, control):
    """Prefetch a position's bucket: to wait for it takes as long as a hundred computations."""
    fetch_ahead(bucket(key, control))


@inlined
def store(key, depth, ply, best, bound, has_best, move, estimated, switches, control):
    """Keep a result: in the first place if what is there is not deeper or is old, else in the second."""
    entry = bucket(key, control)
    facts = word_at(entry, 3)
    there = word_at(entry, 0) ^ word_at(entry, 1) ^ word_at(entry, 2) ^ facts
    generation = word_at(control, GENERATION)
    if not (facts < generation or there == key or depth >= (facts >> 8) & DEEP):
        entry += 32
    value = as_word(faded(best, -ply) if switches & USE_QUICK else best)
    facts = bound | has_best << 2 | estimated << 3 | depth << 8 | generation
    set_word(entry, 1, value)
    set_word(entry, 2, move)
    set_word(entry, 3, facts)
    set_word(entry, 0, key ^ value ^ move ^ facts)


@inlined
def find(key, control):
    """The address of a position's entry, or 0."""
    entry = bucket(key, control)
    since = word_at(control, SINCE)
    for _ in range(2):
        facts = word_at(entry, 3)
        if facts >= since and word_at(entry, 0) ^ word_at(entry, 1) ^ word_at(entry, 2) ^ facts == key:
            return entry
        entry += 32
    return 0


@inlined
def value_of(entry, ply, switches):
    """The value in an entry, as it counts at a ply."""
    value = as_real(word_at(entry, 1))
    return faded(value, ply) if switches & USE_QUICK else value
