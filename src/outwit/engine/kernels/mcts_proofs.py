"""What is certain of a position in compiled Monte Carlo tree search, passed up from those below it."""

from __future__ import annotations

from typing import Any

from outwit.engine.compiler.codegen import inlined
from outwit.engine.compiler.linker import Linked
from outwit.engine.compiler.memory import claim, publish, real_at, set_real, set_word, word_at
from outwit.engine.kernels.control_block import At
from outwit.engine.kernels.mcts_nodes import (
    CEILING,
    COUNT,
    FIRST,
    FLOORED,
    PROVED,
    SHARE,
    SURE,
    TOGETHER,
    TOTALS,
    TURN,
    words_of,
)
from outwit.engine.kernels.rollout import many_values
from outwit.game import CHANCE

SWITCHES, VALUES, SHARED, LOCK = (at.value for at in (At.SWITCHES, At.VALUES, At.SHARED, At.LOCK))


def knower(linked: Linked) -> Any:
    """The function that notes what is certain of a position, which counts for more than what came of it."""
    values = many_values(linked.game)
    opposed, worths, size = values == 1, TOTALS + values, 8 * words_of(values)

    def average(branch, first, count):
        for i in range(count):
            if word_at(first + size * i, PROVED) != SURE:
                return
        for value in range(values):
            total = 0.0
            for i in range(count):
                each = first + size * i
                total += real_at(each, SHARE) * real_at(each, worths + value)
            set_real(branch, worths + value, total)
        publish(branch, PROVED, SURE)

    average = inlined(average, **linked.options)

    def raise_floor(branch, below, at, sign, first, count):
        worth = sign * real_at(below, worths + at)
        if word_at(branch, PROVED) == 0 or worth > sign * real_at(branch, worths + at):
            set_word(branch, PROVED, FLOORED)
            for value in range(values):
                set_real(branch, worths + value, real_at(below, worths + value))
        if sign * real_at(branch, worths + at) >= real_at(branch, CEILING):
            publish(branch, PROVED, SURE)
            return
        for i in range(count):
            if word_at(first + size * i, PROVED) != SURE:
                return
        publish(branch, PROVED, SURE)

    raise_floor = inlined(raise_floor, **linked.options)

    def know(branch, below, control):
        player = word_at(branch, TURN)
        at, sign = player, 1.0
        if opposed:
            at = 0
            if player == 1:
                sign = -1.0
        if below != 0 and word_at(below, PROVED) == SURE and word_at(branch, PROVED) != SURE:
            first, count = word_at(branch, FIRST), word_at(branch, COUNT)
            shared, together = word_at(control, SHARED), word_at(control, SWITCHES) & TOGETHER != 0
            if together:
                while not claim(shared, LOCK, 1):
                    pass
            if word_at(branch, PROVED) != SURE:
                if player == CHANCE:
                    average(branch, first, count)
                else:
                    raise_floor(branch, below, at, sign, first, count)
            if together:
                publish(shared, LOCK, 0)
        known = word_at(branch, PROVED)
        if known == 0:
            return
        found = word_at(control, VALUES)
        if known == SURE or sign * real_at(branch, worths + at) > sign * real_at(found, at):
            for value in range(values):
                set_real(found, value, real_at(branch, worths + value))

    return inlined(know, **linked.options)
