"""Max^n as machine code: a payoff for each player, compiled together with a game's rules.

It is `outwit.search.maxn` again, node for node. What a position is worth to each player stands in a row of
memory, one for each ply; the row below is taken over where its move is the best so far.
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
from outwit.engine.kernels.bindings import Bindings, evaluation, possible, rule_bindings
from outwit.engine.kernels.control_block import MOST_PLIES, MOVE_BYTES, MOVE_WORDS, At, Switch
from outwit.engine.kernels.float_steps import fade
from outwit.engine.kernels.leaves import BROKEN_OFF, OPEN, add, collector, enter_node, put_root_moves
from outwit.engine.kernels.leaves import SETTLED as ENDED
from outwit.engine.kernels.limits import GIVEN_UP, TOO_MANY_MOVES, is_given_up
from outwit.engine.kernels.ordering import pick, ranker
from outwit.engine.kernels.pv import lead, weigh
from outwit.engine.kernels.repetition import Path, noter, path
from outwit.engine.kernels.transposition import bound_of
from outwit.game import CHANCE, defines
from outwit.search.maxn import NO_FLOOR, ROUNDING
from outwit.search.win_distance import CLAIM

ABORTED, ESTIMATES, CUTOFFS, SWITCHES, STACK, STACK_END = (
    at.value for at in (At.ABORTED, At.ESTIMATES, At.CUTOFFS, At.SWITCHES, At.STACK, At.STACK_END)
)
VALUES, SLACK, LARGEST, AGAIN = At.VALUES.value, At.SLACK.value, At.LARGEST.value, At.AGAIN.value
USE_QUICK, USE_ORDER, USE_PRUNING, EVERY = (
    switch.value for switch in (Switch.QUICK, Switch.ORDER, Switch.STAR, Switch.EVERY)
)
NO_ASKER = NO_FLOOR.player
OUTCOME_BYTES = 16
"""An outcome on the stack: which it is, and how likely."""


def row_finder(linked: Linked) -> Any:
    """The function that gives the address of what the position at a ply is worth to each player."""
    size = 8 * int(linked.game.players)

    def row_of(ply, control):
        return word_at(control, VALUES) + size * ply

    return inline(row_of, **linked.options)


def player_rules(linked: Linked) -> tuple[Any, Any]:
    """The functions that estimate and bound a state for any player."""
    names: dict[str, Any] = {}
    source = ["def guess(game, state, player):", *evaluation(linked, "player")]
    source += ["def bounds_of(game, state, player):", *possible(linked.game, "player")]
    exec("\n".join(source), names)  # what a game has no rule for is left out before it is compiled
    return inline(names["guess"], **linked.options), inline(names["bounds_of"], **linked.options)


def estimator(linked: Linked, bounds_of: Any, guess: Any) -> Any:
    """The function that notes an estimate for each player, within what is possible, their sum too."""
    players, row_of = int(linked.game.players), row_finder(linked)
    shares = linked.game.zero_sum and players > 1

    def estimate(game, state, ply, switches, control):
        add(control, ESTIMATES)
        row = row_of(ply, control)
        excess, total = 0.0, 0.0
        for player in range(players):
            least, most = bounds_of(game, state, player)
            low, high = least, most
            if switches & USE_QUICK:
                low, high = fade(low, CLAIM), fade(high, CLAIM)
            value = min(max(guess(game, state, player), low), high)
            set_real(row, player, value)
            excess += value
            total += value - least
        if shares:
            if excess > ROUNDING * real_at(control, LARGEST) and 0.0 < total < math.inf:
                part = excess / total
                for player in range(players):
                    least, _ = bounds_of(game, state, player)
                    value = real_at(row, player)
                    set_real(row, player, value - part * (value - least))

    return apart(estimate, **linked.options)


def ender(linked: Linked) -> Any:
    """The function that notes what the end of a game pays each player."""
    players, row_of, says = int(linked.game.players), row_finder(linked), defines(linked.game, "stalemate")

    def pay(game, state, ply, over, stuck, switches, control):
        """What is paid where the game is over, no move is allowed, or else a position has come again."""
        row = row_of(ply, control)
        for player in range(players):
            value = 0.0
            if over:
                value = float(game.payoff(state, player))
            if says:
                if stuck:
                    value = float(game.stalemate(state, player))
            set_real(row, player, fade(value, ply) if switches & USE_QUICK else value)

    return inline(pay, **linked.options)


def leaf_settler(linked: Linked, way: Path, estimate: Any) -> Any:
    """The function that counts a position and says whether the search ends there, its worth being noted."""
    pay, counts, forbids, stuck = ender(linked), way.counts, way.forbids, way.stuck

    def settle(game, state, depth, ply, switches, control):
        if not enter_node(depth, ply, control):
            return BROKEN_OFF
        recurs = False
        if counts:
            recurs = word_at(control, AGAIN) != 0
            set_word(control, AGAIN, 0)
        over, barred = game.over(state), False
        if forbids:
            if not over:
                barred = stuck(game, state, ply, control)
        if over or recurs or barred:
            pay(game, state, ply, over, barred, switches, control)
            return ENDED
        by_chance = int(game.turn(state)) == CHANCE
        if (depth <= 0 and not by_chance) or unlikely(ply >= MOST_PLIES - 2):
            estimate(game, state, ply, switches, control)
            return ENDED
        return OPEN

    return inline(settle, **linked.options)


def chance_visitor(linked: Linked, way: Path, again: Any) -> Any:
    """The function that notes the average over the outcomes of a chance event, for each player."""
    players, row_of = int(linked.game.players), row_finder(linked)
    counts, follow_chance = way.counts, way.follow_chance

    def visit_chance(game, state, depth, ply, top, switches, control):
        row, below = row_of(ply, control), row_of(ply + 1, control)
        room = word_at(control, STACK_END) - OUTCOME_BYTES
        rest = top
        for outcome, share in game.chances(state):
            if rest > room:
                set_word(control, ABORTED, TOO_MANY_MOVES)
                return GIVEN_UP
            set_word(rest, 0, int(outcome))
            set_real(rest, 1, float(share))
            rest += OUTCOME_BYTES
        for player in range(players):
            set_real(row, player, 0.0)
        for i in range((rest - top) // OUTCOME_BYTES):
            at = top + OUTCOME_BYTES * i
            child = game.play(state, word_at(at, 0))
            recurs = follow_chance(game, child, ply, control)
            if counts:
                set_word(control, AGAIN, 1 if recurs else 0)
            done = again(game, child, depth, ply + 1, NO_ASKER, -math.inf, rest, switches, control)
            if unlikely(is_given_up(done, control)):
                return GIVEN_UP
            for player in range(players):
                added = real_at(row, player) + real_at(at, 1) * real_at(below, player)
                set_real(row, player, added)
        return 0.0

    return inline(visit_chance, **linked.options)


def player_visitor(linked: Linked, rules: Bindings, way: Path, bounds_of: Any, again: Any) -> Any:
    """The function that notes what the best of a player's moves is worth to each player."""
    players, row_of = int(linked.game.players), row_finder(linked)
    shares = linked.game.zero_sum and players > 1
    collect, rank = collector(linked, rules.noisy), ranker(linked, rules.hint)
    counts, sift, follow = way.counts, way.sift, way.follow

    def most_for(game, state, player, ply, switches):
        """The most that a move can be worth to the player who acts."""
        _, high = bounds_of(game, state, player)
        return max(fade(high, ply + 1), fade(high, CLAIM)) if switches & USE_QUICK else high

    most_for = inline(most_for, **linked.options)

    def left_over(game, state, player, asker, control):
        """What all others leave to the one who asks and to the one who acts, at most."""
        left = real_at(control, SLACK)
        for each in range(players):
            if each != player and each != asker:
                low, _ = bounds_of(game, state, each)
                left -= low
        return left

    left_over = inline(left_over, **linked.options)

    def visit_player(game, state, player, depth, ply, asker, floor, top, switches, control):
        row, below = row_of(ply, control), row_of(ply + 1, control)
        if ply == 0:
            count = put_root_moves(top, control)
        else:
            count = collect(game, state, False, top, control)
            if unlikely(count < 0):
                return GIVEN_UP
            count = sift(game, state, ply, top, count, control)
        ranked = ply > 0 and switches & USE_ORDER != 0
        if ranked:
            rank(game, state, player, ply, top, 0, count, False, 0, USE_ORDER, control)
        prunes, every = switches & USE_PRUNING != 0, ply == 0 and switches & EVERY != 0
        most, left = math.inf, math.inf
        if prunes and not every:
            most = most_for(game, state, player, ply, switches)
        if shares:
            if prunes and asker != NO_ASKER and asker != player:
                left = left_over(game, state, player, asker, control)
        best, has_best = -math.inf, False
        for i in range(count):
            if ranked:
                pick(top, i, count)
            move = word_at(top, MOVE_WORDS * i)
            least = best if has_best and prunes and not every else -math.inf
            if asker == player:
                least = max(least, floor)
            child = game.play(state, move)
            recurs = follow(game, state, move, child, ply, control)
            if counts:
                set_word(control, AGAIN, 1 if recurs else 0)
            rest = top + MOVE_BYTES * count
            done = again(game, child, depth - 1, ply + 1, player, least, rest, switches, control)
            if unlikely(is_given_up(done, control)):
                return GIVEN_UP
            worth = real_at(below, player)
            if ply == 0:
                weigh(i, move, worth, bound_of(worth, least, math.inf), control)
            if not has_best or worth > best:
                best, has_best = worth, True
                for each in range(players):
                    set_real(row, each, real_at(below, each))
                lead(ply, move, control)
                if best >= most:
                    add(control, CUTOFFS)
                    break
                if left - best <= floor:
                    add(control, CUTOFFS)
                    set_real(row, asker, left - best)
                    break
        return 0.0

    return inline(visit_player, **linked.options)


def searcher(linked: Linked, rules: Bindings, way: Path) -> Any:
    """What notes the values of any position; `asker` is the player above, who has `floor` already.

    It answers with no number if the search was broken off.
    """
    kinds = (
        linked.self_type,
        linked.layout.type,
        *[types.int64] * 3,
        types.float64,
        *[types.int64] * 3,
    )
    again, here = recursion_through_parts(types.float64(*kinds))
    guess, bounds_of = player_rules(linked)
    settle = leaf_settler(linked, way, estimator(linked, bounds_of, guess))
    stochastic = bool(linked.game.stochastic)
    visit_chance: Any = chance_visitor(linked, way, again) if stochastic else None
    visit_player = player_visitor(linked, rules, way, bounds_of, again)

    def visit(game, state, depth, ply, asker, floor, top, switches, control):
        here()
        end = settle(game, state, depth, ply, switches, control)
        if end != OPEN:
            return GIVEN_UP if end == BROKEN_OFF else 0.0
        player = int(game.turn(state))
        if stochastic:
            if player == CHANCE:
                return visit_chance(game, state, depth, ply, top, switches, control)
        return visit_player(game, state, player, depth, ply, asker, floor, top, switches, control)

    dispatcher = apart(visit, **linked.options)
    dispatcher.compile(kinds)
    return dispatcher


def build(linked: Linked) -> Any:
    """The search for a linked game, compiled, as a function that Python can call."""
    load, with_data = loader(linked.layout), linked.with_data
    rules = rule_bindings(linked)
    way = path(linked, rules)
    visit, note, begin = searcher(linked, rules, way), noter(linked, rules, way), way.begin

    def enter(data, at, depth, alpha, beta, control):
        game, state = with_data(data), load(at)
        if note(game, state, control):
            return 0.0
        begin(game, state, False, control)
        top, switches = word_at(control, STACK), word_at(control, SWITCHES)
        return visit(game, state, depth, 0, NO_ASKER, -math.inf, top, switches, control)

    return whole(enter, ENTRY, **linked.options)
