"""Replies that the table knows enough of to cut, looked up before any is searched."""

from __future__ import annotations

import math
from typing import Any

from outwit.engine.compiler.codegen import apart
from outwit.engine.compiler.linker import Linked
from outwit.engine.compiler.memory import set_word, word_at
from outwit.engine.kernels.bindings import Questions
from outwit.engine.kernels.control_block import At, Switch
from outwit.engine.kernels.leaves import ESTIMATES, add
from outwit.engine.kernels.repetition import Path, past
from outwit.engine.kernels.transposition import AT_LEAST, AT_MOST, DEEP, expect, find, value_of

HITS, STRICT = At.HITS.value, At.STRICT.value
USE_PAST = Switch.PAST.value
NEVER = -math.inf


def peeker(linked: Linked, asked: Questions, way: Path) -> Any:
    """The function that looks for a reply of which the table knows enough to cut: the move and its worth."""
    key_of, counts, follow = asked.key_of, way.counts, way.follow

    def peek(game, state, sign, depth, ply, top, count, enough, switches, control):
        deep = min(depth - 1, DEEP)
        for i in range(count):
            move = word_at(top, 3 * i)
            child = game.play(state, move)
            key = key_of(game, child)
            asked_for = 1
            if counts:
                if follow(game, state, move, child, ply, control):
                    asked_for = 0
                elif switches & USE_PAST:
                    key = past(key, ply + 1, control)
            expect(key, control)
            set_word(top, 3 * i + 1, key)
            set_word(top, 3 * i + 2, asked_for)
        for i in range(count):
            if counts:
                if not word_at(top, 3 * i + 2):
                    continue
            move, key = word_at(top, 3 * i), word_at(top, 3 * i + 1)
            entry = find(key, control)
            if entry != 0:
                facts = word_at(entry, 3)
                estimated = (facts >> 3) & 1
                there = (facts >> 8) & DEEP
                fits = there == deep
                if word_at(control, STRICT) == 0:
                    fits = there >= deep or not estimated
                if fits:
                    view = 1.0 if int(game.turn(game.play(state, move))) == 0 else -1.0
                    worth = sign * view * value_of(entry, ply + 1, switches)
                    bound = facts & 3
                    if worth >= enough and bound != (AT_MOST if view == sign else AT_LEAST):
                        add(control, HITS)
                        set_word(control, ESTIMATES, word_at(control, ESTIMATES) + estimated)
                        return move, worth
        return 0, NEVER

    return apart(peek, **linked.options)
