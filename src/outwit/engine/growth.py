"""Monte Carlo tree search in machine code: `outwit.search.mcts` again, draw for draw and branch for branch.

The tree is a block of memory. A branch is a few words, and all branches of a position stand side by side, so
that choosing among them reads memory in one go.
"""

from __future__ import annotations

import math
from typing import Any

import numpy as np

from outwit.engine.budget import spent
from outwit.engine.control import At
from outwit.engine.kernel import ENTRY
from outwit.engine.layout import loader
from outwit.engine.link import Linked
from outwit.engine.memory import (
    add_real_together,
    add_together,
    claim,
    fresh_word_at,
    publish,
    real_at,
    set_real,
    set_word,
    unlikely,
    word_at,
)
from outwit.engine.pipeline import apart, inlined, whole
from outwit.engine.playout import ender, many_values, player_out, uniform
from outwit.engine.questions import questions
from outwit.game import CHANCE, defines
from outwit.search.mcts import SPREAD

NODES, NEXT_LOOK, STOP, ABORTED, SWITCHES, STACK = (
    at.value for at in (At.NODES, At.NEXT_LOOK, At.STOP, At.ABORTED, At.SWITCHES, At.STACK)
)
BRANCHES, ROOT, BRANCH_COUNT, BRANCH_ROOM = (
    at.value for at in (At.BRANCHES, At.ROOT, At.BRANCH_COUNT, At.BRANCH_ROOM)
)
PATH, VALUES, SHARED, LOCK = (at.value for at in (At.PATH, At.VALUES, At.SHARED, At.LOCK))
SIMULATIONS, SIMULATION_LIMIT, DEEPEST = (
    at.value for at in (At.SIMULATIONS, At.SIMULATION_LIMIT, At.DEEPEST)
)
EXPLORATION, HALVES, ROOTS = (at.value for at in (At.EXPLORATION, At.HALVES, At.ROOTS))
BY_PRIORS, SOLVING, TOGETHER = 2, 4, 8
"""Bits of the switches: puct in place of uct; what is certain is passed up; several threads grow the tree."""

CLAIMED = 1
"""What stands for the first branch while a thread makes them."""

MOVE, TURN, VISITS, FIRST, COUNT, SHARE, PROVED, SQUARES, CEILING, TOTALS = range(10)
"""The words of a branch; behind the totals stand as many values for what is certain."""

SURE, FLOORED = 1, 2
"""What `PROVED` says: what it is worth is certain; whoever acts can have so much for certain, or more."""

LONGEST_PATH = 4096
"""How deep the tree can be."""


SMALL = 4096
"""Roots of counts below this are looked up."""

ROOTS_OF_COUNTS = np.array(
    [[math.sqrt(n) for n in range(SMALL)], [math.sqrt(math.log(max(n, 1))) for n in range(SMALL)]]
)
"""The roots of counts, and those of their logarithms."""


@inlined
def root_of(control, count):
    """The square root of a count."""
    if count < SMALL:
        return real_at(word_at(control, ROOTS), count)
    return math.sqrt(float(count))


@inlined
def root_of_log(control, count):
    """The square root of a count's logarithm."""
    if count < SMALL:
        return real_at(word_at(control, ROOTS), SMALL + count)
    return math.sqrt(math.log(float(count)))


def words_of(values: int) -> int:
    """How many words a branch has, where so many numbers say how a game ends."""
    return TOTALS + 2 * values


def build(linked: Linked) -> Any:
    """Monte Carlo tree search for a linked game, compiled, as a function that Python can call."""
    load, with_data = loader(linked.layout), linked.with_data
    simulate = simulator(linked)

    def enter(data, at, depth, alpha, beta, control):
        game, state = with_data(data), load(at)
        root = word_at(control, ROOT)
        limit = word_at(control, SIMULATION_LIMIT)
        done = word_at(control, SIMULATIONS)
        while done < limit and word_at(root, PROVED) != SURE and word_at(control, ABORTED) == 0:
            nodes = word_at(control, NODES)
            if unlikely(nodes >= word_at(control, NEXT_LOOK)) and spent(control, nodes):
                break
            if unlikely(fresh_word_at(control, STOP) != 0):
                break
            simulate(game, state, control)
            done += 1
            set_word(control, SIMULATIONS, done)
        return 0.0

    return whole(enter, ENTRY, **linked.options)


def simulator(linked: Linked) -> Any:
    """The function that makes one simulation: down the tree, one position further, play it out, and back."""
    values = many_values(linked.game)
    worths = TOTALS + values
    size = 8 * words_of(values)
    play_out, pay = player_out(linked), ender(linked)
    expand, select, know = expander(linked), selector(linked), knower(linked)
    bounds_of, bounded = questions(linked).bounds_of, values == 1 and defines(linked.game, "bounds")

    def settle(game, state, branch, control):
        """What comes of a position that has not been visited before."""
        found = word_at(control, VALUES)
        if game.over(state):
            pay(game, state, control)
            for player in range(values):
                set_real(branch, worths + player, real_at(found, player))
            publish(branch, PROVED, SURE)
            set_word(control, NODES, word_at(control, NODES) + 1)
            return
        set_word(branch, TURN, int(game.turn(state)))
        if bounded and word_at(control, SWITCHES) & SOLVING:
            low, high = bounds_of(game, state)
            if low >= high:
                set_real(branch, worths, low)
                publish(branch, PROVED, SURE)
                set_real(found, 0, low)
                set_word(control, NODES, word_at(control, NODES) + 1)
                return
            set_real(branch, CEILING, high if word_at(branch, TURN) == 0 else -low)
        play_out(game, state, control)

    settle = inlined(settle, **linked.options)

    def simulate(game, state, control):
        path, found = word_at(control, PATH), word_at(control, VALUES)
        branch = word_at(control, ROOT)
        set_word(path, 0, branch)
        length = 1
        solving = word_at(control, SWITCHES) & SOLVING != 0
        together = word_at(control, SWITCHES) & TOGETHER != 0
        first_visit = False
        if together:
            add_together(branch, VISITS, 1)
        while True:
            if fresh_word_at(branch, PROVED) == SURE:
                for player in range(values):
                    set_real(found, player, real_at(branch, worths + player))
                break
            new = length > 1 and (first_visit if together else word_at(branch, VISITS) == 0)
            if together and not new and fresh_word_at(branch, FIRST) == 0:
                new = length > 1 and game.over(state)  # who came first may not have noted it yet
            if new:
                settle(game, state, branch, control)
                break
            if fresh_word_at(branch, FIRST) == 0:
                expand(game, state, branch, control)
            first = fresh_word_at(branch, FIRST)
            if unlikely(first <= CLAIMED or length >= LONGEST_PATH):
                play_out(game, state, control)
                break
            count = word_at(branch, COUNT)
            if word_at(branch, TURN) == CHANCE:
                point = uniform(control)
                chosen = first
                for i in range(count):
                    chosen = first + size * i
                    point -= real_at(chosen, SHARE)
                    if point < 0:
                        break
            else:
                chosen = select(branch, first, count, control)
            branch = chosen
            set_word(path, length, branch)
            length += 1
            if together:  # others shall look elsewhere meanwhile
                first_visit = add_together(branch, VISITS, 1) == 0
            state = game.play(state, word_at(branch, MOVE))
        if length - 1 > word_at(control, DEEPEST):
            set_word(control, DEEPEST, length - 1)
        below = 0
        for i in range(length - 1, -1, -1):
            branch = word_at(path, i)
            if solving:
                know(branch, below, control)
            square = real_at(found, 0) * real_at(found, 0)
            if together:
                for player in range(values):
                    add_real_together(branch, TOTALS + player, real_at(found, player))
                add_real_together(branch, SQUARES, square)
            else:
                set_word(branch, VISITS, word_at(branch, VISITS) + 1)
                for player in range(values):
                    total = real_at(branch, TOTALS + player) + real_at(found, player)
                    set_real(branch, TOTALS + player, total)
                set_real(branch, SQUARES, real_at(branch, SQUARES) + square)
            below = branch

    return apart(simulate, **linked.options)


def expander(linked: Linked) -> Any:
    """The function that makes room for all that can follow a position, unless there is none left."""
    values = many_values(linked.game)
    opposed, words = values == 1, words_of(values)
    stochastic, bounded = bool(linked.game.stochastic), defines(linked.game, "bounds")
    asked = questions(linked)
    hint, bounds_of = asked.hint, asked.bounds_of

    def note(branch, move, share):
        for word in range(words):
            set_word(branch, word, 0)
        set_word(branch, MOVE, move)
        set_real(branch, SHARE, share)
        set_real(branch, CEILING, math.inf)

    note = inlined(note, **linked.options)

    def limit_one(game, state, branch):
        low, high = bounds_of(game, state)
        set_real(branch, CEILING, high if word_at(branch, TURN) == 0 else -low)

    def limit_all(game, state, branch):
        high = 1.0
        if bounded:
            _, most = game.bounds(state, word_at(branch, TURN))
            high = float(most)
        set_real(branch, CEILING, high)

    limit = inlined(limit_one if opposed else limit_all, **linked.options)

    def counted(game, state, branch):
        count = 0
        if stochastic:  # noqa: SIM102 - a test of its own, gone where there is no chance
            if word_at(branch, TURN) == CHANCE:
                for _, share in game.chances(state):
                    if share > 0:
                        count += 1
                return count
        for _ in game.moves(state):
            count += 1
        return count

    counted = inlined(counted, **linked.options)

    def favour(game, state, first, count):
        least, most = math.inf, -math.inf
        for i in range(count):
            each = first + 8 * words * i
            value = hint(game, state, word_at(each, MOVE))
            set_real(each, SHARE, value)
            least, most = min(least, value), max(most, value)
        total = 0.0
        for i in range(count):
            each = first + 8 * words * i
            share = 1.0
            if most > least:
                share = math.exp(SPREAD * (real_at(each, SHARE) - most) / (most - least))
            set_real(each, SHARE, share)
            total += share
        for i in range(count):
            each = first + 8 * words * i
            set_real(each, SHARE, real_at(each, SHARE) / total)

    favour = inlined(favour, **linked.options)

    def fill(game, state, branch, first, control):
        count = 0
        if stochastic:  # noqa: SIM102 - a test of its own, gone where there is no chance
            if word_at(branch, TURN) == CHANCE:
                for outcome, share in game.chances(state):
                    if share > 0:
                        note(first + 8 * words * count, int(outcome), float(share))
                        count += 1
                return
        known = opposed and bounded and word_at(control, SWITCHES) & SOLVING  # since its first visit
        if not known or branch == word_at(control, ROOT):
            limit(game, state, branch)
        for move in game.moves(state):
            note(first + 8 * words * count, int(move), 0.0)
            count += 1
        if word_at(control, SWITCHES) & BY_PRIORS:
            favour(game, state, first, count)

    fill = inlined(fill, **linked.options)

    def expand(game, state, branch, control):
        together = word_at(control, SWITCHES) & TOGETHER != 0
        if together and not claim(branch, FIRST, CLAIMED):
            return
        if together:
            set_word(branch, TURN, int(game.turn(state)))  # who came first may not have noted it yet
        shared = word_at(control, SHARED)
        count = counted(game, state, branch)
        used = word_at(shared, BRANCH_COUNT)
        if used + count > word_at(shared, BRANCH_ROOM):
            publish(branch, FIRST, 0)
            return
        if together:
            used = add_together(shared, BRANCH_COUNT, count)
            if used + count > word_at(shared, BRANCH_ROOM):
                add_together(shared, BRANCH_COUNT, -count)
                publish(branch, FIRST, 0)
                return
        else:
            set_word(shared, BRANCH_COUNT, used + count)
        first = word_at(control, BRANCHES) + 8 * words * used
        fill(game, state, branch, first, control)
        set_word(branch, COUNT, count)
        set_word(control, NODES, word_at(control, NODES) + count)
        publish(branch, FIRST, first)

    return apart(expand, **linked.options)


def selector(linked: Linked) -> Any:
    """The function that chooses the move that promises most, with the benefit of the doubt."""
    values = many_values(linked.game)
    opposed, worths, size = values == 1, TOTALS + values, 8 * words_of(values)

    def select(branch, first, count, control):
        player = word_at(branch, TURN)
        at, sign = player, 1.0
        if opposed:
            at = 0
            if player == 1:
                sign = -1.0
        half = real_at(word_at(control, HALVES), player)
        exploration = real_at(control, EXPLORATION)
        puct = word_at(control, SWITCHES) & BY_PRIORS != 0
        solving = word_at(control, SWITCHES) & SOLVING != 0
        visits = word_at(branch, VISITS)
        doubt = exploration * half * (math.sqrt(float(visits)) if puct else root_of_log(control, visits))
        here = 0.0
        if visits:
            here = sign * real_at(branch, TOTALS + at) / visits
        best, highest = first, -math.inf
        for i in range(count):
            each = first + size * i
            tried = word_at(each, VISITS)
            if word_at(each, PROVED) == SURE:
                if solving:
                    continue
                score = sign * real_at(each, worths + at)
            elif puct:
                mean = here
                if tried:
                    mean = sign * real_at(each, TOTALS + at) / tried
                score = mean + real_at(each, SHARE) * doubt / (1 + tried)
            elif tried == 0:
                return each
            else:
                mean = sign * real_at(each, TOTALS + at) / tried
                score = mean + doubt / root_of(control, tried)
            if score > highest:
                best, highest = each, score
        return best

    return inlined(select, **linked.options)


def knower(linked: Linked) -> Any:
    """The function that notes what is certain of a position, which counts for more than what came of it."""
    values = many_values(linked.game)
    opposed, worths, size = values == 1, TOTALS + values, 8 * words_of(values)

    def average(branch, first, count):
        for i in range(count):
            if word_at(first + size * i, PROVED) != SURE:
                return
        for value in range(values):
            total = 0.0
            for i in range(count):
                each = first + size * i
                total += real_at(each, SHARE) * real_at(each, worths + value)
            set_real(branch, worths + value, total)
        publish(branch, PROVED, SURE)

    average = inlined(average, **linked.options)

    def raise_floor(branch, below, at, sign, first, count):
        worth = sign * real_at(below, worths + at)
        if word_at(branch, PROVED) == 0 or worth > sign * real_at(branch, worths + at):
            set_word(branch, PROVED, FLOORED)
            for value in range(values):
                set_real(branch, worths + value, real_at(below, worths + value))
        if sign * real_at(branch, worths + at) >= real_at(branch, CEILING):
            publish(branch, PROVED, SURE)
            return
        for i in range(count):
            if word_at(first + size * i, PROVED) != SURE:
                return
        publish(branch, PROVED, SURE)

    raise_floor = inlined(raise_floor, **linked.options)

    def know(branch, below, control):
        player = word_at(branch, TURN)
        at, sign = player, 1.0
        if opposed:
            at = 0
            if player == 1:
                sign = -1.0
        if below != 0 and word_at(below, PROVED) == SURE and word_at(branch, PROVED) != SURE:
            first, count = word_at(branch, FIRST), word_at(branch, COUNT)
            shared, together = word_at(control, SHARED), word_at(control, SWITCHES) & TOGETHER != 0
            if together:
                while not claim(shared, LOCK, 1):
                    pass
            if word_at(branch, PROVED) != SURE:
                if player == CHANCE:
                    average(branch, first, count)
                else:
                    raise_floor(branch, below, at, sign, first, count)
            if together:
                publish(shared, LOCK, 0)
        known = word_at(branch, PROVED)
        if known == 0:
            return
        found = word_at(control, VALUES)
        if known == SURE or sign * real_at(branch, worths + at) > sign * real_at(found, at):
            for value in range(values):
                set_real(found, value, real_at(branch, worths + value))

    return inlined(know, **linked.options)
