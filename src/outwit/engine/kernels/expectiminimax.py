"""Expectiminimax as machine code: max, min and chance in one function, compiled together with a game's rules.

It is `outwit.search.expectiminimax` again, node for node, and a table beside it: what is known of a position
serves wherever the dice lead to it another time, and bounds a chance event before its outcomes are searched.
"""

from __future__ import annotations

import math
from typing import Any

from numba import types

from outwit.engine.compiler.codegen import apart, recursion, whole
from outwit.engine.compiler.linker import Linked
from outwit.engine.compiler.memory import fresh_word_at, real_at, set_real, set_word, unlikely, word_at
from outwit.engine.compiler.states import loader
from outwit.engine.kernels.alphabeta import ENTRY, NEVER
from outwit.engine.kernels.bindings import Questions, questions
from outwit.engine.kernels.chance_nodes import (
    BOUND,
    GUESSED,
    HIGH,
    KNOWN,
    LEAST,
    LOW,
    MOST,
    MOVE,
    OUTCOME,
    PROBED,
    RESTED,
    SETTLED,
    SHARE,
    SIZE,
    WORTH,
    certainty_equivalent,
    follower,
    gatherer,
    recaller,
    remembered,
    spreader,
    tally,
)
from outwit.engine.kernels.control_block import MOST_PLIES, At, Switch
from outwit.engine.kernels.float_steps import faded
from outwit.engine.kernels.leaves import add, collector, estimator
from outwit.engine.kernels.limits import GIVEN_UP, OUT_OF_BUDGET, spent
from outwit.engine.kernels.ordering import advance, pick
from outwit.engine.kernels.pv import lead, weigh
from outwit.engine.kernels.repetition import RESTS, Path, noter, past, path
from outwit.engine.kernels.static_ordering import RANKS, Glances, glances
from outwit.engine.kernels.transposition import AT_LEAST, AT_MOST, DEEP, EXACT, find, store
from outwit.game import CHANCE
from outwit.search.risk import ATTITUDES

NODES, NEXT_LOOK, STOP, ABORTED, DEPTH_LEFT = (
    at.value for at in (At.NODES, At.NEXT_LOOK, At.STOP, At.ABORTED, At.DEPTH_LEFT)
)
ESTIMATES, CUTOFFS, HITS, PROBES, SWITCHES, STRICT = (
    at.value for at in (At.ESTIMATES, At.CUTOFFS, At.HITS, At.PROBES, At.SWITCHES, At.STRICT)
)
STACK, LENGTHS, ROOT_MOVES, ROOT_COUNT, CERTAIN = (
    at.value for at in (At.STACK, At.LENGTHS, At.ROOT_MOVES, At.ROOT_COUNT, At.CERTAIN)
)
RISK, ASKING, AVERSION = (at.value for at in (At.RISK, At.ASKING, At.AVERSION))
USE_TABLE, USE_QUICK, USE_STAR, USE_PROBE = (
    switch.value for switch in (Switch.TABLE, Switch.QUICK, Switch.STAR, Switch.PROBE)
)
AGAIN, USE_PAST = At.AGAIN.value, Switch.PAST.value
MEAN, WORST, _ = range(len(ATTITUDES))

EXPECTED, PROMISE, SPREAD = -1, -2, -3
"""Depths that ask for something else than a value: the move that the table expects; how promising a move at
the root is; and from there down, how far values spread after it, none, one, two ... moves beyond chance."""


def searcher(linked: Linked, asked: Questions, way: Path, order: Glances, gather: Any) -> Any:
    """The value of any position, for player 0; `probe` is where a chance event notes what it has tried."""
    kinds = (
        linked.self_type,
        linked.layout.type,
        *[types.int64] * 2,
        *[types.float64] * 2,
        *[types.int64] * 4,
    )
    again = recursion(types.float64(*kinds))
    key_of, rank, choose = asked.key_of, order.rank, order.choose
    estimate = estimator(linked, asked)
    collect = collector(linked, asked.noisy)
    recall = recaller(linked, asked, way)
    acts_next = follower(linked, way)
    counts, forbids, sift, stuck = way.counts, way.forbids, way.sift, way.stuck
    follow, follow_chance, stalled = way.follow, way.follow_chance, asked.stalled

    def visit(game, state, depth, ply, alpha, beta, top, probe, switches, control):
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
        recurs = False
        if counts:
            recurs = word_at(control, AGAIN) != 0
            set_word(control, AGAIN, 0)
            set_word(control, RESTS, 0)
        if game.over(state):
            payoff = float(game.payoff(state, 0))
            if switches & USE_QUICK:
                payoff = faded(payoff, ply)
            return payoff
        if counts:
            if recurs:
                set_word(control, RESTS, 1)
                return 0.0
        if forbids:
            if stuck(game, state, ply, control):
                set_word(control, RESTS, 1)
                payoff = stalled(game, state)
                return faded(payoff, ply) if switches & USE_QUICK else payoff
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
            if counts:
                if switches & USE_PAST:
                    key = past(key, ply, control)
            strict = word_at(control, STRICT) != 0
            facts, value, first, serves = remembered(key, mine, ply, strict, switches, control)
            has_first = facts & 4 != 0
            if serves and ply > 0:
                bound = facts & 3
                if (
                    bound == EXACT
                    or (bound == AT_LEAST and value >= beta)
                    or (bound == AT_MOST and value <= alpha)
                ):
                    add(control, HITS)
                    set_word(control, ESTIMATES, word_at(control, ESTIMATES) + ((facts >> 3) & 1))
                    return value
        estimates = word_at(control, ESTIMATES)
        result = 0.0
        has_best = 0
        best_move = 0
        rests = 0
        if by_chance:
            risk = word_at(control, RISK)
            prunes = switches & USE_STAR != 0
            star = prunes and risk == MEAN
            count = gather(game, state, risk == MEAN and not star, top, control)
            if unlikely(count < 0):
                return GIVEN_UP
            below = top + SIZE * count
            met = False
            if star:
                if switches & USE_TABLE and depth > 0:
                    recall(game, state, depth, ply + 1, top, count, switches, control)
                least, most = tally(top, count)
                if switches & USE_PROBE and depth > 0:
                    acting = acts_next(game, state, ply, top, count, control)
                    raises = acting == 0
                    for i in range(count if acting >= 0 else 0):
                        if least >= beta or most <= alpha:
                            break
                        at = top + SIZE * i
                        share = real_at(at, SHARE)
                        low, high = real_at(at, LOW), real_at(at, HIGH)
                        if raises:
                            high = (beta - least) / share + low
                        else:
                            low = (alpha - most) / share + high
                        hopeless = math.isinf(high if raises else low) or word_at(at, KNOWN) == SETTLED
                        child = game.play(state, word_at(at, OUTCOME))
                        if hopeless or not low < high or game.over(child):
                            continue
                        if counts:
                            if follow_chance(game, child, ply, control):
                                continue
                        if forbids:
                            if stuck(game, child, ply + 1, control):
                                continue
                        move = choose(game, child, depth, ply + 1, below, switches, control)
                        if unlikely(word_at(control, ABORTED) != 0):
                            return GIVEN_UP
                        before = word_at(control, ESTIMATES)
                        after = game.play(child, move)
                        if counts:
                            recurs = follow(game, child, move, after, ply + 1, control)
                            set_word(control, AGAIN, 1 if recurs else 0)
                        worth = again(game, after, depth - 1, ply + 2, low, high, below, 0, switches, control)
                        if unlikely(worth != worth) and word_at(control, ABORTED):
                            return GIVEN_UP
                        add(control, PROBES)
                        bound = AT_MOST if worth <= low else AT_LEAST if worth >= high else EXACT
                        guessed = 1 if word_at(control, ESTIMATES) > before else 0
                        rested = word_at(control, RESTS) if counts else 0
                        rests |= rested
                        known = PROBED | bound << BOUND | guessed << GUESSED | rested << RESTED
                        set_word(at, KNOWN, known)
                        set_word(at, MOVE, move)
                        set_real(at, WORTH, worth)
                        if raises and worth > low:
                            least += share * (worth - low)
                            set_real(at, LOW, worth)
                        elif not raises and worth < high:
                            most += share * (worth - high)
                            set_real(at, HIGH, worth)
                    met = least >= beta or most <= alpha
                    if met:
                        add(control, CUTOFFS)
                        result = least if least >= beta else most
                    else:
                        tally(top, count)
            best = NEVER
            adverse = -float(word_at(control, ASKING))
            for i in range(0 if met else count):
                at = top + SIZE * i
                share, known = real_at(at, SHARE), word_at(at, KNOWN)
                low, high = -math.inf, math.inf
                from_, to = low, high
                least, most = real_at(at, LEAST), real_at(at, MOST)
                if star:
                    low, high = (alpha - most - result) / share, (beta - least - result) / share
                    from_, to = max(low, real_at(at, LOW)), min(high, real_at(at, HIGH))
                elif prunes and risk == WORST:
                    from_, to = alpha, beta
                    if adverse > 0:
                        from_ = max(alpha, best)
                    else:
                        to = min(beta, -best)
                worth = real_at(at, WORTH)
                if known != SETTLED:
                    child = game.play(state, word_at(at, OUTCOME))
                    if counts:
                        set_word(control, AGAIN, 1 if follow_chance(game, child, ply, control) else 0)
                    handed = at if known != 0 else 0
                    worth = again(game, child, depth, ply + 1, from_, to, below, handed, switches, control)
                    if unlikely(worth != worth) and word_at(control, ABORTED):
                        return GIVEN_UP
                    set_real(at, WORTH, worth)
                    if counts:
                        rests |= word_at(control, RESTS)
                result += share * worth
                best = max(best, adverse * worth)
                if star and (worth <= low or worth >= high):
                    if i + 1 < count:
                        add(control, CUTOFFS)
                    result = min(result + most, alpha) if worth <= low else max(result + least, beta)
                    break
                if risk == WORST and best >= (beta if adverse > 0 else -alpha):
                    add(control, CUTOFFS)
                    break
            if risk == WORST:
                result = adverse * best
            elif risk != MEAN:
                result = certainty_equivalent(top, count, real_at(control, AVERSION))
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
                if forbids:
                    all_moves = count
                    count = sift(game, state, ply, top, count, control)
                    rests = 1 if count < all_moves else 0
            tried = 0
            rests_on = 0
            if probe != 0:
                first, has_first, tried = word_at(probe, MOVE), True, word_at(probe, KNOWN)
            start = 0
            if has_first and ply > 0 and advance(top, first, count):
                start = 1
            best = NEVER
            ranked = False
            below = top + 24 * count
            for i in range(count):
                if i == start and ply > 0 and switches & RANKS:
                    ranked = rank(game, state, depth, ply, top, start, count, control)
                if ranked:
                    pick(top, i, count)
                move = word_at(top, 3 * i)
                floor = max(low, best) if switches & USE_STAR else -math.inf
                before = word_at(control, ESTIMATES)
                value = 0.0
                answered = False
                if tried != 0 and i < start:
                    value = real_at(probe, WORTH)
                    bound = (tried >> BOUND) & 3
                    answered = bound == EXACT
                    if (bound == AT_MOST) == (player == 0):
                        answered = answered or sign * value <= floor
                    else:
                        answered = answered or sign * value >= high
                    set_word(control, ESTIMATES, before + ((tried >> GUESSED) & 1))
                    if counts:
                        set_word(control, RESTS, (tried >> RESTED) & 1)
                if not answered:
                    from_, to = floor, high
                    if player != 0:
                        from_, to = -high, -floor
                    child = game.play(state, move)
                    if counts:
                        recurs = follow(game, state, move, child, ply, control)
                        set_word(control, AGAIN, 1 if recurs else 0)
                    value = again(game, child, depth - 1, ply + 1, from_, to, below, 0, switches, control)
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
                    if counts:
                        rests_on = word_at(control, RESTS)
                    lead(ply, move, control)
                    if ply == 0:
                        set_word(control, CERTAIN, 1 if word_at(control, ESTIMATES) == before else 0)
                    if best >= high:
                        add(control, CUTOFFS)
                        break
            result = sign * best
            rests |= rests_on
        if counts:  # what rests on a repetition belongs to its path, and is not kept without it
            set_word(control, RESTS, rests)
            if rests and not switches & USE_PAST:
                return result
        if switches & USE_TABLE and alpha < beta:  # in a window turned round, bounds would mean nothing
            bound = AT_MOST if result <= alpha else AT_LEAST if result >= beta else EXACT
            estimated = 1 if word_at(control, ESTIMATES) > estimates else 0
            store(key, mine, ply, result, bound, has_best, best_move, estimated, switches, control)
        return result

    dispatcher = apart(visit, **linked.options)
    dispatcher.compile(kinds)
    return dispatcher


def build(linked: Linked) -> Any:
    """The search for a linked game, compiled, as a function that Python can call."""
    load, with_data = loader(linked.layout), linked.with_data
    asked = questions(linked)
    way = path(linked, asked)
    order, gather, key_of = glances(linked, asked, way), gatherer(linked, asked), asked.key_of
    visit = searcher(linked, asked, way, order, gather)
    spread, promise = spreader(linked, visit, gather, way), order.promise
    note, begin, follow = noter(linked, asked, way), way.begin, way.follow

    def enter(data, at, depth, alpha, beta, control):
        game, state = with_data(data), load(at)
        if note(game, state, control):
            return 0.0
        begin(game, state, False, control)
        if depth == EXPECTED:
            entry = find(key_of(game, state), control)
            return float(word_at(entry, 2)) if entry != 0 and word_at(entry, 3) & 7 == 4 else NEVER
        if depth < 0:
            move = word_at(word_at(control, ROOT_MOVES), int(alpha))
            if depth == PROMISE:
                return promise(game, state, move)
            child = game.play(state, move)
            recurs = follow(game, state, move, child, 0, control)
            return spread(game, child, recurs, SPREAD - depth, control)
        switches = word_at(control, SWITCHES)
        return visit(game, state, depth, 0, alpha, beta, word_at(control, STACK), 0, switches, control)

    return whole(enter, ENTRY, **linked.options)
