"""Static move ordering where chance takes part: by the game's `order`, or else by its evaluation.

Without `order`, a move's score is the evaluation of the position after it. That is worth its time where a
search below that position would visit many, as it does behind every chance event.
"""

from __future__ import annotations

from typing import Any, NamedTuple

from outwit.engine.compiler.codegen import apart
from outwit.engine.compiler.linker import Linked
from outwit.engine.compiler.memory import set_word, word_at
from outwit.engine.kernels.bindings import Bindings
from outwit.engine.kernels.control_block import At, Switch
from outwit.engine.kernels.leaves import collector
from outwit.engine.kernels.ordering import advance, pick, ranker
from outwit.engine.kernels.repetition import Path
from outwit.engine.kernels.transposition import probe
from outwit.game import CHANCE, defines

STATIC_EVALUATIONS = At.STATIC_EVALUATIONS.value
USE_ORDER, USE_TABLE = Switch.ORDER.value, Switch.TABLE.value
RANKS = Switch.ORDER.value | Switch.STATIC_ORDERING.value
"""With one of these, moves are ordered: by the game's own scores, or else by its evaluation."""


class StaticOrdering(NamedTuple):
    """Compiled functions that put moves in order."""

    score: Any
    """The score of a move of a position."""

    rank: Any
    """Notes the score of each move on the stack, if that is worth while; says whether it was."""

    choose: Any
    """The move of a position to try before all others: the table's, or that of the highest score."""


def static_ordering(linked: Linked, rules: Bindings, way: Path) -> StaticOrdering:
    """The functions that put the moves of a linked game in order."""
    hint, guess, side, payoff_of = rules.hint, rules.guess, rules.side, rules.worth
    collect = collector(linked, rules.noisy)
    has_order, sift, table_key = defines(linked.game, "order"), way.sift, way.table_key

    def score(game, state, move, control):
        if has_order:
            return hint(game, state, move, control)
        child = game.play(state, move)
        worth = payoff_of(game, child, control) if game.over(child) else guess(game, child, control)
        return worth if side(game, state, control) == 0 else -worth

    score = apart(score, **linked.options)
    note = ranker(linked, score)

    def rank(game, state, depth, ply, top, start, count, control):
        if not has_order:
            if count - start < 2:
                return False
            if depth == 1:
                child = game.play(state, word_at(top, 0))
                if game.over(child) or int(game.turn(child)) != CHANCE:
                    return False
            set_word(control, STATIC_EVALUATIONS, word_at(control, STATIC_EVALUATIONS) + count - start)
        note(game, state, 0, ply, top, start, count, False, 0, USE_ORDER, control)
        return True

    rank = apart(rank, **linked.options)

    def choose(game, state, depth, ply, top, switches, control):
        count = collect(game, state, False, top, control)
        if count < 0:
            return 0
        count = sift(game, state, ply, top, count, control)
        if switches & USE_TABLE:
            entry = probe(table_key(game, state, ply, switches, control), ply, switches, control)
            if entry.has_move and advance(top, entry.move, count):
                return word_at(top, 0)
        if switches & RANKS and rank(game, state, depth, ply, top, 0, count, control):
            pick(top, 0, count)
        return word_at(top, 0)

    return StaticOrdering(score, rank, apart(choose, **linked.options))
