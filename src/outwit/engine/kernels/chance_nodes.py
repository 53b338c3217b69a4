"""The outcomes of a chance event in compiled code: gathered on the stack, bounded, and weighed.

An outcome is nine words: which it is, how likely, what it is worth at least and at most, what all behind it
add to the average at least and at most, what is known of it beforehand, and by which move it is worth what.
"""

from __future__ import annotations

import math
from typing import Any

from outwit.engine.compiler.codegen import apart, inline
from outwit.engine.compiler.linker import Linked
from outwit.engine.compiler.memory import real_at, set_real, set_word, unlikely, word_at
from outwit.engine.compiler.splitmix import ODD
from outwit.engine.kernels.bindings import Bindings
from outwit.engine.kernels.control_block import At
from outwit.engine.kernels.limits import GIVEN_UP, TOO_MANY_MOVES
from outwit.engine.kernels.repetition import Path
from outwit.engine.kernels.transposition import (
    AT_LEAST,
    AT_MOST,
    EXACT,
    as_deep,
    count_estimate,
    count_hit,
    probe,
)
from outwit.game import CHANCE

ABORTED, AGAIN = At.ABORTED.value, At.AGAIN.value
SAMPLES, SEED, STACK, STACK_END, SWITCHES = (
    at.value for at in (At.SAMPLES, At.SEED, At.STACK, At.STACK_END, At.SWITCHES)
)

OUTCOME, SHARE, LOW, HIGH, LEAST, MOST, KNOWN, MOVE, WORTH = range(9)
"""The words of an outcome."""

WORDS = 9
SIZE = 8 * WORDS

NOTHING, SETTLED, PROBED = 0, 1, 2
"""What is known of an outcome beforehand: no more than bounds; its value, by the table; or what one move is
worth after it, and then also the bound, `BOUND` bits higher, whether it rests on estimates, `GUESSED`, and
whether on a repetition, `RESTED`."""

BOUND, GUESSED, RESTED = 2, 4, 5

NO_CHANCE = -1.0
"""The spread where no chance event follows."""

FRACTION = (1 << 53) - 1
"""The bits of a draw."""


@inline
def draw_unit(key, number):
    """A number from 0 up to 1 that a position's key and a number decide."""
    word = (key ^ (number + 1) * ODD) * ODD
    word = (word ^ word >> 31) * ODD
    return float((word ^ word >> 29) & FRACTION) / (FRACTION + 1.0)


def gatherer(linked: Linked, rules: Bindings) -> Any:
    """The function that puts the outcomes of a chance event on the stack and says how many they are.

    Where only some are to be drawn, the others stand behind them, and each of those drawn is as likely as the
    other.
    """
    bounds_of, key_of = rules.bounds_of, rules.key_of

    def gather(game, state, all_of_them, top, control):
        samples = word_at(control, SAMPLES)
        listed = top + SIZE * samples
        room = word_at(control, STACK_END) - SIZE
        count = 0
        for outcome, share in game.chances(state):
            if share > 0 or all_of_them:
                at = listed + SIZE * count
                if at > room:
                    set_word(control, ABORTED, TOO_MANY_MOVES)
                    return -1
                low, high = bounds_of(game, game.play(state, int(outcome)), control)
                set_word(at, OUTCOME, int(outcome))
                set_real(at, SHARE, float(share))
                set_real(at, LOW, low)
                set_real(at, HIGH, high)
                set_word(at, KNOWN, NOTHING)
                count += 1
        if samples > 0:
            key = key_of(game, state) ^ word_at(control, SEED)
            for i in range(samples):
                point = draw_unit(key, i)
                chosen = 0
                for j in range(count):
                    share = real_at(listed + SIZE * j, SHARE)
                    if share > 0:
                        chosen = j
                        point -= share
                        if point < 0:
                            break
                for word in range(WORDS):
                    set_word(top + SIZE * i, word, word_at(listed + SIZE * chosen, word))
                set_real(top + SIZE * i, SHARE, 1.0 / samples)
            count = samples
        return count

    return apart(gather, **linked.options)


@inline
def tally(top, count):
    """Note with each outcome what those behind it add to the average; what all of them come to."""
    least, most = 0.0, 0.0
    for i in range(count - 1, -1, -1):
        at = top + SIZE * i
        set_real(at, LEAST, least)
        set_real(at, MOST, most)
        share = real_at(at, SHARE)
        least += share * real_at(at, LOW)
        most += share * real_at(at, HIGH)
    return least, most


def recaller(linked: Linked, way: Path) -> Any:
    """The function that looks up the outcomes of a chance event in the table, for their bounds and values.

    Veness and Blair, "Effective use of transposition tables in stochastic game tree search", 2007. Bounds
    that meet in one average are of one depth, so what was searched deeper than asked does not serve here.
    """
    follow, table_key = way.follow_chance, way.table_key

    def recall(game, state, depth, ply, top, count, switches, control):
        for i in range(count):
            at = top + SIZE * i
            child = game.play(state, word_at(at, OUTCOME))
            if follow(game, child, ply - 1, control):
                continue
            entry = probe(table_key(game, child, ply, switches, control), ply, switches, control)
            if not as_deep(entry, depth, True):
                continue
            value = entry.value
            if entry.bound == EXACT:
                set_real(at, LOW, value)
                set_real(at, HIGH, value)
                set_word(at, KNOWN, SETTLED)
                set_real(at, WORTH, value)
                count_hit(entry, control)
            elif entry.bound == AT_LEAST and value > real_at(at, LOW):
                set_real(at, LOW, value)
                count_estimate(entry, control)
            elif entry.bound == AT_MOST and value < real_at(at, HIGH):
                set_real(at, HIGH, value)
                count_estimate(entry, control)

    return apart(recall, **linked.options)


def follower(linked: Linked, rules: Bindings, way: Path) -> Any:
    """The function that says who acts after all outcomes that do not end the game; -1 if it depends."""
    side, counts, again, stuck = rules.side, way.counts, way.follow_chance, way.stuck

    def follow(game, state, ply, top, count, control):
        acting = -1
        for i in range(count):
            child = game.play(state, word_at(top + SIZE * i, OUTCOME))
            if counts:
                if again(game, child, ply, control) or stuck(game, child, ply + 1, control):
                    continue
            if not game.over(child):
                player = side(game, child, control)
                if player == CHANCE or (acting >= 0 and player != acting):
                    return -1
                acting = player
        return acting

    return apart(follow, **linked.options)


@inline
def certainty_equivalent(top, count, aversion):
    """The sure value that is as welcome as the outcomes, as `outwit.search.risk` has it."""
    worst = real_at(top, WORTH)
    for i in range(1, count):
        worth = real_at(top + SIZE * i, WORTH)
        worst = min(worst, worth) if aversion > 0 else max(worst, worth)
    loss = 0.0
    for i in range(count):
        at = top + SIZE * i
        loss += real_at(at, SHARE) * math.expm1(-aversion * (real_at(at, WORTH) - worst))
    return worst - math.log1p(loss) / aversion


@inline
def deviation(top, count):
    """The standard deviation of what the outcomes are worth."""
    whole, mean = 0.0, 0.0
    for i in range(count):
        at = top + SIZE * i
        whole += real_at(at, SHARE)
        mean += real_at(at, SHARE) * real_at(at, WORTH)
    mean /= whole
    variance = 0.0
    for i in range(count):
        at = top + SIZE * i
        apart_by = real_at(at, WORTH) - mean
        variance += real_at(at, SHARE) * apart_by * apart_by
    return math.sqrt(variance / whole)


def spreader(linked: Linked, visit: Any, gather: Any, way: Path) -> Any:
    """The function that says how far values spread over a chance event, searched so deep beyond it."""
    follow, stuck = way.follow_chance, way.stuck

    def spread(game, state, again, depth, control):
        if again or stuck(game, state, 1, control):
            return NO_CHANCE
        if game.over(state) or int(game.turn(state)) != CHANCE:
            return NO_CHANCE
        top, switches = word_at(control, STACK), word_at(control, SWITCHES)
        count = gather(game, state, False, top, control)
        if count < 0:
            return GIVEN_UP
        below = top + SIZE * count
        for i in range(count):
            at = top + SIZE * i
            child = game.play(state, word_at(at, OUTCOME))
            set_word(control, AGAIN, 1 if follow(game, child, 1, control) else 0)
            worth = visit(game, child, depth, 2, -math.inf, math.inf, below, 0, switches, control)
            if unlikely(worth != worth) and word_at(control, ABORTED):
                return GIVEN_UP
            set_real(at, WORTH, worth)
        return deviation(top, count)

    return apart(spread, **linked.options)
