"""Expanding a position in compiled Monte Carlo tree search: room for all that can follow it."""

from __future__ import annotations

import math
from typing import Any

from outwit.engine.compiler.codegen import apart, inline
from outwit.engine.compiler.linker import Linked
from outwit.engine.compiler.memory import (
    atomic_add,
    claim,
    publish,
    real_at,
    set_real,
    set_word,
    unlikely,
    word_at,
)
from outwit.engine.kernels.bindings import rule_bindings
from outwit.engine.kernels.control_block import At
from outwit.engine.kernels.limits import must_halt
from outwit.engine.kernels.mcts_nodes import (
    BY_PRIORS,
    CEILING,
    CLAIMED,
    COUNT,
    FIRST,
    MOVE,
    PARALLEL,
    PRIOR,
    SOLVING,
    TURN,
    words_of,
)
from outwit.engine.kernels.repetition import path
from outwit.engine.kernels.rollout import many_values
from outwit.game import CHANCE, defines
from outwit.search.mcts import SPREAD

NODES, SWITCHES, SHARED = At.NODES.value, At.SWITCHES.value, At.SHARED.value
TREE, ROOT, TREE_SIZE, TREE_ROOM = (at.value for at in (At.TREE, At.ROOT, At.TREE_SIZE, At.TREE_ROOM))

GROWN, FULL, BROKEN_OFF = 0, 1, 2
"""What came of an expansion: there are children now; there is no room for them; the budget ran out."""

MANY = 4096
"""After so many children of one node the clock is looked at."""


def expander(linked: Linked) -> Any:
    """The function that makes room for all that can follow a position, and says what came of it."""
    values = many_values(linked.game)
    opposed, words = values == 1, words_of(values)
    stochastic, bounded = bool(linked.game.stochastic), defines(linked.game, "bounds")
    rules = rule_bindings(linked)
    hint, bounds_of = rules.hint, rules.bounds_of
    way = path(linked, rules)
    counts, forbids, barred = way.counts, way.forbids, way.barred

    def note(node, move, prior):
        for word in range(words):
            set_word(node, word, 0)
        set_word(node, MOVE, move)
        set_real(node, PRIOR, prior)
        set_real(node, CEILING, math.inf)

    note = inline(note, **linked.options)

    def limit_one(game, state, node, control):
        low, high = bounds_of(game, state, control)
        set_real(node, CEILING, high if word_at(node, TURN) == 0 else -low)

    def limit_all(game, state, node, control):
        high = 1.0
        if bounded:
            _, most = game.bounds(state, word_at(node, TURN))
            high = float(most)
            if counts:
                high = max(high, 0.0)
        set_real(node, CEILING, high)

    limit = inline(limit_one if opposed else limit_all, **linked.options)

    def count_children(game, state, ply, node, control):
        """How many children a node will have; less than 0 if the budget runs out meanwhile."""
        count = 0
        if stochastic:
            if word_at(node, TURN) == CHANCE:
                for _, prior in game.chances(state):
                    if prior > 0:
                        count += 1
                        if unlikely(count % MANY == 0) and must_halt(control, word_at(control, NODES)):
                            return -1
                return count
        for move in game.moves(state):
            if forbids:
                if barred(game, state, int(move), ply, control):
                    continue
            count += 1
            if unlikely(count % MANY == 0) and must_halt(control, word_at(control, NODES)):
                return -1
        return count

    count_children = inline(count_children, **linked.options)

    def favour(game, state, first, count, control):
        least, most = math.inf, -math.inf
        for i in range(count):
            each = first + 8 * words * i
            value = hint(game, state, word_at(each, MOVE), control)
            set_real(each, PRIOR, value)
            least, most = min(least, value), max(most, value)
        total = 0.0
        for i in range(count):
            each = first + 8 * words * i
            prior = 1.0
            if most > least:
                prior = math.exp(SPREAD * (real_at(each, PRIOR) - most) / (most - least))
            set_real(each, PRIOR, prior)
            total += prior
        for i in range(count):
            each = first + 8 * words * i
            set_real(each, PRIOR, real_at(each, PRIOR) / total)

    favour = inline(favour, **linked.options)

    def fill(game, state, ply, node, first, control):
        """Write down the children of a node; False if the budget runs out meanwhile."""
        count = 0
        if stochastic:
            if word_at(node, TURN) == CHANCE:
                for outcome, prior in game.chances(state):
                    if prior > 0:
                        note(first + 8 * words * count, int(outcome), float(prior))
                        count += 1
                        if unlikely(count % MANY == 0) and must_halt(control, word_at(control, NODES)):
                            return False
                return True
        known = opposed and bounded and word_at(control, SWITCHES) & SOLVING  # since its first visit
        if not known or node == word_at(control, ROOT):
            limit(game, state, node, control)
        for move in game.moves(state):
            if forbids:
                if barred(game, state, int(move), ply, control):
                    continue
            note(first + 8 * words * count, int(move), 0.0)
            count += 1
            if unlikely(count % MANY == 0) and must_halt(control, word_at(control, NODES)):
                return False
        if word_at(control, SWITCHES) & BY_PRIORS:
            favour(game, state, first, count, control)
        return True

    fill = inline(fill, **linked.options)

    def expand(game, state, ply, node, control):
        parallel = word_at(control, SWITCHES) & PARALLEL != 0
        if parallel and not claim(node, FIRST, CLAIMED):
            return FULL
        if parallel:
            set_word(node, TURN, int(game.turn(state)))  # who came first may not have noted it yet
        shared = word_at(control, SHARED)
        count = count_children(game, state, ply, node, control)
        if unlikely(count < 0):
            publish(node, FIRST, 0)
            return BROKEN_OFF
        used = word_at(shared, TREE_SIZE)
        if used + count > word_at(shared, TREE_ROOM):
            publish(node, FIRST, 0)
            return FULL
        if parallel:
            used = atomic_add(shared, TREE_SIZE, count)
            if used + count > word_at(shared, TREE_ROOM):
                atomic_add(shared, TREE_SIZE, -count)
                publish(node, FIRST, 0)
                return FULL
        else:
            set_word(shared, TREE_SIZE, used + count)
        first = word_at(control, TREE) + 8 * words * used
        if unlikely(not fill(game, state, ply, node, first, control)):
            if not parallel:  # another thread may have taken what stands behind
                set_word(shared, TREE_SIZE, used)
            publish(node, FIRST, 0)
            return BROKEN_OFF
        set_word(node, COUNT, count)
        publish(node, FIRST, first)
        return GROWN

    return apart(expand, **linked.options)
