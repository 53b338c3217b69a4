"""Simultaneous-move tree search in machine code: `outwit.search.smmcts` again, draw for draw."""

from __future__ import annotations

from typing import Any

from outwit.engine.compiler.codegen import apart, inline, whole
from outwit.engine.compiler.contract import takes_turns
from outwit.engine.compiler.linker import Linked
from outwit.engine.compiler.memory import (
    fresh_word_at,
    real_at,
    set_real,
    set_word,
    unlikely,
    word_at,
)
from outwit.engine.compiler.states import loader
from outwit.engine.kernels.alphabeta import ENTRY
from outwit.engine.kernels.bindings import rule_bindings
from outwit.engine.kernels.control_block import At
from outwit.engine.kernels.information_sets import take
from outwit.engine.kernels.joint_nodes import (
    ARM_WORDS,
    CELLS,
    COLUMN,
    COLUMNS,
    ENDED,
    MOVE,
    PROBABILITY,
    ROW,
    ROWS,
    SIDES,
    STEP_WORDS,
    TOTALS,
    TRIED,
    TURN,
    VISITS,
    arms_of,
    learner,
    node_maker,
    select,
)
from outwit.engine.kernels.limits import TOO_MANY_MOVES, must_halt, visit
from outwit.engine.kernels.mcts_expansion import BROKEN_OFF, FULL, GROWN, MANY
from outwit.engine.kernels.mcts_nodes import LONGEST_PATH
from outwit.engine.kernels.repetition import noter, path
from outwit.engine.kernels.rollout import ender, many_values, player_out, stander
from outwit.game import CHANCE, SIMULTANEOUS
from outwit.search.joint_node import MOST_CELLS

NODES, NEXT_LOOK, STOP, ABORTED, RANDOM, ROOT, PATH, VALUES = (
    at.value
    for at in (
        At.NODES,
        At.NEXT_LOOK,
        At.STOP,
        At.ABORTED,
        At.RANDOM,
        At.ROOT,
        At.PATH,
        At.VALUES,
    )
)
STACK, STACK_END = At.STACK.value, At.STACK_END.value
SIMULATIONS, SIMULATION_LIMIT, DEEPEST = (
    at.value for at in (At.SIMULATIONS, At.SIMULATION_LIMIT, At.DEEPEST)
)


def build(linked: Linked) -> Any:
    """Simultaneous-move tree search for a linked game, as a function that Python can call."""
    load, with_data = loader(linked.layout), linked.with_data
    simulate, make = simulator(linked), node_maker(linked)
    rules = rule_bindings(linked)
    way = path(linked, rules)
    note, begin = noter(linked, rules, way), way.begin

    def enter(data, at, depth, alpha, beta, control):
        game, state = with_data(data), load(at)
        if note(game, state, control):
            return 0.0
        begin(game, state, False, control)
        if word_at(control, ROOT) == 0:
            set_word(control, ROOT, make(int(game.turn(state)), control))
        limit, done = word_at(control, SIMULATION_LIMIT), word_at(control, SIMULATIONS)
        while done < limit and word_at(control, ABORTED) == 0:
            nodes, draws = word_at(control, NODES), word_at(control, RANDOM)
            if unlikely(nodes >= word_at(control, NEXT_LOOK)) and must_halt(control, nodes):
                break
            if unlikely(fresh_word_at(control, STOP) != 0):
                break
            if unlikely(not simulate(game, state, control)):
                set_word(control, NODES, nodes)
                set_word(control, RANDOM, draws)
                break
            done += 1
            set_word(control, SIMULATIONS, done)
        return 0.0

    return whole(enter, ENTRY, **linked.options)


def lister(linked: Linked) -> Any:
    """The function that writes down what each player can choose from in a position, and says how many.

    There are fewer than none if the budget ran out, or room for them. Where chance acts, the first player has
    its outcomes, each with its probability behind it.
    """
    stochastic, joint = bool(linked.game.stochastic), bool(linked.game.simultaneous)
    alone = takes_turns(linked.game)
    way = path(linked, rule_bindings(linked))
    forbids, barred = way.forbids, way.barred

    def fits(at, count, control):
        """Is there room for one more, and time?"""
        if unlikely(at + 16 >= word_at(control, STACK_END)):
            set_word(control, ABORTED, TOO_MANY_MOVES)
            return False
        return count % MANY != 0 or not must_halt(control, word_at(control, NODES))

    fits = inline(fits)

    def list_outcomes(game, state, control):
        stack, count = word_at(control, STACK), 0
        for outcome, probability in game.chances(state):
            if probability > 0:
                count += 1
                if unlikely(not fits(stack + 16 * count, count, control)):
                    return -1
                set_word(stack, 2 * count - 2, int(outcome))
                set_real(stack, 2 * count - 1, float(probability))
        return count

    list_outcomes = inline(list_outcomes, **linked.options)

    def list_alone(game, state, ply, control):
        stack, count = word_at(control, STACK), 0
        for move in game.moves(state):
            if forbids:
                if barred(game, state, int(move), ply, control):
                    continue
            count += 1
            if unlikely(not fits(stack + 8 * count, count, control)):
                return -1
            set_word(stack, count - 1, int(move))
        return count

    list_alone = inline(list_alone, **linked.options)

    def list_for(game, state, player, before, control):
        stack, count = word_at(control, STACK) + 8 * before, 0
        for move in game.moves_for(state, player):
            count += 1
            if unlikely(not fits(stack + 8 * count, count, control)):
                return -1
            set_word(stack, count - 1, int(move))
        return count

    list_for = inline(list_for, **linked.options)

    def list_choices(game, state, ply, turn, control):
        if stochastic:
            if turn == CHANCE:
                return list_outcomes(game, state, control), 1
        if joint:
            if turn == SIMULTANEOUS:
                rows = list_for(game, state, 0, 0, control)
                if rows < 0:
                    return rows, 1
                return rows, list_for(game, state, 1, rows, control)
        if alone:
            many = list_alone(game, state, ply, control)
            return (many, 1) if turn == 0 else (1, many)
        return 0, 0

    return apart(list_choices, **linked.options)


def expander(linked: Linked) -> Any:
    """The function that makes the arms of a position that has come before, and says what came of it."""
    list_choices = lister(linked)

    def expand(game, state, ply, node, control):
        turn = word_at(node, TURN)
        rows, columns = list_choices(game, state, ply, turn, control)
        if unlikely(rows < 0 or columns < 0):
            return BROKEN_OFF
        if unlikely(rows == 0 or columns == 0):
            raise ValueError("there is nothing to choose from, and the game is not over")
        cells = rows * columns if rows * columns <= MOST_CELLS else 0
        sides = take(ARM_WORDS * (rows + columns) + cells, control)
        if sides == 0:
            return FULL
        for word in range(ARM_WORDS * (rows + columns) + cells):
            set_word(sides, word, 0)
        stack = word_at(control, STACK)
        if turn == CHANCE:
            for i in range(rows):
                arm = sides + 8 * ARM_WORDS * i
                set_word(arm, MOVE, word_at(stack, 2 * i))
                set_real(arm, PROBABILITY, real_at(stack, 2 * i + 1))
        else:
            before = 1 if turn == 1 else 0  # the first player's arm, without a move
            for i in range(rows + columns if turn == SIMULTANEOUS else rows * columns):
                set_word(sides + 8 * ARM_WORDS * (before + i), MOVE, word_at(stack, i))
        set_word(node, ROWS, rows)
        set_word(node, COLUMNS, columns)
        if cells > 0:
            set_word(node, CELLS, sides + 8 * ARM_WORDS * (rows + columns))
        set_word(node, SIDES, sides)
        return GROWN

    return apart(expand, **linked.options)


def mover(linked: Linked) -> Any:
    """The function that gives the position after a step, and says if coming again it ends the game."""
    stochastic, joint = bool(linked.game.stochastic), bool(linked.game.simultaneous)
    alone = takes_turns(linked.game)
    way = path(linked, rule_bindings(linked))
    follow, follow_chance = way.follow, way.follow_chance

    def go_on(game, state, node, step, ply, control):
        turn = word_at(node, TURN)
        first = word_at(arms_of(node, 0) + 8 * ARM_WORDS * word_at(step, ROW), MOVE)
        second = word_at(arms_of(node, 1) + 8 * ARM_WORDS * word_at(step, COLUMN), MOVE)
        if stochastic:
            if turn == CHANCE:
                following = game.play(state, first)
                return following, follow_chance(game, following, ply, control)
        if joint:
            if turn == SIMULTANEOUS:
                following = game.play_joint(state, (first, second))
                return following, follow_chance(game, following, ply, control)
        if alone:
            move = second if turn == 1 else first
            following = game.play(state, move)
            return following, follow(game, state, move, following, ply, control)
        return state, False

    return inline(go_on, **linked.options)


def simulator(linked: Linked) -> Any:
    """The function that makes one simulation: down the tree, one position further, a rollout, and back.

    It says whether the simulation came to its end. Nothing is noted of one that was broken off.
    """
    values = many_values(linked.game)
    play_out, pay, stand = player_out(linked), ender(linked), stander(linked)
    expand, go_on = expander(linked), mover(linked)
    make, learn = node_maker(linked), learner(linked)
    way = path(linked, rule_bindings(linked))
    counts, stuck = way.counts, way.stuck

    def finish(game, state, again, control):
        """What the end of a game pays; False if the budget has run out."""
        if not visit(control):
            return False
        if counts:
            if not game.over(state):
                stand(game, state, again, control)
                return True
        pay(game, state, control)
        return True

    finish = inline(finish, **linked.options)

    def simulate(game, state, control):
        steps, found = word_at(control, PATH), word_at(control, VALUES)
        node, parent = word_at(control, ROOT), 0
        length, place, turn = 0, 0, 0
        again = False
        while True:
            if word_at(node, TURN) == ENDED:
                if not finish(game, state, again, control):
                    return False
                break
            if length >= LONGEST_PATH:
                if not play_out(game, state, length, again, control):
                    return False
                break
            if word_at(node, SIDES) == 0:
                outcome = expand(game, state, length, node, control)
                if outcome == BROKEN_OFF:
                    return False
                if unlikely(outcome == FULL):
                    if not play_out(game, state, length, again, control):
                        return False
                    break
            if length > 0 and not visit(control):
                return False
            step = steps + 8 * STEP_WORDS * length
            select(node, step, control)
            state, again = go_on(game, state, node, step, length, control)
            length += 1
            place = word_at(step, ROW) * word_at(node, COLUMNS) + word_at(step, COLUMN)
            parent, cells = node, word_at(node, CELLS)
            node = word_at(cells, place) if cells != 0 else 0
            if node == 0:
                over = game.over(state)
                if counts:
                    over = over or again or stuck(game, state, length, control)
                turn = ENDED if over else int(game.turn(state))
                if over:
                    if not finish(game, state, again, control):
                        return False
                elif not play_out(game, state, length, again, control):
                    return False
                break
        if node == 0 and word_at(parent, CELLS) != 0:
            node = make(turn, control)
            if node != 0:
                set_word(word_at(parent, CELLS), place, node)
                set_word(parent, TRIED, word_at(parent, TRIED) + 1)
        if node != 0:
            set_word(node, VISITS, word_at(node, VISITS) + 1)
            for value in range(values):
                set_real(node, TOTALS + value, real_at(node, TOTALS + value) + real_at(found, value))
        for i in range(length):
            learn(steps + 8 * STEP_WORDS * i, found, control)
        if length > word_at(control, DEEPEST):
            set_word(control, DEEPEST, length)
        return True

    return apart(simulate, **linked.options)
