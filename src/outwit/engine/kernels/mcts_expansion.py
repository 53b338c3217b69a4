"""Expanding a position in compiled Monte Carlo tree search: room for all that can follow it."""

from __future__ import annotations

import math
from typing import Any

from outwit.engine.compiler.codegen import apart, inlined
from outwit.engine.compiler.linker import Linked
from outwit.engine.compiler.memory import (
    add_together,
    claim,
    publish,
    real_at,
    set_real,
    set_word,
    unlikely,
    word_at,
)
from outwit.engine.kernels.bindings import questions
from outwit.engine.kernels.control_block import At
from outwit.engine.kernels.limits import halted
from outwit.engine.kernels.mcts_nodes import (
    BY_PRIORS,
    CEILING,
    CLAIMED,
    COUNT,
    FIRST,
    MOVE,
    SHARE,
    SOLVING,
    TOGETHER,
    TURN,
    words_of,
)
from outwit.engine.kernels.repetition import path
from outwit.engine.kernels.rollout import many_values
from outwit.game import CHANCE, defines
from outwit.search.mcts import SPREAD

NODES, SWITCHES, SHARED = At.NODES.value, At.SWITCHES.value, At.SHARED.value
BRANCHES, ROOT, BRANCH_COUNT, BRANCH_ROOM = (
    at.value for at in (At.BRANCHES, At.ROOT, At.BRANCH_COUNT, At.BRANCH_ROOM)
)

GROWN, FULL, BROKEN_OFF = 0, 1, 2
"""What came of an expansion: there are branches now; there is no room for them; the budget ran out."""

MANY = 4096
"""After so many branches of one position the clock is looked at."""


def expander(linked: Linked) -> Any:
    """The function that makes room for all that can follow a position, and says what came of it."""
    values = many_values(linked.game)
    opposed, words = values == 1, words_of(values)
    stochastic, bounded = bool(linked.game.stochastic), defines(linked.game, "bounds")
    asked = questions(linked)
    hint, bounds_of = asked.hint, asked.bounds_of
    way = path(linked, asked)
    counts, forbids, barred = way.counts, way.forbids, way.barred

    def note(branch, move, share):
        for word in range(words):
            set_word(branch, word, 0)
        set_word(branch, MOVE, move)
        set_real(branch, SHARE, share)
        set_real(branch, CEILING, math.inf)

    note = inlined(note, **linked.options)

    def limit_one(game, state, branch):
        low, high = bounds_of(game, state)
        set_real(branch, CEILING, high if word_at(branch, TURN) == 0 else -low)

    def limit_all(game, state, branch):
        high = 1.0
        if bounded:
            _, most = game.bounds(state, word_at(branch, TURN))
            high = float(most)
            if counts:
                high = max(high, 0.0)
        set_real(branch, CEILING, high)

    limit = inlined(limit_one if opposed else limit_all, **linked.options)

    def counted(game, state, ply, branch, control):
        """How many branches a position will have; less than 0 if the budget runs out meanwhile."""
        count = 0
        if stochastic:
            if word_at(branch, TURN) == CHANCE:
                for _, share in game.chances(state):
                    if share > 0:
                        count += 1
                        if unlikely(count % MANY == 0) and halted(control, word_at(control, NODES)):
                            return -1
                return count
        for move in game.moves(state):
            if forbids:
                if barred(game, state, int(move), ply, control):
                    continue
            count += 1
            if unlikely(count % MANY == 0) and halted(control, word_at(control, NODES)):
                return -1
        return count

    counted = inlined(counted, **linked.options)

    def favour(game, state, first, count):
        least, most = math.inf, -math.inf
        for i in range(count):
            each = first + 8 * words * i
            value = hint(game, state, word_at(each, MOVE))
            set_real(each, SHARE, value)
            least, most = min(least, value), max(most, value)
        total = 0.0
        for i in range(count):
            each = first + 8 * words * i
            share = 1.0
            if most > least:
                share = math.exp(SPREAD * (real_at(each, SHARE) - most) / (most - least))
            set_real(each, SHARE, share)
            total += share
        for i in range(count):
            each = first + 8 * words * i
            set_real(each, SHARE, real_at(each, SHARE) / total)

    favour = inlined(favour, **linked.options)

    def fill(game, state, ply, branch, first, control):
        """Write down the branches of a position; False if the budget runs out meanwhile."""
        count = 0
        if stochastic:
            if word_at(branch, TURN) == CHANCE:
                for outcome, share in game.chances(state):
                    if share > 0:
                        note(first + 8 * words * count, int(outcome), float(share))
                        count += 1
                        if unlikely(count % MANY == 0) and halted(control, word_at(control, NODES)):
                            return False
                return True
        known = opposed and bounded and word_at(control, SWITCHES) & SOLVING  # since its first visit
        if not known or branch == word_at(control, ROOT):
            limit(game, state, branch)
        for move in game.moves(state):
            if forbids:
                if barred(game, state, int(move), ply, control):
                    continue
            note(first + 8 * words * count, int(move), 0.0)
            count += 1
            if unlikely(count % MANY == 0) and halted(control, word_at(control, NODES)):
                return False
        if word_at(control, SWITCHES) & BY_PRIORS:
            favour(game, state, first, count)
        return True

    fill = inlined(fill, **linked.options)

    def expand(game, state, ply, branch, control):
        together = word_at(control, SWITCHES) & TOGETHER != 0
        if together and not claim(branch, FIRST, CLAIMED):
            return FULL
        if together:
            set_word(branch, TURN, int(game.turn(state)))  # who came first may not have noted it yet
        shared = word_at(control, SHARED)
        count = counted(game, state, ply, branch, control)
        if unlikely(count < 0):
            publish(branch, FIRST, 0)
            return BROKEN_OFF
        used = word_at(shared, BRANCH_COUNT)
        if used + count > word_at(shared, BRANCH_ROOM):
            publish(branch, FIRST, 0)
            return FULL
        if together:
            used = add_together(shared, BRANCH_COUNT, count)
            if used + count > word_at(shared, BRANCH_ROOM):
                add_together(shared, BRANCH_COUNT, -count)
                publish(branch, FIRST, 0)
                return FULL
        else:
            set_word(shared, BRANCH_COUNT, used + count)
        first = word_at(control, BRANCHES) + 8 * words * used
        if unlikely(not fill(game, state, ply, branch, first, control)):
            if not together:  # another thread may have taken what stands behind
                set_word(shared, BRANCH_COUNT, used)
            publish(branch, FIRST, 0)
            return BROKEN_OFF
        set_word(branch, COUNT, count)
        publish(branch, FIRST, first)
        return GROWN

    return apart(expand, **linked.options)
