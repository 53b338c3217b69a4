"""Where a compiled search ends: positions counted, settled or estimated; and moves where it goes on."""

from __future__ import annotations

from typing import Any

from outwit.engine.compiler.codegen import inline
from outwit.engine.compiler.linker import Linked
from outwit.engine.compiler.memory import fresh_word_at, never, set_word, unlikely, word_at
from outwit.engine.kernels.bindings import Bindings
from outwit.engine.kernels.control_block import MOST_PLIES, MOVE_BYTES, MOVE_WORDS, At, Switch
from outwit.engine.kernels.float_steps import fade
from outwit.engine.kernels.limits import GIVEN_UP, OUT_OF_BUDGET, TOO_MANY_MOVES, out_of_budget
from outwit.engine.kernels.repetition import RESTS, Path
from outwit.game import defines
from outwit.search.alphabeta import QUIESCENCE, has_noisy
from outwit.search.win_distance import CLAIM

NODES, NEXT_LOOK, ABORTED, DEPTH_LEFT, ESTIMATES, STACK_END = (
    at.value for at in (At.NODES, At.NEXT_LOOK, At.ABORTED, At.DEPTH_LEFT, At.ESTIMATES, At.STACK_END)
)
ROOT_MOVES, ROOT_COUNT = At.ROOT_MOVES.value, At.ROOT_COUNT.value
STOP, LENGTHS = At.STOP.value, At.LENGTHS.value
USE_QUICK, USE_QUIESCENCE = Switch.QUICK.value, Switch.QUIESCENCE.value
OPEN, SETTLED, BROKEN_OFF = 0, 1, 2
"""What is to be done with a position: search it, take its value, or give up."""


@inline
def add(control, counter):
    """Count one more."""
    set_word(control, counter, word_at(control, counter) + 1)


@inline
def enter_node(depth, ply, control):
    """Count a position of an answer that may be stopped anywhere; whether the search goes on."""
    nodes = word_at(control, NODES)
    if unlikely(nodes >= word_at(control, NEXT_LOOK)) and out_of_budget(control, nodes):
        return False
    if unlikely(fresh_word_at(control, STOP) != 0):
        set_word(control, ABORTED, OUT_OF_BUDGET)
        return False
    set_word(control, NODES, nodes + 1)
    if depth < word_at(control, DEPTH_LEFT):
        set_word(control, DEPTH_LEFT, depth)
    set_word(control, LENGTHS + ply, 0)
    return True


def judge_of(linked: Linked, rules: Bindings) -> Any:
    """The function that gives a position the game's estimate, kept within its bounds, and counts nothing."""
    guess, bounds_of = rules.guess, rules.bounds_of

    def judge(game, state, switches, control):
        low, high = bounds_of(game, state, control)
        if switches & USE_QUICK:
            low, high = fade(low, CLAIM), fade(high, CLAIM)
        if low >= high:
            return high
        return min(max(guess(game, state, control), low), high)

    return inline(judge, **linked.options)


def estimator(linked: Linked, rules: Bindings) -> Any:
    """The function that gives a position at which the search ends the game's estimate."""
    judge = judge_of(linked, rules)

    def estimate(game, state, switches, control):
        add(control, ESTIMATES)
        return judge(game, state, switches, control)

    return inline(estimate, **linked.options)


def settler(linked: Linked, estimate: Any, way: Path, stalled: Any, at_edge: bool) -> Any:
    """The function that counts a position and says whether, and with what value, the search ends there.

    `again` says that the position has come so often that it ends the game.
    """
    restive, counts, forbids, stuck = has_noisy(linked.game), way.counts, way.forbids, way.stuck

    def settle(game, state, again, depth, ply, switches, control):
        nodes = word_at(control, NODES)
        if unlikely(nodes >= word_at(control, NEXT_LOOK)) and out_of_budget(control, nodes):
            return BROKEN_OFF, GIVEN_UP
        set_word(control, NODES, nodes + 1)
        if depth < word_at(control, DEPTH_LEFT):
            set_word(control, DEPTH_LEFT, depth)
        if counts:
            set_word(control, RESTS, 0)
        if game.over(state):
            payoff = float(game.payoff(state, 0))
            if unlikely(switches & USE_QUICK != 0):
                payoff = fade(payoff, ply)
            return SETTLED, payoff
        if counts:
            if unlikely(again):
                set_word(control, RESTS, 1)
                return SETTLED, 0.0
        if forbids:
            if unlikely(stuck(game, state, ply, control)):
                set_word(control, RESTS, 1)
                payoff = stalled(game, state, control)
                return SETTLED, fade(payoff, ply) if switches & USE_QUICK else payoff
        if at_edge:
            return SETTLED, estimate(game, state, switches, control)
        restless = restive and switches & USE_QUIESCENCE != 0 and depth > -QUIESCENCE
        if unlikely((depth <= 0 and not restless) or ply >= MOST_PLIES - 2):
            return SETTLED, estimate(game, state, switches, control)
        return OPEN, 0.0

    return inline(settle, **linked.options)


@inline
def put_root_moves(top, control):
    """Put the moves of the root on the stack, in the order that Python has given them; how many they are."""
    count = word_at(control, ROOT_COUNT)
    for i in range(count):
        set_word(top, MOVE_WORDS * i, word_at(word_at(control, ROOT_MOVES), i))
    return count


def collector(linked: Linked, noisy: Any) -> Any:
    """The function that puts the moves of a position on the stack and says how many they are.

    Where it is `quiet`, only those that are noisy.
    """
    is_short, lists_noisy = linked.is_short("over"), defines(linked.game, "noisy_moves")

    def goes_on(game, state):
        if is_short:
            never(game.over(state))

    goes_on = inline(goes_on, **linked.options)

    def collect(game, state, quiet, top, control):
        goes_on(game, state)
        end = word_at(control, STACK_END) - 2 * MOVE_BYTES
        at = top
        if lists_noisy:
            if quiet:
                for each in game.noisy_moves(state):
                    set_word(at, 0, int(each))
                    if at > end:
                        set_word(control, ABORTED, TOO_MANY_MOVES)
                        return -1
                    at += MOVE_BYTES
                return (at - top) // MOVE_BYTES
        for each in game.moves(state):
            move = int(each)
            if not quiet or noisy(game, state, move):
                set_word(at, 0, move)
                if at > end:
                    set_word(control, ABORTED, TOO_MANY_MOVES)
                    return -1
                at += MOVE_BYTES
        return (at - top) // MOVE_BYTES

    return inline(collect, **linked.options)
