"""Alpha-beta as machine code: one function, compiled together with a game's rules.

It is `outwit.search.alphabeta` again, node for node, written for a compiler: recursion through an intrinsic
with a fixed signature, all memory through one address, values as player 0 sees them. Positions where the
search ends are settled in the loop over their parent's moves, without a call of their own: most are such.
"""

from __future__ import annotations

import math
from typing import Any

from numba import types

from outwit.engine.compiler.codegen import apart, recursion, whole
from outwit.engine.compiler.linker import Linked
from outwit.engine.compiler.memory import fresh_word_at, set_word, unlikely, word_at
from outwit.engine.compiler.states import loader
from outwit.engine.kernels.abdada import BUSY, DEFER, MOST_WAITING, place_of
from outwit.engine.kernels.bindings import Questions, questions
from outwit.engine.kernels.control_block import At, Switch
from outwit.engine.kernels.etc_probe import peeker
from outwit.engine.kernels.float_steps import above, faded
from outwit.engine.kernels.float_steps import below as just_below
from outwit.engine.kernels.leaves import BROKEN_OFF, OPEN, add, collector, estimator, has_noisy, settler
from outwit.engine.kernels.limits import GIVEN_UP, OUT_OF_BUDGET, spent
from outwit.engine.kernels.ordering import advance, learn, pick, ranker
from outwit.engine.kernels.pv import finish, lead, weigh
from outwit.engine.kernels.repetition import RESTS, Path, noter, past, path
from outwit.engine.kernels.transposition import AT_LEAST, AT_MOST, DEEP, EXACT, find, store, value_of
from outwit.game import defines
from outwit.search.alphabeta import BEYOND, LATE, LATE_DEPTH, PASS, PASS_DEPTH, PEEK, SHALLOW
from outwit.search.win_distance import HORIZON

NODES, NEXT_LOOK, STOP, ABORTED, DEPTH_LEFT = (
    at.value for at in (At.NODES, At.NEXT_LOOK, At.STOP, At.ABORTED, At.DEPTH_LEFT)
)
ESTIMATES, CUTOFFS, HITS, REPEATED, STOOD_PAT = (
    at.value for at in (At.ESTIMATES, At.CUTOFFS, At.HITS, At.REPEATED, At.STOOD_PAT)
)
SWITCHES, STRICT, STACK, LENGTHS = (at.value for at in (At.SWITCHES, At.STRICT, At.STACK, At.LENGTHS))
ROOT_MOVES, ROOT_COUNT, ROOT_INDEX = At.ROOT_MOVES.value, At.ROOT_COUNT.value, At.ROOT_INDEX.value
REFUTATIONS, REFUTATION_ROW, REFUTATION_LENGTHS = (
    at.value for at in (At.REFUTATIONS, At.REFUTATION_ROW, At.REFUTATION_LENGTHS)
)
USE_TABLE, USE_REFUTATION, USE_PVS, USE_QUIESCENCE, USE_QUICK, USE_HARD, USE_CLAMP = (
    switch.value
    for switch in (
        Switch.TABLE,
        Switch.REFUTATION,
        Switch.PVS,
        Switch.QUIESCENCE,
        Switch.QUICK,
        Switch.HARD,
        Switch.CLAMP,
    )
)
USE_ETC, USE_IID, USE_REDUCTIONS, USE_NULL = (
    switch.value for switch in (Switch.ETC, Switch.IID, Switch.REDUCTIONS, Switch.NULL)
)
BARRED = At.BARRED.value
USE_PAST = Switch.PAST.value
RANKS = Switch.ORDER.value | Switch.KILLERS.value | Switch.HISTORY.value
BOUNDS = ("exact", "at most", "at least")
NEVER = -math.inf

ENTRY = types.float64(types.int64, types.int64, types.int64, types.float64, types.float64, types.int64)
"""What Python calls: data, state, depth, alpha, beta, control."""


def searcher(
    linked: Linked, asked: Questions, way: Path, estimate: Any, collect: Any, rank: Any, edge: Any
) -> Any:
    """The search of a position that is not over; one move before the end of the search if `edge` is None.

    There most positions are. What is searched from there calls nothing, and that makes it fast; what is
    searched above calls `edge` for it. Conditions that stand alone, such as `inner`, are decided before
    anything is compiled: what they rule out costs nothing.
    """
    kinds = (
        linked.self_type,
        linked.layout.type,
        *[types.int64] * 2,
        *[types.float64] * 2,
        *[types.int64] * 4,
    )
    again = recursion(types.float64(*kinds))
    key_of, bounds_of = asked.key_of, asked.bounds_of
    at_edge = edge is None
    inner = not at_edge
    settle = settler(linked, estimate, way, asked.stalled, at_edge)
    edge = edge or again
    restive = has_noisy(linked.game)
    has_late = defines(linked.game, "late") and not at_edge
    has_pass = defines(linked.game, "passed") and not at_edge
    late, passed = asked.late, asked.passed
    peek = peeker(linked, asked, way)
    counts, forbids, sift, leap = way.counts, way.forbids, way.sift, way.leap
    follow = way.peer if at_edge else way.follow

    def search(game, state, depth, ply, alpha, beta, top, trailing, switches, control):
        if unlikely(fresh_word_at(control, STOP) != 0):
            set_word(control, ABORTED, OUT_OF_BUDGET)
            return GIVEN_UP
        rooted = not at_edge and ply == 0
        quiet = restive and not at_edge and depth <= 0
        if counts:
            set_word(control, RESTS, 0)
        player = int(game.turn(state))
        sign = 1.0 if player == 0 else -1.0
        low, high = alpha, beta
        if player != 0:
            low, high = -beta, -alpha
        floor_bound, ceiling = -math.inf, math.inf
        set_word(control, LENGTHS + ply, 0)
        if unlikely(switches & USE_CLAMP != 0) and not quiet:
            least, most = bounds_of(game, state)
            if switches & USE_QUICK:
                least, most = min(least, faded(least, HORIZON)), max(most, faded(most, HORIZON))
            floor_bound, ceiling = least, most
            if player != 0:
                floor_bound, ceiling = -most, -least
            if floor_bound >= high and not rooted:
                return sign * floor_bound
            if ceiling <= low and not rooted:
                return sign * ceiling
            if rooted:  # that so much is certain does not say by which move
                floor_bound = -math.inf

        key = 0
        first = 0
        has_first = False
        mine = 1 if at_edge else min(depth, DEEP)
        best = low if switches & USE_HARD else NEVER
        if quiet:
            best = sign * estimate(game, state, switches, control)
            if best >= high:
                add(control, STOOD_PAT)
                return sign * (high if switches & USE_HARD else best)
        elif unlikely(switches & USE_TABLE != 0):
            key = key_of(game, state)
            if counts:
                if switches & USE_PAST:
                    key = past(key, ply, control)
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
                if fits and not rooted:
                    value = value_of(entry, ply, switches)
                    bound = facts & 3
                    if (
                        bound == EXACT
                        or (bound == AT_LEAST and value >= high)
                        or (bound == AT_MOST and value <= low)
                    ):
                        add(control, HITS)
                        set_word(control, ESTIMATES, word_at(control, ESTIMATES) + estimated)
                        return sign * value

        estimates = word_at(control, ESTIMATES)
        if has_pass:
            if not quiet and not rooted and depth >= PASS_DEPTH and switches & USE_NULL:
                child = passed(game, state)
                if (
                    high < math.inf
                    and word_at(control, BARRED) != ply
                    and not game.over(child)
                    and int(game.turn(child)) != player
                ):
                    left = word_at(control, DEPTH_LEFT)
                    set_word(control, BARRED, ply + 1)
                    set_word(control, LENGTHS + ply + 1, 0)
                    leap(game, child, ply, control)
                    end, value = settle(game, child, False, depth - 1 - PASS, ply + 1, switches, control)
                    if end == BROKEN_OFF:
                        return GIVEN_UP
                    if end == OPEN:
                        lower, upper = just_below(high), high
                        if player != 0:
                            lower, upper = -high, -just_below(high)
                        value = again(
                            game, child, depth - 1 - PASS, ply + 1, lower, upper, top, 0, switches, control
                        )
                        if unlikely(value != value) and word_at(control, ABORTED):
                            return GIVEN_UP
                    set_word(control, BARRED, -1)
                    set_word(control, DEPTH_LEFT, left)
                    set_word(control, ESTIMATES, estimates)
                    if sign * value >= high:
                        set_word(control, ESTIMATES, estimates + 1)
                        add(control, CUTOFFS)
                        return sign * high
        count = 0
        if rooted:
            count = word_at(control, ROOT_COUNT)
            for i in range(count):
                set_word(top, 3 * i, word_at(word_at(control, ROOT_MOVES), i))
        else:
            count = collect(game, state, quiet, top, control)
            if unlikely(count < 0):
                return GIVEN_UP
        rests = 0
        if forbids:
            if not rooted:
                all_moves = count
                count = sift(game, state, ply, top, count, control)
                rests = 1 if count < all_moves else 0

        stop = min(high, ceiling)
        if inner:
            if not rooted and not quiet and switches & USE_TABLE:
                if switches & USE_ETC and depth >= PEEK:
                    move, known = peek(game, state, sign, depth, ply, top, count, stop, switches, control)
                    if known >= stop:
                        finish(ply, move, control)
                        add(control, CUTOFFS)
                        known = min(known, ceiling)
                        return sign * (min(known, high) if switches & USE_HARD else known)
                if switches & USE_IID and not has_first and depth >= SHALLOW and depth < BEYOND:
                    left = word_at(control, DEPTH_LEFT)
                    nodes = word_at(control, NODES)
                    if unlikely(nodes >= word_at(control, NEXT_LOOK)) and spent(control, nodes):
                        return GIVEN_UP
                    set_word(control, NODES, nodes + 1)
                    below = top + 24 * count
                    value = again(
                        game, state, depth // 2, ply, alpha, beta, below, trailing, switches, control
                    )
                    if unlikely(value != value) and word_at(control, ABORTED):
                        return GIVEN_UP
                    set_word(control, DEPTH_LEFT, left)
                    set_word(control, ESTIMATES, estimates)
                    set_word(control, LENGTHS + ply, 0)
                    entry = find(key, control)
                    if entry != 0:
                        first = word_at(entry, 2)
                        has_first = word_at(entry, 3) & 4 != 0

        expected = 0
        on_line = False
        if unlikely(switches & USE_REFUTATION != 0) and trailing and not rooted:
            root = word_at(control, ROOT_INDEX)
            if word_at(word_at(control, REFUTATION_LENGTHS), root) > ply:
                line = word_at(control, REFUTATIONS) + root * word_at(control, REFUTATION_ROW)
                expected = word_at(line, ply)
                on_line = True
        ranking = not rooted and (switches & RANKS != 0 or on_line)
        start = 0
        if unlikely(has_first) and not rooted and not quiet and advance(top, first, count):
            start = 1

        has_best = False
        best_move = 0
        rests_on = 0
        together = False
        if inner:
            together = depth >= DEFER and not quiet and word_at(control, BUSY) != 0
        waiting = 0
        for step in range(2 * count if together else count):
            i = step
            if inner:
                if together and step >= count:
                    i = step - count
                    if waiting == 0:
                        break
                    if i > MOST_WAITING or not (waiting >> i) & 1:
                        continue
            if ranking and step >= start and step < count:
                if i == start:
                    rank(game, state, player, ply, top, start, count, on_line, expected, switches, control)
                pick(top, i, count)
            move = word_at(top, 3 * i)
            slot = 0
            if inner:
                if together:
                    slot = place_of(key, move, control)
                    if step < count and 0 < i <= MOST_WAITING and fresh_word_at(slot, 0) == key ^ move:
                        waiting |= 1 << i
                        continue
                    set_word(slot, 0, key ^ move)
            child = game.play(state, move)
            recurs = follow(game, state, move, child, ply, control)
            floor = max(max(low, floor_bound), best)
            worth = 0.0
            if at_edge:
                end, value = settle(game, child, recurs, 0, ply + 1, switches, control)
                if end == BROKEN_OFF:
                    return GIVEN_UP
                worth = sign * value
            else:
                set_word(control, LENGTHS + ply + 1, 0)
                if rooted:
                    set_word(control, ROOT_INDEX, i)
                below = top + 24 * count
                trail = 1 if rooted or (on_line and move == expected) else 0
                probing = switches & USE_PVS != 0 and i > 0 and depth > 1
                less = 1
                if has_late:
                    lately = i >= LATE and depth >= LATE_DEPTH and switches & USE_REDUCTIONS
                    if lately and late(game, state, move):
                        probing, less = True, 2
                limit = above(floor) if probing else stop
                while True:
                    end, value = settle(game, child, recurs, depth - less, ply + 1, switches, control)
                    if end == BROKEN_OFF:
                        return GIVEN_UP
                    if end == OPEN:
                        lower, upper = floor, limit
                        if player != 0:
                            lower, upper = -limit, -floor
                        if depth - less == 1 and not (restive and switches & USE_QUIESCENCE):
                            value = edge(
                                game, child, 1, ply + 1, lower, upper, below, trail, switches, control
                            )
                        else:
                            value = again(
                                game,
                                child,
                                depth - less,
                                ply + 1,
                                lower,
                                upper,
                                below,
                                trail,
                                switches,
                                control,
                            )
                        if unlikely(value != value) and word_at(control, ABORTED):
                            return GIVEN_UP
                    worth = sign * value
                    if not probing or worth <= floor or (worth >= stop and less == 1):
                        break
                    add(control, REPEATED)
                    probing, less = False, 1
                    limit = stop
            if inner:
                if together:
                    set_word(slot, 0, 0)
            if rooted:
                bound = AT_MOST if worth <= floor else AT_LEAST if worth >= stop else EXACT
                weigh(i, move, worth, bound, control)
            if worth > best:
                best = worth
                best_move = move
                has_best = True
                if counts:
                    rests_on = word_at(control, RESTS)
                if at_edge:
                    finish(ply, move, control)
                else:
                    lead(ply, move, control)
                if best >= stop:
                    add(control, CUTOFFS)
                    if not quiet:
                        learn(player, move, ply, depth, switches, control)
                    break
        best = min(max(best, floor_bound), ceiling)
        if unlikely(switches & USE_HARD != 0):
            best = min(max(best, low), high)
        if counts:  # what rests on a repetition belongs to its path, and is not kept without it
            rests |= rests_on
            set_word(control, RESTS, rests)
            if rests and not switches & USE_PAST:
                return sign * best
        if unlikely(switches & USE_TABLE != 0) and not quiet:
            bound = AT_MOST if best <= low else AT_LEAST if best >= high else EXACT
            estimated = 1 if word_at(control, ESTIMATES) > estimates else 0
            store(key, mine, ply, best, bound, 1 if has_best else 0, best_move, estimated, switches, control)
        return sign * best

    dispatcher = apart(search, **linked.options)
    dispatcher.compile(kinds)
    return dispatcher


def build(linked: Linked) -> Any:
    """The search for a linked game, compiled, as a function that Python can call."""
    load, with_data = loader(linked.layout), linked.with_data
    asked = questions(linked)
    key_of = asked.key_of
    way, estimate = path(linked, asked), estimator(linked, asked)
    shared = linked, asked, way, estimate, collector(linked, asked.noisy), ranker(linked, asked.hint)
    note, begin = noter(linked, asked, way), way.begin
    search = searcher(*shared, searcher(*shared, None))

    def enter(data, at, depth, alpha, beta, control):
        game, state = with_data(data), load(at)
        if note(game, state, control):
            return 0.0
        if depth < 0:
            entry = find(key_of(game, state), control)
            return float(word_at(entry, 2)) if entry != 0 and word_at(entry, 3) & 7 == 4 else NEVER
        nodes, switches = word_at(control, NODES), word_at(control, SWITCHES)
        if spent(control, nodes):
            return GIVEN_UP
        set_word(control, NODES, nodes + 1)
        begin(game, state, False, control)
        return search(game, state, depth, 0, alpha, beta, word_at(control, STACK), 1, switches, control)

    return whole(enter, ENTRY, **linked.options)
