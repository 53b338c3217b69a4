"""The nodes of compiled simultaneous-move tree search in memory, and how players choose in them.

All lies in one block. A node is a few words; once it is expanded, the arms of both players stand side by side
elsewhere, and behind them a word for each joint move, with the node that follows it.
"""

from __future__ import annotations

import math
from typing import Any

from outwit.engine.compiler.codegen import apart, inline
from outwit.engine.compiler.linker import Linked
from outwit.engine.compiler.memory import real_at, set_real, set_word, word_at
from outwit.engine.compiler.splitmix import roughly, uniform
from outwit.engine.kernels.control_block import At
from outwit.engine.kernels.information_sets import take
from outwit.engine.kernels.mcts_selection import root_of, root_of_log
from outwit.engine.kernels.rollout import DICE, many_values
from outwit.game import CHANCE

SWITCHES, EXPLORATION, HALVES, GAMMA, SETS = (
    at.value for at in (At.SWITCHES, At.EXPLORATION, At.HALVES, At.GAMMA, At.SETS)
)

TURN, VISITS, SIDES, ROWS, COLUMNS, CELLS, TRIED, TOTALS = range(8)
"""The words of a node: who acts there, visits, where the arms are (0 before it is expanded), how many the
first player has and how many the second, where the nodes are that follow (0 if there are too many), how many
of these have been tried; behind them the sum of the payoffs for each value of a game's end."""

ENDED = -3
"""What stands for whoever acts where the game is over."""

MOVE, CHOSEN, PAID, SCORE, PROBABILITY, WEIGHT, ARM_WORDS = range(7)
"""The words of an arm, as in `outwit.search.joint_node`; and how many words these are."""

NODE, ROW, COLUMN, LEARNS, STEP_WORDS = range(5)
"""The words of a step on the way down: the node, the places of both players' moves, and whether they were
drawn from strategies; and how many words these are."""

DUCT, EXP3 = 2, 4
"""Bits of the switches: decoupled UCT, or Exp3, in place of regret matching."""


@inline
def arms_of(node, player):
    """Where the arms of a player at a node are."""
    return word_at(node, SIDES) + (8 * ARM_WORDS * word_at(node, ROWS) if player == 1 else 0)


def node_maker(linked: Linked) -> Any:
    """The function that makes a node; it gives 0 if there is no memory for one."""
    words = TOTALS + many_values(linked.game)

    def make(turn, control):
        node = take(words, control)
        if node == 0:
            return 0
        for word in range(words):
            set_word(node, word, 0)
        set_word(node, TURN, turn)
        set_word(control, SETS, word_at(control, SETS) + 1)
        return node

    return apart(make, **linked.options)


@inline
def match_regrets(arms, many):
    """Regret matching: moves become as likely as they are regretted."""
    total = 0.0
    for i in range(many):
        total += max(real_at(arms + 8 * ARM_WORDS * i, SCORE), 0.0)
    for i in range(many):
        arm = arms + 8 * ARM_WORDS * i
        set_real(arm, PROBABILITY, max(real_at(arm, SCORE), 0.0) / total if total > 0 else 1.0 / many)


@inline
def weigh_exponentially(arms, many, gamma):
    """Exp3: moves become exponentially likelier the more they are estimated to have paid."""
    rate, most, total = gamma / many, -math.inf, 0.0
    for i in range(many):
        most = max(most, real_at(arms + 8 * ARM_WORDS * i, SCORE))
    for i in range(many):
        arm = arms + 8 * ARM_WORDS * i
        set_real(arm, PROBABILITY, math.exp(rate * (real_at(arm, SCORE) - most)))
        total += real_at(arm, PROBABILITY)
    for i in range(many):
        arm = arms + 8 * ARM_WORDS * i
        set_real(arm, PROBABILITY, real_at(arm, PROBABILITY) / total)


@inline
def explored(arm, many, gamma):
    """How likely a move is drawn, exploration included."""
    return (1.0 - gamma) * real_at(arm, PROBABILITY) + gamma / many


@inline
def draw_move(arms, many, gamma, control):
    """The place of a move, drawn from a player's strategy."""
    if many == 1:
        return 0
    point = uniform(control + DICE)
    for i in range(many):
        point -= explored(arms + 8 * ARM_WORDS * i, many, gamma)
        if point < 0:
            return i
    return many - 1


@inline
def draw_outcome(arms, many, control):
    """The place of an outcome of chance, drawn by its probability."""
    point = uniform(control + DICE)
    for i in range(many):
        point -= real_at(arms + 8 * ARM_WORDS * i, PROBABILITY)
        if point < 0:
            return i
    return many - 1


@inline
def highest(node, player, arms, many, control):
    """Decoupled UCT: the place of a move not tried yet or, if all were, of the highest UCB score."""
    untried = 0
    for i in range(many):
        if word_at(arms + 8 * ARM_WORDS * i, CHOSEN) == 0:
            untried += 1
    if untried > 0:
        wanted = roughly(control + DICE, untried) if untried > 1 else 0
        for i in range(many):
            if word_at(arms + 8 * ARM_WORDS * i, CHOSEN) == 0:
                if wanted == 0:
                    return i
                wanted -= 1
    weight = real_at(control, EXPLORATION) * real_at(word_at(control, HALVES), player)
    term = weight * root_of_log(control, max(word_at(node, VISITS), 1))
    best, most = 0, -math.inf
    for i in range(many):
        arm = arms + 8 * ARM_WORDS * i
        visits = word_at(arm, CHOSEN)
        score = real_at(arm, PAID) / visits + term / root_of(control, visits)
        if score > most:
            best, most = i, score
    return best


@apart
def select(node, step, control):
    """Note which outcome of chance, or which move of each player, a simulation goes on with."""
    rows, columns, cells = word_at(node, ROWS), word_at(node, COLUMNS), word_at(node, CELLS)
    first, second = arms_of(node, 0), arms_of(node, 1)
    set_word(step, NODE, node)
    set_word(step, LEARNS, 0)
    if word_at(node, TURN) == CHANCE:
        set_word(step, ROW, draw_outcome(first, rows, control))
        set_word(step, COLUMN, 0)
        return
    untried = rows * columns - word_at(node, TRIED)
    if cells != 0 and untried > 0:
        wanted = roughly(control + DICE, untried) if untried > 1 else 0
        place = 0
        while word_at(cells, place) != 0 or wanted > 0:
            if word_at(cells, place) == 0:
                wanted -= 1
            place += 1
        set_word(step, ROW, place // columns)
        set_word(step, COLUMN, place % columns)
        return
    switches = word_at(control, SWITCHES)
    if cells == 0 or switches & DUCT != 0:
        set_word(step, ROW, highest(node, 0, first, rows, control))
        set_word(step, COLUMN, highest(node, 1, second, columns, control))
        return
    gamma = real_at(control, GAMMA)
    if switches & EXP3 != 0:
        weigh_exponentially(first, rows, gamma)
        weigh_exponentially(second, columns, gamma)
    else:
        match_regrets(first, rows)
        match_regrets(second, columns)
    set_word(step, ROW, draw_move(first, rows, gamma, control))
    set_word(step, COLUMN, draw_move(second, columns, gamma, control))
    set_word(step, LEARNS, 1)


def learner(linked: Linked) -> Any:
    """The function that notes what came of a choice, and what each player learns of it."""
    values = many_values(linked.game)
    opposed = values == 1

    def learn(step, found, control):
        node = word_at(step, NODE)
        set_word(node, VISITS, word_at(node, VISITS) + 1)
        for value in range(values):
            set_real(node, TOTALS + value, real_at(node, TOTALS + value) + real_at(found, value))
        if word_at(node, TURN) == CHANCE:
            return
        cells, columns = word_at(node, CELLS), word_at(node, COLUMNS)
        learns, exp3 = word_at(step, LEARNS) != 0, word_at(control, SWITCHES) & EXP3 != 0
        for player in range(2):
            at, sign = player, 1.0
            if opposed:
                at = 0
                if player == 1:
                    sign = -1.0
            paid = sign * real_at(found, at)
            arms, own = arms_of(node, player), word_at(step, ROW + player)
            many = columns if player == 1 else word_at(node, ROWS)
            chosen = arms + 8 * ARM_WORDS * own
            set_word(chosen, CHOSEN, word_at(chosen, CHOSEN) + 1)
            set_real(chosen, PAID, real_at(chosen, PAID) + paid)
            if not learns:
                continue
            for i in range(many):
                arm = arms + 8 * ARM_WORDS * i
                set_real(arm, WEIGHT, real_at(arm, WEIGHT) + real_at(arm, PROBABILITY))
            if exp3:
                halves = word_at(control, HALVES)
                reward = (paid - real_at(halves, 2 + player)) / (2.0 * real_at(halves, player))
                reward = min(max(reward, 0.0), 1.0)
                reward /= explored(chosen, many, real_at(control, GAMMA))
                set_real(chosen, SCORE, real_at(chosen, SCORE) + reward)
                continue
            other = word_at(step, COLUMN - player)
            for i in range(many):
                if i != own:
                    place = i * columns + other if player == 0 else other * columns + i
                    cell = word_at(cells, place)
                    mean = sign * real_at(cell, TOTALS + at) / word_at(cell, VISITS)
                    arm = arms + 8 * ARM_WORDS * i
                    set_real(arm, SCORE, real_at(arm, SCORE) + (mean - paid))

    return apart(learn, **linked.options)
