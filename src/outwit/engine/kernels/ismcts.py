"""Information set Monte Carlo tree search in machine code: `outwit.search.ismcts` again, draw for draw."""

from __future__ import annotations

import math
from typing import Any

from outwit.engine.compiler.codegen import apart, inline, whole
from outwit.engine.compiler.linker import Linked
from outwit.engine.compiler.memory import fresh_word_at, real_at, set_real, set_word, unlikely, word_at
from outwit.engine.compiler.splitmix import mix_in, roughly
from outwit.engine.compiler.states import loader
from outwit.engine.kernels.alphabeta import ENTRY
from outwit.engine.kernels.bindings import rule_bindings
from outwit.engine.kernels.control_block import At
from outwit.engine.kernels.information_sets import (
    ALLOWED,
    ARMS,
    AVAILABLE,
    COUNT,
    FOLLOWING,
    MOVE,
    SQUARES,
    STAMP,
    TOTALS,
    VARYING,
    VISITS,
    add_set,
    arms,
    find_set,
)
from outwit.engine.kernels.limits import TOO_MANY_MOVES, must_halt, visit
from outwit.engine.kernels.mcts_expansion import MANY
from outwit.engine.kernels.mcts_nodes import LONGEST_PATH
from outwit.engine.kernels.mcts_selection import root_of, root_of_log
from outwit.engine.kernels.repetition import noter, past, path
from outwit.engine.kernels.rollout import DICE, many_values, player_out, roller
from outwit.engine.kernels.worlds import knower, world_drawer
from outwit.game import CHANCE

NODES, NEXT_LOOK, STOP, ABORTED, SWITCHES, RANDOM = (
    at.value for at in (At.NODES, At.NEXT_LOOK, At.STOP, At.ABORTED, At.SWITCHES, At.RANDOM)
)
ROOT, PATH, VALUES, STACK, STACK_END = (
    at.value for at in (At.ROOT, At.PATH, At.VALUES, At.STACK, At.STACK_END)
)
SIMULATIONS, SIMULATION_LIMIT, DEEPEST = (
    at.value for at in (At.SIMULATIONS, At.SIMULATION_LIMIT, At.DEEPEST)
)
EXPLORATION, HALVES, OBSERVER, ATTEMPT, FULL, LEAST, MOST = (
    at.value for at in (At.EXPLORATION, At.HALVES, At.OBSERVER, At.ATTEMPT, At.FULL, At.LEAST, At.MOST)
)

SINGLE = 16
"""The bit of the switches that makes the tree of what the player knows who decides, and not whoever acts."""

NODE, CHOICE, ARM, PLAYED, AFTER, STEP_WORDS = range(6)
"""The words of a step on the way down: the information set, the key of what was chosen in it, its arm or 0 if
that is new, the move, and the information set right after it; and how many words these are."""

NEW = -1
"""What stands for the information set after a step that is still to be made."""

CHOSEN, BROKEN_OFF, NONE_LEFT = range(3)
"""What came of a selection: a step; the budget ran out, or room; nothing tried before, and no memory left."""

UNTRIED, SAME = 0, 1
"""What stands for the arm of a choice not tried yet: the first move that brings it about; another one."""


def build(linked: Linked) -> Any:
    """Information set Monte Carlo tree search for a linked game, as a function that Python can call.

    Behind the root's state stands that of the beginning of the game.
    """
    load, with_data, words = loader(linked.layout), linked.with_data, linked.layout.words
    simulate, identify = simulator(linked), identifier(linked)
    rules = rule_bindings(linked)
    way = path(linked, rules)
    note, begin = noter(linked, rules, way), way.begin

    def enter(data, at, depth, alpha, beta, control):
        game, root = with_data(data), load(at)
        if note(game, root, control):
            return 0.0
        initial = load(at + 8 * words)
        if word_at(control, ROOT) == 0:
            begin(game, root, False, control)
            key = identify(game, root, word_at(control, OBSERVER), 0, control)
            set_word(control, ROOT, add_set(key, control))
        limit = word_at(control, SIMULATION_LIMIT)
        done = word_at(control, SIMULATIONS)
        while done < limit and word_at(control, ABORTED) == 0:
            nodes, draws = word_at(control, NODES), word_at(control, RANDOM)
            if unlikely(nodes >= word_at(control, NEXT_LOOK)) and must_halt(control, nodes):
                break
            if unlikely(fresh_word_at(control, STOP) != 0):
                break
            if unlikely(not simulate(game, root, initial, control)):
                set_word(control, NODES, nodes)
                set_word(control, RANDOM, draws)
                break
            done += 1
            set_word(control, SIMULATIONS, done)
        return 0.0

    return whole(enter, ENTRY, **linked.options)


def identifier(linked: Linked) -> Any:
    """The function that gives the key of the information set of a state, for the observer or whoever acts."""
    know = knower(linked)
    counts = path(linked, rule_bindings(linked)).counts

    def identify(game, state, turn, ply, control):
        if word_at(control, SWITCHES) & SINGLE:
            key = know(game, state, word_at(control, OBSERVER))
        else:
            key = mix_in(know(game, state, turn), turn)
        if counts:
            key = past(key, ply, control)
        return key

    return inline(identify, **linked.options)


def chooser(linked: Linked) -> Any:
    """The function that notes which move a simulation makes in an information set, and says if there is one.

    It is one of the choices not tried yet or, if all were, the one with the highest UCB score.
    """
    values = many_values(linked.game)
    opposed, find = values == 1, arms(values).find
    know = knower(linked)
    way = path(linked, rule_bindings(linked))
    counts, forbids, barred, follow = way.counts, way.forbids, way.barred, way.follow

    def seen_by_observer(game, state, move, ply, control):
        """What a choice of another player is known by: what the observer knows after it."""
        child = game.play(state, move)
        key = know(game, child, word_at(control, OBSERVER))
        if counts:
            follow(game, state, move, child, ply, control)
            key = past(key, ply + 1, control)
        return key

    seen_by_observer = apart(seen_by_observer, **linked.options)

    def list_choices(game, state, ply, node, grouped, control):
        """Write all moves down, each with its choice and arm; how many, and how many choices are untried.

        There are fewer than none if the budget ran out, or room for them.
        """
        stack, room = word_at(control, STACK), word_at(control, STACK_END)
        attempt = word_at(control, ATTEMPT)
        many, untried = 0, 0
        for each in game.moves(state):
            move = int(each)
            if forbids:
                if barred(game, state, move, ply, control):
                    continue
            place = stack + 24 * many
            if unlikely(place + 24 > room):
                set_word(control, ABORTED, TOO_MANY_MOVES)
                return -1, 0
            key = seen_by_observer(game, state, move, ply, control) if grouped else move
            arm = find(node, key)
            if arm != 0:
                set_word(arm, ALLOWED, attempt)
            else:
                arm = UNTRIED
                if grouped:
                    for i in range(many):
                        if word_at(stack, 3 * i) == key:
                            arm = SAME
                            break
                untried += 1 - arm
            set_word(place, 0, key)
            set_word(place, 1, move)
            set_word(place, 2, arm)
            many += 1
            if unlikely(many % MANY == 0) and must_halt(control, word_at(control, NODES)):
                return -1, 0
        return many, untried

    list_choices = inline(list_choices, **linked.options)

    def highest(stack, many, turn, control):
        """The place of the choice with the highest UCB score, the first of equals; -1 if none was tried."""
        at, sign = turn, 1.0
        if opposed:
            at = 0
            if turn == 1:
                sign = -1.0
        weight = real_at(control, EXPLORATION) * real_at(word_at(control, HALVES), turn)
        best, most = -1, -math.inf
        for i in range(many):
            arm = word_at(stack, 3 * i + 2)
            if arm <= SAME:
                continue
            visits = word_at(arm, VISITS)
            mean = sign * real_at(arm, TOTALS + at) / visits
            term = weight * root_of_log(control, word_at(arm, AVAILABLE)) / root_of(control, visits)
            if best < 0 or mean + term > most:
                best, most = i, mean + term
        return best

    highest = inline(highest, **linked.options)

    def pick_untried(stack, many, untried, control):
        """The place of one of the choices not tried yet."""
        wanted = roughly(control + DICE, untried) if untried > 1 else 0
        for i in range(many):
            if word_at(stack, 3 * i + 2) == UNTRIED:
                if wanted == 0:
                    return i
                wanted -= 1
        return 0

    pick_untried = inline(pick_untried, **linked.options)

    def pick_move(stack, many, place, control):
        """The move to play, one of those that look the same to the observer."""
        key, alike = word_at(stack, 3 * place), 0
        for i in range(many):
            if word_at(stack, 3 * i) == key:
                alike += 1
        wanted = roughly(control + DICE, alike) if alike > 1 else 0
        for i in range(many):
            if word_at(stack, 3 * i) == key:
                if wanted == 0:
                    return word_at(stack, 3 * i + 1)
                wanted -= 1
        return 0

    pick_move = inline(pick_move, **linked.options)

    def choose(game, state, turn, ply, node, step, control):
        grouped = word_at(control, SWITCHES) & SINGLE != 0 and turn != word_at(control, OBSERVER)
        many, untried = list_choices(game, state, ply, node, grouped, control)
        if unlikely(many <= 0):
            if many == 0:
                raise ValueError("`moves` yields nothing, and the game is not over")
            return BROKEN_OFF
        stack = word_at(control, STACK)
        if untried > 0 and word_at(control, FULL) == 0:
            place = pick_untried(stack, many, untried, control)
        else:
            place = highest(stack, many, turn, control)
            if place < 0:
                return NONE_LEFT
        arm = word_at(stack, 3 * place + 2)
        set_word(step, NODE, node)
        set_word(step, CHOICE, word_at(stack, 3 * place))
        set_word(step, ARM, arm if arm > SAME else 0)
        move = pick_move(stack, many, place, control) if grouped else word_at(stack, 3 * place + 1)
        set_word(step, PLAYED, move)
        set_word(step, AFTER, 0)
        return CHOSEN

    return apart(choose, **linked.options)


def backer(linked: Linked) -> Any:
    """The function that notes what came of a simulation in every step of it, and which others it had."""
    values = many_values(linked.game)
    opposed, words, add = values == 1, TOTALS + values, arms(values).add

    def back(length, control):
        steps, found = word_at(control, PATH), word_at(control, VALUES)
        attempt, observer = word_at(control, ATTEMPT), word_at(control, OBSERVER)
        paid = real_at(found, 0 if opposed else observer)
        if opposed and observer == 1:
            paid = -paid
        for i in range(length):
            step = steps + 8 * STEP_WORDS * i
            node, arm, after = word_at(step, NODE), word_at(step, ARM), word_at(step, AFTER)
            first = word_at(node, ARMS)
            for number in range(word_at(node, COUNT)):
                each = first + 8 * words * number
                if word_at(each, ALLOWED) == attempt:
                    set_word(each, AVAILABLE, word_at(each, AVAILABLE) + 1)
            if arm == 0:
                arm = add(node, word_at(step, CHOICE), control)
                if unlikely(arm == 0):
                    continue
                set_word(arm, MOVE, word_at(step, PLAYED))
                set_word(arm, AVAILABLE, 1)
                set_word(arm, FOLLOWING, after)
            elif word_at(arm, FOLLOWING) != after:
                set_word(arm, FOLLOWING, 0)
            if word_at(arm, MOVE) != word_at(step, PLAYED):
                set_word(arm, VARYING, 1)
            set_word(arm, VISITS, word_at(arm, VISITS) + 1)
            for player in range(values):
                set_real(arm, TOTALS + player, real_at(arm, TOTALS + player) + real_at(found, player))
            set_real(arm, SQUARES, real_at(arm, SQUARES) + paid * paid)
        if length > word_at(control, DEEPEST):
            set_word(control, DEEPEST, length)
        set_real(control, LEAST, min(real_at(control, LEAST), paid))
        set_real(control, MOST, max(real_at(control, MOST), paid))

    return apart(back, **linked.options)


def simulator(linked: Linked) -> Any:
    """The function that makes one simulation: a world, down the tree in it, a rollout, and back.

    It says whether the simulation came to its end. Nothing is noted of one that was broken off.
    """
    play_out, roll, draw = player_out(linked), roller(linked), world_drawer(linked)
    identify, choose, back = identifier(linked), chooser(linked), backer(linked)
    rules = rule_bindings(linked)
    repeat_of, way = rules.repeat_of, path(linked, rules)
    counts, begin, stuck = way.counts, way.begin, way.stuck
    follow, follow_chance = way.follow, way.follow_chance
    stochastic = bool(linked.game.stochastic)

    def simulate(game, root, initial, control):
        steps, attempt = word_at(control, PATH), word_at(control, ATTEMPT) + 1
        set_word(control, ATTEMPT, attempt)
        state, drawn = draw(game, root, initial, control)
        if unlikely(not drawn):
            return False
        again = False
        if counts:
            fresh = repeat_of(game, state) != repeat_of(game, root)
            again = begin(game, state, fresh, control)
        ply, length = 0, 0
        direct, unknown, key = True, False, 0
        while True:
            over = game.over(state)
            if counts:
                over = over or again or stuck(game, state, ply, control)
            if over:
                break
            turn = int(game.turn(state))
            if stochastic:
                if turn == CHANCE:
                    if not visit(control):
                        return False
                    state = game.play(state, roll(game, state, control))
                    again = follow_chance(game, state, ply, control)
                    ply += 1
                    direct = False
                    continue
            key = identify(game, state, turn, ply, control)
            node = find_set(key, control)
            unknown = node == 0
            if direct and length > 0:
                set_word(steps + 8 * STEP_WORDS * (length - 1), AFTER, NEW if unknown else node)
            if unknown or word_at(node, STAMP) == attempt or length >= LONGEST_PATH:
                break
            if length > 0 and not visit(control):
                return False
            step = steps + 8 * STEP_WORDS * length
            outcome = choose(game, state, turn, ply, node, step, control)
            if unlikely(outcome != CHOSEN):
                if outcome == BROKEN_OFF:
                    return False
                break
            set_word(node, STAMP, attempt)
            length += 1
            following = game.play(state, word_at(step, PLAYED))
            again = follow(game, state, word_at(step, PLAYED), following, ply, control)
            ply += 1
            state = following
            direct = True
        if not play_out(game, state, ply, again, control):
            return False
        if unknown:
            node = add_set(key, control)
            if length > 0 and word_at(steps + 8 * STEP_WORDS * (length - 1), AFTER) == NEW:
                set_word(steps + 8 * STEP_WORDS * (length - 1), AFTER, node)
        back(length, control)
        return True

    return apart(simulate, **linked.options)
