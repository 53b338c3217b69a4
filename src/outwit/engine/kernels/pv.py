"""The principal variation of a compiled search, and the line that answers each move of the root."""

from __future__ import annotations

from outwit.engine.compiler.codegen import inline
from outwit.engine.compiler.memory import set_real, set_word, word_at
from outwit.engine.kernels.control_block import MOST_PLIES, At

LINES, LENGTHS, CANDIDATES, ROOT_INDEX = (
    at.value for at in (At.LINES, At.LENGTHS, At.CANDIDATES, At.ROOT_INDEX)
)
REFUTATIONS, REFUTATION_ROW, REFUTATION_LENGTHS = (
    at.value for at in (At.REFUTATIONS, At.REFUTATION_ROW, At.REFUTATION_LENGTHS)
)
ROW = 8 * MOST_PLIES


@inline
def lead(ply, move, control):
    """Remember the best move so far and what is expected to follow it."""
    line = word_at(control, LINES) + ply * ROW
    length = word_at(control, LENGTHS + ply + 1)
    set_word(line, 0, move)
    for i in range(length):
        set_word(line, i + 1, word_at(line + ROW, i))
    set_word(control, LENGTHS + ply, length + 1)


@inline
def finish(ply, move, control):
    """Remember the best move so far where no line follows."""
    set_word(word_at(control, LINES) + ply * ROW, 0, move)
    set_word(control, LENGTHS + ply, 1)


@inline
def expected_move(ply, control):
    """Has the line of the root's present move, as it was before, a move at this ply? And which?"""
    root = word_at(control, ROOT_INDEX)
    if word_at(word_at(control, REFUTATION_LENGTHS), root) > ply:
        line = word_at(control, REFUTATIONS) + root * word_at(control, REFUTATION_ROW)
        return True, word_at(line, ply)
    return False, 0


@inline
def weigh(index, move, worth, bound, control):
    """Remember what was found out about a move at the root."""
    candidate = word_at(control, CANDIDATES)
    set_word(candidate, 3 * index, 1)
    set_real(candidate, 3 * index + 1, worth)
    set_word(candidate, 3 * index + 2, bound)
    row = word_at(control, REFUTATION_ROW)
    line = word_at(control, REFUTATIONS) + index * row
    length = min(word_at(control, LENGTHS + 1), row // 8 - 1)
    set_word(line, 0, move)
    for i in range(length):
        set_word(line, i + 1, word_at(word_at(control, LINES) + ROW, i))
    set_word(word_at(control, REFUTATION_LENGTHS), index, length + 1)
