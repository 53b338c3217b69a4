"""The transposition table in compiled code: the one module that probes it, judges an entry and stores one.

The table is flat, has buckets of two entries and is safe between threads: the key of an entry is mixed with
its other words, so that one torn between two threads is never taken for one. Values are kept as if the
position were the root, so that an entry serves at any ply, also where near and far wins differ. Where a field
lies is said in `transposition_memory`.
"""

from __future__ import annotations

import math
from typing import Any, NamedTuple

from outwit.engine.compiler.codegen import apart, inline
from outwit.engine.compiler.linker import Linked
from outwit.engine.compiler.memory import as_real, as_word, fetch_ahead, set_word, word_at
from outwit.engine.kernels.control_block import MOVE_WORDS, At, Switch
from outwit.engine.kernels.float_steps import fade
from outwit.engine.kernels.repetition import Path
from outwit.engine.kernels.transposition_memory import (
    BOUND,
    BUCKET,
    DEPTH,
    ENTRY,
    ESTIMATED,
    FACTS,
    HAS_MOVE,
    KEY,
    MOST_DEPTH,
    MOVE,
    VALUE,
)

TABLE, BUCKETS, GENERATION, SINCE = (at.value for at in (At.TABLE, At.BUCKETS, At.GENERATION, At.SINCE))
ESTIMATES, HITS, STRICT = At.ESTIMATES.value, At.HITS.value, At.STRICT.value
USE_QUICK = Switch.QUICK.value
NEVER = -math.inf
REPLY_KEY = MOVE_WORDS - 1
"""Which word of a move on the stack holds the key of the position after it."""

EXACT, AT_MOST, AT_LEAST = 0, 1, 2
"""How the value of an entry relates to the true one."""

BOUNDS = ("exact", "at most", "at least")
"""What a decision calls these."""


class Entry(NamedTuple):
    """What a probe finds; without a hit, nothing else in it means anything, and there is no move."""

    hit: bool
    value: float
    """As it counts at the ply of the probe."""
    bound: int
    depth: int
    estimated: int
    """1 if the value rests on an estimate."""
    has_move: bool
    move: int


@inline
def bucket(key, control):
    """The address of the bucket that a position's entry is in, if it has one."""
    return word_at(control, TABLE) + (key & word_at(control, BUCKETS)) * BUCKET


@inline
def prefetch(key, control):
    """Prefetch a position's bucket: to wait for it takes as long as a hundred computations."""
    fetch_ahead(bucket(key, control))


@inline
def key_in(entry):
    """The key of the position that an entry is of."""
    return word_at(entry, KEY) ^ word_at(entry, VALUE) ^ word_at(entry, MOVE) ^ word_at(entry, FACTS)


@inline
def find(key, control):
    """The address of a position's entry, or 0."""
    entry = bucket(key, control)
    since = word_at(control, SINCE)
    for _ in range(BUCKET // ENTRY):
        if word_at(entry, FACTS) >= since and key_in(entry) == key:
            return entry
        entry += ENTRY
    return 0


@inline
def probe(key, ply, switches, control):
    """What the table knows of a position at a ply."""
    entry = find(key, control)
    if entry == 0:
        return Entry(False, 0.0, EXACT, 0, 0, False, 0)
    value, facts = as_real(word_at(entry, VALUE)), word_at(entry, FACTS)
    return Entry(
        True,
        fade(value, ply) if switches & USE_QUICK else value,
        facts & BOUND,
        (facts >> DEPTH) & MOST_DEPTH,
        (facts >> ESTIMATED) & 1,
        (facts >> HAS_MOVE) & 1 != 0,
        word_at(entry, MOVE),
    )


@inline
def pv_move(key, control):
    """The move of a position whose value is exact, as a real number; `NEVER` if the table knows none."""
    entry = probe(key, 0, 0, control)
    return float(entry.move) if entry.has_move and entry.bound == EXACT else NEVER


@inline
def deep_enough(entry, depth, control):
    """May an entry stand for a search of a depth: searched as deep at least, or without estimates?"""
    depth = min(depth, MOST_DEPTH)
    fits = entry.depth == depth
    if word_at(control, STRICT) == 0:
        fits = entry.depth >= depth or not entry.estimated
    return entry.hit and fits


@inline
def as_deep(entry, depth, strict):
    """May an entry stand for a search of a depth that is part of an average?

    There values of different depths would meet, so only what was searched to that very depth does or, unless
    `strict`, what rests on no estimate.
    """
    fits = entry.depth == min(depth, MOST_DEPTH)
    if not strict:
        fits = fits or not entry.estimated
    return entry.hit and fits


@inline
def settles(entry, low, high):
    """Is the value of an entry all that a search with this window would find out?"""
    return (
        entry.bound == EXACT
        or (entry.bound == AT_LEAST and entry.value >= high)
        or (entry.bound == AT_MOST and entry.value <= low)
    )


@inline
def count_hit(entry, control):
    """Count that an entry was used, and whether that brings an estimate in."""
    set_word(control, HITS, word_at(control, HITS) + 1)
    count_estimate(entry, control)


@inline
def count_estimate(entry, control):
    """Count whether an entry that was used brings an estimate in."""
    set_word(control, ESTIMATES, word_at(control, ESTIMATES) + entry.estimated)


@inline
def bound_of(value, low, high):
    """What a value is that was found with a window."""
    return AT_MOST if value <= low else AT_LEAST if value >= high else EXACT


@inline
def store(key, depth, ply, best, bound, has_move, move, estimated, switches, control):
    """Keep a result: in the first place if what is there is not deeper or is old, else in the second."""
    entry = bucket(key, control)
    facts = word_at(entry, FACTS)
    generation = word_at(control, GENERATION)
    depth = min(depth, MOST_DEPTH)
    if not (facts < generation or key_in(entry) == key or depth >= (facts >> DEPTH) & MOST_DEPTH):
        entry += ENTRY
    value = as_word(fade(best, -ply) if switches & USE_QUICK else best)
    facts = bound | has_move << HAS_MOVE | estimated << ESTIMATED | depth << DEPTH | generation
    set_word(entry, VALUE, value)
    set_word(entry, MOVE, move)
    set_word(entry, FACTS, facts)
    set_word(entry, KEY, key ^ value ^ move ^ facts)


def reply_prefetcher(linked: Linked, way: Path) -> Any:
    """The function that prefetches the buckets of all replies, and notes their keys, for ETC to probe later.

    A reply that repeats a position has no key: what the table knows of it does not count.
    """
    follow, table_key = way.follow, way.table_key

    def prefetch_replies(game, state, ply, top, count, switches, control):
        for i in range(count):
            move = word_at(top, MOVE_WORDS * i)
            child = game.play(state, move)
            recurs = follow(game, state, move, child, ply, control)
            key = table_key(game, child, ply + 1, switches, control)
            prefetch(key, control)
            set_word(top, MOVE_WORDS * i + REPLY_KEY, 0 if recurs else key)

    return apart(prefetch_replies, **linked.options)


def etc_prober(linked: Linked, way: Path) -> Any:
    """The function that looks for an enhanced transposition cutoff (ETC): the move and its worth.

    That is a reply of which the table knows enough to cut, before any is searched; `prefetch_replies` has
    noted the keys.
    """
    counts = way.counts

    def etc_probe(game, state, sign, depth, ply, top, count, enough, switches, control):
        for i in range(count):
            key = word_at(top, MOVE_WORDS * i + REPLY_KEY)
            if counts:
                if key == 0:
                    continue
            entry = probe(key, ply + 1, switches, control)
            if deep_enough(entry, depth - 1, control):
                move = word_at(top, MOVE_WORDS * i)
                view = 1.0 if int(game.turn(game.play(state, move))) == 0 else -1.0
                worth = sign * view * entry.value
                if worth >= enough and entry.bound != (AT_MOST if view == sign else AT_LEAST):
                    count_hit(entry, control)
                    return move, worth
        return 0, NEVER

    return apart(etc_probe, **linked.options)
