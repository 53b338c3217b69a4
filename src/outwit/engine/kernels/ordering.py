"""The order in which a compiled search tries moves, and what it learns for it from moves that cut.

The moves of a position lie on a stack, `MOVE_WORDS` each: the move, its score, and behind it what history
says, with the place among the moves as the game gives them deciding between equals.
"""

from __future__ import annotations

from typing import Any

from outwit.engine.compiler.codegen import apart, inline
from outwit.engine.compiler.linker import Linked
from outwit.engine.compiler.memory import real_at, set_real, set_word, word_at
from outwit.engine.kernels.control_block import HISTORY as PLACES
from outwit.engine.kernels.control_block import MOVE_WORDS, At, Switch
from outwit.search.alphabeta import has_noisy
from outwit.search.ordering import EXPECTED, FAINT, LOUD

KILLERS, HISTORY = At.KILLERS.value, At.HISTORY.value
USE_ORDER, USE_KILLERS, USE_HISTORY = Switch.ORDER.value, Switch.KILLERS.value, Switch.HISTORY.value
LAST = 0xFFFF
"""Moves after so many count as equally late."""


@inline
def memory(player, move, control):
    """The address of what history says of a player's move."""
    return word_at(control, HISTORY) + 8 * (player * PLACES + ((move ^ move >> 12) & (PLACES - 1)))


def ranker(linked: Linked, hint: Any) -> Any:
    """The function that notes the score of each move: the line expected, killers, the hint, history."""
    least = FAINT if has_noisy(linked.game) else LOUD

    def rank(game, state, player, ply, top, start, count, on_line, expected, switches, control):
        killers = word_at(control, KILLERS) + 24 * ply
        known = word_at(killers, 0) if switches & USE_KILLERS else 0
        for i in range(start, count):
            move = word_at(top, MOVE_WORDS * i)
            score = 0.0
            if on_line and move == expected:
                score = EXPECTED
            elif known > 0 and move == word_at(killers, 1):
                score = 2 * least
            elif known > 1 and move == word_at(killers, 2):
                score = least
            elif switches & USE_ORDER:
                score = hint(game, state, move, control)
            set_real(top, MOVE_WORDS * i + 1, score)
            past = 0
            if switches & USE_HISTORY:
                past = word_at(memory(player, move, control), 0)
            set_word(top, MOVE_WORDS * i + 2, past << 16 | LAST - min(i, LAST))

    return apart(rank, **linked.options)


@inline
def pick(top, i, count):
    """Bring the move of the highest score left to the front."""
    best = i
    score, past = real_at(top, MOVE_WORDS * i + 1), word_at(top, MOVE_WORDS * i + 2)
    for j in range(i + 1, count):
        other, before = real_at(top, MOVE_WORDS * j + 1), word_at(top, MOVE_WORDS * j + 2)
        if other > score or (other == score and before > past):
            best, score, past = j, other, before
    move = word_at(top, MOVE_WORDS * best)
    set_word(top, MOVE_WORDS * best, word_at(top, MOVE_WORDS * i))
    set_real(top, MOVE_WORDS * best + 1, real_at(top, MOVE_WORDS * i + 1))
    set_word(top, MOVE_WORDS * best + 2, word_at(top, MOVE_WORDS * i + 2))
    set_word(top, MOVE_WORDS * i, move)


@inline
def advance(top, first, count):
    """Bring a move to the front, the others keeping their order; say whether it is among them."""
    for i in range(count):
        if word_at(top, MOVE_WORDS * i) == first:
            for j in range(i, 0, -1):
                set_word(top, MOVE_WORDS * j, word_at(top, MOVE_WORDS * (j - 1)))
            set_word(top, 0, first)
            return True
    return False


@inline
def learn(player, move, ply, depth, switches, control):
    """Remember a move that cut."""
    if switches & USE_KILLERS:
        killers = word_at(control, KILLERS) + 24 * ply
        known = word_at(killers, 0)
        if not (known > 0 and word_at(killers, 1) == move) and not (
            known > 1 and word_at(killers, 2) == move
        ):
            set_word(killers, 2, word_at(killers, 1))
            set_word(killers, 1, move)
            set_word(killers, 0, min(known + 1, 2))
    if switches & USE_HISTORY:
        past = memory(player, move, control)
        set_word(past, 0, word_at(past, 0) + min(depth, 64) * min(depth, 64))
