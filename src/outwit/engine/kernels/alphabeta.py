"""Alpha-beta as machine code: one function made of parts, compiled together with a game's rules.

It is `outwit.search.alphabeta` again, node for node, written for a compiler: recursion through an intrinsic
with a fixed signature, all memory through one address, values as player 0 sees them. Positions where the
search ends are settled in the loop over their parent's moves, without a call of their own: most are such.
"""

from __future__ import annotations

import math
from typing import Any

from numba import types

from outwit.engine.compiler.codegen import apart, inline, recursion_through_parts, whole
from outwit.engine.compiler.linker import Linked
from outwit.engine.compiler.memory import fresh_word_at, real_at, set_word, unlikely, word_at
from outwit.engine.compiler.states import loader
from outwit.engine.kernels.abdada import BUSY, DEFER, MOST_WAITING, place_of
from outwit.engine.kernels.bindings import Bindings, rule_bindings
from outwit.engine.kernels.control_block import MOVE_BYTES, MOVE_WORDS, At, Switch
from outwit.engine.kernels.float_steps import above, fade, turn_window
from outwit.engine.kernels.leaves import (
    BROKEN_OFF,
    OPEN,
    add,
    collector,
    estimator,
    put_root_moves,
    settler,
)
from outwit.engine.kernels.limits import GIVEN_UP, OUT_OF_BUDGET, is_given_up, out_of_budget
from outwit.engine.kernels.ordering import advance, learn, pick, ranker
from outwit.engine.kernels.pv import expected_move, finish, lead, weigh
from outwit.engine.kernels.repetition import RESTS, Path, noter, path
from outwit.engine.kernels.selectivity import good_enough_tester, null_mover, reduction, urgency
from outwit.engine.kernels.transposition import (
    NEVER,
    bound_of,
    count_hit,
    deep_enough,
    etc_prober,
    probe,
    pv_move,
    reply_prefetcher,
    settles,
    store,
)
from outwit.game import defines
from outwit.search.alphabeta import (
    BEYOND,
    DELTA,
    ETC_DEPTH,
    LATE,
    LATE_DEPTH,
    PASS_DEPTH,
    SHALLOW,
    has_noisy,
)
from outwit.search.win_distance import HORIZON

NODES, NEXT_LOOK, STOP, ABORTED, DEPTH_LEFT = (
    at.value for at in (At.NODES, At.NEXT_LOOK, At.STOP, At.ABORTED, At.DEPTH_LEFT)
)
ESTIMATES, CUTOFFS, REPEATED, STOOD_PAT = (
    at.value for at in (At.ESTIMATES, At.CUTOFFS, At.REPEATED, At.STOOD_PAT)
)
SWITCHES, STACK, LENGTHS = At.SWITCHES.value, At.STACK.value, At.LENGTHS.value
ROOT_INDEX = At.ROOT_INDEX.value
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
USE_DELTA, USE_EXTENSIONS = Switch.DELTA.value, Switch.EXTENSIONS.value
BARRED, FARTHEST, LEFT_OUT, SCALE = (at.value for at in (At.BARRED, At.FARTHEST, At.LEFT_OUT, At.MARGIN))
USE_PAST = Switch.PAST.value
RANKS = Switch.ORDER.value | Switch.KILLERS.value | Switch.HISTORY.value

ENTRY = types.float64(types.int64, types.int64, types.int64, types.float64, types.float64, types.int64)
"""What Python calls: data, state, depth, alpha, beta, control."""


def deepener(linked: Linked, again: Any) -> Any:
    """The function that searches a position to half its depth (IID), for the table to know a good move."""

    def deepen(game, state, depth, ply, alpha, beta, least, most, top, trailing, switches, control):
        left, estimates = word_at(control, DEPTH_LEFT), word_at(control, ESTIMATES)
        nodes = word_at(control, NODES)
        if unlikely(nodes >= word_at(control, NEXT_LOOK)) and out_of_budget(control, nodes):
            return GIVEN_UP
        set_word(control, NODES, nodes + 1)
        value = again(
            game, state, depth // 2, ply, alpha, beta, least, most, top, trailing, switches, control
        )
        set_word(control, DEPTH_LEFT, left)
        set_word(control, ESTIMATES, estimates)
        set_word(control, LENGTHS + ply, 0)
        return value

    return inline(deepen, **linked.options)


def bounder(linked: Linked, rules: Bindings) -> Any:
    """The function that says between which values of player 0 a position's value lies for certain.

    Who searches a position asks first, and need not search it if that is enough to cut.
    """
    bounds_of, restive = rules.bounds_of, has_noisy(linked.game)

    def bound(game, state, depth, switches, control):
        if switches & USE_CLAMP == 0 or (restive and depth <= 0):
            return -math.inf, math.inf
        least, most = bounds_of(game, state, control)
        if switches & USE_QUICK:
            return min(least, fade(least, HORIZON)), max(most, fade(most, HORIZON))
        return least, most

    return inline(bound, **linked.options)


def child_searcher(
    linked: Linked, rules: Bindings, settle: Any, bound: Any, edge: Any, again: Any, is_urgent: Any
) -> Any:
    """The function that searches the position after a move: what the move is worth to who plays it.

    A move after the first is searched with a null window (PVS), and less deep where the game says that it may
    be (late-move reduction); if it turns out better than the best so far, it is searched again. One that
    leads to an urgent position is searched one move deeper.
    """
    late, has_late, restive = rules.late, defines(linked.game, "late"), has_noisy(linked.game)
    has_urgent = defines(linked.game, "urgent")

    def child_worth(
        game, state, move, i, child, recurs, depth, ply, player, floor, stop, top, trail, switches, control
    ):
        sign = 1.0 if player == 0 else -1.0
        probing = switches & USE_PVS != 0 and i > 0 and depth > 1
        less, more, ends = 1, 0, not (restive and switches & USE_QUIESCENCE)
        if has_urgent:
            if switches & USE_EXTENSIONS:
                ends = False
                if depth > 0 and ply + 1 < word_at(control, FARTHEST) and not recurs:
                    more = 1 if is_urgent(game, child, switches) else 0
        if has_late:
            if i >= LATE and depth >= LATE_DEPTH and switches & USE_REDUCTIONS and more == 0:
                degree = late(game, state, move)
                if degree > 0:
                    probing, less = True, 1 + reduction(degree, depth, i)
        limit = above(floor) if probing else stop
        while True:
            below = depth - less + more
            end, value = settle(game, child, recurs, below, ply + 1, switches, control)
            if end == OPEN:
                lower, upper = turn_window(floor, limit, player)
                least, most = bound(game, child, below, switches, control)
                if least >= upper:
                    value = least
                elif most <= lower:
                    value = most
                elif below == 1 and ends:
                    value = edge(
                        game, child, 1, ply + 1, lower, upper, least, most, top, trail, switches, control
                    )
                else:
                    value = again(
                        game,
                        child,
                        below,
                        ply + 1,
                        lower,
                        upper,
                        least,
                        most,
                        top,
                        trail,
                        switches,
                        control,
                    )
            if unlikely(is_given_up(value, control)):
                return GIVEN_UP
            worth = sign * value
            if not probing or worth <= floor or (worth >= stop and less == 1):
                return worth
            add(control, REPEATED)
            probing, less, limit = False, 1, stop

    return inline(child_worth, **linked.options)


def move_loop(
    linked: Linked,
    rules: Bindings,
    way: Path,
    settle: Any,
    rank: Any,
    child_worth: Any,
    is_urgent: Any,
    at_edge: bool,
) -> Any:
    """The function that tries the moves on the stack until one cuts.

    It answers with the best worth, at least what was certain before; whether a move has it, and which; and
    whether that rests on a repetition. What was broken off has a worth that is `is_given_up`.
    """
    inner, counts, restive = not at_edge, way.counts, has_noisy(linked.game)
    forbids, stuck = way.forbids, way.stuck
    skips, has_gain = linked.game.scale > 0, restive and inner and defines(linked.game, "gain")
    noisy, gain = rules.noisy, rules.gain
    follow = way.peer if at_edge else way.follow

    def try_moves(
        game,
        state,
        depth,
        ply,
        player,
        quiet,
        floor,
        best,
        stop,
        hopeful,
        key,
        top,
        start,
        count,
        ranked,
        trailing,
        switches,
        control,
    ):
        rooted = not at_edge and ply == 0
        stood = best
        has_best, best_move, rests = False, 0, 0
        on_line, expected = False, 0
        if unlikely(switches & USE_REFUTATION != 0) and trailing and not rooted:
            on_line, expected = expected_move(ply, control)
        ranking = not rooted and (switches & RANKS != 0 or on_line)
        abdada = False
        if inner:
            abdada = depth >= DEFER and not quiet and word_at(control, BUSY) != 0
        waiting = 0
        for step in range(2 * count if abdada else count):
            i = step
            if inner:
                if abdada and step >= count:
                    i = step - count
                    if waiting == 0:
                        break
                    if i > MOST_WAITING or not (waiting >> i) & 1:
                        continue
            if ranking and step >= start and step < count:
                if i == start and not ranked:
                    rank(game, state, player, ply, top, start, count, on_line, expected, switches, control)
                pick(top, i, count)
            move = word_at(top, MOVE_WORDS * i)
            above_this = max(floor, best)
            if has_gain:
                if quiet and switches & USE_DELTA:
                    most = stood + DELTA * real_at(control, SCALE) + gain(game, state, move)
                    if most <= above_this:
                        best = max(best, most)
                        add(control, ESTIMATES)
                        add(control, LEFT_OUT)
                        continue
            slot = 0
            if inner:
                if abdada:
                    slot = place_of(key, move, control)
                    if step < count and 0 < i <= MOST_WAITING and fresh_word_at(slot, 0) == key ^ move:
                        waiting |= 1 << i
                        continue
                    set_word(slot, 0, key ^ move)
            child = game.play(state, move)
            recurs = follow(game, state, move, child, ply, control)
            if skips:
                if i > 0 and hopeful <= above_this and not recurs and not noisy(game, state, move):
                    ends = game.over(child) or (forbids and stuck(game, child, ply + 1, control))
                    if not ends and not is_urgent(game, child, switches):
                        if inner:
                            if abdada:
                                set_word(slot, 0, 0)
                        best = max(best, hopeful)
                        add(control, ESTIMATES)
                        add(control, LEFT_OUT)
                        continue
            if at_edge:
                end, value = settle(game, child, recurs, 0, ply + 1, switches, control)
                if end == BROKEN_OFF:
                    return GIVEN_UP, False, 0, 0
                worth = value if player == 0 else -value
            else:
                set_word(control, LENGTHS + ply + 1, 0)
                if rooted:
                    set_word(control, ROOT_INDEX, i)
                trail = 1 if rooted or (on_line and move == expected) else 0
                worth = child_worth(
                    game,
                    state,
                    move,
                    i,
                    child,
                    recurs,
                    depth,
                    ply,
                    player,
                    above_this,
                    stop,
                    top + MOVE_BYTES * count,
                    trail,
                    switches,
                    control,
                )
                if unlikely(is_given_up(worth, control)):
                    return GIVEN_UP, False, 0, 0
            if inner:
                if abdada:
                    set_word(slot, 0, 0)
            if rooted:
                weigh(i, move, worth, bound_of(worth, above_this, stop), control)
            if worth > best:
                best, best_move, has_best = worth, move, True
                if counts:
                    rests = word_at(control, RESTS)
                if at_edge:
                    finish(ply, move, control)
                else:
                    lead(ply, move, control)
                if best >= stop:
                    add(control, CUTOFFS)
                    if not quiet and not noisy(game, state, move):
                        learn(player, move, ply, depth, switches, control)
                    break
        return best, has_best, best_move, rests

    return inline(try_moves, **linked.options)


def searcher(
    linked: Linked, rules: Bindings, way: Path, estimate: Any, collect: Any, rank: Any, edge: Any
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
        *[types.float64] * 4,
        *[types.int64] * 4,
    )
    again, here = recursion_through_parts(types.float64(*kinds))
    at_edge = edge is None
    inner = not at_edge
    restive, has_pass = has_noisy(linked.game), defines(linked.game, "passed") and inner
    judges = has_pass or linked.game.scale > 0
    settle = settler(linked, estimate, way, rules.stalled, at_edge)
    bound = bounder(linked, rules)
    null_worth, deepen = null_mover(linked, rules, way, settle, bound, again), deepener(linked, again)
    is_urgent = urgency(linked, rules)
    is_good_enough = good_enough_tester(linked, rules, is_urgent)
    child_worth = child_searcher(linked, rules, settle, bound, edge or again, again, is_urgent)
    try_moves = move_loop(linked, rules, way, settle, rank, child_worth, is_urgent, at_edge)
    prefetch_replies, etc_probe = reply_prefetcher(linked, way), etc_prober(linked, way)
    table_key = way.table_key
    counts, forbids, sift = way.counts, way.forbids, way.sift

    def search(game, state, depth, ply, alpha, beta, lowest, highest, top, trailing, switches, control):
        here()
        if unlikely(fresh_word_at(control, STOP) != 0):
            set_word(control, ABORTED, OUT_OF_BUDGET)
            return GIVEN_UP
        rooted = not at_edge and ply == 0
        quiet = restive and not at_edge and depth <= 0
        if counts:
            set_word(control, RESTS, 0)
        player = int(game.turn(state))
        sign = 1.0 if player == 0 else -1.0
        low, high = turn_window(alpha, beta, player)
        set_word(control, LENGTHS + ply, 0)

        least, most = turn_window(lowest, highest, player)  # what the game's bounds say
        if rooted:  # that so much is certain does not say by which move
            least = -math.inf

        key, first, has_first = 0, 0, False  # what the table knows, or the estimate of a quiet position
        mine = 1 if at_edge else depth
        best = low if switches & USE_HARD else NEVER
        if quiet:
            best = sign * estimate(game, state, switches, control)
            if best >= high:
                add(control, STOOD_PAT)
                return sign * (high if switches & USE_HARD else best)
        elif unlikely(switches & USE_TABLE != 0):
            key = table_key(game, state, ply, switches, control)
            entry = probe(key, ply, switches, control)
            first, has_first = entry.move, entry.has_move
            if not rooted and deep_enough(entry, mine, control) and settles(entry, low, high):
                count_hit(entry, control)
                return sign * entry.value

        estimates = word_at(control, ESTIMATES)
        guess, hopeful, passing = 0.0, math.inf, False
        if has_pass:
            passing = not quiet and not rooted and PASS_DEPTH <= depth < BEYOND and switches & USE_NULL != 0
            passing = passing and word_at(control, BARRED) != ply
        if judges:
            if not quiet and not rooted:
                futile, guess, hopeful = is_good_enough(
                    game, state, mine, sign, high, passing, switches, control
                )
                if futile:
                    add(control, ESTIMATES)
                    add(control, CUTOFFS)
                    return sign * high
        if has_pass:
            if passing and guess >= high:
                worth = null_worth(game, state, player, depth, ply, high, top, switches, control)
                if unlikely(is_given_up(worth, control)):
                    return GIVEN_UP
                if worth >= high:
                    add(control, ESTIMATES)
                    add(control, CUTOFFS)
                    return sign * high

        rests = 0
        if rooted:
            count = put_root_moves(top, control)
        else:
            count = collect(game, state, quiet, top, control)
            if unlikely(count < 0):
                return GIVEN_UP
            if forbids:
                all_moves = count
                count = sift(game, state, ply, top, count, control)
                rests = 1 if count < all_moves else 0

        stop, ranked = min(high, most), False
        if inner:
            if not rooted and not quiet and switches & USE_TABLE:
                deepens = switches & USE_IID and not has_first and depth >= SHALLOW and depth < BEYOND
                if switches & USE_ETC and depth >= ETC_DEPTH:
                    prefetch_replies(game, state, ply, top, count, switches, control)
                    if switches & RANKS and not (
                        has_first or deepens or (switches & USE_REFUTATION and trailing)
                    ):
                        # so there is something to do while the buckets come
                        rank(game, state, player, ply, top, 0, count, False, 0, switches, control)
                        ranked = True
                    move, known = etc_probe(
                        game, state, sign, depth, ply, top, count, stop, switches, control
                    )
                    if known >= stop:
                        finish(ply, move, control)
                        add(control, CUTOFFS)
                        known = min(known, most)
                        return sign * (min(known, high) if switches & USE_HARD else known)
                if deepens:
                    below = top + MOVE_BYTES * count
                    value = deepen(
                        game,
                        state,
                        depth,
                        ply,
                        alpha,
                        beta,
                        lowest,
                        highest,
                        below,
                        trailing,
                        switches,
                        control,
                    )
                    if unlikely(is_given_up(value, control)):
                        return GIVEN_UP
                    entry = probe(key, ply, switches, control)
                    first, has_first = entry.move, entry.has_move

        start = 0
        if unlikely(has_first) and not rooted and not quiet and advance(top, first, count):
            start = 1
        floor = max(low, least)
        best, has_best, best_move, rests_on = try_moves(
            game,
            state,
            depth,
            ply,
            player,
            quiet,
            floor,
            best,
            stop,
            hopeful,
            key,
            top,
            start,
            count,
            ranked,
            trailing,
            switches,
            control,
        )
        if unlikely(is_given_up(best, control)):
            return GIVEN_UP

        best = min(max(best, least), most)
        if unlikely(switches & USE_HARD != 0):
            best = min(max(best, low), high)
        if counts:  # what rests on a repetition belongs to its path, and is not kept without it
            rests |= rests_on
            set_word(control, RESTS, rests)
            if rests and not switches & USE_PAST:
                return sign * best
        if unlikely(switches & USE_TABLE != 0) and not quiet:
            bound = bound_of(best, low, high)
            estimated = 1 if word_at(control, ESTIMATES) > estimates else 0
            store(key, mine, ply, best, bound, 1 if has_best else 0, best_move, estimated, switches, control)
        return sign * best

    dispatcher = apart(search, **linked.options)
    dispatcher.compile(kinds)
    return dispatcher


def build(linked: Linked) -> Any:
    """The search for a linked game, compiled, as a function that Python can call."""
    load, with_data = loader(linked.layout), linked.with_data
    rules = rule_bindings(linked)
    key_of = rules.key_of
    way, estimate = path(linked, rules), estimator(linked, rules)
    shared = linked, rules, way, estimate, collector(linked, rules.noisy), ranker(linked, rules.hint)
    note, begin, bound = noter(linked, rules, way), way.begin, bounder(linked, rules)
    search = searcher(*shared, searcher(*shared, None))

    def enter(data, at, depth, alpha, beta, control):
        game, state = with_data(data), load(at)
        if note(game, state, control):
            return 0.0
        if depth < 0:
            return pv_move(key_of(game, state), control)
        nodes, switches = word_at(control, NODES), word_at(control, SWITCHES)
        if out_of_budget(control, nodes):
            return GIVEN_UP
        set_word(control, NODES, nodes + 1)
        begin(game, state, False, control)
        least, most = bound(game, state, depth, switches, control)
        top = word_at(control, STACK)
        return search(game, state, depth, 0, alpha, beta, least, most, top, 1, switches, control)

    return whole(enter, ENTRY, **linked.options)
