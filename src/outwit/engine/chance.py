"""Expectiminimax as machine code: max, min and chance in one function, compiled together with a game's rules.

It is `outwit.search.expectiminimax` with Star1 again, node for node, and a table beside it: what is known of
a position serves wherever the dice lead to it another time.
"""

from __future__ import annotations

import math
from typing import Any

from numba import types

from outwit.engine.budget import GIVEN_UP, OUT_OF_BUDGET, TOO_MANY_MOVES, spent
from outwit.engine.control import MOST_PLIES, At, Switch
from outwit.engine.ends import STEP, add, collector, estimator
from outwit.engine.kernel import ENTRY, NEVER
from outwit.engine.layout import loader
from outwit.engine.lines import lead, weigh
from outwit.engine.link import Linked
from outwit.engine.memory import as_real, fresh_word_at, real_at, set_real, set_word, unlikely, word_at
from outwit.engine.pipeline import apart, inlined, recursion, whole
from outwit.engine.questions import ODD, questions
from outwit.engine.ranking import advance, pick, ranker
from outwit.engine.table import AT_LEAST, AT_MOST, DEEP, EXACT, find, store
from outwit.game import CHANCE

NODES, NEXT_LOOK, STOP, ABORTED, DEPTH_LEFT = (
    at.value for at in (At.NODES, At.NEXT_LOOK, At.STOP, At.ABORTED, At.DEPTH_LEFT)
)
ESTIMATES, CUTOFFS, HITS, SWITCHES, STRICT = (
    at.value for at in (At.ESTIMATES, At.CUTOFFS, At.HITS, At.SWITCHES, At.STRICT)
)
STACK, STACK_END, LENGTHS, ROOT_MOVES, ROOT_COUNT = (
    at.value for at in (At.STACK, At.STACK_END, At.LENGTHS, At.ROOT_MOVES, At.ROOT_COUNT)
)
CERTAIN, SAMPLES, SEED = (at.value for at in (At.CERTAIN, At.SAMPLES, At.SEED))
USE_ORDER, USE_TABLE, USE_QUICK, USE_STAR = (
    switch.value for switch in (Switch.ORDER, Switch.TABLE, Switch.QUICK, Switch.STAR)
)

OUTCOME, SHARE, LOW, HIGH, LEAST, MOST = range(6)
"""The words of an outcome on the stack: which, how likely, what it is worth at least and at most, and what
all behind it add to the average at least and at most."""

WORDS = 6

FRACTION = (1 << 53) - 1
"""The bits of a draw."""


@inlined
def drawn(key, number):
    """A number from 0 up to 1 that a position's key and a number decide."""
    word = (key ^ (number + 1) * ODD) * ODD
    word = (word ^ word >> 31) * ODD
    return float((word ^ word >> 29) & FRACTION) / (FRACTION + 1.0)


def gatherer(linked: Linked, bounds_of: Any, key_of: Any) -> Any:
    """The function that puts the outcomes of a chance event on the stack and says how many they are.

    Where only some are to be drawn, the others stand behind them, and each of those drawn is as likely as the
    other.
    """

    def gather(game, state, all_of_them, top, control):
        samples = word_at(control, SAMPLES)
        listed = top + 8 * WORDS * samples
        room = word_at(control, STACK_END) - 8 * WORDS
        count = 0
        for outcome, share in game.chances(state):
            if share > 0 or all_of_them:
                at = listed + 8 * WORDS * count
                if at > room:
                    set_word(control, ABORTED, TOO_MANY_MOVES)
                    return -1
                low, high = bounds_of(game, game.play(state, int(outcome)))
                set_word(at, OUTCOME, int(outcome))
                set_real(at, SHARE, float(share))
                set_real(at, LOW, low)
                set_real(at, HIGH, high)
                count += 1
        if samples > 0:
            key = key_of(game, state) ^ word_at(control, SEED)
            for i in range(samples):
                point = drawn(key, i)
                chosen = 0
                for j in range(count):
                    share = real_at(listed + 8 * WORDS * j, SHARE)
                    if share > 0:
                        chosen = j
                        point -= share
                        if point < 0:
                            break
                for word in range(WORDS):
                    set_word(top + 8 * WORDS * i, word, word_at(listed + 8 * WORDS * chosen, word))
                set_real(top + 8 * WORDS * i, SHARE, 1.0 / samples)
            count = samples
        least, most = 0.0, 0.0
        for i in range(count - 1, -1, -1):
            at = top + 8 * WORDS * i
            set_real(at, LEAST, least)
            set_real(at, MOST, most)
            share = real_at(at, SHARE)
            least += share * real_at(at, LOW)
            most += share * real_at(at, HIGH)
        return count

    return apart(gather, **linked.options)


def searcher(linked: Linked) -> Any:
    """The value of any position, for player 0."""
    kinds = (
        linked.self_type,
        linked.layout.type,
        *[types.int64] * 2,
        *[types.float64] * 2,
        *[types.int64] * 3,
    )
    again = recursion(types.float64(*kinds))
    asked = questions(linked)
    key_of = asked.key_of
    estimate = estimator(linked, asked)
    collect = collector(linked, asked.noisy)
    gather = gatherer(linked, asked.bounds_of, key_of)
    rank = ranker(linked, asked.hint)

    def visit(game, state, depth, ply, alpha, beta, top, switches, control):
        nodes = word_at(control, NODES)
        if unlikely(nodes >= word_at(control, NEXT_LOOK)) and spent(control, nodes):
            return GIVEN_UP
        if unlikely(fresh_word_at(control, STOP) != 0):
            set_word(control, ABORTED, OUT_OF_BUDGET)
            return GIVEN_UP
        set_word(control, NODES, nodes + 1)
        if depth < word_at(control, DEPTH_LEFT):
            set_word(control, DEPTH_LEFT, depth)
        set_word(control, LENGTHS + ply, 0)
        if game.over(state):
            payoff = float(game.payoff(state, 0))
            if switches & USE_QUICK:
                payoff *= 1.0 - ply * STEP
            return payoff
        player = int(game.turn(state))
        by_chance = player == CHANCE
        if (depth <= 0 and not by_chance) or unlikely(ply >= MOST_PLIES - 2):
            return estimate(game, state, switches, control)

        key = 0
        first = 0
        has_first = False
        mine = min(depth, DEEP)
        if switches & USE_TABLE:
            key = key_of(game, state)
            entry = find(key, control)
            if entry != 0:
                facts = word_at(entry, 3)
                first = word_at(entry, 2)
                has_first = facts & 4 != 0
                estimated = (facts >> 3) & 1
                there = (facts >> 8) & DEEP
                fits = there == mine
                if word_at(control, STRICT) == 0:
                    fits = there >= mine or not estimated
                if fits and ply > 0 and ((facts >> 24) & DEEP == ply or not switches & USE_QUICK):
                    value = as_real(word_at(entry, 1))
                    bound = facts & 3
                    if (
                        bound == EXACT
                        or (bound == AT_LEAST and value >= beta)
                        or (bound == AT_MOST and value <= alpha)
                    ):
                        add(control, HITS)
                        set_word(control, ESTIMATES, word_at(control, ESTIMATES) + estimated)
                        return value
        estimates = word_at(control, ESTIMATES)
        result = 0.0
        has_best = 0
        best_move = 0
        if by_chance:
            star = switches & USE_STAR != 0
            count = gather(game, state, not star, top, control)
            if unlikely(count < 0):
                return GIVEN_UP
            below = top + 8 * WORDS * count
            for i in range(count):
                at = top + 8 * WORDS * i
                share, least, most = real_at(at, SHARE), real_at(at, LEAST), real_at(at, MOST)
                low, high = -math.inf, math.inf
                from_, to = low, high
                if star:
                    low, high = (alpha - most - result) / share, (beta - least - result) / share
                    from_, to = max(low, real_at(at, LOW)), min(high, real_at(at, HIGH))
                child = game.play(state, word_at(at, OUTCOME))
                worth = again(game, child, depth, ply + 1, from_, to, below, switches, control)
                if unlikely(worth != worth) and word_at(control, ABORTED):
                    return GIVEN_UP
                result += share * worth
                if star and (worth <= low or worth >= high):
                    if i + 1 < count:
                        add(control, CUTOFFS)
                    result = min(result + most, alpha) if worth <= low else max(result + least, beta)
                    break
        else:
            sign = 1.0 if player == 0 else -1.0
            low, high = alpha, beta
            if player != 0:
                low, high = -beta, -alpha
            count = 0
            if ply == 0:
                count = word_at(control, ROOT_COUNT)
                for i in range(count):
                    set_word(top, 3 * i, word_at(word_at(control, ROOT_MOVES), i))
            else:
                count = collect(game, state, False, top, control)
                if unlikely(count < 0):
                    return GIVEN_UP
            start = 0
            if has_first and ply > 0 and advance(top, first, count):
                start = 1
            best = NEVER
            below = top + 24 * count
            for i in range(count):
                if switches & USE_ORDER and ply > 0 and i >= start:
                    if i == start:
                        rank(game, state, player, ply, top, start, count, False, 0, switches, control)
                    pick(top, i, count)
                move = word_at(top, 3 * i)
                floor = max(low, best) if switches & USE_STAR else -math.inf
                before = word_at(control, ESTIMATES)
                from_, to = floor, high
                if player != 0:
                    from_, to = -high, -floor
                child = game.play(state, move)
                value = again(game, child, depth - 1, ply + 1, from_, to, below, switches, control)
                if unlikely(value != value) and word_at(control, ABORTED):
                    return GIVEN_UP
                worth = sign * value
                if ply == 0:
                    bound = AT_MOST if worth <= floor else AT_LEAST if worth >= high else EXACT
                    weigh(i, move, worth, bound, control)
                if worth > best:
                    best = worth
                    best_move = move
                    has_best = 1
                    lead(ply, move, control)
                    if ply == 0:
                        set_word(control, CERTAIN, 1 if word_at(control, ESTIMATES) == before else 0)
                    if best >= high:
                        add(control, CUTOFFS)
                        break
            result = sign * best
        if switches & USE_TABLE and alpha < beta:  # in a window turned round, bounds would mean nothing
            bound = AT_MOST if result <= alpha else AT_LEAST if result >= beta else EXACT
            estimated = 1 if word_at(control, ESTIMATES) > estimates else 0
            store(key, mine, ply, result, bound, has_best, best_move, estimated, control)
        return result

    dispatcher = apart(visit, **linked.options)
    dispatcher.compile(kinds)
    return dispatcher, key_of


def build(linked: Linked) -> Any:
    """The search for a linked game, compiled, as a function that Python can call."""
    load, with_data = loader(linked.layout), linked.with_data
    visit, key_of = searcher(linked)

    def enter(data, at, depth, alpha, beta, control):
        game, state = with_data(data), load(at)
        if depth < 0:
            entry = find(key_of(game, state), control)
            return float(word_at(entry, 2)) if entry != 0 and word_at(entry, 3) & 7 == 4 else NEVER
        switches = word_at(control, SWITCHES)
        return visit(game, state, depth, 0, alpha, beta, word_at(control, STACK), switches, control)

    return whole(enter, ENTRY, **linked.options)
