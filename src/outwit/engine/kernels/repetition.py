"""The positions on the way to the present one, in compiled code: does one of them come again?

The key of every position stands at its place: those before the root first, then the root, then one for each
ply. With it stands where its reversible run begins, the positions that could still come again, and the sum of
what is known of that run: two positions with the same sum have the same past, as far as it counts.

A value that rests on a repetition belongs to its path. Breuker, van den Herik, Uiterwijk and Allis, "A
solution to the GHI problem for best-first search", 1998, tell why a table must not keep it.
"""

from __future__ import annotations

from typing import Any, NamedTuple

from outwit.engine.compiler.codegen import apart, inline
from outwit.engine.compiler.contract import FORBIDS, NOTHING, repetition_rule, takes_turns
from outwit.engine.compiler.linker import Linked
from outwit.engine.compiler.memory import set_word, unlikely, word_at
from outwit.engine.compiler.splitmix import ODD, scramble
from outwit.engine.kernels.bindings import Bindings
from outwit.engine.kernels.control_block import MOVE_WORDS, At, Switch

KEYS, RUNS, SUMS, BEFORE = At.KEYS.value, At.RUNS.value, At.SUMS.value, At.BEFORE.value
SWITCHES, USE_PAST = At.SWITCHES.value, Switch.PAST.value
TIMES, RESTS, RECURRED, AGAIN, NOTING = (
    at.value for at in (At.TIMES, At.RESTS, At.RECURRED, At.AGAIN, At.NOTING)
)


class Path(NamedTuple):
    """Compiled functions that keep the path of a search; without repetition they do nothing at all."""

    counts: bool
    """Does a repeated position mean anything?"""

    forbids: bool
    """Must no position come again?"""

    begin: Any
    """Notes the position at the root, with all before it or, where it is `fresh`, none; has it come again?"""

    follow: Any
    """Notes the position after a move, at the next ply; does it end the game, because it has come again?"""

    peer: Any
    """As `follow`, of a position at which the search ends, so that it need not be noted."""

    follow_chance: Any
    """The same after a chance outcome."""

    leap: Any
    """Notes the position after a passed turn: what was before cannot come again."""

    sift: Any
    """Takes the forbidden ones out of the moves of a position on the stack; how many are left."""

    barred: Any
    """Is a move of the position at a ply forbidden?"""

    stuck: Any
    """Is every move of the position at a ply forbidden?"""

    table_key: Any
    """What the table knows the position at a ply by: its key, with its past where that is kept apart."""


def path(linked: Linked, rules: Bindings) -> Path:
    """The functions that keep the path in a linked game."""
    rule = repetition_rule(linked.game)
    counts, forbids, alone = rule != NOTHING, rule == FORBIDS, takes_turns(linked.game)
    unlike = bool(linked.game.stochastic or linked.game.simultaneous)
    key_of, repeat_of, final = rules.key_of, rules.repeat_of, rules.final

    def note(key, at, start, control):
        """Write a position down."""
        set_word(word_at(control, KEYS), at, key)
        set_word(word_at(control, RUNS), at, start)
        if unlikely(word_at(control, SWITCHES) & USE_PAST != 0):
            total = scramble(key)
            if start < at:
                total += word_at(word_at(control, SUMS), at - 1)
            set_word(word_at(control, SUMS), at, total)

    note = inline(note, **linked.options)

    def times_before(key, start, at, control):
        """How many of the positions in a run are the same?"""
        keys, same = word_at(control, KEYS), 0
        for i in range(start, at):
            if word_at(keys, i) == key:
                same += 1
        return same

    times_before = apart(times_before, **linked.options)

    def come_again(same, control):
        if forbids or same + 1 < word_at(control, TIMES):
            return False
        set_word(control, RECURRED, word_at(control, RECURRED) + 1)
        return True

    come_again = inline(come_again, **linked.options)

    def begin(game, state, fresh, control):
        if not counts:
            return False
        set_word(control, AGAIN, 0)
        at = word_at(control, BEFORE)
        total = 0
        for i in range(at):
            each = word_at(word_at(control, KEYS), i)
            total += scramble(each)
        if at > 0:
            set_word(word_at(control, SUMS), at - 1, total)
        start, key = at if fresh else 0, repeat_of(game, state)
        note(key, at, start, control)
        return come_again(times_before(key, start, at, control), control)

    def follow(game, state, move, child, ply, control):
        if not counts:
            return False
        at = word_at(control, BEFORE) + ply + 1
        key = repeat_of(game, child)
        if final(game, state, move):
            note(key, at, at, control)
            return False
        start = word_at(word_at(control, RUNS), at - 1)
        note(key, at, start, control)
        return come_again(times_before(key, start, at, control), control)

    follow = inline(follow, **linked.options)

    def peer(game, state, move, child, ply, control):
        if not counts:
            return False
        if forbids:
            return follow(game, state, move, child, ply, control)
        if final(game, state, move):
            return False
        at = word_at(control, BEFORE) + ply + 1
        start = word_at(word_at(control, RUNS), at - 1)
        return come_again(times_before(repeat_of(game, child), start, at, control), control)

    def follow_chance(game, child, ply, control):
        if not counts:
            return False
        at = word_at(control, BEFORE) + ply + 1
        start, key = word_at(word_at(control, RUNS), at - 1), repeat_of(game, child)
        note(key, at, start, control)
        return come_again(times_before(key, start, at, control), control)

    def leap(game, child, ply, control):
        if counts:
            at = word_at(control, BEFORE) + ply + 1
            note(repeat_of(game, child), at, at, control)

    def is_barred(game, state, move, ply, control):
        if not forbids or final(game, state, move):
            return False
        at = word_at(control, BEFORE) + ply
        start = word_at(word_at(control, RUNS), at)
        key = repeat_of(game, game.play(state, move))
        for i in range(start, at + 1):
            if word_at(word_at(control, KEYS), i) == key:
                return True
        return False

    is_barred = inline(is_barred, **linked.options)

    def sift(game, state, ply, top, count, control):
        if not forbids:
            return count
        left = 0
        for i in range(count):
            move = word_at(top, MOVE_WORDS * i)
            if not is_barred(game, state, move, ply, control):
                set_word(top, MOVE_WORDS * left, move)
                left += 1
        return left

    def is_stuck(game, state, ply, control):
        if not forbids:
            return False
        if unlike:
            if int(game.turn(state)) < 0:
                return False
        if alone:
            for move in game.moves(state):
                if not is_barred(game, state, int(move), ply, control):
                    return False
        set_word(control, RECURRED, word_at(control, RECURRED) + 1)
        return True

    def table_key(game, state, ply, switches, control):
        key = key_of(game, state)
        if counts:
            if switches & USE_PAST:
                key = past(key, ply, control)
        return key

    functions = begin, peer, follow_chance, leap, sift, is_stuck, table_key
    begin, peer, follow_chance, leap, sift, is_stuck, table_key = (
        inline(each, **linked.options) for each in functions
    )
    return Path(
        counts, forbids, begin, follow, peer, follow_chance, leap, sift, is_barred, is_stuck, table_key
    )


def noter(linked: Linked, rules: Bindings, way: Path) -> Any:
    """The function that writes the key of a position down, if that is all that is wanted; was it?"""
    counts, repeat_of = way.counts, rules.repeat_of

    def note(game, state, control):
        if not counts or word_at(control, NOTING) < 0:
            return False
        set_word(word_at(control, KEYS), word_at(control, NOTING), repeat_of(game, state))
        return True

    return inline(note, **linked.options)


@inline
def past(key, ply, control):
    """The key of a position together with its past."""
    total = word_at(word_at(control, SUMS), word_at(control, BEFORE) + ply)
    return key ^ (total ^ total >> 29) * ODD
