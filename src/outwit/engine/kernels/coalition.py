"""One player against all others, in compiled code: expectiminimax with other rule bindings.

The paranoid search is no more than that. Best-reply search also notes on its path which of the opponents has
chosen a reply, as `outwit.search.coalition.BestReplyGame` has it.
"""

from __future__ import annotations

from typing import Any

from outwit.engine.compiler.codegen import inline
from outwit.engine.compiler.linker import Linked
from outwit.engine.compiler.memory import set_word, word_at
from outwit.engine.compiler.splitmix import ODD
from outwit.engine.kernels.bindings import Bindings, rule_bindings
from outwit.engine.kernels.control_block import MOVE_WORDS, At
from outwit.engine.kernels.expectiminimax import assemble
from outwit.engine.kernels.repetition import Path, path
from outwit.search.coalition import NOBODY

OBSERVER, CHOOSERS = At.OBSERVER.value, At.CHOOSERS.value
MOST_PLAYERS = 1 << 10
"""More than any game has."""


def build_paranoid(linked: Linked) -> Any:
    """The paranoid search for a linked game, compiled, as a function that Python can call."""
    rules = rule_bindings(linked, coalition=True)
    return assemble(linked, rules, apart_by_observer(linked, path(linked, rules)))


def build_bestreply(linked: Linked) -> Any:
    """Best-reply search for a linked game, compiled, as a function that Python can call."""
    rules = rule_bindings(linked, coalition=True)
    return assemble(linked, rules, noting_chooser(linked, rules, path(linked, rules)))


def apart_by_observer(linked: Linked, way: Path) -> Path:
    """A path on which positions are others to the table for each player who has all against it."""
    plain_key = way.table_key

    def table_key(game, state, ply, switches, control):
        return plain_key(game, state, ply, switches, control) ^ (1 + word_at(control, OBSERVER)) * ODD

    return way._replace(table_key=inline(table_key, **linked.options))


def noting_chooser(linked: Linked, rules: Bindings, way: Path) -> Path:
    """A path on which it is noted who of the opponents has chosen; the others have one move to play."""
    hint, side = rules.hint, rules.side
    plain_begin, plain_follow, plain_chance = way.begin, way.follow, way.follow_chance
    plain_sift, plain_key = way.sift, way.table_key

    def begin(game, state, fresh, control):
        set_word(word_at(control, CHOOSERS), 0, NOBODY)
        return plain_begin(game, state, fresh, control)

    def follow(game, state, move, child, ply, control):
        noted = word_at(control, CHOOSERS) + 16 * ply
        chooser = word_at(noted, 0)
        if side(game, state, control) == 0:
            chooser = NOBODY
        elif chooser == NOBODY and move != word_at(noted, 1):
            chooser = int(game.turn(state))
        set_word(noted, 2, chooser)
        return plain_follow(game, state, move, child, ply, control)

    def follow_chance(game, child, ply, control):
        noted = word_at(control, CHOOSERS) + 16 * ply
        set_word(noted, 2, word_at(noted, 0))
        return plain_chance(game, child, ply, control)

    def sift(game, state, ply, top, count, control):
        count = plain_sift(game, state, ply, top, count, control)
        if side(game, state, control) == 0:
            return count
        noted = word_at(control, CHOOSERS) + 16 * ply
        expected = word_at(top, 0)
        highest = hint(game, state, expected, control)
        for i in range(1, count):
            move = word_at(top, MOVE_WORDS * i)
            score = hint(game, state, move, control)
            if score > highest:
                expected, highest = move, score
        set_word(noted, 1, expected)
        chooser = word_at(noted, 0)
        if chooser == NOBODY or chooser == int(game.turn(state)):
            return count
        set_word(top, 0, expected)
        return 1

    def table_key(game, state, ply, switches, control):
        key, mark = plain_key(game, state, ply, switches, control), 1 + word_at(control, OBSERVER)
        if side(game, state, control) != 0:
            mark += MOST_PLAYERS * (1 + word_at(word_at(control, CHOOSERS) + 16 * ply, 0))
        return key ^ mark * ODD

    functions = begin, follow, follow_chance, sift, table_key
    begin, follow, follow_chance, sift, table_key = (inline(each, **linked.options) for each in functions)
    return way._replace(
        begin=begin, follow=follow, follow_chance=follow_chance, sift=sift, table_key=table_key
    )
