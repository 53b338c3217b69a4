"""Alpha-beta as machine code: one function, compiled together with a game's rules.

It is `outwit.search.alphabeta` again, node for node, written for a compiler: recursion through an intrinsic
with a fixed signature, all memory through one address, values as player 0 sees them.
"""

from __future__ import annotations

import math
from typing import Any

from llvmlite import ir
from numba import njit, types
from numba.core import cgutils
from numba.extending import intrinsic

from outwit.engine.control import HISTORY as HISTORY_PLACES
from outwit.engine.control import MOST_PLIES, At, Switch
from outwit.engine.layout import loader, mixer
from outwit.engine.link import Linked, compiled
from outwit.engine.memory import WORD, as_real, as_word, fresh_word_at, real_at, set_real, set_word, word_at
from outwit.game import defines
from outwit.search.tempo import FADE, HORIZON

(
    NODES,
    NEXT_LOOK,
    NODE_LIMIT,
    DEADLINE,
    STOP,
    ABORTED,
    DEPTH_LEFT,
    ESTIMATES,
    CUTOFFS,
    HITS,
    REPEATED,
    STOOD_PAT,
    SWITCHES,
    STRICT,
    TABLE,
    BUCKETS,
    GENERATION,
    KILLERS,
    HISTORY,
    LINES,
    LENGTHS,
    ROOT_MOVES,
    ROOT_COUNT,
    ROOT_INDEX,
    CANDIDATES,
    REFUTATIONS,
    REFUTATION_LENGTHS,
    STACK,
    STACK_END,
) = (at.value for at in At)
(
    USE_ORDER,
    USE_TABLE,
    USE_KILLERS,
    USE_HISTORY,
    USE_REFUTATION,
    USE_PVS,
    USE_QUIESCENCE,
    USE_QUICK,
    USE_HARD,
    USE_CLAMP,
) = (switch.value for switch in Switch)
EXACT, AT_MOST, AT_LEAST = 0, 1, 2
BOUNDS = ("exact", "at most", "at least")
STEP = 2.0**-52
FADED = FADE[HORIZON]
NEVER = -math.inf
ROW = 8 * MOST_PLIES
QUIESCENCE = 32
LOOK = 1024
DEEP = 0xFFFF
TOO_MANY_MOVES = 2
"""The value of `ABORTED` when the moves on the way did not fit into memory."""

MONOTONIC = 1
"""The clock that only goes forward, to clock_gettime."""

ENTRY = types.float64(types.int64, types.int64, types.int64, types.float64, types.float64, types.int64)
"""What Python calls: data, state, depth, alpha, beta, control."""


@intrinsic
def nanoseconds(typing: Any) -> Any:
    """The time, by a clock that only goes forward."""

    def emit(context: Any, builder: Any, sig: Any, args: Any) -> Any:
        number = ir.IntType(32)
        clock = cgutils.get_or_insert_function(
            builder.module, ir.FunctionType(number, [number, WORD.as_pointer()]), "clock_gettime"
        )
        spec = builder.bitcast(cgutils.alloca_once(builder, ir.ArrayType(WORD, 2)), WORD.as_pointer())
        builder.call(clock, [ir.Constant(number, MONOTONIC), spec])
        seconds = builder.load(spec)
        rest = builder.load(builder.gep(spec, [ir.Constant(WORD, 1)]))
        return builder.add(builder.mul(seconds, ir.Constant(WORD, 10**9)), rest)

    return types.int64(), emit


def look(control, nodes):
    """Has the budget run out? Otherwise say when to look again."""
    if nodes >= word_at(control, NODE_LIMIT) or nanoseconds() >= word_at(control, DEADLINE):
        set_word(control, ABORTED, 1)
        return True
    set_word(control, NEXT_LOOK, min(nodes + LOOK, word_at(control, NODE_LIMIT)))
    return False


def above(value):
    """The next number above."""
    if value == 0.0:
        return 5e-324
    if value > 0.0:
        return as_real(as_word(value) + 1)
    return as_real(as_word(value) - 1)


def add(control, counter):
    """Count one more."""
    set_word(control, counter, word_at(control, counter) + 1)


look, above, add = compiled(look), compiled(above), compiled(add)


def questions(linked: Linked) -> dict[str, Any]:
    """What the search asks the rules, for player 0, each with an answer where the game gives none."""
    game = linked.game
    names: dict[str, Any] = {"mix": mixer(linked.layout), "FADED": FADED, "USE_QUICK": USE_QUICK}
    size = len(game.weights)
    source = [
        "def key_of(game, state):",
        "    return int(game.key(state))" if defines(game, "key") else "    return mix(state)",
        "def guess(game, state):",
        *evaluation(linked, size),
        "def bounds_of(game, state):",
        *(
            ("    low, high = game.bounds(state, 0)", "    return float(low), float(high)")
            if defines(game, "bounds")
            else ("    return -1.0, 1.0",)
        ),
        "def hint(game, state, move):",
        "    return float(game.order(state, move))" if defines(game, "order") else "    return 0.0",
        "def noisy(game, state, move):",
        "    return bool(game.noisy(state, move))" if defines(game, "noisy") else "    return False",
    ]
    exec("\n".join(source), names)
    asked = ("key_of", "guess", "bounds_of", "hint", "noisy")
    return {name: compiled(names[name], **linked.options) for name in asked}


def evaluation(linked: Linked, size: int) -> list[str]:
    """The body of a function that estimates a state for player 0."""
    if defines(linked.game, "evaluate"):
        return ["    return float(game.evaluate(state, 0))"]
    if not defines(linked.game, "features"):
        return ["    return 0.0"]
    lines = ["    weights = game.weights"]
    for player in (0, 1):
        lines += [
            f"    features{player} = game.features(state, {player})",
            f"    sum{player} = 0.0",
            f"    for i in range({size}):",
            f"        sum{player} += weights[i] * features{player}[i]",
        ]
    return [*lines, "    return sum0 - sum1"]


def recursion(linked: Linked) -> Any:
    """A call of the function in which it stands, by itself: quick to compile, because nothing is inferred."""
    word, real = types.int64, types.float64
    kinds = (linked.self_type, linked.layout.type, word, word, real, real, word, word, word)

    @intrinsic
    def again(
        typing: Any,
        game: Any,
        state: Any,
        depth: Any,
        ply: Any,
        alpha: Any,
        beta: Any,
        top: Any,
        follow: Any,
        control: Any,
    ) -> Any:
        def emit(context: Any, builder: Any, sig: Any, args: Any) -> Any:
            status, result = context.call_conv.call_function(
                builder, builder.function, sig.return_type, sig.args, args
            )
            with cgutils.if_unlikely(builder, status.is_error):
                context.call_conv.return_status_propagate(builder, status)
            return result

        return real(*kinds), emit

    return again, kinds


def build(linked: Linked) -> Any:
    """The search for a linked game, compiled, as a function that Python can call."""
    load, with_data = loader(linked.layout), linked.with_data
    again, kinds = recursion(linked)
    asked = questions(linked)
    key_of, guess, bounds_of = asked["key_of"], asked["guess"], asked["bounds_of"]
    hint, noisy = asked["hint"], asked["noisy"]
    has_noisy = defines(linked.game, "noisy")

    def estimate(game, state, control):
        add(control, ESTIMATES)
        low, high = bounds_of(game, state)
        if word_at(control, SWITCHES) & USE_QUICK:
            low *= FADED
            high *= FADED
        return min(max(guess(game, state), low), high)

    estimate = compiled(estimate, **linked.options)

    def rank(game, state, player, ply, top, start, count, on_line, expected, control):
        """Note how promising each move is: the line expected, killers, the game's hint, history."""
        switches = word_at(control, SWITCHES)
        killers = word_at(control, KILLERS) + 24 * ply
        known = word_at(killers, 0) if switches & USE_KILLERS else 0
        for i in range(start, count):
            move = word_at(top, 3 * i)
            promise = 0.0
            if on_line and move == expected:
                promise = 4e300
            elif known > 0 and move == word_at(killers, 1):
                promise = 2e300
            elif known > 1 and move == word_at(killers, 2):
                promise = 1e300
            elif switches & USE_ORDER:
                promise = hint(game, state, move)
            set_real(top, 3 * i + 1, promise)
            past = 0
            if switches & USE_HISTORY:
                place = player * HISTORY_PLACES + ((move ^ move >> 12) & (HISTORY_PLACES - 1))
                past = word_at(word_at(control, HISTORY), place)
            set_word(top, 3 * i + 2, past)

    rank = compiled(rank, **linked.options)

    def pick(top, i, count):
        """Bring the most promising of the moves left to the front, the others keeping their order."""
        best = i
        promise, past = real_at(top, 3 * i + 1), word_at(top, 3 * i + 2)
        for j in range(i + 1, count):
            other = real_at(top, 3 * j + 1)
            if other > promise or (other == promise and word_at(top, 3 * j + 2) > past):
                best, promise, past = j, other, word_at(top, 3 * j + 2)
        move = word_at(top, 3 * best)
        for j in range(best, i, -1):
            set_word(top, 3 * j, word_at(top, 3 * j - 3))
            set_real(top, 3 * j + 1, real_at(top, 3 * j - 2))
            set_word(top, 3 * j + 2, word_at(top, 3 * j - 1))
        set_word(top, 3 * i, move)

    pick = compiled(pick)

    def learn(player, move, ply, depth, control):
        """Remember a move that cut."""
        switches = word_at(control, SWITCHES)
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
            place = player * HISTORY_PLACES + ((move ^ move >> 12) & (HISTORY_PLACES - 1))
            history = word_at(control, HISTORY)
            set_word(history, place, word_at(history, place) + min(depth, 64) * min(depth, 64))

    learn = compiled(learn)

    def lead(ply, move, control):
        """Remember the best move so far and what is expected to follow it."""
        line = word_at(control, LINES) + ply * ROW
        lengths = word_at(control, LENGTHS)
        length = word_at(lengths, ply + 1)
        set_word(line, 0, move)
        for i in range(length):
            set_word(line, i + 1, word_at(line + ROW, i))
        set_word(lengths, ply, length + 1)

    lead = compiled(lead)

    def weigh(index, move, worth, bound, control):
        """Remember what was found out about a move at the root."""
        candidate = word_at(control, CANDIDATES)
        set_word(candidate, 3 * index, 1)
        set_real(candidate, 3 * index + 1, worth)
        set_word(candidate, 3 * index + 2, bound)
        line = word_at(control, REFUTATIONS) + index * ROW
        length = word_at(word_at(control, LENGTHS), 1)
        set_word(line, 0, move)
        for i in range(length):
            set_word(line, i + 1, word_at(word_at(control, LINES) + ROW, i))
        set_word(word_at(control, REFUTATION_LENGTHS), index, length + 1)

    weigh = compiled(weigh)

    def store(key, depth, ply, best, bound, has_best, move, estimated, control):
        """Keep a result: in the first place if what is there is not deeper or is old, else in the second.

        The key is mixed with the rest, so that an entry torn between two threads is never taken for one.
        """
        entry = word_at(control, TABLE) + (key & word_at(control, BUCKETS)) * 64
        facts = word_at(entry, 3)
        there = word_at(entry, 0) ^ word_at(entry, 1) ^ word_at(entry, 2) ^ facts
        generation = word_at(control, GENERATION)
        if not (
            facts == 0 or there == key or (facts >> 40) & 0xFF != generation or depth >= (facts >> 8) & DEEP
        ):
            entry += 32
        value = as_word(best)
        facts = bound | has_best << 2 | estimated << 3 | depth << 8 | ply << 24 | generation << 40 | 1 << 62
        set_word(entry, 1, value)
        set_word(entry, 2, move)
        set_word(entry, 3, facts)
        set_word(entry, 0, key ^ value ^ move ^ facts)

    store = compiled(store)

    def find(key, control):
        """The address of a position's entry, or 0."""
        entry = word_at(control, TABLE) + (key & word_at(control, BUCKETS)) * 64
        for _ in range(2):
            facts = word_at(entry, 3)
            if facts != 0 and word_at(entry, 0) ^ word_at(entry, 1) ^ word_at(entry, 2) ^ facts == key:
                return entry
            entry += 32
        return 0

    find = compiled(find)

    def search(game, state, depth, ply, alpha, beta, top, follow, control):
        nodes = word_at(control, NODES)
        if nodes >= word_at(control, NEXT_LOOK) and look(control, nodes):
            return 0.0
        set_word(control, NODES, nodes + 1)
        if depth < word_at(control, DEPTH_LEFT):
            set_word(control, DEPTH_LEFT, depth)
        set_word(word_at(control, LENGTHS), ply, 0)
        switches = word_at(control, SWITCHES)
        if game.over(state):
            payoff = float(game.payoff(state, 0))
            return payoff * (1.0 - ply * STEP) if switches & USE_QUICK else payoff
        quiet = depth <= 0
        if quiet and (not has_noisy or not switches & USE_QUIESCENCE or depth <= -QUIESCENCE):
            return estimate(game, state, control)
        if ply >= MOST_PLIES - 2:
            return estimate(game, state, control)
        if fresh_word_at(control, STOP):
            set_word(control, ABORTED, 1)
            return 0.0

        player = int(game.turn(state))
        sign = 1.0 if player == 0 else -1.0
        low, high = alpha, beta
        if player != 0:
            low, high = -beta, -alpha
        floor_bound, ceiling = -math.inf, math.inf
        if switches & USE_CLAMP and not quiet:
            least, most = bounds_of(game, state)
            if switches & USE_QUICK:
                least, most = min(least, least * FADED), max(most, most * FADED)
            floor_bound, ceiling = least, most
            if player != 0:
                floor_bound, ceiling = -most, -least
            if floor_bound >= high and ply > 0:
                return sign * floor_bound
            if ceiling <= low and ply > 0:
                return sign * ceiling

        key = 0
        first = 0
        has_first = False
        mine = min(depth, DEEP)
        best = low if switches & USE_HARD else NEVER
        if quiet:
            best = sign * estimate(game, state, control)
            if best >= high:
                add(control, STOOD_PAT)
                return sign * (high if switches & USE_HARD else best)
        elif switches & USE_TABLE:
            key = key_of(game, state)
            entry = find(key, control)
            if entry != 0:
                facts = word_at(entry, 3)
                first = word_at(entry, 2)
                has_first = facts & 4 != 0
                estimated = (facts >> 3) & 1
                there = (facts >> 8) & DEEP
                fits = there == mine
                if word_at(control, STRICT) == 0:
                    fits = there >= mine or not estimated
                if fits and ply > 0 and ((facts >> 24) & DEEP == ply or not switches & USE_QUICK):
                    value = as_real(word_at(entry, 1))
                    bound = facts & 3
                    if (
                        bound == EXACT
                        or (bound == AT_LEAST and value >= high)
                        or (bound == AT_MOST and value <= low)
                    ):
                        add(control, HITS)
                        set_word(control, ESTIMATES, word_at(control, ESTIMATES) + estimated)
                        return sign * value

        estimates = word_at(control, ESTIMATES)
        count = 0
        if ply == 0:
            count = word_at(control, ROOT_COUNT)
            for i in range(count):
                set_word(top, 3 * i, word_at(word_at(control, ROOT_MOVES), i))
        else:
            for each in game.moves(state):
                move = int(each)
                if not quiet or noisy(game, state, move):
                    set_word(top, 3 * count, move)
                    count += 1
                    if top + 24 * (count + 1) > word_at(control, STACK_END):
                        set_word(control, ABORTED, TOO_MANY_MOVES)
                        return 0.0
        below = top + 24 * count

        expected = 0
        on_line = False
        if follow and ply > 0 and switches & USE_REFUTATION:
            root = word_at(control, ROOT_INDEX)
            if word_at(word_at(control, REFUTATION_LENGTHS), root) > ply:
                expected = word_at(word_at(control, REFUTATIONS) + root * ROW, ply)
                on_line = True
        ranking = (
            ply > 0 and not quiet and (switches & (USE_ORDER | USE_KILLERS | USE_HISTORY) != 0 or on_line)
        )
        start = 0
        if has_first and ply > 0 and not quiet:
            for i in range(count):
                if word_at(top, 3 * i) == first:
                    for j in range(i, 0, -1):
                        set_word(top, 3 * j, word_at(top, 3 * j - 3))
                    set_word(top, 0, first)
                    start = 1
                    break

        stop = min(high, ceiling)
        has_best = False
        best_move = 0
        for i in range(count):
            if ranking and i >= start:
                if i == start:
                    rank(game, state, player, ply, top, start, count, on_line, expected, control)
                pick(top, i, count)
            move = word_at(top, 3 * i)
            if ply == 0:
                set_word(control, ROOT_INDEX, i)
            child = game.play(state, move)
            floor = max(max(low, floor_bound), best)
            trail = 1 if ply == 0 or (on_line and move == expected) else 0
            worth = 0.0
            whole = True
            if switches & USE_PVS and i > 0 and not quiet:
                edge = above(floor)
                if player == 0:
                    worth = again(game, child, depth - 1, ply + 1, floor, edge, below, trail, control)
                else:
                    worth = -again(game, child, depth - 1, ply + 1, -edge, -floor, below, trail, control)
                if word_at(control, ABORTED):
                    return 0.0
                whole = floor < worth and worth < stop
                if whole:
                    add(control, REPEATED)
            if whole:
                if player == 0:
                    worth = again(game, child, depth - 1, ply + 1, floor, stop, below, trail, control)
                else:
                    worth = -again(game, child, depth - 1, ply + 1, -stop, -floor, below, trail, control)
                if word_at(control, ABORTED):
                    return 0.0
            if ply == 0:
                bound = AT_MOST if worth <= floor else AT_LEAST if worth >= stop else EXACT
                weigh(i, move, worth, bound, control)
            if worth > best:
                best = worth
                best_move = move
                has_best = True
                lead(ply, move, control)
                if best >= stop:
                    add(control, CUTOFFS)
                    if not quiet:
                        learn(player, move, ply, depth, control)
                    break
        best = min(max(best, floor_bound), ceiling)
        if switches & USE_HARD:
            best = min(max(best, low), high)
        if switches & USE_TABLE and not quiet:
            bound = AT_MOST if best <= low else AT_LEAST if best >= high else EXACT
            estimated = 1 if word_at(control, ESTIMATES) > estimates else 0
            store(key, mine, ply, best, bound, 1 if has_best else 0, best_move, estimated, control)
        return sign * best

    inner = compiled(search, **linked.options)
    inner.compile(kinds)

    def enter(data, state, depth, alpha, beta, control):
        if depth < 0:
            entry = find(key_of(with_data(data), load(state)), control)
            return float(word_at(entry, 2)) if entry != 0 and word_at(entry, 3) & 7 == 4 else NEVER
        top = word_at(control, STACK)
        return inner(with_data(data), load(state), depth, 0, alpha, beta, top, 1, control)

    dispatcher = njit(nogil=True, **linked.options)(enter)
    dispatcher.compile(ENTRY.args)
    return dispatcher
