"""Selection in compiled Monte Carlo tree search: the move to try next, and the line it expects."""

from __future__ import annotations

import math
from typing import Any

import numpy as np

from outwit.engine.compiler.codegen import apart, inline
from outwit.engine.compiler.linker import Linked
from outwit.engine.compiler.memory import fresh_word_at, real_at, set_word, word_at
from outwit.engine.kernels.control_block import At
from outwit.engine.kernels.mcts_nodes import (
    BY_PRIORS,
    CLAIMED,
    COUNT,
    FIRST,
    LONGEST_PATH,
    MOVE,
    PRIOR,
    PROVED,
    SOLVING,
    SURE,
    TOTALS,
    TURN,
    VISITS,
    words_of,
)
from outwit.engine.kernels.rollout import many_values
from outwit.game import CHANCE

SWITCHES, EXPLORATION, HALVES, ROOTS, LINES = (
    at.value for at in (At.SWITCHES, At.EXPLORATION, At.HALVES, At.ROOTS, At.LINES)
)

SMALL = 4096
"""Roots of counts below this are looked up."""

ROOTS_OF_COUNTS = np.array(
    [[math.sqrt(n) for n in range(SMALL)], [math.sqrt(math.log(max(n, 1))) for n in range(SMALL)]]
)
"""The roots of counts, and those of their logarithms."""


@inline
def root_of(control, count):
    """The square root of a count."""
    if count < SMALL:
        return real_at(word_at(control, ROOTS), count)
    return math.sqrt(float(count))


@inline
def root_of_log(control, count):
    """The square root of a count's logarithm."""
    if count < SMALL:
        return real_at(word_at(control, ROOTS), SMALL + count)
    return math.sqrt(math.log(float(count)))


def selector(linked: Linked) -> Any:
    """The function that chooses the move of the highest UCB score, by UCT or PUCT."""
    values = many_values(linked.game)
    opposed, worths, size = values == 1, TOTALS + values, 8 * words_of(values)

    def select(node, first, count, control):
        player = word_at(node, TURN)
        at, sign = player, 1.0
        if opposed:
            at = 0
            if player == 1:
                sign = -1.0
        half = real_at(word_at(control, HALVES), player)
        exploration = real_at(control, EXPLORATION)
        puct = word_at(control, SWITCHES) & BY_PRIORS != 0
        solving = word_at(control, SWITCHES) & SOLVING != 0
        visits = word_at(node, VISITS)
        exploration_term = (
            exploration * half * (math.sqrt(float(visits)) if puct else root_of_log(control, visits))
        )
        here = 0.0
        if visits:
            here = sign * real_at(node, TOTALS + at) / visits
        best, highest = first, -math.inf
        for i in range(count):
            each = first + size * i
            tried = word_at(each, VISITS)
            if word_at(each, PROVED) == SURE:
                if solving:
                    continue
                score = sign * real_at(each, worths + at)
            elif puct:
                mean = here
                if tried:
                    mean = sign * real_at(each, TOTALS + at) / tried
                score = mean + real_at(each, PRIOR) * exploration_term / (1 + tried)
            elif tried == 0:
                return each
            else:
                mean = sign * real_at(each, TOTALS + at) / tried
                score = mean + exploration_term / root_of(control, tried)
            if score > highest:
                best, highest = each, score
        return best

    return inline(select, **linked.options)


def follower(linked: Linked) -> Any:
    """The function that writes down what is expected to follow a node, and says how many moves that are.

    Each time it is the move proved best, else the one tried most often, up to the next chance event.
    """
    values = many_values(linked.game)
    opposed, worths, size = values == 1, TOTALS + values, 8 * words_of(values)

    def follow(node, control):
        line, length = word_at(control, LINES), 0
        while length < LONGEST_PATH:
            set_word(line, length, word_at(node, MOVE))
            length += 1
            first, player = fresh_word_at(node, FIRST), word_at(node, TURN)
            if first <= CLAIMED or player == CHANCE:
                break
            at, sign = player, 1.0
            if opposed:
                at = 0
                if player == 1:
                    sign = -1.0
            decided = word_at(node, PROVED) == SURE
            best, sure = 0, False
            for i in range(word_at(node, COUNT)):
                each = first + size * i
                as_good = decided and word_at(each, PROVED) == SURE
                if as_good:
                    as_good = sign * real_at(each, worths + at) >= sign * real_at(node, worths + at)
                if (
                    best == 0
                    or (as_good and not sure)
                    or (as_good == sure and word_at(each, VISITS) > word_at(best, VISITS))
                ):
                    best, sure = each, as_good
            if best == 0 or word_at(best, VISITS) == 0:
                break
            node = best
        return length

    return apart(follow, **linked.options)
