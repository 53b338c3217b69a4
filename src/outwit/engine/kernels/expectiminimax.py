"""Expectiminimax as machine code: max, min and chance in one function, compiled together with a game's rules.

It is `outwit.search.expectiminimax` again, node for node, and a table beside it: what is known of a position
serves wherever the dice lead to it another time, and bounds a chance event before its outcomes are searched.
"""

from __future__ import annotations

import math
from typing import Any

from numba import types

from outwit.engine.compiler.codegen import apart, inline, recursion_through_parts, whole
from outwit.engine.compiler.linker import Linked
from outwit.engine.compiler.memory import real_at, set_real, set_word, unlikely, word_at
from outwit.engine.compiler.states import loader
from outwit.engine.kernels.alphabeta import ENTRY
from outwit.engine.kernels.bindings import Bindings, rule_bindings
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
    spreader,
    tally,
)
from outwit.engine.kernels.control_block import MOST_PLIES, MOVE_BYTES, MOVE_WORDS, At, Switch
from outwit.engine.kernels.float_steps import fade, turn_window
from outwit.engine.kernels.leaves import (
    BROKEN_OFF,
    OPEN,
    add,
    collector,
    enter_node,
    estimator,
    put_root_moves,
)
from outwit.engine.kernels.leaves import SETTLED as ENDED
from outwit.engine.kernels.limits import GIVEN_UP, is_given_up
from outwit.engine.kernels.ordering import advance, pick
from outwit.engine.kernels.pv import lead, weigh
from outwit.engine.kernels.repetition import RESTS, Path, noter, path
from outwit.engine.kernels.static_ordering import RANKS, StaticOrdering, static_ordering
from outwit.engine.kernels.transposition import (
    AT_MOST,
    EXACT,
    NEVER,
    as_deep,
    bound_of,
    count_hit,
    probe,
    pv_move,
    settles,
    store,
)
from outwit.game import CHANCE
from outwit.search.risk import ATTITUDES

ESTIMATES, CUTOFFS, PROBES, SWITCHES, STRICT = (
    at.value for at in (At.ESTIMATES, At.CUTOFFS, At.PROBES, At.SWITCHES, At.STRICT)
)
ABORTED, STACK, ROOT_MOVES, CERTAIN = (at.value for at in (At.ABORTED, At.STACK, At.ROOT_MOVES, At.CERTAIN))
RISK, ASKING, AVERSION = (at.value for at in (At.RISK, At.ASKING, At.AVERSION))
USE_TABLE, USE_QUICK, USE_STAR, USE_PROBE = (
    switch.value for switch in (Switch.TABLE, Switch.QUICK, Switch.STAR, Switch.PROBE)
)
AGAIN, USE_PAST = At.AGAIN.value, Switch.PAST.value
MEAN, WORST, _ = range(len(ATTITUDES))

EXPECTED, SCORE, SPREAD = -1, -2, -3
"""Depths that ask for something else than a value: the move that the table expects; the score of a move at
the root is; and from there down, how far values spread after it, none, one, two ... moves beyond chance."""


def leaf_settler(linked: Linked, rules: Bindings, way: Path) -> Any:
    """The function that counts a position and says whether, and with what value, the search ends there."""
    estimate, stalled, payoff_of = estimator(linked, rules), rules.stalled, rules.worth
    counts, forbids, stuck = way.counts, way.forbids, way.stuck

    def settle(game, state, depth, ply, switches, control):
        if not enter_node(depth, ply, control):
            return BROKEN_OFF, GIVEN_UP
        recurs = False
        if counts:
            recurs = word_at(control, AGAIN) != 0
            set_word(control, AGAIN, 0)
            set_word(control, RESTS, 0)
        if game.over(state):
            payoff = payoff_of(game, state, control)
            if switches & USE_QUICK:
                payoff = fade(payoff, ply)
            return ENDED, payoff
        if counts:
            if recurs:
                set_word(control, RESTS, 1)
                return ENDED, 0.0
        if forbids:
            if stuck(game, state, ply, control):
                set_word(control, RESTS, 1)
                payoff = stalled(game, state, control)
                return ENDED, fade(payoff, ply) if switches & USE_QUICK else payoff
        by_chance = int(game.turn(state)) == CHANCE
        if (depth <= 0 and not by_chance) or unlikely(ply >= MOST_PLIES - 2):
            return ENDED, estimate(game, state, switches, control)
        return OPEN, 0.0

    return inline(settle, **linked.options)


def keeper(linked: Linked, way: Path) -> Any:
    """The function that stores the value of a position in the table, if it may be, and gives it back.

    What rests on a repetition belongs to its path, and is not kept without it. In a window turned round,
    bounds would mean nothing.
    """
    counts = way.counts

    def keep(key, depth, ply, alpha, beta, value, has_move, move, rests, estimates, switches, control):
        if counts:
            set_word(control, RESTS, rests)
            if rests and not switches & USE_PAST:
                return value
        if switches & USE_TABLE and alpha < beta:
            bound = bound_of(value, alpha, beta)
            estimated = 1 if word_at(control, ESTIMATES) > estimates else 0
            store(key, depth, ply, value, bound, has_move, move, estimated, switches, control)
        return value

    return inline(keep, **linked.options)


def star2_prober(linked: Linked, rules: Bindings, way: Path, choose: Any, again: Any) -> Any:
    """The function that tries one move after each outcome (Star2), until that settles the chance event.

    It answers whether it did, with what value, and whether anything rests on a repetition. What was broken
    off has a value that is `is_given_up`. With each outcome it notes what it has found.
    """
    acts_next = follower(linked, rules, way)
    counts, forbids, stuck = way.counts, way.forbids, way.stuck
    follow, follow_chance = way.follow, way.follow_chance

    def probe_outcome(game, child, at, depth, ply, low, high, below, switches, control):
        """What the move to be tried first after an outcome is worth."""
        move = choose(game, child, depth, ply + 1, below, switches, control)
        if unlikely(word_at(control, ABORTED) != 0):
            return GIVEN_UP
        before = word_at(control, ESTIMATES)
        after = game.play(child, move)
        recurs = follow(game, child, move, after, ply + 1, control)
        if counts:
            set_word(control, AGAIN, 1 if recurs else 0)
        worth = again(game, after, depth - 1, ply + 2, low, high, below, 0, switches, control)
        if unlikely(is_given_up(worth, control)):
            return GIVEN_UP
        add(control, PROBES)
        guessed = 1 if word_at(control, ESTIMATES) > before else 0
        rested = word_at(control, RESTS) if counts else 0
        known = PROBED | bound_of(worth, low, high) << BOUND | guessed << GUESSED | rested << RESTED
        set_word(at, KNOWN, known)
        set_word(at, MOVE, move)
        set_real(at, WORTH, worth)
        return worth

    probe_outcome = inline(probe_outcome, **linked.options)

    def star2(game, state, depth, ply, alpha, beta, least, most, top, count, switches, control):
        below, rests = top + SIZE * count, 0
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
            if follow_chance(game, child, ply, control):
                continue
            if forbids:
                if stuck(game, child, ply + 1, control):
                    continue
            worth = probe_outcome(game, child, at, depth, ply, low, high, below, switches, control)
            if unlikely(is_given_up(worth, control)):
                return False, GIVEN_UP, 0
            if counts:
                rests |= word_at(control, RESTS)
            if raises and worth > low:
                least += share * (worth - low)
                set_real(at, LOW, worth)
            elif not raises and worth < high:
                most += share * (worth - high)
                set_real(at, HIGH, worth)
        if least >= beta or most <= alpha:
            add(control, CUTOFFS)
            return True, least if least >= beta else most, rests
        tally(top, count)
        return False, 0.0, rests

    return inline(star2, **linked.options)


def chance_visitor(linked: Linked, way: Path, gather: Any, star2: Any, keep: Any, again: Any) -> Any:
    """The function that gives the value of a chance event: the average of its outcomes, or what `risk` says.

    Star1 bounds each outcome by what those before it left of the window.
    """
    recall, counts, follow_chance = recaller(linked, way), way.counts, way.follow_chance

    def visit_chance(game, state, depth, ply, alpha, beta, key, top, switches, control):
        estimates = word_at(control, ESTIMATES)
        risk = word_at(control, RISK)
        prunes = switches & USE_STAR != 0
        star = prunes and risk == MEAN
        count = gather(game, state, risk == MEAN and not star, top, control)
        if unlikely(count < 0):
            return GIVEN_UP
        met, result, rests = False, 0.0, 0
        if star:
            if switches & USE_TABLE and depth > 0:
                recall(game, state, depth, ply + 1, top, count, switches, control)
            least, most = tally(top, count)
            if switches & USE_PROBE and depth > 0:
                met, result, rests = star2(
                    game, state, depth, ply, alpha, beta, least, most, top, count, switches, control
                )
                if unlikely(is_given_up(result, control)):
                    return GIVEN_UP
        below, best = top + SIZE * count, NEVER
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
                recurs = follow_chance(game, child, ply, control)
                if counts:
                    set_word(control, AGAIN, 1 if recurs else 0)
                handed = at if known != 0 else 0
                worth = again(game, child, depth, ply + 1, from_, to, below, handed, switches, control)
                if unlikely(is_given_up(worth, control)):
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
        return keep(key, depth, ply, alpha, beta, result, 0, 0, rests, estimates, switches, control)

    return inline(visit_chance, **linked.options)


@inline
def value_by_probe(probed, player, floor, high, control):
    """Is what Star2 has found of a move all that is to be known of it? And what that is, for player 0."""
    tried, value = word_at(probed, KNOWN), real_at(probed, WORTH)
    worth, bound = value if player == 0 else -value, (tried >> BOUND) & 3
    enough = bound == EXACT
    if (bound == AT_MOST) == (player == 0):
        enough = enough or worth <= floor
    else:
        enough = enough or worth >= high
    set_word(control, ESTIMATES, word_at(control, ESTIMATES) + ((tried >> GUESSED) & 1))
    set_word(control, RESTS, (tried >> RESTED) & 1)
    return enough, value


def player_visitor(linked: Linked, rules: Bindings, way: Path, rank: Any, keep: Any, again: Any) -> Any:
    """The function that gives the value of a position in which a player acts: the best of the moves."""
    collect = collector(linked, rules.noisy)
    counts, forbids, sift, follow = way.counts, way.forbids, way.sift, way.follow

    def visit_player(
        game, state, player, depth, ply, alpha, beta, key, has_first, first, top, probed, switches, control
    ):
        estimates = word_at(control, ESTIMATES)
        sign = 1.0 if player == 0 else -1.0
        low, high = turn_window(alpha, beta, player)
        rests = 0
        if ply == 0:
            count = put_root_moves(top, control)
        else:
            count = collect(game, state, False, top, control)
            if unlikely(count < 0):
                return GIVEN_UP
            all_moves = count
            count = sift(game, state, ply, top, count, control)
            if forbids:
                rests = 1 if count < all_moves else 0
        if probed != 0:
            first, has_first = word_at(probed, MOVE), True
        start = 0
        if has_first and ply > 0 and advance(top, first, count):
            start = 1
        best, best_move, has_best, rests_on = NEVER, 0, 0, 0
        ranked = False
        below = top + MOVE_BYTES * count
        for i in range(count):
            if i == start and ply > 0 and switches & RANKS:
                ranked = rank(game, state, depth, ply, top, start, count, control)
            if ranked:
                pick(top, i, count)
            move = word_at(top, MOVE_WORDS * i)
            floor = max(low, best) if switches & USE_STAR else -math.inf
            before = word_at(control, ESTIMATES)
            answered, value = False, 0.0
            if probed != 0 and i < start:
                answered, value = value_by_probe(probed, player, floor, high, control)
            if not answered:
                from_, to = turn_window(floor, high, player)
                child = game.play(state, move)
                recurs = follow(game, state, move, child, ply, control)
                if counts:
                    set_word(control, AGAIN, 1 if recurs else 0)
                value = again(game, child, depth - 1, ply + 1, from_, to, below, 0, switches, control)
                if unlikely(is_given_up(value, control)):
                    return GIVEN_UP
            worth = sign * value
            if ply == 0:
                weigh(i, move, worth, bound_of(worth, floor, high), control)
            if worth > best:
                best, best_move, has_best = worth, move, 1
                if counts:
                    rests_on = word_at(control, RESTS)
                lead(ply, move, control)
                if ply == 0:
                    set_word(control, CERTAIN, 1 if word_at(control, ESTIMATES) == before else 0)
                if best >= high:
                    add(control, CUTOFFS)
                    break
        rests |= rests_on
        value = sign * best
        return keep(
            key, depth, ply, alpha, beta, value, has_best, best_move, rests, estimates, switches, control
        )

    return inline(visit_player, **linked.options)


def searcher(linked: Linked, rules: Bindings, way: Path, order: StaticOrdering, gather: Any) -> Any:
    """The value of any position, for player 0; `probed` is where Star2 notes what a move was worth."""
    kinds = (
        linked.self_type,
        linked.layout.type,
        *[types.int64] * 2,
        *[types.float64] * 2,
        *[types.int64] * 4,
    )
    again, here = recursion_through_parts(types.float64(*kinds))
    settle, keep = leaf_settler(linked, rules, way), keeper(linked, way)
    star2 = star2_prober(linked, rules, way, order.choose, again)
    visit_chance = chance_visitor(linked, way, gather, star2, keep, again)
    visit_player = player_visitor(linked, rules, way, order.rank, keep, again)
    table_key, side = way.table_key, rules.side

    def visit(game, state, depth, ply, alpha, beta, top, probed, switches, control):
        here()
        end, value = settle(game, state, depth, ply, switches, control)
        if end != OPEN:
            return value
        key, first, has_first = 0, 0, False
        if switches & USE_TABLE:
            key = table_key(game, state, ply, switches, control)
            entry = probe(key, ply, switches, control)
            first, has_first = entry.move, entry.has_move
            strict = word_at(control, STRICT) != 0
            if ply > 0 and as_deep(entry, depth, strict) and settles(entry, alpha, beta):
                count_hit(entry, control)
                return entry.value
        player = side(game, state, control)
        if player == CHANCE:
            return visit_chance(game, state, depth, ply, alpha, beta, key, top, switches, control)
        return visit_player(
            game,
            state,
            player,
            depth,
            ply,
            alpha,
            beta,
            key,
            has_first,
            first,
            top,
            probed,
            switches,
            control,
        )

    dispatcher = apart(visit, **linked.options)
    dispatcher.compile(kinds)
    return dispatcher


def build(linked: Linked) -> Any:
    """The search for a linked game, compiled, as a function that Python can call."""
    rules = rule_bindings(linked)
    return assemble(linked, rules, path(linked, rules))


def assemble(linked: Linked, rules: Bindings, way: Path) -> Any:
    """The search of a game as these bindings have it, whose path is kept so."""
    load, with_data = loader(linked.layout), linked.with_data
    order, gather = static_ordering(linked, rules, way), gatherer(linked, rules)
    visit = searcher(linked, rules, way, order, gather)
    spread, score = spreader(linked, visit, gather, way), order.score
    note, begin, follow, table_key = noter(linked, rules, way), way.begin, way.follow, way.table_key

    def enter(data, at, depth, alpha, beta, control):
        game, state = with_data(data), load(at)
        if note(game, state, control):
            return 0.0
        begin(game, state, False, control)
        if depth == EXPECTED:
            return pv_move(table_key(game, state, 0, 0, control), control)
        if depth < 0:
            move = word_at(word_at(control, ROOT_MOVES), int(alpha))
            if depth == SCORE:
                return score(game, state, move, control)
            child = game.play(state, move)
            recurs = follow(game, state, move, child, 0, control)
            return spread(game, child, recurs, SPREAD - depth, control)
        switches = word_at(control, SWITCHES)
        return visit(game, state, depth, 0, alpha, beta, word_at(control, STACK), 0, switches, control)

    return whole(enter, ENTRY, **linked.options)
