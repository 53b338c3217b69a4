"""What is certain of a position in compiled Monte Carlo tree search, passed up from those below it."""

from __future__ import annotations

from typing import Any

from outwit.engine.compiler.codegen import inline
from outwit.engine.compiler.linker import Linked
from outwit.engine.compiler.memory import claim, publish, real_at, set_real, set_word, word_at
from outwit.engine.kernels.control_block import At
from outwit.engine.kernels.mcts_nodes import (
    CEILING,
    COUNT,
    FIRST,
    FLOORED,
    PARALLEL,
    PRIOR,
    PROVED,
    SURE,
    TOTALS,
    TURN,
    words_of,
)
from outwit.engine.kernels.rollout import many_values
from outwit.game import CHANCE

SWITCHES, VALUES, SHARED, LOCK = (at.value for at in (At.SWITCHES, At.VALUES, At.SHARED, At.LOCK))
ROOT = At.ROOT.value


def knower(linked: Linked) -> Any:
    """The function that notes what is certain of a position, which counts for more than what came of it."""
    values = many_values(linked.game)
    opposed, worths, size = values == 1, TOTALS + values, 8 * words_of(values)

    def average(node, first, count):
        for i in range(count):
            if word_at(first + size * i, PROVED) != SURE:
                return
        for value in range(values):
            total = 0.0
            for i in range(count):
                each = first + size * i
                total += real_at(each, PRIOR) * real_at(each, worths + value)
            set_real(node, worths + value, total)
        publish(node, PROVED, SURE)

    average = inline(average, **linked.options)

    def raise_floor(node, below, at, sign, first, count, top):
        worth = sign * real_at(below, worths + at)
        if word_at(node, PROVED) == 0 or worth > sign * real_at(node, worths + at):
            set_word(node, PROVED, FLOORED)
            for value in range(values):
                set_real(node, worths + value, real_at(below, worths + value))
        if (opposed or top) and sign * real_at(node, worths + at) >= real_at(node, CEILING):
            publish(node, PROVED, SURE)
            return
        for i in range(count):
            if word_at(first + size * i, PROVED) != SURE:
                return
        if not opposed and not top:  # moves that are equal to one player may not be so to the others
            for i in range(count):
                each = first + size * i
                if real_at(each, worths + at) == real_at(node, worths + at):
                    for value in range(values):
                        if real_at(each, worths + value) != real_at(node, worths + value):
                            return
        publish(node, PROVED, SURE)

    raise_floor = inline(raise_floor, **linked.options)

    def know(node, below, control):
        player = word_at(node, TURN)
        at, sign = player, 1.0
        if opposed:
            at = 0
            if player == 1:
                sign = -1.0
        if below != 0 and word_at(below, PROVED) == SURE and word_at(node, PROVED) != SURE:
            first, count = word_at(node, FIRST), word_at(node, COUNT)
            shared, parallel = word_at(control, SHARED), word_at(control, SWITCHES) & PARALLEL != 0
            if parallel:
                while not claim(shared, LOCK, 1):
                    pass
            if word_at(node, PROVED) != SURE:
                if player == CHANCE:
                    average(node, first, count)
                else:
                    raise_floor(node, below, at, sign, first, count, node == word_at(control, ROOT))
            if parallel:
                publish(shared, LOCK, 0)
        known = word_at(node, PROVED)
        if known == 0:
            return
        found = word_at(control, VALUES)
        if known == SURE or sign * real_at(node, worths + at) > sign * real_at(found, at):
            for value in range(values):
                set_real(found, value, real_at(node, worths + value))

    return inline(know, **linked.options)
