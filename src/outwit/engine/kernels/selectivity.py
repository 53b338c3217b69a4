"""What a compiled search leaves out, or looks further into, because the game has said what it may.

It is what `outwit.search.alphabeta` does: null moves, futility pruning, late-move reductions and extensions.
"""

from __future__ import annotations

import math
from typing import Any

import numpy as np

from outwit.engine.compiler.codegen import inline
from outwit.engine.compiler.linker import Linked
from outwit.engine.compiler.memory import real_at, set_word, unlikely, word_at
from outwit.engine.kernels.bindings import Bindings
from outwit.engine.kernels.control_block import At, Switch
from outwit.engine.kernels.float_steps import below as just_below
from outwit.engine.kernels.float_steps import turn_window
from outwit.engine.kernels.leaves import OPEN, judge_of
from outwit.engine.kernels.limits import GIVEN_UP, is_given_up
from outwit.engine.kernels.repetition import Path
from outwit.engine.kernels.transposition import NEVER
from outwit.game import defines
from outwit.search.alphabeta import (
    FUTILE_DEPTH,
    MARGIN,
    PASS,
    PASS_STEP,
    REDUCED,
    SKIP_DEPTH,
    SKIP_MARGIN,
    has_noisy,
)

BARRED, DEPTH_LEFT, ESTIMATES, LENGTHS, SCALE = (
    at.value for at in (At.BARRED, At.DEPTH_LEFT, At.ESTIMATES, At.LENGTHS, At.MARGIN)
)
USE_FUTILITY, USE_EXTENSIONS = Switch.FUTILITY.value, Switch.EXTENSIONS.value
REDUCTIONS = np.array(REDUCED, dtype=np.int64)
DEEPEST_REDUCED, LATEST_REDUCED = len(REDUCED) - 1, len(REDUCED[0]) - 1


def null_mover(linked: Linked, rules: Bindings, way: Path, settle: Any, bound: Any, again: Any) -> Any:
    """The function that tries a null move, searched less deep: its worth, or `NEVER` if it must not be tried.

    It leaves no trace: what it estimates counts only if it cuts.
    """
    passed, key_of, leap = rules.passed, rules.key_of, way.leap

    def null_worth(game, state, player, depth, ply, high, top, switches, control):
        child = passed(game, state)
        if key_of(game, child) == key_of(game, state) or game.over(child) or int(game.turn(child)) == player:
            return NEVER
        left, estimates = word_at(control, DEPTH_LEFT), word_at(control, ESTIMATES)
        set_word(control, BARRED, ply + 1)
        set_word(control, LENGTHS + ply + 1, 0)
        leap(game, child, ply, control)
        depth -= 1 + PASS + depth // PASS_STEP
        end, value = settle(game, child, False, depth, ply + 1, switches, control)
        if end == OPEN:
            lower, upper = turn_window(just_below(high), high, player)
            least, most = bound(game, child, depth, switches, control)
            if least >= upper:
                value = least
            elif most <= lower:
                value = most
            else:
                value = again(
                    game, child, depth, ply + 1, lower, upper, least, most, top, 0, switches, control
                )
        if unlikely(is_given_up(value, control)):
            return GIVEN_UP
        set_word(control, BARRED, -1)
        set_word(control, DEPTH_LEFT, left)
        set_word(control, ESTIMATES, estimates)
        return value if player == 0 else -value

    return inline(null_worth, **linked.options)


def urgency(linked: Linked, rules: Bindings) -> Any:
    """The function that says whether the game calls a position urgent that is not over."""
    urgent = rules.urgent

    def is_urgent(game, state, switches):
        return switches & USE_EXTENSIONS != 0 and not game.over(state) and urgent(game, state)

    return inline(is_urgent, **linked.options)


def good_enough_tester(linked: Linked, rules: Bindings, is_urgent: Any) -> Any:
    """The function that tells by the estimate of a position whether to leave its search out (futility).

    It answers whether to, the estimate, and what its quiet moves are worth at most; without need of that the
    estimate is not asked for.
    """
    judge, told = judge_of(linked, rules), linked.game.scale > 0
    skips = defines(linked.game, "noisy") or not has_noisy(linked.game)

    def is_good_enough(game, state, depth, sign, high, passing, switches, control):
        futile = False
        if told:
            futile = switches & USE_FUTILITY != 0 and 0 < depth <= FUTILE_DEPTH
            if futile:
                futile = not is_urgent(game, state, switches)
        hopeful = math.inf
        if not futile and not (passing and high < math.inf):
            return False, 0.0, hopeful
        guess = sign * judge(game, state, switches, control)
        if told:
            if futile:
                unit = real_at(control, SCALE)
                if high < math.inf and guess - MARGIN * unit * depth >= high:
                    return True, guess, hopeful
                if skips and depth <= SKIP_DEPTH:
                    hopeful = guess + SKIP_MARGIN * unit * depth
        return False, guess, hopeful

    return inline(is_good_enough, **linked.options)


@inline
def reduction(late, depth, number):
    """How much less deep a move is searched first that comes after so many others."""
    more = REDUCTIONS[min(depth, DEEPEST_REDUCED), min(number, LATEST_REDUCED)]
    return min(1 + (late - 1) * more, depth - 2)
